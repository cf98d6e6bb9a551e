"""Champions: wounds of their own on dangerous ground and under templates (T9A-DMG-06)."""

from typing import Any

import msgspec
import pytest

from rules.core.events import Lost, Rolled
from rules.core.refusals import Refused
from rules.core.table import Piece
from rules.core.values import INCH
from rules.ninth_age.actions import ShootAt
from rules.ninth_age.arms import Guard, Weapon
from rules.ninth_age.events import ChampionFell, Shot, ShotBegan
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.play.harm.damage import Pool, suffer
from rules.ninth_age.play.harm.hazards import cross
from rules.ninth_age.play.shooting.aiming import judge_fire, may_react
from rules.ninth_age.state import Shooting, State

from .kit import answer, begun, table, unit, with_stats

STONE = Weapon(
    id="stone_thrower", reach=48 * INCH, artillery="catapult", size="1", strength=4,
    centre_strength=9, centre_wounds="D3",
)  # fmt: skip
CANNON = Weapon(
    id="cannon", reach=48 * INCH, artillery="cannon", strength=10, wounds="D3", size="10"
)


def led(**more: Any) -> State:
    """A machine before a rank and a half with a champion in the middle of the front."""
    state = table(
        unit("a", 36, 10, models=1, files=1),
        unit("b", 36, 30, facing_deg=180, **{"models": 10, "Ld": 10, **more}),
    )
    state = with_stats(state, "a", ballistic_skill=4, missiles=(STONE,))
    return with_stats(state, "b", champion=True)


TROLLS = {"models": 6, "files": 3, "W": 3, "base_mm": [40, 40], "troop_type": "monstrous_infantry"}


# rules: T9A-DMG-06
@pytest.mark.parametrize(
    ("pool", "wounds", "leader", "left"),
    [
        (Pool(1, 4, 0, True), 3, False, Pool(1, 1, 0, True)),
        (Pool(1, 4, 0, True), 4, False, Pool(1, 0, 0, True)),
        (Pool(1, 4, 0, True), 9, False, Pool(1, 0, 0)),
        (Pool(1, 4, 0, True), 1, True, Pool(1, 4, 0)),
        (Pool(1, 4, 0, True), 5, True, Pool(1, 4, 0)),
        (Pool(3, 2, 2, True), 1, True, Pool(3, 2, 2, True, 1)),
        (Pool(3, 2, 2, True, 1), 2, True, Pool(3, 2, 2)),
        (Pool(3, 2, 2, True, 1), 1, False, Pool(3, 1, 0, True, 1)),
        (Pool(3, 2, 2, True, 1), 5, False, Pool(3, 0, 0, True, 2)),
        (Pool(3, 2, 2, True, 1), 6, False, Pool(3, 0, 0)),
        (Pool(3, 0, 0, True, 1), 1, False, Pool(3, 0, 0, True, 2)),
        (Pool(3, 2, 2), 4, False, Pool(3, 0, 0)),
    ],
)  # fmt: skip
def test_rank_and_file_share_wounds_and_what_is_left_falls_on_their_champion(
    pool: Pool, wounds: int, leader: bool, left: Pool
) -> None:
    assert pool.hurt(wounds, leader=leader) == left


# rules: T9A-DMG-06, T9A-DMG-07, T9A-WPN-05
def test_a_stone_that_lies_on_the_champion_kills_him_and_his_place_is_filled() -> None:
    state = begun(led(), Shooting(side="A")).state
    leader = ground_of(state).leader("b")
    assert leader == "b_3"
    shot = ShootAt(unit="a", target="b", model=leader)
    run = answer(state, shot, 1, 1, 4, 1, 1, 1)
    facts = [e for e in run.events if isinstance(e, ChampionFell | Lost | Shot)]
    assert [type(e) for e in facts] == [ChampionFell, Lost, Shot, Shot]
    assert facts[1].models == ("b_10",)
    assert (facts[2].champion, facts[2].hits, facts[2].lost) == (True, 1, 1)
    assert not run.state.stats["b"].champion
    assert ground_of(run.state).leader("b") == ""
    assert run.state.stats["b"].champion_fell
    # Another stone on the same place hits rank and file.
    fresh = msgspec.structs.replace(run.state, deeds={}, prompts={}, agenda=(), spent={})
    state = begun(fresh, Shooting(side="A")).state
    again = answer(state, shot, 1, 1, 4, 1, 1, 1)
    assert [e.champion for e in again.events if isinstance(e, Shot)] == [False, False]


# rules: T9A-DMG-06, T9A-SR-MULTIPLEWOUNDS
def test_wounds_of_a_champion_of_three_are_kept_apart_from_those_of_the_others() -> None:
    state = led(**TROLLS)
    assert ground_of(state).leader("b") == "b_2"
    state = begun(state, Shooting(side="A")).state
    run = answer(state, ShootAt(unit="a", target="b", model="b_2"), 1, 1, 4, 4)
    assert run.state.table.units["b"].counters == {"champion": 2}
    more = suffer(run, "b", 2, "test")
    assert (more, run.state.table.units["b"].counters) == (0, {"champion": 2, "wounds": 2})
    assert suffer(run, "b", 1, "test", leader=True) == 1
    assert run.state.table.units["b"].counters == {"wounds": 2}
    assert (run.state.stats["b"].champion, len(run.state.table.units["b"].models)) == (False, 5)


