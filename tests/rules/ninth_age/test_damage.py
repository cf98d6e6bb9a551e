"""The faces of chapters SHOOT and DMG against their tables, and casualties of a pool."""

import pytest

from rules.core.dice import ScriptedDice
from rules.core.events import Counted, Lost
from rules.core.resolution import Resolution
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.arms import Guard, Weapon
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.play.harm.damage import Struck, casualties, suffer
from rules.ninth_age.play.harm.saves import (
    NEVER,
    Blow,
    armour_face,
    blow_of,
    centre_of,
    hit_faces,
    multiplied,
    special_save,
    wound_face,
)
from rules.ninth_age.play.units.formulas import formula
from rules.ninth_age.setup import Stats
from rules.ninth_age.state import State

from .kit import RULES, table, unit, with_stats


def stats(guard: Guard, *rules: str) -> Stats:
    """Figures of a unit that is hit."""
    return with_stats(table(unit("b", 36, 30)), "b", guard=guard, rules=rules).stats["b"]


# rules: T9A-SHOOT-05
@pytest.mark.parametrize(
    ("value", "faces"),
    [
        (9, (2, 0)), (6, (2, 0)), (5, (2, 0)), (4, (3, 0)), (3, (4, 0)), (2, (5, 0)), (1, (6, 0)),
        (0, (6, 4)), (-1, (6, 5)), (-2, (6, 6)), (-3, (NEVER, 0)), (-8, (NEVER, 0)),
    ],
)  # fmt: skip
def test_the_table_of_shooting(value: int, faces: tuple[int, int]) -> None:
    assert hit_faces(value) == faces


# rules: T9A-DMG-02, T9A-CHAR-02
def test_the_table_of_wounds() -> None:
    rows = {
        1: "4566666666", 2: "3456666666", 3: "2345666666", 4: "2234566666", 5: "2223456666",
        6: "2222345666", 7: "2222234566", 8: "2222223456", 9: "2222222345", 10: "2222222234",
    }  # fmt: skip
    for strength, row in rows.items():
        assert [wound_face(strength, t) for t in range(1, 11)] == [int(face) for face in row]
    assert wound_face(0, 3) == NEVER
    assert wound_face(1, 0) == 2


# rules: T9A-DMG-03
@pytest.mark.parametrize(
    ("armour", "strength", "piercing", "face"),
    [
        (0, 3, 0, NEVER), (1, 3, 0, 6), (2, 2, 0, 5), (3, 4, 0, 5), (3, 5, 1, NEVER), (6, 4, 0, 2),
        (6, 5, 0, 3), (5, 10, 0, NEVER), (4, 3, 3, 6),
    ],
)  # fmt: skip
def test_what_armour_saves(armour: int, strength: int, piercing: int, face: int) -> None:
    assert armour_face(armour, strength, piercing) == face


# rules: T9A-DMG-04, T9A-SR-FIREBORN, T9A-SR-ETHEREAL, T9A-SR-OTHERWORLDLY
@pytest.mark.parametrize(
    ("guard", "rules", "blow", "lethal", "save"),
    [
        (Guard(), (), Blow(3), False, None),
        (Guard(ward=5), (), Blow(9, 6), False, ("ward", 5)),
        (Guard(ward=4, regeneration=4), (), Blow(3), False, ("regeneration", 4)),
        (Guard(ward=4, regeneration=4), (), Blow(3), True, ("ward", 4)),
        (Guard(regeneration=3), (), Blow(3, rules=("flaming_attacks",)), False, None),
        (Guard(ward=6), ("fireborn",), Blow(3, rules=("flaming_attacks",)), False, ("ward", 2)),
        (Guard(ward=6), ("fireborn",), Blow(3), False, ("ward", 6)),
        (Guard(), ("ethereal",), Blow(3), False, ("ward", 2)),
        (Guard(), ("ethereal",), Blow(3, rules=("magical_attacks",)), False, None),
        (Guard(), ("otherworldly",), Blow(3), False, ("ward", 5)),
    ],
)
def test_the_better_special_save_is_taken(
    guard: Guard, rules: tuple[str, ...], blow: Blow, lethal: bool, save: tuple[str, int] | None
) -> None:
    assert special_save(stats(guard, *rules), blow, lethal) == save


