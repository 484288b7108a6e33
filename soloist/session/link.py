"""A table in a link: its compressed save after the `#`, in characters that all messengers keep. No server sees it.

The offline app, the pages of a server and the terminal make and open such links.
"""

from __future__ import annotations

import base64
import zlib

from soloist.core.errors import BadSaveError, UnreadableError
from soloist.core.text import text
from soloist.session.documents import MEGABYTE, TooMuchError, unpack
from soloist.session.import_check import MOST_BYTES, check_size
from soloist.session.table import MOST_ENTRIES

#: the length of a link: some browsers and most messengers cut longer ones
MOST_LINK = 60_000
_TABLE = "#table="


def make_fragment(save: bytes) -> str:
    """Return the part of a link that holds this save (the offline app opens it in `parcels.js`)."""
    return _TABLE + base64.urlsafe_b64encode(zlib.compress(save, 9)).decode().rstrip("=")


def is_link(words: str) -> bool:
    return _TABLE in words


def read_link(link: str) -> bytes:
    """Return the save in a link, whatever address it begins with.

    Raises `UnreadableError` when the link is incomplete, and `BadSaveError` when it holds more than any game. The
    content of the save is not checked.
    """
    letters = "".join(link.partition(_TABLE)[2].split())  # mail programs break long lines
    try:
        packed = base64.b64decode(letters + "=" * (-len(letters) % 4), altchars=b"-_", validate=True)
        save = unpack(packed, MOST_BYTES)
    except TooMuchError as why:
        raise BadSaveError(text("error.save_too_long", entries=MOST_ENTRIES, mb=MOST_BYTES // MEGABYTE)) from why
    except ValueError as why:
        raise UnreadableError(text("error.link")) from why
    check_size(save)
    return save
