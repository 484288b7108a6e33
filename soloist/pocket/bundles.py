"""The two bundles of files that Python loads in a browser: games (with agents and laboratory, for background work)
and pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

GAMES, PAGES = "games", "pages"
#: the folder of all packages in a browser
PACKAGES = Path("/soloist/packages")
#: background work needs neither pages nor locale files
_GAMES = re.compile(r"soloist/(?!web/|.*locale/)")


def bundle_of(path: str) -> str:
    """Return the bundle of a file, given by its path in the browser or below the packages."""
    return GAMES if _GAMES.match(path.removeprefix(f"{PACKAGES}/")) else PAGES


def split_by_bundle(files: Mapping[str, bytes]) -> dict[str, dict[str, bytes]]:
    """Return files by bundle and path."""
    return {part: {path: files[path] for path in files if bundle_of(path) == part} for part in (GAMES, PAGES)}
