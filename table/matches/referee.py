"""The only writer of a match that has begun.

A known `ref` gets its first answer; a prompt that is not open is stale; the rules say what follows;
one row is inserted. Whoever loses the race for that row reads what came first and tries again while
the prompt is still open. A fault inside a rule is answered, logged, and changes nothing.

These functions are synchronous and use the database; the socket calls them in the writer's thread,
pages in the thread of their request.
"""

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.dispatch import Signal

from rules import ruleset
from rules.core import appeals
from rules.core.appeals import Agree, Appeal, Claim, Propose
from rules.core.dice import SealedDice, commitment, stream_key
from rules.core.offers import TakeBack
from rules.core.refusals import Refusal, Refused
from rules.core.ruleset import Seated
from rules.core.state import State
from rules.core.values import Number, PromptId, SideId, Viewer

from . import clock, log, takebacks
from .append import append
from .facts import Fact, RanOut, Revealed, Salted
from .folded import Folded, holding
from .log import Ruled
from .models import Match, MatchSecret, MatchState, Seat
from .words import refusal

logger = logging.getLogger(__name__)

TRIES = 8
"""Races for a row that one action may lose before it is answered `stale`."""
CLAIM_AFTER = 180
"""Seconds that an opponent must be gone before the match may be claimed."""

committed = Signal()
"""Sent after a ruling is committed: `match`, `seq`."""
ended = Signal()
"""Sent after the ruling that ends a match is committed: `match`."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """Written; the ruling's last fact is `seq`."""

    seq: int


@dataclass(frozen=True, slots=True)
class Stale:
    """The prompt is no longer open; the match stands at `seq`."""

    seq: int


Answer = Accepted | Stale | Refusal


@dataclass(frozen=True, slots=True)
class _Found:
    """What shall be written: by which side, which facts, and what they lead to."""

    side: SideId
    facts: list[Fact]
    state: State
    rewinds_to: int | None = None


def new_secret() -> bytes:
    """What the dice of a match follow from."""
    return secrets.token_bytes(32)


def begin(match: Match, seats: list[Seat], now: int) -> Refusal | None:
    """Write the first ruling of a match; the caller's transaction holds all of it.

    Returns why the match cannot begin; then the caller rolls back.
    """
    rules, secret = ruleset(match.ruleset), new_secret()
    salts = {seat.side: seat.salt for seat in seats if seat.salt}
    match.commitment = commitment(secret)
    seated = {seat.side: Seated(name=seat.name, roster=seat.roster) for seat in seats}
    try:
        setup = rules.arrange(match.scenario, seated, match.options, match.commitment)
        resolution = rules.begin(setup, SealedDice(stream_key(secret, salts)))
    except Refused as refused:
        return refused.refusal
    match.state, match.begun, match.asked = MatchState.LIVE, now, _asked(resolution.state)
    match.save(update_fields=["commitment", "state", "begun", "asked"])
    MatchSecret.objects.create(match=match, secret=secret.hex())
    salted = [Salted(side=side, salt=salt) for side, salt in salts.items()]
    facts: list[Fact] = [*salted, *resolution.events]
    append(match.pk, Ruled(0, len(facts), now, "", facts), "begin", "")
    _announce(match.pk, len(facts))
    return None


def act(
    *, match: int, viewer: Viewer, ref: str, prompt: PromptId, action: Any, now: int | None = None
) -> Answer:
    """Answer a prompt. Raises Match.DoesNotExist."""

    def decide(folded: Folded) -> _Found | Refusal | Stale:
        asked = folded.live.prompts.get(prompt)
        if asked is None:
            return Stale(folded.seq)
        if asked.side not in viewer:
            return refusal("not_yours")
        return _resolve(folded, prompt, action)

    return _settle(match, viewer, ref, msgspec.json.encode(action).decode(), decide, now)


