from __future__ import annotations

import pytest

from scidoc_assets.domain.interchange.docling_schema import DoclingDocument
from scidoc_assets.domain.interchange.docling_tree import read_tree
from scidoc_assets.domain.interchange.ir_json import InterchangeError
from scidoc_assets_tests.domain.interchange.docling_made import docling, refs


def tree(value) -> list[tuple[str, str | None, bool]]:
    document = DoclingDocument.model_validate(value)
    return [(p.ref, p.float_ref, p.is_caption) for p in read_tree(document)]


def test_captions_come_behind_their_float_and_inner_text_knows_it() -> None:
    found = tree(docling())
    at = found.index(("#/pictures/0", None, False))
    assert found[at + 1 : at + 3] == [
        ("#/texts/3", "#/pictures/0", True),
        ("#/texts/4", "#/pictures/0", False),
    ]


def test_groups_are_gone_through_and_are_no_items() -> None:
    assert ("#/texts/5", None, False) in tree(docling())
    assert not any(ref.startswith("#/groups") for ref, _, _ in tree(docling()))


def test_a_tree_that_bites_its_tail_ends() -> None:
    value = docling()
    value["groups"][0]["children"] = refs("groups/0", "texts/5")
    found = [ref for ref, _, _ in tree(value)]
    assert found.count("#/texts/5") == 1


def test_a_tree_that_is_too_deep_is_refused() -> None:
    value = docling()
    deep = 300
    value["groups"] = [
        {"self_ref": f"#/groups/{k}", "children": refs(f"groups/{k + 1}")} for k in range(deep)
    ] + [{"self_ref": f"#/groups/{deep}", "children": []}]
    with pytest.raises(InterchangeError):
        tree(value)
