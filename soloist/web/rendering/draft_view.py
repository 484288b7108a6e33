"""Data of a DIGITAL page while a turn is put together: verbs, then places, then the result.

Every verb, place and step is a link with the whole draft in its address, and confirming is a form, so pages work
without a script. Nothing here knows a game: verbs, prices, drawings and sentences come from its rulebook and screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from soloist.core.board import Board
from soloist.core.menu import ActionKind, Amount, Choice
from soloist.core.text import Text, text
from soloist.display.screen import MatPart, Space
from soloist.session import serialize
from soloist.session.draft import Draft, DraftStep
from soloist.session.words import Catalogue
from soloist.web.rendering.drawing import draw_mark, draw_picture

Data = dict[str, Any]
#: groups of choices that belong to a verb; the others are conversions and the end of a turn
_OF_VERBS = ("move", "end")
#: characters that fit on a button of the bar; a longer answer becomes a row of the pane
_MOST_ON_A_BUTTON = 80


@dataclass(frozen=True, slots=True)
class DraftAddress:
    """The draft in the address of a page: steps, chosen verb and place, whose mat is shown.

    `coach` tells that the steps were loaded from the coach.
    """

    steps: tuple[str, ...] = ()
    verb: str = ""
    at: str = ""
    mat: str = ""
    coach: bool = False

    @property
    def any(self) -> bool:
        return bool(self.steps or self.verb or self.at)


NOTHING_ASKED = DraftAddress()


def make_address(base: str, steps: Sequence[str], seen: int, **asked: str) -> str:
    """Return the address of a table's page with a draft of these steps, made when the table had `seen` entries."""
    said = [*(("step", line) for line in steps), *asked.items()]
    query = [(key, value) for key, value in said if value]
    return f"{base}?{urlencode([*query, ('seen', str(seen))])}" if query else base