def appeal(
    *, match: int, viewer: Viewer, side: SideId, ref: str, what: Appeal, now: int | None = None
) -> Answer:
    """Bring something up unasked, for `side`. Raises Match.DoesNotExist."""
    moment = now or clock.now()

    def decide(folded: Folded) -> _Found | Refusal:
        if side not in viewer:
            return refusal("not_yours")
        match what:
            case Propose(proposal=TakeBack(to=to)):
                if not takebacks.possible(folded, to):
                    return refusal("rewind")
                if viewer.issuperset(folded.live.sides) or takebacks.free(folded, side, to):
                    return _back(folded, side, [], folded.live, to)
            case Agree(offer=offer) if offer in folded.live.offers:
                proposal = folded.live.offers[offer].proposal
                if isinstance(proposal, TakeBack) and not takebacks.possible(folded, proposal.to):
                    return refusal("rewind")
            case Claim(against=against):
                if too_soon := _still_there(folded, against, moment):
                    return too_soon
        return _follow(folded, viewer, side, what)

    return _settle(match, viewer, ref, msgspec.json.encode(what).decode(), decide, moment)


def add_salt(*, match: int, viewer: Viewer, text: str) -> Answer:
    """Add a browser's salt to the dice, for the first of its sides that has none yet.

    Of use before any dice were rolled only; later it is refused.
    """
    with holding(match) as folded:
        due = [side for side in sorted(viewer) if side not in folded.salts]
        if not due or folded.state is None or folded.live.draws:
            return refusal("too_late")

    def decide(folded: Folded) -> _Found | Refusal:
        if folded.live.draws:
            return refusal("too_late")
        return _Found(due[0], [Salted(side=due[0], salt=text)], folded.live)

    return _settle(match, frozenset(due[:1]), "salt", "", decide, None)


def time_out(*, match: int, now: int | None = None) -> Answer:
    """Give the default answer for a side whose time is up, if one's is."""
    moment = now or clock.now()

    def decide(folded: Folded) -> _Found | Refusal | Stale:
        due = deadline(folded)
        if due is None or due[0] > moment:
            return Stale(folded.seq)
        asked = folded.live.prompts[due[1]]
        action = next(iter(folded.rules.suggest(folded.live, asked)))
        found = _resolve(folded, asked.id, action)
        if isinstance(found, Refusal):
            raise ValueError(f"the default answer was refused: {found.code}")
        facts: list[Fact] = [RanOut(side=asked.side), *found.facts]
        return _Found("", facts, found.state)

    with holding(match) as folded:
        ref = f"clock:{folded.seq}"
    return _settle(match, frozenset({""}), ref, "", decide, moment)


def deadline(folded: Folded) -> tuple[int, PromptId] | None:
    """When the house answers the next prompt, by the match clock."""
    if folded.clock is None or folded.held or folded.state is None:
        return None
    return clock.due(folded.clock, folded.live, folded.spent, folded.time, folded.opened)


def _settle(
    match: int,
    sides: Viewer,
    ref: str,
    action: str,
    decide: Callable[[Folded], _Found | Refusal | Stale],
    now: int | None,
) -> Answer:
    with holding(match) as folded:
        for _ in range(TRIES):
            if sides and (known := log.answer_to(match, sides, ref)):
                return Accepted(known)
            if folded.state is None:
                return refusal("not_begun")
            if folded.held:
                return refusal("held")
            try:
                found = decide(folded)
            except Exception:
                logger.exception("a rule failed in match %s at fact %s", match, folded.seq)
                return refusal("fault")
            if not isinstance(found, _Found):
                return found
            try:
                _write(folded, found, ref, action, now or clock.now())
            except IntegrityError:
                folded.catch_up()
                continue
            return Accepted(folded.seq)
        return Stale(folded.seq)


def _write(folded: Folded, found: _Found, ref: str, action: str, now: int) -> None:
    """Insert the ruling, and with it what lists show of the match. Raises IntegrityError."""
    over = found.state.result is not None
    facts = [*found.facts, Revealed(secret=_secret(folded).hex())] if over else found.facts
    time = max(now, folded.time)
    ruled = Ruled(
        after=folded.seq,
        seq=folded.seq + len(facts),
        time=time,
        side=found.side,
        facts=facts,
        rewinds_to=found.rewinds_to,
        spent=clock.spend(folded.spent, folded.live, folded.time, time) if folded.clock else {},
    )
    if over or _asked(found.state) != _asked(folded.live):
        with transaction.atomic():
            append(folded.match, ruled, ref, action)
            _list(folded.match, found.state, time)
    else:
        append(folded.match, ruled, ref, action)
    folded.take(ruled, found.state)
    _announce(folded.match, ruled.seq, over)


