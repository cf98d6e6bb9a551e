"""Opening a table, sitting down, mustering, beginning; links and policies."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from rules.core.refusals import Refusal, Refused
from rules.core.values import PUBLIC, Line
from table.matches import operations
from table.matches.audience import may_sit, may_watch, viewer_of
from table.matches.facts import Salted
from table.matches.models import Match, MatchSecret, MatchState, Ruling, Seat
from tests.table.matches import play
from tests.table.matches.toys import TableToy

pytestmark = pytest.mark.django_db


def opened(user: Any = None, **more: Any) -> Match:
    made = operations.open_match(
        user=user or play.user(), terms=play.terms(**more), sides=play.SIDES
    )
    assert isinstance(made, Match)
    return made


def code(answer: Any) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def test_a_new_table_waits_with_its_maker_seated() -> None:
    maker = play.user("maker")
    match = opened(maker)
    assert match.state == MatchState.OPEN
    assert [(seat.side, seat.user, seat.name) for seat in match.seats.all()] == [
        ("a", maker, "maker"), ("b", None, ""), ("c", None, ""),
    ]  # fmt: skip
    assert viewer_of(maker, match) == frozenset("a")
    assert viewer_of(AnonymousUser(), match) == PUBLIC


def test_the_last_to_sit_down_closes_the_table_to_others() -> None:
    match = opened()
    operations.sit(user=play.user(), match=match)
    operations.sit(user=play.user(), match=match)
    match.refresh_from_db()
    assert match.state == MatchState.MUSTERING
    assert code(operations.sit(user=play.user(), match=match)) == "no_seat_for_you"


def test_nobody_sits_twice_or_on_a_taken_seat() -> None:
    match = opened()
    player = play.user()
    assert code(operations.sit(user=player, match=match, side="a")) == "seat_taken"
    operations.sit(user=player, match=match, side="b")
    assert code(operations.sit(user=player, match=match)) == "no_seat_for_you"


def test_a_table_that_is_not_listed_takes_its_link_and_no_revoked_one() -> None:
    match = opened(listed=False)
    guest, token = play.user(), match.invite_token
    assert code(operations.sit(user=guest, match=match)) == "no_seat_for_you"
    assert may_sit(guest, match, token)
    operations.set_link(match=match, kind="invite", on=True)
    assert not may_sit(guest, match, token)
    operations.set_link(match=match, kind="invite", on=False)
    assert not may_sit(guest, match, "")
    assert not may_sit(guest, match, match.invite_token)


def test_getting_up_frees_the_seat_and_the_last_one_takes_the_table_along() -> None:
    maker, other = play.user(), play.user()
    match = opened(maker)
    operations.sit(user=other, match=match)
    operations.leave(user=maker, match=match)
    assert Seat.objects.get(match=match, side="a").user is None
    assert code(operations.leave(user=maker, match=match)) == "cannot_leave"
    operations.leave(user=other, match=match)
    assert not Match.objects.filter(pk=match.pk).exists()


def test_the_match_begins_when_all_are_ready_and_not_before() -> None:
    match, users = play.match_of_three()
    assert match.state == MatchState.LIVE
    assert match.begun
    row = Ruling.objects.get(match=match)
    assert (row.after, row.side, row.ref) == (0, "", "begin")
    assert len(match.commitment) == 64
    assert MatchSecret.objects.get(match=match).secret not in row.events
    answer = operations.ready(user=users["a"], match=match, side="a")
    assert code(answer) == "already_begun"
    assert code(operations.leave(user=users["a"], match=match)) == "cannot_leave"


def test_nobody_is_ready_without_a_roster_or_for_another() -> None:
    maker = play.user()
    match = opened(maker)
    assert code(operations.ready(user=maker, match=match, side="a")) == "no_roster"
    assert code(operations.ready(user=maker, match=match, side="b")) == "not_yours"
    assert code(
        operations.set_roster(user=play.user(), match=match, side="a", roster={})
    ) == "not_yours"  # fmt: skip


def test_a_roster_that_the_rules_refuse_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    maker = play.user()
    match = opened(maker)
    refusal = Refusal(code="greedy", line=Line(key="toy.refusal.setup"))
    monkeypatch.setattr(TableToy, "muster", lambda self, roster: (refusal,))
    answer = operations.set_roster(user=maker, match=match, side="a", roster={"keepsake": "x"})
    assert answer == refusal
    assert Seat.objects.get(match=match, side="a").roster is None


def test_a_new_roster_has_to_be_said_ready_anew() -> None:
    maker = play.user()
    match = opened(maker)
    for _ in range(2):
        operations.set_roster(user=maker, match=match, side="a", roster={"keepsake": "x"})
        assert not Seat.objects.get(match=match, side="a").ready
        operations.ready(user=maker, match=match, side="a")
        assert Seat.objects.get(match=match, side="a").ready


def test_salts_said_with_readiness_enter_the_log_before_the_first_fact() -> None:
    maker = play.user()
    match = opened(maker)
    users = {"a": maker, "b": play.user(), "c": play.user()}
    for side in "bc":
        operations.sit(user=users[side], match=match, side=side)
    for side, player in users.items():
        operations.set_roster(user=player, match=match, side=side, roster={"keepsake": side})
        operations.ready(user=player, match=match, side=side, salt=f"salt-{side}")
    salted = [f for f in play.folded_of(match).kept[0].ruled.facts if isinstance(f, Salted)]
    assert [fact.salt for fact in salted] == ["salt-a", "salt-b", "salt-c"]


@pytest.mark.parametrize("salt", ["a b", "x" * 65, "соль", "a;b=c"])
def test_a_salt_of_strange_signs_is_refused(salt: str) -> None:
    maker = play.user()
    match = opened(maker)
    operations.set_roster(user=maker, match=match, side="a", roster={"keepsake": "x"})
    answer = operations.ready(user=maker, match=match, side="a", salt=salt)
    assert code(answer) == "unreadable"


def test_a_setup_that_the_rules_refuse_leaves_nothing_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refusing(self: Any, *args: Any) -> None:
        raise Refused(Refusal(code="setup", line=Line(key="toy.refusal.setup")))

    monkeypatch.setattr(TableToy, "begin", refusing)
    answer = operations.practise(
        user=play.user(), terms=play.terms(), rosters=[{"keepsake": "x"}] * 3, sides=play.SIDES
    )
    assert code(answer) == "setup"
    assert not Match.objects.exists()
    assert not MatchSecret.objects.exists()


def test_at_a_practice_table_one_user_holds_every_side_and_play_has_begun() -> None:
    match, player = play.practice()
    assert match.practice
    assert match.state == MatchState.LIVE
    assert viewer_of(player, match) == frozenset("abc")
    assert match.invite_token == ""


@pytest.mark.parametrize(
    ("policy", "token", "may"),
    [
        ("nobody", "right", False), ("link", "", False), ("link", "wrong", False),
        ("link", "right", True), ("everyone", "", True),
    ],
)  # fmt: skip
def test_strangers_watch_as_the_table_says(policy: str, token: str, may: bool) -> None:
    maker = play.user()
    match = opened(maker)
    operations.set_policy(match=match, watch=policy)
    given = match.watch_token if token == "right" else token
    assert may_watch(AnonymousUser(), match, given) is may
    assert may_watch(maker, match)


def test_unknown_policies_and_sides_are_refused() -> None:
    match = opened()
    assert code(operations.set_policy(match=match, watch="anybody")) == "unreadable"
    assert code(operations.set_policy(match=match, chat="shout")) == "unreadable"
    answer = operations.open_match(user=play.user(), terms=play.terms(), side="z")
    assert code(answer) == "no_such_side"
