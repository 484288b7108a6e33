"""Instructions for the player, in the order of the Automa's actions, and totals to compare with the table."""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.board import Event
from soloist.core.text import Text, Word, text
from soloist.games.terra_mystica.automa.deck import cultists_vp
from soloist.games.terra_mystica.automa.factions import faction_of
from soloist.games.terra_mystica.board import events as board_events
from soloist.games.terra_mystica.board.laws import find_winning_seats, value_of
from soloist.games.terra_mystica.board.printed import Action, Card
from soloist.games.terra_mystica.board.purse import NO_SOURCE, Purse
from soloist.games.terra_mystica.board.state import NOBODY, OVER, PLACING, TerraMystica
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    BONUS,
    CULTS,
    DWELLING,
    FAVOR_TILES,
    FAVORS,
    GOGNOME_TOKENS,
    KINDS,
    POWER_ACTIONS,
    SEATS,
    TERRAIN,
)
from soloist.games.terra_mystica.display.seats import seat_word
from soloist.games.terra_mystica.table.offers import explain_offer, power_offered


def _say_seat(seat: int) -> Word:
    return Word(f"seat.{SEATS.names[seat]}")


def list_instructions(board: TerraMystica, events: Sequence[Event]) -> list[Text]:
    """Return an instruction for each piece to move, with its previous state for undoing.

    `board` is the position before the events; it is not changed.
    """
    board = board.copy()
    lines: list[Text] = []
    for event in events:
        line = _say_instruction(board, event)
        offers = _say_power(board, event)
        event.apply(board)
        if line is not None:
            lines.append(line)
        lines.extend(offers)
    if board.setup.faction == "gognomes" and board.tokens and any(isinstance(x, board_events.TurnDone) for x in events):
        lines.append(text("hands.gognomes", tokens=GOGNOME_TOKENS.name_options(board.tokens)))
    return lines


def _say_instruction(board: TerraMystica, event: Event) -> Text | None:
    own = board.setup.own_cards
    match event:
        case board_events.Transformed(seat, hex_, terrain):
            words = {"hex": _hex(board, hex_), "terrain": Word(f"terrain.{TERRAIN.names[terrain]}")}
            return text("hands.transform", was=_say_ground(board, hex_), **words) if seat == AUTOMA else None
        case board_events.Built(seat, hex_):
            left = board.left[AUTOMA][DWELLING]
            return text("hands.build", hex=_hex(board, hex_), was=left) if seat == AUTOMA else None
        case board_events.Marked(hex_):
            return text("hands.mark", hex=_hex(board, hex_))
        case board_events.Upgraded(seat, hex_, kind) if seat == AUTOMA:
            old = board.kind_at(AUTOMA, hex_)
            assert old is not None
            words = {"old": Word(f"the.{KINDS.names[old]}"), "new": Word(f"a.{KINDS.names[kind]}")}
            back = {"was": Word(f"a.{KINDS.names[old]}"), "piece": Word(f"the.{KINDS.names[kind]}")}
            return text("hands.upgrade", hex=_hex(board, hex_), **words, **back)
        case board_events.PriestSent(seat, track, space) if seat == AUTOMA:
            was = board.cults[AUTOMA][track]
            there = min(10, was + space)
            return text("hands.priest", cult=Word(f"cult.{CULTS.names[track]}"), space=space, there=there, was=was)
        case board_events.CultAdvanced(seat, track, steps) if seat == AUTOMA:
            was = board.cults[AUTOMA][track]
            there = min(10, was + steps)
            return text("hands.cult", cult=Word(f"cult.{CULTS.names[track]}"), steps=steps, there=there, was=was)
        case board_events.FavorTaken(seat, tile) if seat == AUTOMA:
            track = FAVOR_TILES[tile].track
            was = board.cults[AUTOMA][track]
            there = min(10, was + FAVOR_TILES[tile].steps)
            words = {"tile": Word(f"favor.{FAVORS.names[tile]}"), "cult": Word(f"cult.{CULTS.names[track]}")}
            return text("hands.favor", there=there, was=was, **words)
        case board_events.ActionUsed(seat, action) if seat == AUTOMA:
            return text("hands.block", action=Word(f"action.{POWER_ACTIONS.names[action]}"))
        case board_events.Gained(seat, vp, source) if source == NO_SOURCE:
            was = board.vp[seat]
            return text("hands.vp", seat=_say_seat(seat), vp=f"{vp:+d}", total=max(0, was + vp), was=was)
        case board_events.Traded(hex_):
            return text("hands.trade", hex=_hex(board, hex_))
        case board_events.CubePlaced(hex_):
            return text("hands.cube", hex=_hex(board, hex_))
        case board_events.Blighted(hex_):
            return text("hands.blight", hex=_hex(board, hex_), was=_say_ground(board, hex_))
        case board_events.Passed(seat, card) if seat == AUTOMA:
            return _say_pass(board, card)
        case board_events.Joined(card):
            if card != NOBODY and board.waiting >> card & 1:
                return text("hands.join_merchants")
            return text("hands.join") if own else None
        case board_events.Gathered():
            return text("hands.gather") if own else None
        case board_events.Achieved(token):
            vp = board_events.ACHIEVEMENT_VP[min(board.achievements, 2)]
            was = board.vp[AUTOMA]
            return text("hands.achievement", token=GOGNOME_TOKENS.names[token], vp=vp, total=was + vp, was=was)
        case board_events.Reshuffled():
            return text("hands.reshuffle") if own else None
        case board_events.ReserveDrawn(card):
            key = "hands.cultists_vp" if cultists_vp(board, card) else "hands.cultists_step"
            return text(key, card=board.printed.cards[card].label)
        case board_events.Reminded(seat, rule):
            return text(f"hands.reminder_{rule}", seat=_say_seat(seat))
        case board_events.RoundEnded():
            blocked = tuple(Word(f"action.{name}") for name in POWER_ACTIONS.name_options(board.used))
            tokens = blocked or Word("back.no_token")
            return text("hands.round_ends", round=board.round, next=board.round + 1, was=tokens)
        case board_events.GameEnded():
            return text("hands.game_ends")
        case board_events.Scored(seat, category, vp):
            words = {"seat": _say_seat(seat), "category": Word(f"category.{category}")}
            return text("hands.scores", value=value_of(board, seat, category), vp=vp, was=board.vp[seat], **words)
        case _:
            return None


