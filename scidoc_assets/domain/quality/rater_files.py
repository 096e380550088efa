"""Our own rater files: lines checked against the figures they rate, each bad one named.

JSON Lines, or CSV with the same columns. Refuses a rating of an unknown figure, a fraction, a score
on a gated-off dimension, a low score without a reason, a line without any score, a key that is a
misspelt column, and a second rating by one rater; never clips. An import takes all lines or none; a stage takes the good ones and counts the others.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from scidoc_assets.domain.quality.gold import LOW_SCORE
from scidoc_assets.domain.quality.line_reading import (
    DatasetRefused,
    read_csv_lines,
    read_json_lines,
)
from scidoc_assets.domain.quality.published import RatingLine
from scidoc_assets.schemas.quality import DIMENSIONS, NAME_OF, FigureQualityItem, RaterRow
from scidoc_assets.schemas.refused_lines import BadLine

_MISSPELT = 0.85  # likeness (difflib) from which an unknown key is taken for a slip


@dataclass(frozen=True)
class RaterFiles:
    """Usable ratings in the order of the files, and the lines that are not; `replaced` counts
    characters that the store cannot hold."""

    rows: list[RaterRow] = field(default_factory=list)
    bad_lines: list[BadLine] = field(default_factory=list)
    replaced: int = 0


def is_rater_file(name: str) -> bool:
    """Whether a file name is that of a rater file: `ratings*.jsonl` or `ratings*.csv`."""
    return name.startswith("ratings") and name.endswith((".jsonl", ".csv"))


def read_rater_files(
    files: Mapping[str, bytes],
    items: Sequence[FigureQualityItem],
    earlier: Iterable[RaterRow] = (),
) -> RaterFiles:
    """Ratings of `items` out of files by name; `earlier` are ratings that are already there."""
    bad: list[BadLine] = []
    rows: list[RaterRow] = []
    replaced: Counter[str] = Counter()
    seen = {(r.benchmark, r.figure_id, r.rater_id) for r in earlier}
    known = {item.figure_id: item for item in items}
    shared = {i for i, n in Counter(item.figure_id for item in items).items() if n > 1}
    for file in sorted(files):
        digest = hashlib.sha256(files[file]).hexdigest()
        for number, line in _lines(file, files[file], bad, replaced):
            item = None if line.figure_id in shared else known.get(line.figure_id)
            problems = _problems(line, item, line.figure_id in shared)
            key = (item.benchmark if item else "", line.figure_id, line.rater_id)
            if key in seen:
                problems.append(("rater_id", f"{line.rater_id} rated {line.figure_id} twice"))
            seen.add(key)
            bad += [BadLine(file, number, where, why) for where, why in problems]
            if item is not None and not problems:
                rows.append(_row(line, item, digest))
    return RaterFiles(rows, bad, replaced.total())


def check_rater_files(
    name: str,
    files: Mapping[str, bytes],
    items: Sequence[FigureQualityItem],
    earlier: Iterable[RaterRow] = (),
) -> RaterFiles:
    """As `read_rater_files`, all or nothing. Raises DatasetRefused naming every bad line, and
    where the files hold no rating: an empty import would take an earlier one's place."""
    found = read_rater_files(files, items, earlier)
    bad = found.bad_lines
    if not bad and not found.rows:
        bad = [BadLine(file, 1, "(file)", "holds no rating") for file in sorted(files)]
    if bad:
        raise DatasetRefused(f"ratings {name}", bad)
    return found


def _lines(
    file: str, data: bytes, bad: list[BadLine], replaced: Counter[str]
) -> list[tuple[int, RatingLine]]:
    if file.endswith(".csv"):
        return read_csv_lines(file, data, RatingLine, bad, {})
    return read_json_lines(file, data, RatingLine, bad, replaced)


def _problems(
    line: RatingLine, item: FigureQualityItem | None, is_shared: bool
) -> list[tuple[str, str]]:
    """(field, reason) of everything wrong with a line that has the right shape."""
    if is_shared:
        return [("figure_id", f"{line.figure_id} is in more than one benchmark")]
    if item is None:
        return [("figure_id", f"no such figure: {line.figure_id}")]
    problems = [*_misspelt(line), *_bad_scores(line, item)]
    if all(getattr(line, NAME_OF[d]) is None for d in DIMENSIONS):
        problems.append(("(line)", "scores no dimension"))
    return problems


def _bad_scores(line: RatingLine, item: FigureQualityItem) -> list[tuple[str, str]]:
    problems = []
    for dimension in DIMENSIONS:
        name = NAME_OF[dimension]
        score = getattr(line, name)
        if score is None:
            continue
        if score != int(score):
            problems.append((name, f"{score} must be an integer 1-10 or null"))
        if dimension not in item.gated_dimensions:
            problems.append((name, "is gated off for this figure, must be null"))
        reason = getattr(line, f"{name}_reason")
        if score <= LOW_SCORE and not (reason or "").strip():
            problems.append((f"{name}_reason", f"a score of {score:g} needs a reason"))
    return problems


def _misspelt(line: RatingLine) -> list[tuple[str, str]]:
    """Unknown keys so like a known one that a score or reason would be lost in them."""
    found = []
    for key in line.model_extra or {}:
        near = get_close_matches(key.lower(), RatingLine.model_fields, n=1, cutoff=_MISSPELT)
        found += [(key, f"no such column; is {name} meant?") for name in near]
    return found


def _row(line: RatingLine, item: FigureQualityItem, digest: str) -> RaterRow:
    return RaterRow(
        **line.model_dump(exclude=set(line.model_extra or {})),
        benchmark=item.benchmark,
        paper_id=item.paper_id,
        source_digest=digest,
    )
