"""Army lists as hasty people write them: one way to set prices, numbers, options and marks for all
of a list, drawn by chance, and slips of the pen in its lines."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from rules.ninth_age.armies.content import Roster, RosterUnit
from tests.rules.ninth_age.data.layouts import army, bought, entry_of, head, name, priced

PRICES = (
    "{n}", "{n} pts", "{n}pts", "{n} points", "[{n}]", "({n})", "[{n} pts]", "({n}pts)", "pts {n}",
    "{n} очков", "{n}p", "{n} pts.",
)  # fmt: skip
SEPARATORS = (" - ", " – ", " — ", ": ", " = ", "\t", " ", " | ")
ENDS = (" - ", " – ", " — ", ": ", " = ", "\t", ", ", " ", " ... ", " …… ", " | ", " @ ")
COUNTS = (
    "{n} {name}", "{n}x {name}", "{n} x {name}", "{n}× {name}", "{name} x{n}", "{name} ×{n}",
    "{name} ({n})", "{name} [{n}]", "{name} ({n} models)", "{name}, {n} models",
    "{n} models {name}", "{name} ({n}x)", "({n}) {name}", "x{n} {name}", "{n}x  {name}",
    "{name} (x{n})",
)  # fmt: skip
JOINS: tuple[Callable[[list[str]], str], ...] = (
    lambda more: "".join(f", {one}" for one in more),
    lambda more: f" ({', '.join(more)})" if more else "",
    lambda more: f" [{', '.join(more)}]" if more else "",
    lambda more: "".join(f"; {one}" for one in more),
    lambda more: "".join(f" + {one}" for one in more),
    lambda more: "".join(f"\t{one}" for one in more),
    lambda more: "".join(f" - {one}" for one in more),
    lambda more: f": {', '.join(more)}" if more else "",
    lambda more: "".join(f"\n  - {one}" for one in more),
    lambda more: "".join(f"\n    • {one}," for one in more),
    lambda more: f"\n\t{', '.join(more)}" if more else "",
)
BULLETS = ("", "- ", "* ", "• ", "– ", "1. ", "2) ", "> ", "◦ ", "→ ", "— ", "### ")
MARKS: tuple[Callable[[str], str], ...] = (
    *([lambda text: text] * 4),
    lambda text: f"**{text}**",
    lambda text: f"“{text}”",
    lambda text: f"«{text}»",
    lambda text: f"__{text}__",
    str.upper,
    str.lower,
    lambda text: f"<b>{text}</b>",
    lambda text: text.replace(" ", "\N{NO-BREAK SPACE}"),
    lambda text: text.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}"),
)
ENDINGS = ("", "", "", ",", ";", " ", ".", " |", "\r")


@dataclass(frozen=True)
class Line:
    """A unit's own line, without the lines of its options, and what it stands for."""

    text: str
    unit: RosterUnit
    paid: int


@dataclass(frozen=True)
class Crooked:
    """A list as text, and its lines by what they stand for."""

    text: str
    lines: tuple[Line, ...]
    how: str


def crooked(roster: Roster, language: str, choice: random.Random, slips: int) -> Crooked:
    """A list in a layout of chance, with so many slips in each line of a unit."""
    first = choice.random() < 0.5
    price = choice.choice(PRICES)
    between = choice.choice(SEPARATORS if first else ENDS)
    if price[0] in "([" or "pts" in price:
        between = choice.choice((between, " "))
    count, join = choice.choice(COUNTS), choice.choice(JOINS)
    bullet, mark, end = choice.choice(BULLETS), choice.choice(MARKS), choice.choice(ENDINGS)
    numbered = choice.random() < 0.5
    lines = []
    parts = []
    for unit in roster.units:
        called = mark(slipped(name(unit, roster, language), choice, slips))
        alone = entry_of(unit, roster).models[1] == 1 and not numbered
        what = called if alone else count.format(n=unit.models, name=called)
        cost = priced(unit, roster)
        paid, more = price.format(n=cost), join(bought(unit, roster, language))
        below = more.startswith("\n")
        inline = "" if below else more
        text = f"{paid}{between}{what}{inline}" if first else f"{what}{inline}{between}{paid}"
        text = bullet + text + end
        lines.append(Line(text.rstrip(), unit, cost))
        parts.append(text + (more if below else ""))
    top = choice.choice((head(roster, language), f"{army(roster, language)}\n"))
    how = repr((("first" if first else "last"), price, between, count, bullet, end))
    return Crooked(top + "\n".join(parts) + "\n", tuple(lines), how)


def slipped(text: str, choice: random.Random, slips: int) -> str:
    """A text with letters of its longer words swapped, dropped or doubled."""
    for _ in range(slips):
        words = text.split(" ")
        long = [n for n, word in enumerate(words) if len(word) > 3 and word.isalpha()]
        if not long:
            return text
        n = choice.choice(long)
        at = choice.randrange(len(words[n]) - 1)
        word = words[n]
        words[n] = choice.choice(
            (
                word[:at] + word[at + 1] + word[at] + word[at + 2 :],
                word[:at] + word[at + 1 :],
                word[: at + 1] + word[at] + word[at + 1 :],
            )
        )
        text = " ".join(words)
    return text
