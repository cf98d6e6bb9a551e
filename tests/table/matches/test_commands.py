"""audit_dice and refold: what the log says can be proved."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rules.core.events import Rolled
from table.matches import folded, snapshots
from table.matches.audit import audit
from table.matches.models import Match, MatchSecret, Ruling
from tests.table.matches import play
from tests.table.matches.test_takebacks import play_to_a_roll, take_back

pytestmark = pytest.mark.django_db(transaction=True)


def run(*args: str, **options: Any) -> str:
    out = StringIO()
    call_command(*args, stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


def with_dice_taken_back() -> Match:
    match, _ = play.practice()
    play.start(match)
    for number in range(3):
        back_to = play.folded_of(match).seq
        play_to_a_roll(match)
        take_back(match, "a", back_to, f"t{number}", viewer="abc")
    play.play_on(match)
    return match


def test_every_roll_of_a_match_with_take_backs_is_recomputed() -> None:
    match = with_dice_taken_back()
    rolled = sum(
        len(fact["faces"])
        for row in Ruling.objects.filter(match=match)
        for fact in json.loads(row.events)
        if fact["type"] == "rolled"
    )
    assert run("audit_dice", str(match.pk)) == (
        f"match {match.pk}: {rolled} dice rolled, every one as committed\n"
    )


def test_a_changed_face_a_skipped_die_and_another_secret_are_found_out() -> None:
    match = with_dice_taken_back()
    facts = [fact for kept in play.folded_of(match).kept for fact in kept.ruled.facts]
    secret = MatchSecret.objects.get(match=match).secret
    match.refresh_from_db()
    at = next(n for n, fact in enumerate(facts) if isinstance(fact, Rolled))
    roll = facts[at]
    assert isinstance(roll, Rolled)
    other_face = (roll.faces[0] % 6 + 1, *roll.faces[1:])
    loaded = Rolled(why=roll.why, side=roll.side, first=roll.first, faces=other_face)
    moved = Rolled(why=roll.why, side=roll.side, first=roll.first + 1, faces=roll.faces)
    assert audit(facts, secret, match.commitment).faults == ()
    assert audit([*facts[:at], loaded, *facts[at + 1 :]], secret, match.commitment).faults
    assert audit([*facts[:at], moved, *facts[at + 1 :]], secret, match.commitment).faults
    assert audit(facts, "00" * 32, match.commitment).faults


def test_auditing_a_match_that_is_not_there_says_so() -> None:
    with pytest.raises(CommandError, match="no match 77"):
        run("audit_dice", "77")


def test_all_logs_fold_and_one_that_does_not_is_held_until_it_does() -> None:
    good, bad = play.match_of_three()[0], play.match_of_three()[0]
    play.play_on(good)
    assert run("refold") == "2 folded, 0 held\n"
    row = Ruling.objects.filter(match=bad)
    events = row.get().events
    row.update(events='[{"type":"forgotten"}]')
    with pytest.raises(CommandError):
        run("refold", live=True)
    bad.refresh_from_db()
    assert bad.held
    row.update(events=events)
    assert run("refold", live=True) == "1 folded, 0 held\n"
    bad.refresh_from_db()
    assert not bad.held


def test_a_stored_state_that_the_log_does_not_fold_to_is_found_out() -> None:
    match, _ = play.match_of_three()
    play.start(match)
    held = play.folded_of(match)
    snapshots.write(held.rules, match.pk, held.seq, held.kept[0].state)
    folded.forget()
    with pytest.raises(CommandError):
        run("refold", str(match.pk))
