"""The open cards icon by icon, each with an explanation for carrying it out by hand, and the chart of an income
turn."""

from __future__ import annotations

from soloist.core.text import Word, text
from soloist.display.screen import CardRow, Face
from soloist.games.tapestry.automa.income import income_open
from soloist.games.tapestry.board.naming import seat_word, track_word
from soloist.games.tapestry.board.state import NOBODY, Tapestry
from soloist.games.tapestry.board.tables import (
    AUTOMA,
    CIVS,
    DECISION_CARDS,
    FAVORITE,
    SHADOW,
    TRACKS,
    Card,
    ChartEntry,
)

_INDICATORS = {
    "all": ("all-tracks", "TA-051a"),
    "finish": ("finish", "TA-051b"),
    "landmark_or_finish": ("landmark", "TA-051c"),
}
_ENTRIES = {
    "reconsider_favorites": ("favorite", "TA-120"),
    "advance_with_last_pair": ("all-tracks", "TA-121"),
    "score_vp": ("vp", "TA-123"),
    "add_progress": ("deck", "TA-124"),
    "play_tapestry": ("tapestry", "TA-125"),
    "gain_tapestry": ("card", "TA-126"),
    "shuffle_decision_deck": ("shuffle", "TA-127"),
}
_CIVS = {
    "explorers": ("explore", "TA-122a"),
    "scientists": ("die", "TA-122b"),
    "conquerors": ("conquer", "TA-122c"),
    "engineers": ("landmark", "TA-122f"),
}


def list_cards(board: Tapestry) -> list[Face]:
    """Return the open pair, and during an income turn of the bots its chart."""
    found = []
    if board.track_card != NOBODY and board.tie_card != NOBODY:
        found.append(_track_card(board, DECISION_CARDS[board.track_card]))
        found.append(_tie_card(board, DECISION_CARDS[board.tie_card]))
    if board.setup.shadow_only:
        if board.income[SHADOW] and board.deck_size() == 0 and found:
            found.append(_reshuffle_card(board))
    elif income_open(board):
        found.append(_chart_card(board))
    return found


# ------------------------------------------------------------------------------------------------------------- the pair


def _track_card(board: Tapestry, card: Card) -> Face:
    alone = board.setup.shadow_only
    now = board.deck_size() == 0 and card.income and not alone
    income = CardRow(
        icon="income",
        says=text("face.income" if card.income else "face.no_income"),
        about=text("hand.income" if card.income else "hand.no_income"),
        rule="TA-033",
        state="use" if now else "off",
    )
    rows = (_indicator_row(AUTOMA, card.automa, alone), _indicator_row(SHADOW, card.shadow, False), income)
    return Face("actions", str(card.id), text("face.track_card"), rows)


def _indicator_row(bot: int, indicator: str, off: bool) -> CardRow:
    icon, rule = _INDICATORS[indicator]
    then = Word("hand.with_benefits" if bot == AUTOMA else "hand.without_benefits")
    return CardRow(
        icon=icon,
        says=text(f"face.{indicator}", seat=seat_word(bot)),
        about=text(f"hand.{indicator}", seat=seat_word(bot), then=then),
        rule=rule,
        state="off" if off else "",
    )


def _tie_card(board: Tapestry, card: Card) -> Face:
    """Return the tiebreaker card: five tracks, the hex tiebreaker, the toppled icon; the Shadow Empire alone uses only
    the tracks."""
    off = "off" if board.setup.shadow_only else ""
    rows = []
    for i, entry in enumerate(card.order):
        heart = entry == FAVORITE
        rows.append(
            CardRow(
                icon="favorite" if heart else TRACKS.names[entry],
                says=text("track.favorite" if heart else f"track.{TRACKS.names[entry]}"),
                value=str(i + 1),
                about=text("hand.heart" if heart else "hand.list", place=i + 1, from_below=len(card.order) - i),
                rule="TA-052",
            )
        )
    pattern = Word(f"pattern.{card.pattern}")
    rows.append(
        CardRow(
            "hex-path", text(f"way.{card.pattern}"), about=text("hand.hexes", pattern=pattern), rule="TA-100", state=off
        )
    )
    icon = "toppled" if card.toppled else "no_toppled"
    rule = "TA-085c" if card.toppled else "TA-084n"
    shown = off or ("" if card.toppled else "off")
    rows.append(CardRow("toppled", text(f"face.{icon}"), about=text(f"hand.{icon}"), rule=rule, state=shown))
    return Face("criteria", str(card.id), text("face.tie_card"), tuple(rows))


