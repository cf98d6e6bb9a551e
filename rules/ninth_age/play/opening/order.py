"""What comes before the first turn, in two tables; and its order (T9A-PRE-01, T9A-DEP-01)."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.core.agenda import Question, Step
from rules.core.ruleset import Action
from rules.ninth_age.actions import Advance, EndMoves, Join, Keep
from rules.ninth_age.opening import actions, questions, steps
from rules.ninth_age.play.opening import ambush, beginning, deployment, pregame, preparing, spelling
from rules.ninth_age.play.units.reading import Run

STEPS: Mapping[type[Step], Callable[[Run, Any], None]] = {
    steps.Building: pregame.build,
    steps.Settling: pregame.settle,
    steps.Zoning: pregame.draw_chooser,
    steps.Marking: pregame.ask_marker,
    steps.Preparing: pregame.prepare,
    steps.Learning: spelling.ask_wizard,
    steps.Replacing: spelling.replace_spells,
    steps.Picking: spelling.pick_spells,
    steps.Holding: ambush.ask_ambush,
    steps.Ordering: deployment.ask_order,
    steps.Deploying: deployment.ask_deployment,
    steps.Announcing: deployment.ask_announcement,
    steps.Deployed: beginning.follow_deployment,
    steps.Scouting: deployment.ask_scout,
    steps.Vanguard: beginning.ask_vanguard,
    steps.Flagging: beginning.ask_flag,
    steps.Praying: preparing.ask_prayer,
    steps.Beginning: beginning.roll_first_turn,
    steps.Arriving: ambush.roll_arrivals,
    steps.Entering: ambush.ask_entry,
}
"""What each step does when it lies on top."""

Answer = Callable[[Run, Any, Any], None]

TAKEN: dict[type[Question], tuple[tuple[type[Action], ...], Answer]] = {
    questions.WhichZone: ((actions.ChooseZone,), pregame.answer_zone),
    questions.WhereMarker: ((actions.PlaceMarker,), pregame.answer_marker),
    questions.WhoLearns: ((actions.Learn,), spelling.answer_wizard),
    questions.WhichSpells: ((actions.TakeSpells, Keep), spelling.answer_spells),
    questions.WhoAmbushes: ((actions.HoldBack,), ambush.answer_ambush),
    questions.WhoDeploys: ((actions.ChooseSide,), deployment.answer_order),
    questions.DeployUnits: (
        (actions.Deploy, Join, actions.EndDeployment, actions.DeployRest),
        deployment.answer_deployment,
    ),
    questions.WhichTurn: ((actions.Announce,), deployment.answer_announcement),
    questions.VanguardMoves: ((Advance, EndMoves), beginning.answer_vanguard),
    questions.WhichFlag: ((actions.ChooseFlag,), beginning.answer_flag),
    questions.WhetherToPray: ((actions.Pray, Keep), preparing.answer_prayer),
    questions.WhoBegins: ((actions.ChooseSide,), beginning.answer_first_turn),
    questions.Arrivals: ((actions.Deploy, Keep), ambush.answer_entry),
}
"""The kinds of answer each question takes, and what follows one."""

SEQUENCE: tuple[Step, ...] = (
    steps.Building(), steps.Settling(), steps.Zoning(), steps.Preparing(), steps.Ordering(),
    steps.Deployed(), steps.Beginning(),
)  # fmt: skip
"""Everything before the battle. Steps that need a side come in by `Preparing`, when the zone is
chosen, and by `Deployed`, when everybody stands."""
