"""The engine of the Korean War game (source 002): hexes, chits drawn from a cup, a die."""
