"""Times the geometry of a full table against its budgets: `python -m scripts.bench.geometry`.

A table is 80 foot bases in 10 units with the areas between them and 8 pieces of ground. Prints
median and 99th percentile in ms of CPU time (the machine may be busy) and whether the median is in
budget; judges nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from time import process_time

from rules.geometry import (
    INCH,
    TOUCH,
    Area,
    Field,
    Point,
    Screens,
    arrange,
    contact_route,
    distance,
    first_seen,
    nearest_approach,
    reach,
    sight_matrix,
    transformed,
)
from tests.rules.geometry.tables import FOOT, VERY_SHORT, crowd, field_of, hulls_of

Case = Callable[[], object]
Units = dict[str, list[Point]]


def timed(cases: Iterator[Case]) -> list[float]:
    """The time of each case in ms, ascending."""
    found = []
    for case in cases:
        start = process_time()
        case()
        found.append((process_time() - start) * 1000)
    return sorted(found)


def report(name: str, budget: float, times: list[float]) -> None:
    """One line of the table."""
    if not times:
        print(f"{name:58} nothing measured")
        return
    median, late = times[len(times) // 2], times[min(len(times) - 1, int(len(times) * 0.99))]
    verdict = "ok" if median <= budget else "OVER"
    print(f"{name:58} {median:8.3f} {late:8.3f} {budget:8.2f} {len(times):6} {verdict}")


def sweeps(legal: bool) -> Iterator[Case]:
    """8 models x 6 vertices against everything on the table: free ways, or any."""
    for seed in range(20):
        units, ground = crowd(seed)
        rng = random.Random(seed)
        field = field_of(units, ("u0",), ground)
        walks = []
        for k, at in enumerate(units["u0"]):
            f = field.without(("u0", k))
            path = [at]
            while len(path) < 6:
                wide = 3000 if not legal else rng.randint(0, 3000)
                x, y = path[-1]
                to = (x + rng.randint(-wide, wide), y + rng.randint(-wide, wide))
                if not legal or f.first_breach((path[-1], to)) is None:
                    path.append(to)
            f.first_breach(path)
            walks.append((f, path))
        for _ in range(10):
            yield lambda walks=walks: [f.first_breach(path) for f, path in walks]


def contacts(bent: bool, inches: int) -> Iterator[Case]:
    """Ways into contact with the nearest unit, straight or bent ones only."""
    for seed in range(20):
        units, ground = crowd(seed, units=12)
        own = units["u0"]
        near = min((n for n in units if n != "u0"), key=lambda n: distance(own[0], units[n][0]))
        field = field_of(units, ("u0", near), ground)
        for k, start in enumerate(own):
            for target in units[near][::3]:
                f = field.without(("u0", k))
                found = contact_route(f, start, target, FOOT, inches * INCH)
                if found is not None and (len(found.points) > 2) == bent:
                    yield lambda f=f, s=start, t=target: contact_route(f, s, t, FOOT, inches * INCH)


def engagements() -> Iterator[Case]:
    """12 models that one after another take the nearest enemy that can still be contacted."""
    for seed in range(40):
        units, ground = crowd(seed, units=9)
        red = units["u1"]
        x, y = sum(p[0] for p in red) // 8, sum(p[1] for p in red) // 8
        own = [
            (x + round((k % 6 - 2.5) * 1.15 * INCH), y - round((5.6 + k // 6 * 1.15) * INCH))
            for k in range(12)
        ]
        units["u0"] = own
        field = field_of(units, ("u0", "u1"), ground)
        if all(field.without(("u0", k)).occupied(p) is None for k, p in enumerate(own)):
            yield lambda f=field, o=own, r=red: engage(f, o, r)


def engage(field: Field, own: list[Point], red: list[Point]) -> None:
    """One engagement, contact ways only."""
    taken = dict.fromkeys(range(len(red)), 0)
    for k, start in enumerate(own):
        f = field.without(("u0", k))
        for e in sorted(taken, key=lambda e: distance(start, red[e])):
            if taken[e] < 2:
                found = contact_route(f, start, red[e], FOOT, 6 * INCH)
                if found is not None:
                    taken[e] += 1
                    field = field.with_discs({("u0", k): (found.end, FOOT)})
                    break


def approaches() -> Iterator[Case]:
    """As near as possible to an enemy that cannot be reached."""
    for seed in range(20):
        units, ground = crowd(seed)
        field = field_of(units, ("u0",), ground)
        near = min(
            (n for n in units if n != "u0"), key=lambda n: distance(units["u0"][0], units[n][0])
        )
        for k, start in enumerate(units["u0"]):
            f, target = field.without(("u0", k)), units[near][3]
            yield lambda f=f, s=start, t=target: nearest_approach(
                f, s, [(t, FOOT)], 6 * INCH, least=TOUCH + 3
            )


def reaches(models: int, inches: int) -> Iterator[Case]:
    """The reach of a whole unit."""
    for seed in range(20):
        units, ground = crowd(seed, models=8 if models <= 8 else 9)
        starts = (units["u0"] + units["u1"])[:models]
        field = field_of({n: u for n, u in units.items() if n not in ("u0", "u1")}, (), ground)
        assert field.blockers is not None
        yield lambda f=field, s=starts: reach(f, s, inches * INCH)


def sights(near: bool, matrix: bool) -> Iterator[Case]:
    """12 x 12 bases across a full table: the nearest unit, or one behind the others."""
    for seed in range(20):
        units, ground = crowd(seed, units=8, models=12)
        own = units.pop("u0")
        order = sorted(units, key=lambda n: distance(own[0], units[n][0]))
        name = order[0] if near else order[-1]
        screens = screens_of(units, ground)
        a, b = [(p, FOOT) for p in own], [(p, FOOT) for p in units[name]]
        if matrix:
            yield lambda a=a, b=b, s=screens, n=name: sight_matrix(a, b, s, lambda _i, j: [(n, j)])
        else:
            yield lambda a=a, b=b, s=screens, n=name: first_seen(
                a, b, s, 12 * INCH, lambda _i, j: [(n, j)]
            )


def screens_of(units: Units, ground: list[tuple[str, Area]]) -> Screens:
    """Everything that blocks sight."""
    discs = {(n, k): (p, FOOT) for n, u in units.items() for k, p in enumerate(u)}
    hulls = [h for n, u in units.items() for h in hulls_of(n, u)]
    return Screens.build(discs, hulls, [(k, a.outline) for k, a in ground])


def preparations(what: str) -> Iterator[Case]:
    """Making a field or screens of a full table, hulls and all."""
    for seed in range(20):
        units, ground = crowd(seed)
        if what == "screens":
            yield lambda u=units, g=ground: screens_of(u, g)
        elif what == "field":
            yield lambda u=units, g=ground: field_of(u, ("u0",), g).blockers
        else:
            field = field_of(units, ("u0",), ground)
            assert field.blockers is not None
            yield lambda f=field, p=units["u0"][0]: f.with_discs({("u0", 1): (p, FOOT)}).blockers


def arrangements() -> Iterator[Case]:
    """A unit dragged anywhere within its reach."""
    for seed in range(30):
        units, ground = crowd(seed)
        field = field_of(units, ("u0",), ground).without(*[("u0", k) for k in range(8)])
        starts = dict(enumerate(units["u0"]))
        rng = random.Random(seed)
        wished = transformed(
            starts,
            (rng.randint(-4, 4) * INCH, rng.randint(-4, 4) * INCH),
            rng.randint(-40_000, 40_000),
        )
        yield lambda f=field, s=starts, w=wished: arrange(f, s, w, 6 * INCH, VERY_SHORT)


def main() -> None:
    """Print the table."""
    print(f"{'ms of CPU':58} {'median':>8} {'p99':>8} {'budget':>8} {'runs':>6}")
    report("sweep 8 models x 6 vertices, most of them refused", 0.5, timed(sweeps(False)))
    report("sweep 8 models along legal bent ways", 0.2, timed(sweeps(True)))
    report("contact way, straight", 0.1, timed(contacts(False, 6)))
    report("contact way, bent, 6 in", 5, timed(contacts(True, 6)))
    report("contact way, bent, 12 in", 5, timed(contacts(True, 12)))
    report("engagement of 12", 60, timed(engagements()))
    report("nearest approach", 10, timed(approaches()))
    report("reach of 8 models, 6 in", 60, timed(reaches(8, 6)))
    report("reach of 12 models, 12 in", 60, timed(reaches(12, 12)))
    report("sight 12 x 12, nearest unit, all pairs", 5, timed(sights(True, True)))
    report("sight 12 x 12, nearest unit, who can shoot", 5, timed(sights(True, False)))
    report("sight 12 x 12, farthest unit, mostly blocked", 60, timed(sights(False, True)))
    report("making a field", 10, timed(preparations("field")))
    report("making the field of the next model", 0.5, timed(preparations("next")))
    report("making screens", 10, timed(preparations("screens")))
    report("arrangement of 8", 60, timed(arrangements()))


if __name__ == "__main__":
    main()