# rules: T9A-SR-TOXICATTACKS, T9A-SR-METALSHIFTING, T9A-SR-MULTIPLEWOUNDS, T9A-WPN-05
def test_rules_of_a_weapon_set_the_figures_of_its_hits() -> None:
    toxic = blow_of(Weapon(id="gas", strength=8, rules=("toxic_attacks",)))
    assert (toxic.strength, toxic.piercing) == (3, 6)
    metal = blow_of(Weapon(id="ray", rules=("metalshifting",)))
    assert (metal.piercing, metal.has("flaming_attacks")) == (6, True)
    stone = Weapon(id="stone", strength=3, centre_strength=9, centre_wounds="ordnance")
    assert (blow_of(stone).strength, blow_of(stone).wounds) == (3, "1")
    assert (centre_of(stone).strength, centre_of(stone).wounds) == (9, "ordnance")
    assert multiplied("ordnance", stats(Guard())) == "D3+1"
    assert multiplied("ordnance", stats(Guard(), "fly")) == "D3+2"
    assert multiplied("D3", stats(Guard(), "fly")) == "D3"


def hurt(state: State, wounds: int) -> Resolution[State]:
    """The facts of some wounds of unit b."""
    run: Resolution[State] = Resolution(RULES, state, ScriptedDice(()))
    suffer(run, "b", wounds, "shot")
    return run


# rules: T9A-DMG-06
@pytest.mark.parametrize(
    ("before", "wounds", "fallen", "left"),
    [(0, 1, 0, 1), (0, 3, 1, 0), (2, 1, 1, 0), (2, 5, 2, 1), (1, 40, 4, 0)],
)
def test_whole_models_fall_and_the_rest_is_kept(
    before: int, wounds: int, fallen: int, left: int
) -> None:
    state = table(unit("b", 36, 30, models=4, files=2, W=3))
    if before:
        counted = Counted(unit="b", counter="wounds", value=before)
        state = RULES.apply(state, counted)
    run = hurt(state, wounds)
    assert sum(len(e.models) for e in run.events if isinstance(e, Lost)) == fallen
    assert run.state.table.units["b"].count("wounds") == left


# rules: T9A-DMG-07
@pytest.mark.parametrize(
    ("models", "count", "gone", "left"),
    [
        (12, 3, ("b_10", "b_11", "b_12"), 0),
        (5, 1, ("b_5",), 0),
        (5, 2, ("b_1", "b_5"), 1),
        (5, 3, ("b_1", "b_4", "b_5"), 1),
        (5, 5, ("b_1", "b_2", "b_3", "b_4", "b_5"), 2),
        (4, 1, ("b_1",), 1),
        (4, 3, ("b_1", "b_2", "b_4"), 2),
        (6, 3, ("b_1", "b_5", "b_6"), 1),
        (7, 2, ("b_6", "b_7"), 0),
        (12, 9, ("b_1", *(f"b_{n}" for n in range(5, 13))), 1),
    ],
)
def test_who_falls_first(models: int, count: int, gone: tuple[str, ...], left: int) -> None:
    state = table(unit("b", 36, 30, models=models))
    assert casualties(state, "b", ground_of(state).block("b"), count) == (gone, left)


def test_what_hits_came_to_adds_up() -> None:
    assert Struck(3, 2, 1, 1, 1) + Struck(1, 1, 1, 3, 1) == Struck(4, 3, 2, 4, 2)


# rules: T9A-WPN-01
def test_every_number_of_the_weapons_of_the_lists_can_be_rolled() -> None:
    target = stats(Guard())
    read = 0
    for weapon in pack().weapons.values():
        for trait in weapon.rules:
            if trait.id == "multiple_shots":
                read += bool(formula(trait.x))
            if trait.id == "multiple_wounds":
                read += bool(formula(multiplied(trait.x, target)))
        if weapon.artillery == "cannon":
            read += bool(formula(weapon.size).dice)
        if weapon.artillery == "catapult" and weapon.size:
            read += int(weapon.size) in (1, 3, 5)
    assert read > 20
