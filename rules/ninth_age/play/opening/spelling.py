"""Spells before the battle: dice, duplicates, the signature spell (chapter SPELL)."""

from collections.abc import Iterable, Sequence

from rules.core.values import SideId, UnitId
from rules.ninth_age.actions import Keep
from rules.ninth_age.opening.actions import Learn, TakeSpells
from rules.ninth_age.opening.events import Learned
from rules.ninth_age.opening.questions import WhichSpells, WhoLearns
from rules.ninth_age.opening.steps import Learning, Picking, Replacing
from rules.ninth_age.play.units.reading import Run
from rules.ninth_age.questions import Prompt
from rules.ninth_age.setup import Stats
from rules.ninth_age.state import State
from rules.ninth_age.wording import asking, named, no

SIGNATURE = 0
NUMBERED = range(1, 7)
"""The spells of a path that a die gives (T9A-SPELL-02)."""


TOME = "tome_of_arcane_lore"
"""The item with which a wizard knows a spell more (T9A-ITEM-01)."""


# --- arithmetic -----------------------------------------------------------------------------------


def rolled(faces: Sequence[int], taken: Iterable[int]) -> tuple[tuple[int, ...], int]:
    """The spells that a roll gives, and how many of its dice are duplicates: of a spell that
    another wizard of the army knows, or of an earlier die (T9A-SPELL-03, -04, -10)."""
    known = tuple(sorted(set(faces) - set(taken)))
    return known, len(faces) - len(known)


def free(known: Iterable[int], taken: Iterable[int]) -> tuple[int, ...]:
    """What a duplicate may become: a spell that nobody has, or the signature unless this wizard
    holds it (T9A-SPELL-04, -05, -08)."""
    barred = {*known, *taken}
    numbered = tuple(spell for spell in NUMBERED if spell not in barred)
    return numbered if SIGNATURE in set(known) else (SIGNATURE, *numbered)


def swapped(known: Iterable[int], spell: int) -> tuple[int, ...]:
    """One spell exchanged for the signature (T9A-SPELL-06)."""
    return tuple(sorted({*known, SIGNATURE} - {spell}))


def may_swap(known: Iterable[int]) -> bool:
    """Whether a spell may be exchanged for the signature: not when it is held (T9A-SPELL-07)."""
    found = set(known)
    return bool(found) and SIGNATURE not in found


def taken(state: State, unit: UnitId, path: str) -> set[int]:
    """Numbered spells of a path that other wizards of the army generated (T9A-SPELL-05, -09)."""
    side = state.table.units[unit].side
    return {
        spell
        for other, spells in state.opening.spells.items()
        if other != unit and spells.path == path and state.table.units[other].side == side
        for spell in spells.known
        if spell != SIGNATURE
    }


def spells_of(stats: Stats) -> int:
    """How many spells a wizard knows: as many as his level, and one by a tome (T9A-SPELL-03)."""
    return stats.level + (TOME in stats.items)


# --- steps ----------------------------------------------------------------------------------------


def wizards(state: State, side: SideId) -> dict[UnitId, tuple[str, ...]]:
    """A side's wizards who have no spells yet, with their paths."""
    return {
        unit: state.stats[unit].paths
        for unit, found in state.table.units.items()
        if found.side == side and state.stats[unit].level and state.stats[unit].paths
        and unit not in state.opening.spells
    }  # fmt: skip


def ask_wizard(run: Run, step: Learning) -> None:
    """One wizard after another, in the order of their player (T9A-SPELL-01)."""
    left = wizards(run.state, step.side)
    if not left:
        run.replace()
        return
    (unit, paths), *others = left.items()
    if not others and len(paths) == 1:
        learn(run, unit, paths[0])
    else:
        run.ask(step.side, WhoLearns(wizards=left), asking("learn"))


def answer_wizard(run: Run, prompt: Prompt, action: Learn) -> None:
    """This wizard, from this path."""
    question = prompt.question
    assert isinstance(question, WhoLearns)
    if action.path not in question.wizards.get(action.unit, ()):
        raise no("no_such_path", "T9A-SPELL-01")
    run.close(prompt.id)
    learn(run, action.unit, action.path)


def learn(run: Run, unit: UnitId, path: str) -> None:
    """Roll a die for each spell, all together; a Pathmaster chooses."""
    stats = run.state.stats[unit]
    if stats.has("pathmaster"):
        run.push(Picking(unit=unit, path=path))
        return
    side = run.state.table.units[unit].side
    faces = run.roll(spells_of(stats), side=side, why="spells", unit=unit, rule="T9A-SPELL-03")
    known, left = rolled(faces, taken(run.state, unit, path))
    run.push(Replacing(unit=unit, path=path, spells=known, left=left))


def replace_spells(run: Run, step: Replacing) -> None:
    """Duplicates one by one, then the signature spell (T9A-SPELL-08, -10)."""
    able = free(step.spells, taken(run.state, step.unit, step.path))
    if step.left and not able:
        _learned(run, step, step.spells)
    elif step.left and len(able) == 1:
        _replaced(run, step, able[0])
    elif step.left:
        _ask(run, step, able, "replace_spell")
    elif may_swap(step.spells):
        _ask(run, step, step.spells, "swap_spell", swap=True)
    else:
        _learned(run, step, step.spells)


def _ask(run: Run, step: Replacing, spells: tuple[int, ...], what: str, swap: bool = False) -> None:
    side = run.state.table.units[step.unit].side
    question = WhichSpells(unit=step.unit, path=step.path, spells=spells, swap=swap)
    run.ask(side, question, asking(what, unit=named(step.unit)))


def pick_spells(run: Run, step: Picking) -> None:
    """A Pathmaster chooses as many as he would roll (T9A-SR-PATHMASTER)."""
    able = free((), taken(run.state, step.unit, step.path))
    count = min(spells_of(run.state.stats[step.unit]), len(able))
    side = run.state.table.units[step.unit].side
    question = WhichSpells(unit=step.unit, path=step.path, spells=able, count=count)
    run.ask(side, question, asking("pick_spells", unit=named(step.unit)))


def answer_spells(run: Run, prompt: Prompt, action: TakeSpells | Keep) -> None:
    """What was chosen: freely, for a duplicate, or to be exchanged for the signature."""
    question = prompt.question
    assert isinstance(question, WhichSpells)
    if isinstance(action, Keep) and not question.swap:
        raise no("not_an_answer")
    chosen = () if isinstance(action, Keep) else action.spells
    wanted = len(set(chosen) & set(question.spells))
    if isinstance(action, TakeSpells) and not wanted == len(chosen) == question.count:
        raise no("no_such_spell", "T9A-SPELL-04")
    run.close(prompt.id)
    step = run.state.agenda[-1]
    match step:
        case Picking():
            _learned(run, step, tuple(sorted(chosen)))
        case Replacing() if question.swap:
            _learned(run, step, swapped(step.spells, chosen[0]) if chosen else step.spells)
        case Replacing():
            _replaced(run, step, chosen[0])


def _replaced(run: Run, step: Replacing, spell: int) -> None:
    spells = tuple(sorted((*step.spells, spell)))
    run.replace(Replacing(unit=step.unit, path=step.path, spells=spells, left=step.left - 1))


def _learned(run: Run, step: Replacing | Picking, spells: tuple[int, ...]) -> None:
    lost = step.left if isinstance(step, Replacing) else 0
    run.emit(Learned(unit=step.unit, path=step.path, spells=spells, lost=lost))
    run.replace()
