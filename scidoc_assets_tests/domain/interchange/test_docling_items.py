from __future__ import annotations

from scidoc_assets.domain.interchange.docling_items import item_drafts
from scidoc_assets.domain.interchange.docling_schema import DoclingDocument
from scidoc_assets.domain.interchange.docling_tree import read_tree
from scidoc_assets_tests.domain.interchange.docling_made import docling, prov, text

HEIGHTS = {1: 800.0, 2: 800.0}


def drafts(*texts):
    value = docling()
    value.update(texts=list(texts), tables=[], pictures=[], groups=[])
    value["body"]["children"] = [{"$ref": f"#/texts/{k}"} for k in range(len(texts))]
    return item_drafts(read_tree(DoclingDocument.model_validate(value)), HEIGHTS)


def test_two_columns_of_one_page_are_one_block_with_two_boxes() -> None:
    places = [prov(1, 50, 100, 200, 80), prov(1, 300, 700, 500, 680)]
    (draft,) = drafts(text(0, "text", "One text", *places))
    assert len(draft.boxes) == 2
    assert draft.text == "One text"


def test_spans_that_do_not_cut_the_text_leave_it_whole_in_the_first_piece() -> None:
    places = [prov(1, 0, 9, 9, 0, charspan=[0, 900]), prov(2, 0, 9, 9, 0, charspan=[5, 8])]
    assert [d.text for d in drafts(text(0, "text", "Whole text", *places))] == ["Whole text", ""]


def test_labels_this_version_does_not_know_are_kept_as_other() -> None:
    assert [d.category for d in drafts(text(0, "hologram", "x"))] == ["other"]
