"""What Python has in a browser comes in two parts: the games with their agents and the laboratory, which long work needs,
and the pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

GAMES, PAGES = "games", "pages"
#: where all packages are in a browser
PACKAGES = Path("/soloist/packages")
#: long work says nothing in words, and knows no pages
_GAMES = re.compile(r"soloist/(?!web/|.*locale/)")


def parted(files: Mapping[str, bytes]) -> dict[str, dict[str, bytes]]:
    """Files by part and path, whether it is that in a browser or that below its packages."""
    made: dict[str, dict[str, bytes]] = {GAMES: {}, PAGES: {}}
    for path, content in files.items():
        of_games = _GAMES.match(path.removeprefix(f"{PACKAGES}/"))
        made[GAMES if of_games else PAGES][path] = content
    return made
