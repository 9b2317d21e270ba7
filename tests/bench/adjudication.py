"""`python -m tests.bench.adjudication [--quick]`: how fast orders are adjudicated, as ratios taken in one run.

The peer is the PyPI package `diplomacy` 1.1.2 (core in C-free Python, the most used one), in a venv of its own under .cache/; both
work through the same phases in turn, and the ratio of each round counts, in processor time, so that a noisy machine matters little. Exit status 1 when
a ratio misses its target.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import time
import venv
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from judge.engines import engine_for
from judge.variants.load import load_variant
from tests.bench.workload import Phase, convoy_net, crowded, nested_paradoxes, played_phases, state_of

PEER = "diplomacy==1.1.2"
ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / ".cache" / "bench"


class Report:
    """Prints each ratio beside its target and remembers whether all were met."""

    def __init__(self) -> None:
        self.missed = 0

    def line(self, what: str, value: float, target: float, at_least: bool, unit: str = "x") -> None:
        """One result."""
        met = value >= target if at_least else value <= target
        self.missed += not met
        bound = "at least" if at_least else "at most"
        print(f"{'ok  ' if met else 'MISS'} {what}: {value:.2f}{unit} ({bound} {target:g}{unit})", flush=True)


def peer_python() -> str:
    """The Python of a venv that holds the peer; made on first use."""
    folder = HERE / "peer"
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    found = subprocess.run([python, "-c", "import diplomacy"], capture_output=True, check=False)
    if found.returncode:
        subprocess.run([python, "-m", "pip", "install", "--quiet", PEER], check=True)
    return str(python)


class Ours:
    """The engine with phases read into memory."""

    def __init__(self, variant: str, phases: list[Phase]) -> None:
        self.engine = engine_for(load_variant(variant))
        self.phases = [
            (self.engine.load({"name": phase["name"], **phase["state"]}), phase["orders"]) for phase in phases
        ]
        self.parsed = [_parsed(self.engine, position, orders) for position, orders in self.phases]

    def text(self) -> float:
        """Seconds for all phases, from canonical text to results with reasons and retreat options."""
        from judge.diplomacy.explain import results
        from judge.diplomacy.phases import resolve_movement

        game = self.engine.game
        began = time.process_time()
        for position, orders in self.phases:
            collected, movement = resolve_movement(game, position, orders)
            results(movement, collected)
            for index in movement.dislodged:
                movement.options(index)
        return time.process_time() - began

    def step(self) -> float:
        """Seconds for all phases, from canonical text to results and the next position."""
        step = self.engine.step
        began = time.process_time()
        for position, orders in self.phases:
            step(position, orders)
        return time.process_time() - began

    def core(self) -> float:
        """Seconds for all phases, from parsed orders to moves, dislodged units and where they may retreat."""
        began = time.process_time()
        for resolve in self.parsed:
            resolve()
        return time.process_time() - began


def _parsed(engine: Any, position: Any, orders: Any) -> Callable[[], None]:
    """A closure that resolves these parsed orders and lists retreat options."""
    from judge.diplomacy.collect import Collected
    from judge.diplomacy.legality import Situation
    from judge.diplomacy.resolution import Movement

    game = engine.game
    read = Collected(Situation(game.board, game.rules, position.units, position.owners), orders).orders

    def resolve() -> None:
        movement = Movement(Situation(game.board, game.rules, position.units, position.owners), read)
        for index in movement.dislodged:
            movement.options(index)

    return resolve


def each(phases: list[Phase], variant: str, repeats: int) -> list[float]:
    """The best of a few timings of every phase, text to results."""
    ours = Ours(variant, phases)
    return [_best(lambda p=p, o=o: ours.engine.step(p, o), repeats) for p, o in ours.phases]  # type: ignore[misc]


def _best(call: Callable[[], object], repeats: int) -> float:
    best = float("inf")
    for _ in range(repeats):
        began = time.process_time()
        call()
        best = min(best, time.process_time() - began)
    return best


def against_the_peer(report: Report, phases: list[Phase], rounds: int) -> None:
    """Core and text, in turn with the peer."""
    file = HERE / "phases.jsonl"
    file.write_text("".join(json.dumps(phase) + "\n" for phase in phases), "utf-8")
    ours = Ours("standard", phases)
    ours.text()
    gc.collect()
    gc.freeze()
    command = [peer_python(), str(Path(__file__).with_name("peer.py")), "serve", str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as peer:
        assert peer.stdin
        assert peer.stdout
        assert peer.stdout.readline().strip() == "ready"
        for kind, own, target, what in (
            ("core", ours.core, 20, "parsed orders → resolved with retreat options, against the peer's core"),
            ("text", ours.text, 40, "text → results with reasons, against the peer's set_orders + process"),
            ("text", ours.step, 0, "the same with the next position"),
        ):
            ratios, mine = [], []
            for _ in range(rounds):
                peer.stdin.write(f"{kind}\n")
                peer.stdin.flush()
                theirs = float(peer.stdout.readline())
                mine.append(min(own() for _ in range(3)))
                ratios.append(theirs / mine[-1])
            report.line(what, median(ratios), target, at_least=True)
            shown = ", ".join(f"{ratio:.1f}" for ratio in ratios)
            print(f"     rounds {shown}; {median(mine) / len(phases) * 1e6:.0f} µs a phase")
        peer.stdin.close()
    gc.unfreeze()


def _environment() -> dict[str, str]:
    """Both programs find their modules compiled, as after any installation, whatever this shell says about writing bytecode."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(HERE / "bytecode")}


