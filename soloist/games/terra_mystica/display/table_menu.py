"""The moves a human may enter at a tapped place, and the corrections there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from soloist.core.bits import iterate_bits
from soloist.core.menu import Blank, Choice
from soloist.core.text import Domain, Text, Word, text
from soloist.games.terra_mystica.board.notation import read_entered
from soloist.games.terra_mystica.board.state import NOBODY, OVER, PLACING, PLAYING, TerraMystica
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    BONUS,
    CULTS,
    DWELLING,
    FAVOR_TILES,
    FAVORS,
    GOGNOME_TOKENS,
    HUMAN,
    ICE,
    KINDS,
    ORDER_SPACES,
    POWER_ACTIONS,
    ROUNDS,
    SEATS,
    STRONGHOLD,
    TERRAIN,
    TOP,
    TOWNS,
    UPGRADES,
    VOLCANO,
)
from soloist.games.terra_mystica.board.tables import (
    CARDS as DECISION_CARDS,
)
from soloist.games.terra_mystica.display.drawing import ACTIONS, CARDS, HEXES, TRACKS
from soloist.games.terra_mystica.display.instructions import without_dwellings
from soloist.games.terra_mystica.display.seats import SEAT_WORDS
from soloist.games.terra_mystica.display.standing import KIND_ICONS

#: bridges per player (TM-086)
BRIDGES = 3
#: most victory points in one entry
MOST_VP = 60


def list_choices(board: TerraMystica, key: str) -> list[Choice]:
    """Return the choices of a place, or for an empty key those without a place."""
    of, _, name = key.partition(" ")
    if of == HEXES and (hex_ := board.map.hexes.find_option(name)) is not None:
        return _list_hex_choices(board, hex_)
    if of == TRACKS and (track := CULTS.find_option(name)) is not None:
        return _list_track_choices(board, track)
    if of == ACTIONS and (action := POWER_ACTIONS.find_option(name)) is not None:
        return _list_action_choices(board, action)
    if of == CARDS and (card := BONUS.find_option(name)) is not None:
        return _bonus_card(board, card)
    return _of_no_place(board) if not key else []


def end_of_turn(board: TerraMystica) -> str:
    """Return the line `done` while a human is to move, otherwise ""."""
    if board.phase != PLAYING or board.to_move == AUTOMA:
        return ""
    return f"{_who(board.to_move)}done"


# ------------------------------------------------------------------------------------------------------------- seats


def _who(seat: int) -> str:
    """Return the beginning of this seat's lines, "" for the first human."""
    return "" if seat == HUMAN else f"{SEATS.names[seat]}: "


def _find_entering_seat(board: TerraMystica) -> int:
    """Return the seat whose move is entered: the one to move, or in the Automa's turn the next human who has not
    passed."""
    if board.phase == PLACING:
        return next((s for s in board.humans if not board.owned(s)), HUMAN)
    to_move: int = board.to_move
    if to_move != AUTOMA:
        return to_move
    return next((s for s in board.humans if s not in board.passed), HUMAN)


def _may_build(board: TerraMystica, seat: int, hex_: int) -> bool:
    """Return whether a dwelling may be built here now.

    Starting dwellings go on home terrain (TM-015), one for each human before hers (TMA-018, TMA-096).
    """
    if board.phase == PLACING and (board.owned(seat) or board.setup.humans[seat - 1].id == "chaos_magicians"):
        return False
    if board.phase == PLACING or board.starting(seat):
        return bool(board.starting_ground(seat) >> hex_ & 1)
    return board.left[seat][DWELLING] > 0


def _chooses_bonus(board: TerraMystica) -> int | None:
    """Return the human who still has to choose the first bonus card (TMA-017), also after round 1 has begun."""
    before = board.phase == PLACING
    open_to = [s for s in board.humans if board.bonus[s] == NOBODY] if before else board.without_card()
    return next(iter(open_to), None)


def _may_pass(board: TerraMystica) -> bool:
    return board.phase == PLAYING and board.to_move != AUTOMA and board.to_move not in board.passed


# ------------------------------------------------------------------------------------------------------------ blanks


