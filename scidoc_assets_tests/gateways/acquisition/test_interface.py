"""Failures of a source: which of them mean that asking on is useless."""

from __future__ import annotations

import pytest

from scidoc_assets.gateways.acquisition.interface import SourceError
from scidoc_assets.schemas.acquisition import FetchReason


@pytest.mark.parametrize(
    ("reason", "is_down"),
    [("connection", True), ("rate_limited", True), ("not_found", False), ("login_page", False)],
)
def test_only_connection_and_rate_limit_mean_that_a_service_is_down(
    reason: FetchReason, is_down: bool
) -> None:
    assert SourceError(reason, "said").is_service_down is is_down
