"""Small closed sets as whole numbers, for the tables of a movement phase."""

from __future__ import annotations

NO, YES, UNKNOWN, UNSET = 0, 1, -1, -2
"""The values of a decision, and that it has not been judged yet."""

STAND, GO, HELP, CARRY, TRAIN = range(5)
"""What a unit does: hold; move; support; convoy; ride the train."""

BY_LAND, BY_SEA, EITHER = range(3)
"""How an army travels (fleets: BY_LAND). EITHER: by sea while its convoy is whole, else by land."""

FREE, DEPENDS, DEAD = range(3)
"""Is the way of a move open: always, depending on other units, or never."""
