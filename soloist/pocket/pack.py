"""Many files as one: the form in which the site serves Python sources and keeps bytecode."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping


def pack_files(files: Mapping[str, bytes]) -> bytes:
    """Return the length of the index, the index (path, length) as JSON, then the contents; `pack.js` unpacks it."""
    index = json.dumps([[name, len(content)] for name, content in files.items()]).encode()
    return struct.pack("<I", len(index)) + index + b"".join(files.values())
