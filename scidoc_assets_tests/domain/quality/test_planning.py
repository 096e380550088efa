"""Which figures a run scores: no excluded ones, those of its split, a stable draw of unrated ones."""

from __future__ import annotations

from scidoc_assets.domain.quality.planning import complete_run, plan_figures
from scidoc_assets.domain.quality.splits import build_split
from scidoc_assets.schemas.settings import QualityRun
from scidoc_assets_tests.domain.quality.rows_by_hand import gold, item

RUN = QualityRun(run_id="D1", protocol="direct", vision_model="v")
ITEMS = [item(f"p{i}__fig0001") for i in range(10)]


def planned(run, items=ITEMS, rows=(), splits=()):
    return [i.figure_id for i in plan_figures(run, items, rows, splits)]


def test_excluded_figures_are_not_judged():
    items = [ITEMS[0], item("x__fig0001", caption=None, snippets=[])]
    assert planned(RUN, items) == ["p0__fig0001"]


def test_a_run_can_be_limited_to_benchmarks_and_to_a_split():
    other = item("o__fig0001", benchmark="other")
    assert planned(RUN.model_copy(update={"benchmarks": ["other"]}), [*ITEMS, other]) == [
        "o__fig0001"
    ]
    rows = [gold(i.figure_id, 6.0) for i in ITEMS]
    split = build_split("eval", rows, 4)
    limited = RUN.model_copy(update={"split": "eval"})
    assert planned(limited, ITEMS, rows, [split]) == split.figure_ids


def test_rated_figures_stay_and_unrated_ones_are_drawn_the_same_way_each_time():
    run = RUN.model_copy(update={"max_unrated": 3})
    rows = [gold("p7__fig0001", 6.0)]
    chosen = planned(run, ITEMS, rows)
    assert len(chosen) == 4
    assert "p7__fig0001" in chosen
    assert set(planned(run, list(reversed(ITEMS)), rows)) == set(chosen)


def test_an_agent_without_a_language_model_uses_its_eyes_for_words():
    agent = QualityRun(run_id="F1", protocol="agent", vision_model="v")
    assert complete_run(agent).language_model == "v"
    assert complete_run(RUN).language_model is None