def _words(names: Iterable[str], section: str) -> tuple[tuple[str, Text], ...]:
    return tuple((name, text(f"{section}.{name}")) for name in names)


def _kind_blank(kinds: Iterable[int]) -> Blank:
    return Blank("KIND", text("blank.kind"), _words((KINDS.names[k] for k in kinds), "kind"))


def _terrain_blank(terrains: Iterable[int]) -> Blank:
    return Blank("TERRAIN", text("blank.terrain"), _words((TERRAIN.names[t] for t in terrains), "terrain"))


def _number_blank(label: str, least: int, most: int) -> Blank:
    return Blank("N", text(f"blank.{label}"), least=least, most=most)


def _of_seat(seat: int, what: str, **args: object) -> Text:
    """Return a correction that names its seat."""
    return text(f"move.{what}", seat=SEAT_WORDS[seat], **args)


def _listed(of: Domain, mask: int) -> str:
    return " ".join(of.name_options(mask)) or "-"


# ------------------------------------------------------------------------------------------------------------ the map


def _list_hex_choices(board: TerraMystica, hex_: int) -> list[Choice]:
    name = board.map.hexes.names[hex_]
    owner = board.owner_at(hex_)
    told: list[Choice] = []
    if board.phase != OVER:
        if owner is None:
            told += _list_empty_choices(board, hex_, name)
        elif owner != AUTOMA and board.phase == PLAYING:
            told += _list_upgrade_choices(board, owner, hex_, name)
        if board.phase == PLAYING:
            told += _list_bridge_choices(board, owner if owner else _find_entering_seat(board), hex_, name)
    return told + _mend_hex(board, hex_, name, owner)


def _list_empty_choices(board: TerraMystica, hex_: int, name: str) -> list[Choice]:
    seat = _find_entering_seat(board)
    told = []
    terrain = board.terrain_at(hex_)
    if board.phase == PLAYING and (waiting := without_dwellings(board)):
        seat = waiting[0]
    who = _who(seat)
    if _may_build(board, seat, hex_):
        digs = len(read_entered(board, f"{who}build {name}")) > 1  # the notation adds the transformation it needs
        key = "move.transform_and_build" if digs else "move.build"
        told.append(Choice(f"{who}build {name}", text(key, hex=name), "dwelling"))
    if board.phase == PLAYING and not board.starting(seat) and terrain not in (ICE, VOLCANO):
        others = [t for t in range(ICE) if t != terrain]
        line = f"{who}transform {name} to {{TERRAIN}}"
        told.append(Choice(line, text("move.transform", hex=name), "spade", (_terrain_blank(others),)))
    return told


def _list_upgrade_choices(board: TerraMystica, seat: int, hex_: int, name: str) -> list[Choice]:
    kind = board.kind_at(seat, hex_)
    assert kind is not None
    bigger = [k for k in UPGRADES[kind] if board.left[seat][k] > 0]
    if not bigger:
        return []
    line = f"{_who(seat)}upgrade {name} to "
    if len(bigger) == 1:
        kind_word = Word(f"a.{KINDS.names[bigger[0]]}")
        says = text("move.upgrade_to", hex=name, kind=kind_word)
        return [Choice(line + KINDS.names[bigger[0]], says, KIND_ICONS[bigger[0]])]
    return [Choice(line + "{KIND}", text("move.upgrade", hex=name), KIND_ICONS[bigger[0]], (_kind_blank(bigger),))]


def _list_bridge_choices(board: TerraMystica, seat: int, hex_: int, name: str) -> list[Choice]:
    """Return the bridges from this hex; one of their ends must be the seat's own (TM-087)."""
    standing = board.standing()
    if seat == AUTOMA or board.bridges[seat].bit_count() >= BRIDGES:
        return []
    own = board.owned(seat)
    ends = []
    for i, (a, b) in enumerate(board.map.bridges):
        if hex_ in (a, b) and not standing >> i & 1 and own & (1 << a | 1 << b):
            ends.append(board.map.hexes.names[b if a == hex_ else a])
    if not ends:
        return []
    options = tuple((end, text("move.hex", hex=end)) for end in ends)
    blank = Blank("HEX", text("blank.hex"), options)
    return [Choice(f"{_who(seat)}bridge {name} {{HEX}}", text("move.bridge", hex=name), "bridge", (blank,))]


