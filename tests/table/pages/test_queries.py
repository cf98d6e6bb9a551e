"""How much a page asks of the database: the same for one match and for thirty."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from table.armies.models import Army
from table.matches.models import Match, MatchState, Seat
from tests.table.pages.people import account, browser, table

pytestmark = pytest.mark.django_db

MANY = 12
CEILINGS = {"/": 9, "/tables/": 7, "/matches/": 12, "/armies/": 5, "/play/": 5}
"""Queries of a signed-in reader; session and user are two of them."""


def queries(path: str, client: object) -> int:
    with CaptureQueriesContext(
        connection,
    ) as found:
        assert client.get(path).status_code == 200  # type: ignore[attr-defined]
    return len(found)


@pytest.mark.parametrize("path", CEILINGS)
def test_lists_cost_the_same_however_long_they_are(path: str) -> None:
    user, foe = account(), account()
    client = browser(user)

    def fill() -> None:
        for state in MatchState:
            for host in (user, foe):
                match = table(host, watch="everyone")
                Seat.objects.filter(match=match, user=None).update(user=foe, name="Foe")
                Match.objects.filter(pk=match.pk).update(
                    state=state, begun=match.created, ended=match.created,
                    result={"winners": ["a"], "scores": {"a": 3, "b": 1}}, asked="a",
                )  # fmt: skip
        table(foe)
        client.post(reverse("armies:take", args=["normans_4"]))

    fill()
    once = queries(path, client)
    for _ in range(3):
        fill()
    assert queries(path, client) == once
    assert once <= CEILINGS[path]


def test_a_room_costs_the_same_whoever_sits_in_it() -> None:
    host = account()
    match = table(host)
    path = reverse("lobby:match", args=[match.pk])
    client = browser(host)
    client.post(reverse("armies:take", args=["normans_4"]))
    once = queries(path, client)
    band = Army.objects.get()
    for _ in range(MANY):
        Army.objects.create(owner=host, name=band.name, faction="normans", points=4,
                               roster=band.roster, legal=True)  # fmt: skip
    Seat.objects.filter(match=match, side="b").update(user=account(), name="Foe")
    assert queries(path, client) == once
    assert once <= 7


@pytest.mark.parametrize("ask", [lambda m: reverse("lobby:pulse", args=[m.pk])])
def test_a_pulse_is_cheap(ask: Callable[[Match], str]) -> None:
    host = account()
    match = table(host)
    assert queries(ask(match), browser(host)) <= 4
