"""A pytest plugin that sees which member of which closed list of reasons production code sets.

Holds a watch on every row model, data class and error that has a field of such a list (defaults
included), and on every function, method and property that takes or gives back a member. What is
set counts only where the caller is a file of `scidoc_assets` (a row that `storage` reads back
proves nothing), and only if the running test did not put that member in by hand before; what our
own functions give back counts likewise. Used with `-p scidoc_assets_tests.reasons_seen
--reasons-seen FILE`; FILE holds `seen` (list -> member -> tests) and `skipped` (test -> reason).
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import pydantic
import pytest

import scidoc_assets
from scidoc_assets_tests.closed_lists import (
    Fields,
    classes_of,
    closed_lists,
    fields_of,
    hints,
    lists_at,
    modules_of,
)

PACKAGE = Path(scidoc_assets.__file__).parent
TESTS = Path(__file__).parent
READERS = PACKAGE / "storage"

seen: dict[str, dict[str, set[str]]] = {}
given: set[tuple[str, str, str]] = set()  # (test, list, member) that a test put in by hand
skipped: dict[str, str] = {}
running = [""]


Setter = Literal["production", "test", "other"]


def _setter(is_row: bool) -> Setter:
    """Whose code makes the object at hand: the nearest of our files, or the nearest test's."""
    frame = sys._getframe(2)
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(TESTS) and path != Path(__file__):
            return "test"
        if path.is_relative_to(PACKAGE):
            return "other" if is_row and path.is_relative_to(READERS) else "production"
        frame = frame.f_back
    return "other"


def _note(fields: Fields, values: Mapping[str, Any], setter: Setter = "production") -> None:
    """Keep what production code set, unless the running test had put it in before."""
    for name, lists in fields.items() if setter != "other" else ():
        for value in _texts(values.get(name)):
            for key in lists:
                if value not in closed_lists()[key]:
                    continue
                if setter == "test":
                    given.add((running[0], key, value))
                elif (running[0], key, value) not in given:
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
        bound = signature.bind(self, *args, **kwargs)
        bound.apply_defaults()
        _note(fields_of(owner), bound.arguments, _setter(is_row=False))

    return noted


def _watched_function(function: Callable[..., Any], fields: Fields) -> Callable[..., Any]:
    signature = inspect.signature(function)

    @functools.wraps(function)
    def noted(*args: Any, **kwargs: Any) -> Any:
        _note(fields, signature.bind(*args, **kwargs).arguments, _setter(is_row=False))
        found = function(*args, **kwargs)
        if inspect.isgenerator(found):
            return _noted_items(found, fields)
        _note(fields, {"return": found})
        if dataclasses.is_dataclass(found):
            _note(
                fields_of(type(found)),
                {f.name: getattr(found, f.name) for f in dataclasses.fields(found)},
            )
        return found

    return noted


def _noted_items(items: Iterator[Any], fields: Fields) -> Iterator[Any]:
    for item in items:
        _note(fields, {"return": item})
        yield item


def _watch_rows() -> None:
    model_init, model_copy = pydantic.BaseModel.__init__, pydantic.BaseModel.model_copy
    model_validate = vars(pydantic.BaseModel)["model_validate"].__func__

    def noted_init(self: Any, /, **data: Any) -> None:
        model_init(self, **data)
        if fields_of(type(self)):
            _note(fields_of(type(self)), vars(self), _setter(is_row=True))

    def noted_validate(owner: Any, obj: Any, **options: Any) -> Any:
        made = model_validate(owner, obj, **options)
        if isinstance(obj, Mapping) and fields_of(owner):
            _note(fields_of(owner), vars(made), _setter(is_row=True))
        return made

    def noted_copy(self: Any, *, update: Any = None, deep: bool = False) -> Any:
        if fields_of(type(self)):
            _note(fields_of(type(self)), update or {}, _setter(is_row=True))
        return model_copy(self, update=update, deep=deep)

    pydantic.BaseModel.__init__ = noted_init  # type: ignore[method-assign]
    pydantic.BaseModel.model_copy = noted_copy  # type: ignore[method-assign]
    pydantic.BaseModel.model_validate = classmethod(noted_validate)  # type: ignore[assignment]


def _watch_functions() -> None:
    """Every plain function, wherever it was imported to: its name is bound anew in each module."""
    modules = list(modules_of(scidoc_assets))
    watched: dict[int, Callable[..., Any]] = {}
    for module in modules:
        for function in list(vars(module).values()):
            if inspect.isfunction(function) and function.__module__ == module.__name__:
                fields = _function_fields(function)
                if fields is not None:
                    watched[id(function)] = _watched_function(function, fields)
    for module in modules:
        for name, value in list(vars(module).items()):
            if id(value) in watched:
                setattr(module, name, watched[id(value)])


def _function_fields(function: Callable[..., Any]) -> Fields | None:
    """Arguments and return value that hold members; None when neither they nor a data class that
    the function gives back (and may have filled step by step) do."""
    known = hints(function)
    fields = lists_at(known.items(), "")
    given_back = known.get("return")
    is_holder = dataclasses.is_dataclass(given_back) and bool(fields_of(given_back))  # type: ignore[arg-type]
    return fields if fields or is_holder else None


def _watch_methods(owner: type) -> None:
    """Every method and property that a class defines itself."""
    for name, value in list(vars(owner).items()):
        function = value.fget if isinstance(value, property) else value
        if not inspect.isfunction(function) or name.startswith("__"):
            continue
        fields = _function_fields(function)
        if fields is not None:
            noted = _watched_function(function, fields)
            setattr(owner, name, property(noted) if isinstance(value, property) else noted)


def watch() -> None:
    """Put the watch on: once a process, after which every object made is looked at."""
    for owner in classes_of(scidoc_assets):
        is_plain = dataclasses.is_dataclass(owner) or issubclass(owner, Exception)
        if is_plain and "__init__" in vars(owner) and fields_of(owner):
            owner.__init__ = _watched_init(owner, owner.__init__)  # type: ignore[method-assign]
        _watch_methods(owner)
    _watch_rows()
    _watch_functions()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--reasons-seen", type=Path, help="write list -> member -> tests to this file")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--reasons-seen"):
        watch()


def pytest_runtest_logstart(nodeid: str) -> None:
    running[0] = nodeid


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped:
        skipped[report.nodeid] = str(report.longrepr)


def pytest_unconfigure(config: pytest.Config) -> None:
    path = config.getoption("--reasons-seen")
    if path:
        found = {
            key: {member: sorted(tests) for member, tests in sorted(members.items())}
            for key, members in sorted(seen.items())
        }
        told = {"seen": found, "skipped": skipped}
        path.write_text(json.dumps(told, indent=1), encoding="utf-8")
