"""The workflow benchmark through the real `scidoc`: a published table and authored items in, answers
of a stub model in four settings, every kind of evaluator, metrics, the judge audit, and a second run.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from scidoc_assets.defs.freshness import Freshness
from scidoc_assets.defs.partitions import partitions_of
from scidoc_assets.defs.stages import STAGES
from scidoc_assets.gateways.sandbox.selftest import NoSandbox, open_sandbox
from scidoc_assets.schemas.workflow import WORKFLOW_SETTINGS, SourcePaper
from scidoc_assets.storage.paths import project_paths
from scidoc_assets.storage.workflow_imports import add_workflow
from scidoc_assets_tests.domain.responses.factory import png
from scidoc_assets_tests.domain.workflow.conftest import make_item, with_record
from scidoc_assets_tests.small_project import (
    EXTRACTIVE,
    ask,
    make_folder,
    open_project,
    scidoc,
    stored_rows,
    stub_model,
    write_config,
    write_models,
)
from scidoc_assets_tests.stub_server import StubReply, StubRequest, StubServer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

TABLES = (
    "raw_pdfs,parsed_layouts,workflow_items,workflow_instances,workflow_responses,workflow_scores,"
    "workflow_metrics,workflow_stability,workflow_judge_audit"
)
DATA = "```python\nimport json\njson.dump({'x': [1, 2, 4]}, open('out.json', 'w'))\n```"
PLOT = """
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
figure, axes = plt.subplots(figsize=(3, 2), dpi=80)
axes.plot([1, 2, 3, 4], [3, 1, 4, 2], linewidth=4)
figure.savefig("out.png")
"""
# question mark in the text -> what the stub answers
ANSWERS = {
    "Q-LABEL": "<think>Is it A? No.</think>B",
    "Q-DATA": DATA,
    "Q-JUDGE": "Nickel keeps the alloy strong.",
    "Q-NUMBER": "The value is 12.5",
    "Q-CODE": "```python\ndef double(x):\n    return 2 * x\n```",
    "Q-PLOT": f"```python{PLOT}```",
}


def reply(request: StubRequest) -> StubReply:
    """The scripted answer to the question in the request; a judge's score to a judge's prompt."""
    if "You grade one answer" in request.text:
        return StubReply(json.dumps({"score": 0.5, "rationale": "half of it"}))
    name = next((name for name in ANSWERS if name in request.text), None)
    return StubReply(ANSWERS[name] if name else "A")


def write_table(folder: Path, name: str, is_interleaved: bool, mark: str) -> None:
    """A published table of three questions in one setting, its page picture inside."""
    image = base64.b64encode(png(40, 50)).decode()
    rows: list[dict[str, str]] = []
    for index, question, answer, category, method in (
        ("1", "Q-LABEL", "B", "C3", "json_match"),
        ("2", "Q-DATA", '{"x": [1, 2, 4]}', "E1", "exec_match"),
        ("3", "Q-PLOT", '{"image": "gold.png"}', "E2", "exec_match"),
    ):
        text = f"{mark} {question}"
        segments = json.dumps([{"image": 0}, {"text": text}]) if is_interleaved else ""
        rows.append(
            {"index": index, "question": text, "answer": answer, "image": image,
             "segments": segments, "category": category, "eval_method": method}
        )  # fmt: skip
    with (folder / name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter="\t")
        writer.writeheader()
        writer.writerows(rows)


def write_paper(root: Path) -> str:
    """A one-page PDF in the corpus; its sha256."""
    document = pymupdf.open()
    page = document.new_page(width=400, height=500)
    page.insert_text((40, 60), "1 Results", fontsize=14)
    for line in range(8):
        page.insert_text((40, 90 + 14 * line), f"Line {line} of the results is plain text here.")
    data = document.tobytes(no_new_id=True)
    folder = root / "data" / "corpus"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "alloys.pdf").write_bytes(data)
    return hashlib.sha256(data).hexdigest()


def authored(sha256: str) -> list[str]:
    """Items of that paper as lines: three accepted ones, and one that was never screened."""
    paper = [SourcePaper(paper_id="alloys", sha256=sha256)]
    shapes: list[dict[str, Any]] = [
        {"item_id": "number", "evaluator": "number", "reference_json": "12.5", "subtask": "C1"},
        {
            "item_id": "judge",
            "evaluator": "judge",
            "reference_json": '"Nickel keeps the alloy strong."',
            "subtask": "C3",
        },
        {
            "item_id": "code",
            "evaluator": "code_cases",
            "reference_json": "[4, 10]",
            "evaluator_params_json": '{"function": "double", "arguments": [[2], [5]]}',
            "subtask": "F2",
            "group": "F",
        },
    ]
    items = []
    for shape in shapes:
        name = f"Q-{shape['item_id'].upper()}"
        questions = {"question_en": f"Which? {name}", "question_zh": f"哪个？{name}"}
        item = make_item(benchmark="authored", source_papers=paper, **questions, **shape)
        items.append(with_record(item))
    draft = make_item(benchmark="authored", item_id="draft", source_papers=paper)
    return [item.model_dump_json() for item in (*items, draft)]


@dataclass
class Finished:
    """The project after its run, and what the stub was asked."""

    root: Path
    stub: StubServer
    output: str


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Finished]:
    base = tmp_path_factory.mktemp("workflow")
    with StubServer(reply) as stub:
        root = make_folder(base / "project", [stub_model(stub.url), EXTRACTIVE])
        judge = stub_model(stub.url, model_id="stub/judge", litellm_model="openai/judge")
        write_config(
            root,
            "judges",
            {
                "judges": [
                    {"judge_id": "model", "kind": "model", "model": judge, "is_primary": True},
                    {"judge_id": "embedded/lexical", "kind": "lexical"},
                ]
            },
        )
        sha256 = write_paper(root)
        published, own = base / "published", base / "own"
        published.mkdir()
        own.mkdir()
        subprocess.run([sys.executable, "-c", PLOT], cwd=published, check=True, timeout=120)
        (published / "out.png").rename(published / "gold.png")
        for language, mark in (("EN", "Which?"), ("ZH", "哪个？")):
            write_table(published, f"bench_{language}_AF.tsv", False, mark)
            write_table(published, f"bench_{language}_IL.tsv", True, mark)
        (own / "items.jsonl").write_text("\n".join(authored(sha256)), encoding="utf-8")
        add_workflow(project_paths(root), own)
        done = scidoc(root, "import", str(published))
        assert done.returncode == 0, done.stderr
        assert "3 items (imported 3), 12 instances, 2 pictures" in done.stdout
        ran = scidoc(root, "run", "--select", TABLES)
        assert ran.returncode == 0, ran.stderr + ran.stdout
        yield Finished(root, stub, ran.stdout)


def scores(root: Path, model: str = "stub/model") -> dict[tuple[str, str], Any]:
    """(item, setting) -> score row of a model."""
    rows = [
        row
        for setting in WORKFLOW_SETTINGS
        for row in stored_rows(root, "workflow_scores", f"{model}|{setting}")
    ]
    return {(row.item_id, row.setting): row for row in rows}


def test_only_accepted_and_imported_items_are_asked(finished: Finished) -> None:
    decisions = ask(finished.root, "SELECT item_id, decision FROM workflow_items ORDER BY item_id")
    assert dict(decisions) == {
        "1": "imported",
        "2": "imported",
        "3": "imported",
        "code": "accepted",
        "draft": "pending",  # nobody authored it yet
        "judge": "accepted",
        "number": "accepted",
    }
    counts = ask(
        finished.root,
        "SELECT model, setting, count(*) FROM workflow_responses GROUP BY ALL ORDER BY ALL",
    )
    assert len(counts) == 2 * len(WORKFLOW_SETTINGS)
    assert {count for _, _, count in counts} == {6}


def test_the_question_and_not_the_answer_reaches_the_model(finished: Finished) -> None:
    asked = [r for r in finished.stub.requests if "You grade one answer" not in r.text]
    assert len(asked) == 6 * len(WORKFLOW_SETTINGS)
    for request in asked:
        sent = json.dumps(request.body)
        assert "SECRET" not in sent
        assert "code_cases" not in sent
        assert "Nickel keeps the alloy strong" not in sent
    languages = {r.body["messages"][0]["content"] for r in asked}
    assert len(languages) == 2


def test_pages_come_first_as_pictures_or_as_text_where_they_stand(finished: Finished) -> None:
    rows = stored_rows(finished.root, "workflow_instances")
    by_setting = {r.setting: [p.kind for p in r.parts] for r in rows if r.item_id == "number"}
    assert by_setting["en_images_first"][0] == "page_image"
    assert "page_image" not in by_setting["en_markdown_interleaved"]
    assert by_setting["en_images_first"] == by_setting["zh_images_first"]


def test_every_kind_of_evaluator_scores_the_stub(finished: Finished) -> None:
    found = scores(finished.root)
    for setting in WORKFLOW_SETTINGS:
        assert found["1", setting].score == 1.0
        assert found["number", setting].score == 1.0
        assert (found["judge", setting].score, found["judge", setting].judge) == (0.5, "model")


def test_code_is_run_in_the_sandbox_or_left_unscored(finished: Finished) -> None:
    sandbox = open_sandbox()
    for row in (scores(finished.root)[i, s] for i in ("2", "3", "code") for s in WORKFLOW_SETTINGS):
        if isinstance(sandbox, NoSandbox):
            assert (row.score, row.cause) == (None, "not_executed")
        else:
            assert (row.score, row.cause) == (1.0, None)
            assert row.isolation.startswith("bubblewrap")


def test_metrics_count_every_instance_once(finished: Finished) -> None:
    if isinstance(open_sandbox(), NoSandbox):
        pytest.skip("code items have no score without a sandbox")
    rows = ask(
        finished.root,
        "SELECT benchmark, scope_value, value, n FROM workflow_metrics "
        "WHERE model = 'stub/model' AND scope IN ('overall', 'group') ORDER BY ALL",
    )
    assert {(b, s): (v, n) for b, s, v, n in rows} == {
        ("authored", "C"): (75.0, 8),
        ("authored", "F"): (100.0, 4),
        ("authored", "all"): (pytest.approx(250 / 3), 12),
        ("published", "C"): (100.0, 4),
        ("published", "E"): (100.0, 8),
        ("published", "all"): (100.0, 12),
    }
    [(gap, paired)] = ask(
        finished.root,
        "SELECT language_gap, paired_n FROM workflow_stability "
        "WHERE model = 'stub/model' AND benchmark = 'authored'",
    )
    assert (gap, paired) == (0.0, 3)


def test_pictures_without_text_leave_a_blind_model_with_a_named_zero(finished: Finished) -> None:
    row = scores(finished.root, "embedded/extractive")["1", "en_images_first"]
    assert (row.score, row.cause) == (0.0, "no_response")
    assert "no text to stand in" in str(row.detail)


def test_the_judge_audit_compares_judges_and_hands_out_packets(finished: Finished) -> None:
    rows = ask(
        finished.root,
        "SELECT rater_a, rater_b, n FROM workflow_judge_audit WHERE benchmark = 'authored' "
        "AND rater_b IS NOT NULL",
    )
    assert [(a, b) for a, b, _ in rows] == [("model", "embedded/lexical")]
    packets = finished.root / "data" / "review" / "workflow" / "human_audit" / "authored"
    packet = (packets / "to_rate" / "rater_1.jsonl").read_text(encoding="utf-8")
    assert len(packet.splitlines()) == rows[0][2]
    assert "stub/model" not in packet


def stale(root: Path) -> list[tuple[str, str | None]]:
    """(table, partition) of what a run would make again."""
    project = open_project(root)
    partitions = partitions_of(project.settings)
    freshness = Freshness(project, partitions)
    stages = [s for s in STAGES if s.spec.name in TABLES.split(",")]
    keyed = [(s, key) for s in stages for key in partitions.keys(s.spec)]
    return [(s.spec.name, key) for s, key in keyed if freshness.is_stale(s, key)]


def change_reference(root: Path, answer: str) -> None:
    """Import the table again with another answer to its first question."""
    folder = root.parent / "published"
    for path in folder.glob("*.tsv"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("\tB\t", f"\t{answer}\t"), encoding="utf-8")
    add_workflow(project_paths(root), folder)


def test_nothing_is_left_to_do_after_a_run(finished: Finished) -> None:
    assert stale(finished.root) == []


def test_new_references_and_ratings_count_without_a_new_call(finished: Finished) -> None:
    folder = finished.root / "data" / "review" / "workflow" / "human_audit" / "authored"
    lines = (folder / "to_rate" / "rater_1.jsonl").read_text(encoding="utf-8").splitlines()
    (folder / "ratings").mkdir()
    filled = [json.dumps({**json.loads(line), "score": 0.5}) for line in lines]
    (folder / "ratings" / "ann.jsonl").write_text("\n".join(filled), encoding="utf-8")
    (folder / "ratings" / "bob.jsonl").write_text('{"audit_id": "x", "score": 7}', encoding="utf-8")
    change_reference(finished.root, "C")
    calls = finished.stub.calls
    ran = scidoc(finished.root, "run", "--select", TABLES)
    assert ran.returncode == 0, ran.stderr
    assert finished.stub.calls == calls
    rows = ask(
        finished.root,
        "SELECT rater_a, rater_b, exact, reason FROM workflow_judge_audit "
        "WHERE benchmark = 'authored'",
    )
    by_pair = {(a, b): (exact, reason) for a, b, exact, reason in rows}
    assert ("model", "ann") in by_pair
    assert "line 1, field score" in by_pair["bob.jsonl", None][1]
    assert scores(finished.root)["1", "en_images_first"].cause == "wrong"


def test_screening_asks_four_models_about_what_was_not_screened(finished: Finished) -> None:
    names = ["stub/a", "stub/b", "stub/c", "stub/d"]
    models = [stub_model(finished.stub.url, model_id=name) for name in names]
    write_models(finished.root, models, ["direct"])
    file = finished.root.parent / "own" / "items.jsonl"
    chosen = [part for name in names for part in ("--model", name)]
    calls = finished.stub.calls
    few = scidoc(finished.root, "screen", str(file), "--author", "ann", *chosen[:6])
    assert (few.returncode, finished.stub.calls) == (2, calls)
    done = scidoc(finished.root, "screen", str(file), "--author", "ann", *chosen)
    assert done.returncode == 0, done.stderr
    assert finished.stub.calls == calls + len(names)
    items = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    record = next(i["authoring"] for i in items if i["item_id"] == "draft")
    assert [(s["model"], s["response"]) for s in record["screening"]] == [(n, "A") for n in names]
    assert {s["author_label"] for s in record["screening"]} == {"incorrect"}
