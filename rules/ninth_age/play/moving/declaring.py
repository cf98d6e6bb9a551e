"""Charges: declared one at a time, each followed at once by the reaction (T9A-CHG-01 to -14)."""

from rules.core.values import INCH, SideId, UnitId
from rules.ninth_age.actions import (
    Command,
    DeclareCharge,
    EndDeclarations,
    Keep,
    Next,
    React,
    Reaction,
    Redirect,
)
from rules.ninth_age.events import ChargeDeclared, Lent, Reacted
from rules.ninth_age.field.approach import Charged, in_reach
from rules.ninth_age.field.charging import check_target, sides_of
from rules.ninth_age.field.ground import Ground, ground_of
from rules.ninth_age.field.joining import alone, check_out
from rules.ninth_age.play.harm.panic import stays
from rules.ninth_age.play.moving.characters import leave
from rules.ninth_age.play.shooting.aiming import may_react, reactors
from rules.ninth_age.play.shooting.phase import stand_and_shoot
from rules.ninth_age.play.units.bestowed import all_have, has, mostly, own_specials
from rules.ninth_age.play.units.leadership import passes
from rules.ninth_age.play.units.powers import give, offers
from rules.ninth_age.play.units.reading import (
    Run,
    do,
    engaged,
    foe_of,
    known,
    may_charge,
    meant,
    own_unit,
    stands,
)
from rules.ninth_age.play.units.skirmishing import close_ranks
from rules.ninth_age.questions import (
    Declare,
    HowToReact,
    NewTarget,
    Prompt,
    WhetherToRedirect,
    WhoSupports,
)
from rules.ninth_age.state import (
    Charge,
    Declaring,
    Flight,
    Reacting,
    Redirecting,
    Retargeting,
    State,
    Supporting,
)
from rules.ninth_age.wording import asking, named, no

HALF = 3
"""A die of this or less takes the first of two."""


def chargers(state: State, side: SideId) -> dict[UnitId, tuple[UnitId, ...]]:
    """Units that may declare, and the enemies in sight and reach of each."""
    found = {
        unit: tuple(in_reach(charge_ground(state, unit), unit))
        for unit in state.each(side)
        if may_charge(state, unit)
    }
    return {unit: targets for unit, targets in found.items() if targets}


def charge_ground(state: State, unit: UnitId) -> Ground:
    """The ground as a charger meets it: a character leaves the unit that he has joined."""
    ground = ground_of(state)
    return alone(ground, unit) if unit in state.joined else ground


def judge_charge(state: State, unit: UnitId, target: UnitId) -> Charged:
    """A charge as it would be made. Raises Refused unless it may be declared now."""
    known(state, unit)
    target = meant(state, target)
    if not may_charge(state, unit):
        raise no("may_not_charge", "T9A-CHG-01")
    friends = [u for u in state.charges if u != unit]
    found = check_target(charge_ground(state, unit), unit, target, friends, foe_of(state, target))
    if unit in state.joined:
        check_out(ground_of(state), unit, found.end)
    return found


def ask_declarations(run: Run, step: Declaring) -> None:
    """Ask, as long as a unit may charge."""
    options = chargers(run.state, step.side)
    given = [o for o in offers(run.state, step.side, "charges") if options or o.target]
    if options or given:
        run.ask(step.side, Declare(charges=options, offers=tuple(given)), asking("declare"))
    else:
        run.replace()


def answer_declaration(
    run: Run, prompt: Prompt, action: DeclareCharge | Command | EndDeclarations
) -> None:
    """A charge, what is given before the first, or the end of the declarations."""
    if isinstance(action, Command):
        give(run, prompt, "charges", action)
        return
    if isinstance(action, EndDeclarations):
        run.close(prompt.id)
        run.replace()
        return
    own_unit(run.state, prompt.side, action.unit)
    judge_charge(run.state, action.unit, action.target)
    run.close(prompt.id)
    declare(run, action.unit, meant(run.state, action.target))


