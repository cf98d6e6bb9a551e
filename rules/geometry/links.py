"""Who is near whom: the graph of discs that are at most a given edge distance apart."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import combinations
from math import hypot
from typing import Generic, TypeVar

from .measure import EPS, Point

K = TypeVar("K", bound=Hashable)


class Links(Generic[K]):
    """The graph of discs `{key: (point, radius)}` with an edge for each gap within `reach`.

    "Within" allows EPS. Orders are the order of the mapping, so answers are the same every time.
    """

    def __init__(self, discs: Mapping[K, tuple[Point, int]], reach: float) -> None:
        self.keys: tuple[K, ...] = tuple(discs)
        self._near: dict[K, list[K]] = {key: [] for key in self.keys}
        self.pairs: list[tuple[K, K]] = []
        for (ka, (a, ra)), (kb, (b, rb)) in combinations(discs.items(), 2):
            if hypot(a[0] - b[0], a[1] - b[1]) - ra - rb <= reach + EPS:
                self._near[ka].append(kb)
                self._near[kb].append(ka)
                self.pairs.append((ka, kb))

    def neighbours(self, key: K) -> list[K]:
        """The keys linked to this one."""
        return self._near[key]

    def lonely(self) -> list[K]:
        """The keys that have no neighbour although there are others."""
        return [] if len(self.keys) < 2 else [k for k in self.keys if not self._near[k]]

    def components(self, without: Iterable[K] = ()) -> list[list[K]]:
        """The connected groups, after taking some keys away."""
        gone = set(without)
        groups: list[list[K]] = []
        for first in self.keys:
            if first in gone:
                continue
            gone.add(first)
            group = [first]
            for key in group:
                for other in self._near[key]:
                    if other not in gone:
                        gone.add(other)
                        group.append(other)
            groups.append(group)
        return groups

    def connected(self, without: Iterable[K] = ()) -> bool:
        """True if what is left is one group, or nothing."""
        return len(self.components(without)) <= 1

    def may_remove(self, keys: Iterable[K]) -> bool:
        """True if taking these keys leaves one group (or nothing).

        A graph in several groups already: true if no choice of the same size leaves fewer.
        """
        taken = set(keys)
        groups = len(self.components(taken))
        if groups <= 1:
            return True
        if self.connected():
            return False
        return groups <= self._fewest(len(taken))

    def removable(self, count: int) -> Iterator[tuple[K, ...]]:
        """All sets of `count` keys that may be removed, one at a time."""
        for choice in combinations(self.keys, min(count, len(self.keys))):
            if self.may_remove(choice):
                yield choice

    def default_removal(self, count: int, prefer: Iterable[K] = ()) -> tuple[K, ...]:
        """One set that may be removed, taking preferred keys first where the rest stays linked."""
        if count >= len(self.keys):
            return self.keys
        taken: list[K] = []
        order = [*prefer, *(k for k in reversed(self.keys))]
        for _ in range(count):
            left = [k for k in order if k not in taken]
            before = len(self.components(taken))
            # A leaf of a spanning tree never splits its group, so somebody always qualifies.
            # Where there are several groups already, whoever leaves the fewest.
            best = next((k for k in left if len(self.components([*taken, k])) < before), None)
            if best is None:
                best = next(k for k in left if len(self.components([*taken, k])) <= before)
            taken.append(best)
        if not self.may_remove(taken):
            return next(self.removable(count))
        return tuple(taken)

    def _fewest(self, count: int) -> int:
        """The fewest groups that removing `count` keys can leave: whole small groups first."""
        sizes = sorted(len(group) for group in self.components())
        groups, left = len(sizes), count
        for size in sizes:
            if size > left:
                break
            left -= size
            groups -= 1
        return groups
