"""Shooting where cases of one table do not reach: characters in the ranks, previews, closing up."""

from typing import Any

import msgspec
import pytest

from rules.core.dice import ScriptedDice
from rules.core.events import Lost, Moved
from rules.core.refusals import Disc
from rules.core.resolution import Resolution
from rules.core.table import Round
from rules.core.values import INCH
from rules.ninth_age.actions import EndShooting, PlanShot, React, ShootAt
from rules.ninth_age.arms import Weapon
from rules.ninth_age.events import Shot, ShotBegan, TemplateLanded
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.play.harm.damage import exposed, spread, suffer
from rules.ninth_age.play.units.reading import Run
from rules.ninth_age.questions import HowToReact, ShootWith
from rules.ninth_age.state import Declaring, Place, Reacting, Shooting, State

from .kit import RULES, answer, begun, refused, table, unit, with_stats

BOW = Weapon(id="bow", reach=24 * INCH)
SEEN = frozenset("A")


def armed(state: State, *keys: str, **changes: Any) -> State:
    """The same table with bows in some hands."""
    for key in keys:
        state = with_stats(state, key, **{"ballistic_skill": 4, "missiles": (BOW,), **changes})
    return state


def joined(state: State, key: str, host: str, file: int = 2) -> State:
    """The same table with a character in a unit's ranks."""
    now = msgspec.structs.replace(state, joined={**state.joined, key: Place(host=host, file=file)})
    now = with_stats(now, key, character=True)
    ground = ground_of(now)
    poses = ground.poses(host, ground.block(host))
    return msgspec.structs.replace(now, table=now.table.with_poses(poses))


def shooting(state: State) -> State:
    """The shooting phase of A."""
    return begun(state, Shooting(side="A")).state


def with_lord(**lord: Any) -> State:
    """Six archers with a lord in the front rank, two targets."""
    state = table(
        unit("a", 36, 20, models=6), unit("a_lord", 36, 18, models=1, files=1, **lord),
        unit("b", 36, 30, facing_deg=180), unit("b2", 42, 30, facing_deg=180),
    )  # fmt: skip
    return joined(armed(state, "a", "a_lord"), "a_lord", "a")


# rules: T9A-SHOOT-02, T9A-SHOOT-04
def test_who_stands_in_the_ranks_shoots_by_himself_at_the_same_target() -> None:
    state = shooting(with_lord())
    question = next(iter(state.prompts.values())).question
    assert isinstance(question, ShootWith)
    assert question.units == {"a": ("b", "b2"), "a_lord": ("b", "b2")}
    shot = answer(state, ShootAt(unit="a", target="b2"), 1, 1, 1, 1, 1, 1)
    question = next(iter(shot.state.prompts.values())).question
    assert isinstance(question, ShootWith)
    assert question.units == {"a_lord": ("b2",)}
    assert refused(shot.state, ShootAt(unit="a_lord", target="b")).code == "one_target"
    alone = answer(shot.state, ShootAt(unit="a_lord", target="b2"), 2)
    assert [e.unit for e in alone.events if isinstance(e, ShotBegan)] == ["a_lord"]


# rules: T9A-DMG-05
@pytest.mark.parametrize(
    ("models", "lord", "hits", "expected"),
    [
        (5, {}, 7, {"b": 7}),
        (4, {}, 7, {"b": 6, "b_lord": 1}),
        (4, {}, 10, {"b": 8, "b_lord": 2}),
        (4, {}, 4, {"b": 4}),
        (9, {"troop_type": "cavalry"}, 10, {"b": 9, "b_lord": 1}),
    ],
)
def test_shots_spread_over_the_models_they_may_hit(
    models: int, lord: dict[str, Any], hits: int, expected: dict[str, int]
) -> None:
    state = table(
        unit("a", 36, 20),
        unit("b", 36, 30, facing_deg=180, models=models),
        unit("b_lord", 36, 34, models=1, files=1, **lord),
    )
    state = joined(state, "b_lord", "b")
    assert spread(state, "b", hits) == expected
    assert exposed(state, "b") == (["b_lord"] if len(expected) > 1 or hits == 4 else [])


# rules: T9A-DMG-05, T9A-DMG-06, T9A-DMG-07
def test_a_character_has_wounds_of_his_own_and_his_gap_is_filled() -> None:
    state = table(
        unit("a", 36, 20, models=5),
        unit("b", 36, 30, facing_deg=180, models=4, files=3, Ld=10),
        unit("b_lord", 36, 34, models=1, files=1),
    )
    state = shooting(joined(armed(state, "a", ballistic_skill=6), "b_lord", "b", 0))
    where = ground_of(state).block("b").corners[0]
    run = answer(state, ShootAt(unit="a", target="b"), 6, 6, 6, 6, 6, 1, 1, 1, 1, 6)
    assert [(e.unit, e.models) for e in run.events if isinstance(e, Lost)] == [
        ("b_lord", ("b_lord_1",))
    ]
    assert "close_up" in [e.why for e in run.events if isinstance(e, Moved)]
    after = ground_of(run.state)
    assert after.block("b").count == 4
    assert after.block("b").corners[0] == pytest.approx(where, abs=1)
    places = {key: run.state.table.models[key].pose for key in run.state.table.units["b"].models}
    assert places == after.poses("b", after.block("b"))