def _mend_hex(board: TerraMystica, hex_: int, name: str, owner: int | None) -> list[Choice]:
    """Return the corrections of a hex: structure, tokens, terrain."""
    kinds = range(len(KINDS.names) if board.setup.mots else len(KINDS.names) - 1)
    mended: list[Choice] = []

    def mend(line: str, says: Text, icon: str, *blanks: Blank) -> None:
        mended.append(Choice(line, says, icon, blanks, group="correction"))

    if owner is None:
        for seat in (*board.humans, AUTOMA):
            mend(f"{_who(seat)}put {name} {{KIND}}", _of_seat(seat, "put", hex=name), "plus", _kind_blank(kinds))
    else:
        other = [k for k in kinds if k != board.kind_at(owner, hex_)]
        mend(f"{_who(owner)}put {name} {{KIND}}", text("move.replace", hex=name), "redo", _kind_blank(other))
        mend(f"{_who(owner)}remove {name}", text("move.remove", hex=name), "minus")
    if owner == AUTOMA:
        marked = board.marks >> hex_ & 1
        verb = "unmark" if marked else "mark"
        mend(f"automa: {verb} {name}", text(f"move.{verb}", hex=name), "unmarked" if marked else "marked")
    if owner and board.setup.mots and not board.traded >> hex_ & 1:
        mend(f"automa: trade {name}", text("move.trade", hex=name), "trade")
    if board.setup.faction == "symbionts" and not board.cubes >> hex_ & 1:
        mend(f"automa: cube {name}", text("move.cube", hex=name), "worker")
    if board.setup.faction == "blight" and not board.blighted >> hex_ & 1:
        mend(f"automa: blight {name}", text("move.blight", hex=name), "territory")
    for field, lying, icon in (
        ("traded", board.traded, "trade"),
        ("cubes", board.cubes, "worker"),
        ("blighted", board.blighted, "territory"),
    ):
        if lying >> hex_ & 1:
            rest = _listed(board.map.hexes, lying & ~(1 << hex_))
            mend(f"set {field} = {rest}", text(f"move.no_{field}", hex=name), icon)
    here = board.terrain_at(hex_)
    terrains = [t for t in range(len(TERRAIN.names)) if t != here]
    mend(f"set terrain.{name} = {{TERRAIN}}", text("move.terrain", hex=name), "map", _terrain_blank(terrains))
    return mended


# ------------------------------------------------------------------------------------------------- cults and actions


def _list_track_choices(board: TerraMystica, track: int) -> list[Choice]:
    cult = CULTS.names[track]
    word = Word(f"cult.{cult}")
    told = []
    if board.phase == PLAYING:
        seat = _find_entering_seat(board)
        who = _who(seat)
        free = {n for n, s in zip(ORDER_SPACES, board.spaces[4 * track : 4 * track + 4], strict=True) if s == NOBODY}
        spaces = tuple((str(n), text(f"blank.space_{n}")) for n in (3, 2, 1) if n in free or n == 1)
        priest = Blank("SPACE", text("blank.space"), spaces)
        told = [
            Choice(f"{who}priest {cult} {{SPACE}}", text("move.priest", cult=word), "priest", (priest,)),
            Choice(f"{who}cult {cult} +{{N}}", text("move.cult", cult=word), cult, (_number_blank("steps", 1, TOP),)),
        ]
        tiles = [t for t in _favors(board, seat) if FAVOR_TILES[t].track == track]
        if tiles:
            told.append(_make_favor_choice(seat, tiles))
    mended = []
    for seat in (*board.humans, AUTOMA):
        line = f"{_who(seat)}cult {cult} = {{N}}"
        says = _of_seat(seat, "set_cult", cult=word)
        mended.append(Choice(line, says, cult, (_number_blank("on_track", 0, TOP),), group="correction"))
    nobody = ("-", text("blank.nobody"))
    seats = (nobody, *((SEATS.names[s], text(f"seat.{SEATS.names[s]}")) for s in (*board.humans, AUTOMA)))
    blanks = tuple(
        Blank(slot, text("blank.on_space", number=n), seats) for slot, n in zip("PQRS", ORDER_SPACES, strict=True)
    )
    line = f"set spaces.{cult} = {{P}} {{Q}} {{R}} {{S}}"
    mended.append(Choice(line, text("move.spaces", cult=word), "priest", blanks, group="correction"))
    return told + mended


