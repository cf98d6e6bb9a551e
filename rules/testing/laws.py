"""The laws that every ruleset keeps, checked after each ruling of a match.

`play` plays a match by what the rules suggest, with bent answers, take-backs and appeals between,
and shows every ruling to the laws. A law is a function of a Moment that raises Broken.
"""

from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from itertools import chain, combinations, islice
from typing import Any, TypeVar

import msgspec

from rules.core import patch
from rules.core.agenda import Prompt
from rules.core.appeals import Agree, Appeal, Decline, Propose, Stand
from rules.core.codec import decode, decode_events, decode_state, encode
from rules.core.events import Rolled
from rules.core.fold import fold
from rules.core.offers import (
    Adjust,
    Change,
    Draw,
    DropPrompt,
    PlaceModel,
    RemoveModel,
    ReturnModel,
    SetCounter,
)
from rules.core.refusals import Refusal
from rules.core.resolution import Resolution
from rules.core.ruleset import Action, Rules
from rules.core.state import State
from rules.core.values import Pose, Viewer

from .match import DiceAt, Law, Match, Moment, Trial

S = TypeVar("S", bound=State)
Chooser = Callable[[int], int]
"""Gives a number below its argument; 0 is the plainest choice."""

BREADTH = 12
"""Suggestions of one prompt that are tried; a game may have many."""


class Broken(AssertionError):
    """A law does not hold."""


def _hold(kept: bool, law: int, what: str) -> None:
    if not kept:
        raise Broken(f"law {law}: {what}")


def _read(law: int, decoded: Callable[[], Any]) -> Any:
    try:
        return decoded()
    except msgspec.ValidationError as error:
        raise Broken(f"law {law}: what was written cannot be read: {error}") from error


@cache
def viewers(sides: tuple[str, ...]) -> tuple[Viewer, ...]:
    """The public, every side, and every set of sides one user may hold."""
    sizes = range(len(sides) + 1)
    return tuple(
        frozenset(held) for held in chain.from_iterable(combinations(sides, n) for n in sizes)
    )


def folds(m: Moment[Any]) -> None:
    """1. Folding the facts, after a trip through JSON, gives the state that `resolve` reached."""
    if not m.events:
        return
    rules = m.trial.rules
    events = _read(1, lambda: decode_events(rules, encode(m.events)))
    _hold(events == m.events, 1, "a fact is another after a trip through JSON")
    folded = fold(rules, events, m.before)
    _hold(encode(folded) == encode(m.after), 1, "the facts do not fold to the state")


def is_pure(m: Moment[Any]) -> None:
    """2. `resolve` depends only on its arguments and changes none of them."""
    _hold(encode(m.before) == m.raw, 2, "the state before was changed")
    again = m.repeat()
    _hold(encode(m.before) == m.raw, 2, "the state before was changed the second time")
    if isinstance(again, Resolution) and isinstance(m.outcome, Resolution):
        _hold(encode(tuple(again.events)) == encode(m.events), 2, "other facts the second time")
        _hold(encode(again.state) == encode(m.after), 2, "another state the second time")
    else:
        _hold(again == m.outcome, 2, "another answer the second time")


def survives_json(m: Moment[Any]) -> None:
    """3. State survives JSON, open prompts and pending steps included."""
    raw = encode(m.after)
    back = _read(3, lambda: decode_state(m.trial.rules, raw))
    _hold(back == m.after, 3, "the state is another after a trip through JSON")
    _hold(encode(back) == raw, 3, "the order of something is lost on the trip through JSON")


def patches(m: Moment[Any]) -> None:
    """4. Patching a viewer's old view gives the new one; views hold no nulls, floats, odd keys."""
    rules = m.trial.rules
    for viewer in viewers(m.after.sides):
        new = patch.plain(rules.view(m.after, viewer))
        try:
            patch.check(new)
        except ValueError as error:
            raise Broken(f"law 4: {error}") from error
        _read(4, lambda: decode(rules.types.view, encode(new)))  # noqa: B023
        if m.before is None:
            continue
        old = patch.plain(rules.view(m.before, viewer))
        _hold(old[patch.FIXED] == new[patch.FIXED], 4, "the fixed part of a view changed")
        sent = decode(dict[str, Any], encode(patch.diff(old, new)))
        merged = decode(dict[str, Any], encode(patch.apply(old, sent)))
        _hold(merged == decode(dict[str, Any], encode(new)), 4, "a patched view is not the new one")