# ---------------------------------------------------------------------------------------------------------- income turns


def _chart_card(board: Tapestry) -> Face:
    """Return the chart entries that count in this income turn, in reading order."""
    turn, level = board.income[AUTOMA], board.setup.level
    rows = []
    if turn == 1 and level.human_advances:
        rows.append(CardRow("you", text("face.level_1"), about=text("hand.level_1"), rule="TA-130a"))
    if turn == 1 and level.bot_advances:
        tracks = tuple(Word("track.favorite") if t == FAVORITE else track_word(t) for t in level.bot_advances)
        rule = "TA-130b" if FAVORITE in level.bot_advances else "TA-130c"
        about = text("hand.bot_advances", tracks=tracks)
        rows.append(CardRow("automa", text("face.bot_advances", tracks=tracks), about=about, rule=rule))
    for entry in level.chart:
        if turn in entry.turns:
            rows += _civilizations(board) if entry.event == "civilization_bonus" else [_entry_row(board, entry)]
    return Face("actions", str(turn), text("face.chart", level=level.number), tuple(rows))


def _entry_row(board: Tapestry, entry: ChartEntry) -> CardRow:
    icon, rule = _ENTRIES[entry.event]
    level, at = board.setup.level, board.income[AUTOMA] - 2
    numbers: dict[str, object] = {"n": entry.n}
    if entry.event == "score_vp":
        numbers = {
            "each": level.landmarks_territories[at],
            "war": level.military_science[at],
            "peace": level.technology_exploration[at],
            "era": level.first_in_era[at],
        }
    value = str(entry.n) if entry.n else ""
    return CardRow(icon, text(f"face.{entry.event}"), value, text(f"hand.{entry.event}", **numbers), rule)


def _civilizations(board: Tapestry) -> list[CardRow]:
    """Return her civilization cards in order; a card without effect in this turn is off."""
    turn = board.income[AUTOMA]
    rows = []
    for civ in board.setup.civs:
        name = CIVS.names[civ]
        icon, rule = _CIVS[name]
        idle = name == "scientists" and turn < 3
        track = track_word(0 if turn in (2, 4) else 2)
        about = text(f"hand.{name}", turn=turn, track=track)
        rows.append(CardRow(icon, text(f"civ.{name}"), about=about, rule=rule, state="off" if idle else ""))
    return rows


def _reshuffle_card(board: Tapestry) -> Face:
    """Return what the Shadow Empire alone does at the end of its deck (TA-152)."""
    rulings = board.setup.rulings
    always = rulings["shadow_reconsider"] == "always"
    rows = [
        CardRow(
            "favorite",
            text("face.reconsider_favorites"),
            about=text(f"hand.shadow_{'always' if always else 'if_needed'}"),
            rule="TA-152",
        )
    ]
    if rulings["shadow_deck"] == "add_two":
        rows.append(CardRow("deck", text("face.add_progress"), "2", text("hand.shadow_add"), "TA-152"))
    about = text(f"hand.shadow_{rulings['shadow_reshuffle']}")
    rows.append(CardRow("shuffle", text("face.shuffle_decision_deck"), about=about, rule="TA-152"))
    return Face("actions", "", text("face.reshuffle"), tuple(rows))
