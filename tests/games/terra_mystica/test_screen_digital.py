"""The screen of a DIGITAL game: legal moves in menus with their price, decisions in words, purses, history.

The positions come from played games: all factions, two to five seats, with and without the Automa.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from time import process_time

import pytest

from soloist.core.bits import iterate_bits
from soloist.core.board import Event
from soloist.core.chance import Asked, Chance, Seeded
from soloist.core.menu import Choice
from soloist.core.rulebook import DIGITAL
from soloist.core.sink import RecordingSink
from soloist.core.steps import Pending
from soloist.core.text import Text, text
from soloist.games.terra_mystica.board.events import (
    CultAdvanced,
    Gained,
)
from soloist.games.terra_mystica.board.purse import FROM_CONVERT, FROM_LEECH, FROM_RESOURCES, FROM_ROUND
from soloist.games.terra_mystica.board.tables import AUTOMA, CULTS, FACTIONS, SEATS, STRONGHOLD, TRADING_HOUSE
from soloist.games.terra_mystica.display.digital_menu import list_choices
from soloist.games.terra_mystica.player import moves
from soloist.games.terra_mystica.player.events import Left, Levelled, Shifted, TownGrown
from soloist.games.terra_mystica.player.factions import ACT6
from soloist.games.terra_mystica.player.favors import TakeFavor
from soloist.games.terra_mystica.player.leech import Offer, ReserveCard
from soloist.games.terra_mystica.player.moves import Move
from soloist.games.terra_mystica.player.setup_steps import AutomaPlaces
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.player.step_registry import STEPS, carry_out
from soloist.games.terra_mystica.player.towns import TakeTown, UseKey
from soloist.manifest import find_game
from soloist.session.draft import Draft
from soloist.session.table import Table
from tests.games.screens import ICONS, STATIC, check_markup, check_spoken, iterate_texts, list_classes, markup, say
from tests.session.test_draft import at_the_first_turn

GAME = find_game("terra_mystica")
SCREEN, RULES = GAME.screen, GAME.rulebook(DIGITAL)

#: who plays; the ones with the Automa end in her name
TABLES = (
    "witches nomads giants mermaids dwarves",
    "auren fakirs chaos_magicians swarmlings engineers",
    "halflings darklings ice_maidens dragonlords",
    "cultists alchemists yetis acolytes",
    "riverwalkers witches",
    "shapeshifters nomads mermaids",
    "cultists automa",
    "shapeshifters automa",
    "riverwalkers mermaids automa",
    "chaos_magicians automa",
    "dwarves darklings automa",
)
SEEDS = (1, 2)


@dataclass(frozen=True)
class Moment:
    """A decision of a played game: the position, the legal moves, and the events of the chosen one; none for the
    Automa's."""

    position: Position
    legal: Sequence[Move]
    events: Sequence[Event]


def options(table: str) -> dict[str, str]:
    names = table.split()
    humans = [name for name in names if name != "automa"]
    chosen = dict(zip(SEATS.names[1:], humans, strict=False))
    return {**chosen, "automa": "yes" if "automa" in names else "no", "mini_expansion": "yes"}


def opening(table: str, seed: int) -> tuple[Position, Chance]:
    chance = Seeded(str(seed), table=Asked([]))
    position = RULES.create_position(RULES.lay_out({**options(table), "seed": str(seed)}, chance, {}))
    assert isinstance(position, Position)
    return position, chance


def act(position: Position, move: Move, chance: Chance) -> list[Event]:
    noted = RecordingSink()
    RULES.apply_move(position, move, chance, noted)
    return noted.events


def lively(legal: Sequence[Move], dice: Random) -> Move:
    """Return a random move, rarely a conversion or the end of a turn, so that games see much building and many
    strongholds."""
    own = [move for move in legal if move.verb == moves.ACTION and move.a > ACT6]
    own += [move for move in legal if move.verb == moves.UPGRADE and move.b == STRONGHOLD]
    if own and dice.random() < 0.5:
        return dice.choice(own)
    doing = [
        move
        for move in legal
        if move.verb not in (moves.PASS, moves.DONE, moves.BURN, moves.CONVERT, moves.DECLINE, moves.SEND)
    ]
    return dice.choice(doing) if doing and dice.random() < 0.9 else dice.choice(legal)


