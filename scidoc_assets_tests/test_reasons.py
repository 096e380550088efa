"""Every member of every closed list of reasons is set by production code, as its witness shows.

`reason_witnesses.json` names for each member one test that drives real code into it; that test is
run here under the watch of `reasons_seen`, which says whether our own code set the member (a test
that puts it in by hand is no witness). A member for which no witness can be written is to be
removed from its list. To find witnesses:
`pytest -p scidoc_assets_tests.reasons_seen --reasons-seen FILE some/tests`.
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scidoc_assets_tests.closed_lists import closed_lists
from scidoc_assets_tests.conftest import REPOSITORY

TESTS = Path(__file__).parent
WITNESSES: dict[str, dict[str, str]] = json.loads(
    (TESTS / "reason_witnesses.json").read_text(encoding="utf-8")
)
NO_SANDBOX = "no sandbox on this machine"
MEMBERS = [(key, member) for key, members in WITNESSES.items() for member in members]


def test_every_member_of_every_closed_list_is_registered() -> None:
    registered = {key: set(members) for key, members in WITNESSES.items()}
    assert registered == {key: set(members) for key, members in closed_lists().items()}


def test_every_witness_is_a_test_that_is_there() -> None:
    for members in WITNESSES.values():
        for node in members.values():
            file, name = node.split("::", 1)
            source = (REPOSITORY / file).read_text(encoding="utf-8")
            assert f"def {name.split('[')[0]}(" in source, node


def test_no_witness_draws_its_input_at_random() -> None:
    drawn = [
        node
        for members in WITNESSES.values()
        for node in members.values()
        if hasattr(_function_of(node), "hypothesis")
    ]
    assert drawn == []


def _function_of(node: str) -> Any:
    file, *names = node.split("[")[0].split("::")
    found: Any = importlib.import_module(file.removesuffix(".py").replace("/", "."))
    for name in names:
        found = getattr(found, name)
    return found


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What production code set, by the witness that drove it there, and which were skipped."""
    path = tmp_path_factory.mktemp("reasons") / "seen.json"
    nodes = sorted({node for members in WITNESSES.values() for node in members.values()})
    watch = ["-p", "scidoc_assets_tests.reasons_seen", "--reasons-seen", str(path)]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *watch, *nodes],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=1500,
        check=False,
    )
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return {**found, "exit_code": ran.returncode, "said": ran.stdout[-3000:]}


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_every_witness_passes(report: dict[str, Any]) -> None:
    assert report["exit_code"] == 0, report["said"]


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_no_witness_is_skipped_but_for_want_of_a_sandbox(report: dict[str, Any]) -> None:
    others = {node: why for node, why in report["skipped"].items() if NO_SANDBOX not in why}
    assert others == {}


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("key", "member"), MEMBERS)
def test_production_code_reaches_the_member(report: dict[str, Any], key: str, member: str) -> None:
    witness = WITNESSES[key][member]
    if witness in report["skipped"]:
        pytest.skip(report["skipped"][witness])
    assert witness in report["seen"].get(key, {}).get(member, [])