# rules: T9A-DMG-06, T9A-WPN-08
def test_a_ball_that_fells_the_champion_flies_on() -> None:
    state = with_stats(led(), "a", missiles=(CANNON,))
    state = begun(state, Shooting(side="A")).state
    run = answer(state, ShootAt(unit="a", target="b"), 4, 4, 4)
    assert [(e.champion, e.lost) for e in run.events if isinstance(e, Shot)] == [
        (True, 1), (False, 1)
    ]  # fmt: skip


def on_dangerous_ground(state: State) -> State:
    """The same with a wood where the unit goes."""
    corners = ((30, 20), (42, 20), (42, 40), (30, 40))
    wood = Piece(
        outline=tuple((x * INCH, y * INCH) for x, y in corners), look="wood", traits=("forest",)
    )
    return msgspec.structs.replace(
        state, table=msgspec.structs.replace(state.table, terrain={"wood": wood})
    )


# rules: T9A-DT-05, T9A-DMG-06
@pytest.mark.parametrize(
    ("faces", "left"), [((1, 2, 2), 2), ((2, 1, 2), 2), ((2, 2, 2), 3), ((1, 1, 2), 1)]
)
def test_a_champion_whose_die_fails_takes_the_wound_himself(
    faces: tuple[int, ...], left: int
) -> None:
    """Three riders in a rank, their champion in the middle: only his own die is his."""
    state = led(models=3, files=3, troop_type="cavalry", base_mm=[25, 50])
    state = on_dangerous_ground(state)
    run = begun(state, dice=faces)
    ground = ground_of(state)
    cross(run, ground, "b", (ground.block("b"),))
    assert len(run.state.table.units["b"].models) == left
    fell = any(isinstance(e, ChampionFell) for e in run.events)
    assert fell is (faces[1] == 1)
    assert run.state.stats["b"].champion is not fell


# rules: T9A-DT-03, T9A-DT-05
def test_each_wound_has_the_save_that_was_thrown_for_it() -> None:
    state = led(models=3, files=3, troop_type="cavalry", base_mm=[25, 50])
    state = with_stats(on_dangerous_ground(state), "b", guard=Guard(ward=4))
    ground = ground_of(state)
    run = begun(state, dice=(1, 1, 1, 4, 3, 4))
    cross(run, ground, "b", (ground.block("b"),))
    assert any(isinstance(e, ChampionFell) for e in run.events)
    assert len(run.state.table.units["b"].models) == 2


BOW = Weapon(id="bow", reach=24 * INCH)
RIFLE = Weapon(
    id="long_rifle", reach=48 * INCH, strength=5, piercing=1, wounds="D3", rules=("move_or_fire",)
)


def rifled(gap: float = 10, **deeds: Any) -> State:
    """Five archers whose champion has a rifle of his own, before twenty."""
    state = table(unit("a", 36, 8, models=5), unit("b", 36, 8 + gap, facing_deg=180, models=20))
    state = with_stats(
        state, "a", ballistic_skill=4, missiles=(BOW,), champion_missiles=(RIFLE,), champion=True
    )
    return msgspec.structs.replace(state, deeds=deeds)


# rules: T9A-SHOOT-04, T9A-CMD-01
def test_a_champion_shoots_with_his_own_weapon_beside_the_others() -> None:
    state = begun(rifled(), Shooting(side="A")).state
    run = answer(state, ShootAt(unit="a", target="b"), 3, 1, 1, 1, 4, 2, 4)
    began = [e.weapon for e in run.events if isinstance(e, ShotBegan)]
    assert began == ["bow", "long_rifle"]
    hit = [e for e in run.events if isinstance(e, Rolled) and e.why == "to_hit"]
    assert [(len(e.faces), e.need) for e in hit] == [(4, 3), (1, 2)]
    wound = [e.need for e in run.events if isinstance(e, Rolled) and e.why == "to_wound"]
    assert wound == [4, 2]
    assert sum(e.lost for e in run.events if isinstance(e, Shot)) == 2


# rules: T9A-SHOOT-03, T9A-SHOOT-04, T9A-SR-MOVEORFIRE
def test_he_shoots_alone_where_the_others_do_not_reach_and_not_where_he_may_not() -> None:
    far = judge_fire(rifled(gap=34), "a", "b")
    assert (far.weapon.id, far.beside, sum(g.models for g in far.volleys)) == (
        "long_rifle", None, 1
    )  # fmt: skip
    with pytest.raises(Refused):
        judge_fire(rifled(gap=34), "a", "b", "bow")
    moved = judge_fire(rifled(a=("moved",)), "a", "b")
    assert (moved.weapon.id, moved.beside, sum(g.models for g in moved.volleys)) == (
        "bow", None, 4
    )  # fmt: skip


# rules: T9A-SHOOT-04, T9A-DMG-06
def test_when_he_has_fallen_his_weapon_is_gone() -> None:
    fire = judge_fire(with_stats(rifled(), "a", champion=False), "a", "b")
    assert (fire.beside, sum(group.models for group in fire.volleys)) == (None, 5)


# rules: T9A-SHOOT-04, T9A-CHG-11
def test_he_stands_and_shoots_with_the_others() -> None:
    state = rifled(gap=9)
    fire = judge_fire(state, "a", "b", reaction=True)
    assert [fire.weapon.id, fire.beside and fire.beside.weapon.id] == ["bow", "long_rifle"]
    near = rifled(gap=6)
    assert not may_react(near, "a", "b")
    with pytest.raises(Refused):
        judge_fire(near, "a", "b", reaction=True)
