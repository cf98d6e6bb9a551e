"""What is seen and told of what comes before the first turn."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from rules.core.agenda import Prompt
from rules.core.events import Event
from rules.core.refusals import Area, Refused
from rules.core.values import Line, Pose, Text, UnitId, Value, Viewer
from rules.ninth_age.actions import Join, NinthPreview, PlanJoin
from rules.ninth_age.field.lining import nearest_place
from rules.ninth_age.field.placing import (
    ROUNDING,
    block_at,
    building_at,
    judge_entry,
    models_at,
    off_edge,
)
from rules.ninth_age.field.terrain import block_of
from rules.ninth_age.opening import events as opening
from rules.ninth_age.opening.actions import Deploy, PlanDeploy
from rules.ninth_age.opening.questions import Arrivals, DeployUnits
from rules.ninth_age.play.moving.garrisons import judge_leave
from rules.ninth_age.play.opening.deployment import judge_among, judge_deploy
from rules.ninth_age.questions import MoveUnits
from rules.ninth_age.state import Spells, State
from rules.ninth_age.views.asked import asked
from rules.ninth_age.views.formation import formation, standing
from rules.ninth_age.wording import named, no, number, side, telling, term


class OpeningShown(Value, frozen=True):
    """What was settled before the first turn: deployment type, each side's role in it, who chose
    the zone, finished first and announced what; units in ambush; spells."""

    deployment: str = ""
    chooser: str = ""
    roles: dict[str, str] = {}
    finished: tuple[str, ...] = ()
    announced: str = ""
    ambush: tuple[UnitId, ...] = ()
    spells: dict[UnitId, Spells] = {}


def shown(state: State) -> OpeningShown:
    """What everybody sees of it."""
    found = state.opening
    return OpeningShown(
        deployment=found.deployment,
        chooser=found.chooser,
        roles={side: zone.role for side, zone in found.grounds.items() if zone.role},
        finished=found.finished,
        announced=found.announced,
        ambush=found.ambush,
        spells=found.spells,
    )


# --- previews -------------------------------------------------------------------------------------


def plan_deploy(state: State, viewer: Viewer, draft: PlanDeploy) -> NinthPreview:
    """A unit set up here: its models, and what is wrong with the place."""
    prompt = asked(state, viewer, draft.unit, DeployUnits, Arrivals, MoveUnits)
    if prompt is None:
        raise no("not_now_deployed", "T9A-DEP-03")
    question = prompt.question
    action = Deploy(unit=draft.unit, pose=draft.pose, files=draft.files)
    setting = isinstance(question, DeployUnits)
    home = building_at(state, draft.pose.at) if setting else ""
    if home and draft.unit in getattr(question, "units", ()):
        return _inside(state, question, action, home)
    block = block_at(state, draft.unit, draft.pose, draft.files)
    zone = state.zones.get(prompt.side) if setting else None
    preview = NinthPreview(
        ghosts={key: model.pose for key, model in models_at(state, draft.unit, block).items()},
        **formation(block),
        shapes=(Area(rings=(zone,), style="zone"),) if zone else (),
    )
    try:
        if isinstance(question, DeployUnits):
            judge_deploy(state, question, action)
        elif draft.unit == getattr(question, "unit", ""):
            judge_entry(state, draft.unit, draft.pose, draft.files)
        elif isinstance(question, MoveUnits):
            judge_leave(state, action)
        else:
            raise no("not_in_list")
    except Refused as refused:
        return replace(preview, refusal=refused.refusal, nearest=_slip(state, question, draft))
    return replace(preview, action=action)


def _slip(state: State, question: Any, draft: PlanDeploy) -> Pose | None:
    """Where a unit slips from a place that is wrong by a hair: in its zone, or along the edge over
    which it comes. None where nothing near is legal."""
    unit = draft.unit
    if isinstance(question, DeployUnits) and unit in question.units:
        own = state.opening.grounds[state.table.units[unit].side]
        return nearest_place(
            state, unit, draft.pose, draft.files, lambda block: not own.excess(block.solid)
        )
    if isinstance(question, Arrivals) and unit == question.unit:
        return nearest_place(
            state, unit, draft.pose, draft.files, lambda block: off_edge(state, block) <= ROUNDING
        )
    return None


def _inside(state: State, question: Any, action: Deploy, home: str) -> NinthPreview:
    """A unit set up in a building: the whole of it is its place."""
    preview = NinthPreview(**formation(block_of(state.table.terrain[home])))
    try:
        judge_deploy(state, question, action)
    except Refused as refused:
        return replace(preview, refusal=refused.refusal)
    return replace(preview, action=action)


def plan_among(state: State, viewer: Viewer, draft: PlanJoin) -> NinthPreview | None:
    """A character set up in the ranks of a unit; None where no deployment is asked about."""
    prompt = asked(state, viewer, draft.unit, DeployUnits)
    if prompt is None:
        return None
    question = prompt.question
    assert isinstance(question, DeployUnits)
    action = Join(
        unit=draft.unit, host=draft.host, file=draft.file, march=draft.march, on_foot=draft.on_foot
    )
    ground = judge_among(state, question, action)
    block = ground.block(draft.host)
    return NinthPreview(action=action, **standing(ground, draft.host, block))


def draft_of(prompt: Prompt, action: Any) -> Any | None:
    """The draft whose finished form is this answer."""
    match prompt.question, action:
        case (
            (DeployUnits() | Arrivals() | MoveUnits()),
            Deploy(unit=unit, pose=pose, files=files),
        ):
            return PlanDeploy(unit=unit, pose=pose, files=files)
    return None


# --- the log --------------------------------------------------------------------------------------


def _learned(event: opening.Learned) -> Line:
    """Which spells of which path; the signature spell by its name (T9A-SPELL-02)."""
    numbered = [str(spell) for spell in event.spells if spell]
    what = "learned" if numbered else "learned_nothing"
    if 0 in event.spells:
        what = "learned_signature" if numbered else "learned_only_signature"
    spells = {"spells": Text(text=", ".join(numbered))} if numbered else {}
    path = term(f"name.{event.path}")
    return telling(what, unit=named(event.unit), path=path, **spells)


def _held(event: opening.HeldBack) -> Line:
    return telling("held_back", side=side(event.side), count=number(len(event.units)))


def _first(event: opening.FirstTurn) -> Line:
    """Who begins, and why (T9A-DEP-06)."""
    first = side(event.side)
    if not event.totals:
        if not event.chooser:
            return telling("first_turn", side=first)
        return telling("first_turn_prayed", side=first, by=side(event.chooser))
    (against,) = (n for one, n in event.totals.items() if one != event.finisher)
    sums = {"total": number(event.totals[event.finisher]), "against": number(against)}
    finisher = side(event.finisher)
    if not event.chooser:
        return telling("first_turn_announced", side=first, finisher=finisher, **sums)
    by = side(event.chooser)
    return telling("first_turn_chosen", side=first, finisher=finisher, by=by, **sums)


def _settled(what: str, event: Any, key: str) -> Line:
    how = "rolled" if event.rolled else "agreed"
    return telling(f"{what}_{how}", chosen=term(f"option.{what}.{key}"))


TELLERS: Mapping[type[Event], Callable[[Any], Line | None]] = {
    opening.Built: lambda e: telling("built", count=number(len(e.terrain))),
    opening.Staked: lambda e: telling("staked", unit=named(e.unit)),
    opening.Gained: lambda e: (
        telling("dug_in", unit=named(e.unit), other=named(e.by)) if e.by else None
    ),
    opening.Prayed: lambda e: telling("prayed", side=side(e.side)),
    opening.TypeSettled: lambda e: _settled("deployment", e, e.kind),
    opening.ObjectiveSettled: lambda e: _settled("objective", e, e.objective),
    opening.ChooserDrawn: lambda e: telling("chooser", side=side(e.side)),
    opening.ZonesTaken: lambda e: telling("zones", side=side(e.side)),
    opening.MarkerPlaced: lambda e: telling("marker_placed", side=side(e.side)),
    opening.Learned: _learned,
    opening.HeldBack: _held,
    opening.OrderChosen: lambda e: telling("deploys_first", side=side(e.side)),
    opening.Formed: lambda e: telling("deployed", unit=named(e.unit)),
    opening.Finished: lambda e: telling("finished", side=side(e.side)),
    opening.Announced: lambda e: telling(f"announced_{e.turn}", side=side(e.side)),
    opening.CameEarly: lambda e: None,
    opening.FlagChosen: lambda e: telling("flag", side=side(e.side), unit=named(e.unit)),
    opening.FirstTurn: _first,
    opening.Arrived: lambda e: telling("arrived", unit=named(e.unit)),
}
"""What each fact says."""
