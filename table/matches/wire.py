"""Every websocket message, defined once. The same structs validate, encode and document.

A message is one JSON object with a `type`; unknown fields are refused; absent is absent, never
null. Messages that carry a game's own values are generic: `messages(rules)` fills in its unions.
Times are milliseconds since 1970. `docs/protocol.md` and `static/js/generated/protocol.d.ts` come
from here (`manage.py protocol`).
"""

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from rules.core import appeals
from rules.core.plain import unseen
from rules.core.refusals import Refusal
from rules.core.ruleset import Rules
from rules.core.values import Line, PromptId, SideId, Tagged, Value

from .facts import HouseFact

PROTOCOL = 1
"""What `hello.protocol` must be; anything else is answered `bye{reload}`."""

MAX_MESSAGE = 16 * 1024
"""Bytes a client's message may have."""

Ref = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9._:-]+$")]
Seq = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
Coordinate = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
Salt = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[A-Za-z0-9_-]*$")]

A = TypeVar("A")
D = TypeVar("D")
E = TypeVar("E")
P = TypeVar("P")
V = TypeVar("V")


# --- client -------------------------------------------------------------------------------------


class Hello(Tagged, frozen=True):
    """The first message, and the one after a gap. It may be sent again at any time.

    `have` is the last fact the client's view stands at (0: none), `heard` the id of the last
    remark it has. `salt` is what the browser adds to the dice, of use before the first roll only.
    """

    protocol: int
    have: Seq = 0
    heard: Seq = 0
    salt: Salt = ""


class Act(Tagged, Generic[A], frozen=True):
    """Answer a prompt. A resend with the same `ref` gets the first answer."""

    ref: Ref
    prompt: PromptId
    action: A


class Appeal(Tagged, frozen=True):
    """Bring something up unasked. `side` is needed by those who hold several."""

    ref: Ref
    appeal: appeals.Appeal
    side: SideId = ""


class Draft(Tagged, Generic[D], frozen=True):
    """Ask what an unfinished answer would mean. One is in work and the newest waits."""

    ref: Ref
    at: Seq
    """The fact the client's view stands at."""
    draft: D


class Say(Tagged, frozen=True):
    """Write in the chat."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class Point(Tagged, frozen=True):
    """Point at a place on the table, in 1/100 mm."""

    x: Coordinate
    y: Coordinate


class Ping(Tagged, frozen=True):
    """Every 20 s and after each 64 KiB received. `away` when the page is hidden."""

    have: Seq = 0
    away: bool = False


# --- server -------------------------------------------------------------------------------------


class Told(Value, Generic[E], frozen=True):
    """A fact as this viewer may know it, and its sentence."""

    event: E
    line: Line | None = None


class Entry(Value, Generic[E], frozen=True):
    """A ruling in the log: it builds on fact `after`, and its last fact is `seq`.

    `by` is the side that acted, absent for the house. `covered` when play went back past it.
    """

    after: Seq
    seq: Seq
    time: int
    by: SideId = ""
    told: tuple[Told[E], ...] = ()
    covered: bool = False


class ClockShown(Value, frozen=True):
    """Thinking time left, in milliseconds, at `at`; the sides in `running` are using theirs up.

    A side with an empty bank still has `grace` for each question.
    """

    at: int
    left: dict[SideId, int]
    running: tuple[SideId, ...] = ()
    grace: int = 0


class RemarkShown(Value, frozen=True):
    """A line of chat; `by` is absent for a watcher."""

    id: int
    name: str
    text: str
    time: int
    by: SideId = ""


class Here(Value, frozen=True):
    """Whether a side's player is there. `since` is absent while he is connected."""

    state: Literal["connected", "away", "lost"]
    since: int = 0


class DiceShown(Value, frozen=True):
    """What is known of the dice: the commitment, the sides' salts, at the end the secret."""

    commitment: str
    salts: dict[SideId, str] = {}
    secret: str = ""


class You(Value, frozen=True):
    """What this socket is: its sides (none for a watcher), its delay in seconds, what it may do."""

    sides: tuple[SideId, ...] = ()
    name: str = ""
    delay: int = 0
    chat: bool = False
    practice: bool = False


class Welcome(Tagged, Generic[V, E], frozen=True):
    """Everything: the view at `seq`, the last 100 told facts, the last 50 remarks."""

    seq: Seq
    now: int
    you: You
    view: V
    told: tuple[Entry[E], ...]
    remarks: tuple[RemarkShown, ...]
    dice: DiceShown
    sides: dict[SideId, Here] = {}
    watchers: int = 0
    clock: ClockShown | None = None
    held: bool = False
    digest: str = ""
    """As in the last step, once the match is over."""


class Step(Tagged, Generic[E], frozen=True):
    """One ruling more: what is told of it, and the merge patch of this viewer's view.

    It builds on `after`; a client that stands elsewhere says hello again. Once the match is over
    `digest` tells the state that its facts fold to.
    """

    after: Seq
    seq: Seq
    time: int
    by: SideId = ""
    told: tuple[Told[E], ...] = ()
    patch: dict[str, Any] = {}
    clock: ClockShown | None = None
    digest: str = ""


