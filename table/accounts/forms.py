"""Forms of the accounts' own pages; sign up, sign in and reset are allauth's."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from rules.core.plain import flaw
from rules.core.wording import word

from .models import LONGEST_NAME, User
from .preferences import here


def check_name(name: str) -> None:
    """Whether others may read a name. Raises ValidationError in the reader's language."""
    if wrong := flaw(name, LONGEST_NAME):
        raise ValidationError(word(wrong.line, here(), {}))


class NameForm(forms.Form):
    """What a guest is called."""

    name = forms.CharField(
        label=_("Your name at the table"), max_length=LONGEST_NAME, validators=[check_name],
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )  # fmt: skip


class KeepForm(forms.ModelForm):
    """A guest's way to an account."""

    password = forms.CharField(
        label=_("Password"), strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )  # fmt: skip

    class Meta:
        model = User
        fields = ["username", "email"]
        labels = {"email": _("E-mail (optional)")}
        help_texts = {"email": _("Only used to reset a forgotten password.")}
        widgets = {"username": forms.TextInput(attrs={"autocomplete": "username"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_fields(["username", "password", "email"])
        self.initial["username"] = ""

    def clean_username(self) -> str:
        """Refuse a name that somebody has in other letters, large or small."""
        username: str = self.cleaned_data["username"]
        if User.objects.filter(username__iexact=username).exists():
            raise ValidationError(_("That username is taken."))
        return username

    def clean(self) -> dict[str, Any]:
        """Judge the password with the name beside it."""
        cleaned = super().clean() or self.cleaned_data
        if password := cleaned.get("password"):
            about = User(username=cleaned.get("username", ""), email=cleaned.get("email", ""))
            try:
                validate_password(password, about)
            except ValidationError as error:
                self.add_error("password", error)
        return cleaned


class DeleteForm(forms.Form):
    """Somebody says that he means it: by his password, or a guest by a tick."""

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if user.has_usable_password():
            self.fields["password"] = forms.CharField(
                label=_("Your password"), strip=False,
                widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
            )  # fmt: skip
        self.fields["sure"] = forms.BooleanField(label=_("Delete all of it; this cannot be undone"))

    def clean_password(self) -> str:
        """The password must be the user's own."""
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise ValidationError(_("That is not your password."))
        return password
