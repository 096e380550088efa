"""Failures of typesetting name the document and a cause from the closed list."""

from __future__ import annotations

from scidoc_assets.gateways.typeset.interface import TypesetError, TypesetFailure


def test_an_error_says_which_document_why_and_what_exactly() -> None:
    error = TypesetError(TypesetFailure.NO_INK, "paper-1", "page index 2")
    assert str(error) == "typesetting paper-1: no_ink: page index 2"
    assert error.reason is TypesetFailure.NO_INK
