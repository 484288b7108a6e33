"""Events in words for the history: past tense, short."""

from __future__ import annotations

from soloist.core.board import Event
from soloist.core.text import Text, Word, name_typed_words, text
from soloist.games.barrage.board import events as e
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import (
    BONUS,
    BUILDING,
    BUILDINGS,
    COLOURS,
    COMPANIES,
    CONTRACTS,
    HEADSTREAM,
    MACHINERIES,
    OBJECTIVES,
    OFFICERS,
    PLACES,
    SECTIONS,
    SPACE_TILES,
    SPACES,
    STRUCTURES,
    TECH,
    TILES,
    WORKS,
    tile_number,
)
from soloist.games.barrage.display.contract_words import contract_words
from soloist.games.barrage.display.layout import datum_name
from soloist.games.barrage.player import events as own

#: domains whose ids may occur in a correction
_TYPED = (CONTRACTS, TECH, WORKS, BUILDINGS, PLACES, SPACES, TILES, HEADSTREAM, BONUS, OBJECTIVES, OFFICERS)


def say_who(board: Barrage, seat: int) -> Word:
    """Return the subject of an event, with the helping verb of the language: "you" for the only human, otherwise the
    company."""
    humans = [s for s in range(board.players) if not board.is_automa(s)]
    return Word("who.you") if humans == [seat] else Word(f"who.{board.company(seat) or board.name(seat)}")


def describe_event(board: Barrage, event: Event) -> Text | None:
    """Return an event in words; None for one that the history leaves out."""
    seat: int = getattr(event, "seat", -1)
    does = {"who": say_who(board, seat)} if seat >= 0 else {}
    match event:
        case e.Placed(_, place, n, architect):
            return text(
                "said.architect" if architect and n == 1 else "said.engineers", n=n, where=_say_spot(place), **does
            )
        case e.Out():
            return text("said.out", **does)
        case e.TurnDone():
            return None
        case e.Built(_, structure, place):
            if structure == BUILDING:
                building = Word(f"building.{BUILDINGS.names[board.setup.buildings[place // 4]]}")
                return text("said.building", building=building, **does)
            kind = Word(f"a.{STRUCTURES.names[structure]}")
            return text("said.built", kind=kind, place=event.place_shown(board), **does)
        case e.Wheeled(_, excavators, mixers, excamixers, _):
            counts = zip((excavators, mixers, excamixers), MACHINERIES.names, strict=True)
            what = tuple(text(f"count.{k}", n=n) for n, k in counts if n)
            return text("said.wheel", what=what, **does) if what else None
        case e.Rotated(_, n):
            return text("said.rotated", n=n, **does) if n > 1 else None
        case e.Machined(_, kind, n):
            key = "said.machinery" if n > 0 else "said.paid_machinery"
            return text(key, what=text(f"count.{MACHINERIES.names[kind]}", n=abs(n)), **does)
        case e.TechTaken(_, tile):
            return text("said.patent", tile=Word(f"tech.{TECH.names[tile]}"), **does)
        case e.HumanHas(_, excavators, mixers, _):
            return text("said.has", excavators=excavators, mixers=mixers, **does)
        case e.WorkDone(_, work):
            return text("said.work", work=Word(f"work.{WORKS.names[work]}"), **does)
        case e.Fulfilled(_, contract):
            return text("said.fulfilled", contract=contract_words(board, contract), **does)
        case e.Taken(_, contract):
            return text("said.took", contract=contract_words(board, contract), **does)
        case e.ContractDiscarded(_, contract):
            return text("said.discarded", contract=contract_words(board, contract), **does)
        case e.Energy(_, n):
            return text("said.energy", n=n, total=max(0, board.energy[seat] + n), **does)
        case e.Gained(_, vp):
            return text("said.gained" if vp >= 0 else "said.lost", vp=abs(vp), total=board.vp[seat] + vp, **does)
        case e.Scored(_, what, vp):
            return text("said.scored", vp=vp, what=Word(f"score.{what}"), **does)
    return _say_own(board, event, does) or _say_water(board, event, does) or _say_table(board, event)


