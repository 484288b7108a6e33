"""Frozen dataclasses that are made by the thousand: events, and what has to be decided."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any


class FastFrozen:
    """The base of frozen dataclasses with slots, whose `__init__` it makes faster.

    A frozen dataclass sets each field through `object.__setattr__`, which looks it up by its name. Here the slots are filled
    directly. Nothing else is different: afterwards nobody can change a field. What `_fill_slots` does not know (factories,
    fields by name only, `__post_init__`) is made as usual.
    """

    __slots__ = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        # `dataclass(slots=True)` makes the class a second time, with its fields, slots and methods: only then there are any
        if "__dataclass_fields__" in cls.__dict__ and "__slots__" in cls.__dict__:
            _fill_slots(cls)


def _fill_slots(cls: type[Any]) -> None:
    if hasattr(cls, "__post_init__"):
        return
    names: dict[str, Any] = {}
    arguments, body = ["self"], []
    for field in fields(cls):
        if field.default_factory is not MISSING or not field.init or field.kw_only:
            return
        names[f"set_{field.name}"] = getattr(cls, field.name).__set__
        names[f"default_{field.name}"] = field.default
        default = "" if field.default is MISSING else f"=default_{field.name}"
        arguments.append(field.name + default)
        body.append(f"    set_{field.name}(self, {field.name})")
    source = f"def __init__({', '.join(arguments)}):\n" + "\n".join(body or ["    pass"])
    exec(source, names)  # as dataclasses themselves do
    made, usual = names["__init__"], cls.__init__
    made.__qualname__, made.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    made.__annotations__ = usual.__annotations__
    cls.__init__ = made
