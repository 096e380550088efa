"""The self-test is what decides whether a sandbox exists, not `which bwrap`."""

from __future__ import annotations

import json

from scidoc_assets.gateways.sandbox.fake import FakeSandbox
from scidoc_assets.gateways.sandbox.interface import SandboxResult
from scidoc_assets.gateways.sandbox.selftest import FIX, NoSandbox, open_sandbox, self_test


def _answers(**checks: bool) -> FakeSandbox:
    return FakeSandbox([SandboxResult("ok", "", stdout=json.dumps(checks))])


def test_a_sandbox_that_leaks_one_thing_fails_its_self_test_by_name() -> None:
    assert self_test(_answers(files=True, sockets=False)) == (
        "self-test failed: not true that sockets"
    )


def test_a_sandbox_that_holds_everything_passes() -> None:
    assert self_test(_answers(files=True, sockets=True)) is None


def test_a_sandbox_that_prints_nonsense_fails_its_self_test() -> None:
    fake = FakeSandbox([SandboxResult("failed", "boom", stdout="not json")])
    assert self_test(fake) == "self-test did not answer: failed boom"


def test_without_a_sandbox_nothing_runs_and_the_fix_is_named() -> None:
    result = NoSandbox("bwrap: no permission").run_python("print(1)")
    assert (result.status, result.reason) == ("not_executed", "no_sandbox")
    assert "bwrap: no permission" in result.detail
    assert FIX in result.detail


def test_a_machine_without_bwrap_gets_no_sandbox(monkeypatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert isinstance(open_sandbox.__wrapped__(), NoSandbox)
