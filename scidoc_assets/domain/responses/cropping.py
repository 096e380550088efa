"""Checking a crop request and making the crop, on original images at original resolution.

Frame: boxes are normalised (x0, y0, x1, y1) on the original image, top-left origin. A box partly
outside [0, 1] is cut to the image and both boxes are logged; a box wholly outside, inverted, not
finite, or plainly in another unit is refused with a message for the model (spec evaluation.md).
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from scidoc_assets.domain.responses.prompts import OcrLine, TaskImage
from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.responses import TurnFault

# One whole image size beyond the edge: no slip of the hand but pixels or percent.
_FARTHEST = 1.0


class InvalidCrop(ValueError):
    """A crop request that cannot be carried out; `fault` says of what kind, the message is for
    the model."""

    def __init__(self, message: str, fault: TurnFault = "unusable_box") -> None:
        self.fault: TurnFault = fault
        super().__init__(message)


@dataclass(frozen=True)
class CheckedBox:
    """A usable box; `note` tells of a cut, with both boxes, or is None."""

    bbox: BBox
    note: str | None


def check_box(values: Sequence[float]) -> CheckedBox:
    """Check a requested box. Raises InvalidCrop with what is wrong and how to do it right."""
    if len(values) != 4 or not all(math.isfinite(v) for v in values):
        raise InvalidCrop(f"bbox must be four finite numbers [x0, y0, x1, y1], got {list(values)}")
    x0, y0, x1, y1 = (float(v) for v in values)
    if min(values) < -_FARTHEST or max(values) > 1 + _FARTHEST:
        raise InvalidCrop(
            f"bbox {list(values)} is not normalised: use values from 0 to 1, not pixels or percent"
        )
    if x1 <= x0 or y1 <= y0:
        raise InvalidCrop(f"bbox {list(values)} has no area: x0 < x1 and y0 < y1 are needed")
    cut = (max(x0, 0.0), max(y0, 0.0), min(x1, 1.0), min(y1, 1.0))
    if cut[2] <= cut[0] or cut[3] <= cut[1]:
        raise InvalidCrop(f"bbox {list(values)} lies outside the image: values from 0 to 1")
    if cut == (x0, y0, x1, y1):
        return CheckedBox(cut, None)
    return CheckedBox(cut, f"bbox cut to the image: {list(values)} -> {list(cut)}")


def find_image(name: str, images: Sequence[TaskImage]) -> TaskImage:
    """The original image of that name or alias. Raises InvalidCrop naming what is available."""
    wanted = name.strip().casefold()
    for image in images:
        if wanted in (image.name.casefold(), image.alias.casefold()):
            return image
    available = ", ".join(image.name for image in images)
    if "_crop" in wanted:
        message = f"{name} is a crop; crop original images only: {available}"
        raise InvalidCrop(message, "unknown_image")
    raise InvalidCrop(f"no image named {name!r}; available images: {available}", "unknown_image")


def box_in_pixels(bbox: BBox, width_px: int, height_px: int) -> tuple[int, int, int, int]:
    """The pixel box that contains a normalised box; at least one pixel in each direction."""
    left = min(math.floor(bbox[0] * width_px), width_px - 1)
    top = min(math.floor(bbox[1] * height_px), height_px - 1)
    right = max(math.ceil(bbox[2] * width_px), left + 1)
    bottom = max(math.ceil(bbox[3] * height_px), top + 1)
    return left, top, right, bottom


def cut_image(image: TaskImage, bbox: BBox) -> bytes:
    """PNG bytes of a normalised box of the original image, at the image's own resolution."""
    with Image.open(io.BytesIO(image.data)) as opened:
        mode = opened.mode if opened.mode in ("L", "RGB", "RGBA") else "RGB"
        crop = opened.convert(mode).crop(box_in_pixels(bbox, opened.width, opened.height))
    buffer = io.BytesIO()
    crop.save(buffer, format="PNG")
    return buffer.getvalue()


def lines_inside(lines: Sequence[OcrLine], bbox: BBox) -> tuple[OcrLine, ...]:
    """OCR lines whose centre lies in the box, their boxes normalised to the crop and cut to it."""
    width, height = bbox[2] - bbox[0], bbox[3] - bbox[1]
    found = []
    for line in lines:
        x = (line.bbox[0] + line.bbox[2]) / 2
        y = (line.bbox[1] + line.bbox[3]) / 2
        if bbox[0] <= x <= bbox[2] and bbox[1] <= y <= bbox[3]:
            mapped = (
                max(0.0, (line.bbox[0] - bbox[0]) / width),
                max(0.0, (line.bbox[1] - bbox[1]) / height),
                min(1.0, (line.bbox[2] - bbox[0]) / width),
                min(1.0, (line.bbox[3] - bbox[1]) / height),
            )
            found.append(OcrLine(line.text, mapped))
    return tuple(found)
