"""The published bundle through the whole product: `scidoc import`, `scidoc run`, the catalogue.

The catalogue's tables and columns are those that scripts may rely on (spec known-numbers.md; seed
000). Single observations of the bundle are made up, its margins are those of the paper.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from scidoc_assets_tests.conftest import SHARED
from scidoc_assets_tests.domain.imports.factory import files
from scidoc_assets_tests.domain.metrics.test_published import ACCURACY, CHANGES, ROUTES
from scidoc_assets_tests.small_project import (
    EVALUATION,
    EXTRACTIVE,
    ask,
    make_folder,
    scidoc,
    store_rows,
    write_config,
)

BUNDLE = SHARED / "records" / "reasoning_published"
NAME = "reasoning_published"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),
    pytest.mark.skipif(not BUNDLE.is_dir(), reason="../shared/records is not here"),
]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project without any paper or task of its own, one import and one run later."""
    folder = make_folder(tmp_path_factory.mktemp("published") / "project", [EXTRACTIVE])
    store_rows(folder, "reasoning_tasks", [])
    store_rows(folder, "curated_figures", [])
    imported = scidoc(folder, "import", str(BUNDLE))
    assert imported.returncode == 0, imported.stderr
    ran = scidoc(folder, "run", "--select", EVALUATION, timeout_s=800)
    assert ran.returncode == 0, ran.stderr
    return folder


def test_accuracy_by_setting(root: Path) -> None:
    rows = ask(
        root,
        "SELECT setting, sum(value * n), sum(n), sum(planned_n) FROM reasoning_metrics "
        f"WHERE benchmark = '{NAME}' AND stratum_kind = 'overall' AND metric = 'accuracy' "
        "GROUP BY setting",
    )
    printed = {
        setting: (round(right), planned, f"{100 * right / n:.1f}")
        for setting, right, n, planned in rows
    }
    assert printed == {
        "direct": (866, 1880, "46.1"),
        "evidence_hint": (1381, 1880, "73.5"),
        "agentic": (951, 1880, "50.6"),
        "caption_only": (728, 1880, "38.7"),
    }


def test_accuracy_by_model(root: Path) -> None:
    rows = ask(
        root,
        "SELECT model, setting, value, n, planned_n FROM reasoning_metrics "
        f"WHERE benchmark = '{NAME}' AND stratum_kind = 'overall' AND metric = 'accuracy'",
    )
    found = {(model, setting): f"{100 * value:.1f}" for model, setting, value, _, _ in rows}
    for model, printed in ACCURACY.items():
        settings = ("direct", "evidence_hint", "agentic")
        assert tuple(found[model, setting] for setting in settings) == printed, model
    assert {(n, planned) for *_, n, planned in rows} == {(235, 235)}


def test_accuracy_by_difficulty_and_discipline(root: Path) -> None:
    rows = ask(
        root,
        "SELECT model, stratum_kind, stratum, value, n FROM reasoning_metrics "
        f"WHERE benchmark = '{NAME}' AND setting = 'direct' AND metric = 'accuracy'",
    )
    cells = {(m, kind, stratum): (f"{100 * v:.1f}", n) for m, kind, stratum, v, n in rows}
    assert cells["gpt-5.5", "difficulty", "easy"] == ("96.8", 62)
    assert cells["gpt-5.5", "difficulty", "hard"] == ("29.6", 81)
    assert cells["minimax-m3", "difficulty", "easy"] == ("93.5", 62)
    assert cells["minimax-m3", "difficulty", "hard"] == ("4.9", 81)
    sizes = {(kind, stratum): n for (_, kind, stratum), (_, n) in cells.items()}
    assert {s: n for (kind, s), n in sizes.items() if kind == "difficulty"} == {
        "easy": 62,
        "medium": 92,
        "hard": 81,
    }
    assert {s: n for (kind, s), n in sizes.items() if kind == "discipline"} == {
        "biology": 50,
        "chemistry": 34,
        "computer_science": 63,
        "physics": 88,
    }
    pooled = {
        stratum: f"{100 * sum(v * n for _, k, s, v, n in rows if (k, s) == (kind, stratum)) / (8 * size):.1f}"
        for (kind, stratum), size in sizes.items()
        if kind == "discipline"
    }
    assert (pooled["chemistry"], pooled["physics"]) == ("56.6", "41.6")


def test_intervals_hold_their_value_and_every_metric_is_there(root: Path) -> None:
    rows = ask(
        root,
        "SELECT metric, min(ci_low <= value AND value <= ci_high), sum(failed_n) "
        f"FROM reasoning_metrics WHERE benchmark = '{NAME}' AND stratum_kind = 'overall' "
        "AND NOT metric LIKE '%without_failed' GROUP BY metric",
    )
    assert {metric: held for metric, held, _ in rows} == dict.fromkeys(
        ("accuracy", "evidence_coverage", "claim_coverage", "complete_evidence"), True
    )
    assert {failed for metric, _, failed in rows if metric == "accuracy"} == {4}


def test_claim_coverage_rests_on_880_of_1880_rows(root: Path) -> None:
    (row,) = ask(
        root,
        "SELECT sum(n), sum(planned_n) FROM reasoning_metrics WHERE metric = 'claim_coverage' "
        f"AND benchmark = '{NAME}' AND setting = 'direct' AND stratum_kind = 'overall'",
    )
    assert row == (880, 1880)


def test_rescues_and_losses(root: Path) -> None:
    rows = ask(
        root,
        "SELECT setting_to, rescues, losses, net, mcnemar_p < 1e-4 FROM paired_transitions "
        f"WHERE benchmark = '{NAME}' AND model = 'pooled' AND setting_from = 'direct'",
    )
    found = {setting: values for setting, *values in rows}
    assert found["evidence_hint"] == [597, 82, 515, True]
    assert found["agentic"] == [260, 175, 85, True]


