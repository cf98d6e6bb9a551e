#!/usr/bin/env python3
"""Plays seeded matches of both games to their end under the eight laws; `make soak`.

    python -m scripts.soak                  200 matches of SAGA, then 100 battles of The 9th Age
    python -m scripts.soak saga             only the first
    python -m scripts.soak saga 40 --first 500    40 matches from seed 500 on
    python -m scripts.soak ninth_age --seed 17    one match, every law in every ruling

A seed decides everything: scenario, table, armies, dice, and every answer. The law about previews
tries some thirty answers of every open prompt, and views of two great armies are long: such laws
are watched in one ruling of so many (SAMPLED), and in whole matches with `--seed`. Nothing the
rules do may take more than GUARD seconds of CPU. A fault prints how to play that match again, and
saves the state before it in var/soak/.
"""

from __future__ import annotations

import argparse
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from time import monotonic, thread_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import msgspec

from rules.core.codec import encode
from rules.core.refusals import Refusal
from rules.core.ruleset import Seated
from rules.ninth_age.ruleset import NinthAge
from rules.saga.content import Faction, Roster, RosterUnit
from rules.saga.numbers import PROFILES
from rules.saga.ruleset import Saga
from rules.saga.warbands.muster import default_rosters, muster
from rules.saga.warbands.packs import pack
from rules.testing.laws import LAWS, Chooser, Law, patches, play, previews_agree, seeded
from rules.testing.match import Moment, Trial, sealed
from tests.rules.ninth_age.armies import any_options, any_roster, demo_rosters, setup_of
from tests.rules.ninth_age.kit import bent as bent_ninth
from tests.rules.saga.play.kit import bent, hidden

GUARD = 5.0
"""Seconds of CPU that one call of the rules may take."""
SAMPLED: dict[str, dict[Law, int]] = {
    "saga": {previews_agree: 25},
    "ninth_age": {previews_agree: 200, patches: 25},
}
"""One ruling in so many is shown to the laws that cost most."""
RULINGS = 4000
"""A match that has not ended after so many has failed."""
MATCHES = {"saga": 200, "ninth_age": 100}
SIZES = (1000, 1500, 2000)
"""Points limits of the battles between any lists."""
WORKERS = 2
SAVED = ROOT / "var" / "soak"


class TooSlow(BaseException):
    """A call of the rules took longer than GUARD. No Exception, so that nobody catches it."""


@contextmanager
def guarded() -> Iterator[None]:
    """Interrupt what takes more than GUARD seconds of CPU, wherever it is."""

    def stop(*_: object) -> None:
        raise TooSlow(f"more than {GUARD} s")

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, GUARD)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


@dataclass
class Took:
    """The longest call of one kind in ms, and what it was."""

    ms: float = 0.0
    what: str = ""


class Timed:
    """A game, every call of it guarded and timed; to be mixed into its rules."""

    def __init__(self) -> None:
        self.state: Any = None
        self.doing = ""
        self.times: dict[str, list[float]] = {}
        self.slowest = Took()

    def resolve(self, state: Any, prompt: Any, action: Any, dice: Any) -> Any:
        """What follows from an answer."""
        work = super().resolve  # type: ignore[misc]
        return self._call(
            f"resolve {kind_of(action)}", state, action, lambda: work(state, prompt, action, dice)
        )

    def preview(self, state: Any, viewer: Any, draft: Any) -> Any:
        """What a draft would mean."""
        work = super().preview  # type: ignore[misc]
        return self._call(
            f"preview {type(draft).__name__}", state, draft, lambda: work(state, viewer, draft)
        )

    def suggest(self, state: Any, prompt: Any) -> Iterable[Any]:
        """The legal answers, each guarded by itself."""
        found = iter(super().suggest(state, prompt))  # type: ignore[misc]
        name = f"suggest {type(prompt.question).__name__}"
        while (one := self._call(name, state, prompt, lambda: next(found, None))) is not None:
            yield one

    def _call(self, name: str, state: Any, what: Any, work: Callable[[], Any]) -> Any:
        self.state, self.doing = state, f"{name}: {what}"
        start = thread_time()
        with guarded():
            answer = work()
        took = (thread_time() - start) * 1000
        self.times.setdefault(name, []).append(took)
        if took > self.slowest.ms:
            self.slowest = Took(took, self.doing)
        return answer


class TimedSaga(Timed, Saga):
    """SAGA, timed."""


class TimedNinth(Timed, NinthAge):
    """The 9th Age, timed."""


def kind_of(action: Any) -> str:
    """A move is three kinds of work; every other action is one."""
    name = type(action).__name__
    if name not in ("Move", "Plan"):
        return name
    drawn = "paths" if action.paths else "shift" if action.shift else ""
    return " ".join(
        part for part in (name, drawn, "engage" * bool(getattr(action, "engage", ""))) if part
    )


