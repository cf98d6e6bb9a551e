#!/usr/bin/env python3
"""Translations of the pages. Needs no gettext tools: Babel reads and writes the catalogues.

    messages.py extract   collect what pages say into table/locale/*/LC_MESSAGES/django.po
    messages.py compile   write the .mo files, which are committed
    messages.py check     every string translated, placeholders equal, .mo files fresh

What the table and the rules say is not here but in JSON (static/i18n, rules/*/text).
"""

import io
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "table.config.settings")

import django
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract, extract_python
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

LOCALES = ROOT / "table" / "locale"
LANGUAGES = ("ru",)  # English is what the sources say
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
COMMENTS = ("Translators",)
PLACEHOLDER = re.compile(r"%\((\w+)\)[a-z]|%[sd]|\{(\w*)\}")
# One date for all: a catalogue changes when its strings do, not when somebody ran this.
NO_DATE = {"creation_date": "2026-01-01 00:00+0000", "revision_date": "2026-01-01 00:00+0000"}

Found = tuple[str, str | tuple[str, ...], list[str], str | None]


def in_python(path: Path) -> Iterator[Found]:
    with path.open("rb") as file:
        for _, message, notes, context in extract(
            extract_python, file, KEYWORDS, COMMENTS, options={"encoding": "utf-8"}
        ):
            yield str(path.relative_to(ROOT)), message, list(notes), context


def in_template(path: Path) -> Iterator[Found]:
    # templatize blanks out everything but calls such as gettext("..."), one within a line.
    for line in templatize(path.read_text(encoding="utf-8")).splitlines():
        file = io.BytesIO(line.strip().encode())
        for _, message, notes, context in extract(
            extract_python, file, KEYWORDS, COMMENTS, options={"encoding": "utf-8"}
        ):
            yield str(path.relative_to(ROOT)), message, list(notes), context


def sources() -> Iterator[Found]:
    for path in sorted((ROOT / "table").rglob("*.py")):
        yield from in_python(path)
    folders = [ROOT / "templates", *(ROOT / "table").glob("**/templates")]
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix in {".html", ".txt", ".xml", ".svg"}:
                yield from in_template(path)


def collect() -> Catalog:
    catalog = Catalog()
    for path, message, notes, context in sources():
        catalog.add(message, locations=[(path, None)], auto_comments=notes, context=context)
    return catalog


def po_path(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / "django.po"


def load(language: str) -> Catalog:
    path = po_path(language)
    if not path.exists():
        return Catalog(locale=language)
    return read_po(io.BytesIO(path.read_bytes()), locale=language)


def extract_all() -> None:
    template = collect()
    for language in LANGUAGES:
        catalog = load(language)
        # No guesses: a new string that resembles an old one is to be translated, not to look done.
        catalog.update(template, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        catalog.fuzzy = False
        catalog.project, catalog.version = "Skald", "1"
        catalog.copyright_holder = "The Skald authors"
        catalog.header_comment = "# Skald's pages, in another language than English."
        out = io.BytesIO()
        write_po(out, catalog, width=100, include_lineno=False, sort_output=True)
        text = out.getvalue().decode()
        text = re.sub(r'"(POT-Creation-Date|PO-Revision-Date|Generated-By|Last-Translator|'
                      r'Language-Team|Report-Msgid-Bugs-To): [^"]*"\n', "", text)  # fmt: skip
        po_path(language).parent.mkdir(parents=True, exist_ok=True)
        po_path(language).write_text(text, encoding="utf-8")
        missing = sum(not translated(message) for message in catalog if message.id)
        print(f"{language}: {len(catalog)} strings, {missing} to translate")


def compiled(catalog: Catalog) -> bytes:
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def compile_all() -> None:
    for language in LANGUAGES:
        if po_path(language).exists():
            po_path(language).with_suffix(".mo").write_bytes(compiled(load(language)))


def translated(message: Message) -> bool:
    texts = message.string if isinstance(message.string, list | tuple) else (message.string,)
    return all(texts) and not message.fuzzy


def placeholders(text: str) -> set[str]:
    return {match.group(0) for match in PLACEHOLDER.finditer(text)}


def same_placeholders(message: Message) -> bool:
    if isinstance(message.id, str):
        return placeholders(message.id) == placeholders(str(message.string))
    # A singular may say "one" where the plural has the number; every form may use either's.
    singular, plural = message.id[0], message.id[-1]
    may, must = (
        placeholders(singular) | placeholders(plural),
        placeholders(singular) & placeholders(plural),
    )
    return all(must <= placeholders(str(text)) <= may for text in message.string)


def key(message: Message) -> tuple[object, str | None]:
    # Plural messages have a tuple of ids from a .po file and a list of them from a .mo file.
    id_ = message.id if isinstance(message.id, str) else tuple(message.id)
    return (id_, message.context)


def strings(catalog: Catalog) -> dict[tuple[object, str | None], object]:
    """What a catalogue says. Its header is left out: Babel writes the date of today into it."""
    return {key(message): message.string for message in catalog if message.id}


def check() -> list[str]:
    """What is wrong, a line each."""
    wrong = []
    wanted = {key(message) for message in collect() if message.id}
    for language in LANGUAGES:
        catalog = load(language)
        messages = {key(message): message for message in catalog if message.id}
        wrong += [
            f"{language}: not collected: {id_!r}"
            for id_, _ in sorted(wanted - set(messages), key=repr)
        ]
        wrong += [
            f"{language}: in no page any more: {id_!r}"
            for id_, _ in sorted(set(messages) - wanted, key=repr)
        ]
        for (id_, _), message in messages.items():
            if not translated(message):
                wrong.append(f"{language}: not translated: {id_!r}")
            elif not same_placeholders(message):
                wrong.append(f"{language}: other placeholders than in English: {id_!r}")
        mo = po_path(language).with_suffix(".mo")
        if messages and not mo.exists():
            wrong.append(f"{language}: {mo.name} is missing")
        elif messages:
            stored = read_mo(io.BytesIO(mo.read_bytes()))
            fresh = read_mo(io.BytesIO(compiled(catalog)))
            if strings(stored) != strings(fresh):
                wrong.append(f"{language}: {mo.name} is older than {po_path(language).name}")
    if wrong:
        wrong.append("To put it right: make messages, translate what is empty, make messages")
    return wrong


if __name__ == "__main__":
    django.setup()
    match sys.argv[1:]:
        case ["extract"]:
            extract_all()
        case ["compile"]:
            compile_all()
        case ["check"]:
            problems = check()
            print("\n".join(problems) or "translations are complete and fresh")
            sys.exit(bool(problems))
        case _:
            sys.exit(__doc__)
