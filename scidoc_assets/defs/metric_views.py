"""What the UI shows of the metric assets: tables and pictures of their rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import dagster as dg

from scidoc_assets.defs.previews import picture
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import Rows
from scidoc_assets.domain.metrics.leaderboard import leaderboard_markdown
from scidoc_assets.domain.metrics.plots import (
    plot_coverage,
    plot_leaderboard,
    plot_routing,
    plot_transitions,
)
from scidoc_assets.domain.metrics.reports import (
    agreement_markdown,
    changes_markdown,
    coverage_markdown,
    localisation_markdown,
    routing_markdown,
    strata_markdown,
    transitions_markdown,
)

Preview = Callable[[Project, Rows], Mapping[str, Any]]


def _view(
    tables: Mapping[str, Callable[[Sequence[Any]], str]],
    plots: Mapping[str, Callable[[Sequence[Any]], bytes]] = {},
) -> Preview:
    """A preview of Markdown tables and PNG plots by name; nothing for an empty table."""

    def preview(project: Project, rows: Rows) -> Mapping[str, Any]:
        if not rows:
            return {}
        shown = {name: dg.MarkdownMetadataValue(table(rows)) for name, table in tables.items()}
        return {**shown, **{name: picture(plot(rows), name) for name, plot in plots.items()}}

    return preview


show_metrics = _view(
    {"leaderboard": leaderboard_markdown, "by_stratum": strata_markdown},
    {"leaderboard_plot": plot_leaderboard},
)
show_coverage = _view({"low_and_high": coverage_markdown}, {"coverage": plot_coverage})
show_transitions = _view({"pairs": transitions_markdown}, {"transitions": plot_transitions})
show_localisation = _view({"pooled": localisation_markdown})
show_routing = _view({"pooled": routing_markdown}, {"routing": plot_routing})
show_changes = _view({"moves": changes_markdown})
show_agreement = _view({"agreement": agreement_markdown})
