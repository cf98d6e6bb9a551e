"""What becomes of a user's matches when he takes his data along, or leaves for good."""

from typing import Any

from django.db.models.signals import pre_delete

from table.accounts.export import add_part
from table.accounts.models import User
from table.matches import operations as matches
from table.matches.models import Match, Remark


def listen() -> None:
    """Called once, when Django is ready."""
    add_part("matches", played)
    add_part("remarks", written)
    pre_delete.connect(_leaves, sender=User, dispatch_uid="lobby.departing")


def played(user: User) -> list[dict[str, Any]]:
    """A user's seats, with the rosters he brought."""
    seats = user.seats.select_related("match").order_by("match", "place")
    return [
        {
            "match": seat.match_id,
            "game": seat.match.ruleset,
            "scenario": seat.match.scenario,
            "state": seat.match.state,
            "created": seat.match.created,
            "begun": seat.match.begun,
            "ended": seat.match.ended,
            "result": seat.match.result,
            "side": seat.side,
            "name": seat.name,
            "roster": seat.roster,
        }
        for seat in seats
    ]


def written(user: User) -> list[dict[str, Any]]:
    """What a user wrote in chats."""
    found = Remark.objects.filter(user=user).order_by("pk")
    return [dict(remark) for remark in found.values("match", "side", "name", "text", "time")]


def _leaves(sender: Any, instance: User, **kwargs: Any) -> None:
    """Free his seats at tables that have not begun; begun matches stay, and may be claimed."""
    for match in Match.objects.filter(seats__user=instance, begun__isnull=True).distinct():
        matches.leave(user=instance, match=match)
