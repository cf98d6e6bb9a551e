"""A match and its log. Only `referee` writes rulings; only `operations` writes the rest.

Times are milliseconds since 1970, whole numbers in every database.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class MatchState(models.TextChoices):
    """How far a match has come."""

    OPEN = "open", _("waiting for players")
    MUSTERING = "mustering", _("mustering")
    LIVE = "live", _("in play")
    ENDED = "ended", _("ended")


class WatchPolicy(models.TextChoices):
    """Who may watch."""

    NOBODY = "nobody", _("nobody")
    LINK = "link", _("who has the link")
    EVERYONE = "everyone", _("everyone")


class ChatPolicy(models.TextChoices):
    """Who may write in the chat; whoever sees the table reads it."""

    NOBODY = "nobody", _("nobody")
    PLAYERS = "players", _("the players")
    EVERYONE = "everyone", _("everyone at the table")


class Match(models.Model):
    """One game: the edition of a ruleset, its seats, and a log."""

    ruleset = models.CharField(max_length=40)
    edition = models.CharField(max_length=40)
    scenario = models.CharField(max_length=80)
    options = models.JSONField(default=dict)
    """The game's own choices (points, table, terrain), as its `arrange` reads them."""
    state = models.CharField(max_length=10, choices=MatchState, default=MatchState.OPEN)
    practice = models.BooleanField(default=False)
    """One user holds every side."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created = models.BigIntegerField()
    begun = models.BigIntegerField(null=True)
    ended = models.BigIntegerField(null=True)
    commitment = models.CharField(max_length=64, blank=True)
    """Hash of the dice secret, published when the match begins."""
    asked = models.CharField(max_length=80, blank=True)
    """Sides that are being asked now, parted by blanks, for lists."""
    result = models.JSONField(null=True)
    """`{winners, scores}` of an ended match, for lists; the log has it in full."""
    listed = models.BooleanField(default=True)
    """An open table anybody may sit down at; otherwise the invite link is needed."""
    watch = models.CharField(max_length=10, choices=WatchPolicy, default=WatchPolicy.LINK)
    chat = models.CharField(max_length=10, choices=ChatPolicy, default=ChatPolicy.PLAYERS)
    delay = models.PositiveIntegerField(default=0)
    """Seconds by which watchers see the table later."""
    invite_token = models.CharField(max_length=43, blank=True)
    """Secret of the link by which one sits down; empty when revoked."""
    watch_token = models.CharField(max_length=43, blank=True)
    """Secret of the link by which one watches; empty when revoked."""
    clock_bank = models.PositiveIntegerField(null=True)
    """Seconds of thought each side has for the whole match; null plays without a clock."""
    clock_grace = models.PositiveIntegerField(default=0)
    """Seconds a side has for each question even when its bank is empty."""
    held = models.BooleanField(default=False)
    """The newest code cannot fold its log: it replays up to there and waits for a repair."""

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [models.Index(fields=["state", "created"], name="match_by_state")]

    def __str__(self) -> str:
        return f"match {self.pk}"


class Seat(models.Model):
    """A user's place at a side."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    side = models.CharField(max_length=8)
    place = models.PositiveSmallIntegerField()
    """Order of seating, from 0."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="seats"
    )
    name = models.CharField(max_length=60, blank=True)
    """The player's name as it stood when he sat down."""
    roster = models.JSONField(null=True)
    ready = models.BooleanField(default=False)
    salt = models.CharField(max_length=64, blank=True)
    """What the side's browser adds to the dice; it enters the log when the match begins."""
    seen = models.BigIntegerField(default=0)
    """When a socket of this side was last known to be there; renewed once a minute."""

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["match", "place"]
        constraints = [
            models.UniqueConstraint(fields=["match", "side"], name="one_seat_a_side"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.side}"


class Ruling(models.Model):
    """An accepted action or appeal and the facts that came of it: one row, never changed.

    `after` is the number of the fact it builds on, `seq` the number of its own last one. The
    primary key is the optimistic lock: of two writers who build on the same fact one loses.
    """

    pk = models.CompositePrimaryKey("match_id", "after")
    match = models.ForeignKey(Match, models.CASCADE, related_name="rulings", db_index=False)
    after = models.PositiveIntegerField()
    seq = models.PositiveIntegerField()
    time = models.BigIntegerField()
    ref = models.CharField(max_length=64)
    side = models.CharField(max_length=8, blank=True)
    """The side that acted; empty is the house."""
    action = models.TextField(blank=True)
    """The answer or appeal as JSON; empty for what nobody sent."""
    events = models.TextField()
    """The facts as a JSON list, in the bytes they were written in."""
    rewinds_to = models.PositiveIntegerField(null=True)
    """Where play went back to, if this ruling is a take-back: what lies between is covered."""
    spent = models.TextField(blank=True)
    """Milliseconds each side has thought, as JSON, in a match with a clock."""

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        constraints = [
            models.UniqueConstraint(fields=["match", "side", "ref"], name="one_answer_a_ref"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.after + 1}-{self.seq}"


class Snapshot(models.Model):
    """A folded state. A cache: safe to delete, worthless to another `version` of the code."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="snapshots", db_index=False)
    seq = models.PositiveIntegerField()
    version = models.CharField(max_length=64)
    state = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seq", "version"], name="one_snapshot_a_seq"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} at {self.seq}"


class Remark(models.Model):
    """A line of chat. Not a fact: it may be hidden, and it never makes a move stale."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="remarks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    side = models.CharField(max_length=8, blank=True)
    """The side of whoever wrote it; empty is a watcher."""
    name = models.CharField(max_length=60)
    text = models.CharField(max_length=500)
    time = models.BigIntegerField()
    hidden = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("remark")
        verbose_name_plural = _("remarks")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


class MatchSecret(models.Model):
    """What the dice of a match follow from. Kept apart, so that no list of matches can show it."""

    match = models.OneToOneField(Match, models.CASCADE, related_name="secret", primary_key=True)
    secret = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"secret of match {self.match_id}"
