"""Lexical similarity of short texts (TF-IDF over content words).

A baseline: it sees shared words, not meaning. Refuses nothing; texts without content words are
similar to nothing (0).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from scidoc_assets.schemas.content_words import content_words

if TYPE_CHECKING:
    from sklearn.feature_extraction.text import TfidfVectorizer

ROWS_AT_ONCE = 512


class Similarity:
    """Cosine similarity in [0, 1] under the word weights of one corpus (a paper's sentences)."""

    def __init__(self, corpus: Sequence[str]) -> None:
        # Imported where used: else every process of a run holds it.
        from sklearn.feature_extraction.text import TfidfVectorizer

        usable = [text for text in corpus if content_words(text)]
        self._vectors: TfidfVectorizer | None = None
        if usable:
            # The stub knows only the named analysers; a callable is documented.
            self._vectors = TfidfVectorizer(
                analyzer=content_words,  # pyright: ignore[reportArgumentType]
                sublinear_tf=True,
            )
            self._vectors.fit(usable)

    def between(self, left: Sequence[str], right: Sequence[str]) -> np.ndarray:
        """Return the matrix of similarities, shape (len(left), len(right))."""
        if self._vectors is None or not left or not right:
            return np.zeros((len(left), len(right)))
        rows = self._vectors.transform(left) @ self._vectors.transform(right).T
        return np.asarray(rows.todense(), dtype=float)

    def alike_pairs(
        self, texts: Sequence[str], at_least: float
    ) -> Iterator[tuple[int, int, float]]:
        """Yield (i, j, similarity) of different texts at or above `at_least` (> 0), by i, then j.

        Both (i, j) and (j, i) come. Sparse, a block of rows at a time, for many texts.
        """
        if self._vectors is None or not texts:
            return
        vectors = self._vectors.transform(texts)
        columns = vectors.T.tocsr()
        for start in range(0, len(texts), ROWS_AT_ONCE):
            block = (vectors[start : start + ROWS_AT_ONCE] @ columns).tocoo()
            kept = block.data >= at_least
            rows, cols, values = block.row[kept] + start, block.col[kept], block.data[kept]
            order = np.lexsort((cols, rows))
            for i, j, value in zip(rows[order], cols[order], values[order], strict=True):
                if i != j:
                    yield int(i), int(j), float(value)
