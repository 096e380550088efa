"""From identity and probe to a row with status and reason."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.papers.admission import admit
from scidoc_assets.domain.papers.identity import CorpusFile, identify
from scidoc_assets.schemas.papers import ManifestEntry, RawPdf
from scidoc_assets.schemas.settings import CorpusSettings


def row(reason: str | None = None, year: int | None = None, **settings: object) -> RawPdf:
    entry = ManifestEntry(file="p.pdf", year=year, title="T")
    identity = identify([CorpusFile("p.pdf", "ab" * 32, 9)], {"p.pdf": entry})[0]
    return admit(identity, "ab", reason, None if reason else 3, CorpusSettings(**settings))  # type: ignore[arg-type]


def test_a_readable_paper_is_ok_without_reason() -> None:
    assert (row().status, row().reason, row().pages) == ("ok", None, 3)


def test_a_probe_failure_is_kept_with_its_reason() -> None:
    assert (row("encrypted").status, row("encrypted").reason) == ("failed", "encrypted")


@pytest.mark.parametrize(
    ("year", "expected"),
    [
        (2019, "year_filtered"),
        (2020, None),
        (2024, None),
        (2025, "year_filtered"),
        (None, "missing_metadata"),
    ],
)
def test_the_year_filter_keeps_its_bounds_and_counts_unknown_years(
    year: int | None, expected: str | None
) -> None:
    assert row(year=year, year_from=2020, year_to=2024).reason == expected


def test_filters_are_off_by_default() -> None:
    assert row(year=None).status == "ok"


def test_required_metadata_that_is_missing_is_named_as_reason() -> None:
    filtered = row(required_metadata=["title", "venue"])
    assert (filtered.status, filtered.reason) == ("filtered", "missing_metadata")
