from __future__ import annotations

from scidoc_assets.domain.metrics.coverage import diagnose_coverage
from scidoc_assets.domain.metrics.crossjudge import agreement_row
from scidoc_assets.domain.metrics.localisation import localise
from scidoc_assets.domain.metrics.paired import pair_settings
from scidoc_assets.domain.metrics.reasoning import score_reasoning
from scidoc_assets.domain.metrics.reports import (
    agreement_markdown,
    changes_markdown,
    coverage_markdown,
    localisation_markdown,
    pipe_table,
    routing_markdown,
    strata_markdown,
    transitions_markdown,
)
from scidoc_assets.domain.metrics.routing import route_errors, tabulate_changes, tabulate_routes
from scidoc_assets_tests.domain.metrics.factory import a_task, made, region, seen

BOX = (0.0, 0.0, 0.5, 0.5)
HALF = (0.0, 0.0, 0.5, 0.3)  # IoU 0.6
TASKS = {f"t{i}": a_task(f"t{i}", regions=[region("r", BOX)]) for i in range(6)}
ROWS = [
    seen(
        task,
        setting,
        model=model,
        is_correct=setting != "direct",
        difficulty=("easy", "medium", "hard")[place % 3],
        crops=[made("figure1", HALF)] if setting == "agentic" else [],
    )
    for place, task in enumerate(TASKS)
    for setting in ("direct", "evidence_hint", "agentic")
    for model in ("one", "two|b")
]


def cells(table: str, starts: str) -> list[list[str]]:
    """Cells of the lines that begin with this cell."""
    lines = [line.strip("|").split(" | ") for line in table.splitlines() if line.startswith("|")]
    return [[c.strip() for c in line] for line in lines if line[0].strip() == starts]


def test_difficulties_go_from_easy_to_hard_with_their_n() -> None:
    table = strata_markdown(score_reasoning(ROWS, 50))
    (heading,) = cells(table, "Setting")
    assert heading[2:5] == ["easy (n=2)", "medium (n=2)", "hard (n=2)"]
    assert [line[0] for line in cells(table, "direct")] == ["direct", "direct"]


def test_a_bar_in_a_name_stays_in_its_cell() -> None:
    assert "two\\|b" in transitions_markdown(pair_settings(ROWS, resamples=50))
    assert pipe_table(("a",), [("x\ny",)]).endswith("| x y |")


def test_pairs_show_pooled_first_with_net_and_p() -> None:
    lines = cells(transitions_markdown(pair_settings(ROWS, resamples=50)), "direct to agentic")
    assert lines[0][:6] == ["direct to agentic", "pooled", "12", "12", "0", "+12"]
    assert lines[0][7] == "0.00049"


def test_routing_lists_every_label_at_every_threshold_and_the_total() -> None:
    routed = route_errors(ROWS, TASKS)
    table = routing_markdown(tabulate_routes(ROWS, routed, 50))
    (found,) = cells(table, "access_localisation")
    assert [c.split(" ")[0] for c in found[2:]] == ["0", "0", "0"]  # E-Cov is high under direct
    (found,) = cells(table, "interpretation_residual")
    assert [c.split(" ")[0] for c in found[2:]] == ["12", "12", "12"]
    assert cells(table, "all") == [["all", "", "12", "12", "12"]]


def test_changes_and_crops_are_shown_per_threshold() -> None:
    weak = [r.model_copy(update={"evidence": 0.0}) if r.setting == "direct" else r for r in ROWS]
    moved = changes_markdown(tabulate_changes("b", route_errors(weak, TASKS)))
    assert cells(moved, "0.5 to 0.7") == [["0.5 to 0.7", "access_localisation", "rescue_no_hit", "12"]]  # fmt: skip
    located = localisation_markdown(localise(weak, TASKS, resamples=50))
    (recovery,) = (line for line in cells(located, "recovery") if line[1] == "1")
    assert recovery[2].endswith("(n=12, improved 12, rescued 12)")
    assert recovery[4] == "n=0, improved 0, rescued 0"


def test_an_undefined_value_is_its_reason() -> None:
    table = coverage_markdown(diagnose_coverage(ROWS, 50))
    (line,) = cells(table, "direct")
    assert line[1] == "no_rows (n=0)"
    alone = agreement_row("b", "all", "j", "exact", (None, 0, "one_judge"))
    few = agreement_row("b", "evidence", "a, b", "exact", (0.5, 4, None))
    shown = agreement_markdown([alone, few])
    assert "one_judge (n=0)" in shown
    assert "0.500 (n=4, few)" in shown


def test_no_rows_say_so() -> None:
    assert strata_markdown([]) == agreement_markdown([]) == "_no rows_"
