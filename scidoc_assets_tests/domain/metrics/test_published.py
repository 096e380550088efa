"""The published tables come back from the published bundle (spec known-numbers.md, seed 000).

Single observations of the bundle are made up, its margins are those of the paper.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from scidoc_assets.domain.imports.bundle import ImportedBundle, parse_bundle
from scidoc_assets.domain.metrics.localisation import localise
from scidoc_assets.domain.metrics.observations import observe
from scidoc_assets.domain.metrics.paired import pair_settings
from scidoc_assets.domain.metrics.reasoning import score_reasoning
from scidoc_assets.domain.metrics.routing import (
    group_totals,
    route_errors,
    tabulate_changes,
    tabulate_routes,
)
from scidoc_assets.schemas.metrics import ReasoningMetric
from scidoc_assets.schemas.observations import Observation

BUNDLE = Path(__file__).parents[3] / "../shared/records/reasoning_published"
pytestmark = pytest.mark.skipif(not BUNDLE.is_dir(), reason="../shared/records is not here")

# Printed overall accuracy in percent: direct, evidence_hint, agentic, caption_only.
ACCURACY = {
    "gpt-5.5": ("67.7", "86.8", "69.8"),
    "claude-opus-4.8": ("54.9", "78.3", "60.0"),
    "kimi-k2.7": ("50.6", "76.6", "52.8"),
    "gemini-3.1-pro": ("50.2", "70.2", "52.3"),  # the paper prints 70.3; 165 of 235 is 70.2
    "minimax-m3": ("45.5", "75.3", "50.6"),
    "glm-5v-turbo": ("41.3", "71.5", "44.3"),
    "qwen3.7-plus": ("31.5", "68.5", "40.9"),
    "intern-s2": ("26.8", "60.4", "34.0"),
}


@pytest.fixture(scope="module")
def bundle() -> ImportedBundle:
    return parse_bundle("published", {f.name: f.read_bytes() for f in sorted(BUNDLE.iterdir())})


@pytest.fixture(scope="module")
def observations(bundle: ImportedBundle) -> list[Observation]:
    return observe(
        bundle.tasks, bundle.responses, bundle.correctness, bundle.coverage, "published-margins"
    )


@pytest.fixture(scope="module")
def metrics(observations: list[Observation]) -> list[ReasoningMetric]:
    return score_reasoning(observations, resamples=200)


def cell(metrics: list[ReasoningMetric], **keys: str) -> list[ReasoningMetric]:
    return [m for m in metrics if all(getattr(m, k) == v for k, v in keys.items())]


def right(rows: list[ReasoningMetric]) -> int:
    return round(sum((m.value or 0.0) * m.n for m in rows))


@pytest.mark.parametrize(
    ("setting", "correct", "printed"),
    [
        ("direct", 866, "46.1"),
        ("evidence_hint", 1381, "73.5"),
        ("agentic", 951, "50.6"),
        ("caption_only", 728, "38.7"),
    ],
)
def test_pooled_accuracy_by_setting(metrics, setting: str, correct: int, printed: str) -> None:
    rows = cell(metrics, setting=setting, stratum_kind="overall", metric="accuracy")
    assert sum(m.n for m in rows) == sum(m.planned_n for m in rows) == 1880
    assert right(rows) == correct
    assert f"{100 * correct / 1880:.1f}" == printed


def test_accuracy_by_model_and_setting(metrics) -> None:
    for model, printed in ACCURACY.items():
        for setting, text in zip(("direct", "evidence_hint", "agentic"), printed, strict=True):
            (row,) = cell(
                metrics, model=model, setting=setting, stratum_kind="overall", metric="accuracy"
            )
            assert f"{100 * row.value:.1f}" == text, (model, setting)


def test_direct_accuracy_by_discipline_and_difficulty_adds_up(metrics) -> None:
    """Chemistry and physics as printed (seed 000, D.2); every stratum kind holds all 866."""

    def pooled(kind: str, stratum: str) -> str:
        rows = cell(
            metrics, setting="direct", stratum_kind=kind, stratum=stratum, metric="accuracy"
        )
        return f"{100 * right(rows) / sum(m.n for m in rows):.1f}"

    assert (pooled("discipline", "chemistry"), pooled("discipline", "physics")) == ("56.6", "41.6")
    for kind in ("difficulty", "discipline", "domain"):
        rows = cell(metrics, setting="direct", stratum_kind=kind, metric="accuracy")
        assert (right(rows), sum(m.n for m in rows)) == (866, 1880), kind


def test_the_strongest_and_the_steepest_model_by_difficulty(metrics) -> None:
    def percent(model: str, difficulty: str) -> str:
        (row,) = cell(metrics, model=model, setting="direct", stratum=difficulty, metric="accuracy")
        return f"{100 * row.value:.1f}"

    assert (percent("gpt-5.5", "easy"), percent("gpt-5.5", "hard")) == ("96.8", "29.6")
    assert (percent("minimax-m3", "easy"), percent("minimax-m3", "hard")) == ("93.5", "4.9")


def test_claim_coverage_is_over_880_of_1880(metrics) -> None:
    for setting in ("direct", "evidence_hint", "agentic", "caption_only"):
        rows = cell(metrics, setting=setting, stratum_kind="overall", metric="claim_coverage")
        assert (sum(m.n for m in rows), sum(m.planned_n for m in rows)) == (880, 1880)


def test_four_empty_answers_count_as_wrong_and_are_shown(metrics) -> None:
    keys = {"setting": "caption_only", "stratum_kind": "overall"}
    rows = cell(metrics, metric="accuracy", **keys)
    assert sum(m.failed_n for m in rows) == 4
    assert sum(m.n for m in cell(metrics, metric="accuracy_without_failed", **keys)) == 1876


def test_rescues_and_losses(observations) -> None:
    pooled = {
        t.setting_to: t for t in pair_settings(observations, resamples=200) if t.model == "pooled"
    }
    hint, agentic = pooled["evidence_hint"], pooled["agentic"]
    assert (hint.n, hint.rescues, hint.losses, hint.net) == (1880, 597, 82, 515)
    assert (agentic.n, agentic.rescues, agentic.losses, agentic.net) == (1880, 260, 175, 85)
    assert hint.mcnemar_p is not None
    assert hint.mcnemar_p < 1e-90


ROUTES = {  # label: IoU 0.3, 0.5, 0.7
    "access_localisation": (405, 407, 400),
    "hint_not_reflected": (142, 142, 142),
    "extraction_low": (26, 14, 7),
    "extraction_partial": (30, 17, 12),
    "interpretation_residual": (281, 279, 276),
    "final_answer_residual": (44, 43, 43),
    "cross_setting_rescue": (43, 43, 43),
    "rescue_no_hit": (43, 69, 91),
}
CHANGES = {
    (0.3, 0.5, "access_localisation", "rescue_no_hit"): 26,
    (0.3, 0.5, "extraction_partial", "access_localisation"): 13,
    (0.3, 0.5, "extraction_low", "access_localisation"): 12,
    (0.3, 0.5, "interpretation_residual", "access_localisation"): 2,
    (0.3, 0.5, "final_answer_residual", "access_localisation"): 1,
    (0.5, 0.7, "access_localisation", "rescue_no_hit"): 22,
    (0.5, 0.7, "extraction_low", "access_localisation"): 7,
    (0.5, 0.7, "extraction_partial", "access_localisation"): 5,
    (0.5, 0.7, "interpretation_residual", "access_localisation"): 3,
}


def test_error_routing_at_three_thresholds_and_its_changes(bundle, observations) -> None:
    routed = route_errors(observations, {t.task_id: t for t in bundle.tasks})
    rows = tabulate_routes(observations, routed)
    pooled = [r for r in rows if r.model == "pooled"]
    for label, counts in ROUTES.items():
        found = [r.n for r in pooled if r.label == label]
        assert tuple(found) == counts, label
    assert {r.total for r in pooled} == {1014}
    changes = tabulate_changes("published", routed)
    keyed = {(c.threshold_from, c.threshold_to, c.label_from, c.label_to): c.n for c in changes}
    assert keyed == CHANGES
    assert sum(n for (start, *_), n in keyed.items() if start == 0.3) == 54
    assert sum(n for (start, *_), n in keyed.items() if start == 0.5) == 37


def test_six_groups_of_errors(bundle, observations) -> None:
    routed = route_errors(observations, {t.task_id: t for t in bundle.tasks}, thresholds=(0.5,))
    rows = tabulate_routes(observations, routed)
    groups = group_totals([r for r in rows if r.model == "pooled"])
    shares = {group: f"{100 * n / 1014:.1f}" for group, n in groups.items()}
    assert shares == {
        "access_localisation": "40.1",
        "gold_underuse": "14.0",
        "visual_extraction": "3.1",
        "interpretation": "27.5",
        "final_answer": "4.2",
        "audit": "11.0",
    }


def test_each_model_has_its_errors_routed_once(bundle, observations) -> None:
    routed = route_errors(observations, {t.task_id: t for t in bundle.tasks}, thresholds=(0.5,))
    per_model = Counter(r.model for r in routed)
    assert (min(per_model.values()), max(per_model.values())) == (76, 172)


def test_localisation_counts_every_agentic_row_once(bundle, observations) -> None:
    tasks = {t.task_id: t for t in bundle.tasks}
    rows = localise(observations, tasks, thresholds=(0.5,), resamples=100)
    pooled = [r for r in rows if r.model == "pooled"]
    outcomes = {r.bucket: r.n for r in pooled if r.section == "outcome"}
    assert outcomes == {"no_regions": 0, "no_call": 470, "no_hit": 639, "partial": 712, "all": 59}
    weak = sum(r.n for r in pooled if r.section == "recovery")
    assert weak == 303
