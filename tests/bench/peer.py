"""Runs in a venv of its own that holds the PyPI package `diplomacy` 1.1.2; standard library otherwise.

`peer.py serve PHASES`: for each line "core" or "text" on standard input, one pass over all phases; answers with its seconds.
`peer.py loop PHASES`: what a script around that package does: read each line, process, write the next state. Ends.
"""

import gc
import json
import sys
import time


def prepared(phase):
    """A game in this phase, without orders."""
    from diplomacy import Game

    game = Game()
    game.set_current_phase(phase["name"])
    game.clear_units()
    game.clear_centers()
    for power, units in phase["state"]["units"].items():
        if units:
            game.set_units(power, units)
    for power, centers in phase["state"]["centers"].items():
        if centers:
            game.set_centers(power, centers)
    return game


def ordered(game, phase):
    """Hand in the orders."""
    for power, orders in phase["orders"].items():
        game.set_orders(power, orders)


def one_pass(phases, kind):
    """Seconds in the part that is measured."""
    total = 0.0
    for phase in phases:
        game = prepared(phase)
        if kind == "core":
            ordered(game, phase)
            game._determine_orders()
            game._add_coasts()
            began = time.process_time()
            game._move_results()
        else:
            began = time.process_time()
            ordered(game, phase)
            game.process()
        total += time.process_time() - began
    return total


def run():
    """See the module's description."""
    with open(sys.argv[2], encoding="utf-8") as lines:
        if sys.argv[1] == "loop":
            for line in lines:
                game = prepared(phase := json.loads(line))
                ordered(game, phase)
                game.process()
                print(json.dumps(game.get_state()))
            return
        phases = [json.loads(line) for line in lines]
    one_pass(phases[:5], "text")
    gc.collect()
    gc.freeze()
    print("ready", flush=True)
    for command in sys.stdin:
        print(one_pass(phases, command.strip()), flush=True)


if __name__ == "__main__":
    run()