def declare(run: Run, unit: UnitId, target: UnitId, former: UnitId = "") -> None:
    """Write a charge down; its reaction comes first. A character who charges leaves his unit, which
    charges nobody in this turn (T9A-CHR-03)."""
    if unit in run.state.joined:
        do(run, run.state.host(unit), "parted")
        leave(run, unit)
    close_ranks(run, unit, target)
    sides = sides_of(ground_of(run.state), unit, target)
    side = sides[0]
    if len(sides) > 1:
        owner = run.state.table.units[unit].side
        (face,) = run.roll(1, side=owner, why="side", unit=unit, rule="T9A-UNIT-11")
        side = sides[0] if face <= HALF else sides[1]
    charge = Charge(target=target, side=side, former=former)
    run.emit(ChargeDeclared(unit=unit, charge=charge))
    if bold := [rule for one in own_specials(run.state, unit) for rule in one.charging]:
        run.emit(Lent(unit=unit, rules=tuple(bold)))
    run.push(Reacting(unit=unit, target=target))


def reactions(state: State, unit: UnitId, charger: UnitId) -> tuple[Reaction, ...]:
    """How a unit may take a charge (T9A-CHG-10 to -13)."""
    stats = state.stats[unit]
    if state.fleeing(unit):
        return ("flee",)
    if engaged(state, unit) or stats.has("undead"):
        return ("hold",)
    found: list[Reaction] = ["hold"]
    if reactors(state, unit, charger):
        found.append("stand_and_shoot")
    if stats.troop_type != "war_machine" and not mostly(state, unit, "immune_to_psychology"):
        found.append("flee")
    return tuple(found)


def frightens(state: State, charger: UnitId, target: UnitId) -> bool:
    """Whether a charge asks its target for a test of terror: a panic test, of which who passed one
    in the phase takes no other (T9A-SR-TERROR, T9A-PANIC-02)."""
    terrible = any(state.stats[u].has("terror") for u in ground_of(state).parts(charger))
    brave = state.fleeing(target) or engaged(state, target) or steady(state, target)
    return terrible and not brave and not state.did(target, "calm")


def steady(state: State, unit: UnitId) -> bool:
    """Whether a unit laughs at Terror: half of it or more are immune to psychology, or all of it to
    Fear and Terror."""
    return mostly(state, unit, "immune_to_psychology") or all_have(state, unit, "fearless")


def ask_reaction(run: Run, step: Reacting) -> None:
    """Ask for the reaction, unless there is only one."""
    if not (stands(run.state, step.target) and stands(run.state, step.unit)):
        run.replace()
        return
    if not step.awed and frightens(run.state, step.unit, step.target):
        run.replace(Reacting(unit=step.unit, target=step.target, awed=True))
        if not stays(run, step.target, "terror"):
            step = Reacting(unit=step.unit, target=step.target, awed=True)
            react(run, step, "flee", forced=True)
        return
    options = reactions(run.state, step.target, step.unit)
    if len(options) == 1:
        react(run, step, options[0], forced=True)
        return
    side = run.state.table.units[step.target].side
    question = HowToReact(unit=step.target, charger=step.unit, reactions=options)
    run.ask(side, question, asking("react", unit=named(step.target), other=named(step.unit)))


def answer_reaction(run: Run, prompt: Prompt, action: React) -> None:
    """Hold, shoot or flee."""
    question = prompt.question
    assert isinstance(question, HowToReact)
    if action.reaction not in question.reactions:
        raise no("no_reaction", "T9A-CHG-11")
    shoots = action.reaction == "stand_and_shoot"
    if shoots and not reactors(run.state, question.unit, question.charger):
        raise no("no_reaction", "T9A-CHG-11")
    run.close(prompt.id)
    step = run.state.agenda[-1]
    assert isinstance(step, Reacting)
    react(run, step, action.reaction)


def react(run: Run, step: Reacting, reaction: Reaction, forced: bool = False) -> None:
    """Carry a reaction out."""
    run.emit(Reacted(unit=step.target, charger=step.unit, reaction=reaction, forced=forced))
    if reaction == "flee":
        run.replace(Flight(unit=step.target, away=step.unit), Redirecting(target=step.target))
    else:
        helped = Supporting(unit=step.unit, target=step.target)
        run.replace(*((helped,) if has(run.state, step.target, "parent_unit") else ()))
    if reaction == "stand_and_shoot":
        stand_and_shoot(run, step.target, step.unit)


# --- supporters -----------------------------------------------------------------------------------

SUPPORT = 6 * INCH
"""How near a support unit stands to the parent unit that it helps (army EOS)."""


