"""Our programs inside the sandbox are valid Python and hold no reference."""

from __future__ import annotations

import ast

import pytest

from scidoc_assets.gateways.sandbox.drivers import CALL_CASES, DECODE, DRAW


@pytest.mark.parametrize("program", [CALL_CASES, DECODE, DRAW])
def test_a_driver_parses(program: str) -> None:
    assert ast.parse(program).body