def _favors(board: TerraMystica, seat: int) -> list[int]:
    """Return the favor tiles a seat may take (TM-058)."""
    return [t for t in range(len(FAVORS.names)) if board.favors_left(t) > 0 and not board.favors[seat] >> t & 1]


def _make_favor_choice(seat: int, tiles: Sequence[int]) -> Choice:
    blank = Blank("FAVOR", text("blank.favor"), _words((FAVORS.names[t] for t in tiles), "favor"))
    return Choice(f"{_who(seat)}favor {{FAVOR}}", text("move.favor"), "favor", (blank,))


def _list_action_choices(board: TerraMystica, action: int) -> list[Choice]:
    name = POWER_ACTIONS.names[action]
    used = board.used >> action & 1
    word = Word(f"action.{name}")
    found = []
    if board.phase == PLAYING:
        seat = _find_entering_seat(board)
        yetis = board.setup.humans[seat - 1].id == "yetis" and board.pieces[seat][STRONGHOLD]
        if not used or yetis:
            found.append(Choice(f"{_who(seat)}action {name}", text("move.action", action=word), "power"))
    other = _listed(POWER_ACTIONS, board.used ^ 1 << action)
    says = text("move.unblock" if used else "move.block", action=word)
    found.append(Choice(f"set actions_used = {other}", says, "minus" if used else "blocked", group="correction"))
    return found


# ----------------------------------------------------------------------------------------------- cards, and the rest


def _bonus_card(board: TerraMystica, card: int) -> list[Choice]:
    name = BONUS.names[card]
    word = Word(f"bonus.{name}")
    found = []
    seat = _chooses_bonus(board)
    if card in board.row:
        if seat is not None:
            found.append(Choice(f"{_who(seat)}bonus {name}", _of_seat(seat, "bonus_card", card=word), "bonus-card"))
        elif _may_pass(board) and board.round < ROUNDS:
            found.append(Choice(f"{_who(board.to_move)}pass {name}", text("move.pass_card", card=word), "pass"))
    blank = _number_blank("coins", 0, 20)
    says = text("move.coins", card=word)
    return [*found, Choice(f"set coins.{name} = {{N}}", says, "coin", (blank,), group="correction")]


def _of_no_place(board: TerraMystica) -> list[Choice]:
    told: list[Choice] = []
    row = Blank("BONUS", text("blank.bonus"), _words((BONUS.names[c] for c in board.row), "bonus"))
    seat = _chooses_bonus(board)
    if seat is not None and board.row:
        told.append(Choice(f"{_who(seat)}bonus {{BONUS}}", _of_seat(seat, "bonus"), "bonus-card", (row,)))
    if _may_pass(board):
        who = _who(board.to_move)
        if board.round == ROUNDS or not board.row:
            told.append(Choice(f"{who}pass", text("move.pass"), "pass"))
        else:
            told.append(Choice(f"{who}pass {{BONUS}}", text("move.pass_for"), "pass", (row,)))
    if board.phase != PLACING:
        told += _list_point_choices(board)
    if board.phase == PLAYING:
        told += _list_tile_choices(board, _find_entering_seat(board))
    return told + _mend_table(board)


def _list_point_choices(board: TerraMystica) -> list[Choice]:
    """Return the choices for points, which may be entered at any time and after the end for resources (TM-100)."""
    told = []
    for seat in board.humans:
        blank = _number_blank("vp", 1, MOST_VP)
        told.append(Choice(f"{_who(seat)}vp +{{N}}", _of_seat(seat, "vp"), "vp", (blank,)))
        told.append(Choice(f"{_who(seat)}vp -{{N}}", _of_seat(seat, "pay"), "power", (blank,)))
    return told


