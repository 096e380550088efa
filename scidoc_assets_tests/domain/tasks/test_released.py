"""A released task names a picture or its place, never both."""

from __future__ import annotations

from scidoc_assets.domain.releases.locators import figure_locators
from scidoc_assets.domain.tasks.released import released_keys
from scidoc_assets_tests.domain.arguments.hand_paper import FIGURES
from scidoc_assets_tests.domain.responses.factory import a_task


def test_a_figure_leaves_with_its_file_or_its_place_under_its_name_in_the_task() -> None:
    task = a_task()
    place = figure_locators(FIGURES[:1], {"paper-1": "digest"})[FIGURES[0].figure_id]
    found = released_keys(task, {"fig-a": "images/a.png"}, {"fig-a": place, "tab-b": place})
    first, second = found["images"]
    assert (first["name"], first["path"]) == ("Figure 1", "images/a.png")
    assert "locator" not in first
    assert second["locator"]["sha256"] == "digest"
    assert "path" not in second
    assert {n["node_id"] for n in found["graph"]["nodes"]} == {"c0", "e1", "e2"}
    assert (found["graph"]["root_id"], found["depth"]) == ("c0", 3)


def test_a_figure_whose_place_is_unknown_keeps_its_name() -> None:
    images = released_keys(a_task(), {}, {})["images"]
    assert [image["name"] for image in images] == ["Figure 1", "Table 1"]
    assert not {"path", "locator"} & {key for image in images for key in image}
