"""What is done before the first turn, in the order of chapter PRE."""

from rules.core.agenda import Step
from rules.core.values import SideId, UnitId


class Building(Step, frozen=True):
    """The battlefield is built."""


class Settling(Step, frozen=True):
    """Deployment type and secondary objective are settled."""


class Zoning(Step, frozen=True):
    """A side is drawn that chooses its zone."""


class Marking(Step, frozen=True):
    """A side places its marker of Secure Target."""

    side: SideId


class Preparing(Step, frozen=True):
    """The zone is chosen: spells and ambushes of each side follow, the chooser's first."""


class Learning(Step, frozen=True):
    """A side's wizards generate their spells."""

    side: SideId


class Replacing(Step, frozen=True):
    """A wizard has rolled: `spells` are his, `left` duplicates are to be replaced. When none is
    left he may take the signature spell instead of one of them."""

    unit: UnitId
    path: str
    spells: tuple[int, ...]
    left: int


class Picking(Step, frozen=True):
    """A wizard chooses his spells instead of rolling."""

    unit: UnitId
    path: str


class Holding(Step, frozen=True):
    """A side says who is kept off the table."""

    side: SideId


class Ordering(Step, frozen=True):
    """It is decided who deploys first."""


class Deploying(Step, frozen=True):
    """A side's turn of the deployment; the last one when the other has finished."""

    side: SideId
    last: bool = False


class Announcing(Step, frozen=True):
    """A side that has deployed everything says for which turn it will roll."""

    side: SideId


class Deployed(Step, frozen=True):
    """Everybody stands: scouts, vanguards and standards follow."""


class Scouting(Step, frozen=True):
    """Scouts are set up, in turn."""

    side: SideId


class Vanguard(Step, frozen=True):
    """Vanguards move, in turn; `done` are sides that move no more."""

    side: SideId
    done: tuple[SideId, ...] = ()


class Flagging(Step, frozen=True):
    """Standards are chosen, in turn."""

    side: SideId


class Praying(Step, frozen=True):
    """A side says whether its army prays."""

    side: SideId


class Beginning(Step, frozen=True):
    """The first turn is rolled for."""


class Arriving(Step, frozen=True):
    """Ambushers of a side are rolled for; `rolled` are those that have been in this turn."""

    side: SideId
    rolled: tuple[UnitId, ...] = ()


class Entering(Step, frozen=True):
    """An ambusher comes onto the table."""

    unit: UnitId


OpeningStep = (
    Building | Settling | Zoning | Marking | Preparing | Learning | Replacing | Picking
    | Holding | Ordering | Deploying | Announcing | Deployed | Scouting | Vanguard | Flagging
    | Praying | Beginning | Arriving | Entering
)  # fmt: skip
