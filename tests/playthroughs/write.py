"""Write all playthroughs again: `make goldens`. Read the diff before you commit it.

A new playthrough: add a line here, run it once, read it against the rulebook.
"""

from __future__ import annotations

from tests.playthroughs.play import FOLDER, head, transcript

#: file name -> (about, game, seed, options)
NEW: dict[str, tuple[str, str, str, str]] = {
    "terra_mystica-automalein": (
        "level Automalein, Simpletons on the base map",
        "terra_mystica",
        "g1",
        "level=automalein human=nomads home=lakes pass_values=stand_in",
    ),
    "terra_mystica-automa": (
        "level Automa, Druids on the revised base map",
        "terra_mystica",
        "g2",
        "level=automa human=witches faction=druids home=mountains map=revised_base pass_values=stand_in",
    ),
    "terra_mystica-automaechtig": (
        "level Automächtig, Kuddlers, own cards",
        "terra_mystica",
        "g3",
        "level=automaechtig human=cultists faction=kuddlers home=forest chance=own",
    ),
    "terra_mystica-ultoma": (
        "level Ultoma, Powermongers against the Yetis",
        "terra_mystica",
        "g4",
        "level=ultoma human=yetis human_home=desert faction=powermongers home=swamp pass_values=stand_in",
    ),
    "terra_mystica-alptrauma": (
        "level Alptrauma, Racelings, passing order",
        "terra_mystica",
        "g5",
        "level=alptrauma human=chaos_magicians faction=racelings home=plains order=passing pass_values=stand_in",
    ),
    "terra_mystica-fire_and_ice": (
        "Fire & Ice map and final scoring tile, Mimics",
        "terra_mystica",
        "g6",
        "level=automa map=fire_and_ice human=halflings faction=mimics home=desert final=greatest_distance"
        " pass_values=stand_in",
    ),
    "terra_mystica-merchants": (
        "Merchants of the Seas on the Fjords, Wanderers",
        "terra_mystica",
        "g7",
        "level=ultoma map=fjords mots=yes human=engineers faction=wanderers home=wasteland",
    ),
    "terra_mystica-two_humans": (
        "two humans and the Automa, Outposts",
        "terra_mystica",
        "g8",
        "level=automa map=loon_lakes human=swarmlings human2=auren home=desert final=outposts pass_values=stand_in",
    ),
    "barrage-easy": (
        "level easy, a second Automa at medium",
        "barrage",
        "b1",
        "level=easy level2=medium humans=usa",
    ),
    "barrage-easy-leeghwater": (
        "level easy with The Leeghwater Project, a second Automa at medium",
        "barrage",
        "b2",
        "level=easy level2=medium humans=usa leeghwater=yes",
    ),
    "barrage-medium": (
        "level medium, a second Automa at easy",
        "barrage",
        "b3",
        "level=medium level2=easy humans=france",
    ),
    "barrage-medium-leeghwater": (
        "level medium with The Leeghwater Project, a second Automa at easy",
        "barrage",
        "b4",
        "level=medium level2=easy humans=france leeghwater=yes",
    ),
    "barrage-hard": (
        "level hard",
        "barrage",
        "b5",
        "level=hard humans=italy",
    ),
    "barrage-hard-leeghwater": (
        "level hard with The Leeghwater Project",
        "barrage",
        "b6",
        "level=hard humans=italy leeghwater=yes",
    ),
    "barrage-very_hard": (
        "level very_hard",
        "barrage",
        "b7",
        "level=very_hard officer=graziano_del_monte humans=germany",
    ),
    "barrage-very_hard-leeghwater": (
        "level very_hard with The Leeghwater Project",
        "barrage",
        "b8",
        "level=very_hard officer=leslie_spencer humans=germany leeghwater=yes",
    ),
    "barrage-mahiri": (
        "very hard with Mahiri Sekibo: a tile decides the human's first action; own tiles",
        "barrage",
        "b9",
        "level=very_hard officer=mahiri_sekibo humans=usa chance=own",
    ),
}


def main() -> None:
    for name, (about, game, seed, options) in NEW.items():
        path = FOLDER / f"{name}.txt"
        if not path.exists():
            path.write_text(transcript(about, game, seed, options), encoding="utf-8")
    for path in sorted(FOLDER.glob("*.txt")):
        found = head(path.read_text(encoding="utf-8"))
        new = transcript(found["about"], found["game"], found["seed"], found["options"])
        path.write_text(new, encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
