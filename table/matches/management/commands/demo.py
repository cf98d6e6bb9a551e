"""Something to look at on a fresh machine: two players, and matches half played, ended and open."""

from argparse import ArgumentParser
from typing import Any

import msgspec
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from rules.core.refusals import Refusal
from rules.saga.warbands.muster import default_rosters
from table.armies import operations as armies
from table.armies.workshops import workshop
from table.matches import operations, referee
from table.matches.folded import holding
from table.matches.models import Match, MatchState
from table.matches.operations import Terms

PLAYERS = (("astrid", "Astrid"), ("osbern", "Osbern"))
PASSWORD = "skald-demo"  # noqa: S105  (for a private machine: a public site sets none)
WATCHED, PLAYED, OPEN = "clash_of_warlords", "clash_of_warlords", "sacred_ground"
MID_GAME = 3
"""The game turn in which the half-played match stands."""
TRIES = 8
MOST = 2000
"""Rulings after which a match that plays itself is given up as endless."""


class Command(BaseCommand):
    """`manage.py demo [--links]`. It may be run any number of times."""

    help = "Loads the demo, once; --links prints where to click, a name and a path a line."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--links` prints and loads nothing."""
        parser.add_argument("--links", action="store_true")

    def handle(self, *args: Any, links: bool, **options: Any) -> None:
        """Load what is not there yet, or print the links."""
        if links:
            for name, path in self.links():
                self.stdout.write(f"{name} {path}")
            return
        users = [self.player(*names) for names in PLAYERS]
        rosters = self.rosters(users)
        mine = Match.objects.filter(created_by=users[0])
        for _ in range(TRIES):  # the dice may end one before its second turn
            if mine.filter(state=MatchState.LIVE).exists():
                break
            self.play(self.begin(users, rosters, WATCHED), until_turn=MID_GAME)
        if not mine.filter(state=MatchState.ENDED).exists():
            self.play(self.begin(users, rosters, PLAYED))
        if not Match.objects.filter(created_by=users[1], state=MatchState.OPEN).exists():
            self.open(users[1], rosters[1].points)

    def links(self) -> list[tuple[str, str]]:
        """Where to click: play both sides, watch the demo, replay it, take a seat, sign up.

        Nobody plays the demo, so its link asks the page to show how it came to where it stands.
        """
        shown = Match.objects.filter(created_by__username__in=[name for name, _ in PLAYERS])
        found: list[tuple[str, str, list[int]]] = [("play", "lobby:play", [])]
        for name, view, state in (
            ("watch", "matches:table", MatchState.LIVE),
            ("replay", "matches:replay", MatchState.ENDED),
            ("seat", "lobby:match", MatchState.OPEN),
        ):
            match = shown.filter(state=state).order_by("pk").first()
            found += [(name, view, [match.pk])] if match else []
        found.append(("signup", "account_signup", []))
        plays = {"watch": "?play"}
        return [
            (name, reverse(view, args=args) + plays.get(name, "")) for name, view, args in found
        ]

    def player(self, username: str, name: str) -> Any:
        """One of the two players; nobody can sign in as them on a public site."""
        users = get_user_model().objects
        found = users.filter(username=username).first()
        if found is not None:
            return found
        password = None if settings.SITE_URL else PASSWORD
        return users.create_user(username, password=password, display_name=name)

    def rosters(self, users: list[Any]) -> list[Any]:
        """An army for each player, on his shelf, of the same points."""
        largest = max(roster.points for roster in default_rosters("en"))
        own = {r.faction: r for r in default_rosters("en") if r.points == largest}
        chosen = [own["normans"], own["anglo_danes"]]
        for user, roster in zip(users, chosen, strict=True):
            if not user.armies.exists():
                armies.create(owner=user, craft=workshop("saga"), roster=roster)
        return chosen

    def begin(self, users: list[Any], rosters: list[Any], scenario: str) -> Match:
        """A match between the two, begun, that everybody may watch."""
        terms = Terms(scenario=scenario, options={"points": rosters[0].points}, watch="everyone")
        match = self.must(operations.open_match(user=users[0], terms=terms))
        self.must(operations.sit(user=users[1], match=match))
        for user, side, roster in zip(users, operations.SIDES, rosters, strict=True):
            plain = msgspec.to_builtins(roster)
            self.must(operations.set_roster(user=user, match=match, side=side, roster=plain))
            self.must(operations.ready(user=user, match=match, side=side))
        return match

    def open(self, user: Any, points: int) -> Match:
        """A table that waits for an opponent."""
        terms = Terms(scenario=OPEN, options={"points": points}, watch="everyone")
        return self.must(operations.open_match(user=user, terms=terms))

    def play(self, match: Match, until_turn: int = 0) -> None:
        """Let a match play itself, each side giving its default answer; to the end by default."""
        for number in range(MOST):
            with holding(match.pk) as folded:
                state, rules = folded.live, folded.rules
            turn = rules.view(state, frozenset()).clock.turn
            if state.result is not None or (until_turn and turn >= until_turn):
                return
            asked = next(iter(state.prompts.values()))
            answer = referee.act(
                match=match.pk,
                viewer=frozenset({asked.side}),
                ref=f"demo-{number}",
                prompt=asked.id,
                action=next(iter(rules.suggest(state, asked))),
            )
            if not isinstance(answer, referee.Accepted):
                raise CommandError(f"the demo match {match.pk} is stuck: {answer}")

    def must(self, made: Any) -> Any:
        """What an operation made; a refusal ends the command."""
        if isinstance(made, Refusal):
            raise CommandError(f"the demo was refused: {made.code}")
        return made
