"""The CJK font: typst knows it by name and it draws Chinese."""

from __future__ import annotations

import pymupdf

from scidoc_assets.gateways.typeset.fonts import CHINESE_FAMILY, chinese_font
from scidoc_assets.gateways.typeset.typst_engine import TypstTypesetter


def test_chinese_text_is_drawn_with_real_glyphs_and_reads_back() -> None:
    source = f'#set text(font: "{CHINESE_FAMILY}", lang: "zh", cjk-latin-spacing: none)\n如图1所示'
    pdf = TypstTypesetter().typeset("zh", source, {}, {"cjk.ttf": chinese_font()}).pdf
    page = pymupdf.open(stream=pdf)[0]
    assert page.get_text().strip() == "如图1所示"
    assert any("Droid" in font[3] for font in page.get_fonts())


def test_the_font_is_the_same_bytes_every_time() -> None:
    first = chinese_font()
    chinese_font.cache_clear()
    assert chinese_font() == first
