"""A player turn: its beginning, the Orders phase, and its end (chapters TRN, DIC and ORD)."""

from rules.core.values import SideId
from rules.saga.actions import EndOrders, Pass, PlaceDice, PlaceDie, TakeDie, Use
from rules.saga.events import DicePlaced, DiceSpent, EffectsEnded, PhaseBegan, TurnBegan, TurnEnded
from rules.saga.numbers import POOL_DICE, profile_of, saga_dice
from rules.saga.play.board import assign, box, dice_on, unplaced, usable
from rules.saga.play.reading import Run, play
from rules.saga.play.scoring import end_by_length, end_without_dice, score_turn
from rules.saga.play.using import roll_saga_dice, use
from rules.saga.questions import OrdersReaction, PlaceOrders, Prompt
from rules.saga.state import Activating, Ordering, OrdersWindow, State, TurnEnd, TurnStart
from rules.saga.wording import asking

FIRST_TURN_DICE = 3
"""Dice of the first player in his first turn, where that is limited (SAGA-DIC-05)."""


def start_turn(run: Run, step: TurnStart) -> None:
    """Counters are reset, SAGA dice counted and rolled (SAGA-TRN-06, SAGA-DIC-02, -03)."""
    side = step.side
    turn = run.state.turn + 1 if side == run.state.first else run.state.turn
    run.emit(TurnBegan(side=side, turn=turn))
    if any(e.until == "own_turn" and e.side == side for e in run.state.effects):
        run.emit(EffectsEnded(until="own_turn", side=side))
    if run.state.switches.no_dice_loses and not generated(run.state, side):
        end_without_dice(run, side)
        return
    roll_saga_dice(run, side, dice_due(run.state, side))
    run.replace(
        OrdersWindow(side=side), Ordering(side=side), Activating(side=side), TurnEnd(side=side)
    )


def generated(state: State, side: SideId) -> int:
    """SAGA dice that a warband's units bring, however few their models (SAGA-DIC-02)."""
    units = state.table.units
    return sum(profile_of(units[key]).saga_dice for key in state.table.of_side(side))


def dice_due(state: State, side: SideId) -> int:
    """Dice a side rolls at the beginning of its turn (SAGA-DIC-03, -04, -05)."""
    force = state.forces[side]
    due = saga_dice(generated(state, side), len(force.dice))
    if state.switches.first_turn_limit and side == state.first and force.turns == 1:
        due = min(due, FIRST_TURN_DICE)
    return min(due, POOL_DICE - len(force.dice))


# --- orders ---------------------------------------------------------------------------------------


def open_reactions(run: Run, step: OrdersWindow) -> None:
    """The other side may answer the roll (SAGA-ORD-01)."""
    (enemy, *_) = run.state.others(step.side)
    uses = usable(run.state, enemy, "orders_reaction")
    if not uses or not run.ask_window(
        enemy, OrdersReaction(uses=uses), asking("orders_reaction"), "orders_reaction"
    ):
        run.replace()


def answer_reaction(run: Run, prompt: Prompt, action: Use | Pass) -> None:
    """Use an ability, or let the roll stand."""
    if isinstance(action, Use):
        use(run, prompt.side, action, "orders_reaction")
        run.close(prompt.id)
        return
    run.close(prompt.id)
    run.replace()


def ask_orders(run: Run, step: Ordering) -> None:
    """Ask for orders, unless there is no die to place and nothing to use."""
    if unplaced(run.state.forces[step.side]) or usable(run.state, step.side, "orders"):
        run.ask(step.side, PlaceOrders(), asking("orders"))
        return
    run.replace()


def answer_orders(
    run: Run, prompt: Prompt, action: PlaceDie | TakeDie | PlaceDice | Use | EndOrders
) -> None:
    """Place or take back dice and use abilities with the prompt open, until the orders end."""
    side = prompt.side
    match action:
        case PlaceDie(die=die, box=where):
            place(run, side, {die: where})
        case PlaceDice(dice=dice):
            place(run, side, dice)
        case TakeDie(die=die):
            take(run, side, die)
        case Use():
            agenda = run.state.agenda
            use(run, side, action, "orders")
            if run.state.agenda != agenda:
                run.close(prompt.id)
        case _:
            run.close(prompt.id)
            run.replace()


def place(run: Run, side: SideId, dice: dict[str, str]) -> None:
    """Put dice on boxes, all or none. Raises Refused."""
    judge_placing(run.state, side, dice)
    run.emit(DicePlaced(side=side, dice=dice))


def judge_placing(state: State, side: SideId, dice: dict[str, str]) -> None:
    """Raise Refused unless every die lies unplaced and fits its box (SAGA-ORD-03 to -06)."""
    force = state.forces[side]
    if not dice:
        raise play("name_a_die")
    for die in dice:
        if die not in unplaced(force):
            raise play("not_yours_to_place", "SAGA-ORD-01")
    for where in dict.fromkeys(dice.values()):
        ability = box(state, side, where)
        if ability is None:
            raise play("no_such_box")
        if where in force.closed:
            raise play("closed_box", "SAGA-ORD-06")
        faces = [die.face for die in dice_on(force, where).values()]
        faces += [force.dice[die].face for die, on in dice.items() if on == where]
        if not ability.pool and len(faces) > len(ability.cost):
            raise play("full_box", "SAGA-ORD-04")
        if not assign(ability, faces):
            raise play("wrong_symbol", "SAGA-ORD-05")


def take(run: Run, side: SideId, die: str) -> None:
    """Take back a die placed in this phase. Raises Refused."""
    found = run.state.forces[side].dice.get(die)
    if found is None or not found.box or not found.fresh:
        raise play("not_taken_back", "SAGA-ORD-01")
    run.emit(DicePlaced(side=side, dice={die: ""}))


def end_orders(run: Run, side: SideId) -> None:
    """Dice not placed are lost for this turn (SAGA-ORD-07); the activations begin."""
    left = tuple(unplaced(run.state.forces[side]))
    if left:
        run.emit(DiceSpent(side=side, dice=left, why="unplaced"))
    run.emit(PhaseBegan(side=side, phase="activation"))


# --- the end --------------------------------------------------------------------------------------


def end_turn(run: Run, step: TurnEnd) -> None:
    """The scenario scores; then the next side's turn, or the end of the match."""
    side = step.side
    score_turn(run, side)
    if any(e.until == "turn" for e in run.state.effects):
        run.emit(EffectsEnded(until="turn"))
    run.emit(TurnEnded(side=side))
    (following, *_) = run.state.others(side)
    if following == run.state.first and run.state.turn >= run.state.scenario.turns > 0:
        end_by_length(run)
        return
    run.replace(TurnStart(side=following))
