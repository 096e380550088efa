"""What a person sees of figure quality: a figure's scores as Markdown, the bias of runs as a picture.

Refuses to show a number without its n or a baseline run without saying so.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from scidoc_assets.schemas.quality import (
    DIMENSIONS,
    NAME_OF,
    FigureQualityGold,
    FigureQualityItem,
    FigureQualityScore,
)
from scidoc_assets.schemas.quality_metrics import FigureQualityMetric


def preview_figure(
    item: FigureQualityItem,
    scores: Sequence[FigureQualityScore],
    gold: FigureQualityGold | None = None,
    crop_link: str | None = None,
) -> str:
    """Markdown of one figure: crop, caption, snippets, then scores and reasons of each run."""
    lines = [f"### {item.label or 'no label'} of {item.paper_id} (`{item.figure_id}`)"]
    lines += [f"![crop]({crop_link})"] if crop_link else []
    lines += [f"**Caption** {item.caption or '(none: C is off)'}"]
    lines += [f"> {snippet}" for snippet in item.snippets] or ["(no citing text: CTX is off)"]
    left_out = item.snippet_chars_cut, item.paragraphs_left_out
    lines += [f"Left out: {left_out[0]} characters of the snippets, {left_out[1]} paragraphs."]
    table = ["| run | VC | SL | C | CTX | MR | overall |", "|---|---|---|---|---|---|---|"]
    if gold:
        name = f"gold ({gold.raters} raters)"
        table.append(_row(name, [gold.score(d) for d in DIMENSIONS], gold.overall))
    for row in scores:
        name = f"{row.run_id} {row.protocol}{' (baseline)' if row.is_baseline else ''}"
        if row.status == "failed":
            name += f", failed: {row.reason}"
        table.append(_row(name, [row.score(d) for d in DIMENSIONS], row.overall))
    reasons = [text for row in scores for text in _reasons(row)]
    return "\n\n".join([*lines, "\n".join(table), "\n".join(reasons)]).strip()


def draw_bias(metrics: Sequence[FigureQualityMetric]) -> bytes:
    """PNG of the signed bias (model - gold) per run and dimension with its interval.

    Cells without a value are left out, and so is the picture's row. Raises ValueError when no
    cell has a value.
    """
    cells = [m for m in metrics if m.metric == "bias" and m.value is not None]
    if not cells:
        raise ValueError("no bias was measured: nothing to draw")
    names = ["overall", *(NAME_OF[d] for d in DIMENSIONS)]
    runs = sorted({cell.run_id for cell in cells})
    figure = Figure(figsize=(8, 1.2 + 0.22 * len(runs) * len(names)), dpi=100, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for index, run_id in enumerate(runs):
        shift = 0.7 * (index + 0.5) / len(runs) - 0.35
        _draw_run(axes, [cell for cell in cells if cell.run_id == run_id], names, shift)
    axes.axvline(0.0, color="grey", linewidth=0.8)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel("bias: model - gold (harsh < 0 < lenient)")
    figure.legend(loc="outside lower center", ncols=2, fontsize="small")
    out = io.BytesIO()
    figure.savefig(out, format="png", metadata={"Software": None})
    return out.getvalue()


def _draw_run(
    axes: Axes, own: Sequence[FigureQualityMetric], names: Sequence[str], shift: float
) -> None:
    heights = [names.index(cell.dimension) + shift for cell in own]
    values = [cell.value or 0.0 for cell in own]
    label = f"{own[0].run_id} {own[0].protocol}, n {own[0].n} of {own[0].planned_n}"
    points = axes.plot(values, heights, "o", label=label + _baseline(own[0]))
    bounded = [(h, c) for h, c in zip(heights, own, strict=True) if c.ci_low is not None]
    axes.hlines(
        [height for height, _ in bounded],
        [cell.ci_low or 0.0 for _, cell in bounded],
        [cell.ci_high or 0.0 for _, cell in bounded],
        colors=points[0].get_color(),
    )


def _baseline(cell: FigureQualityMetric) -> str:
    return " (baseline)" if cell.is_baseline else ""


def _row(name: str, scores: Sequence[float | None], overall: float | None) -> str:
    return f"| {name} | " + " | ".join(_shown(s) for s in [*scores, overall]) + " |"


def _shown(score: float | None) -> str:
    return "-" if score is None else f"{score:.2f}".rstrip("0").rstrip(".")


def _reasons(row: FigureQualityScore) -> list[str]:
    pairs = [(d, getattr(row, f"{NAME_OF[d]}_reason")) for d in DIMENSIONS]
    return [f"- {row.run_id} {d}: {text}" for d, text in pairs if text]
