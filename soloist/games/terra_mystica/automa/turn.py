"""A turn of the Automa: draw, then perform the action card with the support card, or pass."""

from __future__ import annotations

from collections.abc import Callable

from soloist.core.chance import Chance, Draw
from soloist.core.errors import ImpossibleError
from soloist.core.sink import Sink
from soloist.core.text import Domain, Word, text
from soloist.core.trace import Trace
from soloist.games.terra_mystica.automa.build import SPREADING_TILES, transform_and_build
from soloist.games.terra_mystica.automa.cult import (
    ADVANCE_BY_TILE,
    ADVANCE_CATCHING_UP,
    ADVANCE_WITHOUT_PRIEST,
    FAVOR_BY_TILE,
    FAVOR_CATCHING_UP,
)
from soloist.games.terra_mystica.automa.deck import draw, is_passing, join_from_reserve, place_first_dwellings
from soloist.games.terra_mystica.automa.factions import after_offering_power, blight_land, faction_of, place_cube
from soloist.games.terra_mystica.automa.power import BLOCK, BLOCK_MERCHANTS
from soloist.games.terra_mystica.automa.trade import TRADE
from soloist.games.terra_mystica.automa.upgrade import UPGRADE
from soloist.games.terra_mystica.automa.view import View, support_card
from soloist.games.terra_mystica.board.events import (
    Gained,
    GameEnded,
    Gathered,
    Joined,
    Passed,
    RoundEnded,
    TurnDone,
    ValueEntered,
)
from soloist.games.terra_mystica.board.printed import MOST_PASS_VP, Action, pass_key
from soloist.games.terra_mystica.board.state import NOBODY, OVER, PLACING, TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, CARDS, CULTS, PLACES, ROUNDS, SEATS

NUMBERS = Domain("numbers", [str(n) for n in range(MOST_PASS_VP + 1)])
HEADS = Domain("heads", [*CULTS.names, "none"], words="cult")


def turn(board: TerraMystica, chance: Chance, trace: Trace | None, sink: Sink) -> None:
    """Play what is due for the Automa: her first dwellings, a turn, or a pass."""
    if trace is not None:
        trace.seat = SEATS.names[AUTOMA]
    if board.phase == PLACING:
        place_first_dwellings(board, chance, trace, sink)
        return
    if board.phase == OVER:
        raise ImpossibleError(text("error.game_over"), rule="TMA-090")
    if AUTOMA in board.passed:
        raise ImpossibleError(text("error.automa_passed", round=board.round), rule="TMA-040")
    why = draw(board, chance, trace, sink)
    if why:
        pass_round(board, chance, trace, sink, why)
        return
    view = View(board, support_card(board), chance, trace, sink)
    perform_column(view, board.printed.cards[board.action].actions)
    view.do(TurnDone(AUTOMA))


def perform_column(view: View, column: tuple[Action, ...], faction_rule: str = "") -> None:
    """Perform the actions from top to bottom, skipping those that fail (TMA-044, TMA-045)."""
    for action in column:
        view.action = action
        ACTIONS[action.id](view, faction_rule)


# -------------------------------------------------------------------------------------------------- the actions


def faction_action(view: View, _: str) -> None:
    """Perform the entries of her faction card in order (TMA-060); a build that becomes an upgrade stops nothing
    (TMA-R24)."""
    card = faction_of(view.board)
    if view.trace is not None:
        view.trace.add_remark("TMA-060", faction=Word(f"faction.{card.id}"))
    perform_column(view, card.actions, card.rule)


def build(view: View, faction_rule: str) -> None:
    """Build (TMA-080); a ship icon sets the shipping value of this one action (TMA-083, TMA-R21)."""
    action, rulings = view.action, view.board.setup.rulings
    own = view.shipping
    if action.shipping >= 0:
        view.shipping = max(own, action.shipping) if rulings["ship_icon"] == "at_least" else action.shipping
        if view.trace is not None:
            view.trace.add_remark("TMA-083", shipping=view.shipping)
    procedure = transform_and_build(
        reaching_icon=view.support.reaching and not (action.unlimited and rulings["wanderers"] == "everywhere"),
        unlimited=action.unlimited,
        spreading=view.board.setup.final in SPREADING_TILES,
        faction_rule=faction_rule,
        first=action.first,
    )
    events = view.perform(procedure)
    view.shipping = own
    after_offering_power(view, events)


def upgrade(view: View, _: str) -> None:
    after_offering_power(view, view.perform(UPGRADE))


def advance_cult(view: View, faction_rule: str) -> None:
    """Advance on a cult track (TMA-064); steps of a faction card use catch-up and no priest (TMA-F03)."""
    if faction_rule:
        view.perform(ADVANCE_WITHOUT_PRIEST)
    elif view.support.catch_up:
        view.perform(ADVANCE_CATCHING_UP)
    else:
        ask_for_head(view)
        view.perform(ADVANCE_BY_TILE)


def take_favor(view: View, _: str) -> None:
    if view.support.catch_up:
        view.perform(FAVOR_CATCHING_UP)
    else:
        if view.board.round in view.action.rounds:
            ask_for_head(view)
        view.perform(FAVOR_BY_TILE)


def block_power_action(view: View, _: str) -> None:
    view.perform(BLOCK)
    if view.board.setup.mots:
        view.perform(BLOCK_MERCHANTS)


