"""Reading the log: pages of it, horizons, snapshots."""

import pytest

from rules.core.values import PUBLIC
from table.matches import folded, frames, log, snapshots
from table.matches.models import Ruling, Snapshot
from tests.table.matches import play

pytestmark = pytest.mark.django_db(transaction=True)


def test_pages_of_the_log_fit_together_and_lose_nothing() -> None:
    match, _ = play.match_of_three()
    play.play_on(match)
    rules, at = play.folded_of(match).rules, log.head(match.pk)
    seen = []
    while at > 0:
        page = frames.entries(rules, match.pk, PUBLIC, at, lines=10)
        assert page
        seen[:0] = page
        at = page[0].after
    assert [entry.seq for entry in seen] == list(
        Ruling.objects.filter(match=match).order_by("after").values_list("seq", flat=True)
    )
    assert all(one.seq == two.after for one, two in zip(seen, seen[1:], strict=False))


def test_the_horizon_of_a_delayed_audience_lies_behind_but_never_before_the_opening() -> None:
    match, _ = play.match_of_three()
    play.start(match)
    newest = log.head(match.pk)
    last = Ruling.objects.get(match=match, seq=newest)
    assert log.horizon(match.pk, 0, last.time) == newest
    assert log.horizon(match.pk, 60, last.time + 60_000) == newest
    opening = Ruling.objects.get(match=match, after=0).seq
    assert log.horizon(match.pk, 60, last.time) == opening


def test_a_snapshot_opens_a_match_in_the_state_it_was_left_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 4)
    match, _ = play.match_of_three()
    play.play_on(match, 8)
    folded.forget()
    play.folded_of(match)
    kept = Snapshot.objects.get(match=match)
    play.play_on(match, 2)
    expected = play.folded_of(match).state
    folded.forget()
    found = play.folded_of(match)
    assert found.state == expected
    assert found.kept[0].ruled.after == kept.seq  # what the snapshot holds was not folded again


def test_a_snapshot_of_other_code_or_one_that_does_not_decode_is_not_used() -> None:
    match, _ = play.match_of_three()
    play.play_on(match, 5)
    expected = play.folded_of(match)
    for number, version in enumerate(("older code", snapshots.version(expected.rules))):
        Snapshot.objects.create(match=match, seq=expected.seq, version=version, state="{}")
        folded.forget()
        assert play.folded_of(match).state == expected.state, number


def test_a_snapshot_that_was_taken_back_past_is_not_used() -> None:
    from tests.table.matches.test_takebacks import take_back

    match, _ = play.practice()
    start = play.folded_of(match).seq
    play.start(match)
    state = play.folded_of(match)
    snapshots.write(state.rules, match.pk, state.seq, state.live)
    take_back(match, "a", start, "t", viewer="abc")
    expected = play.folded_of(match).state
    folded.forget()
    assert play.folded_of(match).state == expected
