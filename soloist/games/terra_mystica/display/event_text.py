"""Events in words for the history: one short sentence each, in the past tense."""

from __future__ import annotations

from soloist.core.board import Event
from soloist.core.text import Text, Word, name_typed_words, text
from soloist.games.terra_mystica.board import events as board_events
from soloist.games.terra_mystica.board.purse import FROM_RESOURCES, NO_SOURCE, SOURCES
from soloist.games.terra_mystica.board.state import NOBODY, TerraMystica
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    BONUS,
    CARDS,
    CULTS,
    FAVOR_TILES,
    FAVORS,
    GOGNOME_TOKENS,
    HUMAN,
    KINDS,
    POWER_ACTIONS,
    SCORING,
    TERRAIN,
    TOWNS,
)
from soloist.games.terra_mystica.display.amounts import booked_resources, say_amount, say_amounts
from soloist.games.terra_mystica.display.layout import datum_name
from soloist.games.terra_mystica.display.seats import SEAT_WORDS, played_elsewhere, seat_word
from soloist.games.terra_mystica.player import events as player_events
from soloist.games.terra_mystica.player.factions import ACTIONS

#: domains whose ids may occur in a correction
_TYPED = (SCORING, BONUS, FAVORS, TOWNS, POWER_ACTIONS, CARDS)


def describe_event(board: TerraMystica, event: Event) -> Text | None:
    """Return an event in words; `board` is the position before it."""
    found = (
        _describe_seat_event(board, event) or _describe_purse_event(board, event) or _describe_table_event(board, event)
    )
    return _name_faction(board, found) if found is not None and played_elsewhere(board) else found


def _name_faction(board: TerraMystica, said: Text) -> Text:
    """Return the sentence with the seat named by its faction, even where it would say "you"."""
    if not said.key.startswith(("said.you.", "said.other.")):
        return said
    seat = SEAT_WORDS.index(said.args.get("seat", SEAT_WORDS[HUMAN]))
    return text(said.key.replace("said.you.", "said.other."), **{**said.args, "seat": seat_word(board, seat)})


def _say_did(seat: int, what: str, **args: object) -> Text:
    """Return what a seat did: addressed as "you" for the first human, with the seat's name for all others."""
    return (
        text(f"said.you.{what}", **args) if seat == HUMAN else text(f"said.other.{what}", seat=SEAT_WORDS[seat], **args)
    )


def _describe_seat_event(board: TerraMystica, event: Event) -> Text | None:
    names = board.map.hexes.names
    match event:
        case board_events.Transformed(seat, hex_, terrain):
            return _say_did(seat, "transformed", hex=names[hex_], terrain=Word(f"terrain.{TERRAIN.names[terrain]}"))
        case board_events.Built(seat, hex_):
            return _say_did(seat, "built", hex=names[hex_])
        case board_events.Upgraded(seat, hex_, kind):
            return _say_did(seat, "upgraded", hex=names[hex_], kind=Word(f"a.{KINDS.names[kind]}"))
        case board_events.Bridged(seat, bridge):
            a, b = board.map.bridges[bridge]
            return _say_did(seat, "bridged", a=names[a], b=names[b])
        case board_events.PriestSent(seat, track, space):
            there = board_events.find_landing(board, seat, track, space)
            return _say_did(seat, "priest", cult=Word(f"cult.{CULTS.names[track]}"), space=space, there=there)
        case board_events.CultAdvanced(seat, track, steps):
            here, there = board.cults[seat][track], board_events.find_landing(board, seat, track, steps)
            way = "advanced" if there > here else "stayed" if there == here else "descended"
            return _say_did(seat, way, cult=Word(f"cult.{CULTS.names[track]}"), there=there)
        case board_events.ActionUsed(seat, action):
            return _say_did(
                seat,
                "action" if seat != AUTOMA else "blocked",
                action=Word(f"action.{POWER_ACTIONS.names[action]}"),
            )
        case board_events.FavorTaken(seat, tile):
            track, steps = FAVOR_TILES[tile].track, FAVOR_TILES[tile].steps
            words = {"tile": Word(f"favor.{FAVORS.names[tile]}"), "cult": Word(f"cult.{CULTS.names[track]}")}
            return _say_did(seat, "favor", there=board_events.find_landing(board, seat, track, steps), **words)
        case board_events.TownFounded(seat, tile):
            return _say_did(seat, "town", tile=Word(f"town.{TOWNS.names[tile]}"))
        case board_events.Gained(seat, vp, source):
            if source != NO_SOURCE:
                return _say_booked(event)
            total = max(0, board.vp[seat] + vp)
            return _say_did(seat, "gained" if vp >= 0 else "paid", vp=abs(vp), total=total)
        case board_events.BonusTaken(seat, card):
            return _say_did(seat, "bonus", card=Word(f"bonus.{BONUS.names[card]}"))
        case board_events.Passed(seat, card):
            if card == NOBODY:
                return _say_did(seat, "passed")
            return _say_did(seat, "passed_card", card=Word(f"bonus.{BONUS.names[card]}"))
        case board_events.Scored(seat, category, vp):
            return _say_did(seat, "scored", vp=vp, category=Word(f"category.{category}"))
        case board_events.Reminded(seat, rule):
            return _say_did(seat, "reminded", rule=rule)
        case board_events.Put(seat, hex_, kind):
            args = {"hex": names[hex_], "seat": SEAT_WORDS[seat], "kind": Word(f"kind.{KINDS.names[kind]}")}
            return text("said.put", **args)
        case board_events.Removed(seat, hex_):
            return text("said.removed", seat=SEAT_WORDS[seat], hex=names[hex_])
        case _:
            return None


