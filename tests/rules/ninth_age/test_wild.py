"""Units that go where they will, charge without thinking, or fall to dust: rules of the armies."""

from typing import Any

import msgspec
import pytest

from rules.core.events import Lost, Rolled
from rules.core.table import Piece
from rules.core.values import INCH
from rules.ninth_age.actions import Advance, Aim, DeclareCharge, EndDeclarations, Keep, Next, Wander
from rules.ninth_age.armies.content import Roster, RosterUnit
from rules.ninth_age.armies.enlisting import stats_of
from rules.ninth_age.armies.muster import enlist
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.events import ChargeRolled, LeadershipTested, Shot, TurnBegan
from rules.ninth_age.play.harm.crumbling import due, spared
from rules.ninth_age.play.units.bestowed import has
from rules.ninth_age.play.units.reading import random_dice
from rules.ninth_age.questions import NextWander, RollAgain, WhomToSwoop
from rules.ninth_age.state import Charging, Declaring, Moving, Phase, State, Wandering

from .kit import RULES, answer, begun, on, refused, stands, table, unit, with_stats

FAR = unit("b", 70, 46)


def question(state: State) -> Any:
    """What is asked."""
    (prompt,) = state.prompts.values()
    return prompt.question


def faces(run: Any, why: str) -> list[tuple[int, ...]]:
    """Dice of rolls of one kind."""
    return [e.faces for e in run.events if isinstance(e, Rolled) and e.why == why]


# --- charges --------------------------------------------------------------------------------------


def charging(*rules: str, friend: tuple[str, ...] = ()) -> State:
    """A charge of seven inches is declared; the enemy holds."""
    units = unit("a", 20, 20), unit("a2", 27, 20), unit("b", 20, 29, facing_deg=180)
    state = with_stats(with_stats(table(*units), "a", rules=rules), "a2", rules=friend)
    state = with_stats(state, "b", rules=("undead",))
    now = begun(state, Declaring(side="A"), Charging(side="A")).state
    return answer(now, DeclareCharge(unit="a", target="b")).state


# rules: T9A-SR-IMPETUOUS
def test_the_impetuous_fear_nothing_once_they_charge() -> None:
    state = charging("impetuous")
    assert has(state, "a", "immune_to_psychology")
    assert not has(RULES.apply(state, TurnBegan(side="B", turn=1)), "a", "immune_to_psychology")
    assert not has(charging("fear"), "a", "immune_to_psychology")


