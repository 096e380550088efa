from __future__ import annotations

from scidoc_assets.domain.metrics.audit import draw_audit_sample
from scidoc_assets.domain.metrics.audit_packets import packet_lines, write_packets
from scidoc_assets.domain.metrics.audit_report import collect_ratings, report_audit
from scidoc_assets_tests.domain.metrics.factory import a_response, a_task, correct, covered
from scidoc_assets_tests.domain.metrics.test_audit_packets import RATERS, filled

TASKS = [a_task(f"t{i}") for i in range(4)]
ANSWERS = [a_response(t.task_id) for t in TASKS]
SAMPLE = draw_audit_sample(TASKS, ANSWERS, 4, RATERS, "eve")
RIGHT = [correct(True, t.task_id, judge=j) for t in TASKS for j in ("a", "b")]
COVERED = [covered(True, False, task_id=t.task_id, judge=j) for t in TASKS for j in ("a", "b")]


def rating_files() -> dict[str, str]:
    packets = write_packets(SAMPLE, TASKS, ANSWERS)
    return {f"{who}.jsonl": packet_lines([filled(p) for p in lines]) for who, lines in packets.items()}  # fmt: skip


def figures(files: dict[str, str]) -> dict[tuple[str, str, str], tuple]:
    rows = report_audit("b", SAMPLE, collect_ratings(files, SAMPLE), RIGHT, COVERED)
    found = {(r.unit, r.judges, r.statistic): (r.value, r.n, r.reason) for r in rows}
    assert len(found) == len(rows)
    return found


def test_raters_agree_and_each_judge_is_held_against_their_consensus() -> None:
    found = figures(rating_files())
    assert found["evidence", "people", "unanimous"][:2] == (1.0, 8)
    for judge in ("a", "b"):
        assert found["evidence", f"{judge} | consensus", "exact"][:2] == (0.5, 8)
        assert found["matches_gold_final_claim", f"{judge} | consensus", "exact"][:2] == (1.0, 4)
        assert found["evidence_coverage", f"{judge} | consensus", "mae"][:2] == (0.5, 4)
    assert found["all", "people", "unresolved"] == (0.0, 24, None)


def test_all_equal_ratings_give_no_kappa_but_a_reason() -> None:
    assert figures(rating_files())["evidence", "people", "fleiss_kappa"] == (
        None,
        8,
        "no_variation",
    )


def test_without_ratings_there_is_one_row_that_says_so() -> None:
    found = figures({})
    assert found["all", "people", "unanimous"] == (None, 0, "no_ratings")


def test_a_bad_file_is_left_out_whole_and_shown_with_its_reason() -> None:
    files = rating_files()
    files["ben.jsonl"] = files["ben.jsonl"].replace('"yes"', '"perhaps"', 1)
    found = figures(files)
    value, n, reason = found["all", "ben.jsonl", "refused_file"]
    assert (value, n) == (None, 0)
    assert "line 1" in reason
    assert found["evidence", "people", "unanimous"][0] == 1.0


def test_a_file_handed_in_twice_counts_once() -> None:
    files = rating_files()
    files["zz_copy_of_ann.jsonl"] = files["ann.jsonl"]
    found = figures(files)
    assert "rated twice" in found["all", "zz_copy_of_ann.jsonl", "refused_file"][2]


def test_a_person_who_was_not_assigned_is_refused() -> None:
    stranger = rating_files()["ann.jsonl"].replace('"rater":"ann"', '"rater":"mallory"')
    collected = collect_ratings({"m.jsonl": stranger}, SAMPLE)
    assert collected.ratings == []
    assert "not assigned" in collected.refused["m.jsonl"]
