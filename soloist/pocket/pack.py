"""Many files as one: the form in which the site brings Python its sources, and keeps what it compiled."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping


def pack_files(files: Mapping[str, bytes]) -> bytes:
    """An index (path, length) after its own length, then the contents (`pack.js` unpacks it)."""
    index = json.dumps([[name, len(content)] for name, content in files.items()]).encode()
    return struct.pack("<I", len(index)) + index + b"".join(files.values())
