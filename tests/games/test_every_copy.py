"""Values that only the owner's box can tell: each has a name, a kind and possible answers, and placeholders can be
tapped."""

from __future__ import annotations

import pytest

from soloist.core.errors import BadInputError, UnreadableError
from soloist.manifest import Datum, find_game, game_ids
from soloist.session.words import Catalogue, languages
from soloist.web.routes.owner_values_steps import follow_taps, list_needed

EVERY = [(id, d) for id in game_ids() for d in find_game(id).data(None)]
WITH_STAND_IN = [(id, d) for id, d in EVERY if d.kind and d.stand_in]


def taps_for(d: Datum, value: str) -> list[str]:
    """Return the taps that enter a value, one per blank with a choice."""
    taps: list[str] = []
    while True:
        so_far = follow_taps(d, taps)
        if so_far.value:
            return taps
        taps.append(d.split_words(value)[len(so_far.words)])


@pytest.mark.parametrize("lang", languages())
def test_every_value_has_words(lang: str) -> None:
    for id in game_ids():
        game = find_game(id)
        words = Catalogue(lang, game)
        for d in game.data(None):
            said = [d.where, d.group, d.item, d.name, d.decides, *(blank.label for blank in d.blanks)]
            said += [name for blank in d.blanks for _, name in blank.options]
            for line in said:
                assert words.has_key(line.key), f"{d.key}: {line.key}"


def test_what_stands_in_could_have_been_tapped() -> None:
    assert len(WITH_STAND_IN) > 200
    for id, d in WITH_STAND_IN:
        if d.kind == "number":
            assert follow_taps(d, d.split_words(d.stand_in)).value == d.stand_in, d.key
        else:
            assert follow_taps(d, taps_for(d, d.stand_in)).value == d.stand_in, d.key
        assert find_game(id).check_datum(d.key, d.stand_in) == d.stand_in


def test_whatever_can_be_tapped_first_can_be_tapped_to_the_end() -> None:
    """Choosing the last option every time leads to a value that the game accepts or refuses with words."""
    for id, d in EVERY:
        if not d.kind or d.kind == "number":
            continue
        taps: list[str] = []
        while not (so_far := follow_taps(d, taps)).value:
            assert len(so_far.words) < len(d.blanks)
            taps.append(so_far.options[-1 - len(taps) % len(so_far.options)][0])
        try:
            assert find_game(id).check_datum(d.key, so_far.value) == so_far.value
        except BadInputError as refused:
            assert Catalogue("en", find_game(id)).has_key(refused.text.key)


def test_an_order_names_everything_once_and_begins_at_home() -> None:
    """TMA-035: the leftmost circle of a row is the home terrain, so six are left to tap, and the last follows."""
    row = next(d for _, d in EVERY if d.key == "atp.forest.a")
    assert follow_taps(row, []).words == ("forest",)
    assert len(taps_for(row, row.stand_in)) == 5
    with pytest.raises(UnreadableError):
        follow_taps(row, ["lakes", "lakes"])
    with pytest.raises(UnreadableError):
        follow_taps(row, [*taps_for(row, row.stand_in), "desert"])


def test_letters_are_hexes_of_the_home_terrain_on_the_drawn_map() -> None:
    """TMA-018: what is offered for a letter is drawn, and two letters of different triples may share a hex."""
    game = find_game("terra_mystica")
    words = Catalogue("en", game)
    for d in game.data(None):
        if d.kind != "place":
            continue
        drawn = game.screen.chart(d.key, words.say)
        assert drawn is not None
        labels = {place.label for place in drawn.places}
        assert {value for blank in d.blanks for value, _ in blank.options} <= labels
    letters = next(d for d in game.data(None) if d.key == "letters.original.forest")
    assert [len(blank.options) for blank in letters.blanks] == [11] * 6
    assert follow_taps(letters, "C3 F2 E9 F4 E9 C4".split()).value == "C3 F2 E9 F4 E9 C4"
    assert game.screen.chart("atp.forest.a", words.say) is None


def test_only_what_stands_in_or_was_entered_is_to_be_copied() -> None:
    game = find_game("terra_mystica")
    keys = {d.key for d in list_needed(game, {}, None)}
    assert "pass_vp.score3.r1_3" in keys and "atp.forest.a" in keys
    assert "level.automa.x_vp" not in keys, "it has a source"
    assert "level.automa.x_vp" in {d.key for d in list_needed(game, {"level.automa.x_vp": "1 2 3"}, None)}
    assert list_needed(find_game("barrage"), {}, None) == []
