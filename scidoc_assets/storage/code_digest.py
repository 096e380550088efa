"""A digest of the rules that made something, so that nobody has to raise a version by hand.

Covers the modules of this package that an entry module imports, directly or not, as syntax trees
without docstrings, the prompt texts whose paths they spell, and the versions of named
distributions. Comments, wording and formatting change nothing; any other edit does, also one
without effect: making rows again costs seconds (calls are replayed from their journals), rows that
outlive their rules cost the truth. Refuses to guess at run-time imports by name.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

from upath import UPath

from scidoc_assets.storage.parquet import write_bytes

PACKAGE = "scidoc_assets"
ROOT = Path(__file__).resolve().parents[1]
PROMPTS = "prompts"
# Values of settings are part of a fingerprint as values; a new key elsewhere in them is no new rule.
SETTINGS = f"{PACKAGE}.schemas.settings"


@dataclass(frozen=True)
class ModuleRules:
    """What one module adds: a digest of its rules, what it imports, prompt paths that it spells."""

    digest: str
    imports: tuple[str, ...]
    spelled: tuple[str, ...]


class CodeDigests:
    """Digests of entry modules. Reading trees takes about a second for the whole package, so what
    a module adds is kept at `kept` by the hash of its source; deleting that costs this second."""

    def __init__(self, kept: Path) -> None:
        self._kept = kept
        self._by_source: dict[str, ModuleRules] | None = None
        self._stored = 0
        self._by_module: dict[str, ModuleRules] = {}
        self._digests: dict[object, str] = {}

    def of(
        self,
        entries: tuple[str, ...],
        distributions: tuple[str, ...] = (),
        is_rule: Callable[[str], bool] = lambda module: module != SETTINGS,
    ) -> str:
        """SHA-256 over everything that `entries` (dotted module names) run by, of the modules that
        `is_rule`; code is read once a process.

        Raises ModuleNotFoundError for an entry that is no module of this package.
        """
        asked = (entries, distributions, is_rule)
        if asked not in self._digests:
            self._digests[asked] = self._digest(entries, distributions, is_rule)
        return self._digests[asked]

    def keep(self) -> None:
        """Store what was read for the next process. Raises StoreError when it cannot be written."""
        known = self._known()
        if len(known) > self._stored:
            text = json.dumps({name: asdict(rules) for name, rules in sorted(known.items())})
            write_bytes(UPath(self._kept), text.encode())
            self._stored = len(known)

    def _digest(
        self, entries: Sequence[str], distributions: Sequence[str], is_rule: Callable[[str], bool]
    ) -> str:
        found = self._closure(entries, is_rule)
        digest = hashlib.sha256()
        for module, rules in sorted(found.items()):
            digest.update(f"{module}\n{rules.digest}\n".encode())
        for path in _prompts({text for rules in found.values() for text in rules.spelled}):
            digest.update(path.name.encode() + path.read_bytes())
        for name in distributions:
            digest.update(f"{name}=={metadata.version(name)}\n".encode())
        return digest.hexdigest()

    def _closure(
        self, entries: Sequence[str], is_rule: Callable[[str], bool]
    ) -> dict[str, ModuleRules]:
        found: dict[str, ModuleRules] = {}
        waiting = list(entries)
        while waiting:
            module = waiting.pop()
            if module not in found and is_rule(module):
                found[module] = self._rules(module)
                waiting += found[module].imports
        return found

    def _rules(self, module: str) -> ModuleRules:
        if module not in self._by_module:
            source = _file(module).read_bytes()
            name = hashlib.sha256(source).hexdigest()
            known = self._known()
            if name not in known:
                known[name] = read_rules(ast.parse(source))
            self._by_module[module] = known[name]
        return self._by_module[module]

    def _known(self) -> dict[str, ModuleRules]:
        if self._by_source is None:
            self._by_source = _load(self._kept)
            self._stored = len(self._by_source)
        return self._by_source


def read_rules(tree: ast.Module) -> ModuleRules:
    """What a module adds. Its docstrings are taken off the tree."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = node.body[_docstrings(node.body) :]
    digest = hashlib.sha256(ast.dump(tree).encode()).hexdigest()
    return ModuleRules(digest, tuple(_imported(tree)), tuple(_spelled(tree)))


def _load(kept: Path) -> dict[str, ModuleRules]:
    """What an earlier process read; nothing when the file is missing or damaged."""
    try:
        stored = json.loads(kept.read_bytes())
        return {
            name: ModuleRules(rules["digest"], tuple(rules["imports"]), tuple(rules["spelled"]))
            for name, rules in stored.items()
        }
    except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _prompts(spelled: Collection[str]) -> list[Path]:
    """Prompt files whose path below the prompts folder begins with one of the texts."""
    folder = ROOT / PROMPTS
    return [
        path
        for path in sorted(folder.glob("*/*.md"))
        if path.relative_to(folder).as_posix().startswith(tuple(spelled))
    ]


def _docstrings(body: Sequence[ast.stmt]) -> int:
    first = body[0] if body else None
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return int(is_text and isinstance(first.value.value, str))  # type: ignore[union-attr]


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


def _spelled(tree: ast.AST) -> list[str]:
    """Texts of a tree that begin with the name of a folder of prompts and a slash."""
    folders = tuple(f"{path.name}/" for path in (ROOT / PROMPTS).glob("*/"))
    texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)]
    return sorted({t for t in texts if isinstance(t, str) and t.startswith(folders)})


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
