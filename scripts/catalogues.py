#!/usr/bin/env python3
"""Write static/i18n/<game>-<language>.json: what a game's rules and core say, in one file.

A table fetches it instead of the half dozen that it is made of.

    catalogues.py           write them
    catalogues.py --check   tell whether they are fresh; exit status 1 if not

The sources are rules/core/text and rules/*/text; edit those.
"""

import json
import sys
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rules.core.wording import LANGUAGES, catalogue

TARGET = ROOT / "static" / "i18n"


def games() -> list[str]:
    """The folders of rules/ that hold a game's sentences."""
    found = {path.parent.name for path in (ROOT / "rules").glob("*/text")}
    return sorted(found - {"core"})


def built(game: str, language: str) -> str:
    """The text of one file, keys in order: all but what other games say."""
    others = tuple(f"{name}." for name in games() if name != game)
    words = catalogue(language)
    said = {key: words[key] for key in sorted(words) if not key.startswith(others)}
    return json.dumps(said, ensure_ascii=False, indent=0) + "\n"


def main(arguments: list[str]) -> int:
    """Write the files, or with --check compare them."""
    stale = []
    for game, language in product(games(), LANGUAGES):
        path = TARGET / f"{game}-{language}.json"
        text = built(game, language)
        if path.is_file() and path.read_text("utf-8") == text:
            continue
        stale.append(path.name)
        if "--check" not in arguments:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    if "--check" in arguments and stale:
        print(f"not fresh: {', '.join(stale)}; run scripts/catalogues.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
