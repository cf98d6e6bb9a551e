"""What armies do between deployment and battle: stakes, banks, prayers."""

from typing import Any

import pytest
from msgspec.structs import replace

from rules.core.events import Rolled, Source
from rules.core.values import INCH
from rules.ninth_age.actions import Keep
from rules.ninth_age.arms import Weapon
from rules.ninth_age.events import Did, Fled
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.sighting import shooters
from rules.ninth_age.opening.actions import ChooseSide, Pray
from rules.ninth_age.opening.events import FirstTurn
from rules.ninth_age.opening.questions import WhetherToPray, WhoBegins
from rules.ninth_age.opening.steps import Beginning, Praying
from rules.ninth_age.play.harm.saves import Blow, special_save
from rules.ninth_age.play.opening.preparing import blessed, dig_in
from rules.ninth_age.play.shooting.aiming import judge_fire
from rules.ninth_age.state import State

from .kit import RULES, answer, begun, table, unit, with_stats

BOW = Weapon(id="bow", reach=24 * INCH)


def question(state: State) -> Any:
    """What is asked."""
    (prompt,) = state.prompts.values()
    return prompt.question


# rules: T9A-SR-BOWMENSSTAKES, T9A-SHOOT-07
def test_stakes_before_bowmen_are_soft_cover_from_the_front() -> None:
    state = table(unit("a", 20, 20), unit("b", 20, 30, facing_deg=180))
    run = begun(with_stats(state, "a", rules=("bowmens_stakes",)))
    dig_in(run)
    (fence,) = run.state.table.terrain.values()
    front = ground_of(run.state).block("a").corners[0][1]
    assert min(y for _, y in fence.outline) == pytest.approx(front, abs=1)
    assert max(y for _, y in fence.outline) == pytest.approx(front + 2000, abs=1)
    seen = shooters(ground_of(run.state), "b", "a", 24 * INCH, None)
    assert {one.cover for one in seen} == {"soft"}
    bare = shooters(ground_of(state), "b", "a", 24 * INCH, None)
    assert {one.cover for one in bare} == {"none"}


def dug(*machines: float) -> State:
    """Somebody who digs, and war machines so far to his right."""
    guns = [unit(f"a_gun{n}", 20 + x, 20, models=1, files=1) for n, x in enumerate(machines)]
    state = table(unit("a", 20, 20, models=1, files=1), *guns, unit("b", 24, 34, facing_deg=180))
    for n in range(len(machines)):
        state = with_stats(state, f"a_gun{n}", troop_type="war_machine")
    run = begun(with_stats(state, "a", rules=("entrench",)))
    dig_in(run)
    return with_stats(run.state, "b", ballistic_skill=4, missiles=(BOW,))


# rules: T9A-SR-ENTRENCH, T9A-SR-ENTRENCHED, T9A-SHOOT-06
def test_an_engineer_digs_in_the_nearest_machine_until_it_moves() -> None:
    state = dug(8, 4)
    assert [state.stats[gun].has("entrenched") for gun in ("a_gun0", "a_gun1")] == [False, True]

    def cover(now: State) -> dict[str, int]:
        fire = judge_fire(now, "b", "a_gun1", reaction=True)
        return {s.key.rpartition(".")[2]: s.add for v in fire.volleys for s in v.sources}

    assert cover(state)["hard_cover"] == -2
    moved = RULES.apply(state, Did(unit="a_gun1", deed="moved"))
    assert "hard_cover" not in cover(moved)


def praying() -> State:
    """Two armies, the first of which is blessed, before the battle."""
    state = table(unit("a", 20, 20), unit("b", 20, 40))
    opened = replace(state.opening, finished=("A", "B"))
    return with_stats(replace(state, opening=opened), "a", rules=("the_blessing",))


# rules: T9A-SR-THEBLESSING, T9A-SR-PRAYER, T9A-DEP-06
def test_an_army_that_prays_is_warded_better_and_lets_the_other_say_who_begins() -> None:
    now = begun(praying(), Praying(side="A"), Beginning()).state
    assert isinstance(question(now), WhetherToPray)
    assert [blessed(now, side) for side in ("A", "B")] == [True, False]
    prayed = answer(now, Pray()).state
    assert question(prayed) == WhoBegins(sides=("B", "A"))
    assert [prompt.side for prompt in prayed.prompts.values()] == ["B"]
    stats = prayed.stats["a"]
    assert [special_save(stats, Blow(s)) for s in (4, 5)] == [("ward", 6), ("ward", 5)]
    (chosen,) = [e for e in answer(prayed, ChooseSide(side="A")).events if isinstance(e, FirstTurn)]
    assert chosen == FirstTurn(side="A", finisher="A", chooser="B")
    kept = answer(now, Keep(), 6, 1).state
    assert special_save(kept.stats["a"], Blow(5)) == ("ward", 6)
    fled = RULES.apply(prayed, Fled(unit="a", roll=4, length=4 * INCH))
    assert special_save(fled.stats["a"], Blow(5)) is None


# rules: T9A-DEP-06
def test_the_roll_for_the_first_turn_names_what_is_added_and_a_lower_total_who_chooses() -> None:
    state = table(unit("a", 20, 20), unit("b", 20, 40))
    opened = replace(state.opening, finished=("A", "B"), announced="first", undeployed=3)
    ready = replace(state, opening=opened)
    high = begun(ready, Beginning(), dice=(3, 5))
    added = [(e.side, e.sources) for e in high.events if isinstance(e, Rolled)]
    assert added == [("A", (Source(key="ninth_age.source.undeployed", add=3),)), ("B", ())]
    first = FirstTurn(side="A", totals={"A": 6, "B": 5}, finisher="A")
    assert [e for e in high.events if isinstance(e, FirstTurn)] == [first]
    low = begun(ready, Beginning(), dice=(2, 5))
    (prompt,) = low.state.prompts.values()
    assert (prompt.side, prompt.line.key) == ("B", "ninth_age.ask.who_begins_lower")
    chosen = answer(low.state, ChooseSide(side="B")).events
    told = FirstTurn(side="B", totals={"A": 5, "B": 5}, finisher="A", chooser="B")
    assert told in chosen
