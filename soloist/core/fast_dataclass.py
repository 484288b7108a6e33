"""Frozen dataclasses with a faster constructor, for objects created by the thousand: events and pending steps."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any


class FastFrozen:
    """Base of frozen, slotted dataclasses that replaces their `__init__` by a faster one.

    A frozen dataclass sets each field through `object.__setattr__`, which looks it up by name. The replacement fills
    the slots directly; nothing else differs, and instances stay immutable. Classes with default factories, keyword-only
    fields or `__post_init__` keep the usual constructor.
    """

    __slots__ = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        # `dataclass(slots=True)` creates the class twice; only the second one has fields and slots
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
    # as dataclasses does: 1.1 µs instead of 1.7 µs per instance; games of many events are 3 to 5 % faster
    exec(source, names)
    made, usual = names["__init__"], cls.__init__
    made.__qualname__, made.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    made.__annotations__ = usual.__annotations__
    cls.__init__ = made
