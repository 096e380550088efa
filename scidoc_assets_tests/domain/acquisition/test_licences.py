"""Licences under one spelling."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.acquisition.licences import anthology_licence, licence_name


@pytest.mark.parametrize(
    ("stated", "name"),
    [
        ("CC BY 4.0", "CC-BY-4.0"),
        ("cc by-nc-sa 4.0", "CC-BY-NC-SA-4.0"),
        ("http://creativecommons.org/licenses/by-nc-nd/4.0/", "CC-BY-NC-ND-4.0"),
        ("https://creativecommons.org/publicdomain/zero/1.0/", "CC0-1.0"),
        (
            "http://arxiv.org/licenses/nonexclusive-distrib/1.0/",
            "arXiv-nonexclusive-distrib-1.0",
        ),
        ("All rights reserved", "All rights reserved"),
        (" ", None),
        (None, None),
    ],
)
def test_a_licence_has_one_spelling(stated: str | None, name: str | None) -> None:
    assert licence_name(stated) == name


def test_the_anthologys_rule_holds_for_its_own_venues_only() -> None:
    assert anthology_licence(True, 2016) == "CC-BY-4.0"
    assert anthology_licence(True, 2015) == "CC-BY-NC-SA-3.0"
    assert anthology_licence(False, 2024) is None