def rich(position: Position) -> None:
    """Give all seats plenty of resources, so that games show more of the possible moves."""
    for purse in position.purses:
        purse.coins, purse.workers, purse.priests = purse.coins + 60, purse.workers + 40, 5
        purse.bowl3 += 12


@cache
def played(table: str) -> tuple[Moment, ...]:
    found = []
    for seed in SEEDS:
        position, chance = opening(table, seed)
        dice = Random(seed)
        if seed % 2 == 0:
            rich(position)
        while RULES.find_due(position) is not None:
            before = position.copy()
            if position.deciding() == AUTOMA:
                noted = RecordingSink()
                RULES.play_automa(position, chance, None, noted)
                found.append(Moment(before, (), noted.events))
                continue
            legal = RULES.list_legal_moves(position)
            found.append(Moment(before, legal, act(position, lively(legal, dice), chance)))
        found.append(Moment(position, (), ()))
    return tuple(found)


def moments(every: int = 1) -> Iterator[Moment]:
    for table in TABLES:
        yield from played(table)[::every]


every_table = pytest.mark.parametrize("table", TABLES)


def test_the_games_show_every_faction_every_number_of_seats_and_most_of_what_can_be_decided() -> None:
    seen = {f.id for moment in moments(50) for f in moment.position.setup.humans}
    assert seen == set(FACTIONS)
    assert {(len(moment.position.humans), moment.position.setup.automa) for moment in moments(50)} >= {
        (1, True),
        (2, True),
        (2, False),
        (3, False),
        (4, False),
        (5, False),
    }
    kinds = {move.verb for moment in moments() for move in moment.legal}
    assert kinds >= set(range(moves.PASS + 1)) - {moves.KEY, moves.CONNECT}  # these have tests of their own
    due = {found.what for moment in moments() if (found := RULES.find_due(moment.position)) is not None}
    assert due >= {*STEPS, "turn", "offer"} - {UseKey.name, ReserveCard.name}


# ------------------------------------------------------------------------------------------------------ moves in menus


@every_table
def test_every_legal_move_has_an_entry_with_words_an_icon_and_a_place_on_the_drawing(table: str) -> None:
    for moment in played(table):
        menu = list_choices(moment.position, moment.legal)
        assert [play.line for play in menu] == [RULES.write_move(moment.position, move) for move in moment.legal]
        keys = {place.key for place in SCREEN.drawing(moment.position, str).places}
        for play, move in zip(menu, moment.legal, strict=True):
            assert play.icon in ICONS
            assert not play.place or play.place in keys, play
            assert play.place or move.verb not in PLACED or (move.verb, move.a) == (moves.PASS, -1), play
            assert RULES.read_move(moment.position, play.line) == move
            for words in iterate_texts(play):
                check_spoken(GAME, words)


#: kinds of moves that are tapped on the board
PLACED = (
    moves.PLACE,
    moves.BONUS_CARD,
    moves.BUILD,
    moves.TRANSFORM,
    moves.UPGRADE,
    moves.SEND,
    moves.BRIDGE,
    moves.CULT,
    moves.KEY,
    moves.CONNECT,
    moves.PASS,
)


@every_table
def test_moves_on_one_place_differ_in_what_they_say(table: str) -> None:
    for moment in played(table)[::3]:
        menu = list_choices(moment.position, moment.legal)
        told = Counter((play.place, say(GAME, play.says)) for play in menu)
        assert [entry for entry, n in told.items() if n > 1] == []


@every_table
def test_a_pending_decision_has_answers_conversions_are_apart_and_something_ends_the_turn(table: str) -> None:
    for moment in played(table):
        position = moment.position
        groups = Counter(play.group for play in list_choices(position, moment.legal))
        if not moment.legal:
            assert not groups
        elif position.waits or position.offers:
            assert groups["answer"] and set(groups) <= {"answer", "convert"}
        else:
            assert groups["end"] or groups["done"] == 1
            assert set(groups) <= {"move", "convert", "end", "done"}
        for play, move in zip(list_choices(position, moment.legal), moment.legal, strict=True):
            assert (play.group == "convert") == (move.verb in (moves.BURN, moves.CONVERT, moves.EXCHANGE))


@every_table
def test_every_move_of_a_turn_belongs_to_one_of_its_verbs(table: str) -> None:
    """Answers, conversions and the plain end of a turn have none."""
    for moment in played(table)[::3]:
        verbs = [deed.key for deed in RULES.list_action_kinds(moment.position)]
        for play in list_choices(moment.position, moment.legal):
            assert (play.verb in verbs) == (play.group in ("move", "end")), play
            assert verbs or not play.verb