def _say_own(board: Barrage, event: Event, does: dict[str, Word]) -> Text | None:
    """Return events of digital games in words: credits, the draft, a copied officer, early returns from the wheel."""
    match event:
        case own.Paid(_, n):
            return text("said.credits_gained" if n > 0 else "said.credits_paid", n=abs(n), **does)
        case own.Seated(_, company, officer):
            name = COMPANIES.option_value(company)
            if officer < 0:
                return text("said.plays", company=name, **does)
            return text("said.plays_with", company=name, officer=OFFICERS.option_value(officer), **does)
        case own.Drafted(_, contract):
            return text("said.drafted", contract=contract_words(board, contract), **does)
        case own.Copied(_, officer) if officer >= 0:
            return text("said.copied", officer=Word(f"officer.{OFFICERS.names[officer]}"), **does)
        case own.LaidAside(_, value):
            return text("said.laid_aside", value=value, **does)
        case own.TileRetrieved(_, tile):
            return text("said.retrieved", tile=Word(f"tech.{TECH.names[tile]}"), **does)
        case own.FoundHome(_, tile):
            return text("said.home", tile=Word(f"tech.{TECH.names[tile]}"), **does)
        case own.MachineriesRetrieved(_, _, excavators, mixers, excamixers):
            return text("said.recovered", n=excavators + mixers + excamixers, **does)
    return None


def _say_spot(where: str) -> Word:
    """Return the section of a space; the history does not name single spaces."""
    at = SPACES.find_option(where)
    section = SPACE_TILES[at].section if at is not None else where
    return Word(f"spot.{section}") if section in SECTIONS else Word(f"space.{where}")


def _say_water(board: Barrage, event: Event, does: dict[str, Word]) -> Text | None:
    match event:
        case e.DropsPlaced(_, head, n):
            return text("said.water", n=n, head=_say_head(board, head), **does)
        case e.DropFlowed(_, head):
            return text("said.flow", head=_say_head(board, head), **does)
        case e.DamFilled(_, dam, n):
            return text("said.fill", n=n, place=board.map.dams.names[dam], **does)
        case e.Produced(_, system, drops, energy):
            return text("said.produced", energy=energy, drops=drops, **_system(board, system), **does)
        case e.Drained(_, system, drops):
            return text("said.drained", drops=drops, **_system(board, system), **does)
    return None


def _say_head(board: Barrage, head: int) -> Word:
    return Word(f"headstream.{board.map.headstreams.names[head]}")


def _system(board: Barrage, system: int) -> dict[str, object]:
    conduit, dam = board.map.systems.names[system].split("/")
    return {"conduit": conduit, "dam": dam}


def _say_table(board: Barrage, event: Event) -> Text | None:
    """Return events without a seat in words: tiles, displays, phases, corrections."""
    match event:
        case e.TopShown(tile):
            return text("said.top", tile=_tile(tile))
        case e.TileTurned():
            return text("said.turned", tile=_tile(board.top)) if board.top >= 0 else None
        case e.TilesShuffled():
            return text("said.shuffled")
        case e.Revealed(place, contract):
            spot = Word(f"contract_place.{PLACES.names[place]}")
            return text("said.revealed", place=spot, contract=contract_words(board, contract))
        case e.PileRefilled(colour):
            return text("said.refilled", colour=Word(f"colour.{COLOURS.names[colour]}"))
        case e.HeadstreamsFilled():
            return text("said.headstreams", round=board.round)
        case e.WaterFlowed():
            return text("said.water_phase")
        case e.RoundEnded():
            return text("said.round_ended", round=board.round)
        case e.PatentShown(slot, tile):
            return text("said.patent_shown", slot=slot + 1, tile=Word(f"tech.{TECH.names[tile]}"))
        case e.WorkShown(slot, work):
            return text("said.work_shown", slot=slot + 1, work=Word(f"work.{WORKS.names[work]}"))
        case e.GameEnded():
            return text("said.game_ended")
        case e.ValueEntered(key, value):
            return text("said.value", key=datum_name(key) or key, value=value)
        case e.Corrected(field, value):
            return text("said.corrected", field=_spoken(board, field), value=_spoken(board, value))
    return None


def _tile(tile: int) -> str:
    return tile_number(tile)


def _spoken(board: Barrage, typed: str) -> tuple[object, ...]:
    return name_typed_words(typed, *_TYPED, board.map.houses, board.map.house_basins)
