"""The settings of a visitor: language, theme, text size, motion, patterns, pace; stored in a cookie."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request

from soloist.core.errors import UnknownError, find_nearest
from soloist.core.text import text
from soloist.manifest import Game, find_game
from soloist.session.words import Catalogue, languages

COOKIE = "soloist"
#: values of each setting, the default first
CHOICES: dict[str, tuple[str, ...]] = {
    "theme": ("system", "light", "dark"),
    "text": ("normal", "large", "larger"),
    "motion": ("system", "reduced"),
    "palette": ("normal", "patterns"),
    "after": ("turn", "ask"),
}


@dataclass(frozen=True, slots=True)
class Preferences:
    lang: str = "en"
    theme: str = "system"
    text: str = "normal"
    motion: str = "system"
    palette: str = "normal"
    #: "turn": ending your turn plays Automa's at once
    after: str = "turn"

    def replace(self, chosen: dict[str, str]) -> Preferences:
        """Return changed preferences. Raises `UnknownError` for an unknown language or value."""
        for key, value in chosen.items():
            choices = languages() if key == "lang" else CHOICES.get(key, ())
            if value not in choices:
                what = "error.no_language" if key == "lang" else "error.option"
                raise UnknownError(
                    text(what, got=value, key=key, options=choices), nearest=find_nearest(value, choices)
                )
        return replace(self, **chosen)

    def cookie(self) -> str:
        return urlencode({name: getattr(self, name) for name in self.__slots__})


def preferences(request: Request) -> Preferences:
    """Return the preferences of a request: the cookie's, else the browser's language and the defaults."""
    known = getattr(request.state, "preferences", None)
    if known is None:
        known = request.state.preferences = _read_preferences(request)
    assert isinstance(known, Preferences)
    return known


def _read_preferences(request: Request) -> Preferences:
    found = Preferences(lang=_requested_language(request.headers.get("accept-language", "")))
    for key, value in parse_qsl(request.cookies.get(COOKIE, "")[:400]):
        if key in Preferences.__slots__:
            try:
                found = found.replace({key: value})
            except UnknownError:
                continue  # a cookie of another version: use the rest of it
    return found


def _requested_language(header: str) -> str:
    """Return the first language of an Accept-Language header that we have, or English."""
    for part in header[:200].split(","):
        if part.strip()[:2].lower() in languages():
            return part.strip()[:2].lower()
    return "en"


def choose_catalogue(language: str, game: Game | None = None) -> Catalogue:
    """Return the words of the pages, of the session and, if given, of a game."""
    return _choose_catalogue(language, None if game is None else game.id)


@cache
def _choose_catalogue(language: str, game: str | None) -> Catalogue:
    return Catalogue(language, None if game is None else find_game(game), also=("soloist.web",))