def test_while_something_else_is_asked_there_are_no_verbs() -> None:
    seen = set()
    for moment in moments(5):
        waits = bool(moment.position.waits or moment.position.offers)
        seen.add(waits)
        if waits:
            assert RULES.list_action_kinds(moment.position) == () and RULES.list_combined_choices(moment.position) == []
    assert seen == {True, False}


@every_table
def test_to_transform_and_to_build_in_one_go_is_what_both_moves_are(table: str) -> None:
    """TM-043: only where the dwelling can be built right after it, at the price of both."""
    for moment in played(table)[::7]:
        position = moment.position
        found = {choice.line: choice for choice in RULES.list_combined_choices(position)}
        for move in moment.legal if position.due() is position.turn else ():
            line = RULES.write_move(position, move)
            if move.verb != moves.TRANSFORM:
                continue
            after = position.copy()
            events = act_alone(after, move)
            build = Move(moves.BUILD, move.a)
            possible = after.due() is after.turn and build in RULES.list_legal_moves(after)
            assert (line in found) == possible, line
            if not possible:
                continue
            assert found[line].then == (RULES.write_move(position, build),) and found[line].verb == "build"
            events += act_alone(after, build)
            for name in ("coins", "workers", "priests", "vp"):
                booked = sum(
                    getattr(event, name)
                    for event in events
                    if isinstance(event, Gained) and event.seat == position.deciding()
                )
                assert sum(it.n for it in found[line].amounts if it.of == name) == booked


def with_bowls(table: Table, *bowls: int) -> Table:
    """Set the power of the human and return the table."""
    purse = table.board.purses[1]
    purse.bowl1, purse.bowl2, purse.bowl3 = bowls
    return table


def test_power_is_burned_as_part_of_a_power_action_and_stands_in_its_price() -> None:
    """TM-032, TM-090: with 5, 7 and 0 in the bowls burning 3 pays for the bridge and the priest, in one choice."""
    table = with_bowls(at_the_first_turn(), 5, 7, 0)
    found = {choice.place: choice for choice in Draft(table).list_choices() if choice.verb == "power"}
    assert set(found) == {"power_actions act1", "power_actions act2"}
    priest = found["power_actions act2"]
    assert [priest.line, *priest.then] == ["burn 3", "action act2"]
    assert {it.of: it.n for it in priest.amounts} == {"power": -3, "tokens": -3, "priests": 1}
    draft = Draft(table, [priest.line, *priest.then])
    assert draft.is_ready and draft.refused is None
    purse = draft.position.purses[1]
    assert (purse.bowl1, purse.bowl2, purse.bowl3) == (8, 1, 0)


def test_no_more_is_burned_and_converted_than_an_action_needs() -> None:
    table = with_bowls(at_the_first_turn(), 0, 7, 4)
    table.board.purses[1].coins = 2
    found = {
        choice.line: choice.then
        for choice in RULES.list_combined_choices(table.board)
        if choice.place == "power_actions act4"
    }
    assert not found  # it can be paid as it is
    upgrade = next(it for it in RULES.list_combined_choices(table.board) if it.verb == "upgrade")
    assert [upgrade.line, *upgrade.then] == ["convert power to coin 4", "upgrade A3 to trading_house"]
    assert {it.of: it.n for it in upgrade.amounts if it.n < 0} == {"workers": -2, "coins": -2, "power": -4}


@every_table
def test_whatever_is_combined_can_be_carried_out_line_by_line(table: str) -> None:
    for moment in played(table)[::11]:
        single = {RULES.write_move(moment.position, move) for move in moment.legal}
        for choice in RULES.list_combined_choices(moment.position):
            if choice.line.startswith(("burn", "convert")):  # what can be done as it is needs no conversion
                assert choice.then[-1] not in single
            after = moment.position.copy()
            for line in (choice.line, *choice.then):
                act_alone(after, RULES.read_move(after, line))


def act_alone(position: Position, move: Move) -> list[Event]:
    """Return the events of a move without its consequences."""
    noted = RecordingSink()
    carry_out(position, move, noted)
    return noted.events


