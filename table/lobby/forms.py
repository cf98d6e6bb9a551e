"""Forms of the lobby. Their choices are what the game's data offers."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.core.values import Line
from rules.core.wording import word
from rules.saga.warbands.muster import LEAST_POINTS, LONGEST_NAME, MOST_POINTS
from rules.saga.warbands.packs import pack
from table.accounts.forms import check_name
from table.accounts.preferences import here
from table.armies.shelf import Choice
from table.matches.models import ChatPolicy, WatchPolicy
from table.matches.operations import SIDES, Terms

from .terms import CLOCKS, NO_CLOCK

POINTS = [(n, str(n)) for n in range(LEAST_POINTS, MOST_POINTS + 1)]
SIDE_NAMES = dict(zip(SIDES, (_("Woad, from the near edge"), _("Ember, from the far edge")),
                      strict=True))  # fmt: skip
WATCHERS = [
    (WatchPolicy.EVERYONE, _("everyone")),
    (WatchPolicy.LINK, _("whoever has the link")),
    (WatchPolicy.NOBODY, _("nobody")),
]
WRITERS = [
    (ChatPolicy.PLAYERS, _("the players")),
    (ChatPolicy.EVERYONE, _("everyone at the table")),
    (ChatPolicy.NOBODY, _("nobody")),
]
CLOCK_CHOICES = [
    (NO_CLOCK, _("no clock")),
    ("20+20", _("20 minutes each, 20 s for every question")),
    ("30+30", _("30 minutes each, 30 s for every question")),
    ("45+30", _("45 minutes each, 30 s for every question")),
    ("60+60", _("60 minutes each, 60 s for every question")),
]


def named(key: str) -> str:
    """A name of the game in the reader's language."""
    return word(Line(key=f"saga.{key}.name"), here(), {})


def battlefields() -> list[tuple[str, list[tuple[str, str]]]]:
    """Every scenario with the tables it is played on, as a grouped choice."""
    return [
        (named(f"scenario.{s.id}"), [(f"{s.id}/{t}", _field_name(s.id, t)) for t in s.layouts])
        for s in pack().scenarios.values()
    ]


def _field_name(scenario: str, layout: str) -> str:
    return f"{named(f'scenario.{scenario}')} · {named(f'layout.{layout}')}"


class SeatForm(forms.Form):
    """Whoever is not signed in gives a name and plays as a guest."""

    def __init__(self, user: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not user.is_authenticated:
            self.fields["name"] = forms.CharField(
                label=_("Your name at the table"), max_length=LONGEST_NAME,
                validators=[check_name], widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
            )  # fmt: skip


class PolicyForm(forms.Form):
    """Who may watch a table, write at it, and find it."""

    watch = forms.ChoiceField(label=_("Who may watch"), choices=WATCHERS, initial=WatchPolicy.LINK)
    chat = forms.ChoiceField(label=_("Who may chat"), choices=WRITERS, initial=ChatPolicy.PLAYERS)
    listed = forms.BooleanField(
        label=_("Show it in the lobby: anybody may sit down"), required=False, initial=True
    )


class TableForm(PolicyForm, SeatForm):
    """A new table."""

    field = forms.ChoiceField(label=_("Scenario and battlefield"))
    points = forms.TypedChoiceField(label=_("Points"), coerce=int, choices=POINTS, initial=6)
    side = forms.ChoiceField(label=_("Your side"), choices=list(SIDE_NAMES.items()))
    clock = forms.ChoiceField(label=_("Clock"), choices=CLOCK_CHOICES, required=False)

    field_order = ["name", "field", "points", "side", "clock", "watch", "chat", "listed"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["field"].choices = battlefields()  # type: ignore[attr-defined]
        self.order_fields(self.field_order)

    def terms(self) -> Terms:
        """What was chosen, as a match is opened with it."""
        chosen = self.cleaned_data
        scenario, _sep, layout = chosen["field"].partition("/")
        bank, grace = CLOCKS.get(chosen["clock"], (None, 0))
        return Terms(
            scenario=scenario,
            options={"points": chosen["points"], "layout": layout},
            listed=chosen["listed"],
            watch=chosen["watch"],
            chat=chosen["chat"],
            clock_bank=bank,
            clock_grace=grace,
        )


class PracticeForm(forms.Form):
    """Both sides for oneself. With nothing chosen it is the game's own warbands of 4 points."""

    field = forms.ChoiceField(label=_("Scenario and battlefield"), required=False)
    a = forms.ChoiceField(label=_("Woad"), required=False)
    b = forms.ChoiceField(label=_("Ember"), required=False)

    def __init__(self, choices: list[Choice], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        bands = [(c.key, _("%(name)s, %(n)s points") % {"name": c.name, "n": c.points})
                 for c in choices]  # fmt: skip
        self.fields["field"].choices = battlefields()  # type: ignore[attr-defined]
        for side, usual in zip(SIDES, ("game:normans_4", "game:anglo_danes_4"), strict=True):
            self.fields[side].choices = bands  # type: ignore[attr-defined]
            self.initial[side] = usual

    def chosen(self, name: str) -> str:
        """What was chosen, or the usual thing."""
        picked: str = self.cleaned_data.get(name, "") or self.initial.get(name, "")
        return picked


class FilterForm(forms.Form):
    """Which open tables are shown; all of it stands in the address."""

    scenario = forms.ChoiceField(label=_("Scenario"), required=False)
    points = forms.TypedChoiceField(
        label=_("Points"), coerce=int, empty_value=None, required=False,
        choices=[("", _("any")), *POINTS],
    )  # fmt: skip
    clock = forms.ChoiceField(
        label=_("Clock"), required=False,
        choices=[("", _("any")), ("no", _("no clock")), ("yes", _("with a clock"))],
    )  # fmt: skip
    side = forms.ChoiceField(
        label=_("Free side"), required=False,
        choices=[("", _("any")), ("a", _("Woad")), ("b", _("Ember"))],
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        scenarios = [(key, named(f"scenario.{key}")) for key in pack().scenarios]
        self.fields["scenario"].choices = [("", _("any")), *scenarios]  # type: ignore[attr-defined]
