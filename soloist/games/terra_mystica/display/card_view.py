"""The open cards icon by icon as they are printed, each with an explanation for carrying it out by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from soloist.core.text import Text, Word, text
from soloist.display.screen import CardRow, Face
from soloist.games.terra_mystica.automa.build import SPREADING_TILES
from soloist.games.terra_mystica.automa.deck import is_passing
from soloist.games.terra_mystica.automa.factions import faction_of
from soloist.games.terra_mystica.board.printed import Action, AutomaFaction, Card
from soloist.games.terra_mystica.board.state import NOBODY, TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, CULTS, PLACES, ROUNDS, TERRAIN

_ACTION_ICONS = {
    "faction_action": "faction",
    "transform_and_build": "spade",
    "upgrade": "trading-house",
    "advance_cult": "priest",
    "take_favor": "favor",
    "block_power_action": "blocked",
    "gain_vp": "vp",
    "trade": "trade",
    "place_cube": "worker",
    "blight_land": "territory",
}
_ACTION_RULES = {
    "faction_action": "TMA-060",
    "transform_and_build": "TMA-080",
    "upgrade": "TMA-070",
    "advance_cult": "TMA-064",
    "take_favor": "TMA-066",
    "block_power_action": "TMA-061",
    "gain_vp": "TMA-063",
    "trade": "TMA-085",
    "place_cube": "TMA-F08",
    "blight_land": "TMA-F09",
}
_CHOOSES_HEXES = ("transform_and_build", "place_cube")
_CHOOSES_CULTS = ("advance_cult", "take_favor")


def list_cards(board: TerraMystica) -> list[Face]:
    """Return the action card, the support card, and her faction card when the action card refers to it."""
    open_cards = []
    counted: list[Action] = []
    passes = is_passing(board)
    if board.action != NOBODY:
        card = board.printed.cards[board.action]
        open_cards.append(_action_face(board, card, passes))
        counted = [] if passes else list(_carried_out(board, card.actions))
    if board.support != NOBODY:
        open_cards.append(_support_face(board, board.printed.cards[board.support], counted, passes))
    if any(action.id == "faction_action" for action in counted):
        open_cards.append(_faction_face(board, faction_of(board)))
    return open_cards


def _carried_out(board: TerraMystica, column: Iterable[Action]) -> Iterable[Action]:
    """Return the actions of a column that count in this round, including those of her faction card."""
    for action in column:
        if board.round in action.rounds:
            yield action
            if action.id == "faction_action":
                yield from faction_of(board).actions


def title_of(card: Card) -> str:
    """Return the printed number of a card; the card of the Merchants has none and is called MotS."""
    return card.label if card.label.lstrip("*").isdigit() else "MotS"


# -------------------------------------------------------------------------------------------------- the action column


def _action_face(board: TerraMystica, card: Card, passes: bool) -> Face:
    rows = [_action_row(board, action, None) for action in card.actions]
    if passes:
        rows = [replace(row, state="off") for row in rows]
    if card.pass_icon:
        state = "use" if passes else "off"
        rows.insert(0, CardRow("pass", text("face.pass"), about=text("by_hand.pass"), rule="TMA-043", state=state))
    return Face("actions", title_of(card), text("face.action"), tuple(rows))


def _faction_face(board: TerraMystica, faction: AutomaFaction) -> Face:
    rows = tuple(_action_row(board, action, faction) for action in faction.actions)
    return Face("actions", "", text("face.faction", faction=Word(f"faction.{faction.id}")), rows)


def _action_row(board: TerraMystica, action: Action, faction: AutomaFaction | None) -> CardRow:
    """Return the row of one icon; `faction` is the faction card it is printed on, if any."""
    rule = _ACTION_RULES[action.id]
    if faction is not None and (action.first or action.id in ("advance_cult", "place_cube", "blight_land")):
        rule = faction.rule
    return CardRow(
        icon=_ACTION_ICONS[action.id],
        says=say_action(action),
        value=_say_value(board, action),
        about=_say_about(board, action, faction),
        rule=rule,
        state="" if board.round in action.rounds else "off",
    )


def say_action(action: Action) -> Text:
    """Return one icon in a few words, without its number."""
    if action.id == "gain_vp":
        return text("face.gain_x") if action.n < 0 else text("face.gain")
    if action.id == "transform_and_build" and action.shipping >= 0:
        return text("face.build_shipping", shipping=action.shipping)
    if action.id == "transform_and_build" and action.unlimited:
        return text("face.build_anywhere")
    if action.id == "advance_cult" and action.n:
        return text("face.advance_steps")
    words = text(f"face.{action.id}")
    if len(action.rounds) < ROUNDS:
        return text("cards.in_rounds", action=words, rounds=_say_rounds(action))
    return words


def _say_rounds(action: Action) -> str:
    return f"{action.rounds[0]}-{action.rounds[-1]}"


def _say_value(board: TerraMystica, action: Action) -> str:
    if action.id == "gain_vp":
        return str(board.x_vp() if action.n < 0 else action.n)
    if action.id == "advance_cult" and action.n:
        return str(action.n)
    return f"×{action.times}" if action.times > 1 else ""


def _say_about(board: TerraMystica, action: Action, faction: AutomaFaction | None) -> Text:
    """Return how to carry an action out by hand."""
    match action.id:
        case "faction_action":
            return text("by_hand.faction_action", faction=Word(f"faction.{board.setup.faction}"))
        case "transform_and_build" if action.first:
            return text("by_hand.build_first", first=tuple(Word(f"first.{name}") for name in action.first))
        case "transform_and_build" if action.unlimited:
            return text("by_hand.build_anywhere")
        case "transform_and_build":
            shipping = action.shipping if action.shipping >= 0 else board.automa_shipping()
            return text("by_hand.build", shipping=shipping)
        case "upgrade":
            return text("by_hand.upgrade_mots" if board.setup.mots else "by_hand.upgrade")
        case "advance_cult" if faction is not None:
            return text("by_hand.advance_steps", steps=action.n)
        case "block_power_action":
            return text("by_hand.block_mots" if board.setup.mots else "by_hand.block")
        case "gain_vp":
            return text("by_hand.gain_x" if action.n < 0 else "by_hand.gain", vp=_say_value(board, action))
        case "take_favor" | "trade":
            return text(f"by_hand.{action.id}", rounds=_say_rounds(action))
        case "place_cube":
            youth = max(board.setup.youth, 0)
            return text("by_hand.place_cube", youth=Word(f"terrain.{TERRAIN.names[youth]}"))
        case "blight_land":
            return text("by_hand.blight_land", times=action.times)
        case _:
            return text("by_hand.advance_cult")


# ------------------------------------------------------------------------------------------------- the support column


def _support_face(board: TerraMystica, card: Card, counted: list[Action], passes: bool) -> Face:
    """Return the support card from top to bottom.

    Rows that the action card does not use are off; before a card is drawn none are.
    """
    known = board.action != NOBODY or passes
    ids = {action.id for action in counted}

    def state(*wanted: str) -> str:
        return "" if not known or ids.intersection(wanted) else "off"

    builds = state(*_CHOOSES_HEXES)
    ranged = state("transform_and_build")
    home = board.home[AUTOMA]
    spreading = board.setup.final in SPREADING_TILES
    place = PLACES.names[card.bonus]
    takes_card = passes and (board.round < ROUNDS or board.setup.rulings["round_6_bonus"] == "take")
    cluster = "marked" if card.marked else "unmarked"
    direction = "backward" if card.backward else "forward"
    rows = [
        CardRow(
            "bonus-card",
            text("face.bonus", place=Word(f"place.{place}")),
            about=text("by_hand.bonus", place=Word(f"place.{place}")),
            rule="TMA-050b",
            state="use" if takes_card else "off" if known else "",
        ),
        CardRow(
            cluster,
            text(f"face.{cluster}"),
            about=text(f"by_hand.{cluster}", shipping=board.automa_shipping()),
            rule="TMA-031",
            state=ranged,
        ),
    ]
    if card.reaching:
        rows.append(
            CardRow("reaching", text("face.reaching"), about=text("by_hand.reaching"), rule="TMA-080r", state=ranged)
        )
    rows += [
        CardRow(
            "priority",
            text("face.row"),
            value="AB"[card.row],
            about=text(
                "by_hand.row",
                row="AB"[card.row],
                card=Word(f"terrain.{TERRAIN.names[home]}"),
                terrains=tuple(Word(f"terrain.{TERRAIN.names[t]}") for t in board.printed.atp[home, card.row]),
            ),
            rule="TMA-035",
            state=builds,
        ),
        CardRow(
            "closest",
            text("face.furthest" if spreading else "face.closest"),
            about=text("by_hand.furthest" if spreading else "by_hand.closest"),
            rule="TMA-080c",
            state=ranged,
        ),
        CardRow(
            direction,
            text(f"face.{direction}"),
            value=str(card.count),
            about=text(f"by_hand.{direction}", count=card.count),
            rule="TMA-036",
            state=state(*(a for a in _ACTION_ICONS if a not in ("gain_vp", "faction_action"))),
        ),
        _cult_row(board, card, state(*_CHOOSES_CULTS)),
    ]
    if passes:
        rows.insert(0, _passing_row(board))
    return Face("criteria", title_of(card), text("face.support"), tuple(rows))


def _passing_row(board: TerraMystica) -> CardRow:
    """Return a row that tells what happens now because she passes (TMA-050); it is no icon of this card."""
    vp = board.printed.pass_vp[board.round - 1]
    about = text("by_hand.passes_racelings" if board.setup.faction == "racelings" else "by_hand.passes")
    value = "" if vp is None else str(vp)
    return CardRow("pass", text("face.passes"), value=value, about=about, rule="TMA-050", state="use")


def _cult_row(board: TerraMystica, card: Card, state: str) -> CardRow:
    if card.catch_up:
        return CardRow("catch-up", text("face.catch_up"), about=text("by_hand.catch_up"), rule="TMA-064b", state=state)
    head = board.printed.heads[board.round - 1]
    if head is None:
        about = text("by_hand.scoring_tile")
    else:
        name = CULTS.names[head] if head >= 0 else "none"
        about = text("by_hand.scoring_tile_known", cult=Word(f"cult.{name}"))
    return CardRow("scoring-tile", text("face.scoring_tile"), about=about, rule="TMA-064a", state=state)