@every_table
def test_before_everybody_lies_what_he_has(table: str) -> None:
    for moment in played(table)[::60]:
        position = moment.position
        for seat in (SEATS.names[number] for number in position.seated()):
            parts = SCREEN.mat(position, seat)
            for part in parts:
                for drawn in part.drawn:
                    check_markup(drawn.drawing)
                for words in iterate_texts(part):
                    check_spoken(GAME, words)
            if seat != SEATS.names[AUTOMA]:
                purse = position.purses[SEATS.find_option(seat) or 0]
                stock = next(it for part in parts for it in part.drawn if it.key.startswith("stock"))
                assert stock.says.args["coins"] == purse.coins
                assert stock.says.args["bowls"] == f"{purse.bowl1}/{purse.bowl2}/{purse.bowl3}"


def test_a_table_without_purses_shows_no_mats() -> None:
    board = GAME.table.create_position(GAME.table.lay_out({"seed": "1"}, Seeded("1", table=Asked([])), {}))
    assert SCREEN.mat(board, "human") == ()


def priced(play: Choice) -> dict[str, list[int]]:
    """Return the numbers of a price by what they count: `{"coins": [-2]}`."""
    found: dict[str, list[int]] = {}
    if play.cost is not None:
        for part in play.cost.args["parts"]:
            name = part.args["cult"].key if part.key == "amount.steps" else part.key.split(".")[1]
            found.setdefault(name, []).append(int(part.args["n"].replace("−", "-")))
    return found


def at_once(position: Position, move: Move) -> list[Event]:
    """Return the events of a move, without cult bonus, income and end of the game that may follow."""
    after, noted = position.copy(), RecordingSink()
    RULES.apply_move(after, move, Seeded("x"), noted)
    return noted.acted_events


@every_table
def test_the_price_is_what_the_rules_charge(table: str) -> None:
    dice = Random(table)
    checked = 0
    for moment in played(table)[::2]:
        position = moment.position
        if not moment.legal:
            continue
        menu = list_choices(position, moment.legal)
        seat = position.deciding()
        for i in dice.sample(range(len(menu)), min(6, len(menu))):
            events = at_once(position, moment.legal[i])
            booked = [event for event in events if isinstance(event, Gained) and event.seat == seat]
            price = priced(menu[i])
            for name in ("coins", "workers", "priests", "vp"):
                assert sum(price.get(name, ())) == sum(getattr(event, name) for event in booked), (menu[i], name)
            tokens = sum(event.bowl1 + event.bowl2 + event.bowl3 for event in booked)
            assert sum(price.get("tokens", ())) == tokens, menu[i]
            if not tokens:  # a step from bowl to bowl is one power gained; what is spent goes two steps back
                steps = sum(event.bowl2 + 2 * event.bowl3 for event in booked)
                assert sum(n if n > 0 else 2 * n for n in price.get("power", ())) == steps, menu[i]
            before, shown = position.copy(), position.copy()
            for event in events:
                event.apply(shown)
            for track, cult in enumerate(CULTS.names):
                risen = shown.cults[seat][track] - before.cults[seat][track]
                assert sum(price.get(f"cult.{cult}", ())) == risen, menu[i]
            assert sum(price.get("keys", ())) == shown.keys[seat] - before.keys[seat]
            assert all(n for numbers in price.values() for n in numbers)
            checked += 1
    assert checked > 50


@every_table
def test_the_prices_of_a_list_are_those_of_each_move_alone(table: str) -> None:
    """Prices of similar transformations are computed once."""
    for moment in played(table)[::9]:
        alone = [list_choices(moment.position, [move])[0] for move in moment.legal]
        assert list_choices(moment.position, moment.legal) == alone


