"""What a change of a pasted list would cost, beside what its text says."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.core.values import Line, Number
from rules.ninth_age.armies.pasted.readings import Listing


@dataclass(frozen=True)
class Ledger:
    """Counts a list over with one of its lines changed; `cost` is the price of lines by
    themselves."""

    found: Listing
    cost: Callable[[list[str]], int]

    def told(self, number: int, text: str) -> tuple[Line, ...]:
        """What another text for a line costs, and what the total is then."""
        reading = self.found.readings[number]
        if not reading.units and self._is_heading(number):
            return ()
        about = self._about(number)
        lines = [self.found.readings[n].line for n in about]
        place = about.index(number)
        after = self.cost([*lines[:place], *text.split("\n"), *lines[place + 1 :]])
        rest = [] if reading.units else lines[:place]
        costs = after - (self.cost(rest) if rest else 0)
        paid = (self.found.readings[about[0]] if reading.units else reading).paid
        total = self.found.counted - self.cost(lines) + after
        told = (_compared("line", costs, paid),) if text and costs else ()
        return (*told, _compared("total", total, self.found.stated)) if self.found.stated else told

    def _is_heading(self, number: int) -> bool:
        """Whether a line says the name or the total of the list, or nothing of it."""
        return any(reason.key.endswith((".total", ".cut", ".note")) for reason in
                   self.found.readings[number].why)  # fmt: skip

    def _about(self, number: int) -> list[int]:
        """The numbers of the lines that say more of the same units; of a strange line, those of the
        units above it and itself."""
        readings = self.found.readings
        above = range(number, -1, -1)
        units = readings[number].units or next(
            (readings[n].units for n in above if readings[n].units), ()
        )
        same = [n for n, other in enumerate(readings) if set(other.units) & set(units)]
        return same if readings[number].units else [*(n for n in same if n < number), number]


def _compared(what: str, n: int, stated: int) -> Line:
    """A price beside the one that stands in the text, if any does."""
    key = f"ninth_age.listing.way.{what}"
    if not stated:
        return Line(key=f"{key}_alone", params={"n": Number(value=n)})
    how = "same" if n == stated else "less" if n < stated else "more"
    numbers = {"n": Number(value=n), "by": Number(value=abs(n - stated))}
    return Line(key=f"{key}_{how}", params=dict(numbers))
