"""Contact that casualties break, and what is left of who is gone (T9A-DMG-09)."""

from typing import Any

import msgspec
import pytest

from rules.core.dice import ScriptedDice
from rules.core.events import Adjusted, Moved
from rules.core.offers import RemoveModel
from rules.core.resolution import Resolution
from rules.core.values import INCH
from rules.geometry.measure import TOUCH
from rules.ninth_age.changes import APPLIES
from rules.ninth_age.events import Disengaged, Engaged
from rules.ninth_age.field.approach import Charged
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.play.harm.damage import suffer
from rules.ninth_age.play.moving.flight import flee
from rules.ninth_age.play.moving.rushing import arrive
from rules.ninth_age.play.units.reading import Run, destroy, engaged
from rules.ninth_age.state import Charge, Flight, Place, State

from .kit import RULES, table, unit

A = unit("a", 20, 20, models=5)
"""One rank, of which only the right end meets the left end of who faces it."""
B = unit("b", 24.42, 21.477, facing_deg=180)


def fighting(*units: dict[str, Any], **foes: tuple[str, ...]) -> State:
    return msgspec.structs.replace(table(*units), engaged=foes)


def losing(state: State, key: str = "a", wounds: int = 1) -> Run:
    run: Run = Resolution(RULES, state, ScriptedDice((), 0))
    suffer(run, key, wounds, "dangerous")
    return run


def fled_from(state: State, key: str, other: str) -> State:
    run: Run = Resolution(RULES, state, ScriptedDice((3, 3), 0))
    flee(run, Flight(unit=key, away=other))
    return run.state


def carried(run: Run) -> list[str]:
    return [e.unit for e in run.events if isinstance(e, Moved) and e.why == "nudge"]


# rules: T9A-DMG-09
def test_who_loses_contact_by_casualties_of_the_other_is_nudged_up_again() -> None:
    state = fighting(A, B, a=("b",), b=("a",))
    assert engaged(state, "a")
    run = losing(state)
    assert carried(run) == ["b"]
    assert engaged(run.state, "a")
    assert engaged(run.state, "b")
    before, after = (ground_of(s).block("b") for s in (state, run.state))
    assert after.at[0] < before.at[0]
    assert abs(after.at[1] - before.at[1]) <= TOUCH


# rules: T9A-DMG-09
def test_who_fights_another_enemy_stays_and_the_unit_itself_is_nudged() -> None:
    second = unit("a2", 28, 20)
    run = losing(fighting(A, B, second, a=("b",), b=("a", "a2"), a2=("b",)))
    assert carried(run) == ["a"]
    assert engaged(run.state, "a")


# rules: T9A-DMG-09
def test_where_neither_may_be_nudged_they_fight_no_longer() -> None:
    second, third = unit("a2", 28, 20), unit("b2", 17.2, 20.985, facing_deg=180, models=5)
    fights = {"a": ("b", "b2"), "b": ("a", "a2"), "a2": ("b",), "b2": ("a",)}
    run = losing(fighting(A, B, second, third, **fights))
    assert not carried(run)
    assert [(e.unit, e.other) for e in run.events if isinstance(e, Disengaged)] == [("a", "b")]
    assert run.state.engaged == {"a": ("b2",), "b": ("a2",), "a2": ("b",), "b2": ("a",)}


# rules: T9A-DMG-09
def test_who_is_gone_or_flees_fights_nobody() -> None:
    state = fighting(A, B, a=("b",), b=("a",))
    gone: Run = Resolution(RULES, state, ScriptedDice((), 0))
    destroy(gone, "b", "shot")
    assert gone.state.engaged == {}
    fled = fled_from(state, "b", "a")
    assert fled.fleeing("b")
    assert fled.engaged == {}


# rules: T9A-CHG-11
def test_a_charger_who_is_gone_charges_nobody() -> None:
    state = table(unit("a", 20, 20), unit("b", 20, 30, facing_deg=180))
    charging = msgspec.structs.replace(state, charges={"a": Charge(target="b", side="front")})
    gone: Run = Resolution(RULES, charging, ScriptedDice((), 0))
    destroy(gone, "a", "shot")
    assert gone.state.charges == {}
    fled = fled_from(charging, "a", "b")
    assert fled.charges == {}


# rules: T9A-DMG-09, T9A-DT-02
@pytest.mark.parametrize(("face", "nudged"), [(1, ["b"]), (6, [])])
def test_a_charge_whose_touching_model_dies_on_the_way_is_in_contact_all_the_same(
    face: int, nudged: list[str]
) -> None:
    ruin = {"id": "ruin", "kind": "ruin", "centre": [22, 20.2], "size_mm": [25, 2]}
    state = table(A, B, terrain=[ruin])
    start = ground_of(state).moved("a", ground_of(state).block("a").advanced(-INCH))
    state = msgspec.structs.replace(
        state, table=start.table, charges={"a": Charge(target="b", side="front")}
    )
    end = ground_of(table(A)).block("a")
    found = Charged((start.block("a"), end), 0, 2, "front")
    run: Run = Resolution(RULES, state, ScriptedDice((face,), 0))
    arrive(run, "a", "b", found, flees=False)
    assert carried(run) == nudged
    assert [(e.unit, e.target) for e in run.events if isinstance(e, Engaged)] == [("a", "b")]
    assert engaged(run.state, "a")


def test_who_is_taken_off_by_agreement_fights_nobody_and_its_character_does() -> None:
    guest = unit("c", 20, 20, models=1)
    alone = unit("a", 20, 20, models=1)
    state = msgspec.structs.replace(
        fighting(alone, guest, B, a=("b",), b=("a",)), joined={"c": Place(host="a", file=0)}
    )
    for gone, fights in (("a", ("c",)), ("c", ())):
        model = state.table.units[gone].models[-1]
        state = APPLIES[Adjusted](state, Adjusted(change=RemoveModel(model=model)))
        assert state.engaged.get(gone, ()) == ()
        assert state.engaged.get("b", ()) == fights