class Whole(Value, Generic[V], frozen=True):
    """A whole view after fact `seq`; in a film all but the opening leave out `fixed`."""

    seq: Seq
    view: V


class Film(Value, Generic[V, E], frozen=True):
    """A match over HTTP: where it opens, every step from there, and some whole views between.

    `told` is the first ruling. `covered` are pairs (to, end): play went back past to + 1 ... end.
    """

    match: int
    seq: Seq
    opening: Whole[V]
    told: Entry[E]
    steps: tuple[Step[E], ...]
    wholes: tuple[Whole[Any], ...]
    covered: tuple[tuple[Seq, Seq], ...]
    dice: DiceShown


class LogPage(Value, Generic[E], frozen=True):
    """Older lines of the log over HTTP; `more` when there are still older ones."""

    entries: tuple[Entry[E], ...]
    more: bool


class RemarkPage(Value, frozen=True):
    """Older lines of the chat over HTTP."""

    remarks: tuple[RemarkShown, ...]
    more: bool


class Accepted(Tagged, frozen=True):
    """The act or appeal is in the log; its last fact is `seq`."""

    ref: str
    seq: Seq


class Refused(Tagged, frozen=True):
    """Nothing was done, and why. `ref` is empty where the message had none that could be read."""

    refusal: Refusal
    ref: str = ""


class Stale(Tagged, frozen=True):
    """The prompt is no longer open; the steps up to `seq` say what happened instead."""

    ref: str
    seq: Seq


class Preview(Tagged, Generic[P], frozen=True):
    """What a draft would mean at fact `at`."""

    ref: str
    at: Seq
    preview: P


class Remark(Tagged, frozen=True):
    """Somebody wrote in the chat."""

    remark: RemarkShown


class Pointed(Tagged, frozen=True):
    """A player pointed at a place, in 1/100 mm."""

    x: int
    y: int
    by: SideId


class Presence(Tagged, frozen=True):
    """Who is there."""

    sides: dict[SideId, Here] = {}
    watchers: int = 0


class Pong(Tagged, frozen=True):
    """The answer to a ping: the line holds, and this viewer may stand at fact `seq`."""

    seq: Seq


Why = Literal["reload", "logout", "behind", "revoked", "flood", "gone"]


class Bye(Tagged, frozen=True):
    """The server closes the socket after this.

    `reload`: another protocol. `logout`: the session ended. `behind`: too much unread, come back
    with `have`. `revoked`: the right to watch ended. `flood`: too many messages. `gone`: there is
    no such table in play, or it is not for you, or you said no hello.
    """

    why: Why


@dataclass(frozen=True)
class Messages:
    """The messages of one game, as types for decoding and for the generated documents."""

    client: Any
    server: Any
    decoder: msgspec.json.Decoder[Any]


_GENERIC: tuple[Any, ...] = (Act, Draft, Welcome, Step, Preview)


@cache
def messages(rules: Rules[Any]) -> Messages:
    """The closed unions of what may be sent at a table of this game."""
    types, event = rules.types, rules.types.event | HouseFact
    act, draft, welcome, step, preview = _GENERIC
    client = Hello | act[types.action] | Appeal | draft[types.draft] | Say | Point | Ping
    server = (
        welcome[types.view, event] | step[event] | Accepted | Refused | Stale
        | preview[types.preview] | Remark | Pointed | Presence | Pong | Bye
    )  # fmt: skip
    return Messages(client, server, msgspec.json.Decoder(client))


class _Ref(msgspec.Struct):
    ref: str = ""


def ref_of(raw: str) -> str:
    """The ref of a message that is otherwise malformed, so that its sender knows which it was."""
    try:
        return msgspec.json.decode(raw, type=_Ref).ref[:64]
    except (msgspec.MsgspecError, RecursionError):
        return ""


MOST = 10_000_000
"""The largest number that an action or a draft may hold: 100 m, or 10,000 degrees."""
LONGEST = 200
"""Letters in a text that an action or a draft may hold."""


def flaw(message: msgspec.Struct) -> str:
    """What no game allows in a message, as the code of a refusal; empty where there is nothing."""
    return _flaw(msgspec.to_builtins(message)) if isinstance(message, Act | Appeal | Draft) else ""


def _flaw(value: Any) -> str:
    match value:
        case bool():
            return ""
        case int():
            return "" if -MOST <= value <= MOST else "out_of_bounds"
        case str():
            return "unreadable" if len(value) > LONGEST or unseen(value) else ""
        case dict():
            parts = (part for pair in value.items() for part in pair)
            return next(filter(None, map(_flaw, parts)), "")
        case list() | tuple():
            return next(filter(None, map(_flaw, value)), "")
    return ""
