"""Label Studio's forms: tasks and labelling configuration out, its JSON export in.

Boxes are in percent of the image there, in [0, 1] here. Refuses nothing silently: a cancelled
annotation is left out, one without a verdict is a refusal with its id.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.review import ReviewPacket, ReviewRole

IMAGE_FOLDER = "images"
# Pictures are served by Label Studio's local storage, rooted at the packets folder.
LOCAL_FILES = "/data/local-files/?d="
_BOX_LABEL = "evidence region"

LABELLING_CONFIG = f"""<View>
  <Header value="$kind — $discipline"/>
  <Text name="statement" value="$statement"/>
  <Text name="question" value="$question"/>
  <Text name="excerpts" value="$excerpts"/>
  <Image name="image" value="$image" zoom="true"/>
  <Text name="caption" value="$caption"/>
  <HyperText name="figures" value="$figures"/>
  <RectangleLabels name="box" toName="image" maxUsages="1" canRotate="false">
    <Label value="{_BOX_LABEL}"/>
  </RectangleLabels>
  <Choices name="verdict" toName="statement" choice="single" required="true">
    <Choice value="accept"/>
    <Choice value="revise"/>
    <Choice value="reject"/>
  </Choices>
  <Choices name="severity" toName="statement" choice="single">
    <Choice value="minor"/>
    <Choice value="major"/>
  </Choices>
  <TextArea name="correction" toName="statement" maxSubmissions="1" rows="3"
            placeholder="new wording, when you revise"/>
  <TextArea name="panel" toName="statement" maxSubmissions="1" rows="1"
            placeholder="panel letter, for a region"/>
  <TextArea name="comment" toName="statement" maxSubmissions="1" rows="2"/>
</View>
"""


def labelling_tasks(packets: Iterable[ReviewPacket], role: ReviewRole) -> list[dict[str, Any]]:
    """Return Label Studio tasks, one per packet, with the present region as a prediction."""
    return [_task(packet, role) for packet in packets]


def image_file(sha256: str) -> str:
    """Return where a picture lies below the packets folder."""
    return f"{IMAGE_FOLDER}/{sha256}.png"


def _address(sha256: str) -> str:
    return LOCAL_FILES + image_file(sha256)


def _gallery(packet: ReviewPacket) -> str:
    """All figures of the task as HTML: a question cannot be judged by one of them."""
    return "\n".join(
        f"<p><b>{escape(f.alias)}</b> {escape(f.caption or '')}</p>"
        f'<img src="{_address(f.image_sha256)}" style="max-width: 100%"/>'
        for f in packet.figures
    )


def _task(packet: ReviewPacket, role: ReviewRole) -> dict[str, Any]:
    data = {
        "object_id": packet.object_id,
        "object_digest": packet.object_digest,
        "role": role,
        "kind": packet.kind,
        "discipline": packet.discipline or "discipline not known",
        "task_ids": packet.task_ids,
        "statement": packet.statement,
        "question": packet.question,
        "excerpts": "\n\n".join(packet.excerpts) or "(no source passage)",
        "image": _address(packet.image_sha256) if packet.image_sha256 else None,
        "caption": f"{packet.image_alias}: {packet.caption or '(no caption)'}",
        "figures": _gallery(packet),
    }
    if packet.bbox is None:
        return {"data": data}
    return {
        "data": data,
        "predictions": [{"model_version": packet.object_digest, "result": [_drawn(packet)]}],
    }


def _drawn(packet: ReviewPacket) -> dict[str, Any]:
    x0, y0, x1, y1 = packet.bbox or (0.0, 0.0, 1.0, 1.0)
    return {
        "from_name": "box",
        "to_name": "image",
        "type": "rectanglelabels",
        "original_width": packet.width_px,
        "original_height": packet.height_px,
        "image_rotation": 0,
        "value": {
            "x": 100 * x0,
            "y": 100 * y0,
            "width": 100 * (x1 - x0),
            "height": 100 * (y1 - y0),
            "rotation": 0,
            "rectanglelabels": [_BOX_LABEL],
        },
    }


def exported_decisions(export: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the fields of one decision per finished annotation of an export, unchecked.

    Raises KeyError, TypeError or AttributeError when a task is not in Label Studio's form.
    """
    for task in export:
        data = task["data"]
        for annotation in task["annotations"]:
            if annotation.get("was_cancelled"):
                continue
            results = annotation["result"]
            yield {
                "object_id": data["object_id"],
                "object_digest": data["object_digest"],
                "role": data["role"],
                "reviewer": _reviewer(annotation),
                "verdict": _choice(results, "verdict"),
                "severity": _choice(results, "severity"),
                "statement": _text(results, "correction"),
                "bbox": _box(results),
                "panel": _text(results, "panel"),
                "comment": _text(results, "comment"),
                "decided_at": annotation.get("updated_at") or annotation.get("created_at"),
            }


def _reviewer(annotation: Mapping[str, Any]) -> str:
    """The annotator's e-mail where the export has it, else the user id."""
    by = annotation["completed_by"]
    return str(by.get("email") or by["id"]) if isinstance(by, Mapping) else str(by)


def _value(results: Iterable[Mapping[str, Any]], name: str) -> Mapping[str, Any] | None:
    return next((r["value"] for r in results if r.get("from_name") == name), None)


def _choice(results: Iterable[Mapping[str, Any]], name: str) -> str | None:
    value = _value(results, name)
    return value["choices"][0] if value and value.get("choices") else None


def _text(results: Iterable[Mapping[str, Any]], name: str) -> str | None:
    value = _value(results, name)
    written = value.get("text") if value else None
    text = "\n".join(written) if isinstance(written, list) else written
    return text.strip() or None if text else None


def _box(results: Iterable[Mapping[str, Any]]) -> BBox | None:
    """The drawn box in [0, 1]. Percent values are rounded there: an overhang of less than a
    thousandth is rounding and cut, a larger one stays and is refused later."""
    value = _value(results, "box")
    if value is None:
        return None
    x, y, width, height = (value[k] / 100 for k in ("x", "y", "width", "height"))
    return _snap(x), _snap(y), _snap(x + width), _snap(y + height)


def _snap(value: float) -> float:
    nearest = round(value)
    return float(nearest) if abs(value - nearest) < 1e-3 else value
