"""Prove that logs fold with this code, and to the states that were stored."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules import ruleset
from rules.core.codec import encode
from table.matches import log, snapshots
from table.matches.folded import states
from table.matches.models import Match, MatchState, Snapshot


class Command(BaseCommand):
    """`manage.py refold [MATCH ...] [--live]`: before a deploy, fold every unfinished match."""

    help = "Folds matches from their first fact. One that does not fold is held until it does."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Numbers of matches, or none for all; `--live` for the unfinished ones."""
        parser.add_argument("match", type=int, nargs="*")
        parser.add_argument("--live", action="store_true")

    def handle(self, *args: Any, match: list[int], live: bool, **options: Any) -> None:
        """One line for each match that does not fold, and a last line with the count."""
        matches = Match.objects.filter(begun__isnull=False).order_by("pk")
        if match:
            matches = matches.filter(pk__in=match)
        if live:
            matches = matches.filter(state=MatchState.LIVE)
        wrong = 0
        for found in matches:
            fault = self.fold(found)
            if found.held != bool(fault):
                Match.objects.filter(pk=found.pk).update(held=bool(fault))
            if fault:
                wrong += 1
                self.stderr.write(f"match {found.pk}: {fault}")
        self.stdout.write(f"{matches.count() - wrong} folded, {wrong} held")
        if wrong:
            raise CommandError("some matches do not fold with this code")

    def fold(self, match: Match) -> str:
        """What is wrong with a match's log, or nothing."""
        rules = ruleset(match.ruleset)
        rulings = log.read(rules, match.pk)
        unreadable = next((ruled for ruled in rulings if not ruled.readable), None)
        if unreadable is not None:
            return f"unknown facts after {unreadable.after}"
        try:
            found = states(rules, rulings)
        except Exception as error:  # noqa: BLE001  (whatever stops the fold is what is asked for)
            return f"does not fold: {error!r}"
        kept = Snapshot.objects.filter(match=match, version=snapshots.version(rules))
        for seq, raw in kept.values_list("seq", "state"):
            if encode(found[seq]).decode() != raw:
                return f"the snapshot at fact {seq} is not what the log folds to"
        return ""
