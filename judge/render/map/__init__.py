"""Positions and orders as pictures: one drawing for every variant, the board as data (variants/NAME/map.json)."""
