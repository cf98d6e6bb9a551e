"""Times SAGA's movement against its budgets: `python -m scripts.bench.movement [tables]`.

A table is 2 x 40 models in units of 8 (one of 12 among them) and 8 pieces of ground. Prints median
and 99th percentile in ms of CPU time (the machine may be busy); judges nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import cos, sin
from random import Random
from time import process_time

from rules.core.refusals import Refusal
from rules.core.table import Table
from rules.core.values import INCH, Pose
from rules.saga.actions import Shift
from rules.saga.field.engagement import engageable, plan_engagement
from rules.saga.field.formation import plan_shift, reach
from rules.saga.field.ground import Ground
from rules.saga.field.movement import judge_move
from rules.saga.field.orders import MoveOrder
from rules.saga.field.sighting import shooters
from rules.saga.field.withdrawal import plan_withdrawal
from rules.saga.numbers import L
from tests.rules.saga.moves.skirmish import KINDS, Skirmish

BUDGETS = {
    "judge a move": (5, 25), "judge an engagement": (5, 25), "judge it after its preview": (5, 25),
    "engage, 12 on foot": (60, None), "engage, 8 on foot": (60, None),
    "engage, 8 mounted": (150, None), "engage, 12 mounted": (150, None), "sight 12 x 12": (5, None),
    "sight": (5, None), "reach": (60, None), "reach mounted": (60, None), "shift": (60, None),
    "shift mounted": (60, None), "who can be engaged": (60, None), "withdraw": (60, None),
}  # fmt: skip
"""Median and 99th percentile, ms."""


@dataclass
class Times:
    """Times by name, ms."""

    found: dict[str, list[float]] = field(default_factory=dict)

    def of(self, name: str, work: Callable[[], object]) -> object:
        """Do some work and keep how long it took."""
        start = process_time()
        answer = work()
        self.found.setdefault(name, []).append((process_time() - start) * 1000)
        return answer

    def lines(self) -> Iterator[str]:
        """The table to print."""
        yield "ms of CPU"
        for name, (median, top) in BUDGETS.items():
            times = sorted(self.found.get(name, []))
            if not times:
                continue
            count = len(times)
            middle, late = times[count // 2], times[min(count - 1, count * 99 // 100)]
            good = middle <= median and (top is None or late <= top)
            budget = f"{median}" + (f" / {top}" if top else "")
            yield (
                f"{name:28} {count:5} median {middle:7.1f}  p99 {late:8.1f}"
                f"  budget {budget:8} {'ok' if good else 'OVER'}"
            )


def full_table(seed: int, mounted: bool) -> Table:
    """2 x 40 models (12, 8, 8, 8, 4) and 8 pieces of ground; side a rides if asked."""
    made = Skirmish(seed)
    for number, size in enumerate((12, 8, 8, 8, 4)):
        for side in ("a", "b"):
            rides = mounted and side == "a"
            made.unit(f"{side}{number}", side, size, ("warriors", *(["mounted"] * rides)))
    for number in range(8):
        made.piece(f"p{number}", KINDS[number % 4])
    return made.table()


def measure(times: Times, table: Table, seed: int, mounted: bool) -> None:
    """One table's worth of work; every piece of it starts from a table never seen before."""
    random = Random(seed)
    suffix = " mounted" if mounted else ""
    for unit in table.of_side("a"):
        size = len(table.units[unit].models)
        times.of("reach" + suffix, lambda u=unit: reach(Ground(table), u))
        angle, length = random.uniform(0, 6.28), random.uniform(1, 8) * INCH
        shift = Shift(dx=round(length * cos(angle)), dy=round(length * sin(angle)))
        plan = times.of("shift" + suffix, lambda u=unit, s=shift: plan_shift(Ground(table), u, s))
        order = getattr(plan, "order", None)
        if order is not None:
            times.of("judge a move", lambda o=order: judge_move(Ground(table), o))
        for enemy in table.of_side("b"):
            both = size == len(table.units[enemy].models) == 12
            times.of(
                "sight 12 x 12" if both else "sight",
                lambda u=unit, e=enemy: shooters(Ground(table), u, e, L),
            )
        targets = times.of("who can be engaged", lambda u=unit: engageable(Ground(table), u))
        for target in list(targets) if isinstance(targets, tuple) else []:
            gait = "mounted" if mounted else "on foot"
            engage(times, table, unit, target, f"engage, {size} {gait}")


def engage(times: Times, table: Table, unit: str, target: str, name: str) -> None:
    """An engagement proposed, judged, and the withdrawal of its loser."""
    ground = Ground(table)
    plan = times.of(name, lambda: plan_engagement(ground, unit, target))
    if isinstance(plan, Refusal) or not isinstance(plan, MoveOrder):
        return
    times.of("judge an engagement", lambda: judge_move(Ground(table), plan))
    times.of("judge it after its preview", lambda: judge_move(ground, plan))
    fought = table.with_poses({path.model: Pose(*path.points[-1]) for path in plan.paths})
    times.of("withdraw", lambda: plan_withdrawal(Ground(fought), target, (unit,)))


def main() -> None:
    """Measure and print."""
    tables, times = int(sys.argv[1]) if len(sys.argv) > 1 else 12, Times()
    measure(Times(), full_table(999, False), 999, False)
    for seed in range(tables):
        for mounted in (False, True):
            measure(times, full_table(seed, mounted), seed, mounted)
    print("\n".join(times.lines()))


if __name__ == "__main__":
    main()
