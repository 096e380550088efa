"""`scidoc review import`: counts, refusals by id, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from scidoc_assets.cli import main
from scidoc_assets_tests.domain.review.hand_review import PACKETS, TASK, packet
from scidoc_assets_tests.small_project import make_folder, store_rows


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = make_folder(tmp_path / "project")
    monkeypatch.setenv("SCIDOC_PROJECT", str(folder))
    return folder


def write(root: Path, *verdicts: dict[str, str]) -> Path:
    item = packet("claim", "mid")
    plain = {
        "object_id": item.object_id,
        "object_digest": item.object_digest,
        "role": "first",
        "reviewer": "anna",
        "verdict": "accept",
    }
    file = root / "decisions.jsonl"
    file.write_text("\n".join(json.dumps(plain | v) for v in verdicts), encoding="utf-8")
    return file


def run(file: Path) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["review", "import", str(file)])
    return result.exit_code, result.output


def test_decisions_are_taken_once_and_a_second_time_changes_nothing(root: Path) -> None:
    store_rows(root, "review_packets", PACKETS)
    store_rows(root, "reasoning_tasks", [TASK])
    file = write(root, {})
    code, output = run(file)
    assert (code, output.splitlines()[0]) == (
        0,
        "1 decisions imported, 0 known already, 0 refused",
    )
    before = sorted((root / "data" / "review").rglob("*"))
    assert run(file) == (0, "0 decisions imported, 1 known already, 0 refused\n")
    assert sorted((root / "data" / "review").rglob("*")) == before


def test_a_refused_decision_is_named_with_its_id_and_counted(root: Path) -> None:
    store_rows(root, "review_packets", PACKETS)
    code, output = run(write(root, {"object_digest": "0" * 16}, {"role": "second"}))
    assert code == 3
    assert "1 decisions imported, 0 known already, 1 refused" in output
    assert f"line 1: {packet('claim', 'mid').object_id}: object_changed" in output


def test_without_packets_the_way_out_is_told(root: Path) -> None:
    code, output = run(write(root, {}))
    assert code == 2
    assert "`scidoc run` makes them" in output
