"""Recompute every roll of a match from its dice secret."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules import ruleset
from table.matches import log
from table.matches.audit import audit
from table.matches.models import Match, MatchSecret


class Command(BaseCommand):
    """`manage.py audit_dice MATCH`."""

    help = "Recomputes every roll of a match, taken-back ones included. The secret is not printed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The match's number."""
        parser.add_argument("match", type=int)

    def handle(self, *args: Any, match: int, **options: Any) -> None:
        """Print one line; fail if a roll is not what the secret makes it."""
        found = Match.objects.filter(pk=match).first()
        secret = MatchSecret.objects.filter(match=match).first()
        if found is None or secret is None:
            raise CommandError(f"there is no match {match} that has begun")
        rulings = log.read(ruleset(found.ruleset), match)
        facts = [fact for ruled in rulings for fact in ruled.facts]
        result = audit(facts, secret.secret, found.commitment)
        if result.faults:
            raise CommandError("\n".join(result.faults))
        self.stdout.write(f"match {match}: {result.dice} dice rolled, every one as committed")
