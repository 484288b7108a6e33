"""Instructions for the player, in the order of the events, and totals to compare with the table."""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.board import Event
from soloist.core.sink import iterate_positions
from soloist.core.text import Text, Word, text
from soloist.games.tapestry.board import events as board_events
from soloist.games.tapestry.board.laws import find_winning_seats
from soloist.games.tapestry.board.naming import achievement_word, landmark_word, seat_word, tech_word, track_word
from soloist.games.tapestry.board.state import NOBODY, OVER, UNSEEN, Tapestry
from soloist.games.tapestry.board.tables import (
    ACHIEVEMENT_VP,
    AUTOMA,
    CARDS,
    DECISION_CARDS,
    HUMAN,
    INCOME_TURNS,
    SHADOW,
    TECH_CARDS,
    TRACKS,
    landmark_at,
)
from soloist.games.tapestry.display.tiles import say_laid


def list_instructions(board: Tapestry, events: Sequence[Event]) -> list[Text]:
    """Return an instruction for each piece to move, with its previous state for undoing.

    `board` is the position before the events; it is not changed. Decision cards are included if the player draws them.
    """
    lines: list[Text] = []
    trap: Event | None = None
    for n, (before, event) in enumerate(iterate_positions(board, events)):
        if event is trap:  # already included in the instruction for the conquest
            continue
        trap = next(iter(events[n + 1 : n + 2]), None)
        if isinstance(trap, board_events.Trapped) and event == board_events.Conquered(AUTOMA, trap.hex):
            lines.append(_into_your_trap(before, trap))
        else:
            trap = None
            lines += _say_instructions(before, event)
    return lines


def _into_your_trap(board: Tapestry, trap: board_events.Trapped) -> Text:
    """Return the instruction for her outpost that falls to a trap: it never stands, and the human's never falls
    (TA-083d, TR-093)."""
    was = board.supply[AUTOMA]
    return text("hands.outpost_trapped", hex=board.map.hexes.name_option(trap.hex), left=was - 1, was=was)


def list_announcements(board: Tapestry, told: Sequence[Event]) -> list[Text]:
    """Return what goes with entered events: free advances on level 1 (TA-130a), a landmark that a bot takes
    (TA-078)."""
    return [line for before, event in iterate_positions(board, told) for line in _announcements_of(before, event)]


def _announcements_of(board: Tapestry, event: Event) -> list[Text]:
    match event:
        case board_events.IncomeTaken(seat) if (
            seat == HUMAN and board.income[seat] == 0 and not board.setup.shadow_only
        ):
            return [text("hands.level_1")] if board.setup.level.human_advances else []
        case board_events.Advanced(seat, track):
            return _say_landmark(board, seat, track)
        case _:
            return []


