"""Events in words for the history, and icons for instructions."""

from __future__ import annotations

from soloist.core.board import Event
from soloist.core.text import Text, name_typed_words, text
from soloist.games.tapestry.board import events as board_events
from soloist.games.tapestry.board.naming import achievement_word, landmark_word, seat_word, tech_word, track_word
from soloist.games.tapestry.board.state import NOBODY, Tapestry
from soloist.games.tapestry.board.tables import (
    ACHIEVEMENTS,
    CARDS,
    LANDMARKS,
    SEATS,
    TECH_CARDS,
    TERRITORIES,
    landmark_at,
)

#: domains whose ids may occur in a correction
_TYPED = (TERRITORIES, TECH_CARDS, LANDMARKS, ACHIEVEMENTS, SEATS)

#: icons by the key of an instruction
ICONS = {
    "hands.advance": "up",
    "hands.regress": "backward",
    "hands.landmark": "landmark",
    "hands.landmark_alone": "landmark",
    "hands.favorite": "favorite",
    "hands.explore": "territory",
    "hands.explore_any_way": "territory",
    "hands.explore_unseen": "territory",
    "hands.outpost": "outpost",
    "hands.outpost_trapped": "toppled",
    "hands.topple_yours": "toppled",
    "hands.trapped": "toppled",
    "hands.topple": "toppled",
    "hands.pair": "card",
    "hands.join": "deck",
    "hands.add": "deck",
    "hands.shuffle": "shuffle",
    "hands.tapestry": "tapestry",
    "hands.cover": "tapestry",
    "hands.turned": "tapestry",
    "hands.turned_trap": "tapestry",
    "hands.refresh": "tech-card",
    "hands.tech": "tech-card",
    "hands.vp": "vp",
    "hands.achieved_automa": "achievement",
    "hands.achieved_shadow": "achievement",
    "hands.achieved_human": "achievement",
    "hands.income": "income",
    "hands.level_1": "you",
    "hands.game_ends": "finish",
}
#: sentences that move no piece: a turn that begins, corrections in the app
WITHOUT_PIECES = frozenset({"hands.income", "said.corrected"})


def describe_event(board: Tapestry, event: Event) -> Text | None:
    """Return an event in words, or None for ends of turns; `board` is the position before it."""
    return _on_the_tracks(board, event) or _on_the_map(board, event) or _with_cards(board, event)


def _on_the_tracks(board: Tapestry, event: Event) -> Text | None:
    match event:
        case board_events.Advanced(seat, track):
            words = {"seat": seat_word(seat), "track": track_word(track), "space": board.spaces[seat][track] + 1}
            landmark = landmark_at(track, board.spaces[seat][track] + 1)
            if landmark is not None and board.landmarks[landmark] == NOBODY:
                return text("said.advance_landmark", **words, landmark=landmark_word(landmark))
            return text("said.advance", **words)
        case board_events.Regressed(seat, track):
            space = max(0, board.spaces[seat][track] - 1)
            return text("said.regress", seat=seat_word(seat), track=track_word(track), space=space)
        case board_events.FavoriteChanged(seat, track):
            return text("said.favorite", seat=seat_word(seat), track=track_word(track))
        case board_events.LandmarkTaken(seat, landmark):
            return text("said.landmark", seat=seat_word(seat), landmark=landmark_word(landmark))
        case board_events.Achieved(seat, achievement):
            place = len(board.places[achievement]) + 1
            words2 = {"seat": seat_word(seat), "achievement": achievement_word(achievement)}
            return text("said.achieved", **words2, place=place)
        case board_events.Gained(seat, vp):
            return text("said.vp", seat=seat_word(seat), vp=f"{vp:+d}", total=max(0, board.vp[seat] + vp))
        case board_events.IncomeTaken(seat):
            return text("said.income", seat=seat_word(seat), turn=board.income[seat] + 1)
        case _:
            return None


def _on_the_map(board: Tapestry, event: Event) -> Text | None:
    names = board.map.hexes.names
    match event:
        case board_events.Explored(seat, hex_):
            return text("said.explore", seat=seat_word(seat), hex=names[hex_])
        case board_events.Conquered(seat, hex_):
            owners = tuple(seat_word(s) for s in board.seats if s != seat and board.up[s][hex_])
            if owners:
                return text("said.conquer_from", seat=seat_word(seat), hex=names[hex_], owner=owners)
            return text("said.conquer", seat=seat_word(seat), hex=names[hex_])
        case board_events.Trapped(seat, hex_, defender):
            return text("said.trapped", seat=seat_word(seat), hex=names[hex_], defender=seat_word(defender))
        case board_events.Toppled(seat, hex_):
            return text("said.topple", seat=seat_word(seat), hex=names[hex_])
        case board_events.Placed(seat, hex_, building):
            return text("said.building" if building else "said.token", seat=seat_word(seat), hex=names[hex_])
        case _:
            return None


def _with_cards(board: Tapestry, event: Event) -> Text | None:
    match event:
        case board_events.PairDrawn(left, right):
            return text("said.pair", left=CARDS.names[left], right=CARDS.names[right])
        case board_events.JoinedDeck():
            return text("said.join")
        case board_events.ProgressAdded(card):
            return text("said.add", card=CARDS.names[card])
        case board_events.DeckShuffled():
            return text("said.shuffle")
        case board_events.TapestryGained():
            return text("said.tapestry", n=board.beside + 1)
        case board_events.TapestryPlayed():
            return text("said.cover")
        case board_events.TapestryTurned(trap):
            return text("said.turned_trap" if trap else "said.turned")
        case board_events.TechRefreshed():
            return text("said.refresh")
        case board_events.TechTaken(seat, card, top):
            return text("said.tech_top" if top else "said.tech_taken", seat=seat_word(seat), card=tech_word(card))
        case board_events.TechShown(place, card):
            return text("said.tech", place=place + 1, card=tech_word(card))
        case board_events.GameEnded():
            return text("said.end")
        case board_events.Corrected(field, value):
            return text(
                "said.corrected", field=name_typed_words(field, *_TYPED), value=name_typed_words(value, *_TYPED)
            )
        case _:
            return None
