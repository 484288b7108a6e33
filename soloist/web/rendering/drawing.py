"""Turn a game's drawings into SVG for the pages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from soloist.display.screen import ICON, Component, Drawing, Place, Svg, escape_markup
from soloist.session.words import Catalogue

#: address of our icons
ICONS = "/static/icons.svg#i-"


def with_icons(drawn: str) -> Svg:
    """Return a drawing in which references to icons have an address on these pages."""
    return Svg(drawn.replace(f'href="{ICON}', f'href="{ICONS}'))


def draw_board(drawing: Drawing, words: Catalogue, label: str) -> str:
    """Draw the board. Each place is a group whose outline takes the focus and has the spoken name.

    The page's script makes one place the tab stop; arrow keys lead to the others. Rings, tags and paths go into the
    empty overlay while a decision is shown.
    """
    parts = [
        f'<svg class="board" id="board" viewBox="0 0 {drawing.width:g} {drawing.height:g}" role="group" '
        f'aria-label="{escape_markup(label)}" data-w="{drawing.width:g}" data-h="{drawing.height:g}">'
        f'<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<rect class="hatch-line" width="2.6" height="7"/></pattern></defs>'
        f'<g class="view"><g class="ground">{_draw_ground(drawing.ground)}</g><g class="places">'
    ]
    parts += [_draw_place(place, words) for place in drawing.places]
    above = with_icons(drawing.above)
    parts.append(f'</g><g class="above">{above}</g><g class="ov" id="overlay"></g></g></svg>')
    return "".join(parts)


def draw_preview(drawing: Drawing) -> str:
    """Draw the board as a small picture without names or targets."""
    places = "".join(f'<g class="tile">{p.tile}</g><g class="pcs">{p.pieces}</g>' for p in drawing.places)
    drawn = f'<g class="ground">{drawing.ground}</g>{places}<g class="above">{drawing.above}</g>'
    head = f'<svg class="board" viewBox="0 0 {drawing.width:g} {drawing.height:g}" preserveAspectRatio="xMidYMid slice"'
    return with_icons(f'{head} aria-hidden="true" focusable="false">{drawn}</svg>')


@lru_cache(maxsize=64)
def _draw_ground(drawn: Svg) -> Svg:
    return with_icons(drawn)


#: cached: most places look as they did a turn ago, and on other tables
@lru_cache(maxsize=20_000)
def _draw_place(place: Place, words: Catalogue) -> str:
    """Draw a place with its spoken name."""
    return with_icons(
        f'<g class="pl" data-key="{escape_markup(place.key)}" data-label="{escape_markup(place.label)}" '
        f'data-x="{place.x:g}" data-y="{place.y:g}">'
        f'<g aria-hidden="true"><g class="tile">{place.tile}</g><g class="pcs">{place.pieces}</g></g>'
        f'<path class="foc" tabindex="-1" role="button" aria-label="{escape_markup(words.say(place.name))}"'
        f' d="{place.ring}"/></g>'
    )


@lru_cache(maxsize=4096)
def draw_picture(component: Component, words: Catalogue) -> Svg:
    """Draw a component with its name and effect as the spoken label."""
    label = f"{words.say(component.name)}: {words.say(component.says)}"
    return with_icons(
        f'<svg class="cmp" viewBox="0 0 {component.width:g} {component.height:g}" role="img" '
        f'aria-label="{escape_markup(label)}">{component.drawing}</svg>'
    )


@lru_cache(maxsize=4096)
def draw_mark(drawn: Svg, width: float = 24) -> Svg:
    """Draw a small mark in a line of text, which says what it shows."""
    size = f'viewBox="0 0 {width:g} 24" width="{width:g}" height="24"'
    return with_icons(f'<svg class="mks" {size} aria-hidden="true">{drawn}</svg>')


def draw_chart(
    drawing: Drawing, words: Catalogue, links: Mapping[str, str], marks: Mapping[str, str], label: str
) -> str:
    """Draw a map whose places can be tapped without a script.

    Places with a link (by label) are links, the others step back; `marks` are written on places.
    """
    parts = [
        f'<svg class="board chart" viewBox="0 0 {drawing.width:g} {drawing.height:g}" role="group" '
        f'aria-label="{escape_markup(label)}"><g class="ground" aria-hidden="true">{_draw_ground(drawing.ground)}</g>'
    ]
    rest = [f'<g class="pl">{p.tile}</g>' for p in drawing.places if p.label not in links and p.label not in marks]
    parts.append(f'<g class="rest" aria-hidden="true">{with_icons("".join(rest))}</g>')
    for p in drawing.places:
        if p.label not in links and p.label not in marks:
            continue
        mark = escape_markup(marks.get(p.label, ""))
        drawn = (
            f'<g aria-hidden="true">{p.tile}<path class="rim o" d="{p.ring}"/><path class="rim" d="{p.ring}"/>'
            f'<text class="spot" x="{p.x:g}" y="{p.y - 12:g}">{escape_markup(p.label)}</text>'
            f'<path class="hit" d="{p.ring}"/></g>'
        )
        name = escape_markup(words.say(p.name) + (f" ({marks[p.label]})" if mark else ""))
        classes = "pl marked" if mark else "pl"
        if p.label in links:
            parts.append(f'<a class="{classes}" href="{escape_markup(links[p.label])}" aria-label="{name}">{drawn}</a>')
        else:
            parts.append(f'<g class="{classes}">{drawn}</g>')
    written = [
        f'<text x="{p.x:g}" y="{p.y + 4:g}">{escape_markup(marks[p.label])}</text>'
        for p in drawing.places
        if p.label in marks
    ]
    parts.append(f'<g class="marks" aria-hidden="true">{"".join(written)}</g></svg>')
    return with_icons("".join(parts))