def _say_instructions(board: Tapestry, event: Event) -> list[Text]:
    match event:
        case board_events.Advanced(seat, track):
            return _say_advance(board, seat, track)
        case board_events.Regressed(seat, track):
            return [
                text(
                    "hands.regress",
                    seat=seat_word(seat),
                    track=track_word(track),
                    space=max(0, board.spaces[seat][track] - 1),
                    was=board.spaces[seat][track],
                )
            ]
        case board_events.FavoriteChanged(seat, track):
            was = track_word(board.favorite[seat])
            return [text("hands.favorite", seat=seat_word(seat), track=track_word(track), was=was)]
        case board_events.Explored(seat, hex_, tile, rotation) if seat == AUTOMA:
            place = board.map.hexes.name_option(hex_)
            if tile == UNSEEN:
                return [text("hands.explore_unseen", hex=place, rotation=rotation)]
            return [say_laid(place, tile, rotation)]
        case board_events.Conquered(seat, hex_) if seat == AUTOMA:
            left = board.supply[AUTOMA]
            lines = [text("hands.outpost", hex=board.map.hexes.name_option(hex_), left=left - 1, was=left)]
            fallen = [s for s in board.seats if s != AUTOMA and board.up[s][hex_]]
            lines += [
                text("hands.topple_yours", seat=seat_word(s), hex=board.map.hexes.name_option(hex_)) for s in fallen
            ]
            return lines
        case board_events.Trapped(seat, hex_, defender):
            words2 = {"seat": seat_word(seat), "defender": seat_word(defender)}
            was = Word("back.lies" if board.down[defender][hex_] else "back.stands")
            return [text("hands.trapped", hex=board.map.hexes.name_option(hex_), was=was, **words2)]
        case board_events.Toppled(seat, hex_):
            place = board.map.hexes.name_option(hex_)
            return [text("hands.topple", seat=seat_word(seat), hex=place, was=board.supply[seat])]
        case (
            board_events.PairDrawn()
            | board_events.JoinedDeck()
            | board_events.ProgressAdded()
            | board_events.DeckShuffled()
        ):
            return [_decision_cards(board, event)] if board.setup.source["chance"] == "own" else []
        case board_events.TapestryGained():
            return [text("hands.tapestry", n=board.beside + 1, was=board.beside)]
        case board_events.TapestryPlayed():
            return [text("hands.cover", space=board.covered + 2)]
        case board_events.TapestryTurned(trap):
            key = "hands.turned_trap" if trap else "hands.turned"
            return [text(key, left=board.beside - 1, was=board.beside)]
        case board_events.TechRefreshed():
            shown = tuple(TECH_CARDS.option_value(card) for card in board.tech if card != NOBODY)
            return [text("hands.refresh", was=shown or Word("back.no_cards"))]
        case board_events.TechShown(place, card):
            return [text("hands.tech", place=place + 1, card=tech_word(card))]
        case board_events.Gained(seat, vp):
            points = board.vp[seat]
            return [text("hands.vp", seat=seat_word(seat), vp=f"{vp:+d}", total=max(0, points + vp), was=points)]
        case board_events.Achieved(seat, achievement):
            return [_say_achieved(board, seat, achievement)]
        case board_events.IncomeTaken(seat) if seat in (AUTOMA, SHADOW):
            return [text("hands.income", turn=board.income[seat] + 1)]
        case board_events.GameEnded():
            return [text("hands.game_ends")]
        case _:
            return []


def _decision_cards(board: Tapestry, event: Event) -> Text:
    match event:
        case board_events.PairDrawn(left, right):
            return text("hands.pair", left=CARDS.names[left], right=CARDS.names[right], was=_pair(board))
        case board_events.ProgressAdded(card):
            return text("hands.add", card=CARDS.names[card])
        case board_events.DeckShuffled():
            return text(
                "hands.shuffle", was=_pair(board), discard=CARDS.name_options(board.discard) or Word("back.no_cards")
            )
        case _:
            return text("hands.join")


def _say_advance(board: Tapestry, seat: int, track: int) -> list[Text]:
    if seat >= HUMAN:
        return []
    was = board.spaces[seat][track]
    step = text("hands.advance", seat=seat_word(seat), track=track_word(track), space=was + 1, was=was)
    return [step, *_say_landmark(board, seat, track)]


def _say_landmark(board: Tapestry, seat: int, track: int) -> list[Text]:
    """Return the instruction for the landmark that a bot takes with its next step on a track (TA-078, TA-153)."""
    landmark = landmark_at(track, board.spaces[seat][track] + 1)
    if seat >= HUMAN or landmark is None or board.landmarks[landmark] != NOBODY:
        return []
    key = "hands.landmark_alone" if board.setup.shadow_only else "hands.landmark"
    return [text(key, landmark=landmark_word(landmark))]


def _say_achieved(board: Tapestry, seat: int, achievement: int) -> Text:
    points = ACHIEVEMENT_VP[board.map.id][achievement]
    place = len(board.places[achievement])
    vp = points[place] if place < len(points) else 0
    key = (
        "hands.achieved_shadow"
        if seat == SHADOW
        else "hands.achieved_automa"
        if seat == AUTOMA
        else "hands.achieved_human"
    )
    name = achievement_word(achievement)
    return text(key, seat=seat_word(seat), achievement=name, vp=vp, place=place + 1, was=board.vp[seat])


