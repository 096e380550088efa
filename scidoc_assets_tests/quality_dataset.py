"""A small figure-quality dataset in the published layout, written to a folder by hand."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

NAMES = (
    "visual_clarity",
    "structure_layout",
    "caption_consistency",
    "context_consistency",
    "misleading_risk",
)


def picture(number: int, side_px: int = 160) -> bytes:
    """A PNG of a few bars that differs by number."""
    image = Image.new("RGB", (side_px, side_px), "white")
    draw = ImageDraw.Draw(image)
    for bar in range(4):
        height = (number * 7 + bar * 13) % (side_px - 40) + 10
        left = 20 + bar * side_px // 6
        draw.rectangle((left, side_px - height, left + 12, side_px - 5), fill=(20, 60, 200))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def rated(scores: tuple[float | None, ...], rater: str) -> dict[str, Any]:
    """An annotation with scores in the order VC SL C CTX MR, each with a reason."""
    entry: dict[str, Any] = {"source_type": "human", "source_name": rater}
    for name, score in zip(NAMES, scores, strict=True):
        entry[name] = score
        entry[f"{name}_reason"] = None if score is None else "as seen"
    return entry


def record(number: int, figures_per_paper: int = 2, **changes: Any) -> dict[str, Any]:
    """A figure record with three ratings; figures differ in their scores."""
    paper, index = f"paper{number // figures_per_paper}", number % figures_per_paper + 1
    figure_id = f"{paper}__fig{index:04d}"
    low = 4.0 + number % 5
    record: dict[str, Any] = {
        "figure_id": figure_id,
        "paper_id": paper,
        "fig_index": index,
        "venue": "ACL" if number % 2 else "ICML",
        "year": 2020 + number % 3,
        "title": f"Paper {number // figures_per_paper}",
        "caption": f"Figure {index}: Accuracy of methods A and B over {number + 2} runs.",
        "section": "3 Results",
        "context_texts": [f"As Figure {index} shows, A is {number + 1} points better than B."],
        "annotator_count": 3,
        "image": f"images/{figure_id}.png",
        "annotations": [rated((low, low, low, low, low), f"r{i}") for i in range(3)],
    }
    return record | changes


def write(folder: Path, records: list[dict[str, Any]], split: list[str] | None = None) -> Path:
    """Write the dataset with a picture for every record; returns the folder."""
    (folder / "images").mkdir(parents=True)
    lines = "".join(json.dumps(r) + "\n" for r in records)
    (folder / "figures.jsonl").write_text(lines, encoding="utf-8")
    for number, entry in enumerate(records):
        if entry.get("image"):
            (folder / entry["image"]).write_bytes(picture(number))
    if split is not None:
        (folder / "splits").mkdir()
        body = "".join(json.dumps({"figure_id": i}) + "\n" for i in split)
        (folder / "splits" / "eval.jsonl").write_text(body, encoding="utf-8")
    return folder
