"""Read a game's own data files, each once."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from soloist.core.errors import BadDataError
from soloist.core.text import Rule, text


@cache
def read_toml(package: str, name: str) -> dict[str, Any]:
    """Return the content of the TOML file `name` in the folder of `package`. The result is cached: do not change it."""
    source = files(package).joinpath(*name.split("/"))
    try:
        return tomllib.loads(source.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as why:
        raise BadDataError(text("error.data_file", file=name, why=str(why))) from why


@cache
def read_text(package: str, name: str) -> str:
    """Return the text of a file, such as a drawing or a style sheet."""
    return files(package).joinpath(*name.split("/")).read_text(encoding="utf-8")


def read_entries(package: str, name: str, key: str) -> list[dict[str, Any]]:
    """Return the entries under `key` in a data file of a game."""
    entries: list[dict[str, Any]] = read_toml(package, f"data/{name}.toml")[key]
    return entries


@cache
def read_rules(package: str) -> dict[str, Rule]:
    """Return the rules of a game, by number. Raises `BadDataError` when a number occurs twice."""
    rules: dict[str, Rule] = {}
    for entry in read_toml(package, "rules.toml")["rule"]:
        rule = Rule(**entry)
        if rule.id in rules:
            raise BadDataError(text("error.rule_twice", rule=rule.id))
        rules[rule.id] = rule
    return rules


@cache
def read_words(package: str, language: str) -> dict[str, str]:
    """Return the texts of one language as a flat dict: section and key joined by a dot.

    It includes the texts for pages (`screen.<language>`) and the translated rules (`rule.<number>`). A game that is not
    translated yet gives its English texts.
    """
    flat: dict[str, str] = {}

    def flatten(prefix: str, table: dict[str, Any]) -> None:
        for key, value in table.items():
            if isinstance(value, dict):
                flatten(f"{prefix}{key}.", value)
            else:
                flat[prefix + key] = value

    there = files(package).joinpath("locale", f"{language}.toml").is_file()
    flatten("", read_toml(package, f"locale/{language if there else 'en'}.toml"))
    for spoken in (language, "en"):
        if files(package).joinpath("locale", f"screen.{spoken}.toml").is_file():
            flatten("", read_toml(package, f"locale/screen.{spoken}.toml"))
            break
    if files(package).joinpath("locale", f"rules.{language}.toml").is_file():
        flatten("rule.", read_toml(package, f"locale/rules.{language}.toml"))
    return flat
