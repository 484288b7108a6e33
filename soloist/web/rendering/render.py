"""Templates, and what every page needs: the reader's preferences, his words, the icons."""

from __future__ import annotations

import re
import secrets
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, cast

from fastapi import Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined, nodes, select_autoescape
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse

from soloist.core.text import Text, text
from soloist.manifest import Game, find_game, game_ids
from soloist.session.words import Catalogue, languages
from soloist.web.rendering.page_parts import draw_icon, draw_move, draw_rail, draw_seat_token, draw_total, list_values
from soloist.web.rendering.preferences import CHOICES, choose_catalogue, preferences


class _OutputGenerator(CodeGenerator):
    """What a template puts out is joined at once: no piece need know afterwards that it was escaped."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.piece(")


_SPECIAL = re.compile("[&<>\"']")


class _PageEnvironment(Environment):
    """What pages show is plain data: a name after a dot is the key of a mapping before it is anything else."""

    code_generator_class = _OutputGenerator
    #: whose words are written into the templates
    language: str

    @staticmethod
    def piece(value: Any) -> str:
        """A value as it stands on a page. Most are words and numbers with nothing to escape."""
        kind = type(value)
        if kind is str:
            return escape(value) if _SPECIAL.search(value) else value
        if kind is Markup:
            return cast(str, value)
        return str(value) if kind is int else escape(value)

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict:
            try:
                return obj[attribute]
            except KeyError:
                pass  # a method of the mapping, or an error that names it
        return super().getattr(obj, attribute)


class _StaticParts(Extension):
    """What a template says without asking anything (a word, an icon) is written into it when it is compiled, once for a
    language: most of a page is that. A word that some game has too is left to the page. What a template includes by its
    name is written into it too: one template is quicker than ten that hand their names to each other."""

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
        """A template with everything it includes."""
        return self._INCLUDE.sub(lambda found: self._whole(self._source(found[1])), source)

    def _source(self, name: str) -> str:
        assert self.environment.loader is not None
        return self.environment.loader.get_source(self.environment, name)[0].removesuffix("\n")


def _escape_braces(words: str) -> str:
    """Words that stay words in a template."""
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
    """A text in which every rule number opens its rule."""
    return Markup(_REFERENCE.sub(r'<a href="/rule/\g<0>" data-rule="\g<0>">\g<0></a>', str(escape(words))))


#: what the stepper says, by the names its script knows
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
    """The words of the stepper in one language, with their gaps and plural forms: its script fills them in."""
    return htmlsafe_json_dumps({name: words.words[key] for name, key in _STEPPER.items()})


_COACH = (
    "count leave skip lay lay_title place place_title lamp lamp_title hands hands_title why why_title step step_title"
)


@cache
def make_coach_words(words: Catalogue) -> Markup:
    """The words of the marks on a first table in one language."""
    return htmlsafe_json_dumps({name: words.say(text(f"coach.{name}")) for name in _COACH.split()})


def draw_face(of: dict[str, Any], language: str) -> Markup:
    """An open card: it lies there for many turns, on many tables."""
    return _draw_face(of["title"], of["role"], tuple(tuple(map(row.get, _CARD)) for row in of["rows"]), language)


#: what is shown of a row of a card
_CARD = ("icon", "says", "value", "about", "rule", "state")


@lru_cache(maxsize=512)
def _draw_face(title: str, role: str, rows: tuple[tuple[str, ...], ...], language: str) -> Markup:
    shown = {"title": title, "role": role, "rows": [dict(zip(_CARD, row, strict=True)) for row in rows]}
    return Markup(_environment(language).get_template("face.html").render(f=shown))


def page(
    request: Request, template: str, *, game: Game | None = None, status: int = 200, **context: Any
) -> HTMLResponse:
    """A page in the reader's language."""
    chosen = preferences(request)
    words = choose_catalogue(chosen.lang, game)

    def say(key: str, **args: object) -> str:
        return words.say(Text(key, args))

    once = secrets.token_urlsafe(12)  # a form sent twice is one act
    if "state" in context:  # every form of a table says which page of it was seen
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
