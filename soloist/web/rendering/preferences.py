"""What somebody chose for his own screen: language, light, text size, motion, patterns, pace. Kept in one cookie."""

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
#: what can be chosen, the default first
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
    #: whether ending one's turn runs hers at once
    after: str = "turn"

    def replace(self, chosen: dict[str, str]) -> Preferences:
        """These, changed. Raises `UnknownError` for a language or value that is not there."""
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
    """What the cookie says; what it does not say, or says wrongly, is as the browser asks or as usual."""
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
                continue  # a cookie of another version: the rest of it still counts
    return found


def _requested_language(header: str) -> str:
    """The first language of the browser that we speak."""
    for part in header[:200].split(","):
        if part.strip()[:2].lower() in languages():
            return part.strip()[:2].lower()
    return "en"


def choose_catalogue(language: str, game: Game | None = None) -> Catalogue:
    """The words of the pages, the modes and, where one is meant, of the game."""
    return _choose_catalogue(language, None if game is None else game.id)


@cache
def _choose_catalogue(language: str, game: str | None) -> Catalogue:
    return Catalogue(language, None if game is None else find_game(game), also=("soloist.web",))
