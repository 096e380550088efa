"""Items, ratings and gold out of the published records (spec figure-quality.md, Interchange).

Refuses to use a score on a dimension that gating switches off (masked, counted) and to build gold
from half of a figure's ratings: then the published means stand in, and the row says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from scidoc_assets.domain.quality.gold import (
    aggregate_scores,
    gold_row,
    group_by_figure,
    needs_adjudication,
)
from scidoc_assets.domain.quality.items import clean_text, gate
from scidoc_assets.domain.quality.published import PublishedFigure
from scidoc_assets.schemas.labelling import parse_label
from scidoc_assets.schemas.payload import (
    MAX_SNIPPETS,
    SNIPPET_CHARS,
    CutText,
    build_figure_map,
    cut_text,
)
from scidoc_assets.schemas.quality import (
    DIMENSIONS,
    NAME_OF,
    FigureQualityGold,
    FigureQualityItem,
    FiveScores,
    RaterRow,
)

SnippetChooser = Callable[[str | None, Sequence[str]], list[CutText]]
_MEANS_TOLERANCE = 0.006  # published means carry two to four decimals


def first_snippets(label: str | None, texts: Sequence[str]) -> list[CutText]:
    """The first two texts in the order given, cut to size: a chooser that does not rank."""
    return [cut_text(text, SNIPPET_CHARS) for text in texts[:MAX_SNIPPETS]]


def items_of(
    benchmark: str,
    figures: Sequence[PublishedFigure],
    digest: str,
    image_hashes: Mapping[str, str],
    choose_snippets: SnippetChooser,
) -> list[FigureQualityItem]:
    """Items of the records, texts cleaned and cut, the raw ones kept beside them."""
    by_paper: dict[str, list[PublishedFigure]] = {}
    for line in figures:
        by_paper.setdefault(line.paper_id, []).append(line)
    return [
        _item(benchmark, line, by_paper[line.paper_id], digest, image_hashes, choose_snippets)
        for line in figures
    ]


def _item(
    benchmark: str,
    line: PublishedFigure,
    of_paper: Sequence[PublishedFigure],
    digest: str,
    image_hashes: Mapping[str, str],
    choose_snippets: SnippetChooser,
) -> FigureQualityItem:
    caption = clean_text(line.caption or "")
    label = _label_of(line)
    contexts = [text for text in map(clean_text, line.context_texts) if text]
    chosen = choose_snippets(label, contexts)
    figure_map = build_figure_map(
        (other.figure_id, _label_of(other), clean_text(other.caption))
        for other in of_paper
        if other.caption
    )
    return FigureQualityItem(
        benchmark=benchmark,
        figure_id=line.figure_id,
        paper_id=line.paper_id,
        fig_index=line.fig_index,
        label=label,
        venue=line.venue,
        year=line.year,
        title=line.title,
        section=line.section,
        figure_type=line.figure_type,
        image_sha256=image_hashes.get(line.image or ""),
        width_px=line.width,
        height_px=line.height,
        caption=caption or None,
        caption_raw=line.caption,
        snippets=[cut.text for cut in chosen],
        context_raw=line.context_texts,
        snippet_chars_cut=sum(cut.chars_cut for cut in chosen),
        paragraphs_left_out=len(contexts) - len(chosen),
        figure_map=figure_map,
        map_chars_cut=sum(entry.chars_cut for entry in figure_map),
        features=None,
        source_digest=digest,
        **gate(bool(caption), bool(contexts)),  # type: ignore[arg-type]
    )


def ratings_of(
    figures: Sequence[PublishedFigure], items: Sequence[FigureQualityItem], digest: str
) -> tuple[list[RaterRow], int]:
    """Rater rows of people, and how many scores were masked because gating switches them off."""
    rows: list[RaterRow] = []
    masked = 0
    for line, item in zip(figures, items, strict=True):
        off = [NAME_OF[d] for d in DIMENSIONS if d not in item.gated_dimensions]
        for annotation in line.annotations:
            if annotation.source_type != "human":
                continue
            fields = annotation.model_dump(exclude=set(annotation.model_extra or {}))
            masked += sum(fields[name] is not None for name in off)
            fields.update(dict.fromkeys(off))
            fields.pop("source_type")
            rows.append(
                RaterRow(
                    benchmark=item.benchmark,
                    figure_id=item.figure_id,
                    paper_id=item.paper_id,
                    rater_id=fields.pop("source_name"),
                    rated_at=fields.pop("annotated_at"),
                    stated_overall=fields.pop("overall_score"),
                    source_digest=digest,
                    **fields,
                )
            )
    return rows, masked


def gold_of(
    figures: Sequence[PublishedFigure],
    items: Sequence[FigureQualityItem],
    ratings: Sequence[RaterRow],
    means: Mapping[str, FiveScores],
) -> tuple[list[FigureQualityGold], list[str]]:
    """Gold rows, and notes where stated means disagree with the ratings beside them.

    From the ratings when the record holds as many as it counts, else from the published means.
    """
    by_figure = group_by_figure(ratings)
    rows, notes = [], []
    for line, item in zip(figures, items, strict=True):
        own = by_figure.get(item.figure_id, [])
        stated = _masked(means[item.figure_id], item)
        is_complete = bool(own) and len(own) >= (line.annotator_count or 0)
        scores = aggregate_scores(own) if is_complete else stated
        if is_complete:
            notes += [f"{item.figure_id}: {text}" for text in _disagreements(scores, stated)]
        if item.is_excluded or scores.mean() is None:
            continue
        raters = len(own) if is_complete else (line.annotator_count or len(own))
        source = "ratings" if is_complete else "published_means"
        rows.append(gold_row(item, scores, raters, source, needs_adjudication(own)))
    return rows, notes


def _label_of(line: PublishedFigure) -> str | None:
    parsed = parse_label(clean_text(line.caption or ""))
    if parsed:
        return parsed.printed
    return f"Figure {line.fig_index}" if line.fig_index else None


def _masked(scores: FiveScores, item: FigureQualityItem) -> FiveScores:
    off = {NAME_OF[d]: None for d in DIMENSIONS if d not in item.gated_dimensions}
    return scores.model_copy(update=off)


def _disagreements(scores: FiveScores, stated: FiveScores) -> list[str]:
    notes = []
    for dimension in DIMENSIONS:
        ours, theirs = scores.score(dimension), stated.score(dimension)
        if ours is None or theirs is None:
            continue
        if abs(ours - theirs) > _MEANS_TOLERANCE:
            notes.append(f"{NAME_OF[dimension]} is {ours:.4f} by the ratings, stated {theirs:g}")
    return notes