class DraftView:
    """Makes the data of the page for one draft in one language."""

    def __init__(self, draft: Draft, asked: DraftAddress, words: Catalogue, base: str) -> None:
        self.draft, self.asked, self.words, self.base = draft, asked, words, base
        self.table, self.board = draft.table, draft.position
        self.screen, self.book = draft.table.game.screen, draft.table.rulebook
        self.choices = _first_of_each_series(draft.list_choices())
        self.verbs = self._verbs()
        self.verb = asked.verb if asked.verb in {action.key for action in self.verbs} else ""
        if draft.steps and not any(choice.verb == self.verb for choice in self.choices):
            self.verb = ""  # used up: show what comes next
        self.at = asked.at

    def _verbs(self) -> Sequence[ActionKind]:
        """Return the game's action kinds; none once the turn is complete."""
        if self.draft.is_closed:
            return ()
        return self.book.list_action_kinds(self.board)

    # ----------------------------------------------------------------------------------------------------- addresses

    def link(self, *more: str, keep: int | None = None, verb: str | None = None, at: str = "", mat: str = "") -> str:
        """Return the address of this page with further steps, or with only the first `keep`, and another verb or place.

        It contains the number of entries the table had (`seen`): once there are more, the steps are out of date.
        """
        steps = [*self.draft.lines[:keep], *more]
        chosen = self.asked.verb if verb is None else verb
        coach = "true" if self.asked.coach and steps else ""
        return make_address(self.base, steps, len(self.table.log), verb=chosen, at=at, mat=mat, coach=coach)

    def _into(self, choice: Choice) -> str:
        """Return the address with a choice taken."""
        return self.link(choice.line, *choice.then)

    def _back(self) -> str:
        """Return the address with one step less, at the chosen verb, or at the verb of that step."""
        steps = self.draft.steps
        before = steps[-2].after if len(steps) > 1 else self.table.board
        known = {action.key for action in self.book.list_action_kinds(before)}
        verb = self.asked.verb if not self.asked.verb or self.asked.verb in known else steps[-1].choice.verb
        return self.link(keep=len(steps) - 1, verb=verb)

    # ---------------------------------------------------------------------------------------------------------- parts

    def make_data(self) -> Data:
        """Return everything the page shows of the draft."""
        draft = self.draft
        answers = [choice for choice in self.choices if choice.group == "answer"]
        shown = self._shown(answers)
        tapped = shown if self.verb or self.at or answers else self.choices
        ends = [choice for choice in self.choices if choice.group == "end"]
        buttons = [self._make_answer(choice) for choice in answers] if self._is_yes_or_no(answers) else []
        closing = next((choice for choice in self.choices if choice.group == "done"), None)
        return {
            "deciding": "" if draft.is_closed and not draft.steps else draft.seat,
            "verbs": [self._make_verb(action) for action in self.verbs],
            "verb": self.verb,
            "ahead": bool(draft.steps) and self._ahead(answers),
            "said": self._name(self.verb) if self.verb else "",
            "place": self._label(self.at) if self.at else "",
            "asks": "" if draft.is_closed else self.words.say(self.book.list_prompts(self.board)[0]),
            "answering": bool(answers),
            "buttons": buttons,
            "groups": self._list_groups(shown),
            "spaces": [] if self.verb or self.at or answers or draft.steps else self._list_spaces(),
            "ending": bool(shown) and all(choice.group == "end" for choice in shown),
            "none": self._make_nothing(shown),
            "ends": [self._make_option(choice) for choice in ends]
            if not self.verb and not self.at and not draft.steps
            else [],
            "conversions": [self._make_option(choice) for choice in self.choices if choice.group == "convert"],
            "steps": [self._make_step(step) for step in draft.steps],
            "counter": self._make_counter(),
            "after": self._list_after(self.board) if draft.steps else [],
            "ready": draft.is_ready,
            "end": draft.end_line,
            "closing": self.words.say(closing.says) if closing else "",
            "lines": draft.lines,
            "lit": self._lit(tapped),
            "links": self._links(tapped),
            "chosen": list(dict.fromkeys(step.choice.place for step in draft.steps if step.choice.place)),
            "hint": self._hint(),
            "coach": self.asked.coach and bool(draft.steps),
            "back": self._back() if draft.steps else self.base if self.verb or self.at else "",
            "mats": self._list_mats(),
        }

    def _is_yes_or_no(self, answers: list[Choice]) -> bool:
        """Return whether two short answers get a button each, with their results beside them.

        Larger ones, such as a pair in the solo draft, are previewed first.
        """
        if len(answers) != 2 or self.draft.steps:
            return False
        return not any(
            self.screen.pictures(it.says) or len(self.words.say(it.says)) > _MOST_ON_A_BUTTON for it in answers
        )

    def _hint(self) -> str:
        """Return the address of the coach, who continues after the steps so far; "" if the turn is complete."""
        if self.draft.is_closed:
            return ""
        query = urlencode([("step", line) for line in self.draft.lines])
        return f"{self.base}/hint?{query}" if query else f"{self.base}/hint"

    def _ahead(self, answers: list[Choice]) -> bool:
        """Return whether lit places matter more than those of the steps so far.

        That is so while a place is asked for, or after another verb was chosen.
        """
        if self.verb:
            return self.draft.steps[-1].choice.verb != self.verb
        return any(it.place for it in answers) and all(it.place for it in answers[:-1])

    def _shown(self, answers: list[Choice]) -> list[Choice]:
        """Return the choices to list.

        Those are the answers to a question, the choices of the chosen verb and place, or those without a verb.
        """
        if not self.verb and not self.at:
            known = {action.key for action in self.verbs}
            return answers or [c for c in self.choices if c.group in _OF_VERBS and c.verb not in known]
        found = [choice for choice in self.choices if choice.group in _OF_VERBS or choice.group == "answer"]
        if self.verb:
            found = [choice for choice in found if choice.verb == self.verb]
        if self.at:
            found = [choice for choice in found if choice.place == self.at]
        return found

    def _list_spaces(self) -> list[Data]:
        """Return all action spaces by verb, as on the board; a free one is one tap away."""
        by_line = {choice.line: choice for choice in self.choices}
        seats = {
            seat["id"]: seat
            for seat in serialize.serialize_standing(self.screen.standing(self.board), self.words)["seats"]
        }
        icons = {action.key: action.icon for action in self.verbs}
        found: dict[str, Data] = {}
        for space in self.screen.spaces(self.board):
            if space.kind not in icons:  # not an action of the deciding seat
                continue
            choice, seat = by_line.get(space.line), seats.get(space.taken)
            section = found.setdefault(
                space.kind,
                {"name": self._name(space.kind), "icon": icons[space.kind], "pills": []},
            )
            section["pills"].append(
                {
                    "says": self.words.say(space.says),
                    "drawn": draw_mark(space.drawing, space.width),
                    "extra": space.extra,
                    "seat": seat,
                    "why": "" if choice else self.words.say(_explain_closed(seat)),
                    "place": choice.place if choice else "",
                    "href": self._of_space(space, choice) if choice else "",
                }
            )
        return list(found.values())

    def _of_space(self, space: Space, choice: Choice) -> str:
        """Return the address that takes a space, or that shows its verb if there is more than one way to use it."""
        ways = [it for it in self.choices if it.line.split()[:2] == choice.line.split()[:2]]
        return self._into(choice) if len(ways) == 1 else self.link(verb=space.kind)

    def _name(self, verb: str) -> str:
        return self.words.say(text(f"verb.{verb}"))

    def _make_verb(self, action: ActionKind) -> Data:
        own = [choice for choice in self.choices if choice.verb == action.key]
        on = action.key == self.verb
        return {
            "key": action.key,
            "name": self._name(action.key),
            "icon": action.icon,
            "n": len(own),
            "on": on,
            "href": self.link(verb="" if on else action.key),
            "range": self._list_range(own),
            "says": self.words.say(action.says) if action.says is not None else "",
        }

    def _list_range(self, own: list[Choice]) -> list[Data]:
        """Return the first cost and the first gain of these choices, from least to most."""
        found = []
        for sign in (-1, 1):
            of = next((it.of for choice in own for it in choice.amounts if it.n * sign > 0), "")
            amounts = [it for choice in own for it in choice.amounts if it.of == of and it.n * sign > 0]
            if amounts:
                least, most = (pick(amounts, key=lambda it: abs(it.n)) for pick in (min, max))
                numbers = dict.fromkeys((str(abs(least.n)), str(abs(most.n))))
                said = dict.fromkeys(self.words.say(it.says) for it in (least, most))
                found.append(
                    {
                        "sign": "−" if sign < 0 else "+",
                        "n": "–".join(numbers),
                        "mark": draw_mark(most.bare),
                        "says": " – ".join(said),
                    }
                )
        return found

    def _list_groups(self, shown: list[Choice]) -> list[Data]:
        """Return choices grouped by their sentence: one line each, or a title with its places."""
        groups: dict[str, list[Choice]] = {}
        for choice in shown:
            groups.setdefault(self.words.say(choice.says), []).append(choice)
        found = [
            self._make_group(says, [self._make_option(choice) for choice in them]) for says, them in groups.items()
        ]
        if len({choice.place for choice in shown}) == 1:  # the one place is lit: no need to name it
            for group in found:
                for option in group["options"]:
                    option["label"] = "" if len(group["options"]) == 1 else option["label"]
        return found

    @staticmethod
    def _make_group(says: str, options: list[Data]) -> Data:
        """Return a group of options; a price they share is shown once."""
        prices = {tuple(it["says"] for it in option["amounts"]) for option in options}
        return {
            "says": says,
            "options": options,
            "places": len(options) > 1,
            "amounts": options[0]["amounts"] if len(prices) == 1 else [],
        }

    def _make_option(self, choice: Choice) -> Data:
        drawn = self.screen.pictures(choice.says)
        return {
            "says": self.words.say(choice.says),
            "icon": choice.icon,
            "label": self._label(choice.place) if choice.place else "",
            "place": choice.place,
            "amounts": self._list_amounts(choice.amounts),
            "pictures": [draw_picture(it, self.words) for it in drawn],
            "notes": [self._make_note(note) for note in choice.notes],
            "sum": [{"sign": it.sign, "n": it.n, "says": self.words.say(it.says)} for it in choice.sum],
            "lines": [choice.line, *choice.then],
            "href": self._into(choice),
        }

    def _make_note(self, note: Text) -> Data:
        """Return a note on a choice with the components it names."""
        return {
            "says": self.words.say(note),
            "pictures": [draw_picture(it, self.words) for it in self.screen.pictures(note)],
        }

    def _list_amounts(self, amounts: Sequence[Amount]) -> list[Data]:
        return [
            {"paid": it.n < 0, "says": self.words.say(it.says), "drawn": draw_mark(it.drawing, it.width)}
            for it in amounts
        ]

    def _label(self, key: str) -> str:
        place = self.screen.place(self.board, key, self.words.say)
        return "" if place is None else place.label

    def _make_nothing(self, shown: list[Choice]) -> Data | None:
        """Return why a chosen verb has no choices; None if it has some."""
        if not self.verb or shown or self.at:
            return None
        why = self.book.find_refusal(self.board, self.verb)
        if why is None:
            return {"says": "", "rule": ""}
        return {"says": self.words.rule_title(why.rule) if why.rule else self.words.say(why.text), "rule": why.rule}

    def _make_step(self, step: DraftStep) -> Data:
        return {**self._make_option(step.choice), "line": step.line}

    def _make_counter(self) -> Data | None:
        """Return the links for one less and one more if the last step is one of a series."""
        steps = self.draft.steps
        if not steps or steps[-1].choice.count is None:
            return None
        chosen = steps[-1].choice.count
        before = steps[-2].after if len(steps) > 1 else self.table.board
        series = {
            it.count.n: it for it in self.book.list_choices(before) if it.count is not None and it.count.of == chosen.of
        }
        hrefs = [
            self.link(series[n].line, keep=len(steps) - 1) if n in series else "" for n in (chosen.n - 1, chosen.n + 1)
        ]
        return {"says": self.words.say(chosen.says), "less": hrefs[0], "more": hrefs[1]}

    def _make_answer(self, choice: Choice) -> Data:
        """Return one of two answers that have a button each, with what it leads to."""
        return {**self._make_option(choice), "after": self._list_after(Draft(self.table, [choice.line]).position)}

    def _list_after(self, board: Board) -> list[Data]:
        """Return what the seat has before and after the steps, where that differs."""
        found = []
        before, after = (self.screen.standing(it) for it in (self.table.board, board))
        at = next((i for i, seat in enumerate(before.seats) if seat.id == self.draft.seat), None)
        if at is None:
            return []
        points = before.seats[at].vp, after.seats[at].vp
        if points[0] != points[1]:
            found.append({"icon": "vp", "label": "", "old": str(points[0]), "new": str(points[1])})
        for old, new in zip(before.totals, after.totals, strict=False):
            if old.held and old.label == new.label and old.values[at] != new.values[at]:
                values = serialize.say_texts((old.values[at], new.values[at]), self.words)
                found.append({"icon": old.icon, "label": self.words.say(old.label), "old": values[0], "new": values[1]})
        return found

    def _lit(self, shown: Sequence[Choice]) -> dict[str, str]:
        """Return the places of these choices, each with the lowest first cost there."""
        found: dict[str, str] = {}
        for choice in shown:
            if choice.place:
                cost = next((-it.n for it in choice.amounts if it.n < 0), None)
                known = found.get(choice.place)
                if known is None or (cost is not None and (not known or cost < int(known))):
                    found[choice.place] = "" if cost is None else str(cost)
        return found

    def _links(self, shown: Sequence[Choice]) -> dict[str, str]:
        """Return where a tap on a place leads: into its only choice, or to the list of its choices."""
        by_place: dict[str, list[Choice]] = {}
        for choice in shown:
            if choice.place:
                by_place.setdefault(choice.place, []).append(choice)
        return {
            place: self._into(them[0]) if len(them) == 1 else self.link(at=place) for place, them in by_place.items()
        }

    def _list_mats(self) -> list[Data]:
        """Return the boards of the seats: one in full, of the others the link to it."""
        seats = self.screen.standing(self.board).seats
        ids = [seat.id for seat in seats]
        own = self.draft.seat if self.draft.seat in ids else next((s.id for s in seats if s.shape == "you"), ids[0])
        shown = self.asked.mat if self.asked.mat in ids else own
        parts = self.screen.mat(self.board, shown)
        if not parts and shown == own:
            return []
        return [
            {
                "name": self.words.say(seat.name),
                "on": seat.id == shown,
                "href": self.link(mat=seat.id),
                "parts": [self._make_part(part) for part in parts] if seat.id == shown else [],
            }
            for seat in seats
        ]

    def _make_part(self, part: MatPart) -> Data:
        return {
            "title": self.words.say(part.title),
            "wide": part.wide,
            "says": self.words.say(part.says) if part.says is not None else "",
            "drawn": [(Markup(draw_picture(it, self.words)), self.words.say(it.name)) for it in part.drawn],
        }


def _first_of_each_series(choices: Sequence[Choice]) -> list[Choice]:
    """Return choices without those that differ from an earlier one only in their count."""
    found: dict[tuple[str, str], Choice] = {}
    for number, choice in enumerate(choices):
        key = (choice.count.of, "") if choice.count is not None else ("", str(number))
        found.setdefault(key, choice)
    return list(found.values())


def _explain_closed(seat: Data | None) -> Text:
    """Return in a few words why a space cannot be used now."""
    return text("digital.space_closed") if seat is None else text("digital.space_taken", who=seat["name"])