# rules: T9A-DMG-07
def test_casualties_leave_the_front_where_it_stands() -> None:
    state = armed(
        table(unit("a", 36, 20, models=5), unit("b", 36, 30, facing_deg=180, models=23, Ld=10)),
        "a", ballistic_skill=6,
    )  # fmt: skip
    state = shooting(state)
    left, right, *_ = ground_of(state).block("b").corners
    run = answer(state, ShootAt(unit="a", target="b"), 6, 6, 6, 6, 6, 6, 6, 6, 6, 6)
    block = ground_of(run.state).block("b")
    assert (block.count, block.ranks, block.last) == (18, 4, 3)
    assert block.corners[0] == pytest.approx(left, abs=1)
    assert block.corners[1] == pytest.approx(right, abs=1)


# rules: T9A-SHOOT-05, T9A-CHG-11
def test_a_preview_of_a_shot_names_the_source_of_each_modifier() -> None:
    state = shooting(armed(table(unit("a", 36, 12), unit("b", 36, 30, facing_deg=180)), "a"))
    shown = RULES.preview(state, SEEN, PlanShot(unit="a", target="b"))
    assert shown.action == ShootAt(unit="a", target="b")
    (aim,) = shown.shots
    (group,) = aim.volleys
    assert (group.models, group.need, group.then) == (10, 4, 0)
    assert [(s.key.rpartition(".")[2], s.add) for s in group.sources] == [
        ("skill", 4), ("long_range", -1),
    ]  # fmt: skip
    assert RULES.preview(state, frozenset("B"), PlanShot(unit="a", target="b")).action is None
    assert RULES.preview(state, SEEN, PlanShot(unit="a", target="a")).refusal.code == "not_enemy"


# rules: T9A-CHG-11
def test_who_is_asked_for_a_reaction_sees_what_standing_and_shooting_brings() -> None:
    state = armed(
        table(unit("a", 36, 20), unit("b", 36, 30, facing_deg=180, models=5)), "b"
    )  # fmt: skip
    asked = begun(state, Reacting(unit="a", target="b"), Declaring(side="A")).state
    (prompt,) = asked.prompts.values()
    assert isinstance(prompt.question, HowToReact)
    assert prompt.question.reactions == ("hold", "stand_and_shoot", "flee")
    shown = RULES.preview(asked, frozenset("B"), PlanShot(unit="b", target="a"))
    assert [s.key.rpartition(".")[2] for s in shown.shots[0].volleys[0].sources] == [
        "skill", "stand_and_shoot",
    ]  # fmt: skip
    run = answer(asked, React(reaction="stand_and_shoot"), 4, 4, 1, 1, 1, 6, 1)
    (shot,) = [e for e in run.events if isinstance(e, Shot)]
    assert (shot.unit, shot.hits, shot.lost, shot.reaction) == ("b", 2, 1, True)
    assert run.state.did("b", "stood")


# rules: T9A-UNIT-10
def test_a_round_machine_sees_all_around() -> None:
    machine = Weapon(id="ballista", artillery="bolt_thrower", reach=48 * INCH, strength=6)
    state = table(unit("a", 36, 20, models=1, files=1, W=3), unit("b", 36, 8))
    state = armed(
        state, "a", missiles=(machine,), base=Round(radius=3000), troop_type="war_machine"
    )
    models = {
        key: msgspec.structs.replace(model, base=Round(radius=3000)) if key == "a_1" else model
        for key, model in state.table.models.items()
    }
    state = msgspec.structs.replace(
        state, table=msgspec.structs.replace(state.table, models=models)
    )
    run = answer(shooting(state), ShootAt(unit="a", target="b"), 6, 1)
    assert [e.hits for e in run.events if isinstance(e, Shot)] == [1]


# rules: T9A-SHOOT-10, T9A-WPN-05
def test_a_template_is_aimed_at_a_model_that_is_named_or_at_the_middle_one() -> None:
    stone = Weapon(
        id="stone_thrower", artillery="catapult", reach=60 * INCH, size="3", strength=3
    )  # fmt: skip
    state = table(
        unit("a", 36, 10, models=1, files=1),
        unit("b", 36, 30, facing_deg=180, models=15),
        unit("a2", 33.2, 30, models=1, files=1),
    )
    state = shooting(armed(state, "a", missiles=(stone,)))
    shown = RULES.preview(state, SEEN, PlanShot(unit="a", target="b"))
    where = {shape.at for shape in shown.shapes if isinstance(shape, Disc)}
    assert where == {state.table.models["b_8"].pose.at}
    near = RULES.preview(state, SEEN, PlanShot(unit="a", target="b", model="b_10"))
    assert near.refusal.code == "template_blocked"
    other = RULES.preview(state, SEEN, PlanShot(unit="a", target="b", model="b_6"))
    assert other.refusal is None


