"""The closed lists of the package, and which of them a type, field or function holds.

A closed list is a `Literal` whose name ends like one (`...Reason`, `...Cause`), or one spelled out
at a field that does. Refuses lists of anything else: kinds, roles and settings are no reasons.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
import inspect
import pkgutil
import typing
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any, Literal

import pydantic

import scidoc_assets

ENDINGS = ("Reason", "Cause", "Fault", "Flag", "Outcome", "Status", "Rule", "NoteKind")
Fields = Mapping[str, tuple[str, ...]]


def modules_of(package: ModuleType) -> Iterator[ModuleType]:
    """Every module below a package, imported."""
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def classes_of(package: ModuleType) -> list[type]:
    """Every class that a module of the package defines itself."""
    return [
        value
        for module in modules_of(package)
        for value in vars(module).values()
        if inspect.isclass(value) and value.__module__ == module.__name__
    ]


@functools.cache
def closed_lists() -> dict[str, tuple[str, ...]]:
    """Name -> members: named lists, and lists spelled out at a field whose name ends in `reason`."""
    lists = {}
    for module in modules_of(scidoc_assets):
        source = inspect.getsource(module)
        for name, value in vars(module).items():
            is_list = name.endswith(ENDINGS) and typing.get_origin(value) is Literal
            if is_list and f"\n{name} = " in source:
                lists[_key(module.__name__, name)] = typing.get_args(value)
    named = set(lists.values())
    for owner in classes_of(scidoc_assets):
        for name, hint in _hints_of(owner).items():
            for members in _literals_in(hint):
                if name.endswith(("reason", "status", "cause")) and members not in named:
                    lists[_key(owner.__module__, owner.__name__, name)] = members
    return lists


def _key(module: str, *names: str) -> str:
    return ".".join((module.removeprefix("scidoc_assets."), *names))


def _hints_of(owner: type) -> Mapping[str, Any]:
    """Types of the fields of a row or data class, or of the arguments of an error; else nothing."""
    if issubclass(owner, pydantic.BaseModel):
        return {name: field.annotation for name, field in owner.model_fields.items()}
    if dataclasses.is_dataclass(owner):
        return hints(owner)
    return hints(owner.__init__) if issubclass(owner, Exception) else {}


def hints(thing: Any) -> dict[str, Any]:
    try:
        return typing.get_type_hints(thing)
    except NameError:  # a name that is imported for type checkers only
        return {}


def _literals_in(hint: Any) -> Iterator[tuple[str, ...]]:
    if typing.get_origin(hint) is Literal:
        yield typing.get_args(hint)
    for part in typing.get_args(hint):
        yield from _literals_in(part)


@functools.cache
def fields_of(owner: type) -> dict[str, tuple[str, ...]]:
    """Field -> the closed lists that its type holds."""
    return lists_at(_hints_of(owner).items(), _key(owner.__module__, owner.__name__))


def lists_at(hints: Iterable[tuple[str, Any]], owner: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, hint in hints:
        members = set(_literals_in(hint))
        lists = [key for key, listed in closed_lists().items() if listed in members]
        kept = [k for k in lists if not k.rsplit(".", 1)[-1].islower() or k == f"{owner}.{name}"]
        if kept:
            found[name] = tuple(kept)
    return found
