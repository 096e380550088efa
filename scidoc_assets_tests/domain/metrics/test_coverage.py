from __future__ import annotations

import pytest

from scidoc_assets.domain.metrics.coverage import diagnose_coverage
from scidoc_assets.schemas.metrics import CoverageDiagnostic
from scidoc_assets_tests.domain.metrics.factory import seen

ROWS = [
    seen("t1", evidence=0.0, is_correct=False),
    seen("t2", evidence=0.2, is_correct=True, claims=1.0, required_claims=1),
    seen("t3", evidence=0.3, is_correct=False),
    seen("t4", evidence=0.8, is_correct=True),
    seen("t5", evidence=1.0, is_correct=True),
    seen("t6", evidence=None, is_correct=None),
]


def cell(band: str, metric: str = "accuracy", rows=ROWS) -> CoverageDiagnostic:
    found = diagnose_coverage(rows, resamples=100)
    (row,) = [r for r in found if r.model == "m" and r.band == band and r.metric == metric]
    return row


@pytest.mark.parametrize(
    ("band", "n", "value"),
    [
        ("low_0.2", 2, 0.0),  # 0.2 itself is not low, a missing label is
        ("low_0.3", 3, 1 / 3),
        ("high_0.8", 2, 1.0),  # 0.8 itself is high
        ("bin_0.0_0.2", 2, 0.0),
        ("bin_0.2_0.4", 2, 0.5),
        ("bin_0.8_1.0", 2, 1.0),
    ],
)
def test_bands_take_their_lower_edge(band: str, n: int, value: float) -> None:
    assert (cell(band).n, cell(band).value) == (n, value)


def test_the_difference_is_high_minus_low() -> None:
    row = cell("high_0.8_minus_low_0.3", "accuracy_difference")
    assert (row.n, row.value) == (5, pytest.approx(2 / 3))


def test_claim_coverage_of_a_band_is_over_tasks_with_claims() -> None:
    assert (cell("low_0.3", "claim_coverage").n, cell("low_0.3", "claim_coverage").value) == (
        1,
        1.0,
    )


def test_an_empty_band_is_null_with_its_reason() -> None:
    assert (cell("bin_0.6_0.8").value, cell("bin_0.6_0.8").reason) == (None, "no_rows")
    row = cell("high_0.8_minus_low_0.2", "accuracy_difference", rows=ROWS[3:5])
    assert (row.value, row.ci_low, row.reason) == (None, None, "no_rows")


def test_a_task_without_required_evidence_has_no_band() -> None:
    assert diagnose_coverage([seen("t1", required_evidence=0)]) == []