def rolls(state: State, *dice: int) -> list[int]:
    """The ranges of a charge, in inches, that the dice give."""
    run = answer(state, EndDeclarations(), *dice)
    return [e.range // INCH for e in run.events if isinstance(e, ChargeRolled)]


# rules: T9A-SR-IMPETUOUS, T9A-CHG-21
def test_the_impetuous_roll_once_more_for_a_charge_that_fails() -> None:
    assert rolls(charging("impetuous"), 1, 1, 6, 5) == [15]
    assert rolls(charging("fear"), 1, 1) == [6]


# rules: T9A-SR-WEVEGOTTHEGREENLIGHT
def test_friends_of_a_charging_idol_roll_once_more() -> None:
    def has_it(gap: float, **changes: Any) -> bool:
        x = 20 + 125 / 25.4 + gap
        state = table(unit("a", 20, 20), unit("a_idol", x, 20), FAR)
        state = with_stats(state, "a_idol", rules=("weve_got_the_green_light",))
        return has(msgspec.structs.replace(state, **changes), "a", "weve_got_the_green_light")

    assert has_it(7.9, deeds={"a_idol": ("charged",)})
    assert not has_it(8.1, deeds={"a_idol": ("charged",)})
    assert not has_it(7.9)


# --- random moves ---------------------------------------------------------------------------------


def wild(*rules: str, y: float = 20.0, **more: Any) -> State:
    """A lone unit of random movement, asked where to."""
    beast = unit("a", 36, y, models=1, files=1, base_mm=[50, 50], random_movement="2D6", W=9)
    state = with_stats(table(beast, FAR, **more), "a", rules=rules)
    return begun(state, Wandering(side="A")).state


# rules: T9A-SR-RUNNINGAMOK, T9A-GEN-07
def test_who_runs_amok_goes_anywhere() -> None:
    run = answer(wild("running_amok"), Wander(unit="a", facing=0), 3, 4, 2, 4, 1, 1)
    assert stands(run.state, "a")[:2] == (43, 20)
    plain = answer(wild(), Wander(unit="a", facing=0), 3, 4)
    assert stands(plain.state, "a")[:2] == (36, 27)


# rules: T9A-SR-STEADY
def test_the_steady_may_roll_their_move_once_more() -> None:
    run = answer(wild("steady"), Wander(unit="a", facing=0), 1, 2)
    assert question(run.state) == RollAgain(unit="a", total=3)
    kept = answer(run.state, Keep())
    assert stands(kept.state, "a")[:2] == (36, 23)
    again = answer(run.state, Next(unit="a"), 6, 5)
    assert stands(again.state, "a")[:2] == (36, 31)
    assert not any(isinstance(p.question, RollAgain) for p in again.state.prompts.values())


# rules: T9A-SR-SHAMBOLIC, T9A-SR-STEADY, T9A-SR-RUNNINGAMOK
def test_a_shambolic_unit_of_the_lists_is_so_in_any_mode() -> None:
    one = RosterUnit(id="u", name="U", entry="gnasher_dashers", models=5)
    found = enlist(Roster(army="og", name="R", points=2000, units=(one,)), pack())["u"]
    stats = stats_of(found, pack())
    assert stats.has("shambolic")
    assert stats.has("steady")
    assert stats.has("cannot_be_joined_by_characters")
    assert stats.random_movement == 3


def wood(look: str, y: int) -> dict[str, Piece]:
    """A piece four inches deep across the way."""
    outline = ((30 * INCH, y * INCH), (42 * INCH, y * INCH), (42 * INCH, (y + 4) * INCH),
               (30 * INCH, (y + 4) * INCH))  # fmt: skip
    return {look: Piece(outline=outline, look=look, traits=(look,))}


# rules: T9A-SR-ACCIDENTPRONE, T9A-DT-02
@pytest.mark.parametrize(
    ("look", "dice", "hurt"),
    [("water", (2,), 1), ("water", (3,), 0), ("hill", (), 0), ("impassable", (1,), 1)],
)
def test_the_accident_prone_hurt_themselves_on_any_ground(
    look: str, dice: tuple[int, ...], hurt: int
) -> None:
    state = wild("accident_prone")
    laid = msgspec.structs.replace(state.table, terrain=wood(look, 24))
    state = msgspec.structs.replace(state, table=laid)
    run = answer(state, Wander(unit="a", facing=0), 3, 4, *dice)
    assert run.state.table.units["a"].count("wounds") == hurt


# rules: T9A-SR-STEAMENGINE
@pytest.mark.parametrize(("suffered", "dice"), [(0, 3), (2, 3), (3, 2), (6, 2), (7, 1)])
def test_an_engine_of_steam_slows_with_its_wounds_and_may_stay(suffered: int, dice: int) -> None:
    state = with_stats(wild("steam_engine"), "a", wounds=10)
    hurt = msgspec.structs.replace(state, table=state.table.with_counter("a", "wounds", suffered))
    assert random_dice(hurt, "a") == dice
    assert isinstance(question(state), NextWander)
    stayed = answer(state, Keep())
    assert stands(stayed.state, "a")[:2] == (36, 20)


# --- dust to dust ---------------------------------------------------------------------------------


def orphans(**stats: Any) -> State:
    """Undead whose Master is gone, and a friend of theirs six inches off."""
    state = table(unit("a", 20, 20, Ld=4), unit("a_king", 40, 40, models=1, files=1),
                  unit("a_wagon", 20, 26), FAR)  # fmt: skip
    state = with_stats(state, "a_king", general=True, character=True)
    state = with_stats(state, "a", rules=("ashes_to_ashes", "undead"), **stats)
    mustered = {key: found.models for key, found in state.table.units.items()}
    state = msgspec.structs.replace(state, mustered=mustered)
    return RULES.apply(state, Lost(unit="a_king", models=("a_king_1",), why="shot"))


# rules: T9A-SR-ASHESTOASHES
def test_the_undead_crumble_at_the_end_of_the_phase_in_which_their_master_falls() -> None:
    run = begun(orphans(), Phase(name="moves"), dice=(3, 4))
    tests = [(e.unit, e.test, e.total, e.target) for e in run.events
             if isinstance(e, LeadershipTested)]  # fmt: skip
    assert tests == [("a", "ashes", 7, 4)]
    assert len(run.state.table.units["a"].models) == 10 - 3
    assert due(run.state) == ()
    held = begun(orphans(), Phase(name="moves"), dice=(1, 2))
    assert len(held.state.table.units["a"].models) == 10
    assert due(with_stats(orphans(), "a", rules=())) == ()


# rules: T9A-SR-NECROMANTICAURA, T9A-SR-UNDEADCONSTRUCTS
def test_an_aura_and_good_work_hold_the_undead_together() -> None:
    state = orphans()
    assert spared(state, "a") == 0
    near = with_stats(state, "a_wagon", rules=("necromantic_aura",))
    assert (spared(near, "a"), spared(near, "a_wagon")) == (1, 0)
    built = with_stats(near, "a", rules=("ashes_to_ashes", "undead_constructs"))
    assert spared(built, "a") == 2


# --- from above -----------------------------------------------------------------------------------


def above(rule: str, *more: dict[str, Any]) -> State:
    """A flyer before an enemy, asked where to move."""
    bird = unit("a", 36, 20, models=1, files=1, base_mm=[50, 50])
    state = table(bird, unit("b", 36, 25, models=10, facing_deg=180, Ld=10), *more)
    state = with_stats(state, "a", rules=("fly", rule), fly=10)
    return begun(state, Moving(side="A")).state


def blasts(run: Any) -> list[tuple[str, str, int]]:
    """Who was hit by what, and how often."""
    return [(e.target, e.weapon, e.hits) for e in run.events if isinstance(e, Shot)]


# rules: T9A-SR-BOMBINGRUN, T9A-SR-FLAMESWOOP
@pytest.mark.parametrize(
    ("rule", "dice", "hits"), [("bombing_run", (2, 3), 5), ("flame_swoop", (2, 4), 4)]
)
def test_who_is_flown_over_is_hurt(rule: str, dice: tuple[int, ...], hits: int) -> None:
    state = above(rule)
    over = answer(state, Advance(unit="a", path=(on(10),)), *dice, *[1] * hits)
    assert blasts(over) == [("b", rule, hits)]
    short = answer(state, Advance(unit="a", path=(on(2),)))
    assert blasts(short) == []
    assert blasts(answer(above("fear"), Advance(unit="a", path=(on(10),)))) == []


# rules: T9A-SR-BOMBINGRUN
def test_of_several_below_one_is_named() -> None:
    state = above("bombing_run", unit("b2", 36, 27.2, models=5, facing_deg=180, Ld=10))
    over = answer(state, Advance(unit="a", path=(on(10),)))
    assert question(over.state) == WhomToSwoop(unit="a", targets=("b", "b2"))
    assert refused(over.state, Aim(target="a")).code == "not_in_list"
    hit = answer(over.state, Aim(target="b2"), 1, 1, 1, 1)
    assert blasts(hit) == [("b2", "bombing_run", 2)]
    assert blasts(answer(over.state, Keep())) == []


# rules: T9A-SR-BOING
@pytest.mark.parametrize(("rule", "y"), [("boing", 31), ("fear", 23.5)])
def test_who_bounces_goes_over_friends(rule: str, y: float) -> None:
    beast = unit("a", 36, 20, models=1, files=1, base_mm=[25, 25], random_movement="3D6")
    state = table(beast, unit("a2", 36, 26, models=5), FAR)
    now = begun(with_stats(state, "a", rules=(rule,)), Wandering(side="A")).state
    run = answer(now, Wander(unit="a", facing=0), 3, 4, 4)
    assert stands(run.state, "a")[1] == pytest.approx(y, abs=0.6)
    back = answer(now, Wander(unit="a", facing=0), 1, 2, 3)
    assert stands(back.state, "a")[1] < 25
