from __future__ import annotations

import io

import pytest
from PIL import Image

from scidoc_assets.domain.metrics.coverage import diagnose_coverage
from scidoc_assets.domain.metrics.paired import pair_settings
from scidoc_assets.domain.metrics.plots import (
    plot_coverage,
    plot_leaderboard,
    plot_routing,
    plot_transitions,
)
from scidoc_assets.domain.metrics.reasoning import score_reasoning
from scidoc_assets.domain.metrics.routing import route_errors, tabulate_routes
from scidoc_assets_tests.domain.metrics.factory import a_task, seen

ROWS = [
    seen(f"t{i}", setting, model=model, is_correct=(i + len(setting) + len(model)) % 3 > 0)
    for i in range(6)
    for setting in ("direct", "evidence_hint", "agentic")
    for model in ("one", "three")
]
TASKS = {f"t{i}": a_task(f"t{i}") for i in range(6)}


def pictures() -> dict[str, bytes]:
    return {
        "leaderboard": plot_leaderboard(score_reasoning(ROWS, 50)),
        "transitions": plot_transitions(pair_settings(ROWS, resamples=50)),
        "routing": plot_routing(tabulate_routes(ROWS, route_errors(ROWS, TASKS))),
        "coverage": plot_coverage(diagnose_coverage(ROWS, 50)),
    }


def test_pictures_are_png_files_with_something_on_them() -> None:
    for name, data in pictures().items():
        with Image.open(io.BytesIO(data)) as image:
            assert image.format == "PNG", name
            assert len(image.convert("RGB").getcolors(1 << 20) or []) > 10, name


def test_the_same_rows_give_the_same_bytes() -> None:
    assert pictures() == pictures()


def test_two_judges_get_a_panel_each() -> None:
    metrics = score_reasoning(ROWS, 50)
    both = [*metrics, *(m.model_copy(update={"judge": "other"}) for m in metrics)]
    one, two = (Image.open(io.BytesIO(plot_leaderboard(rows))).height for rows in (metrics, both))
    assert two > 1.5 * one


@pytest.mark.parametrize("draw", [plot_leaderboard, plot_transitions, plot_routing, plot_coverage])
def test_nothing_to_draw_is_refused(draw) -> None:
    with pytest.raises(ValueError, match="to draw"):
        draw([])


def test_a_model_without_result_is_named_as_such_and_does_not_stop_the_plot() -> None:
    absent = {"is_correct": None, "evidence": None, "status": "not_run", "model": "locked"}
    rows = [*ROWS, *[seen(f"t{i}", **absent, not_run_reason="missing_key") for i in range(6)]]
    only = [r for r in rows if r.model == "locked"]
    for shown in (rows, only):
        picture = plot_leaderboard(score_reasoning(shown, 50))
        assert Image.open(io.BytesIO(picture)).format == "PNG"
