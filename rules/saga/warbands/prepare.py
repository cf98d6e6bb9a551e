"""From what the seats of a match brought to the setup that it begins from."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.core.refusals import Refusal, Refused, refuse
from rules.core.ruleset import Seated
from rules.core.values import Line, Number, Param, SideId
from rules.saga.content import Layout, Roster, Scenario
from rules.saga.edition import Switches
from rules.saga.setup import Setup, SideSetup
from rules.saga.warbands.muster import baggage, enlist, muster
from rules.saga.warbands.packs import Pack, pack


def read_roster(raw: Any) -> Roster:
    """A roster from plain JSON values. Raises Refused when it cannot be read."""
    try:
        return msgspec.convert(raw, Roster)
    except msgspec.ValidationError as error:
        line = Line(key="saga.muster.unreadable")
        raise refuse("muster_unreadable", line) from error


def mustered(raw: Any) -> tuple[Refusal, ...]:
    """Why a roster of plain JSON values is not legal, unreadable included; empty when it is."""
    try:
        return muster(read_roster(raw), pack())
    except Refused as refused:
        return (refused.refusal,)


def arrange(
    scenario: str, seats: Mapping[SideId, Seated], options: Mapping[str, Any], commitment: str
) -> Setup:
    """The setup of a match.

    `options` may hold `layout` (an id that the scenario allows; its usual one otherwise) and
    `switches` (name: bool). Seats take the scenario's zones in the order of their side ids. Raises
    Refused for an unknown scenario or layout, and for rosters that are illegal (SAGA-WBD) or of
    different points; nothing is made then.
    """
    known = pack()
    if scenario not in known.scenarios:
        raise _no("scenario")
    fought = known.scenarios[scenario]
    if len(seats) != len(fought.zones):
        raise _no("sides", n=Number(value=len(seats)), most=Number(value=len(fought.zones)))
    rosters = {side: _legal(seats[side], known) for side in sorted(seats)}
    points = [roster.points for roster in rosters.values()]
    if len(set(points)) > 1:
        raise _no("points", n=Number(value=points[0]), of=Number(value=points[-1]))
    return Setup(
        scenario=fought,
        sides={
            side: _escorting(enlist(r, side, seats[side].name, known), side, seat, fought)
            for seat, (side, r) in enumerate(rosters.items(), 1)
        },
        terrain=_layout(fought, options, known).terrain,
        switches=_switches(fought, options),
        dice=commitment,
    )


def _escorting(force: SideSetup, side: SideId, seat: int, fought: Scenario) -> SideSetup:
    """A warband with the baggage that its seat escorts (SAGA-SCN-6)."""
    if fought.convoy is None or fought.convoy.way_out.seat != seat:
        return force
    return replace(force, units={**force.units, **baggage(side, fought.convoy.units)})


def _legal(seat: Seated, known: Pack) -> Roster:
    roster = read_roster(seat.roster)
    if wrong := muster(roster, known):
        raise Refused(wrong[0])
    return roster


def _layout(fought: Scenario, options: Mapping[str, Any], known: Pack) -> Layout:
    chosen = options.get("layout") or fought.layouts[0]
    if chosen not in fought.layouts:
        raise _no("layout")
    return known.layouts[chosen]


def _switches(fought: Scenario, options: Mapping[str, Any]) -> Switches:
    try:
        chosen = msgspec.convert(options.get("switches") or {}, dict[str, bool])
        return msgspec.convert({**fought.switches, **chosen}, Switches)
    except msgspec.ValidationError as error:
        raise _no("switches") from error


def _no(code: str, **params: Param) -> Refused:
    return refuse(f"setup_{code}", Line(key=f"saga.refusal.setup.{code}", params=dict(params)))
