from __future__ import annotations

from scidoc_assets.domain.metrics.crossjudge import PaperBootstrap, compare_judges
from scidoc_assets_tests.domain.metrics.factory import correct, covered


def figures(correctness, coverage=()) -> dict[tuple[str, str, str], tuple[float | None, int]]:
    rows = compare_judges(list(correctness), list(coverage))
    return {(r.unit, r.judges, r.statistic): (r.value, r.n) for r in rows}


def test_only_shared_decisions_are_compared() -> None:
    labels = [
        correct(True, "t1", judge="a"),
        correct(False, "t1", judge="b"),
        correct(True, "t2", judge="a"),
        correct(None, "t2", judge="b"),
    ]
    found = figures(labels)
    assert found["matches_gold_final_claim", "a | b", "exact"] == (0.0, 1)
    assert found["all_atoms", "a | b", "exact"] == (0.75, 4)


def test_three_judges_are_compared_in_pairs_and_as_a_group() -> None:
    labels = [correct(judge != "c", "t1", judge=judge) for judge in "abc"]
    found = figures(labels)
    assert found["matches_gold_final_claim", "a | b", "exact"] == (1.0, 1)
    assert found["matches_gold_final_claim", "a | b | c", "group_exact"] == (0.0, 1)


def test_evidence_is_compared_node_by_node() -> None:
    labels = [covered(True, False, judge="a"), covered(True, True, judge="b")]
    assert figures([], labels)["evidence", "a | b", "exact"] == (0.5, 2)


def test_fewer_than_ten_records_are_marked() -> None:
    few = [correct(True, f"t{i}", judge=j) for i in range(9) for j in "ab"]
    many = [correct(True, f"t{i}", judge=j) for i in range(10) for j in "ab"]

    def mark(labels) -> set[bool]:
        return {r.is_small_n for r in compare_judges(labels, []) if r.unit == "preserves_direction"}

    assert (mark(few), mark(many)) == ({True}, {False})


def test_one_judge_alone_has_no_agreement_and_a_row_says_so() -> None:
    (row,) = compare_judges([correct(True)], [])
    assert (row.judges, row.value, row.n, row.reason) == ("j", None, 0, "one_judge")


def test_shares_have_an_interval_over_papers_and_kappas_have_none() -> None:
    tasks = [f"t{i}" for i in range(12)]
    labels = [
        correct(judge == "a" or i % 3 > 0, t, judge=judge)
        for i, t in enumerate(tasks)
        for judge in "ab"
    ]
    bootstrap = PaperBootstrap({t: f"paper-{i % 6}" for i, t in enumerate(tasks)}, 500)
    rows = compare_judges(labels, [], {"b": bootstrap})
    found = {r.statistic: r for r in rows if r.unit == "matches_gold_final_claim"}
    exact = found["exact"]
    assert (exact.value, exact.n) == (8 / 12, 12)
    assert exact.ci_low is not None
    assert exact.ci_high is not None
    assert exact.ci_low < 8 / 12 < exact.ci_high
    assert found["cohen_kappa"].ci_low is None
    alone = PaperBootstrap({t: "one-paper" for t in tasks}, 500)
    assert {r.ci_low for r in compare_judges(labels, [], {"b": alone})} == {None}
