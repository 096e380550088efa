"""A judge that failed on everything leaves no finding, and the run says on how many rows."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest

from scidoc_assets.defs import metrics
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import StageRun
from scidoc_assets_tests.domain.metrics.factory import a_task, seen

SETTINGS = ("direct", "evidence_hint", "agentic")
# The leaderboard withholds its values itself; changes of routes are made of the same routes.
OTHERS = {"reasoning_metrics", "error_routing_changes"}
FINDINGS = [s for s in metrics.STAGES if s.spec.name not in OTHERS]


@pytest.mark.parametrize("stage", FINDINGS, ids=lambda s: s.spec.name)
def test_a_judge_that_failed_throughout_leaves_no_finding(
    make_project: Callable[..., Project], stage: metrics.Stage
) -> None:
    def made(is_failed: bool) -> tuple[int, int]:
        rows = [
            seen(t, setting=s, is_correct=False, has_failed_correctness_judge=is_failed)
            for t in ("t1", "t2")
            for s in SETTINGS
        ]
        run = StageRun(make_project(), None, logging.getLogger("test"))
        found = stage.body(run, rows, [a_task("t1"), a_task("t2")])
        return len(found), run.notes["rows_with_a_failed_judge"]

    assert made(is_failed=True) == (0, 6)
    count, failed = made(is_failed=False)
    assert count > 0
    assert failed == 0
