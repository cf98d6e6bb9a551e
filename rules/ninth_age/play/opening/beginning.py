"""Vanguards, the choice of standards and the roll for the first turn (T9A-SR-VANGUARD, chapters OBJ
and DEP)."""

from msgspec.structs import replace

from rules.core.events import Source
from rules.core.refusals import Refused
from rules.core.values import INCH, SideId, UnitId
from rules.geometry.convex import separation
from rules.ninth_age.actions import Advance, EndMoves, Part
from rules.ninth_age.field.ground import area, ground_of
from rules.ninth_age.field.paths import Judged, judge_path
from rules.ninth_age.numbers import within
from rules.ninth_age.opening.actions import ChooseFlag, ChooseSide
from rules.ninth_age.opening.events import CameEarly, FirstTurn, FlagChosen
from rules.ninth_age.opening.questions import VanguardMoves, WhichFlag, WhoBegins
from rules.ninth_age.opening.steps import Beginning, Deployed, Flagging, Praying, Scouting, Vanguard
from rules.ninth_age.play.moving.remaining import go
from rules.ninth_age.play.opening.deployment import finishers, opponent
from rules.ninth_age.play.opening.preparing import blessed, dig_in
from rules.ninth_age.play.units.reading import Run, do
from rules.ninth_age.play.victory import worth
from rules.ninth_age.questions import Prompt
from rules.ninth_age.state import State
from rules.ninth_age.wording import GAME, asking, length, named, no, number
from rules.ninth_age.wording import side as named_side

FLAGS = "capture_the_flags"

VANGUARD = 12 * INCH
"""How far a vanguard moves, whatever its Movement."""
FROM_ENEMY, FROM_EARLY = 12 * INCH, 6 * INCH
"""It ends no nearer to an enemy than this; the less if that one scouted or was a vanguard."""

# --- after the deployment ------------------------------------------------------------------------


def follow_deployment(run: Run, step: Deployed) -> None:
    """Scouts and standards: who finished first begins; vanguards: who finished last
    (T9A-DEP-01)."""
    first, last = finishers(run.state)
    dig_in(run)
    flags = FLAGS in run.state.objectives
    run.replace(
        Scouting(side=first),
        Vanguard(side=last),
        *((Flagging(side=first),) if flags else ()),
        *(Praying(side=side) for side in (first, last) if blessed(run.state, side)),
    )


# --- vanguards ------------------------------------------------------------------------------------


def vanguards(state: State, side: SideId) -> tuple[UnitId, ...]:
    """A side's units that may still make their vanguard move."""
    return tuple(
        unit
        for unit in state.table.of_side(side)
        if state.stats[unit].has("vanguard") and not state.did(unit, "moved")
        and unit in ground_of(state).standing() and unit not in state.garrison
    )  # fmt: skip


def ask_vanguard(run: Run, step: Vanguard) -> None:
    """Vanguards one by one, in turn; who finished last begins (T9A-SR-VANGUARD)."""
    state = run.state
    other = opponent(state, step.side)
    units = () if step.side in step.done else vanguards(state, step.side)
    if units:
        run.ask(step.side, VanguardMoves(units=units, length=VANGUARD), asking("vanguard"))
    elif other in step.done or not vanguards(state, other):
        run.replace()
    else:
        run.replace(Vanguard(side=other, done=step.done))


def answer_vanguard(run: Run, prompt: Prompt, action: Advance | EndMoves) -> None:
    """One unit moves, or none of this side does any more."""
    question = prompt.question
    assert isinstance(question, VanguardMoves)
    step = run.state.agenda[-1]
    assert isinstance(step, Vanguard)
    done = step.done
    if isinstance(action, EndMoves):
        run.close(prompt.id)
        done = (*done, prompt.side)
    else:
        if action.unit not in question.units:
            raise no("not_in_list")
        judged = judge_vanguard(run.state, action.unit, action.path)
        run.close(prompt.id)
        run.emit(CameEarly(unit=action.unit))
        do(run, action.unit, "moved")
        go(run, action.unit, judged, "vanguard")
    run.replace(Vanguard(side=opponent(run.state, prompt.side), done=done))


def judge_vanguard(state: State, unit: UnitId, path: tuple[Part, ...]) -> Judged:
    """A vanguard's move as it would be made. Raises Refused."""
    ground = ground_of(_hurried(state, unit))
    judged = judge_path(ground, unit, path, switches=state.switches)
    for other in ground.enemies(unit):
        limit = FROM_EARLY if other in state.opening.early else FROM_ENEMY
        gap = separation(judged.end.solid, ground.block(other).solid)
        if within(gap, limit):
            shapes = (
                area(judged.end.solid, "ghost_bad"),
                area(ground.block(other).solid, "breach"),
            )
            raise no(
                "vanguard_near", "T9A-SR-VANGUARD", shapes=shapes, other=named(other),
                gap=length(gap), limit=length(limit),
            )  # fmt: skip
    return judged


