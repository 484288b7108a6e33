"""The models of what programs send to the API, with limits on everything."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from soloist.web.storage.loaded_tables import MOST_NAME

Word = Annotated[str, Field(max_length=200)]
Value = Annotated[str, Field(max_length=4000)]


Seated = dict[Annotated[str, Field(max_length=20)], Annotated[str, Field(max_length=20)]]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NewTable(Strict):
    game: str = Field(max_length=40, examples=["terra_mystica"])
    name: str = Field("", max_length=MOST_NAME)
    options: dict[Word, Value] = Field(default_factory=dict, max_length=80, examples=[{"level": "automa"}])
    quick: bool = Field(False, description="options not named are those of the quick start")
    cards: bool = Field(False, description="cards only: no board is tracked")
    mode: str = Field(
        "table", max_length=20, description="by which rulebook: `table`, or `digital` where the game has it"
    )
    digital: bool = Field(False, description="the same as `mode`: `digital`")
    others: Seated = Field(default_factory=dict, max_length=8, description="who plays seats that no person plays")


class Change(Strict):
    """`at` is the number of entries you saw (`at` of the table): if there are others now, nothing is done and the
    answer is 409."""

    at: int | None = Field(None, ge=0, le=10**9)
    answers: list[Word] = Field(default_factory=list, max_length=60, description="answers to questions (428), in order")


class Tell(Change):
    line: str = Field(max_length=4000, examples=["build E5; vp +2"], description="what you did, in the notation")


class TakeTurn(Change):
    reseed: str | None = Field(None, max_length=64, description="draw other cards from now on")


class Steps(Strict):
    at: int | None = Field(None, ge=0, le=10**9)
    steps: int = Field(1, ge=1, le=100_000)


class Rename(Strict):
    name: str = Field(max_length=MOST_NAME)


class Others(Strict):
    others: Seated = Field(
        max_length=8, examples=[{"human2": "strong"}], description="by seat; people play all the rest"
    )


class Let(Strict):
    think: bool = Field(description="whether it is gone on with, or stopped")


class File(Strict):
    name: str = Field(max_length=200, description="as in /api/files")


class Share(Strict):
    on: bool
    right: Literal["look", "play"] = Field("look", description="what whoever has the link may do")


class Counts(Strict):
    counts: bool = Field(description="whether the play counts; one that does not is kept, and its table stays as it is")


class Entered(Strict):
    value: str | None = Field(None, max_length=200, description="what is printed on your copy; null takes it out")
