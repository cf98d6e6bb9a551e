"""A match by suggested answers over sockets: every tab and its film tell what the rules see."""

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from rules.core.patch import apply
from rules.core.values import PUBLIC
from table.matches import replay, workers
from table.matches.audit import Audit, audit
from table.matches.models import Match
from tests.table.matches import play
from tests.table.matches.play import Tab

MOST = 400
"""Answers of one match at most."""
done = workers.written


def plain(value: Any) -> Any:
    """As plain JSON values."""
    return msgspec.json.decode(msgspec.json.encode(value))


def suggested(match: Match) -> tuple[str, str, Any] | None:
    """The side that is asked, its prompt, and the default answer as it is sent; None at the end."""
    held = play.folded_of(match)
    if held.live.result is not None:
        return None
    asked = next(iter(held.live.prompts.values()))
    return asked.side, asked.id, plain(next(iter(held.rules.suggest(held.live, asked))))


def shown(match: Match, viewer: frozenset[str]) -> Any:
    """What these eyes see."""
    held = play.folded_of(match)
    return plain(held.rules.view(held.live, viewer))


async def opened(match: Match, users: Mapping[str, Any]) -> tuple[dict[str, Tab], Tab]:
    """A tab for each side, and one of somebody who only watches."""
    tabs = {side: await Tab(match, user).open() for side, user in users.items()}
    return tabs, await Tab(match).open()


async def play_out(
    match: Match, tabs: Mapping[str, Tab], watcher: Tab, stop: frozenset[str] = frozenset()
) -> None:
    """Play by suggestions to the end, or until an answer of a kind in `stop` would be next. All
    keep up; now and then the watcher and a side are compared with what the rules see."""
    for number in range(MOST):
        step = await done(suggested, match)
        if step is None or step[2]["type"] in stop:
            break
        side, prompt, action = step
        answer = await tabs[side].act(action, prompt=prompt)
        assert answer["type"] == "accepted", answer
        for tab in (*tabs.values(), watcher):
            await tab.at(answer["seq"])
            await tab.send(type="ping", have=tab.seq)
        if number % 10 == 0:
            assert watcher.view == await done(shown, match, PUBLIC)
            assert tabs["a"].view == await done(shown, match, frozenset("a"))
    assert watcher.view == await done(shown, match, PUBLIC)


async def filmed(match: Match) -> tuple[Any, dict[str, Any]]:
    """The last picture of the public film, and the film."""
    film = json.loads(await done(replay.film, match, PUBLIC))
    view = film["opening"]["view"]
    for step in film["steps"]:
        view = apply(view, step["patch"])
    return view, film


async def audited(match: Match, film: Mapping[str, Any]) -> Audit:
    """The dice of a finished match against the secret that its film tells."""
    facts = [fact for kept in (await done(play.folded_of, match)).kept for fact in kept.ruled.facts]
    return audit(facts, film["dice"]["secret"], match.commitment)