# rules: T9A-SHOOT-01
def test_a_shooting_phase_without_shooters_asks_nobody() -> None:
    state = begun(table(unit("a", 36, 20), unit("b", 36, 30)), Shooting(side="A")).state
    assert not any(isinstance(p.question, ShootWith) for p in state.prompts.values())


def test_the_last_shot_ends_the_phase_and_so_does_a_word() -> None:
    state = shooting(armed(table(unit("a", 36, 20), unit("b", 36, 30, facing_deg=180)), "a"))
    assert not any(
        isinstance(p.question, ShootWith)
        for p in answer(state, EndShooting()).state.prompts.values()
    )
    run = answer(state, ShootAt(unit="a", target="b"), *(1,) * 10)
    assert not any(isinstance(p.question, ShootWith) for p in run.state.prompts.values())


# rules: T9A-WPN-05, T9A-DMG-05
def test_a_template_may_be_aimed_at_a_character_in_the_ranks() -> None:
    """By himself it would not be chosen; five around him take his hit."""
    stone = Weapon(
        id="stone_thrower", artillery="catapult", reach=60 * INCH, size="3", strength=3
    )  # fmt: skip
    state = table(
        unit("a", 36, 10, models=1, files=1),
        unit("b", 36, 30, facing_deg=180, models=9, Ld=10),
        unit("b_lord", 36, 40, models=1, files=1),
    )
    state = shooting(joined(armed(state, "a", missiles=(stone,)), "b_lord", "b"))
    shown = RULES.preview(state, SEEN, PlanShot(unit="a", target="b"))
    where = {shape.at for shape in shown.shapes if isinstance(shape, Disc)}
    lord = state.table.models["b_lord_1"].pose.at
    assert lord not in where
    run = answer(state, ShootAt(unit="a", target="b", model="b_lord_1"), 1, 1, *[1] * 8)
    (landed,) = [e for e in run.events if isinstance(e, TemplateLanded)]
    assert landed.way == (lord,)
    assert [(e.target, e.hits) for e in run.events if isinstance(e, Shot)] == [("b", 1), ("b", 7)]


# rules: T9A-DMG-07
@pytest.mark.parametrize(
    ("file", "wounds", "gone", "stays"),
    [
        (2, 2, {"b_1", "b_5"}, True),
        (2, 1, {"b_5"}, True),
        (0, 2, {"b_1", "b_5"}, False),
        (5, 2, {"b_1", "b_5"}, False),
    ],
)
def test_a_rank_with_a_character_falls_from_both_ends_and_he_moves_inwards_at_most(
    file: int, wounds: int, gone: set[str], stays: bool
) -> None:
    """Five and a lord in one rank; at an end he is in the way."""
    state = table(
        unit("a", 36, 20),
        unit("b", 36, 30, facing_deg=180, models=5, files=6),
        unit("b_lord", 36, 34, models=1, files=1),
    )
    state = joined(state, "b_lord", "b", file)
    was = {key: model.pose for key, model in state.table.models.items()}
    run: Run = Resolution(RULES, state, ScriptedDice(()))
    suffer(run, "b", wounds, "shot")
    now = run.state.table
    assert {m for e in run.events if isinstance(e, Lost) for m in e.models} == gone
    assert (now.models["b_lord_1"].pose == was["b_lord_1"]) is stays
    assert all(now.models[key].pose == was[key] for key in ("b_2", "b_3", "b_4"))


# rules: T9A-WPN-10, T9A-MEAS-01
def test_a_blast_reaches_the_nearest_part_of_a_base() -> None:
    """A lord of two files at the end of a rank: the far half of his base is out of reach."""
    flame = Weapon(id="flame", artillery="flame", reach=30 * INCH, strength=5)
    right = 60 / 25.4 / 2 + 1.5 + 150 / 25.4 / 2
    state = table(
        unit("a", 36, 10, models=1, files=1, base_mm=[60, 60], troop_type="war_machine"),
        unit("a2", 36 - right, 10, models=4, files=6),
        unit("a2_lord", 20, 4, models=1, files=1, base_mm=[50, 25], W=3),
        unit("b", 36, 30, facing_deg=180),
    )
    state = joined(state, "a2_lord", "a2", 4)
    far = ground_of(state).block("a2").moved(36 * INCH - right * INCH
                                             - ground_of(state).block("a2").at[0], 0)  # fmt: skip
    poses = ground_of(state).poses("a2", far)
    state = msgspec.structs.replace(state, table=state.table.with_poses(poses))
    state = shooting(with_stats(state, "a", ballistic_skill=4, missiles=(flame,)))
    run = answer(state, ShootAt(unit="a", target="b"), 6, 1, 2, 1, 1, 1)
    assert [(e.target, e.hits) for e in run.events if isinstance(e, Shot)] == [("a2_lord", 1)]
