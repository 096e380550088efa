"""Every member of every closed list of reasons is set by production code, as its witness shows.

`reason_witnesses.json` names for each member one test that drives real code into it; that test is
run here under the watch of `reasons_seen`, which says whether our own code set the member (a test
that writes it by hand is no witness). A member without a witness is null there, and an expected
failure here: give it one, or remove it from its list. To find witnesses:
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

from scidoc_assets_tests.conftest import REPOSITORY
from scidoc_assets_tests.reasons_seen import closed_lists

TESTS = Path(__file__).parent
WITNESSES: dict[str, dict[str, str | None]] = json.loads(
    (TESTS / "reason_witnesses.json").read_text(encoding="utf-8")
)
MEMBERS = [(key, member) for key, members in WITNESSES.items() for member in members]


def test_every_member_of_every_closed_list_is_registered() -> None:
    registered = {key: set(members) for key, members in WITNESSES.items()}
    assert registered == {key: set(members) for key, members in closed_lists().items()}


def test_every_witness_is_a_test_that_is_there() -> None:
    for members in WITNESSES.values():
        for node in filter(None, members.values()):
            file, name = node.split("::", 1)
            source = (REPOSITORY / file).read_text(encoding="utf-8")
            assert f"def {name.split('[')[0]}(" in source, node


def test_no_witness_draws_its_input_at_random() -> None:
    drawn = [
        node
        for members in WITNESSES.values()
        for node in filter(None, members.values())
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
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, list[str]]]:
    """What production code set, by the witness that drove it there."""
    report = tmp_path_factory.mktemp("reasons") / "seen.json"
    nodes = sorted({node for members in WITNESSES.values() for node in members.values() if node})
    watch = ["-p", "scidoc_assets_tests.reasons_seen", "--reasons-seen", str(report)]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *watch, *nodes],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=1500,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-3000:]
    found: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return found


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("key", "member"), MEMBERS)
def test_production_code_reaches_the_member(
    seen: dict[str, dict[str, list[str]]], key: str, member: str
) -> None:
    witness = WITNESSES[key][member]
    if witness is None:
        pytest.xfail("no small input known that reaches it")
    assert witness in seen.get(key, {}).get(member, [])