def hides(m: Moment[Any]) -> None:
    """5. Nothing hidden from a viewer occurs in what that viewer is sent."""
    for viewer in viewers(m.after.sides):
        marks = tuple(encode(mark)[1:-1] for mark in m.trial.hidden(m.after, viewer))
        if not marks:
            continue
        for what, sent in _sent(m, viewer):
            raw = encode(sent)
            for mark in marks:
                where = f"{what} of {sorted(viewer) or 'the public'}"
                _hold(mark not in raw, 5, f"{mark.decode()} stands in the {where}")


def _sent(m: Moment[Any], viewer: Viewer) -> Iterator[tuple[str, Any]]:
    rules = m.trial.rules
    view = rules.view(m.after, viewer)
    yield "view", view
    if m.before is not None:
        yield "patch", patch.diff(patch.plain(rules.view(m.before, viewer)), patch.plain(view))
    for event in m.events:
        shown = rules.redact(event, viewer)
        if shown is not None:
            yield "fact", shown
            yield "line", rules.tell(shown)
    if isinstance(m.outcome, Refusal) and m.side in viewer:
        yield "refusal", m.outcome
    for prompt in m.after.prompts.values():
        for action in _answers(m, prompt):
            draft = rules.finished_draft(m.after, prompt, action)
            if draft is not None:
                yield "preview", rules.preview(m.after, viewer, draft)
            if prompt.side in viewer:
                outcome = _try(m, prompt, action)
                yield "refusal", outcome if isinstance(outcome, Refusal) else None


def recomputes_rolls(m: Moment[Any]) -> None:
    """6. Every roll can be recomputed from the secret, and no draw is left out or used twice."""
    position = m.position
    for event in m.events:
        if isinstance(event, Rolled):
            _hold(event.first == position, 6, f"draw {position} was left out or used twice")
            faces = m.dice(position).draw(len(event.faces))
            _hold(event.faces == faces, 6, f"the faces from draw {position} are {faces}")
            position += len(faces)
    _hold(m.after.draws == position, 6, "the state counts another number of draws")


def previews_agree(m: Moment[Any]) -> None:
    """7. The preview of a finished draft allows what `resolve` does not refuse, and only that.

    What the rules propose, a suggestion or the finished answer of a preview, is accepted as sent.
    """
    rules = m.trial.rules
    for prompt in m.after.prompts.values():
        for action in islice(rules.suggest(m.after, prompt), BREADTH):
            outcome = _try(m, prompt, action)
            _hold(isinstance(outcome, Resolution), 7, f"{action} is suggested and refused")
        for action in _answers(m, prompt):
            draft = rules.finished_draft(m.after, prompt, action)
            if draft is None:
                continue
            preview = rules.preview(m.after, frozenset((prompt.side,)), draft)
            refused = isinstance(_try(m, prompt, action), Refusal)
            told = "allows" if preview.refusal is None else "refuses"
            _hold(refused == (preview.refusal is not None), 7, f"the preview {told} {action}")
            finished = getattr(preview, "action", None)
            if finished is not None:
                accepted = not isinstance(_try(m, prompt, finished), Refusal)
                _hold(accepted, 7, f"{finished} was proposed by a preview and is refused")


def goes_on(m: Moment[Any]) -> None:
    """8. A prompt is open or the match is over; every open prompt has a suggested answer."""
    _hold(bool(m.after.prompts) != (m.after.result is not None), 8, "no prompt, or one too many")
    for key, prompt in m.after.prompts.items():
        _hold(prompt.id == key and prompt.side in m.after.sides, 8, f"{prompt} is misplaced")
        first = next(iter(m.trial.rules.suggest(m.after, prompt)), None)
        _hold(first is not None, 8, f"nothing is suggested for {prompt.question}")


