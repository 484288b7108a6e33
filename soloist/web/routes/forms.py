"""What a form or an upload brought, as plain strings within limits."""

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
#: a link holds a whole table, and the address that it begins with
_LONG = {"link": MOST_LINK + 2000}


class Form:
    """The fields of a posted form, in order; a name may come several times."""

    def __init__(self, fields: list[tuple[str, str]], upload: bytes = b"", file_name: str = "") -> None:
        self.fields = fields
        self.upload = upload
        self.file_name = file_name

    def get(self, name: str, default: str = "") -> str:
        return next((value for key, value in self.fields if key == name), default)

    def all(self, name: str) -> list[str]:
        return [value for key, value in self.fields if key == name]

    def beginning(self, prefix: str) -> dict[str, str]:
        """The fields whose names begin so, without that beginning; of several of a name the last."""
        return {key.removeprefix(prefix): value for key, value in self.fields if key.startswith(prefix)}

    def once(self, path: str) -> IdempotencyKey | None:
        """The act of this form, if the page gave it a mark: the same form of the same page is the same act."""
        token = self.get("once")
        if not token:
            return None
        asked = mark("form", path, *(part for field in self.fields for part in field), self.upload)
        return IdempotencyKey(asked, asked)

    @property
    def at(self) -> int | None:
        """How many entries the page knew when it was made."""
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
#: a form that may bring a file, or the file with everything
FileFormDep = Annotated[Form, Depends(_file_form)]
LargeFileFormDep = Annotated[Form, Depends(_large_file_form)]


async def _source(request: Request) -> bytes:
    return await request.body()


#: the body of a request as it came; as a `Body` of FastAPI it would be parsed as JSON, unbounded and on the event loop,
#: whenever its sender calls it JSON
SourceDep = Annotated[bytes, Depends(_source)]
#: how the description of the API shows such a body
SOURCE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"text/plain": {"schema": {"type": "string", "maxLength": MOST_UPLOAD, "title": "Source"}}},
    }
}
#: how large the body may be of a route that asks for one of these; the guard knows it before anything is read
MOST_BYTES: dict[Any, int] = {_source: MOST_UPLOAD, _file_form: MOST_UPLOAD, _large_file_form: MOST_EVERYTHING}
