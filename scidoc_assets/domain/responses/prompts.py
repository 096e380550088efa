"""Messages of each evaluation setting, built from a task (spec evaluation.md, Settings; seed 000 G.2).

Text uses the Markdown headings `## Question`, `## Captions`, `## Evidence` and `## Image text`,
which the embedded models read. A setting never shows more than its row of the spec: no pixels under
caption_only, no gold statement outside evidence_hint. Refuses a task image without bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import Template
from typing import Literal

from scidoc_assets.prompts import Prompt, load_prompt
from scidoc_assets.schemas.calls import (
    Message,
    ModelRequest,
    Part,
    PromptRef,
    TextPart,
    image_part,
    text_message,
)
from scidoc_assets.schemas.figures import OcrRegion
from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.responses import Setting
from scidoc_assets.schemas.tasks import ReasoningTask

Sees = Literal["pixels", "ocr_text", "text"]
USER_MARK = "<!-- user -->"
SETTINGS_WITH_IMAGES: frozenset[Setting] = frozenset({"direct", "evidence_hint", "agentic"})


@dataclass(frozen=True)
class OcrLine:
    """A line of text in an image; `bbox` is normalised on the original image."""

    text: str
    bbox: BBox


@dataclass(frozen=True)
class TaskImage:
    """An original image of a task: the name models use, its alias, its bytes and its text lines."""

    name: str
    alias: str
    data: bytes
    width_px: int
    height_px: int
    ocr: tuple[OcrLine, ...] = ()


def image_name(alias: str) -> str:
    """The name a model uses for an alias: `Figure 1` -> `figure1`."""
    return re.sub(r"[^0-9a-z]+", "", alias.casefold()) or alias


def task_images(
    task: ReasoningTask,
    crops: Mapping[str, bytes],
    ocr: Mapping[str, Sequence[OcrRegion]],
) -> list[TaskImage]:
    """The task's images in task order. `crops` and `ocr` are keyed by figure_id; OCR boxes are in
    crop pixels and become normalised. Raises KeyError naming the figure whose crop is missing.
    """
    found = []
    for image in task.images:
        if image.figure_id not in crops:
            raise KeyError(f"task {task.task_id}: no crop for figure {image.figure_id}")
        width, height = image.width_px, image.height_px
        lines = tuple(
            OcrLine(
                r.text,
                (
                    r.bbox_px[0] / width,
                    r.bbox_px[1] / height,
                    r.bbox_px[2] / width,
                    r.bbox_px[3] / height,
                ),
            )
            for r in ocr.get(image.figure_id, ())
        )
        found.append(
            TaskImage(
                image_name(image.alias), image.alias, crops[image.figure_id], width, height, lines
            )
        )
    return found


def build_request(
    task: ReasoningTask,
    setting: Setting,
    model_id: str,
    sees: Sees,
    images: Sequence[TaskImage] = (),
    repeat: int = 0,
) -> ModelRequest:
    """The one request of a setting without tools. Raises ValueError for `agentic`, which is a loop
    (agent.py). `images` are ignored by settings that show none.
    """
    if setting == "agentic":
        raise ValueError("agentic is a loop of requests: start it with start_agent")
    prompt = load_prompt(f"responses/{setting}")
    system, user = split_roles(prompt)
    fields = {
        "question": task.question,
        "captions": caption_list(task),
        "evidence": evidence_hints(task),
    }
    shown = images if setting in SETTINGS_WITH_IMAGES else ()
    parts = (TextPart(text=Template(user).substitute(fields)), *image_parts(shown, sees))
    return ModelRequest(
        model_id=model_id,
        messages=(text_message("system", system), Message(role="user", parts=parts)),
        repeat=repeat,
        prompt=prompt_ref(prompt),
    )


def split_roles(prompt: Prompt) -> tuple[str, str]:
    """System text and user template of a prompt file. Raises ValueError without the mark."""
    system, mark, user = prompt.text.partition(USER_MARK)
    if not mark:
        raise ValueError(f"prompt {prompt.name}.{prompt.version} has no line {USER_MARK}")
    return system.strip(), user.strip()


def prompt_ref(prompt: Prompt) -> PromptRef:
    """What a call record keeps of a prompt file."""
    return PromptRef(name=prompt.name, version=prompt.version, hash=prompt.sha256)


def caption_list(task: ReasoningTask) -> str:
    """All captions of the paper, one list item each."""
    return "\n".join(f"- {_one_line(c)}" for c in task.paper_captions) or "(no captions)"


def evidence_hints(task: ReasoningTask) -> str:
    """`- Evidence ID (sources): statement` for each evidence, sources under their task aliases."""
    nodes = {node.node_id: node for node in task.nodes}
    lines = []
    for evidence_id in task.evidence_ids:
        node = nodes[evidence_id]
        sources = ", ".join(_sources(task, evidence_id)) or "given figures and tables"
        panels = f" {', '.join(node.panels)}" if node.panels else ""
        statement = _one_line(node.visual_evidence_text or node.label)
        lines.append(f"- Evidence {evidence_id} ({sources}{panels}): {statement}")
    return "\n".join(lines) or "(no evidence)"


def _sources(task: ReasoningTask, evidence_id: str) -> list[str]:
    named = [s.image for s in task.observations if s.evidence_id == evidence_id]
    named += [r.image for r in task.regions if evidence_id in r.evidence]
    return list(dict.fromkeys(named))


def image_parts(images: Sequence[TaskImage], sees: Sees) -> tuple[Part, ...]:
    """Pixels with their names before them; for a model that sees OCR text, that text instead.

    A model that sees text only still gets the image parts, so that the gateway refuses by name.
    """
    if not images:
        return ()
    if sees == "ocr_text":
        blocks = [image_text_block(image.name, image.ocr) for image in images]
        return (TextPart(text="\n\n".join(blocks)),)
    parts: list[Part] = []
    for image in images:
        parts.append(TextPart(text=f"{image.alias} (image name: {image.name}):"))
        parts.append(image_part(image.data, name=image.name))
    return tuple(parts)


def image_text_block(name: str, lines: Sequence[OcrLine]) -> str:
    """The text of an image: `[x0, y0, x1, y1] text` per line, boxes normalised, 3 decimals."""
    body = "\n".join(
        f"[{', '.join(f'{v:.3f}' for v in line.bbox)}] {_one_line(line.text)}" for line in lines
    )
    return f"## Image text\n### {name}\n{body or '(no text)'}"


def _one_line(text: str) -> str:
    return " ".join(text.split())
