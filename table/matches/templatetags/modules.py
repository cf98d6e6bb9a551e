"""What a page's head says about our ES modules and catalogues; nothing is bundled."""

import json
import re
from functools import cache
from typing import Any

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

ROOT = settings.BASE_DIR / "static"
PREFIXES = {"#js/": "js/", "#vendor/lit-html/": "vendor/lit-html-3.3.3/",
            "#vendor/signals-core/": "vendor/signals-core-1.14.5/"}  # fmt: skip
"""How our imports are named, and the folder of static/ that each name means; package.json says the
same to Node and tsc."""

LIT, SIGNALS = PREFIXES["#vendor/lit-html/"], PREFIXES["#vendor/signals-core/"]
VENDORED = (f"{LIT}lit-html.js", f"{LIT}directive.js", f"{LIT}directive-helpers.js",
            f"{LIT}directives/keyed.js", f"{LIT}directives/repeat.js",
            f"{SIGNALS}signals-core.js")  # fmt: skip
"""The vendored modules that the table's are made with."""


@cache
def own_modules() -> tuple[str, ...]:
    """Our modules by their path under static/, in order."""
    return tuple(sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "js").rglob("*.js")))


def imports() -> dict[str, str]:
    """The import map's entries.

    Where static files carry a hash, one exact entry for each own module, because a prefix cannot
    name hashed files; vendored modules import each other by relative paths and keep their names.
    """
    found = {name: settings.STATIC_URL + folder for name, folder in PREFIXES.items()}
    if settings.STATIC_HASHED:
        found |= {f"#{path}": static(path) for path in own_modules()}
        del found["#js/"]
    return found


@register.simple_tag(takes_context=True)
def import_map(context: dict[str, Any]) -> SafeString:
    """The import map, with the page's nonce."""
    nonce = context["request"].csp_nonce
    # "<" must not end the element early; JSON reads the escape as the same letter.
    text = SafeString(json.dumps({"imports": imports()}).replace("<", "\\u003c"))
    return format_html('<script type="importmap" nonce="{}">{}</script>', nonce, text)


@register.simple_tag(takes_context=True)
def module(context: dict[str, Any], name: str) -> SafeString:
    """The element that loads a page's entry module, such as `table.js`."""
    nonce = context["request"].csp_nonce
    url = static(f"js/{name}")
    return format_html('<script type="module" nonce="{}" src="{}"></script>', nonce, url)


@register.simple_tag
def preload_modules(game: str) -> SafeString:
    """Links that fetch all modules of the table at once, because nothing flattens the waterfall.

    Those of the other pages (js/pages) and of other games (folders of js/panels) stay out.
    """
    others = re.compile(rf"js/(pages|panels/(?!{re.escape(game)}/)[^/]+)/")
    own = [p for p in own_modules() if not others.match(p)]
    urls = [*(static(p) for p in own), *(settings.STATIC_URL + p for p in VENDORED)]
    return format_html_join("\n", '<link rel="modulepreload" href="{}">', ((url,) for url in urls))


@register.simple_tag
def catalogues(language: str, game: str) -> str:
    """The addresses of what a table says, parted by blanks: the interface's words, the game's."""
    files = (f"i18n/{language}.json", f"i18n/{game}-{language}.json")
    return " ".join(static(path) for path in files)


@register.simple_tag
def preload_words(language: str, game: str) -> SafeString:
    """Links that fetch the sentences before any script has run."""
    link = '<link rel="preload" as="fetch" href="{}" crossorigin>'
    return format_html_join("\n", link, ((url,) for url in catalogues(language, game).split()))


FONTS = (
    "alegreya-5.3.0/alegreya-{}",
    *(f"alegreya-sans-5.3.0/alegreya-sans-{{}}-{weight}" for weight in (400, 500, 700)),
)
"""What every table shows; figures are Latin letters' in every language."""


@register.simple_tag
def preload_fonts(language: str) -> SafeString:
    """Links that fetch the page's fonts before anything is laid out."""
    scripts = ("cyrillic", "latin") if language == "ru" else ("latin",)
    urls = [static(f"vendor/{font.format(script)}.woff2") for script in scripts for font in FONTS]
    link = '<link rel="preload" as="font" type="font/woff2" href="{}" crossorigin>'
    return format_html_join("\n", link, ((url,) for url in urls))
