"""Pages leave only where a licence lets adapted copies leave."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.papers.redistribution import may_redistribute


@pytest.mark.parametrize(
    "licence",
    [
        "CC-BY-4.0",
        "CC BY 4.0",
        "cc-by-sa-4.0",
        "CC BY-NC-SA 3.0",
        "CC0-1.0",
        "https://creativecommons.org/licenses/by/4.0/",
        "http://creativecommons.org/publicdomain/zero/1.0/",
    ],
)
def test_creative_commons_with_adaptations_may_leave(licence: str) -> None:
    assert may_redistribute(licence)


@pytest.mark.parametrize(
    "licence",
    [
        None,
        "",
        "unknown",
        "CC BY-ND 4.0",
        "CC-BY-NC-ND-4.0",
        "https://creativecommons.org/licenses/by-nc-nd/4.0/",
        "arXiv-nonexclusive-distrib-1.0",
        "All rights reserved",
        "not CC BY",
    ],
)
def test_no_statement_no_derivatives_and_host_agreements_stay(licence: str | None) -> None:
    assert not may_redistribute(licence)
