"""Run files of worked SAGA cases through the rules: `manage.py cases FILE...`"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from rules.saga.cases import Outcome, run


class Command(BaseCommand):
    """One line a case, a count at the end; exit status 1 if any failed or could not be read."""

    help = "Run files of worked SAGA cases through the rules."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The files."""
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run them all."""
        outcomes = [outcome for path in options["files"] for outcome in self._file(path)]
        for outcome in outcomes:
            self.stdout.write(str(outcome))
        failed = sum(not outcome.passed for outcome in outcomes)
        self.stdout.write(f"{len(outcomes) - failed} passed, {failed} failed")
        if failed:
            raise SystemExit(1)

    def _file(self, path: Path) -> list[Outcome]:
        try:
            content = path.read_bytes()
        except OSError as error:
            return [Outcome(str(path), f"expected a readable file, got {error.strerror}")]
        return run(str(path), content)
