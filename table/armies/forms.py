"""Forms of the warbands' pages; the builder's own is sheet.py."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.core.values import Line
from rules.core.wording import word
from rules.saga.warbands.listing import MOST_BYTES
from rules.saga.warbands.muster import LONGEST_NAME
from rules.saga.warbands.packs import pack
from table.accounts.forms import check_name
from table.accounts.preferences import here

from .sheet import POINTS


class NewForm(forms.Form):
    """A warband is begun: whose people, for how many points."""

    name = forms.CharField(
        label=_("Name of the warband"), max_length=LONGEST_NAME, validators=[check_name]
    )
    faction = forms.ChoiceField(label=_("People"), widget=forms.RadioSelect)
    points = forms.TypedChoiceField(
        label=_("Points"), coerce=int, choices=[(n, str(n)) for n in POINTS], initial=6
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        faction = self.fields["faction"]
        assert isinstance(faction, forms.ChoiceField)
        faction.choices = [(key, _faction(key)) for key in pack().playable()]
        faction.initial = next(iter(pack().playable()), "")


class PasteForm(forms.Form):
    """A warband as text."""

    text = forms.CharField(
        label=_("The list"),
        # What is too long is refused by the reader, which names the number.
        max_length=MOST_BYTES * 4,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
    )


def _faction(key: str) -> str:
    about = (f"saga.faction.{key}.name", f"saga.faction.{key}.text")
    return " — ".join(word(Line(key=line), here(), {}) for line in about)
