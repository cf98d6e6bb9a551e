#!/usr/bin/env python3
"""Write static/i18n/rules-<language>.json: all that the rules say, one file for the browser.

    catalogues.py           write them
    catalogues.py --check   tell whether they are fresh; exit status 1 if not

The sources are rules/core/text and rules/*/text; edit those.
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rules.core.wording import LANGUAGES, catalogue

TARGET = ROOT / "static" / "i18n"


def built(language: str) -> str:
    """The text of one language's file, keys in order."""
    said = {key: catalogue(language)[key] for key in sorted(catalogue(language))}
    return json.dumps(said, ensure_ascii=False, indent=0) + "\n"


def main(arguments: list[str]) -> int:
    """Write the files, or with --check compare them."""
    stale = []
    for language in LANGUAGES:
        path = TARGET / f"rules-{language}.json"
        text = built(language)
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
