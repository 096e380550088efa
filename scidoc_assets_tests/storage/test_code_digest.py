"""What changes the digest of rules, and what does not."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from scidoc_assets.storage import code_digest as under_test
from scidoc_assets.storage.code_digest import code_digest, rules_of

RULE = '''"""What it holds."""
from scidoc_assets.other import limit
def wide(x):
    """Whether it is wide."""
    # Why.
    return x > limit
'''


def rules(source: str) -> str:
    return rules_of(ast.parse(source))


@pytest.mark.parametrize(
    "source",
    [
        RULE.replace("What it holds.", "Other words."),
        RULE.replace("    # Why.\n", ""),
        RULE.replace('    """Whether it is wide."""\n', ""),
        RULE.replace("x > limit", "(x >\n            limit)"),
    ],
)
def test_wording_and_layout_are_no_rules(source: str) -> None:
    assert source != RULE
    assert rules(source) == rules(RULE)


@pytest.mark.parametrize(
    "source", [RULE.replace(">", ">="), RULE.replace("limit\ndef", "limit as border\ndef")]
)
def test_a_changed_rule_is_another(source: str) -> None:
    assert rules(source) != rules(RULE)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of three modules: entry -> rule (imported inside a function) -> other."""
    monkeypatch.setattr(under_test, "ROOT", tmp_path)
    monkeypatch.setattr(under_test, "NOT_RULES", frozenset({"scidoc_assets.settings"}))
    entry = "import scidoc_assets.settings\ndef go():\n    from scidoc_assets.part import rule\n"
    (tmp_path / "part").mkdir()
    for name, text in {
        "entry.py": entry,
        "part/__init__.py": "",
        "part/rule.py": RULE,
        "other.py": "limit = 1\n",
        "settings.py": "a = 1\n",
        "stranger.py": "b = 1\n",
    }.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "is_part"),
    [("entry.py", True), ("part/rule.py", True), ("part/__init__.py", True), ("other.py", True),
     ("settings.py", False), ("stranger.py", False)],
)  # fmt: skip
def test_every_module_that_is_imported_directly_or_not_is_part_of_it(
    package: Path, name: str, is_part: bool
) -> None:
    code_digest.cache_clear()
    before = code_digest(("scidoc_assets.entry",))
    (package / name).write_text((package / name).read_text() + "c = 2\n")
    code_digest.cache_clear()
    assert (code_digest(("scidoc_assets.entry",)) != before) == is_part
    code_digest.cache_clear()


def test_an_engine_of_another_version_is_another_digest(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for version in ("1.0", "1.1"):
        code_digest.cache_clear()
        monkeypatch.setattr(under_test.metadata, "version", lambda name, v=version: v)
        found.append(code_digest(("scidoc_assets.entry",), ("engine",)))
    code_digest.cache_clear()
    assert found[0] != found[1]


def test_an_entry_that_is_no_module_is_refused_by_name() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"scidoc_assets\.nothing"):
        code_digest(("scidoc_assets.nothing",))
