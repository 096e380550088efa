"""The remark "(continued)" of a caption, and what is none."""

from __future__ import annotations

import pytest

from scidoc_assets.schemas.continued import says_continued


@pytest.mark.parametrize(
    ("text", "is_said"),
    [
        ("Table 2.11 Methods and distances \u2013 (continued).", True),
        ("Figure 3. All panels (contd. . .). Note the numbering.", True),
        ("Table 2 (cont'd)", True),
        ("Tableau 2 (suite) : valeurs", True),
        ("Tabelle 2 (Fortsetzung)", True),
        ("\u88681\uff08\u7eed\uff09", True),
        ("Table 2 (continued on next page)", False),
        ("Table 2 (contents of the set)", False),
        ("Table 2 continued", False),
    ],
)
def test_a_remark_in_brackets_says_continued(text: str, is_said: bool) -> None:
    assert says_continued(text) is is_said
