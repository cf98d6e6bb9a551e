"""Formation moves, reach, and what refusals say."""

import re
from pathlib import Path

import pytest

from rules.core.values import INCH, Distance, Named, Number
from rules.core.wording import catalogue, word
from rules.saga.actions import Shift
from rules.saga.field.formation import plan_shift, reach
from rules.saga.field.movement import judge_move, standing_allowance
from rules.saga.field.orders import MoveContext
from rules.saga.numbers import VS, L, M, S
from tests.rules.saga.moves.tiny import at, box, ground, line


def inch(length: float) -> int:
    return round(length * INCH)


def test_a_unit_in_the_open_is_carried_whole() -> None:
    table = ground({"a": ("warriors", line(4, 10, 10))})
    plan = plan_shift(table, "a", Shift(dx=inch(3), dy=inch(4)))
    assert plan.refusal is None
    assert plan.order is not None
    ends = {path.model: path.points[-1] for path in plan.order.paths}
    assert ends == {f"a{n + 1}": at(13 + 1.5 * n, 14) for n in range(4)}


def test_too_far_says_which_model_and_offers_the_nearest_shift() -> None:
    table = ground({"a": ("warriors", line(4, 10, 10))})
    plan = plan_shift(table, "a", Shift(dx=inch(8), dy=0))
    assert plan.refusal is not None
    assert plan.refusal.rules[0] == "SAGA-MOV-04"
    assert plan.refusal.line.params["used"] == Distance(value=inch(8))
    assert plan.refusal.line.params["limit"] == Distance(value=M)
    assert plan.order is not None
    assert inch(5.9) < plan.shift.dx <= M


def test_a_wood_slows_the_unit_and_the_refusal_names_it() -> None:
    table = ground({"a": ("warriors", line(4, 10, 10))}, {"wood": ("uneven", box(12, 13, 20, 20))})
    plan = plan_shift(table, "a", Shift(dx=0, dy=inch(5)))
    assert plan.refusal is not None
    assert plan.refusal.rules[0] == "SAGA-TER-02"
    line_ = plan.refusal.line
    assert line_.params["limit"] == Distance(value=S)
    assert line_.params["unit"] == Named(unit="a")
    assert isinstance(line_.params["model"], Number)
    assert plan.order is not None
    assert judge_move(table, plan.order).legal


def test_the_unit_goes_round_a_rock() -> None:
    table = ground(
        {"a": ("warlord", ((10, 10),))}, {"rocks": ("impassable", box(11.5, 9.2, 12.5, 11.5))}
    )
    plan = plan_shift(table, "a", Shift(dx=inch(4), dy=0))
    assert plan.refusal is None
    assert plan.order is not None
    assert len(plan.order.paths[0].points) > 2


def test_way_points_are_followed() -> None:
    table = ground({"a": ("warlord", ((10, 10),))})
    plan = plan_shift(table, "a", Shift(dx=inch(3), dy=0, via=(at(11.5, 12),)))
    assert plan.order is not None
    assert plan.order.paths[0].points == (at(10, 10), at(11.5, 12), at(13, 10))


def test_nobody_is_carried_into_the_enemys_reach() -> None:
    table = ground({"a": ("warlord", ((10, 10),)), "b": ("warriors", line(3, 9, 15))})
    plan = plan_shift(table, "a", Shift(dx=0, dy=inch(4)))
    assert plan.refusal is not None
    assert plan.refusal.rules[0] in ("SAGA-VS-02", "SAGA-VS-08")
    assert plan.order is not None
    assert inch(1.5) < plan.shift.dy <= inch(2)


def test_a_second_move_beside_an_enemy_is_refused_before_anything_is_planned() -> None:
    table = ground({"a": ("warriors", line(2, 10, 10)), "b": ("warriors", line(2, 10, 13))})
    plan = plan_shift(table, "a", Shift(dx=0, dy=-inch(3)), MoveContext(moves=1))
    assert plan.order is None
    assert plan.refusal is not None
    assert plan.refusal.rules == ("SAGA-SEC-01",)


def test_reach_has_an_open_and_a_slow_area() -> None:
    free = ground({"a": ("warriors", line(2, 20, 15))})
    assert [shape.style for shape in reach(free, "a")] == ["reach"]
    wood = ground({"a": ("warriors", line(2, 20, 15))}, {"wood": ("uneven", box(20, 17, 25, 20))})
    assert [shape.style for shape in reach(wood, "a")] == ["reach", "reach_slow"]
    inside = ground({"a": ("warriors", line(2, 20, 15))}, {"wood": ("uneven", box(18, 13, 25, 18))})
    assert [shape.style for shape in reach(inside, "a")] == ["reach_slow"]


@pytest.mark.parametrize(
    ("traits", "context", "allowance"),
    [
        ("warriors", MoveContext(), M),
        ("warriors mounted", MoveContext(), L),
        ("warriors mounted", MoveContext(steps=1), M),
        ("warriors", MoveContext(steps=1), S),
        ("warriors", MoveContext(steps=3), VS),
        ("warriors", MoveContext(steps=1, bonus=VS), S + VS),
        ("warriors mounted", MoveContext(limit=M), M),
    ],
)
def test_the_allowance_follows_the_ladder(
    traits: str, context: MoveContext, allowance: int
) -> None:
    assert standing_allowance(ground({"a": (traits, line(2, 10, 10))}), "a", context) == allowance


def test_every_sentence_exists_in_both_languages_with_the_same_places() -> None:
    source = Path(__file__).parents[4] / "rules" / "saga"
    keys = set()
    for path in source.rglob("*.py"):
        text = path.read_text()
        keys |= set(re.findall(r'say\(\s*"((?:move|engage|sight)\.[a-z_]+)"', text))
    keys |= {f"move.{kind}" for kind in ("disc", "hull", "area", "standing", "table")}
    keys |= {"move.too_near", "move.brushed"}
    assert len(keys) > 40
    for key in sorted(keys):
        both = [catalogue(language)[f"saga.refusal.{key}"] for language in ("en", "ru")]
        places = [set(re.findall(r"{([a-z_]+)}", str(entry))) for entry in both]
        assert places[0] >= places[1], key


def test_a_refusal_reads_as_a_sentence() -> None:
    table = ground({"a": ("warriors", line(4, 10, 10))}, {"wood": ("uneven", box(12, 13, 20, 20))})
    plan = plan_shift(table, "a", Shift(dx=0, dy=inch(5.8)))
    assert plan.refusal is not None
    said = word(plan.refusal.line, "en", {"a": "Geburs"})
    expected = r"Wood slows the whole unit to 4\.0″; model \d of Geburs would move 5\.8″\."
    assert re.fullmatch(expected, said)