def _list(match: int, state: State, now: int) -> None:
    """Bring up to date what lists of matches show: who is asked, and the result."""
    shown: dict[str, Any] = {"asked": _asked(state)}
    if result := state.result:
        scored = {"winners": list(result.winners), "scores": result.scores}
        shown |= {"state": MatchState.ENDED, "ended": now, "result": scored}
    Match.objects.filter(pk=match).update(**shown)


def _asked(state: State) -> str:
    return "" if state.result else " ".join(clock.running(state))


def _announce(match: int, seq: int, over: bool = False) -> None:
    def tell() -> None:
        committed.send_robust(sender=Match, match=match, seq=seq)
        if over:
            ended.send_robust(sender=Match, match=match)

    transaction.on_commit(tell)


def _resolve(folded: Folded, prompt: PromptId, action: Any) -> _Found | Refusal:
    state = folded.live
    dice = SealedDice(_key(folded), state.draws)
    resolution = folded.rules.resolve(state, prompt, action, dice)
    if isinstance(resolution, Refusal):
        return resolution
    return _Found(state.prompts[prompt].side, list(resolution.events), resolution.state)


def _follow(folded: Folded, viewer: Viewer, side: SideId, what: Appeal) -> _Found | Refusal:
    """What follows from an appeal; whoever holds several sides agrees with himself at once."""
    rules, state = folded.rules, folded.live
    dice = SealedDice(_key(folded), state.draws)
    facts: list[Fact] = []
    todo = [(side, what)]
    while todo:
        who, appealed = todo.pop(0)
        resolution = appeals.appeal(rules, state, who, appealed, dice)
        if isinstance(resolution, Refusal):
            return resolution
        facts += resolution.events
        before, state = state, resolution.state
        if isinstance(appealed, Propose):
            offer = f"o{state.offered}"
            own = [other for other in state.others(side) if other in viewer]
            todo += [(other, Agree(offer=offer)) for other in own]
        granted = _granted(before, appealed, state)
        if granted is not None:
            return _back(folded, who, facts, state, granted)
    return _Found(side, facts, state)


def _granted(before: State, what: Appeal, after: State) -> int | None:
    """Where play goes back to, when this appeal was the last agreement that a take-back needed."""
    if not isinstance(what, Agree) or what.offer in after.offers:
        return None
    proposal = before.offers[what.offer].proposal
    return proposal.to if isinstance(proposal, TakeBack) else None


def _back(folded: Folded, side: SideId, facts: list[Fact], state: State, to: int) -> _Found:
    fact = takebacks.rewinding(folded, state, to)
    after = folded.rewound(fact)
    return _Found(side, [*facts, fact], after, rewinds_to=to)


def _still_there(folded: Folded, against: SideId, now: int) -> Refusal | None:
    """Why a match cannot be claimed: the other side is here, was a moment ago, or is not asked."""
    if all(prompt.side != against for prompt in folded.live.prompts.values()):
        return refusal("not_their_turn")
    seen = Seat.objects.filter(match=folded.match, side=against).values_list("seen", flat=True)
    gone = (now - max(seen, default=now)) // 1000
    if gone >= CLAIM_AFTER:
        return None
    return refusal("still_there", seconds=Number(value=CLAIM_AFTER - max(0, gone)))


def _secret(folded: Folded) -> bytes:
    if not folded.sealed:
        stored = MatchSecret.objects.values_list("secret", flat=True).get(match=folded.match)
        folded.sealed = bytes.fromhex(stored)
    return folded.sealed


def _key(folded: Folded) -> bytes:
    return stream_key(_secret(folded), folded.salts)