def test_prices_as_they_are_read() -> None:
    position, chance = opening("witches nomads", 1)
    while position.waits:
        act(position, RULES.list_legal_moves(position)[0], chance)
    for purse in position.purses:
        purse.coins, purse.workers, purse.priests, purse.bowl1, purse.bowl2, purse.bowl3 = 30, 15, 2, 0, 4, 6
    position.give_turn(1)
    tile = position.tiles[0].vp
    menu = {play.line: play for play in list_choices(position, RULES.list_legal_moves(position))}

    def shown(line: str) -> tuple[str, str]:
        play = menu[line]
        return say(GAME, play.says), say(GAME, play.cost) if play.cost else ""

    assert shown("burn 1") == ("Burn 1 power", "−1 power token, +1 power")
    assert shown("convert power to worker 1") == ("3 power → 1 worker", "−3 power, +1 worker")
    assert shown("advance shipping") == ("Advance shipping to 1", "−4 coins, −1 priest, +2 VP")
    assert shown("action act3") == ("Power action: 2 workers", "−4 power, +2 workers")
    assert shown("action act5") == ("Power action: 1 spade", "−4 power, +1 spade")
    assert menu["action act5"].place == "power_actions act5"
    assert shown("send fire 3") == ("Send a priest to fire 3", "−1 priest, +1 power, +3 fire")
    assert menu["send fire 3"].place == "cults fire"
    build = next(line for line in menu if line.startswith("upgrade") and line.endswith("trading_house"))
    alone = "−2 workers, −6 coins" + (f", +{tile[1]} VP" if tile[1] else "")
    beside = alone.replace("6", "3")
    assert shown(build)[0] == "Upgrade to a trading house" and shown(build)[1] in (alone, beside)
    transform = next(line for line in menu if line.endswith("to forest"))
    assert shown(transform)[0] == "Transform to forest"
    assert re.match(r"−[369] workers", shown(transform)[1])
    assert menu[transform].place == f"hexes {transform.split()[1]}"
    passing = next(line for line in menu if line.startswith("pass"))
    assert menu[passing].group == "end" and menu[passing].place == f"bonus_cards {passing.split()[1]}"


def test_a_key_is_used_on_a_track_and_shows_where_it_leads() -> None:
    position = acting()
    position.cults[1] = [9, 9, 2, 0]
    position.keys[1] = 1
    position.waits = (UseKey(1, 1, 0b11),)
    menu = [play for play in list_choices(position, RULES.list_legal_moves(position)) if play.group == "answer"]
    assert [(play.line, play.place) for play in menu] == [("key fire", "cults fire"), ("key water", "cults water")]
    assert say(GAME, menu[0].says) == "Use the key on fire"
    assert say(GAME, menu[0].cost) == "−1 key, +4 power, +1 fire, +1 earth, +1 air"


def test_the_mermaids_tap_a_structure_beside_the_river_hex_of_a_town() -> None:
    position = next(
        moment.position.copy()
        for moment in played("riverwalkers mermaids automa")
        if moment.legal and moment.position.deciding() == 2 and not moment.position.waits
    )
    for pieces in position.pieces:
        pieces[:] = [0] * len(pieces)
    where, position.purses[2].towns = position.map, 0
    river = next(r for r in iterate_bits(where.river) if (where.near[r] & where.land).bit_count() >= 4)
    beside = list(iterate_bits(where.near[river] & where.land))[:4]
    position.pieces[2][STRONGHOLD] = 1 << beside[0]
    position.pieces[2][TRADING_HOUSE] = sum(1 << hex_ for hex_ in beside[1:])
    names = where.hexes.name_options(position.owned(2))
    (play,) = (
        p
        for p in list_choices(position, RULES.list_legal_moves(position))
        if p.line == f"connect {where.hexes.names[river]}"
    )
    assert play.place == f"hexes {names[0]}"
    assert say(GAME, play.says) == f"Found a town across the river: {', '.join(names)}"
    assert say(GAME, play.cost) == "+1 town"
    act(position, RULES.read_move(position, play.line), Seeded("x"))
    svg = markup(SCREEN.drawing(position, str))
    assert svg.count("tm-key") == len(names) + 1  # the structures and the river hex


def test_a_long_list_is_quick() -> None:
    longest = max(moments(), key=lambda moment: len(moment.legal))
    assert len(longest.legal) > 60
    best = float("inf")
    for _ in range(5):
        start = process_time()
        list_choices(longest.position, longest.legal)
        best = min(best, process_time() - start)
    assert best < 0.015  # a few milliseconds on any machine of today


# --------------------------------------------------------------------------------------------------------- decisions


@every_table
def test_what_has_to_be_decided_is_said_and_the_seat_is_named_among_several(table: str) -> None:
    for moment in played(table):
        position = moment.position
        words = decision(position)
        check_spoken(GAME, words)
        if RULES.find_due(position) is None:
            assert words == text("standing.over")
        elif position.deciding() == AUTOMA:
            assert words.key in ("standing.automas_turn", "decision.automa_places")
        elif len(position.humans) > 1:
            faction = say(GAME, text(f"human.{position.setup.humans[position.deciding() - 1].id}"))
            assert say(GAME, words).startswith(f"{faction}: ")
        else:
            assert words.key.startswith("decision.")


