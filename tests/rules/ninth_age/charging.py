"""Charges to test with: the steps of a turn up to its moves, a declaration, reactions."""

from rules.ninth_age.actions import DeclareCharge, React
from rules.ninth_age.state import Charging, Declaring, Moving

from .kit import begun, table, unit

STEPS = Declaring(side="A"), Charging(side="A"), Moving(side="A")
HELD = React(reaction="hold")
FLED = React(reaction="flee")


def declaring(*units, **more):
    return begun(table(*units, **more), *STEPS).state


def charge(target="b", by="a"):
    return DeclareCharge(unit=by, target=target)


def lone(key, at, facing, base, files, models, pace=4):
    """A unit anywhere, of any base."""
    return unit(key, *at, facing_deg=facing, base_mm=base, files=files, models=models, M=pace)
