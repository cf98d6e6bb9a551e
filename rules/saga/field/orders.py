"""What is judged when models move, and what the judge answers."""

from collections.abc import Iterable

from rules.core.refusals import Refusal, Shape
from rules.core.values import INCH, Line, ModelId, Named, Number, Param, UnitId, Value
from rules.geometry import EPS
from rules.saga.actions import Path, Shift


class MoveOrder(Value, frozen=True):
    """A unit's move: paths in the order in which the models go (SAGA-MOV-07).

    `engage` is the declared enemy unit, empty for a plain move. Models not listed stay.
    """

    unit: UnitId
    paths: tuple[Path, ...] = ()
    engage: UnitId = ""


class MoveContext(Value, frozen=True):
    """What a move is made under, beside the table. The defaults are a unit's first plain move.

    moves: Move activations of the unit earlier this turn (SAGA-SEC-02).
    steps: how many lengths the allowance is lowered, by fatigue or abilities (SAGA-MOV-06).
    bonus: added to the allowance, 1/100 mm.
    limit: the allowance is this at most, 1/100 mm; 0 is no limit.
    ignore: any of `uneven`, `friends` (own side's bases and gaps), `gaps` (everybody's).
    may_engage: false forbids contact (a hit-and-run move).
    pride: whether a warlord owes his enemy the fight (SAGA-WAR-04).
    """

    moves: int = 0
    steps: int = 0
    bonus: int = 0
    limit: int = 0
    ignore: frozenset[str] = frozenset()
    may_engage: bool = True
    pride: bool = True


TENTH = INCH // 10

FREE = MoveContext()
"""A first, plain move."""


class Violation(Value, frozen=True):
    """One broken rule: its id (section 19a), a sentence, what to show, and who broke it."""

    rule: str
    line: Line
    shapes: tuple[Shape, ...] = ()
    model: ModelId = ""


class Judgement(Value, frozen=True):
    """What the rules say to an order. No violations: it may be carried out.

    allowance: what every model may go, 1/100 mm; slowed: whether slowing ground made it so;
    used: the longest path. contacts: the enemy models each mover ends in contact with;
    required: the enemy model that each mover owes contact (None: it can reach nobody), only for
    an engagement; forced: the units of which one must be engaged (SAGA-SEC-03).
    """

    allowance: int
    slowed: bool = False
    used: int = 0
    violations: tuple[Violation, ...] = ()
    contacts: dict[ModelId, tuple[ModelId, ...]] = {}
    required: dict[ModelId, ModelId | None] = {}
    forced: tuple[UnitId, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether nothing is broken."""
        return not self.violations

    @property
    def refusal(self) -> Refusal | None:
        """The violations as one refusal, the first one worded; None when legal."""
        return refusal_of(self.violations) if self.violations else None


class ShiftPlan(Value, frozen=True):
    """What came of planning a formation move.

    `order` is the move found, `shift` the shift it makes. With a `refusal` the wished shift is not
    possible and the order is the nearest possible one (None where the unit cannot move so at all).
    """

    order: MoveOrder | None
    shift: Shift
    refusal: Refusal | None = None


def refusal_of(violations: Iterable[Violation]) -> Refusal:
    """One refusal for several violations: the words of the first, the rules and shapes of all."""
    found = tuple(violations)
    rules = tuple(dict.fromkeys(v.rule for v in found))
    shapes = tuple(shape for v in found for shape in v.shapes)
    return Refusal(
        code=found[0].line.key.rsplit(".", 1)[-1], line=found[0].line, rules=rules, shapes=shapes
    )


def inches(length: float) -> int:
    """A measured length for a sentence: rounded up to the tenth of an inch that is shown, so that
    what is too long never reads as the limit."""
    return -(-round(length - EPS) // TENTH) * TENTH


def named(unit: UnitId, model: ModelId) -> dict[str, Param]:
    """How a sentence names a model: its unit, and the number its id ends with."""
    digits = model[len(model.rstrip("0123456789")) :]
    return {"unit": Named(unit=unit), "model": Number(value=int(digits[-6:] or 0))}


def say(code: str, **params: Param) -> Line:
    """A sentence of this chapter: `saga.refusal.<code>`."""
    return Line(key=f"saga.refusal.{code}", params=params)
