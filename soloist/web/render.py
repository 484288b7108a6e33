"""Templates, and what every page needs: the reader's preferences, his words, the icons."""

from __future__ import annotations

import re
import secrets
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from fastapi import Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse

from soloist.core.game import Game
from soloist.core.text import Text, text
from soloist.modes.words import Catalogue, languages
from soloist.web.drawing import ICONS
from soloist.web.preferences import CHOICES, catalogue, preferences


class _Plain(Environment):
    """What pages show is plain data: a name after a dot is the key of a mapping before it is anything else."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict:
            try:
                return obj[attribute]
            except KeyError:
                pass  # a method of the mapping, or an error that names it
        return super().getattr(obj, attribute)


@cache
def _templates() -> Environment:
    folder = str(files("soloist.web").joinpath("templates"))
    made = _Plain(
        loader=FileSystemLoader(folder),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals.update(icon=icon, seat=seat_token, stepper_words=stepper_words)
    made.filters["linked"] = linked
    return made


_REFERENCE = re.compile(r"\b[A-Z]{2,4}-[A-Z]?\d+[a-z]?\b")


def linked(words: str) -> Markup:
    """A text in which every rule number opens its rule."""
    return Markup(_REFERENCE.sub(r'<a href="/rule/\g<0>" data-rule="\g<0>">\g<0></a>', str(escape(words))))


@lru_cache(maxsize=2048)
def icon(name: str, size: str = "", label: str = "") -> Markup:
    """One of our icons. It never stands alone: without a label it is decoration beside words."""
    said = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return Markup(f'<svg class="ic {size}" {said}><use href="{ICONS}{escape(name)}"/></svg>')


#: what the stepper says, by the names its script knows
_STEPPER = {
    name: f"walk.{name}"
    for name in (
        "condition valid narrow do short_condition short_valid short_narrow short_open short_do left dropped "
        "step next next_decision skipped more remark nothing decisions ribbon"
    ).split()
} | {"chosen": "walk.chosen_label", "done": "table.done", "open": "walk.phase_open"}


@cache
def stepper_words(words: Catalogue) -> str:
    """The words of the stepper in one language."""
    return htmlsafe_json_dumps({name: words.say(text(key)) for name, key in _STEPPER.items()})


def seat_token(seat: dict[str, Any]) -> Markup:
    """Who somebody is: shape, letter and colour."""
    return _seat_token(seat["shape"], seat["style"], seat["letter"])


@lru_cache(maxsize=512)
def _seat_token(shape: str, style: str, letter: str) -> Markup:
    return Markup('<span class="seat {} {}" aria-hidden="true">{}</span>').format(shape, style, letter)


def page(
    request: Request, template: str, *, game: Game | None = None, status: int = 200, **context: Any
) -> HTMLResponse:
    """A page in the reader's language."""
    chosen = preferences(request)
    words = catalogue(chosen.lang, game)

    def say(key: str, **args: object) -> str:
        return words.say(Text(key, args))

    html = (
        _templates()
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
            once=secrets.token_urlsafe(12),  # a form sent twice is one act
            **context,
        )
    )
    return HTMLResponse(html, status)