def _pair(board: Tapestry) -> Text | Word:
    """Return the open decision cards in words."""
    if board.track_card == NOBODY or board.tie_card == NOBODY:
        return Word("back.no_cards")
    return text("back.pair", left=CARDS.names[board.track_card], right=CARDS.names[board.tie_card])


# ------------------------------------------------------------------------------------------------------- cards in words


def list_open_cards(board: Tapestry) -> list[Text]:
    """Return the open track card and tiebreaker card in words."""
    if board.track_card == NOBODY or board.tie_card == NOBODY:
        return []
    left, right = DECISION_CARDS[board.track_card], DECISION_CARDS[board.tie_card]
    names = (*TRACKS.names, "favorite")
    return [
        text(
            "cards.track",
            card=left.id,
            automa=Word(f"indicator.{left.automa}"),
            shadow=Word(f"indicator.{left.shadow}"),
            income=Word("icon.income" if left.income else "icon.no_income"),
        ),
        text(
            "cards.tie",
            card=right.id,
            order=tuple(Word(f"track.{names[t]}") for t in right.order),
            pattern=Word(f"pattern.{right.pattern}"),
            toppled=Word("icon.toppled" if right.toppled else "icon.none"),
        ),
    ]


# --------------------------------------------------------------------------------------------------------------- totals


def list_totals(board: Tapestry) -> list[Text]:
    """Return what the table should show now."""
    lines = []
    for seat in board.seats:
        spaces = {name: board.spaces[seat][i] for i, name in enumerate(TRACKS.names)}
        key = "totals.shadow" if seat == SHADOW else "totals.seat"
        args = {"vp": board.vp[seat], "supply": board.supply[seat], "territories": board.controlled(seat).bit_count()}
        lines.append(text(key, seat=seat_word(seat), **args, **spaces))
    favorites = tuple(
        text("totals.favorite", seat=seat_word(b), track=track_word(board.favorite[b]))
        for b in (AUTOMA, SHADOW)
        if b in board.seats
    )
    lines.append(text("totals.favorites", favorites=favorites))
    owned = tuple(landmark_word(i) for i, owner in enumerate(board.landmarks) if owner in (AUTOMA, SHADOW))
    if not board.setup.shadow_only:
        lines.append(
            text(
                "totals.mat", landmarks=owned or (Word("landmark.none"),), beside=board.beside, era=board.income[AUTOMA]
            )
        )
    lines.append(text("totals.deck", deck=board.deck_size(), progress=board.progress.bit_count() - board.face_down))
    lines.append(text("totals.tech", cards=tuple(_say_typed(t) for t in board.tech if t != NOBODY)))
    return lines


def _say_typed(card: int) -> Text:
    """Return a tech card that may be taken, with its name and the id to type."""
    return text("totals.typed", card=tech_word(card), id=TECH_CARDS.names[card])


def list_prompts(board: Tapestry) -> list[Text]:
    """Return whose turn it is and what may be entered now."""
    if board.phase == OVER:
        return _prompt_over(board)
    seat = board.to_move
    if seat < HUMAN:
        turn = board.income[SHADOW if board.setup.shadow_only else AUTOMA]
        return [text("prompt.bots", era=turn)]
    return [text("prompt.human", seat=seat_word(seat), era=board.income[seat], left=INCOME_TURNS - board.income[seat])]


def _prompt_over(board: Tapestry) -> list[Text]:
    scores = tuple(text("prompt.score", seat=seat_word(s), vp=board.vp[s]) for s in board.seats if s != SHADOW)
    if board.setup.shadow_only:
        return [text("prompt.over", scores=scores)]
    won = find_winning_seats(board)  # TA-129, TA-R33, TR-026
    key = "prompt.tie" if len(won) > 1 else "prompt.automa_wins" if AUTOMA in won else "prompt.human_wins"
    return [text(key, scores=scores)]
