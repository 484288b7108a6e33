"""Conquering and exploring: which hexes, which distance, which pattern (TA-079 … TA-100)."""

from __future__ import annotations

from soloist.core.bits import Mask, bits, mask_of
from soloist.core.chance import Draw
from soloist.core.decide import Check, Keep, Least, Most, Only, Procedure, decide
from soloist.core.text import Domain, Word, text
from soloist.core.trace import NEVER
from soloist.games.tapestry.automa.view import View
from soloist.games.tapestry.board.events import Achieved, Conquered, Explored, Toppled, Trapped
from soloist.games.tapestry.board.state import EMPTY, NOBODY, UNSEEN
from soloist.games.tapestry.board.tables import (
    ACHIEVEMENTS,
    AUTOMA,
    CARDS,
    DECISION_CARDS,
    MIDDLE_ISLAND,
    MILITARY,
    SEATS,
    SHADOW,
    TERRITORIES,
    TOPPLE_TWO,
)

YES_NO = Domain("yes_no", ["no", "yes"], words="yes_no")
ROTATIONS = Domain("rotations", list("012345"))
TILE = Draw("territory_tile", TERRITORIES, text("question.territory_tile"), "TA-085")
ROTATION = Draw("rotation", ROTATIONS, text("question.rotation"), "TA-085")
PROGRESS = Draw("progress", CARDS, text("question.progress"), "TA-124")
TRAP = Draw("trap", YES_NO, text("question.trap"), "TA-083", asked=True)


def hexes(v: View) -> Domain:
    return v.map.hexes


# --------------------------------------------------------------------------------------------------------- legal hexes


def _near_hers(v: View) -> Mask:
    """Next to a territory she controls; anywhere when the icon says so (TA-073, TA-080)."""
    if v.anywhere:
        return v.map.hexes.everything
    return v.map.around(v.board.controlled(AUTOMA))


def conquerable(v: View) -> Mask:
    """Territories with at most 1 token, of whomever, that she does not control (TA-080a, TA-R29, TR-087)."""
    board = v.board
    open_ = mask_of(h for h in bits(board.territories()) if board.tokens(h) <= 1)
    return open_ & ~board.controlled(AUTOMA) & _near_hers(v)


def explorable(v: View) -> Mask:
    """Empty hexes, with the ANYWHERE icon all of them, while a territory tile is left (TA-080c, TA-R26, TA-R30)."""
    if v.board.tile_count() <= 0:
        return 0
    return mask_of(h for h, tile in enumerate(v.board.tile) if tile == EMPTY) & _near_hers(v)


def yours(v: View) -> Mask:
    """Territories of a human that she can legally conquer (TA-082)."""
    return conquerable(v) & v.board.human_controlled()


def neutral(v: View) -> Mask:
    """Everything else she can conquer or explore; next to you only with the toppled icon (TA-084n)."""
    mask = (conquerable(v) | explorable(v)) & ~v.board.human_controlled()
    return mask if v.tie.toppled else mask & ~v.map.around(v.board.human_controlled())


# --------------------------------------------------------------------------------------------------------- tiebreakers


def first_of_the_pattern(v: View, mask: Mask) -> Mask:
    """Walk the printed pattern of the tiebreaker card; the first valid hex is taken (TA-083b, TA-084d, TA-100, TA-R01)."""
    for hex_ in v.map.orders[v.tie.pattern]:
        if mask >> hex_ & 1:
            return 1 << hex_
    return 0


def _pattern_note(v: View, mask: Mask) -> dict[str, object]:
    return {"card": v.tie.id, "pattern": Word(f"pattern.{v.tie.pattern}")}


HEX_TIEBREAKER: Keep[View] = Keep("TA-100", first_of_the_pattern, _pattern_note)


def far(v: View, hex_: int) -> int:
    """The distance from you along a path; a hex without one counts as furthest, or as near (TA-091, TA-R02, TA-R05)."""
    steps = v.to_you(hex_)
    return steps if steps < NEVER or v.board.setup.rulings["no_path"] == "furthest" else 0


def has_an_outpost(v: View) -> bool:
    """TA-080b."""
    return v.board.supply[AUTOMA] > 0


_TO_MIDDLE_OPPONENT: Least[View] = Least("TA-083a", lambda v, h: v.to_middle(h))
_TO_MIDDLE_NEUTRAL: Least[View] = Least("TA-084a", lambda v, h: v.to_middle(h))
_TO_SINGLE: Least[View] = Least("TA-084b", lambda v, h: v.to_single(h))
_TO_YOU: Least[View] = Least("TA-084c", lambda v, h: v.to_you(h))


def conquer_opponent(middle: bool) -> Procedure[View]:
    """TA-083, with the middle island as a goal while she can still gain it (TA-081)."""
    return _OPPONENT[middle]


def conquer_neutral(middle: bool, single: bool) -> Procedure[View]:
    """TA-084: towards the middle island, then towards your lone outposts, or towards you; a hex without a path drops out
    while another has one (TA-R04)."""
    return _NEUTRAL[middle, single]