# --- what is played -------------------------------------------------------------------------------


def warband(faction: Faction, points: int, choose: Chooser) -> Roster:
    """Any legal warband: for every point a unit of any class, equipped and mounted anyhow."""
    while True:
        lord = faction.kind("warlord")
        assert lord is not None
        units = [_unit("w", lord, 1, choose)]
        kinds = [kind for kind in faction.kinds if kind.rank != "warlord"]
        for number in range(points):
            kind = kinds[choose(len(kinds))]
            units.append(_unit(f"u{number + 1}", kind, PROFILES[kind.rank].per_point, choose))
        made = Roster(faction=faction.id, name="Soak", points=points, units=tuple(units))
        if not muster(made, pack()):
            return made


def _unit(key: str, kind: Any, models: int, choose: Chooser) -> RosterUnit:
    option = kind.options[choose(len(kind.options))]
    mount = option.mounts[choose(len(option.mounts))]
    return RosterUnit(
        id=key,
        name=key,
        kind=kind.rank,
        models=models,
        option=option.id,
        mounted=mount == "mounted",
    )


def roster(points: int, choose: Chooser) -> Roster:
    """A warband that comes with the game, or any legal one."""
    ready = [one for one in default_rosters("en") if one.points == points]
    factions = tuple(pack().factions.values())
    if choose(2):
        return ready[choose(len(ready))]
    return warband(factions[choose(len(factions))], points, choose)


def saga(seed: int) -> tuple[Trial[Any], str]:
    """The match of SAGA of a seed, and its title."""
    choose = seeded(-1 - seed)
    known = pack()
    scenario = sorted(known.scenarios)[seed % len(known.scenarios)]
    layouts = known.scenarios[scenario].layouts
    layout = layouts[choose(len(layouts))]
    points = (4, 6)[choose(2)]
    rosters = [roster(points, choose) for _ in range(2)]
    rules = TimedSaga()
    seats = {
        side: Seated(name=side, roster=msgspec.to_builtins(one))
        for side, one in zip("ab", rosters, strict=True)
    }
    setup = rules.arrange(scenario, seats, {"layout": layout}, "")
    title = f"{scenario}/{layout} {rosters[0].faction}-{rosters[1].faction} {points} points"
    return Trial(rules=rules, setup=setup, hidden=hidden, bent=bent), title


def ninth_age(seed: int) -> tuple[Trial[Any], str]:
    """The battle of a seed, and its title: a third between the lists that come with the game."""
    choose = seeded(-1 - seed)
    options = any_options(choose)
    size = SIZES[choose(len(SIZES))]
    if seed % 3 == 0:
        rosters = demo_rosters()
    else:
        rosters = (any_roster(size, choose), any_roster(size, choose))
    one, other = rosters
    title = f"{options['deployment']}/{options['objective']} {one.army}-{other.army}"
    trial = Trial(TimedNinth(), setup_of(rosters, options), bent=bent_ninth)
    return trial, f"{title} {one.points} points"


TRIALS = {"saga": saga, "ninth_age": ninth_age}
"""The match of a seed, by game."""


# --- playing --------------------------------------------------------------------------------------


@dataclass
class Report:
    """How one match went; sent between processes."""

    game: str
    seed: int
    title: str
    rulings: int = 0
    events: int = 0
    turns: int = 0
    refused: int = 0
    result: str = ""
    seconds: float = 0.0
    slowest: Took = field(default_factory=Took)
    times: dict[str, list[float]] = field(default_factory=dict)
    fault: str = ""


def one(game: str, seed: int, every_law: bool = False) -> Report:
    """Play the match of a seed."""
    trial, title = TRIALS[game](seed)
    rules: Any = trial.rules
    report = Report(game, seed, title)
    start = thread_time()
    try:
        match = play(
            trial,
            seeded(seed),
            sealed(b"soak %d" % seed),
            laws(report, {} if every_law else SAMPLED[game]),
            rulings=RULINGS,
            appeals=seed % 4 != 3,
        )
        report.events, report.turns = len(match.events), match.state.turn
        if match.state.result is None:
            report.fault = f"not over after {RULINGS} answers"
        else:
            report.result = match.state.result.line.key.rpartition(".")[2]
    except (Exception, TooSlow) as error:  # noqa: BLE001 (every fault is the finding)
        report.fault = explain(error)
    report.seconds = thread_time() - start
    report.times, report.slowest = rules.times, rules.slowest
    if report.fault:
        report.fault += f"\n  in {rules.doing[:600]}\n  state {saved(seed, rules.state)}"
    return report