def test_error_routing_at_three_thresholds(root: Path) -> None:
    rows = ask(
        root,
        "SELECT label, iou_threshold, n, share FROM error_routing "
        f"WHERE benchmark = '{NAME}' AND model = 'pooled'",
    )
    counts = {(label, threshold): n for label, threshold, n, _ in rows}
    for label, printed in ROUTES.items():
        assert tuple(counts[label, t] for t in (0.3, 0.5, 0.7)) == printed, label
    for threshold in (0.3, 0.5, 0.7):
        assert sum(n for (_, t), n in counts.items() if t == threshold) == 1014
        assert sum(s for _, t, _, s in rows if t == threshold) == pytest.approx(1)


def test_models_add_up_to_the_pooled_routes(root: Path) -> None:
    rows = ask(
        root,
        "SELECT label, iou_threshold, sum(n) FILTER (model = 'pooled'), "
        f"sum(n) FILTER (model <> 'pooled') FROM error_routing WHERE benchmark = '{NAME}' "
        "GROUP BY ALL",
    )
    assert len(rows) == 24
    assert all(pooled == models for *_, pooled, models in rows)


def test_six_groups_of_errors(root: Path) -> None:
    rows = ask(
        root,
        "SELECT route_group, 100 * sum(share) FROM error_routing WHERE iou_threshold = 0.5 "
        f"AND benchmark = '{NAME}' AND model = 'pooled' GROUP BY route_group",
    )
    assert {group: f"{share:.1f}" for group, share in rows} == {
        "access_localisation": "40.1",
        "gold_underuse": "14.0",
        "visual_extraction": "3.1",
        "interpretation": "27.5",
        "final_answer": "4.2",
        "audit": "11.0",
    }


def test_label_changes_between_thresholds(root: Path) -> None:
    rows = ask(
        root,
        "SELECT threshold_from, threshold_to, label_from, label_to, n FROM error_routing_changes "
        f"WHERE benchmark = '{NAME}'",
    )
    assert {tuple(key): n for *key, n in rows} == CHANGES


def test_localisation_has_its_three_sections(root: Path) -> None:
    rows = ask(
        root,
        "SELECT section, bucket, n FROM localisation WHERE model = 'pooled' "
        f"AND iou_threshold = 0.5 AND benchmark = '{NAME}'",
    )
    found = {(section, bucket): n for section, bucket, n in rows}
    assert {b: n for (s, b), n in found.items() if s == "outcome"} == {
        "no_regions": 0,
        "no_call": 470,
        "no_hit": 639,
        "partial": 712,
        "all": 59,
    }
    assert {b for s, b in found if s == "recovery"} == {"0", "1", "2-3", ">=4"}
    assert found["region_coverage", "crop_called"] == 1410


def test_imported_rows_carry_the_digest_of_their_bundle(root: Path) -> None:
    """The four empty answers of the bundle have no labels."""
    counts = {
        "imported_responses": 7520,
        "imported_correctness_labels": 7516,
        "imported_coverage_labels": 7516,
    }
    for table, n in counts.items():
        (row,) = ask(root, f"SELECT count(DISTINCT source_digest), count(*) FROM {table}")
        assert row == (1, n), table


def test_the_human_audit_draws_384_answers_three_raters_each(root: Path) -> None:
    (row,) = ask(
        root,
        "SELECT count(*), count(DISTINCT (model, setting, difficulty)), sum(len(raters)) "
        f"FROM human_audit WHERE benchmark = '{NAME}'",
    )
    assert row == (384, 96, 1152)
    packets = root / "data" / "review" / "human_audit" / NAME / "to_rate"
    lines = {p.stem: len(p.read_text(encoding="utf-8").splitlines()) for p in packets.iterdir()}
    assert lines == dict.fromkeys(("rater_1", "rater_2", "rater_3", "rater_4"), 288)


def test_agreements_that_nobody_can_have_yet_say_why(root: Path) -> None:
    for table, reason in (
        ("human_audit_agreement", "no_ratings"),
        ("cross_judge_audit", "one_judge"),
    ):
        rows = ask(root, f"SELECT value, n, reason FROM {table} WHERE benchmark = '{NAME}'")
        assert (None, 0, reason) in rows, table


def test_the_embedded_judge_is_shown_with_its_agreement_on_labelled_pairs(root: Path) -> None:
    (row,) = ask(
        root,
        "SELECT value, n FROM lexical_judge_agreement "
        "WHERE unit = 'all' AND statistic = 'agreement_abstained_as_no' "
        "AND benchmark = 'held_out_pairs'",
    )
    assert row[0] > 0.8
    assert row[1] == 60


def test_a_second_run_has_nothing_to_do(root: Path) -> None:
    again = scidoc(root, "run", "--select", EVALUATION)
    assert again.returncode == 0
    assert "everything is up to date" in again.stdout


def test_a_project_of_nothing_but_an_import_runs_as_a_whole(tmp_path: Path) -> None:
    root = make_folder(tmp_path / "project", [EXTRACTIVE])
    write_config(root, "training", {"per_paper": 1, "pairs": 1, "synthetic": 1})
    bundle = tmp_path / "small"
    bundle.mkdir()
    for name, data in files().items():
        (bundle / name).write_bytes(data)
    assert scidoc(root, "import", str(bundle)).returncode == 0
    ran = scidoc(root, "run", timeout_s=850)
    assert ran.returncode == 0, ran.stderr
    rows = ask(root, "SELECT benchmark, model, value FROM leaderboard WHERE metric = 'accuracy'")
    assert rows == [("small", "lab/model", 1.0)]
