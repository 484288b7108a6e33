"""What Python has in a browser comes in two parts: the games with their agents and the laboratory, which long work needs,
and the pages."""

from __future__ import annotations

import re
from collections.abc import Mapping

GAMES, PAGES = "games", "pages"
#: of the pages, long work knows only what a thought of the coach is
_GAMES = re.compile(r"(.*/)?soloist/(?!web/)|(.*/)?soloist/web/(__pycache__/)?(__init__|thinking)\.")


def parted(files: Mapping[str, bytes]) -> dict[str, dict[str, bytes]]:
    """Files by part and path."""
    made: dict[str, dict[str, bytes]] = {GAMES: {}, PAGES: {}}
    for path, content in files.items():
        made[GAMES if _GAMES.match(path) else PAGES][path] = content
    return made