def laws(report: Report, rare: dict[Law, int]) -> tuple[Law, ...]:
    """All laws, some of them now and then, and a counter."""

    def counted(moment: Moment[Any]) -> None:
        report.rulings += 1
        report.refused += isinstance(moment.outcome, Refusal)

    def sampled(law: Law) -> Law:
        def watch(moment: Moment[Any]) -> None:
            if report.rulings % rare.get(law, 1) == 0:
                law(moment)

        return watch

    return (counted, *(sampled(law) for law in LAWS))


def explain(error: BaseException) -> str:
    """The error and where it rose, without the long note of all answers."""
    frames = traceback.extract_tb(error.__traceback__)[-8:]
    where = "".join(f"\n    {Path(f.filename).name}:{f.lineno} {f.name}" for f in frames)
    return f"{type(error).__name__}: {str(error)[:600]}{where}"


def saved(seed: int, state: Any) -> str:
    """Write the state that the rules were asked about; its path from the root of the checkout."""
    SAVED.mkdir(parents=True, exist_ok=True)
    path = SAVED / f"{seed}.json"
    path.write_bytes(encode(state))
    return str(path.relative_to(ROOT))


# --- telling --------------------------------------------------------------------------------------


def summary(reports: list[Report], seconds: float) -> Iterator[str]:
    """What docs/soak.md quotes."""
    good = [one for one in reports if not one.fault]
    if good:
        yield f"{len(reports)} matches, {len(reports) - len(good)} faults, {seconds:.0f} s"
        for name in ("rulings", "refused", "events", "turns", "seconds"):
            values = sorted(getattr(one, name) for one in good)
            yield (
                f"  {name:10} least {values[0]:7.0f}  median {values[len(values) // 2]:7.0f}"
                f"  most {values[-1]:7.0f}  sum {sum(values):9.0f}"
            )
        for name, count in Counter(one.result for one in good).most_common():
            yield f"  ended by {name:20} {count:4}"
        for name, count in sorted(Counter(one.title.split()[0] for one in good).items()):
            yield f"  on {name:34} {count:4}"
        factions = (name for one in good for name in one.title.split()[1].split("-"))
        for name, count in sorted(Counter(factions).items()):
            yield f"  played {name:20} {count:4}"
    yield f"  {'ms of CPU':32} {'calls':>8} {'median':>8} {'p99':>8} {'most':>8}"
    for name in sorted({name for one in reports for name in one.times}):
        times = sorted(ms for one in reports for ms in one.times.get(name, ()))
        late = times[min(len(times) - 1, len(times) * 99 // 100)]
        middle = times[len(times) // 2]
        yield f"  {name:32} {len(times):8} {middle:8.2f} {late:8.1f} {times[-1]:8.1f}"
    for slow in sorted(reports, key=lambda one: -one.slowest.ms)[:5]:
        name = slow.slowest.what.partition(":")[0]
        yield f"  slow: seed {slow.seed}, {slow.slowest.ms:.0f} ms, {name}"


def line_of(report: Report) -> str:
    """One match in a line, and how to play it again if it failed."""
    text = (
        f"{report.seed:4} {report.title:66} {report.rulings:4} rulings {report.events:5} facts"
        f" {report.turns:2} turns {report.seconds:5.1f} s, slowest {report.slowest.ms:5.0f} ms"
        f"  {report.result}"
    )
    if report.fault:
        again = f"python -m scripts.soak {report.game} --seed {report.seed}"
        text += f"FAULT\n  {again}\n  {report.fault}"
    return text


def main(words: list[str]) -> int:
    """Play, print, and return 1 when anything failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", choices=tuple(TRIALS))
    parser.add_argument("matches", nargs="?", type=int)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int)
    chosen = parser.parse_args(words)
    games = (chosen.game,) if chosen.game else tuple(TRIALS)
    if chosen.seed is not None:
        reports = [one(game, chosen.seed, every_law=True) for game in games]
        for report in reports:
            print(line_of(report))
            print("\n".join(summary([report], report.seconds)))
        return int(any(report.fault for report in reports))
    return max(soaked(game, chosen.first, chosen.matches or MATCHES[game]) for game in games)


def soaked(game: str, first: int, matches: int) -> int:
    """Play the matches of one game; 1 when any failed."""
    start, reports = monotonic(), []
    with Pool(WORKERS, maxtasksperchild=10) as pool:
        for report in pool.imap_unordered(partial(one, game), range(first, first + matches)):
            reports.append(report)
            print(line_of(report), flush=True)
    print("\n".join(summary(reports, monotonic() - start)))
    return int(any(report.fault for report in reports))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
