"""Forms of the pages of lists; the builders' own are read by the workshops."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from table.accounts.preferences import here

from .workshops import Workshop


class NewForm(forms.Form):
    """A list is begun: whose, for how many points. Its name is judged when it is kept."""

    def __init__(self, craft: Workshop, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        factions = craft.factions(here())
        self.fields |= {
            "name": forms.CharField(label=craft.words.list_name, max_length=craft.longest_name),
            "faction": forms.ChoiceField(
                label=craft.words.faction, choices=list(factions.items()),
                initial=next(iter(factions), ""), widget=forms.RadioSelect,
            ),
            "points": forms.TypedChoiceField(
                label=_("Points"), coerce=int, choices=[(n, str(n)) for n in craft.sizes],
                initial=craft.usual_size,
            ),
        }  # fmt: skip


class PasteForm(forms.Form):
    """A list as text."""

    def __init__(self, craft: Workshop, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"] = forms.CharField(
            label=_("The list"), strip=False,
            # A browser cuts what is pasted to its longest without a word; what is one longer than
            # may be read is refused by the reader, which names the number.
            widget=forms.Textarea(
                attrs={"rows": 14, "spellcheck": "false", "maxlength": craft.most_bytes + 1}
            ),
        )  # fmt: skip
