"""Similarity sees shared content words and nothing else."""

from __future__ import annotations

from scidoc_assets.domain.arguments.similarity import Similarity

TEXTS = ["Calcium thickens the film.", "The film thickens with calcium.", "Magnesium is inert."]


def test_shared_words_are_similar_and_foreign_ones_are_not() -> None:
    matrix = Similarity(TEXTS).between(TEXTS[:1], TEXTS)
    assert matrix[0, 1] > 0.9
    assert matrix[0, 2] == 0.0


def test_texts_without_content_words_are_similar_to_nothing() -> None:
    assert Similarity(["the of and"]).between(["the"], ["of"]).tolist() == [[0.0]]


def test_chinese_is_compared_by_character_pairs() -> None:
    texts = ["涂层抑制容量衰减", "容量衰减受到抑制", "温度升高"]
    matrix = Similarity(texts).between(texts[:1], texts)
    assert matrix[0, 1] > 0.3 > matrix[0, 2]


def test_alike_pairs_are_the_cells_of_the_matrix_at_or_above_the_mark() -> None:
    texts = ["calcium thickens films", "calcium thickens the films", "stars are old", ""]
    similarity = Similarity(texts)
    matrix = similarity.between(texts, texts)
    found = {(i, j): s for i, j, s in similarity.alike_pairs(texts, 0.2)}
    wanted = {(i, j) for i in range(4) for j in range(4) if i != j and matrix[i, j] >= 0.2}
    assert set(found) == wanted == {(0, 1), (1, 0)}
    assert abs(found[0, 1] - matrix[0, 1]) < 1e-9
