"""The models of what the API answers, as `/api/openapi.json` describes it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field


class Question(BaseModel):
    """What the table must answer before the turn can go on; send the answer along with the same request."""

    key: str = Field("", description="what kind of question it is")
    says: str
    rule: str
    options: list[Named]
    several: bool = Field(description="whether any number of the options may be named")


class Named(BaseModel):
    value: str
    says: str


class Said(BaseModel):
    """What went wrong, in words."""

    kind: str
    message: str
    rule: str = ""
    nearest: list[str] = Field(default=[], description="valid inputs most like what was sent")
    line: int = Field(0, description="the line of a save that is broken; 0 for none")
    question: Question | None = None


class Failure(BaseModel):
    """The body of every answer that is not a success."""

    error: Said


# -------------------------------------------------------------------------------------------------- games, rules, values


class OptionAnswer(BaseModel):
    key: str
    label: str
    about: str
    default: str
    choices: list[str] = Field(description="the valid values; empty: free text that the game checks itself")
    rule: str


class GameAnswer(BaseModel):
    id: str
    title: str
    about: str
    stage: str
    options: list[OptionAnswer]
    modes: list[str] = Field(description="the ways it can be played here")


class RuleAnswer(BaseModel):
    id: str
    title: str
    says: str
    section: str
    kind: str
    certainty: str


class ValueAnswer(BaseModel):
    """A value that only your copy can tell."""

    key: str
    value: str
    origin: str = Field(description="`printed` (entered by you), `stand_in`, `source` or `missing`")
    where: str
    name: str


class Preview(BaseModel):
    seed: str
    layout: list[str]
    data: list[ValueAnswer]


# --------------------------------------------------------------------------------------------------------------- tables


class StoredAnswer(BaseModel):
    id: str
    name: str
    game: str
    kind: str = Field(description="`table`, `cards` or `digital`")
    mode: str
    at: int = Field(description="how many entries were ever logged; send it as `at` with a change")
    created: float
    changed: float
    shared: str | None = Field(description="the key of the link to look at it, `/s/<key>`")
    played: str | None = Field(description="the key of the link to play at it, `/p/<key>`")
    others: dict[str, str] = Field({}, description="who plays the seats that no person plays, by seat")


class WaitingAnswer(BaseModel):
    seat: str
    agent: str
    state: Literal["thinking", "stopped", "queued"]
    why: str = Field("", description="what went wrong, if anything did")


class CoachTurnAnswer(BaseModel):
    lines: list[str] = Field(description="its moves in notation")
    says: list[str] = Field(description="its moves in words")
    points: float | None = Field(description="mean final score in test games; null while there are too few of them")
    within: float | None = Field(description="half a 95 % interval")
    playouts: int = Field(description="test games of this turn")
    close: bool = Field(description="whether it is one of several that are too close to call")
    reason: str


class CoachAnswer(BaseModel):
    at: int
    state: Literal["counting", "done"]
    turns: list[CoachTurnAnswer] = Field(description="the best first; none where no time was left")


class TurningPointAnswer(BaseModel):
    entry: int = Field(description="its number in the history, from 1")
    seat: str
    round: int
    played: str
    better: str
    points: float = Field(description="by how many points that would have been better, in games played out")
    within: float = Field(description="half a 95 % interval")
    by: str
    source: str = Field(description="where most of the difference comes from, in words; empty if nothing stands out")


class ReviewAnswer(BaseModel):
    state: Literal["none", "running", "done", "stopped"]
    done: int = Field(description="looks at turns that were made")
    total: int
    turns: list[TurningPointAnswer]


class OthersAnswer(BaseModel):
    at: int
    seats: list[str] = Field(description="the seats of people: each may be given to somebody else")
    others: dict[str, str] = Field(description="who plays the seats that no person plays, by seat")
    strangers: list[str] = Field(description="who should, but is not known here, in words: persons play their seats")
    agents: list[str] = Field(description="who could")
    waiting: WaitingAnswer | None = Field(description="whom the table waits for, if that is no person")


class SeatAnswer(BaseModel):
    id: str
    letter: str
    shape: str
    name: str
    style: str
    vp: int
    to_move: bool
    scores: bool


class TotalAnswer(BaseModel):
    icon: str
    label: str
    values: list[str]
    held: bool


class TrackAnswer(BaseModel):
    icon: str
    label: str
    length: int
    marks: list[int]
    at: list[int]
    style: str


class StandingAnswer(BaseModel):
    headline: str
    turn: str
    left: str
    round: int
    seats: list[SeatAnswer]
    totals: list[TotalAnswer]
    tracks: list[TrackAnswer]


class CardRowAnswer(BaseModel):
    icon: str
    says: str
    value: str
    about: str
    rule: str
    state: str
    ends: bool = Field(description="whether nothing below it is tried once it was done")


class FaceAnswer(BaseModel):
    kind: str
    title: str
    role: str
    rows: list[CardRowAnswer]


class ProblemAnswer(BaseModel):
    rule: str
    says: str


class OfferAnswer(BaseModel):
    rule: str
    says: str
    line: str = Field(description="the line that tells it")
    asks: str = Field("", description="the question that this offer and others answer; empty for an offer of its own")


class BlankAnswer(BaseModel):
    slot: str
    label: str
    options: list[Named]
    least: int
    most: int
    usual: int = 1


class ChoiceAnswer(BaseModel):
    """Something that can be entered now: `line` is what `tell` takes, with gaps in braces where `blanks` has any."""

    line: str
    says: str
    icon: str
    place: str
    cost: str
    notes: list[str] = Field(default=[], description="more about it, a short line each")
    group: str
    correction: bool
    blanks: list[BlankAnswer]


class Legal(BaseModel):
    decision: str
    deciding: str
    plays: list[ChoiceAnswer]
    agents: list[str]


class State(BaseModel):
    id: str
    name: str
    game: str
    title: str
    kind: str
    mode: str
    at: int
    over: bool
    automas_turn: bool
    own_cards: bool
    by_hand: bool = Field(description="whether somebody moves pieces by hand")
    standing: StandingAnswer
    faces: list[FaceAnswer]
    prompt: list[str]
    opening: list[str] = []
    problems: list[ProblemAnswer]
    can_undo: bool
    can_redo: bool
    entries: int
    end_of_turn: str
    offers: list[OfferAnswer]
    digital: Legal | None = Field(description="what is legal; null where telling is free")


class TableAnswer(State):
    layout: list[str]
    facts: dict[str, str]
    setup: dict[str, str]


class RescuedAnswer(TableAnswer):
    fault: str


class HandAnswer(BaseModel):
    """An instruction for the table: the places of the board it is about, and the part of the round it belongs to."""

    says: str
    icon: str
    at: list[str] = []
    phase: str = "turn"


class ToldAnswer(BaseModel):
    events: list[str]
    doubts: list[ProblemAnswer]
    hands: list[HandAnswer]
    table: TableAnswer


class RemarkPart(BaseModel):
    kind: Literal["remark"]
    rule: str
    title: str
    says: str


class OptionPart(BaseModel):
    key: str
    name: str
    spots: list[str]


class Scene(BaseModel):
    """One step of a decision: how many options there were, which are left, which were ruled out, the values they were
    judged by."""

    phase: str
    rule: str
    title: str
    says: str
    applied: bool
    before: int
    left: list[int]
    dropped: list[int]
    more: int = 0
    tags: dict[str, str] = {}
    overlay: str = ""


class ChangePart(BaseModel):
    """A change that would have turned a decision, and the rule by which it would have."""

    rule: str
    says: str


class DecisionPart(BaseModel):
    kind: Literal["decision"]
    rule: str
    title: str
    seat: str
    all: int
    chosen: int | None
    why: str = Field("", description="why this option and not the next best")
    changes: list[ChangePart] = Field([], description="what would have changed it, the deciding step first")
    options: dict[str, OptionPart]
    steps: list[Scene]


class TurnAnswer(BaseModel):
    number: int
    events: list[str]
    hands: list[HandAnswer]
    walk: list[Annotated[DecisionPart | RemarkPart, Field(discriminator="kind")]]


class TurnDoneAnswer(TurnAnswer):
    cards: list[str]
    doubts: list[ProblemAnswer]
    table: TableAnswer


class CardAnswer(BaseModel):
    events: list[str]
    table: TableAnswer


class EntryAnswer(BaseModel):
    kind: str
    events: list[str]


class MovedAnswer(BaseModel):
    entries: list[EntryAnswer]
    table: TableAnswer


class PlaceAnswer(BaseModel):
    key: str
    label: str
    name: str
    x: float
    y: float


class HistoryEntry(BaseModel):
    number: int
    kind: str
    seat: str
    round: int
    says: list[str]
    notation: list[str]


class PointsAnswer(BaseModel):
    entry: int
    round: int
    points: list[int]


class HistoryAnswer(BaseModel):
    entries: list[HistoryEntry]
    points: list[PointsAnswer]


class FateAnswer(BaseModel):
    option: str
    procedure: str
    fate: str
    rule: str
    says: str
    values: list[str]
    needed: str
    winner: str


class WhyNotAnswer(BaseModel):
    turn: int
    option: str
    answers: list[FateAnswer]


class DifferenceAnswer(BaseModel):
    number: int
    why: str
    logged: list[str]
    today: list[str]
    logged_trace: list[str]
    today_trace: list[str]


class SharedAnswer(BaseModel):
    key: str | None


# --------------------------------------------------------------------------------------------------- my copy, my plays


class TrustAnswer(BaseModel):
    """How many values can be copied from the box, how many of those are placeholders, and how many entered values
    this table could take over."""

    total: int
    stand_ins: int
    ready: int


class TakenAnswer(BaseModel):
    taken: int = Field(description="how many values that changed")


class ChangedValue(BaseModel):
    name: str
    now: str
    before: str


class OtherwiseAnswer(BaseModel):
    """A turn that would have gone otherwise: where it differs first, what she did and what she would have done."""

    number: int
    was: list[str]
    now: list[str]


class TakenOverAnswer(BaseModel):
    changed: list[ChangedValue]
    same: int
    turns: int = Field(description="how many turns of hers were decided again")
    otherwise: list[OtherwiseAnswer]
    table: TableAnswer


class AddedAnswer(BaseModel):
    added: int = Field(description="how many plays are new, or count again")


class LevelTold(BaseModel):
    name: str
    won: int
    plays: int


class PlayShown(BaseModel):
    """A finished game as a line of a list."""

    uid: str
    table: str | None
    game: str
    title: str
    who: str
    outcome: str
    margin: int
    yours: int
    points: str
    finished: float
    mode: str


class GameTold(BaseModel):
    id: str
    title: str
    levels: list[LevelTold]
    best: PlayShown


class PlaysTold(BaseModel):
    """Statistics of finished games: `won` of `decided`, `share` in percent; wins in a row now and at most; the
    average margin of the last decided ones."""

    plays: int
    since: float
    decided: int
    won: int
    share: int
    streak: int
    longest: int
    average: int
    averaged: int
    games: list[GameTold]
    last: list[tuple[str, int]]


Question.model_rebuild()

_CODES = (400, 403, 404, 409, 413, 421, 422, 428, 500, 503, 507)
#: the failures of every operation
FAILURES: dict[int | str, dict[str, Any]] = {code: {"model": Failure} for code in _CODES}
#: failures of an operation that answers plain text; they are JSON
FAILURES_OF_TEXT: dict[int | str, dict[str, Any]] = {
    code: {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}} for code in _CODES
}