def _say_pass(board: TerraMystica, card: int) -> Text:
    if card == NOBODY:
        return text("hands.pass_bare")
    place = ("left", "middle", "right")[min(board.row.index(card), 2)]
    old = board.bonus[AUTOMA]
    key = "hands.pass_first" if not board.passed else "hands.pass"
    return text(
        key,
        card=Word(f"bonus.{BONUS.names[card]}"),
        place=Word(f"place.{place}"),
        old=Word(f"bonus.{BONUS.names[old]}" if old != NOBODY else "bonus.none"),
        coins=board.coins[card],
        was=_say_seat(board.start),
    )


def _say_power(board: TerraMystica, event: Event) -> list[Text]:
    """Return the power each human may gain for this event, and its cost (TM-062, TM-063, TM-066; TMA-007).

    DIGITAL games ask each seat instead.
    """
    offers: list[Text] = []
    for seat in () if board.purses else board.humans:
        power, own = power_offered(board, seat, event)
        if power and isinstance(event, board_events.Built | board_events.Upgraded | board_events.Traded):
            key = "hands.power" if power > 1 else "hands.power_free"
            words = {"hex": _hex(board, event.hex), "because": explain_offer(board, event, own)}
            offers.append(text(key, seat=_say_seat(seat), power=power, cost=power - 1, **words))
    return offers


def _say_ground(board: TerraMystica, hex_: int) -> Word:
    """Return the word for the current terrain of a hex."""
    terrain = board.terrain_at(hex_)
    return Word("terrain.none" if terrain is None else f"terrain.{TERRAIN.names[terrain]}")


def _hex(board: TerraMystica, hex_: int) -> str:
    return board.map.hexes.names[hex_]


# -------------------------------------------------------------------------------------------------- cards in words


def list_open_cards(board: TerraMystica) -> list[Text]:
    """Return the open action card and support card in words."""
    lines = []
    if board.action != NOBODY:
        card = board.printed.cards[board.action]
        actions = tuple(action_words(board, a) for a in card.actions)
        lines.append(text("cards.action", label=card.label, actions=actions))
    if board.support != NOBODY:
        lines.append(support_words(board.printed.cards[board.support]))
    return lines


def action_words(board: TerraMystica, action: Action) -> Text:
    """Return one icon of an action column in words."""
    if action.id == "faction_action":
        inner = tuple(action_words(board, a) for a in faction_of(board).actions)
        return text("cards.faction_action", faction=Word(f"faction.{board.setup.faction}"), actions=inner)
    if action.id == "gain_vp":
        return text("cards.gain_x", vp=board.x_vp()) if action.n < 0 else text("cards.gain_vp", vp=action.n)
    if action.id == "transform_and_build" and action.shipping >= 0:
        return text("cards.build_shipping", shipping=action.shipping)
    if action.id == "transform_and_build" and action.unlimited:
        return text("cards.build_anywhere")
    if action.id == "advance_cult" and action.n:
        return text("cards.advance_steps", steps=action.n)
    words = text(f"cards.{action.id}")
    if len(action.rounds) < 6:
        return text("cards.in_rounds", action=words, rounds=f"{action.rounds[0]}-{action.rounds[-1]}")
    return words


def support_words(card: Card) -> Text:
    """Return a support column in words."""
    place = ("left", "middle", "right")[card.bonus]
    return text(
        "cards.support",
        label=card.label,
        cluster=Word("cluster.marked" if card.marked else "cluster.unmarked"),
        reaching=Word("support.reaching" if card.reaching else "support.not_reaching"),
        row="AB"[card.row],
        direction=Word("direction.backward" if card.backward else "direction.forward"),
        count=card.count,
        cult=Word("support.catch_up" if card.catch_up else "support.scoring_tile"),
        place=Word(f"place.{place}"),
    )