def _list_tile_choices(board: TerraMystica, seat: int) -> list[Choice]:
    who, faction = _who(seat), board.setup.humans[seat - 1]
    towns = Blank("TOWN", text("blank.town"), _words(TOWNS.names, "town"))
    told = [Choice(f"{who}town {{TOWN}}", text("move.town"), "landmark", (towns,))]
    free = _favors(board, seat)
    if free:
        told.append(_make_favor_choice(seat, free))
    if board.shipping[seat] < faction.most_shipping:
        line = f"{who}shipping {board.shipping[seat] + 1}"
        told.append(Choice(line, text("move.shipping", n=board.shipping[seat] + 1), "shipping"))
    if faction.id == "fakirs":
        told.append(Choice(f"{who}carpet {{N}}", text("move.carpet"), "reaching", (_number_blank("hexes", 1, 4),)))
    if faction.id == "shapeshifters":
        taken = [board.home[s] for s in range(len(board.pieces))]
        terrains = _terrain_blank(t for t in range(ICE) if t not in taken)
        told.append(Choice(f"{who}home {{TERRAIN}}", text("move.home"), "map", (terrains,)))
    if board.tokens:
        tokens = tuple((name, text("move.token", token=name)) for name in GOGNOME_TOKENS.name_options(board.tokens))
        blank = Blank("TOKEN", text("blank.token"), tokens)
        told.append(Choice("achievement {TOKEN}", text("move.achievement"), "achievement", (blank,)))
    return told


def _mend_table(board: TerraMystica) -> list[Choice]:
    """Return the corrections of everything beside the map."""
    mended: list[Choice] = []

    def mend(line: str, says: Text, icon: str, *blanks: Blank) -> None:
        mended.append(Choice(line, says, icon, blanks, group="correction"))

    shown = (*board.humans, AUTOMA)
    kinds = _kind_blank(range(len(KINDS.names) if board.setup.mots else len(KINDS.names) - 1))
    for seat in shown:
        mend(f"{_who(seat)}vp = {{N}}", _of_seat(seat, "set_vp"), "vp", _number_blank("vp", 0, 300))
    for seat in shown:
        line = f"set left.{SEATS.names[seat]}.{{KIND}} = {{N}}"
        mend(line, _of_seat(seat, "set_left"), "dwelling", kinds, _number_blank("count", 0, 8))
    cards = (("-", text("blank.nothing")), *_words((BONUS.names[c] for c in board.setup.bonus), "bonus"))
    for seat in shown:
        line = f"set bonus.{SEATS.names[seat]} = {{BONUS}}"
        mend(line, _of_seat(seat, "set_bonus"), "bonus-card", Blank("BONUS", text("blank.bonus"), cards))
    for seat in board.humans:
        line = f"set shipping.{SEATS.names[seat]} = {{N}}"
        mend(line, _of_seat(seat, "set_shipping"), "shipping", _number_blank("level", 0, 5))
        mend(f"set keys.{SEATS.names[seat]} = {{N}}", _of_seat(seat, "set_keys"), "lock", _number_blank("count", 0, 9))
    mend("set priests.automa = {N}", text("move.set_priests"), "priest", _number_blank("count", 0, 7))
    mend("set round = {N}", text("move.set_round"), "next", _number_blank("round", 1, ROUNDS))
    if board.phase == PLAYING:
        seats = _words((SEATS.names[s] for s in shown), "seat")
        mend("set to_move = {SEAT}", text("move.set_to_move"), "start", Blank("SEAT", text("blank.seat"), seats))
        labels = tuple(
            (DECISION_CARDS.names[c], text("blank.card_number", label=board.printed.cards[c].label))
            for c in iterate_bits(board.setup.in_game)
        )
        blank = Blank("CARD", text("blank.card"), (("-", text("blank.nothing")), *labels))
        mend("set support = {CARD}", text("move.set_support"), "card", blank)
        mend("set action = {CARD}", text("move.set_action"), "card", blank)
    return mended
