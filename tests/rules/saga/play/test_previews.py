"""What previews show, and that what they finish is accepted as it is."""

from rules.core.dice import ScriptedDice
from rules.core.events import Moved, Trace
from rules.core.refusals import Refusal
from rules.core.values import INCH, Pose
from rules.core.wording import word
from rules.saga.actions import Aims, Move, PlanEngagement, PlanMove, PlanShot, Shift
from rules.saga.numbers import Rate
from rules.saga.play.plans import judged
from rules.saga.state import State
from rules.testing.tiny import table
from tests.rules.saga.adapter import SagaAdapter

SAGA = SagaAdapter()
FIELD = """
unit a lord warlord: 44,2
unit a men warriors: 10,10 11.25,10 12.5,10 13.75,10
unit a bows levies bow: 20,6 21.25,6
unit b thegn warlord: 44,34
unit b foe warriors: 10,14 11.25,14
"""
EYES = frozenset("a")


def position() -> State:
    return SAGA.state(table(FIELD), {})


def accepted(state: State, action: object) -> bool:
    prompt = next(iter(state.prompts))
    outcome = SAGA.rules.resolve(state, prompt, action, ScriptedDice((1,) * 20))
    return not isinstance(outcome, Refusal)


def test_an_engagement_is_proposed_whole_with_its_odds_and_accepted_as_sent() -> None:
    state = position()
    shown = SAGA.rules.preview(state, EYES, PlanEngagement(unit="men", target="foe"))
    assert shown.refusal is None
    assert isinstance(shown.action, Move)
    assert {path.model for path in shown.action.paths} <= set(state.table.units["men"].models)
    assert shown.aims[0].unit == "foe"
    assert (shown.aims[0].dice, shown.aims[0].need, shown.aims[0].dice_back) == (4, 4, 2)
    assert abs(sum(shown.aims[0].chances) - 1000) <= len(shown.aims[0].chances)
    assert accepted(state, shown.action)


def test_a_shift_too_far_is_refused_and_the_nearest_one_is_shown_and_accepted() -> None:
    state = position()
    wish = Shift(dx=20 * INCH, dy=0)
    shown = SAGA.rules.preview(state, EYES, PlanMove(unit="men", shift=wish))
    assert shown.refusal is not None
    assert accepted(state, shown.action)
    assert 0 < shown.used <= shown.allowance == 6 * INCH


def test_a_plain_move_is_judged_once_for_its_declaration_and_for_being_carried_out() -> None:
    state = position()
    before = judged.cache_info().misses
    assert accepted(state, Move(unit="bows", shift=Shift(dx=INCH, dy=0)))
    assert judged.cache_info().misses == before + 1


def test_aims_name_who_can_be_engaged_and_shot() -> None:
    state = position()
    men = SAGA.rules.preview(state, EYES, Aims(unit="men")).aims
    bows = SAGA.rules.preview(state, EYES, Aims(unit="bows")).aims
    assert [(aim.kind, aim.unit) for aim in men] == [("engage", "foe")]
    assert [(aim.kind, aim.unit) for aim in bows] == [("shoot", "foe")]


def test_a_shot_is_previewed_for_anybody_but_only_its_side_may_send_it() -> None:
    state = position()
    own = SAGA.rules.preview(state, EYES, PlanShot(unit="bows", target="foe"))
    other = SAGA.rules.preview(state, frozenset("b"), PlanShot(unit="bows", target="foe"))
    assert own.action is not None
    assert accepted(state, own.action)
    assert other.refusal is None
    assert other.action is None
    assert other.aims == own.aims


def test_a_unit_card_shows_armour_with_equipment_dice_and_range() -> None:
    seen = SAGA.rules.view(position(), EYES).fixed.stats
    bows, men = seen["bows"], seen["men"]
    assert (men.armour, men.shot_armour, men.range, men.move) == (4, 4, 0, 6 * INCH)
    assert (bows.blows, bows.shots) == (Rate(dice=1, per=3), Rate(dice=1, per=2))
    assert bows.range == 12 * INCH
    field = "unit a men warriors mounted: 10,10 12,10\nunit b foe warriors: 10,30"
    rider = SAGA.state(table(field), {})
    card = SAGA.rules.view(rider, EYES).fixed.stats["men"]
    assert (card.armour, card.shot_armour, card.move) == (4, 3, 12 * INCH)


def test_the_log_tells_how_far_the_farthest_model_of_a_unit_went() -> None:
    def way(model: str, *places: tuple[int, int]) -> Trace:
        return Trace(model=model, poses=tuple(Pose(x, y) for x, y in places))

    bent = way("m1", (0, 0), (3 * INCH, 0), (3 * INCH, 2 * INCH))
    moved = Moved(unit="men", traces=(bent, way("m2", (0, 0), (0, INCH))))
    line = SAGA.rules.tell(moved)
    assert line is not None
    assert word(line, "en", {"men": "Ceorls"}) == "Ceorls moved 5.0″."
    assert word(line, "ru", {"men": "Кэрлы"}) == "Кэрлы: движение, 5,0″."
