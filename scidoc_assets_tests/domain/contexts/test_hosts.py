"""Hosting paragraphs: sentences of the mentions, and a caption's own label."""

from __future__ import annotations

from scidoc_assets.domain.contexts.hosts import find_hosts, known_label_keys
from scidoc_assets_tests.domain.contexts.layouts_by_hand import block, figure, layout


def test_each_mention_knows_its_sentence():
    (host,) = find_hosts(
        layout(block("First one. See Fig. 2 here. Then Figs. 2 and 3.")), frozenset()
    )
    assert host.citing("F:2") == [1, 2]
    assert [m.label.key for m in host.named_in(2)] == ["F:2", "F:3"]


def test_a_caption_does_not_mention_itself():
    (host,) = find_hosts(
        layout(block("Figure 3: As in Figure 2, Figure 3 falls.", "caption")), frozenset()
    )
    assert [m.label.key for m in host.mentions] == ["F:2"]


def test_short_blocks_are_no_citing_text():
    (host,) = find_hosts(layout(block("See Figure 3.")), frozenset())
    assert not host.is_citing_text


def test_known_keys_are_those_of_the_printed_labels():
    figures = [figure("Figure 1"), figure("Table S2"), figure(None)]
    assert known_label_keys(figures) == {"F:1", "T:S2"}