def _describe_purse_event(board: TerraMystica, event: Event) -> Text | None:
    """Return the words of events that only DIGITAL games have."""
    match event:
        case player_events.Levelled(seat, track):
            levels = {"shipping": board.shipping[seat], "carpet": board.jump[seat]}
            level = levels[track] if track in levels else board.purses[seat].digging
            return _say_did(seat, "levelled", track=Word(f"standing.{_TRACKS.get(track, track)}"), n=level + 1)
        case player_events.OwnActionUsed(seat, action):
            return _say_did(seat, "action", action=Word(f"action.{ACTIONS.names[action]}"))
        case player_events.TownGrown(seat, hexes):
            towns = board.purses[seat].towns
            grown = hexes & towns
            return _say_did(
                seat, "town_grown" if grown else "town_hexes", hexes=board.map.hexes.name_options(hexes & ~towns)
            )
        case player_events.Unlocked(seat, terrain):
            return _say_did(seat, "unlocked", terrain=Word(f"terrain.{TERRAIN.names[terrain]}"))
        case player_events.Shifted(seat, terrain):
            return _say_did(seat, "shifted", terrain=Word(f"terrain.{TERRAIN.names[terrain]}"))
        case player_events.Left(seat):
            return _say_did(seat, "left")
        case _:
            return None  # pending steps and turn states are described by other events


#: tracks whose words have another key
_TRACKS = {"carpet": "jump"}


def _say_booked(event: board_events.Gained) -> Text | None:
    """Return a booking in words: paid and gained amounts, points with their source."""
    found = booked_resources(event)
    if event.source == FROM_RESOURCES:
        found = {"vp": event.vp} if event.vp else {}
    source = Word(f"source.{SOURCES[event.source]}")
    if set(found) == {"vp"} and event.vp > 0:
        return _say_did(event.seat, "booked_vp", vp=say_amount("vp", event.vp), source=source)
    paid = say_amounts({name: -n for name, n in found.items() if n < 0})
    got = say_amounts({name: n for name, n in found.items() if n > 0})
    if paid and got:
        return _say_did(event.seat, "booked_both", paid=paid, got=got)
    if paid:
        return _say_did(event.seat, "booked_paid", paid=paid)
    return _say_did(event.seat, "booked_got", got=got) if got else None


def _describe_table_event(board: TerraMystica, event: Event) -> Text | None:
    names = board.map.hexes.names
    match event:
        case board_events.Marked(hex_):
            return text("said.marked", hex=names[hex_])
        case board_events.Unmarked(hex_):
            return text("said.unmarked", hex=names[hex_])
        case board_events.Traded(hex_):
            return text("said.traded", hex=names[hex_])
        case board_events.CubePlaced(hex_):
            return text("said.cube", hex=names[hex_])
        case board_events.Blighted(hex_):
            return text("said.blighted", hex=names[hex_])
        case board_events.Achieved(token):
            vp = board_events.ACHIEVEMENT_VP[min(board.achievements, 2)]
            return text("said.achieved", token=GOGNOME_TOKENS.names[token], vp=vp)
        case board_events.Drew(card):
            return text("said.drew", card=board.printed.cards[card].label)
        case board_events.Slid():
            return text("said.slid")
        case board_events.Joined(card):
            return text("said.joined_merchants" if card != NOBODY and board.waiting >> card & 1 else "said.joined")
        case board_events.ReserveDrawn(card):
            return text("said.reserve", card=board.printed.cards[card].label)
        case board_events.Reshuffled():
            return text("said.reshuffled")
        case board_events.Begun():
            return text("said.begun")
        case board_events.RoundEnded():
            return text("said.round_ended", round=board.round, next=board.round + 1)
        case board_events.GameEnded():
            return text("said.game_ended")
        case board_events.ValueEntered(key, value):
            return text("said.value", key=datum_name(key), value=value)
        case board_events.Corrected(field, value):
            return text(
                "said.corrected", field=name_typed_words(field, *_TYPED), value=name_typed_words(value, *_TYPED)
            )
        case _:
            return None  # ends of turns and collected cards are left out of the history
