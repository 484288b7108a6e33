"""Posted forms and uploads as plain strings within limits."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Request
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException

from soloist.core.errors import UnreadableError
from soloist.core.text import text
from soloist.session.link import MOST_LINK
from soloist.web.access.guard import MOST_EVERYTHING, MOST_UPLOAD
from soloist.web.access.idempotency import IdempotencyKey, mark

MOST_FIELDS = 400
_MOST_VALUE = 4000
#: longer limits by field: a link contains a whole table after its address
_LONG = {"link": MOST_LINK + 2000}


class Form:
    """The fields of a posted form, in order; a name may occur several times."""

    def __init__(self, fields: list[tuple[str, str]], upload: bytes = b"", file_name: str = "") -> None:
        self.fields = fields
        self.upload = upload
        self.file_name = file_name

    def get(self, name: str, default: str = "") -> str:
        return next((value for key, value in self.fields if key == name), default)

    def all(self, name: str) -> list[str]:
        return [value for key, value in self.fields if key == name]

    def beginning(self, prefix: str) -> dict[str, str]:
        """Return the fields whose names begin with `prefix`, without it; the last one if a name occurs several times."""
        return {key.removeprefix(prefix): value for key, value in self.fields if key.startswith(prefix)}

    def once(self, path: str) -> IdempotencyKey | None:
        """Return the idempotency key of this form; None if the page gave it no token."""
        token = self.get("once")
        if not token:
            return None
        asked = mark("form", path, *(part for field in self.fields for part in field), self.upload)
        return IdempotencyKey(asked, asked)

    @property
    def at(self) -> int | None:
        """Return how many entries the page knew when it was made; None if it does not say."""
        found = self.get("at")
        if not found:
            return None
        if not found.isascii() or not found.isdigit() or len(found) > 9:
            raise UnreadableError(text("error.form", where="at"))
        return int(found)


async def _form(request: Request) -> Form:
    return await _read_form(request)


async def _file_form(request: Request) -> Form:
    return await _read_form(request, files=1)


async def _large_file_form(request: Request) -> Form:
    return await _read_form(request, files=1)


async def _read_form(request: Request, *, files: int = 0) -> Form:
    try:
        posted = await request.form(max_files=files, max_fields=MOST_FIELDS)
    except (MultiPartException, ValueError, AssertionError) as why:
        raise UnreadableError(text("error.form", where="-")) from why
    fields: list[tuple[str, str]] = []
    upload, file_name = b"", ""
    for key, value in posted.multi_items():
        if isinstance(value, UploadFile):
            upload, file_name = await value.read(), value.filename or ""
        elif len(value) > (most := _LONG.get(key, _MOST_VALUE)):
            raise UnreadableError(text("error.line_too_long", most=most))
        else:
            fields.append((key, value))
    await posted.close()
    return Form(fields, upload, file_name)


FormDep = Annotated[Form, Depends(_form)]
#: forms that may upload a file, the second one a full export
FileFormDep = Annotated[Form, Depends(_file_form)]
LargeFileFormDep = Annotated[Form, Depends(_large_file_form)]


async def _source(request: Request) -> bytes:
    return await request.body()


#: the raw body of a request: a `Body` of FastAPI would be parsed as JSON if its sender says so, without limit and on the
#: event loop
SourceDep = Annotated[bytes, Depends(_source)]
#: the raw body in the description of the API
SOURCE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"text/plain": {"schema": {"type": "string", "maxLength": MOST_UPLOAD, "title": "Source"}}},
    }
}
#: largest body of a route by the dependency it has; the guard knows it before the body is read
MOST_BYTES: dict[Any, int] = {_source: MOST_UPLOAD, _file_form: MOST_UPLOAD, _large_file_form: MOST_EVERYTHING}
