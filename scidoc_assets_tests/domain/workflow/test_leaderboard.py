"""The published board through our aggregation gives the published statistics back."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from scidoc_assets.domain.workflow.aggregation import metrics_of, stability_of
from scidoc_assets.domain.workflow.leaderboard import board_metrics, summarise_board
from scidoc_assets.schemas.workflow import WORKFLOW_SETTINGS
from scidoc_assets_tests.domain.workflow.test_aggregation import make_score

BOARD = Path(__file__).parents[3] / "../shared/records/workflow_leaderboard_published.csv"


@pytest.fixture(scope="module")
def rows() -> list[dict[str, str]]:
    if not BOARD.is_file():
        pytest.skip("the published leaderboard is not beside the repository (../shared/records)")
    with BOARD.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_the_published_statistics_come_back(rows: list[dict[str, str]]) -> None:
    board = summarise_board(board_metrics(rows, "published"))
    assert board.models == 14
    assert round(board.english_mean, 2) == 52.52
    assert round(board.chinese_mean, 2) == 51.83
    assert round(board.language_gap, 2) == 0.69
    assert round(board.representation_gap, 2) == 1.52
    assert board.favour_images_first == 9
    assert board.representation_exceeds_language == 11
    assert round(board.mean_setting_range, 2) == 6.41
    means = {group: round(value, 2) for group, value in board.group_means.items()}
    assert (means["A"], means["B"], means["C"]) == (45.92, 50.59, 61.09)
    assert (round(board.group_range_min, 2), round(board.group_range_max, 2)) == (14.58, 31.62)


def test_instances_with_the_published_setting_means_give_the_published_overall(
    rows: list[dict[str, str]],
) -> None:
    for row in rows:
        scores = [
            make_score(f"q{i}", setting, float(row[setting]) / 100.0, model=row["model"])
            for setting in WORKFLOW_SETTINGS
            for i in range(124)
        ]
        metrics = metrics_of(scores)
        overall = next(m for m in metrics if m.scope == "overall")
        # Both sides are rounded to two digits in print.
        assert overall.value == pytest.approx(float(row["overall"]), abs=0.0101)
        assert overall.n == 496
        published = [float(row[s]) for s in WORKFLOW_SETTINGS]
        (stability,) = stability_of(metrics)
        assert stability.setting_range == pytest.approx(max(published) - min(published))


def test_the_published_single_model_effects_come_back(rows: list[dict[str, str]]) -> None:
    by_model = {s.model: s for s in stability_of(board_metrics(rows, "published"))}
    assert by_model["Qwen3.7-Plus"].language_gap == pytest.approx(-1.24, abs=0.005)
    assert by_model["GLM-4.6V"].language_gap == pytest.approx(5.115, abs=0.005)
    assert by_model["Kimi-K2.5"].representation_gap == pytest.approx(9.015, abs=0.005)
    assert by_model["GPT-5.6-Luna"].representation_gap == pytest.approx(-6.96, abs=0.005)
    assert by_model["Gemini-3.6-Flash"].interaction == pytest.approx(-3.79 - 2.07, abs=0.005)


@pytest.mark.parametrize("cell", ["", "n/a", "nan", "101"])
def test_a_bad_cell_names_model_and_column(cell: str) -> None:
    row = {"model": "m", "overall": cell}
    with pytest.raises(ValueError, match="model m, column overall"):
        board_metrics([row], "b")
