"""Short ways to build positions and to run turns in tests."""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.bits import Mask
from soloist.core.board import Event
from soloist.core.chance import Asked, Chance, Seeded
from soloist.core.decide import Procedure, decide
from soloist.core.explain import list_deciding_rules
from soloist.core.sink import RecordingSink
from soloist.core.trace import Decision, Remark, Step, Trace
from soloist.games.terra_mystica.automa.view import View
from soloist.games.terra_mystica.board.notation import read_entered
from soloist.games.terra_mystica.board.setup import lay_out
from soloist.games.terra_mystica.board.state import PLAYING, TerraMystica, new_board
from soloist.games.terra_mystica.board.tables import CARDS
from soloist.games.terra_mystica.game import GAME

#: options without any random choice
PLAIN = {
    "level": "automa",
    "map": "original",
    "human": "witches",
    "faction": "simpletons",
    "home": "lakes",
    "scoring": "score2 score3 score4 score5 score6 score7",
    "bonus": "bon1 bon2 bon3 bon4 bon5",
    "pass_values": "stand_in",
    "seed": "test",
}


def table(
    hers: str = "", yours: str = "", seconds: str = "", /, *, round: int = 1, also: str = "", **options: str
) -> TerraMystica:
    """A board in play. Structures are `E5` (dwelling), `E5:te`; an asterisk marks: `E5*`, `E5:te*`.

    `also` are further lines of notation, separated by `;`. Options are those of `soloist new`.
    """
    chosen = {**PLAIN, **options}
    if chosen.get("human2", "none") != "none":
        chosen["bonus"] = options.get("bonus", "bon1 bon2 bon3 bon4 bon5 bon6")
    if chosen.get("mots") == "yes":
        chosen["scoring"] = options.get("scoring", "mots1 mots2 mots3 mots4 mots5 mots6")
    board = new_board(lay_out(chosen, Seeded("test"), {}))
    board.phase = PLAYING
    board.round = round
    for seat, words in (("automa", hers), ("human", yours), ("human2", seconds)):
        for word in words.split():
            place, _, kind = word.rstrip("*").partition(":")
            tell(board, f"{seat}: put {place} {kind or 'dwelling'}")
            if word.endswith("*"):
                tell(board, f"automa: mark {place}")
    if also:
        tell(board, also)
    return board


def tell(board: TerraMystica, lines: str) -> list[Event]:
    """Apply entered lines to the board, without consequences."""
    events = []
    for line in lines.split(";"):
        for event in read_entered(board, line.strip()):
            event.apply(board)
            events.append(event)
    return events


def hexes(board: TerraMystica, names: str) -> Mask:
    """Return hexes named as `E5 F3` as a mask."""
    mask = 0
    for name in names.split():
        mask |= 1 << board.map.hex(name)
    return mask


def names(board: TerraMystica, mask: Mask) -> str:
    """Return a mask as names such as `E5 F3`, in reading order."""
    return " ".join(board.map.hexes.name_options(mask))


def view(board: TerraMystica, support: str = "dc1", shipping: int | None = None, *answers: str) -> View:
    """Return the view of an action with this support card; `shipping` overrides the level's value."""
    card = board.printed.cards[CARDS.find_option(support) or 0]
    made = View(board, card, Asked(answers), Trace())
    if shipping is not None:
        made.shipping = shipping
    return made


def choose(procedure: Procedure[View], view: View) -> tuple[str | None, Decision]:
    """Return the name of what a procedure chooses, and the decision."""
    trace = Trace()
    chosen = decide(procedure, view, trace)
    return (None if chosen is None else procedure.domain(view).name_option(chosen)), trace.decisions[0]


def step(decision: Decision, rule: str) -> Step:
    """Return the step of a decision by rule number; fail if the rule was not applied."""
    found = [s for s in decision.steps if s.rule == rule]
    assert found, f"{rule} was not applied; steps: {[s.rule for s in decision.steps]}"
    return found[0]


def applied(decision: Decision, rule: str) -> bool:
    """Return whether the rule ruled out at least one option."""
    return any(s.rule == rule and s.after and s.dropped for s in decision.steps)


def her_turn(board: TerraMystica, chance: Chance, trace: Trace | None = None) -> list[Event]:
    """Play what is due for the Automa; the board changes."""
    noted = RecordingSink()
    GAME.table.her_turn(board, chance, trace, noted)
    return noted.events


def consequences(board: TerraMystica, events: Sequence[Event], chance: Chance) -> list[Event]:
    """Apply the automatic consequences of events that were just applied; the board changes."""
    noted = RecordingSink()
    GAME.table.consequences(board, events, chance, noted)
    return noted.events


def flip(board: TerraMystica, chance: Chance) -> list[Event]:
    """Turn up her next card without playing it; the board changes."""
    noted = RecordingSink()
    GAME.table.reveal_card(board, chance, noted)
    return noted.events


def turn(board: TerraMystica, *answers: str) -> tuple[list[str], Trace]:
    """Play a turn of the Automa with these cards and answers, in order, and its consequences. The board changes."""
    chance, noted = Asked(answers), RecordingSink()
    trace = Trace(noted)
    GAME.table.play_automa(board, chance, trace, noted)
    assert not chance.unused, f"answers left over: {chance.unused}"
    return noted.lines, trace


def over(board: TerraMystica) -> bool:
    return GAME.table.find_due(board) is None


def automas_turn(board: TerraMystica) -> bool:
    due = GAME.table.find_due(board)
    return due is not None and due.automa


def remarks(trace: Trace, rule: str) -> list[dict[str, object]]:
    """Return the notes of a rule that was applied without a choice."""
    return [dict(e.note) for e in trace.entries if isinstance(e, Remark) and e.rule == rule]


def decided_by(trace: Trace) -> list[str]:
    return list_deciding_rules(trace)
