"""Paper identity: content, names, versions."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.papers.identity import CorpusFile, identify, normal_doi, slug
from scidoc_assets.schemas.papers import ManifestEntry

SHA = ["a1" * 32, "b2" * 32, "c3" * 32]


def file(path: str, sha256: str) -> CorpusFile:
    return CorpusFile(path, sha256, 10)


def test_names_that_collide_all_get_a_short_hash() -> None:
    papers = identify([file("x/p.pdf", SHA[0]), file("y/p.pdf", SHA[1])], {})
    assert {p.paper_id for p in papers} == {"p-a1a1a1a1", "p-b2b2b2b2"}


def test_the_order_of_files_does_not_change_ids() -> None:
    files = [file("x/p.pdf", SHA[0]), file("y/p.pdf", SHA[1]), file("q.pdf", SHA[2])]
    assert identify(files, {}) == identify(files[::-1], {})


@pytest.mark.parametrize(
    ("name", "expected"),
    [("My Paper (v2)", "my-paper-v2"), ("a,b|c/d[1]", "a-b-c-d-1"), ("é", "e"), ("论文", "")],
)
def test_slugs_hold_only_safe_characters(name: str, expected: str) -> None:
    assert slug(name) == expected


def test_a_name_in_another_script_falls_back_to_the_hash() -> None:
    assert identify([file("论文.pdf", SHA[0])], {})[0].paper_id == "paper-a1a1a1a1"


def test_the_manifest_names_the_paper() -> None:
    entry = ManifestEntry(file="p.pdf", paper_id="Known-1")
    assert identify([file("p.pdf", SHA[0])], {"p.pdf": entry})[0].paper_id == "known-1"


@pytest.mark.parametrize(
    "doi", ["10.1/AbC", "https://doi.org/10.1/abc", "doi: 10.1/ABC", "http://dx.doi.org/10.1/aBc"]
)
def test_dois_compare_without_prefix_and_case(doi: str) -> None:
    assert normal_doi(doi) == "10.1/abc"


def test_the_same_doi_with_other_bytes_is_a_version() -> None:
    manifest = {
        "a.pdf": ManifestEntry(file="a.pdf", doi="10.1/x"),
        "b.pdf": ManifestEntry(file="b.pdf", doi="https://doi.org/10.1/X"),
        "c.pdf": ManifestEntry(file="c.pdf"),
    }
    papers = identify([file(f"{n}.pdf", s) for n, s in zip("abc", SHA, strict=True)], manifest)
    assert {p.paper_id: p.other_versions for p in papers} == {"a": ("b",), "b": ("a",), "c": ()}
