"""Variants: games as data. `model` holds the values, `load` reads a folder, `check` names its faults."""
