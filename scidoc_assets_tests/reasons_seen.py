"""A pytest plugin that sees which member of which closed list of reasons production code sets.

Holds the closed lists and a watch on every row model, data class and error that has a field of
such a list, and on every function that takes or gives back a member. What is set counts only where
the caller is a file of `scidoc_assets` (a row that a test writes by hand proves nothing, nor does
one that `storage` reads back); what our own functions give back counts always. Used with
`-p scidoc_assets_tests.reasons_seen --reasons-seen FILE`; FILE maps list, member -> tests.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
import inspect
import json
import pkgutil
import sys
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import pydantic
import pytest

import scidoc_assets

PACKAGE = Path(scidoc_assets.__file__).parent
TESTS = Path(__file__).parent
READERS = PACKAGE / "storage"
ENDINGS = ("Reason", "Cause", "Fault", "Flag", "Outcome", "Status", "Rule", "NoteKind")

Fields = Mapping[str, tuple[str, ...]]
seen: dict[str, dict[str, set[str]]] = {}
running = [""]


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
        return _hints(owner)
    return _hints(owner.__init__) if issubclass(owner, Exception) else {}


def _hints(thing: Any) -> dict[str, Any]:
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
def _fields(owner: type) -> dict[str, tuple[str, ...]]:
    """Field -> the closed lists that its type holds."""
    return _lists_at(_hints_of(owner).items(), _key(owner.__module__, owner.__name__))


def _lists_at(hints: Iterable[tuple[str, Any]], owner: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, hint in hints:
        members = set(_literals_in(hint))
        lists = [key for key, listed in closed_lists().items() if listed in members]
        kept = [k for k in lists if not k.rsplit(".", 1)[-1].islower() or k == f"{owner}.{name}"]
        if kept:
            found[name] = tuple(kept)
    return found


def _is_production(is_row: bool) -> bool:
    frame = sys._getframe(2)
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(TESTS) and path != Path(__file__):
            return False
        if path.is_relative_to(PACKAGE):
            return not (is_row and path.is_relative_to(READERS))
        frame = frame.f_back
    return False


def _note(fields: Fields, values: Mapping[str, Any]) -> None:
    for name, lists in fields.items():
        for value in _texts(values.get(name)):
            for key in lists:
                if value in closed_lists()[key]:
                    seen.setdefault(key, {}).setdefault(value, set()).add(running[0])


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for pair in value.items():
            yield from _texts(pair)
    elif isinstance(value, list | tuple | set | frozenset):
        for part in value:
            yield from _texts(part)


def _watched_init(owner: type, init: Callable[..., None]) -> Callable[..., None]:
    signature = inspect.signature(init)

    @functools.wraps(init)
    def noted(self: Any, *args: Any, **kwargs: Any) -> None:
        init(self, *args, **kwargs)
        if _is_production(is_row=False):
            _note(_fields(owner), signature.bind(self, *args, **kwargs).arguments)

    return noted


def _watched_function(function: Callable[..., Any], fields: Fields) -> Callable[..., Any]:
    signature = inspect.signature(function)

    @functools.wraps(function)
    def noted(*args: Any, **kwargs: Any) -> Any:
        if _is_production(is_row=False):
            _note(fields, signature.bind(*args, **kwargs).arguments)
        given = function(*args, **kwargs)
        if inspect.isgenerator(given):
            return _noted_items(given, fields)
        _note(fields, {"return": given})
        return given

    return noted


def _noted_items(items: Iterator[Any], fields: Fields) -> Iterator[Any]:
    for item in items:
        _note(fields, {"return": item})
        yield item


def _watch_rows() -> None:
    model_init, model_copy = pydantic.BaseModel.__init__, pydantic.BaseModel.model_copy

    def noted_init(self: Any, /, **data: Any) -> None:
        model_init(self, **data)
        if _fields(type(self)) and _is_production(is_row=True):
            _note(_fields(type(self)), data)

    def noted_copy(self: Any, *, update: Any = None, deep: bool = False) -> Any:
        if _fields(type(self)) and _is_production(is_row=True):
            _note(_fields(type(self)), update or {})
        return model_copy(self, update=update, deep=deep)

    pydantic.BaseModel.__init__ = noted_init  # type: ignore[method-assign]
    pydantic.BaseModel.model_copy = noted_copy  # type: ignore[method-assign]


def _watch_functions() -> None:
    """Every plain function, wherever it was imported to: its name is bound anew in each module."""
    modules = list(modules_of(scidoc_assets))
    watched: dict[int, Callable[..., Any]] = {}
    for module in modules:
        for function in list(vars(module).values()):
            if inspect.isfunction(function) and function.__module__ == module.__name__:
                fields = _lists_at(_hints(function).items(), "")
                if fields:
                    watched[id(function)] = _watched_function(function, fields)
    for module in modules:
        for name, value in list(vars(module).items()):
            if id(value) in watched:
                setattr(module, name, watched[id(value)])


def watch() -> None:
    """Put the watch on: once a process, after which every object made is looked at."""
    for owner in classes_of(scidoc_assets):
        is_plain = dataclasses.is_dataclass(owner) or issubclass(owner, Exception)
        if is_plain and "__init__" in vars(owner) and _fields(owner):
            owner.__init__ = _watched_init(owner, owner.__init__)  # type: ignore[method-assign]
    _watch_rows()
    _watch_functions()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--reasons-seen", type=Path, help="write list -> member -> tests to this file")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--reasons-seen"):
        watch()


def pytest_runtest_logstart(nodeid: str) -> None:
    running[0] = nodeid


def pytest_unconfigure(config: pytest.Config) -> None:
    path = config.getoption("--reasons-seen")
    if path:
        found = {
            key: {member: sorted(tests) for member, tests in sorted(members.items())}
            for key, members in sorted(seen.items())
        }
        path.write_text(json.dumps(found, indent=1))
