"""Tests of the language guess."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.layouts.language import guess_language


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("the results of this study are shown in the table and in the figure", "en"),
        ("die Ergebnisse der Studie sind in der Tabelle und nicht im Text zu sehen", "de"),
        ("les r\u00e9sultats de la mesure sont dans le tableau et les figures", "fr"),
        ("\u672c\u6587\u9488\u5bf9\u4efb\u52a1\u5b9a\u4ef7\u95ee\u9898" * 4, "zh"),
        ("\u0647\u0630\u0627 \u0647\u0648 \u0627\u0644\u0646\u0635 " * 6, "ar"),
    ],
)
def test_script_and_common_words_tell_the_language(text: str, code: str) -> None:
    assert guess_language(text) == code


def test_little_text_gives_no_guess() -> None:
    assert guess_language("the end") is None