def acting() -> Position:
    """Return a position in which the only human may act."""
    return next(
        moment.position.copy()
        for moment in played("cultists automa")
        if any(move.verb == moves.PASS for move in moment.legal) and moment.position.deciding()
    )


def test_every_kind_of_pending_decision_has_words_of_its_own() -> None:
    position = acting()
    said = set()
    kinds = [kind for kind in STEPS.values() if kind is not ReserveCard]  # that one never waits for anybody's answer
    for kind in kinds:
        position.waits = (kind(AUTOMA if kind is AutomaPlaces else 1),)
        check_spoken(GAME, decision(position))
        said.add(say(GAME, decision(position)))
    assert len(said) == len(kinds)
    favor_and_town: tuple[Pending, ...] = (TakeFavor(1), TakeTown(1))
    position.waits = favor_and_town
    assert say(GAME, decision(position)) == "In any order: Choose a town tile, Choose a favor tile"


def test_every_part_of_a_turn_has_words_of_its_own() -> None:
    position = acting()

    def asked(**noted: int) -> str:
        position.turn = replace(position.turn.begun[1], **noted)
        return say(GAME, decision(position))

    assert asked() == "Your action"
    assert asked(extra=1) == "Take the first of your two actions"
    assert asked(acted=1, free_spades=1) == "1 spade left: transform a hex or stop"
    assert asked(acted=1, free_spades=2) == "2 spades left: transform a hex or stop"
    assert asked(acted=1, homed=1, may_build=1) == "Build a dwelling on a hex you transformed, or end your turn"
    assert asked(acted=1, exchanges=3) == "Turn up to 3 workers into priests, or end your turn"
    assert asked(acted=1) == "Convert resources, or end your turn"


def decision(position: Position) -> Text:
    return RULES.list_prompts(position)[0]


def test_power_is_offered_as_much_as_fits_and_can_be_paid() -> None:
    position = acting()
    purse = position.purses[1]
    purse.bowl1, purse.bowl2 = 5, 0
    position.offers = (Offer(1, AUTOMA, 4, 1),)
    assert say(GAME, decision(position)) == "Automa built next to you: gain 4 power for 3 VP?"
    take, decline = list_choices(position, RULES.list_legal_moves(position))
    assert (say(GAME, take.says), say(GAME, take.cost)) == ("Gain 4 power", "−3 VP, +4 power")
    assert decline.cost is None and {take.group, decline.group} == {"answer"}
    purse.bowl1, purse.bowl2 = 0, 2
    assert say(GAME, decision(position)) == "Automa built next to you: gain 2 power for 1 VP?"
    position.vp[1] = 0
    assert say(GAME, decision(position)) == "Automa built next to you: gain 1 power for free?"
    take, _ = list_choices(position, RULES.list_legal_moves(position))
    assert say(GAME, take.cost) == "+1 power"
    assert take.place == ""
    position.offers = (Offer(1, AUTOMA, 4, 1, at=2),)
    assert say(GAME, decision(position)) == "Automa built on A3, next to you: gain 1 power for free?"
    position.vp[1] = 9
    assert say(GAME, decision(position)) == "Automa built on A3, next to you: gain 2 power for 1 VP?"
    take, decline = list_choices(position, RULES.list_legal_moves(position))
    assert (take.place, decline.place) == ("hexes A3", "")


def test_the_end_names_the_winner_and_only_who_played() -> None:
    for table in ("witches nomads giants mermaids dwarves", "cultists automa"):
        position = played(table)[-1].position
        over, winner = RULES.list_prompts(position)
        assert over == text("standing.over")
        line = say(GAME, winner)
        assert ("Automa" in line) == ("automa" in table)
        for seat in position.clockwise():
            assert f"{say(GAME, text(f'seat.{SEATS.names[seat]}'))} {position.vp[seat]}" in line


# ------------------------------------------------------------------------------------------------ standing, history


