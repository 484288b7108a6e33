"""The colours of seats as plain values, for pictures that are used without our style sheets."""

from __future__ import annotations

import re

#: design token -> colour of the pieces and of letters on them
COLOURS = {
    "seat-you": ("#1f5fa8", "#ffffff"),
    "seat-automa": ("#1d6b45", "#ffffff"),
    "seat-shadow": ("#5a5560", "#ffffff"),
    "seat-red": ("#a83229", "#ffffff"),
    "t-desert": ("#efcf74", "#3a2d07"),
    "t-plains": ("#b98450", "#1d1206"),
    "t-swamp": ("#4a4c58", "#f4f1ea"),
    "t-lakes": ("#5b9bd3", "#06203a"),
    "t-forest": ("#62a673", "#06240f"),
    "t-mountains": ("#b9bcbf", "#202327"),
    "t-wasteland": ("#d0684e", "#2a0b04"),
    "t-ice": ("#eef6fb", "#204458"),
    "t-volcano": ("#e8803c", "#2e1103"),
    "co-usa": ("#c23b33", "#ffffff"),
    "co-germany": ("#2f3138", "#ffffff"),
    "co-italy": ("#2f7d4b", "#ffffff"),
    "co-france": ("#f7f5ef", "#1c2028"),
    "co-netherlands": ("#e07b1f", "#241a05"),
}


def seat_colours(sheet: str, style: str) -> tuple[str, str] | None:
    """Return the colour of a seat and of the letter on it, by its class in a game's style sheet; None if unknown."""
    found = re.search(rf"\.{re.escape(style)}\s*\{{--seat:var\(--([a-z0-9-]+)\)", sheet) if style else None
    return COLOURS.get(found[1]) if found else None