def supporters(state: State, target: UnitId, charger: UnitId) -> tuple[UnitId, ...]:
    """Support units near a charged parent unit that may shoot at who charges it, as if they were
    charged themselves (army EOS)."""
    if not stands(state, charger):
        return ()
    ground = ground_of(state)
    near = ground.near(target, ground.friends(target), SUPPORT)
    return tuple(
        unit
        for unit in near
        if has(state, unit, "support_unit") and may_react(state, unit, charger)
    )


def ask_support(run: Run, step: Supporting) -> None:
    """Ask who helps, as long as somebody can."""
    standing = stands(run.state, step.target) and not run.state.fleeing(step.target)
    units = supporters(run.state, step.target, step.unit) if standing else ()
    if not units:
        run.replace()
        return
    side = run.state.table.units[step.target].side
    question = WhoSupports(charger=step.unit, units=units)
    run.ask(side, question, asking("support", unit=named(step.target), other=named(step.unit)))


def answer_support(run: Run, prompt: Prompt, action: Next | Keep) -> None:
    """One of them shoots, or nobody else does."""
    question = prompt.question
    assert isinstance(question, WhoSupports)
    if isinstance(action, Keep):
        run.close(prompt.id)
        run.replace()
        return
    if action.unit not in question.units:
        raise no("not_in_list")
    run.close(prompt.id)
    if stands(run.state, action.unit) and may_react(run.state, action.unit, question.charger):
        stand_and_shoot(run, action.unit, question.charger)


# --- another target -------------------------------------------------------------------------------


def redirectors(state: State, target: UnitId) -> dict[UnitId, tuple[UnitId, ...]]:
    """Who charged a unit that fled and may test for another target, and for which."""
    ground = ground_of(state)
    found = {}
    for unit, charge in state.charges.items():
        if charge.target != target or state.did(unit, "redirected") or charge.faces:
            continue
        if state.table.units[unit].models and not state.fleeing(unit):
            found[unit] = tuple(u for u in in_reach(ground, unit) if u != target)
    return {unit: targets for unit, targets in found.items() if targets}


def ask_redirection(run: Run, step: Redirecting) -> None:
    """Ask who tests, as long as somebody may."""
    units = redirectors(run.state, step.target)
    if not units:
        run.replace()
        return
    side = run.state.table.units[next(iter(units))].side
    question = WhetherToRedirect(units=tuple(units))
    run.ask(side, question, asking("redirect", other=named(step.target)))


def answer_redirection(run: Run, prompt: Prompt, action: Redirect | Keep) -> None:
    """Test, or stay with the first target (T9A-CHG-14)."""
    question = prompt.question
    assert isinstance(question, WhetherToRedirect)
    if isinstance(action, Keep):
        run.close(prompt.id)
        run.replace()
        return
    if action.unit not in question.units:
        raise no("no_redirection", "T9A-CHG-14")
    run.close(prompt.id)
    if action.unit not in run.state.charges:
        return
    do(run, action.unit, "redirected")
    if passes(run, action.unit, "redirect"):
        run.push(Retargeting(unit=action.unit))


def ask_target(run: Run, step: Retargeting) -> None:
    """Ask for the new target."""
    charge = run.state.charges.get(step.unit)
    reached = in_reach(ground_of(run.state), step.unit) if charge else ()
    targets = tuple(u for u in reached if charge and u != charge.target)
    if not targets:
        run.replace()
        return
    side = run.state.table.units[step.unit].side
    question = NewTarget(unit=step.unit, targets=targets)
    run.ask(side, question, asking("retarget", unit=named(step.unit)))


def answer_target(run: Run, prompt: Prompt, action: DeclareCharge | Keep) -> None:
    """The new target, which reacts in its turn; or the old one after all."""
    question = prompt.question
    assert isinstance(question, NewTarget)
    state = run.state
    if isinstance(action, Keep) or question.unit not in state.charges:
        run.close(prompt.id)
        run.replace()
        return
    target = meant(state, action.target)
    if known(state, action.unit) != question.unit or target not in question.targets:
        raise no("no_redirection", "T9A-CHG-14")
    friends = [u for u in state.charges if u != action.unit]
    ground = ground_of(state)
    check_target(ground, action.unit, target, friends, foe_of(state, target))
    former = state.charges[action.unit].target
    run.close(prompt.id)
    run.replace()
    declare(run, action.unit, target, former)
