"""Units that hurt whom they have moved over: bombs and fire from above (armies DH and HBE)."""

from rules.core.values import UnitId
from rules.geometry.blocks import Block
from rules.geometry.convex import clear_by, hull
from rules.ninth_age.actions import Aim, Keep
from rules.ninth_age.events import Swooped
from rules.ninth_age.field.ground import Ground, ground_of
from rules.ninth_age.play.harm.damage import attack
from rules.ninth_age.play.harm.panic import shake, strengths
from rules.ninth_age.play.harm.saves import Blow
from rules.ninth_age.play.units.bestowed import own_specials
from rules.ninth_age.play.units.formulas import formula
from rules.ninth_age.play.units.reading import Run, engaged, meant, stands
from rules.ninth_age.questions import Prompt, WhomToSwoop
from rules.ninth_age.special import Special, special
from rules.ninth_age.state import State, Swooping
from rules.ninth_age.wording import asking, named, no


def swoops(state: State, unit: UnitId, blocks: tuple[Block, ...]) -> tuple[Swooping, ...]:
    """What follows a move along blocks: for each rule that hurts those below, the enemies not in
    combat of whom one is hurt."""
    rules = [known.id for known in own_specials(state, unit) if known.swoop]
    below = passed(ground_of(state), unit, blocks) if rules else []
    targets = tuple(foe for foe in below if not engaged(state, foe))
    return tuple(Swooping(unit=unit, rule=rule, targets=targets) for rule in rules if targets)


def passed(ground: Ground, unit: UnitId, blocks: tuple[Block, ...]) -> list[UnitId]:
    """The enemies that a unit moved over."""
    ways = [hull((*a.corners, *b.corners)) for a, b in zip(blocks, blocks[1:], strict=False)]
    return [
        foe
        for foe in ground.enemies(unit)
        if any(not clear_by((way,), ground.block(foe).solid, 0.0) for way in ways)
    ]


def ask_swoop(run: Run, step: Swooping) -> None:
    """Ask whom; one alone needs no question."""
    targets = tuple(foe for foe in step.targets if stands(run.state, foe))
    if not (targets and stands(run.state, step.unit)):
        run.replace()
    elif len(targets) == 1:
        run.replace()
        _swoop(run, step, targets[0])
    else:
        side = run.state.table.units[step.unit].side
        question = WhomToSwoop(unit=step.unit, targets=targets)
        run.ask(side, question, asking("swoop", unit=named(step.unit)))


def answer_swoop(run: Run, prompt: Prompt, action: Aim | Keep) -> None:
    """This enemy, or nobody."""
    question, step = prompt.question, run.state.agenda[-1]
    assert isinstance(question, WhomToSwoop)
    assert isinstance(step, Swooping)
    target = meant(run.state, action.target) if isinstance(action, Aim) else ""
    if target and target not in question.targets:
        raise no("not_in_list")
    run.close(prompt.id)
    run.replace()
    if target:
        _swoop(run, step, target)


def _swoop(run: Run, step: Swooping, target: UnitId) -> None:
    """The hits, and the panic that follows."""
    known = special(step.rule)
    assert known is not None
    assert known.swoop is not None
    run.emit(Swooped(unit=step.unit, target=target, rule=step.rule))
    before = strengths(run.state)
    blow = Blow(known.swoop.strength, rules=known.swoop.rules, shot=True)
    attack(run, step.unit, target, step.rule, _hits(run, step, target, known), blow)
    shake(run, before, step.unit)


def _hits(run: Run, step: Swooping, target: UnitId, known: Special) -> int:
    """Hits, and more for each rank after the first."""
    assert known.swoop is not None
    more = ground_of(run.state).block(target).ranks - 1 if known.swoop.rank_hits else 0
    total = 0
    for text in (known.swoop.hits, *[known.swoop.rank_hits] * more):
        made = formula(text)
        side = run.state.table.units[step.unit].side
        total += made.read(run.roll(made.dice, side=side, why="hits", unit=step.unit))
    return total