def _hurried(state: State, unit: UnitId) -> State:
    """The state in which a unit and who joined it have the Movement of a vanguard, on foot."""
    pace = VANGUARD // INCH
    stats = {
        key: replace(state.stats[key], movement=pace, fly=0) for key in ground_of(state).parts(unit)
    }
    return replace(state, stats={**state.stats, **stats})


def may_vanguard(state: State, unit: UnitId, path: tuple[Part, ...]) -> bool:
    """Whether a vanguard may move like this."""
    try:
        judge_vanguard(state, unit, path)
    except Refused:
        return False
    return True


# --- standards ------------------------------------------------------------------------------------


def eligible(state: State, side: SideId) -> tuple[UnitId, ...]:
    """Enemy standards that may be chosen: of units, not of the army, and not of light troops; also
    of units that are not on the table (T9A-OBJ-07, -08, -10)."""
    chosen = state.flags.get(side, ())
    return tuple(
        unit
        for unit, found in state.table.units.items()
        if found.side != side and unit not in chosen and bears_flag(state, unit)
    )


def bears_flag(state: State, unit: UnitId) -> bool:
    """Whether a unit's standard may be chosen."""
    stats = state.stats[unit]
    return stats.standard and not stats.battle_standard and not stats.has("light_troops")


def ask_flag(run: Run, step: Flagging) -> None:
    """Standards one by one, in turn, who finished first beginning; all of them where there are no
    more than are chosen (T9A-OBJ-07, -09)."""
    state = run.state
    left = eligible(state, step.side)
    other = opponent(state, step.side)
    missing = worth().flags - len(state.flags.get(step.side, ()))
    if len(left) <= missing:
        for unit in left:
            run.emit(FlagChosen(side=step.side, unit=unit))
        missing = 0
    if missing:
        run.ask(step.side, WhichFlag(units=left), asking("flag"))
        return
    done = len(state.flags.get(other, ())) >= worth().flags or not eligible(state, other)
    run.replace(*(() if done else (Flagging(side=other),)))


def answer_flag(run: Run, prompt: Prompt, action: ChooseFlag) -> None:
    """This standard."""
    question = prompt.question
    assert isinstance(question, WhichFlag)
    if action.unit not in question.units:
        raise no("no_such_flag", "T9A-OBJ-07")
    run.close(prompt.id)
    run.emit(FlagChosen(side=prompt.side, unit=action.unit))
    run.replace(Flagging(side=opponent(run.state, prompt.side)))


# --- the first turn -------------------------------------------------------------------------------


def first_turn(
    faces: dict[SideId, int], finisher: SideId, left: int
) -> tuple[dict[SideId, int], bool]:
    """The totals, and whether who finished first has the higher one (T9A-DEP-06)."""
    totals = {side: face + (left if side == finisher else 0) for side, face in faces.items()}
    ahead = all(totals[finisher] > total for side, total in totals.items() if side != finisher)
    return totals, ahead


def roll_first_turn(run: Run, step: Beginning) -> None:
    """Who finished first adds what the other had left; if that is higher it is as he announced,
    else the other chooses (T9A-DEP-06)."""
    state = run.state
    finisher = finishers(state)[0]
    if len(state.opening.prayed) == 1:
        (pious,) = state.opening.prayed
        other = opponent(state, pious)
        run.ask(other, WhoBegins(sides=(other, pious)), asking("who_begins"))
        return
    left = state.opening.undeployed
    bonus = (Source(key=f"{GAME}.source.undeployed", add=left),) if left else ()
    faces = {
        side: run.roll(
            1, side=side, why="first_turn", rule="T9A-DEP-06",
            sources=bonus if side == finisher else (),
        )[0]
        for side in state.sides
    }  # fmt: skip
    totals, ahead = first_turn(faces, finisher, left)
    other = opponent(state, finisher)
    if ahead:
        begins = finisher if state.opening.announced != "second" else other
        run.emit(FirstTurn(side=begins, totals=totals, finisher=finisher))
        run.replace()
    else:
        run.ask(
            other, WhoBegins(sides=(other, finisher), totals=totals),
            asking("who_begins_lower", other=named_side(finisher),
                   total=number(totals[finisher]), against=number(totals[other])),
        )  # fmt: skip


def answer_first_turn(run: Run, prompt: Prompt, action: ChooseSide) -> None:
    """This side begins."""
    question = prompt.question
    assert isinstance(question, WhoBegins)
    if action.side not in question.sides:
        raise no("no_such_side")
    run.close(prompt.id)
    finisher = finishers(run.state)[0]
    run.emit(
        FirstTurn(side=action.side, totals=question.totals, finisher=finisher, chooser=prompt.side)
    )
    run.replace()