def _try(m: Moment[Any], prompt: Prompt, action: Action) -> Resolution[Any] | Refusal:
    """What would follow from an answer now; worked out once for all laws."""
    rules: Rules[Any] = m.trial.rules
    key = (prompt.id, encode(action))
    if key not in m.tried:
        m.tried[key] = rules.resolve(m.after, prompt.id, action, m.dice(m.after.draws))
    return m.tried[key]


def _answers(m: Moment[Any], prompt: Prompt) -> Iterator[Action]:
    yield from islice(m.trial.rules.suggest(m.after, prompt), BREADTH)
    yield from m.trial.bent(m.after, prompt)
    yield from (action for side, action in m.old if side == prompt.side)


LAWS: tuple[Law, ...] = (
    folds, is_pure, survives_json, patches, hides, recomputes_rolls, previews_agree, goes_on
)  # fmt: skip


def seeded(seed: int) -> Chooser:
    """The same choices for the same seed, everywhere."""
    count = 0

    def choose(below: int) -> int:
        nonlocal count
        count += 1
        return int.from_bytes(sha256(f"{seed}/{count}".encode()).digest()[:8], "big") % below

    return choose


def plainest(below: int) -> int:
    """Always the default."""
    return 0


ANSWERS = 15
KINDS = 20


def play(
    trial: Trial[S],
    choose: Chooser,
    dice: DiceAt,
    watch: tuple[Law, ...] = LAWS,
    *,
    rulings: int = 2000,
    appeals: bool = True,
) -> Match[S]:
    """Play a match to its end, or so many rulings, and show each to the laws.

    Three in four choices are suggested answers. The others, unless `appeals` is false, are bent or
    old answers, take-backs, and appeals: offers granted and declined, adjustments, standing passes.
    """
    match = Match(trial, dice, watch)
    for _ in range(rulings):
        if match.state.result is not None:
            break
        kind = choose(KINDS) if appeals else 0
        prompts = list(match.state.prompts.values())
        prompt = prompts[choose(len(prompts))]
        if kind < ANSWERS:
            # Suggestions may cost a search each: no more are asked for than the choice needs.
            which = choose(BREADTH)
            options = list(islice(trial.rules.suggest(match.state, prompt), which + 1))
            match.answer(prompt.id, options[which % len(options)])
        elif kind < ANSWERS + 2:
            old = [what for side, what in match.answers()[-8:] if side == prompt.side]
            options = [*trial.bent(match.state, prompt), *old]
            if options:
                match.answer(prompt.id, options[choose(len(options))])
        elif kind == ANSWERS + 2:
            match.take_back(1 + choose(4))
        else:
            _bring_up(match, choose)
    return match


def _bring_up(match: Match[Any], choose: Chooser) -> None:
    """Something unasked; only an agreed draw or a concession, which end a match, are left out."""
    sides = match.state.sides
    side = sides[choose(len(sides))]
    changes = list(_changes(match.trial.rules, match.state, choose))
    appeals: list[Appeal] = [
        Propose(proposal=Draw()),
        Propose(proposal=Adjust(change=changes[choose(len(changes))])),
        *(Decline(offer=offer) for offer in match.state.offers),
        *(
            Stand(window=prompt.window, on=bool(choose(2)))
            for prompt in match.state.prompts.values()
            if prompt.window
        ),
    ]
    what = appeals[choose(len(appeals))]
    match.appeal(side, what)
    if isinstance(what, Propose) and isinstance(what.proposal, Adjust):
        for other in match.state.others(side):
            for offer in list(match.state.offers):
                match.appeal(other, Agree(offer=offer))


def _changes(rules: Rules[Any], state: State, choose: Chooser) -> Iterator[Change]:
    """A few adjustments; some make no sense by the rules, which is what they are for."""
    table = state.table
    unit = list(table.units)[choose(len(table.units))]
    yield SetCounter(unit=unit, counter=min(rules.counters), value=choose(4))
    yield DropPrompt(prompt=next(iter(state.prompts)))
    for model in islice(reversed(table.models), choose(3), None):
        pose = table.models[model].pose
        yield PlaceModel(model=model, pose=Pose(table.width - pose.x, pose.y, pose.facing))
        yield RemoveModel(model=model)
        break
    for model, fallen in table.fallen.items():
        yield ReturnModel(model=model, pose=fallen.pose)
        break