def _child(command: list[str], stdin: Path, stdout: Path) -> float:
    """Processor seconds of a whole process."""
    with stdin.open("rb") as source, stdout.open("wb") as sink:
        child = subprocess.Popen(command, stdin=source, stdout=sink, cwd=ROOT, env=_environment())
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, f"{command} ended with {child.returncode}"
    return usage.ru_utime + usage.ru_stime


_WITH_PEAK = """
import atexit, runpy, sys
atexit.register(lambda: sys.stderr.write(open("/proc/self/status").read()))
sys.argv = ["judge", "adjudicate", "standard"]
runpy.run_module("judge", run_name="__main__")
"""


def _peak(stdin: Path) -> float:
    """Megabytes of `judge adjudicate` at its largest. (A child's own ru_maxrss begins with that of the process it was forked from.)"""
    with stdin.open("rb") as source:
        done = subprocess.run(
            [sys.executable, "-c", _WITH_PEAK],
            stdin=source, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=ROOT, text=True, check=True,
        )  # fmt: skip
    (line,) = (line for line in done.stderr.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024


def whole_process(report: Report, phases: list[Phase], rounds: int) -> None:
    """`judge adjudicate` on a file against a loop over the peer."""
    file, out = HERE / "file.jsonl", HERE / "out.jsonl"
    file.write_text("".join(json.dumps(phase) + "\n" for phase in phases), "utf-8")
    peer = [peer_python(), str(Path(__file__).with_name("peer.py")), "loop", str(file)]
    own = [sys.executable, "-m", "judge", "adjudicate", "standard"]
    first = HERE / "first.jsonl"
    first.write_text(json.dumps(phases[0]) + "\n", "utf-8")
    _child(own, first, out)
    _child([*peer[:-1], str(first)], first, HERE / "peer.out")
    ratios = []
    for _ in range(rounds):
        mine = _child(own, file, out)
        lines = out.read_text("utf-8").splitlines()
        assert len(lines) == len(phases)
        assert not any('"error"' in line[:12] for line in lines)
        theirs = _child(peer, file, HERE / "peer.out")
        ratios.append(theirs / mine)
    report.line(
        f"judge adjudicate, {len(phases)} phases, whole process, speed against a loop over the peer",
        median(ratios),
        15,
        at_least=True,
    )
    report.line("  its memory", _peak(file), 60, at_least=False, unit=" MB")


def tangled(report: Report, count: int) -> None:
    """The slowest of many crowded boards."""
    standard = load_variant("standard")
    phases = []
    for seed in range(count):
        rng = Random(seed)
        situation = crowded(standard, rng.randint(22, 34), rng)
        position = situation.position("S1901M")
        phases.append(
            {
                "name": "S1901M",
                "state": state_of(position),
                "orders": situation.texts(),
            }
        )
    times = each(phases, "standard", repeats=5)
    report.line(
        f"slowest of {count} tangled order sets, against their median",
        max(times) / median(times),
        2.5,
        at_least=False,
    )


def colonial(report: Report, standard: list[Phase], repeats: int, count: int) -> None:
    """Time a unit, Colonial against standard."""
    variant = load_variant("colonial")
    phases = played_phases(engine_for(variant), variant, 30, 58, count)
    a_unit = []
    for name, some in (("colonial", phases), ("standard", standard)):
        sizes = [sum(map(len, phase["state"]["units"].values())) for phase in some]
        a_unit.append(median(t / n for t, n in zip(each(some, name, repeats), sizes, strict=True)))
    report.line(
        "time a unit, Colonial (30–58 units) against standard", a_unit[0] / a_unit[1], 2.5, at_least=False
    )


def growth(report: Report, repeats: int) -> None:
    """Time a unit on a big crowded board against a small one."""
    variant = load_variant("colonial")
    by_size = defaultdict(list)
    for size in (14, 28, 56):
        phases = []
        for seed in range(60):
            situation = crowded(variant, size, Random(seed))
            position = situation.position("S1870M")
            phases.append(
                {
                    "name": "S1870M",
                    "state": state_of(position),
                    "orders": situation.texts(),
                }
            )
        by_size[size] = each(phases, "colonial", repeats)
    medians = {size: median(times) / size for size, times in by_size.items()}
    report.line("time a unit, 56 against 14 units", medians[56] / medians[14], 1.3, at_least=False)


def worst_cases(report: Report, typical: float, repeats: int) -> None:
    """Made-up boards against a typical phase."""
    standard = load_variant("standard")
    made = {
        "30 fleets in one convoy net": convoy_net(standard),
        "20 nested paradoxes": nested_paradoxes(standard, 20),
    }
    for what, (variant, units, orders) in made.items():
        engine = engine_for(variant)
        position = engine.load({"name": "S1901M", "units": units, "centers": {}, "retreats": {}})
        seconds = _best(lambda e=engine, p=position, o=orders: e.step(p, o), repeats)  # type: ignore[misc]
        report.line(f"{what}, against a typical phase", seconds / typical, 20, at_least=False)
    times = []
    for seed in range(20):
        situation = crowded(load_variant("colonial"), 90, Random(seed))
        position = situation.position("S1870M")
        orders = situation.texts()
        times += each(
            [
                {
                    "name": "S1870M",
                    "state": state_of(position),
                    "orders": orders,
                }
            ],
            "colonial",
            repeats,
        )
    report.line(
        "90 units, everybody attacks everybody, against a typical phase",
        max(times) / typical,
        20,
        at_least=False,
    )


def main() -> int:
    """Run everything; exit status 1 when a target was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer phases and rounds")
    quick = parser.parse_known_args()[0].quick
    HERE.mkdir(parents=True, exist_ok=True)
    report = Report()
    standard = load_variant("standard")
    phases = played_phases(engine_for(standard), standard, 22, 34, 200 if quick else 400)
    typical = median(each(phases, "standard", 3))
    print(f"typical phase: {typical * 1e6:.0f} µs, text to results")
    against_the_peer(report, phases, 3 if quick else 9)
    tangled(report, 300 if quick else 1500)
    colonial(report, phases, 3, 60 if quick else 200)
    growth(report, 3)
    worst_cases(report, typical, 5)
    file = phases * (2000 // len(phases))
    whole_process(report, file[:400] if quick else file, 1 if quick else 3)
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())
