"""Render templates with what every page needs: preferences, words, icons."""

from __future__ import annotations

import re
import secrets
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from fastapi import Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from jinja2.ext import Extension
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse

from soloist.core.text import Text, text
from soloist.manifest import Game, find_game, game_ids
from soloist.session.words import Catalogue, languages
from soloist.web.rendering.page_parts import draw_icon, draw_move, draw_rail, draw_seat_token, draw_total, list_values
from soloist.web.rendering.preferences import CHOICES, choose_catalogue, preferences


class _PageEnvironment(Environment):
    """Reads `a.b` as a key first if `a` is a dict.

    Pages show plain data; Jinja's own order, attributes first, takes 0.67 ms instead of 0.52 ms for a table and 2.3 ms
    instead of 0.5 ms for a chapter of rules.
    """

    #: language of the words that are compiled into the templates
    language: str

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict:
            try:
                return obj[attribute]
            except KeyError:
                pass  # a method of the dict, or an error with its name
        return super().getattr(obj, attribute)


class _StaticParts(Extension):
    """Replaces fixed words, icons and includes by their text when a template is compiled, once per language.

    A table renders in 0.52 ms instead of 0.85 ms. Words that a game may redefine are left to the page.
    """

    _INCLUDE = re.compile(r'\{% include "([a-z_.]+)" %\}\n?')
    _WORD = re.compile(r'\{\{ say\("([a-z0-9_.]+)"\) \}\}')
    _ICON = re.compile(r'\{\{ icon\("([a-z0-9_]+)"(?:, "([a-z]*)")?\) \}\}')

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        assert isinstance(self.environment, _PageEnvironment)
        words = choose_catalogue(self.environment.language)
        own = _words_of_games(words.language)

        def said(found: re.Match[str]) -> str:
            key = found[1]
            return (
                _escape_braces(str(escape(words.say(text(key))))) if words.has_key(key) and key not in own else found[0]
            )

        return self._ICON.sub(
            lambda found: draw_icon(found[1], found[2] or ""), self._WORD.sub(said, self._whole(source))
        )

    def _whole(self, source: str) -> str:
        """Return a template with everything it includes."""
        return self._INCLUDE.sub(lambda found: self._whole(self._source(found[1])), source)

    def _source(self, name: str) -> str:
        assert self.environment.loader is not None
        return self.environment.loader.get_source(self.environment, name)[0].removesuffix("\n")


def _escape_braces(words: str) -> str:
    """Return words in which Jinja finds no syntax."""
    return words.replace("{", "&#123;")


@cache
def _words_of_games(language: str) -> frozenset[str]:
    return frozenset(key for id in game_ids() for key in find_game(id).words(language))


@cache
def _environment(language: str) -> Environment:
    folder = str(files("soloist.web").joinpath("templates"))
    made = _PageEnvironment(
        loader=FileSystemLoader(folder),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.language = language
    made.add_extension(_StaticParts)
    made.globals.update(
        icon=draw_icon, seat=draw_seat_token, stepper_words=make_stepper_words, coach_words=make_coach_words
    )
    made.globals.update(each=list_values, face=draw_face, move=draw_move, rail=draw_rail, total=draw_total)
    made.filters["linked"] = link_rules
    return made


_REFERENCE = re.compile(r"\b[A-Z]{2,4}-[A-Z]?\d+[a-z]?\b")


def link_rules(words: str) -> Markup:
    """Return a text in which every rule number links to its rule."""
    return Markup(_REFERENCE.sub(r'<a href="/rule/\g<0>" data-rule="\g<0>">\g<0></a>', str(escape(words))))


#: words of the stepper: name in its script -> key
_STEPPER = {
    name: f"walk.{name}"
    for name in (
        "condition valid narrow do short_condition short_valid short_narrow short_open short_do left dropped "
        "step next next_decision skipped more remark nothing decisions ribbon"
    ).split()
} | {
    "chosen": "walk.chosen_label",
    "pair": "nav.pair",
    "done": "table.done",
    "open": "walk.phase_open",
    "change": "change.title",
}


@cache
def make_stepper_words(words: Catalogue) -> str:
    """Return the stepper's words as JSON, with placeholders and plural forms that its script fills in."""
    return htmlsafe_json_dumps({name: words.words[key] for name, key in _STEPPER.items()})


_COACH = (
    "count leave skip lay lay_title place place_title lamp lamp_title hands hands_title why why_title step step_title"
)


@cache
def make_coach_words(words: Catalogue) -> Markup:
    """Return the words of the hints on a first table as JSON."""
    return htmlsafe_json_dumps({name: words.say(text(f"coach.{name}")) for name in _COACH.split()})


def draw_face(of: dict[str, Any], language: str) -> Markup:
    """Draw an open card. Cached: a card stays open for many turns."""
    return _draw_face(of["title"], of["role"], tuple(tuple(map(row.get, _CARD)) for row in of["rows"]), language)


#: fields of a card's row that are shown
_CARD = ("icon", "says", "value", "about", "rule", "state")


@lru_cache(maxsize=512)
def _draw_face(title: str, role: str, rows: tuple[tuple[str, ...], ...], language: str) -> Markup:
    shown = {"title": title, "role": role, "rows": [dict(zip(_CARD, row, strict=True)) for row in rows]}
    return Markup(_environment(language).get_template("face.html").render(f=shown))


def page(
    request: Request, template: str, *, game: Game | None = None, status: int = 200, **context: Any
) -> HTMLResponse:
    """Render a page in the visitor's language."""
    chosen = preferences(request)
    words = choose_catalogue(chosen.lang, game)

    def say(key: str, **args: object) -> str:
        return words.say(Text(key, args))

    once = secrets.token_urlsafe(12)  # idempotency key: a form sent twice is one act
    if "state" in context:  # every form of a table says how many entries the page showed
        at = int(context["state"]["at"])
        context["stamp"] = Markup(
            f'<input type="hidden" name="once" value="{once}"><input type="hidden" name="at" value="{at}">'
        )
    html = (
        _environment(chosen.lang)
        .get_template(template)
        .render(
            request=request,
            path=request.url.path,
            prefs=chosen,
            choices=CHOICES,
            languages=languages(),
            say=say,
            words=words,
            game=game,
            once=once,
            **context,
        )
    )
    return HTMLResponse(html, status)
