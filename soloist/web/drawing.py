"""A game's drawing as one SVG element."""

from __future__ import annotations

from soloist.core.screen import ICON, Drawing, Say, Svg, escape

#: where the pages find our icons
ICONS = "/static/icons.svg#i-"


def with_icons(drawn: str) -> Svg:
    """A drawing whose icons have an address on these pages."""
    return Svg(drawn.replace(f'href="{ICON}', f'href="{ICONS}'))


def svg(drawing: Drawing, say: Say, label: str) -> str:
    """The board. Each place is a group whose outline takes the focus and has the spoken name; rings, tags and paths come
    into the empty overlay while a decision is shown."""
    parts = [
        f'<svg class="board" id="board" viewBox="0 0 {drawing.width:g} {drawing.height:g}" role="group" '
        f'aria-label="{escape(label)}" data-w="{drawing.width:g}" data-h="{drawing.height:g}">'
        f'<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<rect class="hatch-line" width="2.6" height="7"/></pattern></defs>'
        f'<g class="view"><g class="ground">{drawing.ground}</g><g class="places">'
    ]
    parts += [
        f'<g class="pl" data-key="{escape(place.key)}" data-label="{escape(place.label)}" '
        f'data-x="{place.x:g}" data-y="{place.y:g}">'
        f'<g aria-hidden="true"><g class="tile">{place.tile}</g><g class="pcs">{place.pieces}</g></g>'
        f'<path class="foc" tabindex="0" role="button" aria-label="{escape(say(place.name))}" d="{place.ring}"/></g>'
        for place in drawing.places
    ]
    parts.append(f'</g><g class="above">{drawing.above}</g><g class="ov" id="overlay"></g></g></svg>')
    return with_icons("".join(parts))
