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


def bundle_of(path: str) -> str:
    """Where a file belongs, by its path in a browser or that below its packages."""
    return GAMES if _GAMES.match(path.removeprefix(f"{PACKAGES}/")) else PAGES


def split_by_bundle(files: Mapping[str, bytes]) -> dict[str, dict[str, bytes]]:
    """Files by part and path."""
    return {part: {path: files[path] for path in files if bundle_of(path) == part} for part in (GAMES, PAGES)}
