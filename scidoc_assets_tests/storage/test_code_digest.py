"""What changes the digest of rules, and what does not."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from scidoc_assets.storage import code_digest as under_test
from scidoc_assets.storage.code_digest import CodeDigests, read_rules

RULE = '''"""What it holds."""
from scidoc_assets.other import limit
def wide(x):
    """Whether it is wide."""
    # Why.
    return x > limit
'''


def rules(source: str) -> str:
    return read_rules(ast.parse(source)).digest


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
    """A package of three modules: entry -> rule (imported inside a function) -> other; the rule
    spells the path of a prompt."""
    root = tmp_path / "package"
    monkeypatch.setattr(under_test, "ROOT", root)
    monkeypatch.setattr(under_test, "SETTINGS", "scidoc_assets.settings")
    entry = "import scidoc_assets.settings\ndef go():\n    from scidoc_assets.part import rule\n"
    for name, text in {
        "entry.py": entry,
        "part/__init__.py": "",
        "part/rule.py": RULE + 'def load(kind):\n    return f"judge/ask_{kind}"\n',
        "other.py": "limit = 1\n",
        "settings.py": "a = 1\n",
        "stranger.py": "b = 1\n",
        "prompts/judge/ask_all.v1.md": "Say all.\n",
        "prompts/judge/answer.v1.md": "Say it.\n",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def digest_of(package: Path, engines: tuple[str, ...] = ()) -> str:
    """As a new process sees it that keeps what it reads."""
    digests = CodeDigests(package.parent / "kept.json")
    found = digests.of(("scidoc_assets.entry",), engines)
    digests.keep()
    return found


@pytest.mark.parametrize(
    ("name", "is_part"),
    [("entry.py", True), ("part/rule.py", True), ("part/__init__.py", True), ("other.py", True),
     ("settings.py", False), ("stranger.py", False),
     ("prompts/judge/ask_all.v1.md", True), ("prompts/judge/answer.v1.md", False)],
)  # fmt: skip
def test_modules_that_are_imported_and_prompts_that_are_spelled_are_part_of_it(
    package: Path, name: str, is_part: bool
) -> None:
    before = digest_of(package)
    (package / name).write_text((package / name).read_text() + "c = 2\n")
    assert (digest_of(package) != before) == is_part


def test_a_module_that_is_no_rule_is_left_out_with_what_only_it_imports(package: Path) -> None:
    def digest() -> str:
        digests = CodeDigests(package.parent / "kept.json")
        entry = ("scidoc_assets.entry",)
        return digests.of(entry, is_rule=lambda module: not module.endswith("rule"))

    before = digest()
    (package / "other.py").write_text("limit = 2\n")
    assert digest() == before
    (package / "entry.py").write_text("go = 2\n")
    assert digest() != before


@pytest.mark.parametrize("damage", ["", "[]", "{", '{"a": {}}'])
def test_what_was_kept_saves_reading_and_its_loss_or_damage_changes_nothing(
    package: Path, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = digest_of(package)
    read: list[object] = []
    monkeypatch.setattr(under_test, "read_rules", read.append)
    assert digest_of(package) == before
    assert read == []
    monkeypatch.undo()
    monkeypatch.setattr(under_test, "ROOT", package)
    monkeypatch.setattr(under_test, "SETTINGS", "scidoc_assets.settings")
    (package.parent / "kept.json").write_text(damage)
    assert digest_of(package) == before


def test_an_engine_of_another_version_is_another_digest(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for version in ("1.0", "1.1"):
        monkeypatch.setattr(under_test.metadata, "version", lambda name, v=version: v)
        found.append(digest_of(package, ("engine",)))
    assert found[0] != found[1]


def test_an_entry_that_is_no_module_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(ModuleNotFoundError, match=r"scidoc_assets\.nothing"):
        CodeDigests(tmp_path / "kept.json").of(("scidoc_assets.nothing",))
