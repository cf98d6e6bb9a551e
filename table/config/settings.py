"""Settings, all of them from the environment (deploy/skald.env.example lists the variables).

With nothing set this is a private table on this machine: SQLite in var/, no Redis, reachable on
loopback names only, mails printed to the console. Django's debug pages stay off even then; ask for
them with DEBUG=1. SITE_URL=https://... makes it a public site: that address alone turns on the
allowed host, the trusted origin, secure cookies, HSTS and the redirect to https.
"""

import os
import re
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent.parent


def env_bool(name: str, default: bool = False) -> bool:
    """Read a switch; anything but the usual words is an error, so a typo cannot mean "off"."""
    text = os.environ.get(name, "").strip().lower()
    if not text:
        return default
    if text in {"1", "true", "yes", "on"}:
        return True
    if text in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {text!r}")


def env_list(name: str) -> list[str]:
    """Read a comma-separated list."""
    return [item.strip() for item in os.environ.get(name, "").split(",") if item.strip()]


# Everything the server writes (database, key, collected static files) goes here.
VAR_DIR = Path(os.environ.get("SKALD_VAR") or BASE_DIR / "var")


def read_secret_key() -> str:
    """SECRET_KEY, or the one in var/secret_key, which the first start makes."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    path = VAR_DIR / "secret_key"
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    try:
        # "x": of two processes that start together one makes the file, the other reads it.
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
    except FileExistsError:
        pass
    key = path.read_text().strip()
    if not key:
        raise ImproperlyConfigured(f"{path} is empty; delete it: the next start makes a new one")
    return key


# --- Who may reach it ---------------------------------------------------------------------------

DEBUG = env_bool("DEBUG")
SITE_URL = os.environ.get("SITE_URL", "").rstrip("/")
_site = urlsplit(SITE_URL)
if SITE_URL and (_site.scheme not in {"http", "https"} or not _site.hostname or _site.path):
    raise ImproperlyConfigured("SITE_URL must look like https://skald.example.org")
PUBLIC_HTTPS = _site.scheme == "https"

SECRET_KEY = read_secret_key()
SECRET_KEY_FALLBACKS = env_list("SECRET_KEY_FALLBACKS")

ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *env_list("ALLOWED_HOSTS")]
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")
if _site.hostname:
    ALLOWED_HOSTS.append(f"[{_site.hostname}]" if ":" in _site.hostname else _site.hostname)
    CSRF_TRUSTED_ORIGINS.append(SITE_URL)

# Set only behind a proxy that overwrites the header itself: a client could send it too.
BEHIND_PROXY = env_bool("BEHIND_PROXY")
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = PUBLIC_HTTPS
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
SECURE_SSL_REDIRECT = PUBLIC_HTTPS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30 if PUBLIC_HTTPS else 0
SECURE_REFERRER_POLICY = "same-origin"  # invite links carry a secret in their path
X_FRAME_OPTIONS = "DENY"
# A club's table must not pin the club's whole domain: no subdomains, no preload list.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# An army pasted as text is the longest form there is.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000  # an army list of 60 units, each with its options and items

# Chromium and Firefox let 'self' cover ws://, older Safari does not: name our own socket.
_sockets = (
    [f"{'wss' if PUBLIC_HTTPS else 'ws'}://{_site.netloc}"]
    if SITE_URL
    else ["ws://localhost:*", "ws://127.0.0.1:*"]
)
# No inline script or style anywhere; the import map carries the nonce ({{ request.csp_nonce }}).
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:", "blob:"],
        "font-src": [SELF],
        "connect-src": [SELF, *_sockets],
        "media-src": [SELF],
        "manifest-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# --- Parts --------------------------------------------------------------------------------------

# Ours come first, so that our templates win over allauth's. One line an app; keep the order.
INSTALLED_APPS = [
    "daphne",
    # ours
    "rules",
    "table.accounts",
    "table.armies",
    "table.matches",
    "table.lobby",
    # libraries
    "channels",
    "allauth",
    "allauth.account",
    "csp",
    # Django
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
]
# Every form field of the site, allauth's too, is drawn by templates/django/forms/field.html.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "table.accounts.preferences.PreferencesMiddleware",
]

ROOT_URLCONF = "table.config.urls"
ASGI_APPLICATION = "table.config.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "table.accounts.preferences.page",
            ],
        },
    },
]

# --- Storage ------------------------------------------------------------------------------------

DATABASES: dict[str, Any] = {
    "default": dj_database_url.parse(
        os.environ.get("DATABASE_URL") or f"sqlite:///{VAR_DIR / 'skald.sqlite3'}",
        conn_max_age=0,
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: threads that read and then write otherwise answer each other "database is locked",
    # whatever the timeout. FULL: an acknowledged action survives a power cut. WAL: readers never
    # wait for the writer.
    DATABASES["default"].setdefault("OPTIONS", {}).update(
        timeout=20,
        transaction_mode="IMMEDIATE",
        init_command="PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    )
# Under IMMEDIATE every atomic() takes the write lock, so no request is one as a whole.
DATABASES["default"]["ATOMIC_REQUESTS"] = False
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL", "")
if REDIS_URL:
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {
                "hosts": [
                    {
                        "address": REDIS_URL,
                        # redis-py 8 waits 5 s for an answer by default (redis/_defaults.py); a
                        # pub/sub socket on a quiet table has none to give and would be torn down.
                        "socket_timeout": None,
                        # Left out, it would follow socket_timeout and wait for ever.
                        "socket_connect_timeout": 5,
                        "socket_keepalive": True,
                    }
                ],
                "prefix": "skald",
            },
        }
    }
    CACHES: dict[str, Any] = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "skald",
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# --- Accounts -----------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
# Somebody without an e-mail address may play; one who gave it can reset a password.
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "email"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_SESSION_REMEMBER = True
# Whose address it is that is throttled; behind a proxy the one that it has seen.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if BEHIND_PROXY else 0
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

DEFAULT_FROM_EMAIL = os.environ.get("MAIL_FROM", "Skald <skald@localhost>")
EMAIL_HOST = os.environ.get("MAIL_HOST", "")
# Whether a mail reaches anybody; where none does, no page says that one was sent.
MAIL_LEAVES = bool(EMAIL_HOST)
if MAIL_LEAVES:
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_PORT = int(os.environ.get("MAIL_PORT", "587"))
    EMAIL_HOST_USER = os.environ.get("MAIL_USER", "")
    EMAIL_HOST_PASSWORD = os.environ.get("MAIL_PASSWORD", "")
    EMAIL_USE_SSL = EMAIL_PORT == 465
    EMAIL_USE_TLS = env_bool("MAIL_TLS", default=not EMAIL_USE_SSL)
    EMAIL_TIMEOUT = 20
else:
    ACCOUNT_EMAIL_VERIFICATION = "none"
    EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

# --- Languages and time -------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ru", "Русский")]  # each in its own
LOCALE_PATHS = [BASE_DIR / "table" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = os.environ.get("TIME_ZONE", "UTC")

# --- Static files -------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [path for path in [BASE_DIR / "static"] if path.is_dir()]
# A public site serves what `manage.py collectstatic` made, under hashed names that browsers keep
# for good. Elsewhere files are served as they lie. Code that builds URLs of modules asks this
# switch, never DEBUG.
STATIC_HASHED = env_bool("STATIC_HASHED", default=bool(SITE_URL) and not DEBUG)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedManifestStaticFilesStorage"
            if STATIC_HASHED
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}
WHITENOISE_USE_FINDERS = not STATIC_HASHED
# Looked for anew at each request, so that a changed file is seen; `make run` reads them once.
WHITENOISE_AUTOREFRESH = env_bool("STATIC_WATCH", default=not STATIC_HASHED)
WHITENOISE_MAX_AGE = 0 if not STATIC_HASHED else 60
# Hashed names, and vendored libraries, whose folder carries their version.
_immutable = re.compile(
    (r"\.[0-9a-f]{12}\.|" if STATIC_HASHED else "") + r"/vendor/[a-z0-9-]+-\d+\.\d+\.\d+/"
)


def WHITENOISE_IMMUTABLE_FILE_TEST(path: str, url: str) -> bool:  # noqa: N802  (Django's naming)
    """Say whether what this URL names can never change."""
    return _immutable.search(url) is not None


# --- Log ----------------------------------------------------------------------------------------

LOG_LEVEL = os.environ.get("LOG_LEVEL", "INFO").upper()
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        # Every page and file a browser asks for is news to nobody.
        "django.channels.server": {"level": "WARNING"},
        "daphne": {"level": "WARNING"},
    },
}
