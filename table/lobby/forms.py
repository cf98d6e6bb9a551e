"""Forms of the lobby. Their choices are what the game's data offers."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules import ruleset, rulesets
from rules.core.menu import Option, Scenario
from rules.core.values import Line
from rules.core.wording import word
from table.accounts.forms import LONGEST_NAME, check_name
from table.accounts.preferences import here
from table.armies.shelf import Choice
from table.armies.workshops import Workshop, workshops
from table.matches.models import ChatPolicy, WatchPolicy
from table.matches.operations import SIDES, Terms

from .terms import CLOCKS, NO_CLOCK

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


DELAYS = [
    (0, _("at once")),
    (60, _("1 minute later")),
    (300, _("5 minutes later")),
    (900, _("15 minutes later")),
]
"""Seconds by which those who only watch are behind."""


def named(key: str) -> str:
    """A name of a game in the reader's language."""
    return word(Line(key=key), here(), {})


def battlefields(game: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Every scenario of a game with the choices of its first option, such as the tables it is
    played on, as a grouped choice: `scenario/choice`."""
    return [(named(s.name), _fields(s)) for s in ruleset(game).menu().scenarios]


def _fields(scenario: Scenario) -> list[tuple[str, str]]:
    if not scenario.options:
        return [(f"{scenario.id}/", named(scenario.name))]
    return [
        (f"{scenario.id}/{choice.id}", f"{named(scenario.name)} · {named(choice.name)}")
        for choice in scenario.options[0].choices
    ]


def agreed(game: str) -> dict[str, Option]:
    """What else the scenarios of a game leave to the table, by ids."""
    scenarios = ruleset(game).menu().scenarios
    return {option.id: option for s in scenarios for option in s.options[1:]}


def options_of(game: str, field: str, chosen: dict[str, str], points: int) -> tuple[str, Any]:
    """The scenario and the options of a match from what was chosen; what a scenario does not ask
    is left out."""
    key, _sep, first = field.partition("/")
    scenario = ruleset(game).menu().scenario(key)
    if scenario is None:
        return key, {}
    options: dict[str, Any] = {"points": points} if scenario.armies else {}
    for number, option in enumerate(scenario.options):
        options[option.id] = (first if number == 0 else chosen.get(option.id)) or option.usual
    return key, options


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
    """A new table of a game."""

    field = forms.ChoiceField(label=_("Scenario and battlefield"))
    points = forms.TypedChoiceField(label=_("Points"), coerce=int)
    side = forms.ChoiceField(label=_("Your side"), choices=list(SIDE_NAMES.items()))
    clock = forms.ChoiceField(label=_("Clock"), choices=CLOCK_CHOICES, required=False)
    delay = forms.TypedChoiceField(
        label=_("Watchers see the table"),
        coerce=int,
        empty_value=None,
        choices=DELAYS,
        required=False,
    )

    def __init__(self, user: Any, craft: Workshop, *args: Any, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        self.game = craft.game
        self.fields["field"].choices = battlefields(craft.game)  # type: ignore[attr-defined]
        points = self.fields["points"]
        points.choices = [(n, str(n)) for n in craft.sizes]  # type: ignore[attr-defined]
        points.initial = craft.usual_size
        agreements = _agreements(craft.game)
        self.fields |= agreements
        last = ["side", "clock", "watch", "delay", "chat", "listed"]
        self.order_fields(["name", "field", "points", *agreements, *last])

    def clean(self) -> dict[str, Any]:
        """What does not go together is told here, not when the match should begin."""
        chosen: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            agreed = options_of(self.game, chosen["field"], chosen, chosen["points"])
            if wrong := ruleset(self.game).agree(*agreed):
                raise forms.ValidationError(word(wrong.line, here(), {}))
        return chosen

    def terms(self) -> Terms:
        """What was chosen, as a match is opened with it."""
        chosen = self.cleaned_data
        scenario, options = options_of(self.game, chosen["field"], chosen, chosen["points"])
        bank, grace = CLOCKS.get(chosen["clock"], (None, 0))
        return Terms(
            ruleset=self.game,
            scenario=scenario,
            options=options,
            listed=chosen["listed"],
            watch=chosen["watch"],
            chat=chosen["chat"],
            delay=chosen["delay"] or 0,
            clock_bank=bank,
            clock_grace=grace,
        )


def _agreements(game: str) -> dict[str, forms.Field]:
    """A field for each thing that a game leaves to the table; nothing chosen is the usual thing."""
    return {
        option.id: forms.ChoiceField(
            label=named(option.name), required=False,
            choices=[(choice.id, named(choice.name)) for choice in option.choices],
        )
        for option in agreed(game).values()
    }  # fmt: skip


class PracticeForm(forms.Form):
    """Both sides for oneself. With nothing chosen it is the usual scenario and the game's own
    armies."""

    field = forms.ChoiceField(label=_("Scenario and battlefield"), required=False)
    a = forms.ChoiceField(label=_("Woad"), required=False)
    b = forms.ChoiceField(label=_("Ember"), required=False)

    def __init__(self, craft: Workshop, choices: list[Choice], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = craft.game
        fields = battlefields(craft.game)
        bands = [(c.key, _("%(name)s, %(n)s points") % {"name": c.name, "n": c.points})
                 for c in choices]  # fmt: skip
        self.fields["field"].choices = fields  # type: ignore[attr-defined]
        self.initial["field"] = fields[0][1][0][0]
        for side, usual in zip(SIDES, craft.practice, strict=True):
            self.fields[side].choices = bands  # type: ignore[attr-defined]
            self.initial[side] = f"game:{usual}"
        agreements = _agreements(craft.game)
        self.fields |= agreements
        self.order_fields(["field", *SIDES, *agreements])

    def chosen(self, name: str) -> str:
        """What was chosen, or the usual thing."""
        picked: str = self.cleaned_data.get(name, "") or self.initial.get(name, "")
        return picked


class FilterForm(forms.Form):
    """Which open tables are shown; all of it stands in the address."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    scenario = forms.ChoiceField(label=_("Scenario"), required=False)
    points = forms.TypedChoiceField(label=_("Points"), coerce=int, empty_value=None, required=False)
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
        crafts = workshops()
        names = {craft.game: named(craft.name_key) for craft in crafts}
        scenarios = [
            (names[game], [(s.id, named(s.name)) for s in ruleset(game).menu().scenarios])
            for game in rulesets()
        ]
        sizes = [(names[c.game], [(n, str(n)) for n in c.sizes]) for c in crafts]
        for field, choices in (
            ("game", list(names.items())), ("scenario", scenarios), ("points", sizes),
        ):  # fmt: skip
            self.fields[field].choices = [("", _("any")), *choices]  # type: ignore[attr-defined]
