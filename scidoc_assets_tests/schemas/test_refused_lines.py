"""Cutting lines and naming bad ones."""

from __future__ import annotations

import pytest

from scidoc_assets.schemas.refused_lines import BadLine, LinesRefused, numbered_lines


def test_only_a_line_feed_ends_a_line() -> None:
    text = '\ufeff{"a": "x\u2028y\u0085z\x0b"}\r\n\n  \n{}\n'
    assert list(numbered_lines(text)) == [(1, '{"a": "x\u2028y\u0085z\x0b"}'), (4, "{}")]


@pytest.mark.parametrize(("count", "more"), [(1, None), (20, None), (23, "and 3 more")])
def test_the_first_twenty_bad_lines_are_shown_and_the_rest_counted(
    count: int, more: str | None
) -> None:
    refused = LinesRefused("set", [BadLine("a.jsonl", n, "x", "no") for n in range(1, count + 1)])
    shown = str(refused).splitlines()
    assert shown[0].startswith(f"set: {count} bad line(s)")
    assert shown[1] == "  a.jsonl:1: x: no"
    assert ("more" in shown[-1]) == (more is not None)
    assert more is None or more in shown[-1]
    assert len(refused.bad_lines) == count
