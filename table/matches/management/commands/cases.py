"""Run files of worked cases through the rules: `manage.py cases FILE...`"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from rules.testing.worked import Outcome, run


class Command(BaseCommand):
    """One line a case, a count at the end; exit status 1 if any failed or could not be read.

    Cases of chapters that are not built yet are skipped and do not fail.
    """

    help = "Run files of worked cases through the rules."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The files."""
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run them all."""
        outcomes = [outcome for path in options["files"] for outcome in self._file(path)]
        for outcome in outcomes:
            self.stdout.write(str(outcome))
        skipped = sum(bool(outcome.skipped) for outcome in outcomes)
        passed = sum(outcome.passed for outcome in outcomes)
        failed = len(outcomes) - passed - skipped
        more = f", {skipped} skipped" if skipped else ""
        self.stdout.write(f"{passed} passed, {failed} failed{more}")
        if failed:
            raise SystemExit(1)

    def _file(self, path: Path) -> list[Outcome]:
        try:
            content = path.read_bytes()
        except OSError as error:
            return [Outcome(str(path), f"expected a readable file, got {error.strerror}")]
        return run(str(path), content)
