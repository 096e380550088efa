"""The fake answers with what it was given and remembers what it was asked."""

from __future__ import annotations

from scidoc_assets.gateways.typeset.fake import FakeTypesetter
from scidoc_assets.gateways.typeset.interface import Mark, TypesetDocument, Typesetter


def test_the_fake_records_requests_and_returns_its_document() -> None:
    document = TypesetDocument(b"%PDF-fake", (Mark("figure", "Figure 1", 0, 1, 2, 3, 4),))
    fake = FakeTypesetter(document)
    typesetter: Typesetter = fake
    assert typesetter.typeset("a", "source", {"x.png": b""}, {"f.ttf": b""}) is document
    assert fake.requests == [("a", "source", ("f.ttf", "x.png"))]
