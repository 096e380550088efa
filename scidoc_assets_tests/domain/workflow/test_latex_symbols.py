"""The tables of names do not overlap: a name is a function, a letter or an accent."""

from __future__ import annotations

from scidoc_assets.domain.workflow.latex_symbols import ACCENTS, FUNCTIONS, GREEK


def test_a_name_has_one_meaning() -> None:
    assert not ACCENTS & GREEK
    assert not set(FUNCTIONS) & (ACCENTS | GREEK)
