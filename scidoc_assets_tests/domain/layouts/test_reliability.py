"""Tests of the judgement on text layers."""

from __future__ import annotations

from scidoc_assets.domain.layouts.reliability import is_garbled
from scidoc_assets_tests.painted import line, prose


def _shifted(text: str) -> str:
    return "".join(chr(ord(c) - 1) if c.isalpha() else c for c in text)


def test_plain_text_is_believed() -> None:
    assert not is_garbled(prose(72, 100, 528, 12))


def test_shifted_letters_are_not() -> None:
    assert is_garbled([line(_shifted(ln.text), 72, 100) for ln in prose(72, 100, 528, 12)])


def test_many_unknown_characters_are_not() -> None:
    assert is_garbled([line("\ufffd" * 40 + "the plain words", 72, 100 + k) for k in range(4)])


def test_tables_and_other_scripts_are_not_judged() -> None:
    assert not is_garbled([line("12.5 13.1 GDP CPI", 72, 100 + k) for k in range(9)])
    assert not is_garbled(
        [line("\u4efb\u52a1\u5b9a\u4ef7\u95ee\u9898" * 5, 72, 100 + k) for k in range(9)]
    )