_OPPONENT = {
    middle: Procedure[View](
        "TA-083",
        of=hexes,
        checks=(Check("TA-080", has_an_outpost),),
        valid=(Only("TA-082", yours),),
        tiebreakers=(*((_TO_MIDDLE_OPPONENT,) if middle else ()), HEX_TIEBREAKER),
        execute=lambda v, hex_: [],
    )
    for middle in (False, True)
}
_NEUTRAL = {
    (middle, single): Procedure[View](
        "TA-084",
        of=hexes,
        checks=(Check("TA-080", has_an_outpost),),
        valid=(Only("TA-084", neutral, lambda v: {"icon": Word("icon.toppled" if v.tie.toppled else "icon.none")}),),
        tiebreakers=(
            *((_TO_MIDDLE_NEUTRAL,) if middle else ()),
            _TO_SINGLE if single else _TO_YOU,
            HEX_TIEBREAKER,
        ),
        execute=lambda v, hex_: [],
    )
    for middle in (False, True)
    for single in (False, True)
}
EXPLORE = {
    spread: Procedure[View](
        "TA-090",
        of=hexes,
        valid=(Only("TA-090", explorable),),
        tiebreakers=(*((Most("TA-091", far),) if spread else ()), HEX_TIEBREAKER),
        execute=lambda v, hex_: [],
    )
    for spread in (False, True)
}


# ------------------------------------------------------------------------------------------------------------- actions


def lay_tile(v: View, hex_: int) -> None:
    """A territory tile from the pile, turned at random (TA-085, TA-092)."""
    tile = v.chance.face_down(TILE, v.board.tiles_left)  # which tile it is changes nothing for her
    v.do(Explored(AUTOMA, hex_, UNSEEN if tile is None else tile, v.chance.pick(ROTATION, ROTATIONS.everything)))


def explore(v: View, anywhere: bool) -> None:
    """TA-090 … TA-092: away from you, unless military is her favourite track."""
    v.anywhere = anywhere
    card_for_turn_1(v)
    hex_ = decide(EXPLORE[v.board.favorite[AUTOMA] != MILITARY], v, v.trace, v.chance)
    if hex_ is not None:
        lay_tile(v, hex_)


def conquer(v: View, anywhere: bool) -> None:
    """TA-082: your territory if she can take one, otherwise neutral ground."""
    v.anywhere = anywhere
    card_for_turn_1(v)
    middle = v.board.can_gain_middle_island()
    if yours(v):
        hex_ = decide(conquer_opponent(middle), v, v.trace, v.chance)
        if hex_ is not None:
            _take_from_you(v, hex_)
    else:
        hex_ = decide(conquer_neutral(middle, bool(v.single_territories())), v, v.trace, v.chance)
        if hex_ is not None:
            _take_neutral(v, hex_)
    if hex_ is not None:
        check_achievements(v, hex_)


def card_for_turn_1(v: View) -> None:
    """In income turn 1 there is no pair yet: an action that needs a tiebreaker card turns one up from the progress deck and
    shuffles it back (TA-112a, TA-R23). Later the most recent pair counts (TA-087, TA-112b)."""
    board = v.board
    if board.income[AUTOMA] != 1 or board.tie_card != NOBODY or not board.progress:
        return
    if v.turned_up and board.setup.rulings["progress_card"] == "one":
        return
    v.tie = DECISION_CARDS[v.chance.pick(PROGRESS, board.progress)]
    v.turned_up = True
    v.remark("TA-112", card=v.tie.id)


def _take_from_you(v: View, hex_: int) -> None:
    """Her outpost stands (TA-083c) and yours falls (TA-083e), unless you play a trap (TA-083d)."""
    owner = next(s for s in v.board.humans if v.board.up[s][hex_])
    v.do(Conquered(AUTOMA, hex_))
    if v.chance.pick(TRAP, YES_NO.everything):
        v.remark("TA-083", how=Word("conquer.trap"))
        v.do(Trapped(AUTOMA, hex_, owner))
        if v.board.topples_two(owner):  # you are earlier than whatever she earns later in this turn (TR-130)
            achieve(v, TOPPLE_TWO, owner)


def _take_neutral(v: View, hex_: int) -> None:
    """A tile on an empty hex (TA-085a), her outpost (TA-085b), and with the icon a toppled Shadow Empire outpost (TA-085c):
    not on the middle island, not as a third token, not without a piece (TA-R38)."""
    board = v.board
    if board.tile[hex_] == EMPTY:
        lay_tile(v, hex_)
    v.do(Conquered(AUTOMA, hex_))
    if v.tie.toppled and hex_ != v.map.middle and board.tokens(hex_) == 1 and board.supply[SHADOW] > 0:
        v.remark("TA-085c", hex=v.map.hexes.name(hex_))
        v.do(Toppled(SHADOW, hex_))


def check_achievements(v: View, hex_: int) -> None:
    """The middle island and two toppled outposts of yours in her territories as they lie now (TA-086, TA-104a, TA-R28,
    TR-131)."""
    board = v.board
    if hex_ == v.map.middle and board.up[AUTOMA][hex_]:
        achieve(v, MIDDLE_ISLAND)
    if board.topples_two(AUTOMA):
        achieve(v, TOPPLE_TWO)


def achieve(v: View, achievement: int, seat: int = AUTOMA) -> None:
    """Take a place, if one is left and it is not held yet. The Shadow Empire takes one without points (TA-104b); when both
    bots finish a track in one turn, the Automa is first because it advances first (TA-R34)."""
    board = v.board
    if board.achieved[seat] >> achievement & 1 or len(board.places[achievement]) >= 2:
        return
    name = Word(f"achievement.{ACHIEVEMENTS.names[achievement]}")
    v.remark("TA-104", bot=Word(f"seat.{SEATS.names[seat]}"), achievement=name)
    v.do(Achieved(seat, achievement))