@every_table
def test_standing_agrees_with_the_purses(table: str) -> None:
    for moment in played(table)[::4]:
        position = moment.position
        standing = SCREEN.standing(position)
        order = [*position.humans, *([AUTOMA] if position.setup.automa else [])]
        assert [seat.id for seat in standing.seats] == [SEATS.names[s] for s in order]
        assert [seat.vp for seat in standing.seats] == [position.vp[s] for s in order] == list(SCREEN.points(position))
        assert (
            len({seat.letter for seat in standing.seats}) == len({seat.style for seat in standing.seats}) == len(order)
        )
        moving = [seat.id for seat in standing.seats if seat.to_move]
        assert moving == ([] if RULES.find_due(position) is None else [RULES.find_due(position).seat])
        totals = {total.label.key.split(".")[1]: total for total in standing.totals}
        assert len(totals) == len(standing.totals)
        for total in standing.totals:
            assert total.icon in ICONS and len(total.values) == len(order)
        for i, seat in enumerate(position.humans):
            purse = position.purses[seat]
            have = {name: totals[name].values[i] for name in ("coins", "workers", "priests_left", "power", "keys")}
            assert have == {
                "coins": str(purse.coins),
                "workers": str(purse.workers),
                "priests_left": f"{purse.priests}/{position.priests[seat]}",
                "power": f"{purse.bowl1}/{purse.bowl2}/{purse.bowl3}",
                "keys": str(position.keys[seat]),
            }
            assert totals["dwelling"].values[i] == str(position.left[seat][0])
        for words in iterate_texts(standing):
            check_spoken(GAME, words)
        for words in (*GAME.totals(position), *RULES.list_prompts(position)):
            check_spoken(GAME, words)


def test_without_the_automa_nothing_is_shown_of_her() -> None:
    for moment in played("riverwalkers witches")[::10]:
        position = moment.position
        assert SCREEN.faces(position) == [] and GAME.cards(position) == []
        shown = [*iterate_texts(SCREEN.standing(position)), *GAME.totals(position), *GAME.layout(position)]
        shown += [place.name for place in SCREEN.drawing(position, str).places]
        for words in shown:
            assert "utoma" not in say(GAME, words), words


@every_table
def test_a_set_up_is_laid_out_in_words(table: str) -> None:
    position, _ = opening(table, 1)
    lines = GAME.layout(position)
    assert sum(line.key == "layout.human" for line in lines) == len(position.humans)
    assert any(line.key == "layout.automa" for line in lines) == position.setup.automa
    for line in lines:
        check_spoken(GAME, line)


@every_table
def test_every_event_is_said(table: str) -> None:
    silent, told = set(), set()
    for moment in played(table):
        board = moment.position.copy()
        for event in moment.events:
            words = SCREEN.said(board, event)
            if words is None:
                if not isinstance(event, Gained) or event.source != FROM_RESOURCES or event.vp:
                    silent.add(type(event).__name__)
            else:
                told.add(type(event).__name__)
                check_spoken(GAME, words)
                assert len(say(GAME, words)) < 120
            event.apply(board)
    waiting = {
        "StepOpened",
        "StepClosed",
        "StepDeferred",
        "Offered",
        "Answered",
        "GiftAwaited",
        "GiftClosed",
        "TurnNoted",
        "StageBegun",
    }
    assert silent <= {"TurnDone", "Gathered", *waiting}  # what has to be decided is said by the decision itself
    assert told >= {"Gained", "Built", "Upgraded", "Passed", "RoundEnded", "GameEnded"}


def line_of(event: Event, position: Position | None = None) -> str:
    words = SCREEN.said(position or acting(), event)
    assert words is not None
    check_spoken(GAME, words)
    return say(GAME, words)


def test_bookings_as_they_are_read() -> None:
    assert line_of(Gained(1, source=FROM_CONVERT, coins=-2, workers=-1)) == "You paid 1 worker, 2 coins"
    assert line_of(Gained(1, source=FROM_CONVERT, bowl1=-1, bowl2=-1, bowl3=2)) == "You gained 3 power"
    assert line_of(Gained(1, source=FROM_ROUND, vp=4)) == "You scored 4 VP (scoring tile)"
    assert line_of(Gained(1, source=FROM_LEECH, vp=-1, bowl1=-2, bowl2=2)) == "You paid 1 VP and gained 2 power"
    assert line_of(Gained(1, source=FROM_CONVERT, bowl2=-2, bowl3=1)) == "You paid 1 power token and gained 1 power"
    assert (
        line_of(Gained(1, source=FROM_CONVERT, workers=2, bowl1=4, bowl3=-4)) == "You paid 4 power and gained 2 workers"
    )
    assert (
        line_of(Gained(1, source=FROM_RESOURCES, coins=-7, vp=2, bowl1=3, bowl3=-3))
        == "You scored 2 VP (leftover resources)"
    )
    assert SCREEN.said(acting(), Gained(1, source=FROM_RESOURCES, coins=-1)) is None


