"""The laws hold on random play of armies that do nothing but shoot: every weapon, every machine."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from rules.core.fold import fold
from rules.core.resolution import Resolution
from rules.core.ruleset import Action
from rules.core.table import Oblong, Piece
from rules.core.values import INCH, Pose, SideId
from rules.ninth_age.actions import Aims, EndShooting, PlanShot, ShootAt
from rules.ninth_age.arms import Guard, Weapon
from rules.ninth_age.events import Misfired, Shot
from rules.ninth_age.questions import ShootWith
from rules.ninth_age.setup import Setup, SideSetup, Stats, UnitSetup
from rules.ninth_age.state import Battle, Shooting, State
from rules.testing.laws import play, seeded
from rules.testing.match import Trial, sealed

from .kit import RULES, SETUP, bent

SQUARE = Oblong(width=2500, depth=2500)
CART = Oblong(width=6000, depth=6000)


def missile(key: str, reach: int = 48, **more: Any) -> Weapon:
    """A weapon that reaches so many inches."""
    return Weapon(id=key, reach=reach * INCH, **more)


MACHINES = (
    missile("ballista", artillery="bolt_thrower", strength=6, piercing=6, wounds="D3"),
    missile("stone_thrower", 60, artillery="catapult", size="3", centre_strength=9,
            centre_wounds="ordnance", nearest=12 * INCH),
    missile("imperial_cannon", 72, artillery="cannon", size="D6", strength=10, wounds="ordnance"),
    missile("volley_gun", 40, artillery="volley_gun", strength=5, shots="3D6×2"),
    missile("flame_cannon", 30, artillery="flame", strength=5, rules=("flaming_attacks",)),
)  # fmt: skip
BOWS = missile("longbow", 40, rules=("volley_fire", "poisoned_attacks"))
GUNS = missile("handgun", 40, strength=4, piercing=1, shots="D3", rules=("unwieldy",))
RIFLE = missile("long_rifle", 48, strength=5, wounds="D3", rules=("move_or_fire",))
BREATH = Weapon(id="breath_weapon", reach=6 * INCH, artillery="breath", strength=4, shots="2D6")


def kinds() -> dict[str, tuple[Stats, int, int]]:
    """Units of an army: figures, models, files."""
    foot = Stats(movement=4, leadership=7, base=SQUARE, ballistic_skill=4)
    machine = Stats(
        movement=4, leadership=7, base=CART, wounds=3, troop_type="war_machine",
        ballistic_skill=3, guard=Guard(7),
    )  # fmt: skip
    more = msgspec.structs.replace
    found = {
        "bows": (
            more(foot, missiles=(BOWS,), guard=Guard(3, 2, 6), champion=True,
                 champion_missiles=(RIFLE,)), 14, 5
        ),
        "guns": (more(foot, missiles=(GUNS,), rules=("skirmishers",)), 6, 6),
        "trolls": (
            Stats(movement=6, leadership=6, base=CART, wounds=3, missiles=(BREATH,),
                  troop_type="monstrous_infantry", guard=Guard(4, 1, 0, 4)), 4, 2
        ),
    }  # fmt: skip
    found |= {arm.id: (more(machine, missiles=(arm,)), 1, 1) for arm in MACHINES}
    return found


def army(side: SideId, y: int, facing: int) -> dict[str, UnitSetup]:
    """A line of shooters across the table."""
    found = {}
    for number, (kind, (stats, count, files)) in enumerate(kinds().items()):
        key = f"{side}_{kind}"
        found[key] = UnitSetup(
            name=kind, stats=stats, models=tuple(f"{key}_{n + 1}" for n in range(count)),
            files=files, pose=Pose((8 + 8 * number) * INCH, y * INCH, facing),
        )  # fmt: skip
    return found


def ground() -> dict[str, Piece]:
    """A wood and a ruin between the lines."""
    return {
        kind: Piece(
            outline=tuple((dx * INCH, dy * INCH) for dx, dy in ((x, 21), (x + 8, 21), (x + 8, 26),
                          (x, 26))),
            look="woods", traits=(kind,),
        )
        for kind, x in (("forest", 14), ("ruin", 30), ("impassable", 50))
    }  # fmt: skip


def field() -> Setup:
    """Two armies 26 inches apart, for two turns."""
    sides = {
        "a": SideSetup(name="Ann", faction="", units=army("a", 12, 0)),
        "b": SideSetup(name="Bob", faction="", units=army("b", 38, 180_000)),
    }
    return msgspec.structs.replace(SETUP, sides=sides, terrain=ground())


def crooked(state: State, prompt: Any) -> Iterator[Action]:
    """Answers that mostly may not be given, shots among them."""
    yield from bent(state, prompt)
    own = state.table.of_side(prompt.side) or list(state.table.units)
    foes = state.table.against(prompt.side) or list(state.table.units)
    yield EndShooting()
    yield ShootAt(unit="nobody", target=foes[0])
    yield ShootAt(unit=own[0], target=own[-1])
    yield ShootAt(unit=foes[0], target=own[0])
    for unit in own[:3]:
        yield ShootAt(unit=unit, target=foes[-1])
        yield ShootAt(unit=unit, target=foes[0], weapon="longbow", model=f"{foes[0]}_1")
        yield ShootAt(unit=unit, target=foes[0], weapon="no such thing")


def shooters() -> Trial[State]:
    """The two lines of shooters."""
    return Trial(RULES, field(), bent=crooked)


@pytest.mark.parametrize("seed", [2, 5])
def test_the_laws_hold_where_everybody_shoots(seed: int) -> None:
    match = play(shooters(), seeded(seed), sealed(b"shots %d" % seed))
    assert match.state.result is not None
    assert any(isinstance(event, Shot) for event in match.events)


def test_every_aim_of_every_shooter_can_be_previewed() -> None:
    begun = RULES.begin(field(), sealed(b"aims")(0))
    state = begun.state
    for unit in state.table.units:
        shown = RULES.preview(state, frozenset("ab"), Aims(unit=unit))
        assert shown.refusal is None
        for aim in shown.shots:
            plan = PlanShot(unit=unit, target=aim.unit, weapon=aim.weapon)
            assert RULES.preview(state, frozenset("ab"), plan).shots == (aim,)


def test_every_machine_fires_however_the_dice_fall() -> None:
    """Each machine at each enemy it may aim at, with many dice: facts fold, and every result of a
    misfire comes up."""
    begun = RULES.begin(field(), sealed(b"machines")(0)).state
    start = msgspec.structs.replace(begun, prompts={}, agenda=())
    seen: set[str] = set()
    for number in range(16):
        dice = sealed(b"machine %d" % number)(start.draws)
        run: Resolution[State] = Resolution(RULES, start, dice)
        run.push(Shooting(side="a"), Battle())
        run.run()
        while (prompt := _asked(run.state)) is not None:
            action = next(iter(RULES.suggest(run.state, prompt)))
            outcome = RULES.resolve(run.state, prompt.id, action, run.dice)
            assert isinstance(outcome, Resolution)
            assert fold(RULES, outcome.events, run.state) == outcome.state
            run = outcome
            seen |= {type(event).__name__ for event in run.events}
            seen |= {event.result for event in run.events if isinstance(event, Misfired)}
    assert {"Shot", "TemplateLanded", "Silenced", "silenced", "jammed", "wounded"} <= seen


def _asked(state: State) -> Any:
    """The open question of the shooting phase."""
    return next((p for p in state.prompts.values() if isinstance(p.question, ShootWith)), None)