# --------------------------------------------------------------------------------------------------------- totals


def list_totals(board: TerraMystica) -> list[Text]:
    """Return what the table should show now."""
    lines = []
    for seat in sorted(board.seated()):
        cults = {name: board.cults[seat][i] for i, name in enumerate(CULTS.names)}
        lines.append(text("totals.seat", seat=seat_word(board, seat), vp=board.vp[seat], **cults))
        purse = board.holdings(seat)
        if purse is not None:
            lines.append(_say_purse(board, seat, purse))
    row = tuple(_with_coins(board, c) for c in board.row)
    if not board.setup.automa:
        return [*lines, text("totals.row", row=row)]
    left = {name: board.left[AUTOMA][i] for i, name in enumerate(KINDS.names)}
    key = "totals.supply_mots" if board.setup.mots else "totals.supply"
    lines.append(text(key, priests=board.priests[AUTOMA], **left))
    held = board.bonus[AUTOMA]
    lines.append(text("totals.bonus", row=row, automa=BONUS.option_value(held) if held != NOBODY else "-"))
    lines.append(text("totals.deck", deck=board.deck_size(), reserve=board.reserve_size()))
    return lines


def _say_purse(board: TerraMystica, seat: int, purse: Purse) -> Text:
    bowls = f"{purse.bowl1}/{purse.bowl2}/{purse.bowl3}"
    have = {"coins": purse.coins, "workers": purse.workers, "priests": purse.priests}
    return text("totals.purse", seat=seat_word(board, seat), bowls=bowls, **have)


def _with_coins(board: TerraMystica, card: int) -> Text:
    """Return a card of the row with its name, coins, and the id to type."""
    coins = board.coins[card]
    key = "totals.card_coins" if coins else "totals.card"
    return text(key, card=BONUS.option_value(card), id=BONUS.names[card], n=coins)


def list_prompts(board: TerraMystica) -> list[Text]:
    """Return whose turn it is and what may be entered now."""
    if board.phase == OVER:
        return [winner_line(board), text("prompt.resources")]
    if board.phase == PLACING:
        return _prompt_placing(board)
    lines = [text("prompt.round", round=board.round, tile=Word(f"scoring.{board.setup.tiles[board.round - 1]}"))]
    lines += [_take_card(board, seat) for seat in board.without_card()]
    for seat in without_dwellings(board):
        example = _first_place(board, seat)
        lines.append(text("prompt.dwellings_left", seat=_say_seat(seat), n=board.starting(seat), example=example))
    if board.to_move == AUTOMA:
        lines.append(text("prompt.automa"))
    else:
        card = BONUS.names[board.row[0]] if board.row and board.round < 6 else ""
        example = _first_place(board, board.to_move)
        lines.append(text("prompt.human", seat=_say_seat(board.to_move), card=card, example=example))
    return lines


def _take_card(board: TerraMystica, seat: int) -> Text:
    row = tuple(_with_coins(board, c) for c in board.row)
    example = BONUS.names[board.row[0]] if board.row else "-"
    return text("prompt.bonus", seat=_say_seat(seat), row=row, example=example)


def _first_place(board: TerraMystica, seat: int) -> str:
    """Return a hex for this human's starting dwelling, as an example that is legal."""
    places = board.starting_ground(seat) or board.map.land
    return board.map.hexes.names[(places & -places).bit_length() - 1]


def winner_line(board: TerraMystica) -> Text:
    best = find_winning_seats(board)
    key = "prompt.human_wins"
    if AUTOMA in best:
        key = "prompt.automa_wins" if best == [AUTOMA] else "prompt.shared"
    scores = tuple(text("prompt.score", seat=seat_word(board, s), vp=board.vp[s]) for s in sorted(board.seated()))
    return text(key, seat=tuple(seat_word(board, s) for s in best), scores=scores)


def without_dwellings(board: TerraMystica) -> list[int]:
    """Return the humans who still have to place starting dwellings in round 1, the second ones in reverse order
    (TM-015, TMA-R04)."""
    return [s for s in reversed(board.humans) if board.starting(s)]


def _prompt_placing(board: TerraMystica) -> list[Text]:
    lines = []
    for seat in board.humans:
        if board.bonus[seat] == NOBODY:
            lines.append(_take_card(board, seat))
    for seat in board.humans:
        faction = board.setup.humans[seat - 1]
        if faction.id == "chaos_magicians":  # TMA-096
            lines.append(text("prompt.chaos_magicians", seat=_say_seat(seat)))
        elif not board.owned(seat):
            lines.append(text("prompt.first_dwelling", seat=_say_seat(seat), example=_first_place(board, seat)))
    lines.append(text("prompt.placing"))
    return lines
