"""The fake answers in turn, keeps the last answer and remembers what it was asked."""

from __future__ import annotations

from scidoc_assets.gateways.sandbox.fake import FakeSandbox
from scidoc_assets.gateways.sandbox.interface import SandboxResult


def test_results_come_in_turn_and_requests_are_kept() -> None:
    fake = FakeSandbox([SandboxResult("ok", "first"), SandboxResult("ok", "second")])
    details = [fake.run_python("x", {"b": b"", "a": b""}).detail for _ in range(3)]
    assert details == ["first", "second", "second"]
    assert fake.requests[0] == ("x", ("a", "b"))
