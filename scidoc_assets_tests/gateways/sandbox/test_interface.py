"""A result that was not executed says why and carries nothing that could be scored."""

from __future__ import annotations

from scidoc_assets.gateways.sandbox.interface import DEFAULT_LIMITS, SandboxResult


def test_a_result_without_outputs_is_empty_and_uncontained() -> None:
    result = SandboxResult("not_executed", "why", reason="no_sandbox")
    assert (dict(result.outputs), result.stdout, result.isolation) == ({}, "", "none")


def test_default_limits_leave_the_sandbox_less_than_it_may_print_back() -> None:
    assert DEFAULT_LIMITS.output_bytes <= DEFAULT_LIMITS.disk_mb * 1024 * 1024
    assert DEFAULT_LIMITS.cpu_s <= DEFAULT_LIMITS.wall_s
