"""The decision cards: her first dwellings, her deck, and drawing from it."""

from __future__ import annotations

from soloist.core.bits import Mask, mask_of
from soloist.core.chance import Chance, Draw
from soloist.core.sink import Sink
from soloist.core.text import Word, text
from soloist.core.trace import Trace
from soloist.games.packaged_data import read_toml
from soloist.games.terra_mystica.board.events import (
    Begun,
    Built,
    Drew,
    Gained,
    Joined,
    Marked,
    ReserveDrawn,
    Reshuffled,
    Slid,
    Transformed,
)
from soloist.games.terra_mystica.board.purse import NO_SOURCE
from soloist.games.terra_mystica.board.setup import letters_key
from soloist.games.terra_mystica.board.state import NOBODY, TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, CARDS, LETTERS, PACKAGE

INITIAL_CARD = Draw("initial_card", CARDS, text("question.initial_card"), "TMA-018")
DECK_CARD = Draw("deck", CARDS, text("question.deck"), "TMA-042")
RESERVE_CARD = Draw("reserve", CARDS, text("question.reserve"), "TMA-050e")
CULTIST_CARD = Draw("cultists", CARDS, text("question.cultists"), "TMA-095")

#: by level, the number of cards that join the starting deck unseen (TMA-022)
EXTRA_CARDS: dict[str, int] = {
    str(e["id"]): int(e["starting_deck"]["add_random"]) for e in read_toml(PACKAGE, "data/automa_levels.toml")["level"]
}


def place_first_dwellings(board: TerraMystica, chance: Chance, trace: Trace | None, sink: Sink) -> None:
    """Place her first dwellings and make her deck (TMA-018, TMA-021 … TMA-023).

    A random decision card names two letters of the initial dwelling card, and one of the two dwellings is marked. The
    card is drawn from those in the game and goes back (TMA-R03).
    """
    everything = mask_of(range(len(board.printed.cards)))
    among: Mask = everything if board.setup.rulings["initial_card"] == "all" else board.setup.in_game
    card = board.printed.cards[chance.pick_option(INITIAL_CARD, among)]
    home = board.setup.home
    for letter in (card.letter_marked, card.letter_unmarked):
        hex_ = board.map.hex(board.printed.letters[letter])
        if not board.terrain[home] >> hex_ & 1:
            sink.apply_event(board, Transformed(AUTOMA, hex_, home))
        sink.apply_event(board, Built(AUTOMA, hex_))
        if letter == card.letter_marked:
            sink.apply_event(board, Marked(hex_))
    if trace is not None:
        origin = Word(f"origin.{board.printed.origin(letters_key(board.setup))}")
        letters = {"marked": LETTERS[card.letter_marked], "unmarked": LETTERS[card.letter_unmarked]}
        trace.add_remark("TMA-018", card=card.label, origin=origin, **letters)
    for _ in range(EXTRA_CARDS[board.setup.level]):  # TMA-022
        sink.apply_event(board, Joined(_from_reserve(board, chance)))
    if trace is not None:
        trace.add_remark("TMA-023", size=board.deck_size(), reserve=board.reserve_size())
    sink.apply_event(board, Begun())


def _from_reserve(board: TerraMystica, chance: Chance) -> int:
    """Return the top card of the reserve, if it is known (TMA-022); -1 if it is drawn unseen."""
    if board.top != NOBODY:
        return board.top
    drawn = chance.face_down(RESERVE_CARD, board.reserve)
    return NOBODY if drawn is None else drawn


def join_from_reserve(board: TerraMystica, chance: Chance, sink: Sink) -> None:
    """Add a card of the reserve to the deck; if it is empty, shuffle the Cultists' cards into it first (TMA-R23)."""
    if board.reserve_size() == 0 and board.aside:
        sink.apply_event(board, Reshuffled())
    if board.reserve_size() > 0:
        sink.apply_event(board, Joined(_from_reserve(board, chance)))


def draw(board: TerraMystica, chance: Chance, trace: Trace | None, sink: Sink) -> str:
    """Draw the cards of this turn. Return why she passes: "" (she does not), "empty" or "icon"."""
    if board.support == NOBODY and board.action == NOBODY and board.deck_size() > 0:
        sink.apply_event(
            board, Drew(_pick(board, chance))
        )  # TMA-041: the first card of the round will be the support card
    if board.deck_size() == 0:
        sink.apply_event(board, Slid())
        return "empty"
    last_two = board.deck_size() <= 2  # the two that lie crosswise (TMA-023, TMA-050f)
    sink.apply_event(board, Drew(_pick(board, chance)))
    if trace is not None:
        trace.add_remark("TMA-044", action=_label(board, board.action), support=_label(board, board.support))
    if last_two and board.printed.cards[board.action].pass_icon:  # TMA-043
        return "icon"
    return ""


def is_passing(board: TerraMystica) -> bool:
    """Return whether the open cards make her pass.

    She does when the deck was empty (TMA-042), or when the action card is one of the last two and shows the pass icon
    (TMA-043).
    """
    if board.action == NOBODY:
        return board.support != NOBODY and board.deck_size() == 0
    return is_one_of_last_two(board) and board.printed.cards[board.action].pass_icon


def is_one_of_last_two(board: TerraMystica) -> bool:
    """Return whether the open action card was one of the two crosswise cards (TMA-023, TMA-050f)."""
    return board.deck_size() <= 1


def _pick(board: TerraMystica, chance: Chance) -> int:
    """Draw a card of the deck; with cards that joined unseen it may be any of the reserve."""
    return chance.pick_option(DECK_CARD, board.deck | (board.reserve if board.face_down else 0))


def _label(board: TerraMystica, card: int) -> str:
    return board.printed.cards[card].label if card != NOBODY else "-"


def cultists_draw(board: TerraMystica, chance: Chance, sink: Sink, source: int = NO_SOURCE) -> int | None:
    """Draw a reserve card for the Cultists (TMA-095); at level Automalein never the dc3 on top (TMA-R23).

    Return the victory points it shows, 0 for a free cult step, None when there is no card to draw. `source` is the
    source under which the points are booked.
    """
    known_top = int(board.top != NOBODY)
    if board.reserve_size() <= known_top and board.aside:
        sink.apply_event(board, Reshuffled())
    if board.reserve_size() <= known_top:
        return None
    among = board.reserve & ~(1 << board.top if board.top != NOBODY else 0)
    card = chance.pick_option(CULTIST_CARD, among)
    sink.apply_event(board, ReserveDrawn(card))
    vp = cultists_vp(board, card)
    if vp:
        seat = next(s for s in board.humans if board.setup.humans[s - 1].id == "cultists")
        sink.apply_event(board, Gained(seat, vp, source))
    return vp


def cultists_vp(board: TerraMystica, card: int) -> int:
    """Return the 1 or 2 victory points shown on a card; 0 means a cult step of the human's choice (TMA-R23)."""
    return sum(a.n for a in board.printed.cards[card].actions if a.id == "gain_vp" and a.n in (1, 2))
