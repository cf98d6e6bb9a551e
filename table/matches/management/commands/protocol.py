"""Write docs/protocol.md and static/js/generated/protocol.d.ts from the structs of the wire."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from table.matches import protocol


class Command(BaseCommand):
    """`manage.py protocol [--check]`."""

    help = "Writes the protocol's documents from its structs, or checks that they are up to date."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--check` writes nothing and fails if something would change."""
        parser.add_argument("--check", action="store_true")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        """Write, or compare."""
        files = {
            settings.BASE_DIR / "docs" / "protocol.md": protocol.markdown(),
            settings.BASE_DIR / "static/js/generated/protocol.d.ts": protocol.typescript(),
        }
        for path, text in files.items():
            if path.exists() and path.read_text() == text:
                continue
            if check:
                raise CommandError(f"{path.name} is out of date: run manage.py protocol")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            self.stdout.write(f"wrote {path.relative_to(settings.BASE_DIR)}")
