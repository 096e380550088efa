"""A model's answer to a task with what its judges said and where it looked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from scidoc_assets.explorer.rows import AnswerKey, ExplorerRows, answer_key
from scidoc_assets.schemas.geometry import BBoxUnit
from scidoc_assets.schemas.labels import ATOMS, CorrectnessLabel, CoverageLabel, NodeLabel
from scidoc_assets.schemas.responses import ReasoningResponse, Setting, Turn

SETTINGS: tuple[Setting, ...] = get_args(Setting)
# Corners closer than this (per cent of the picture) would put one label over the other.
NEAR = 4.0


@dataclass(frozen=True)
class Box:
    """A box over a picture, as CSS percentages of its width and height.

    `nudge` counts earlier boxes that start at the same corner: their labels would hide each other.
    """

    label: str
    css: str
    nudge: int = 0


@dataclass(frozen=True)
class Verdict:
    """One judge on one answer. `is_correct` is None where nothing was judged (see `reason`)."""

    judge: str
    is_baseline: bool
    is_correct: bool | None
    reason: str | None
    atoms: Sequence[tuple[str, str | None]]
    evidence: Sequence[NodeLabel] = ()
    claims: Sequence[NodeLabel] = ()


@dataclass(frozen=True)
class Answer:
    """A response with its verdicts; `crops` maps an image alias to the boxes it was cropped to."""

    response: ReasoningResponse
    verdicts: Sequence[Verdict]
    crops: dict[str, list[Box]]

    @property
    def is_correct(self) -> bool | None:
        """The verdict of the first judge that gave one; None when none did."""
        said = [v.is_correct for v in self.verdicts if v.is_correct is not None]
        return said[0] if said else None


def boxes(labelled: Sequence[tuple[str, BBoxUnit]]) -> list[Box]:
    """Normalised (x0, y0, x1, y1) boxes of one picture as CSS; equal boxes share one label."""
    labels: dict[BBoxUnit, list[str]] = {}
    for label, bbox in labelled:
        labels.setdefault(bbox, []).append(label)
    found: list[Box] = []
    corners: list[tuple[float, float]] = []
    for bbox, names in labels.items():
        x0, y0, x1, y1 = (100 * v for v in bbox)
        css = f"left:{x0:.2f}%;top:{y0:.2f}%;width:{x1 - x0:.2f}%;height:{y1 - y0:.2f}%"
        near = sum(abs(x - x0) < NEAR and abs(y - y0) < NEAR for x, y in corners)
        found.append(Box(", ".join(dict.fromkeys(names)), css, near))
        corners.append((x0, y0))
    return found


def answers_by_task(rows: ExplorerRows) -> dict[tuple[str, str], list[Answer]]:
    """(benchmark, task_id) -> answers, ordered by model, setting and repeat."""
    correct = _by_answer(rows.correctness_labels)
    covered = _by_answer(rows.coverage_labels)
    found: dict[tuple[str, str], list[Answer]] = {}
    for response in sorted(rows.reasoning_responses, key=_order):
        key = (response.benchmark, answer_key(response))
        verdicts = _verdicts(correct.get(key, []), covered.get(key, []))
        answer = Answer(response, verdicts, _crops(response.turns))
        found.setdefault((response.benchmark, response.task_id), []).append(answer)
    return found


def _order(row: ReasoningResponse) -> tuple[bool, str, int, str, int]:
    place = SETTINGS.index(row.setting)
    return row.is_baseline, row.model, place, row.task_id, row.repeat


def _by_answer(
    labels: Sequence[CorrectnessLabel] | Sequence[CoverageLabel],
) -> dict[tuple[str, AnswerKey], list]:
    found: dict[tuple[str, AnswerKey], list] = {}
    for label in sorted(labels, key=lambda row: (row.is_baseline, row.judge)):
        found.setdefault((label.benchmark, answer_key(label)), []).append(label)
    return found


def _verdicts(correct: list[CorrectnessLabel], covered: list[CoverageLabel]) -> list[Verdict]:
    coverage = {label.judge: label for label in covered}
    return [
        Verdict(
            judge=label.judge,
            is_baseline=label.is_baseline,
            is_correct=label.is_correct,
            reason=label.reason or (None if label.status == "labelled" else label.status),
            atoms=[(name, getattr(label, name)) for name in ATOMS],
            evidence=coverage[label.judge].evidence if label.judge in coverage else (),
            claims=coverage[label.judge].claims if label.judge in coverage else (),
        )
        for label in correct
    ]


def _crops(turns: Sequence[Turn]) -> dict[str, list[Box]]:
    found: dict[str, list[tuple[str, BBoxUnit]]] = {}
    for turn in turns:
        if turn.action == "crop_image" and turn.image and turn.bbox:
            found.setdefault(turn.image, []).append((f"crop {turn.turn_index + 1}", turn.bbox))
    return {image: boxes(labelled) for image, labelled in found.items()}
