"""Dependencies of routes: names in an address, the tables, the language of the answer."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Query, Request

from soloist.manifest import Game
from soloist.session.words import Catalogue
from soloist.web.rendering.preferences import choose_catalogue, preferences
from soloist.web.services import services_of
from soloist.web.storage.loaded_tables import Tables

GameId = Annotated[str, Path(max_length=40, description="a game, as in /api/games", examples=["terra_mystica"])]
ID = r"^[A-Za-z0-9_-]+$"
TableId = Annotated[str, Path(max_length=32, pattern=ID, description="the table's id")]
Key = Annotated[str, Query(max_length=120)]


async def _tables(request: Request) -> Tables:
    """Return the tables; async, since this is too little work for a thread."""
    return services_of(request).tables


def visitor_of(request: Request) -> str:
    """Return the network address by which visitors are told apart."""
    return request.client.host if request.client else ""


TablesDep = Annotated[Tables, Depends(_tables)]


def language(request: Request, lang: Annotated[str | None, Query(max_length=8)] = None) -> str:
    """Return the language of the answer: `lang`, or what the cookie or the browser says."""
    chosen = preferences(request)
    return chosen.replace({"lang": lang}).lang if lang is not None else chosen.lang


Lang = Annotated[str, Depends(language)]


def words_of(lang: str, game: Game) -> Catalogue:
    return choose_catalogue(lang, game)
