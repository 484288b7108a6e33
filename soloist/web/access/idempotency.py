"""Idempotency keys: a request with a key of its own is carried out once, however often it is sent.

The key is stored in the same transaction as the changes, so a restart forgets neither or both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any

from fastapi import Depends, Header, Request

from soloist.core.errors import UnreadableError
from soloist.core.text import text

_KEY = re.compile(r"[\x21-\x7e]{1,64}")


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """The key of an act, and a digest of the request: a key stands for one request only."""

    key: str
    asked: str


@dataclass(slots=True)
class Acting:
    """The act that is being carried out, and its answer once that is known."""

    once: IdempotencyKey
    answer: bytes | None = None


_NOW: ContextVar[Acting | None] = ContextVar("acting", default=None)


def current() -> Acting | None:
    """Return the act that is being carried out, None outside of `acting`."""
    return _NOW.get()


def remember_answer(answer: Mapping[str, Any]) -> None:
    """Keep the answer of the current act, to be stored together with its changes: a resend after a kill gets it
    again."""
    acting = _NOW.get()
    if acting is not None:
        acting.answer = json.dumps(answer).encode()


@contextmanager
def acting(once: IdempotencyKey | None) -> Iterator[None]:
    """Store everything in this block together with the key of the act."""
    token = _NOW.set(None if once is None else Acting(once))
    try:
        yield
    finally:
        _NOW.reset(token)


def mark(*parts: str | bytes) -> str:
    """Return a digest of the parts; other parts have another one."""
    found = sha256()
    for part in parts:
        raw = part.encode(errors="replace") if isinstance(part, str) else part
        found.update(len(raw).to_bytes(8, "big") + raw)
    return found.hexdigest()


async def _once(
    request: Request,
    idempotency_key: Annotated[
        str | None, Header(max_length=64, description="the same key again gives the same answer and does nothing twice")
    ] = None,
) -> IdempotencyKey | None:
    if idempotency_key is None:
        return None
    if not _KEY.fullmatch(idempotency_key):
        raise UnreadableError(text("error.form", where="Idempotency-Key"))
    path = request.url.path
    return IdempotencyKey(idempotency_key, mark(request.method, path, request.url.query, await request.body()))


#: the header `Idempotency-Key` of the API
OnceDep = Annotated[IdempotencyKey | None, Depends(_once)]