def gain_vp(view: View, _: str) -> None:
    """Gain the number shown, or the X of her level (TMA-063)."""
    n = view.board.x_vp() if view.action.n < 0 else view.action.n
    if view.trace is not None:
        view.trace.add_remark("TMA-063", vp=n, how=Word("gain.x" if view.action.n < 0 else "gain.shown"))
    if n:
        view.do(Gained(AUTOMA, n))


def trade(view: View, _: str) -> None:
    after_offering_power(view, view.perform(TRADE))


ACTIONS: dict[str, Callable[[View, str], None]] = {
    "faction_action": faction_action,
    "transform_and_build": build,
    "upgrade": upgrade,
    "advance_cult": advance_cult,
    "take_favor": take_favor,
    "block_power_action": block_power_action,
    "gain_vp": gain_vp,
    "trade": trade,
    "place_cube": lambda view, _: place_cube(view),
    "blight_land": lambda view, _: blight_land(view),
}


def ask_for_head(view: View) -> None:
    """Ask for the colour of the Automa head on this round's tile if no source knows it."""
    board = view.board
    if board.printed.heads[board.round - 1] is None:
        tile = board.setup.tiles[board.round - 1]
        question = Draw("tile_cult", HEADS, text("question.tile_cult", round=board.round), "TMA-064a", asked=True)
        answer = HEADS.names[view.chance.pick_option(question, HEADS.everything)]
        view.do(ValueEntered(f"cult.{tile}", answer))


# ------------------------------------------------------------------------------------------------------- passing


def pass_round(board: TerraMystica, chance: Chance, trace: Trace | None, sink: Sink, why: str) -> None:
    """Pass in the order of TMA-050; in round 6 only the points count (TMA-054, TMA-R09)."""
    if trace is not None:
        if why == "icon":
            trace.add_remark("TMA-043", card=board.printed.cards[board.action].label)
        else:
            trace.add_remark("TMA-042")
    first = not board.passed
    vp = _pass_vp(board, chance, trace, sink)
    if vp:
        sink.apply_event(board, Gained(AUTOMA, vp))
    if first and board.setup.faction == "racelings":  # TMA-F04: the same points again
        if trace is not None:
            trace.add_remark("TMA-F04", vp=vp)
        if vp:
            sink.apply_event(board, Gained(AUTOMA, vp))
    if board.round == ROUNDS and board.setup.rulings["round_6_bonus"] == "none":
        sink.apply_event(board, Passed(AUTOMA))
        if trace is not None:
            trace.add_remark("TMA-054")
        return
    sink.apply_event(board, Passed(AUTOMA, _bonus_card(board, trace)))
    if first and trace is not None:
        trace.add_remark("TMA-050g")
    if board.round == ROUNDS:
        return
    make_deck(board, chance, sink)
    if trace is not None:
        trace.add_remark("TMA-050e", size=board.deck_size(), reserve=board.reserve_size())


def make_deck(board: TerraMystica, chance: Chance, sink: Sink) -> None:
    """Make the deck of the next round (TMA-050d, TMA-050e)."""
    sink.apply_event(board, Gathered())
    join_from_reserve(board, chance, sink)
    if board.round == 2 and board.waiting:
        sink.apply_event(board, Joined(CARDS.find_option("dc_mots") or 0))


def flip(board: TerraMystica, chance: Chance, sink: Sink) -> None:
    """Turn up the next card of her deck, the first two of a round (TMA-041, TMA-042), without playing it.

    Before the first card her first dwellings are placed and her deck is made. When the cards make her pass they stay
    open, because the support card names the bonus card; the next call ends the round. After round 6 nothing happens.
    """
    if board.phase == OVER:
        return
    if board.phase == PLACING:
        place_first_dwellings(board, chance, None, sink)
    elif is_passing(board):
        _end_of_round(board, chance, sink)
        if board.phase == OVER:
            return
    draw(board, chance, None, sink)


def _end_of_round(board: TerraMystica, chance: Chance, sink: Sink) -> None:
    """Let all seats pass, then make the deck of the next round or end the game (TMA-054)."""
    for seat in board.order[:]:
        if seat not in board.passed:
            sink.apply_event(board, Passed(seat))
    if board.round == ROUNDS:
        sink.apply_event(board, GameEnded())
        return
    make_deck(board, chance, sink)
    sink.apply_event(board, RoundEnded())


def _pass_vp(board: TerraMystica, chance: Chance, trace: Trace | None, sink: Sink) -> int:
    """Return the points at the lower right of the scoring tile (TMA-050a), asking for them if they are unknown."""
    tile = board.setup.tiles[board.round - 1]
    key = pass_key(tile, board.round)
    vp = board.printed.pass_vp[board.round - 1]
    if vp is None:
        question = Draw("pass_vp", NUMBERS, text("question.pass_vp", round=board.round), "TMA-050a", asked=True)
        vp = chance.pick_option(question, NUMBERS.everything)
        sink.apply_event(board, ValueEntered(key, str(vp)))
    if trace is not None:
        trace.add_remark("TMA-050a", vp=vp, origin=Word(f"origin.{board.printed.origin(key)}"))
    return vp


def _bonus_card(board: TerraMystica, trace: Trace | None) -> int:
    """Return the bonus card that the support card points to (TMA-050b, TMA-051)."""
    place = board.printed.cards[board.support].bonus if board.support != NOBODY else 0
    if not board.row:
        raise ImpossibleError(text("error.no_row"), rule="TMA-050b")
    if trace is not None:
        trace.add_remark("TMA-050b", place=Word(f"place.{PLACES.names[place]}"))
    return board.row[min(place, len(board.row) - 1)]