def test_rare_events_as_they_are_read() -> None:
    position = acting()
    a, b, c = position.map.hexes.name_options(position.map.land)[:3]
    hexes = position.map.hex(a), position.map.hex(b), position.map.hex(c)
    founded = TownGrown(1, 1 << hexes[0] | 1 << hexes[1])
    assert line_of(founded, position) == f"You founded a town with {a}, {b}"
    founded.apply(position)
    assert line_of(TownGrown(1, founded.hexes | 1 << hexes[2]), position) == f"Your town now includes {c}"
    assert line_of(Levelled(1, "digging")) == "You advanced: digging 1"
    assert line_of(Shifted(1, 2)) == "Your home terrain became swamp"
    assert line_of(Left(1)) == "You left the game"
    position.cults[1][0] = 5
    assert line_of(CultAdvanced(1, 0, -3), position) == "You went down to 2 on the fire track"
    position.cults[1][0] = 10
    assert line_of(CultAdvanced(1, 0, 1), position) == "You stayed on 10 of the fire track"


# --------------------------------------------------------------------------------------------------------- the board


@every_table
def test_the_drawing_shows_everybodys_pieces_and_towns(table: str) -> None:
    style = SCREEN.style() + (STATIC / "components.css").read_text(encoding="utf-8")
    for moment in played(table)[::17]:
        position = moment.position
        drawing = SCREEN.drawing(position, str)
        root = check_markup(markup(drawing))
        for name in list_classes(root) - {"pc-o", "ic-b"}:
            assert re.search(rf"\.{name}\b", style), name
        standing = sum(position.owned(seat).bit_count() for seat in range(len(position.pieces)))
        shown = Counter(element.get("class") for element in root.iter())
        assert shown["tm-halo"] == standing
        assert shown["tm-bridge"] == sum(mask.bit_count() for mask in position.bridges)
        in_towns = sum((purse.towns.bit_count() + purse.rivers.bit_count()) for purse in position.purses)
        assert shown["tm-key"] == in_towns
        assert shown["tm-token"] == position.used.bit_count()
        priests = sum(seat >= 0 for seat in position.spaces)
        for place in drawing.places:
            check_spoken(GAME, place.name)
            if place.key.startswith("cults "):
                priests -= place.pieces.count("tm-piece") - len(position.clockwise())
                for seat in position.clockwise():
                    assert f"{say(GAME, text(f'seat.{SEATS.names[seat]}'))} " in say(GAME, place.name)
        assert priests == 0
        for place in drawing.places:
            assert 0 <= place.x <= drawing.width and 0 <= place.y <= drawing.height


def test_markers_on_one_space_of_a_track_do_not_hide_each_other() -> None:
    position, _ = opening("witches nomads giants mermaids dwarves", 1)
    for at in range(2, 6):
        for seat in position.humans:
            position.cults[seat][0] = 3 if seat <= at else 7
        track = next(place for place in SCREEN.drawing(position, str).places if place.key == "cults fire")
        where = [(float(x), float(y)) for x, y in re.findall(r'<text x="([\d.]+)" y="([\d.]+)"', track.pieces)]
        assert len(set(where)) == 5
        for i, one in enumerate(where):
            for other in where[:i]:
                assert abs(one[0] - other[0]) + abs(one[1] - other[1]) >= 7


# ----------------------------------------------------------------------------------------------------------- set-up


def test_every_option_has_a_name_and_stands_on_a_screen() -> None:
    by_key = {option.key: option for option in RULES.options}
    for option in RULES.options:
        assert option.screen in (1, 2, 3)
        check_spoken(GAME, Text(f"label.{option.key}"))
        for key, values in option.when:
            assert set(values) <= set(by_key[key].choices), option.key
    hers = [option.key for option in RULES.options if ("automa", ("yes",)) in option.when]
    assert {"level", "faction", "home", "reaching"} <= set(hers)
    assert not {"human", "map", "order", "scoring", "seed"} & set(hers)
    assert by_key["human4"].when == (("human3", tuple(FACTIONS)),)
