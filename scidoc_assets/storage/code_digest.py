"""A digest of the rules that made something, so that nobody has to raise a version by hand.

Covers the modules of this package that an entry module imports, directly or not, as syntax trees
without docstrings, and the versions of named distributions. Comments, wording and formatting change
nothing; any other edit does, also one without effect: making a paper again costs a second, a cache
that outlives its rules costs the truth. Refuses to guess at run-time imports by name.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Sequence
from functools import cache
from importlib import metadata
from pathlib import Path

PACKAGE = "scidoc_assets"
ROOT = Path(__file__).resolve().parents[1]
# Values of settings enter a cache's key as values; a new key elsewhere in them is no new rule.
NOT_RULES = frozenset({f"{PACKAGE}.schemas.settings"})


@cache
def code_digest(entries: tuple[str, ...], distributions: tuple[str, ...] = ()) -> str:
    """SHA-256 over everything that `entries` (dotted module names) run by.

    Raises ModuleNotFoundError for an entry that is no module of this package.
    """
    digest = hashlib.sha256()
    for module, tree in sorted(_closure(entries).items()):
        digest.update(f"{module}\n{rules_of(tree)}\n".encode())
    for name in distributions:
        digest.update(f"{name}=={metadata.version(name)}\n".encode())
    return digest.hexdigest()


def rules_of(tree: ast.Module) -> str:
    """A module's syntax tree as text, without docstrings (taken off the tree) and positions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = node.body[_docstrings(node.body) :]
    return ast.dump(tree)


def _docstrings(body: Sequence[ast.stmt]) -> int:
    first = body[0] if body else None
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return int(is_text and isinstance(first.value.value, str))  # type: ignore[union-attr]


def _closure(entries: Sequence[str]) -> dict[str, ast.Module]:
    found: dict[str, ast.Module] = {}
    waiting = list(entries)
    while waiting:
        module = waiting.pop()
        if module in found or module in NOT_RULES:
            continue
        found[module] = ast.parse(_file(module).read_bytes())
        waiting += _imported(found[module])
    return found


def _imported(tree: ast.AST) -> list[str]:
    """Modules of this package that a tree imports, also inside functions."""
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.append(node.module)
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return [name for name in found if name.startswith(f"{PACKAGE}.") and _path(name) is not None]


def _file(module: str) -> Path:
    path = _path(module)
    if path is None:
        raise ModuleNotFoundError(f"{module} is no module of {PACKAGE}")
    return path


def _path(module: str) -> Path | None:
    place = ROOT.joinpath(*module.split(".")[1:])
    for path in (place.with_suffix(".py"), place / "__init__.py"):
        if path.is_file():
            return path
    return None
