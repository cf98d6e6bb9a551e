"""Verbs for tests of matches: open a table, sit at it, answer, watch."""

import asyncio
import itertools
import json
from typing import Any

from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore

from rules.core import patch
from rules.core.refusals import Refusal
from table.accounts.models import User
from table.matches import operations, referee
from table.matches.folded import Folded, holding
from table.matches.models import Match
from table.matches.operations import Terms
from table.matches.routing import websocket_urlpatterns
from table.matches.wire import PROTOCOL

SIDES = ("a", "b", "c")
CORNERS = {"a": "nw", "b": "ne", "c": "sw"}
_numbers = itertools.count(1)


def user(name: str = "") -> Any:
    """A user with a name of his own."""
    return User.objects.create_user(name or f"player{next(_numbers)}")


def keepsake(side: str) -> str:
    """What a gang hides; a leak shows in the bytes."""
    return f"the-keepsake-of-{side}"


def terms(**more: Any) -> Terms:
    return Terms(ruleset="toy", watch="everyone", **more)


def match_of_three(**more: Any) -> tuple[Match, dict[str, Any]]:
    """A match of three users, begun: all are asked in secret where to start."""
    users = {side: user() for side in SIDES}
    made = operations.open_match(user=users["a"], terms=terms(**more), side="a", sides=SIDES)
    assert isinstance(made, Match)
    for side in "bc":
        assert not isinstance(operations.sit(user=users[side], match=made, side=side), Refusal)
    for side in SIDES:
        operations.set_roster(
            user=users[side], match=made, side=side, roster={"keepsake": keepsake(side)}
        )
        done = operations.ready(user=users[side], match=made, side=side)
        assert not isinstance(done, Refusal), done
    made.refresh_from_db()
    return made, users


def practice(**more: Any) -> tuple[Match, Any]:
    """A match of one user who holds all three sides."""
    player = user()
    rosters = [{"keepsake": keepsake(side)} for side in SIDES]
    made = operations.practise(
        user=player, terms=terms(**more), rosters=rosters, names=["A", "B", "C"], sides=SIDES
    )
    assert isinstance(made, Match)
    return made, player


def take(side: str, cry: str = "") -> dict[str, Any]:
    """The answer to where a gang starts, as it is sent."""
    return {"type": "take", "corner": CORNERS[side], "cry": cry or f"cry-of-{side}"}


def state_of(match: Match) -> Any:
    with holding(match.pk) as folded:
        return folded.live


def folded_of(match: Match) -> Folded:
    with holding(match.pk) as folded:
        return folded


def prompt_of(match: Match, side: str) -> str:
    return next(key for key, asked in state_of(match).prompts.items() if asked.side == side)


def answer(match: Match, side: str, action: Any = None, ref: str = "", **more: Any) -> Any:
    """A side answers its open prompt, by default as the rules suggest."""
    with holding(match.pk) as folded:
        asked = folded.live.prompts[prompt_of(match, side)]
        action = action or next(iter(folded.rules.suggest(folded.live, asked)))
    return referee.act(
        match=match.pk, viewer=frozenset({side}), ref=ref or f"r{next(_numbers)}",
        prompt=asked.id, action=action, **more,
    )  # fmt: skip


def start(match: Match) -> None:
    """All three say where they start."""
    for side in SIDES:
        assert isinstance(answer(match, side), referee.Accepted)


def play_on(match: Match, rulings: int = 1000) -> int:
    """Play by suggestion, at most so many rulings; returns how many there were."""
    for count in range(rulings):
        state = state_of(match)
        if state.result is not None:
            return count
        asked = next(iter(state.prompts.values()))
        assert isinstance(answer(match, asked.side), referee.Accepted)
    return rulings


def session_for(player: Any) -> SessionStore:
    session = SessionStore()
    session["who"] = player.pk if player else None
    session.create()
    return session


class Tab:
    """A browser tab at a table: merges patches as the browser does, and finds gaps as it does."""

    def __init__(self, match: Match | int, player: Any = None, app: Any = None, **scope: Any):
        number = match if isinstance(match, int) else match.pk
        self._socket = WebsocketCommunicator(
            app or URLRouter(websocket_urlpatterns), f"/ws/match/{number}/"
        )
        self._socket.scope["user"] = player or AnonymousUser()
        self._socket.scope.update(scope)
        self.seq = 0
        self.view: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self._refs = itertools.count(1)
        self.welcome: dict[str, Any] = {}

    async def open(self, have: int = 0, heard: int = 0, **more: Any) -> "Tab":
        connected, _ = await self._socket.connect(timeout=10)
        assert connected
        await self.send(type="hello", protocol=PROTOCOL, have=have, heard=heard, **more)
        if not have:
            self.welcome = await self.next("welcome")
        else:
            await self.next("presence")
        return self

    async def send(self, **message: Any) -> None:
        await self._socket.send_to(text_data=json.dumps(message))

    async def send_raw(self, text: str) -> None:
        await self._socket.send_to(text_data=text)

    async def next(self, *kinds: str, timeout: float = 10) -> dict[str, Any]:
        """The next message of these kinds; the others are taken in on the way."""
        async with asyncio.timeout(timeout):
            while True:
                message = await self._take()
                if not kinds or message["type"] in kinds:
                    return message

    async def _take(self) -> dict[str, Any]:
        raw = await self._socket.receive_output(timeout=20)
        if raw["type"] == "websocket.close":
            return {"type": "closed", "code": raw["code"]}
        assert raw["type"] == "websocket.send", raw
        self.raw.append(raw["text"])
        message: dict[str, Any] = json.loads(raw["text"])
        self.heard.append(message)
        if message["type"] == "welcome":
            self.seq, self.view = message["seq"], message["view"]
        elif message["type"] == "step":
            assert message["after"] == self.seq, "a gap"
            self.seq = message["seq"]
            self.view = patch.apply(self.view, message.get("patch", {}))
        return message

    async def at(self, seq: int) -> None:
        """Wait until this tab stands at a fact."""
        while self.seq < seq:
            await self.next("step", "welcome")

    async def settle(self, seconds: float = 0.15) -> None:
        """Take in whatever comes until nothing has come for a while."""
        while not await self._socket.receive_nothing(timeout=seconds, interval=0.02):
            await self._take()

    async def act(self, action: dict[str, Any], prompt: str = "", ref: str = "") -> dict[str, Any]:
        """Answer a prompt, by default the first that is put to this tab's sides."""
        mine = self.welcome["you"].get("sides", [])
        prompt = prompt or next(
            key for key, asked in self.view["prompts"].items() if asked["side"] in mine
        )
        await self.send(type="act", ref=ref or f"t{next(self._refs)}", prompt=prompt, action=action)
        return await self.next("accepted", "refused", "stale")

    async def close(self) -> None:
        await self._socket.disconnect(timeout=5)
