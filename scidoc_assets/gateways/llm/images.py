"""Fitting the images of a request to what a provider accepts, on encoded bytes.

Downscales (when the policy says so) with the frame recorded, or refuses; never drops an image.
A model without eyes gets the OCR text that comes with an image, or the request is refused.
"""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image

from scidoc_assets.gateways.llm.interface import CallFailure
from scidoc_assets.schemas.calls import (
    ImagePart,
    Message,
    ModelRequest,
    Part,
    SentImage,
    TextPart,
    image_part,
)
from scidoc_assets.schemas.settings import ImagePolicy, ModelSettings

_MIN_SIDE_PX = 64
_SHRINK = 0.8
_FORMAT_OF_TYPE = {
    "image/png": "PNG",
    "image/jpeg": "JPEG",
    "image/webp": "WEBP",
    "image/gif": "PNG",
}


def fit_images(
    request: ModelRequest, settings: ModelSettings
) -> tuple[ModelRequest, tuple[SentImage, ...]]:
    """The request with images as they will be sent, and how each was changed.

    Count, long side (px) and encoded bytes (the file, before base64) follow `settings.images`.
    Raises CallFailure `image_policy` or `images_not_seen`.
    """
    n_images = sum(isinstance(p, ImagePart) for m in request.messages for p in m.parts)
    if n_images == 0:
        return request, ()
    if settings.sees == "pixels" and n_images > settings.images.max_count:
        raise CallFailure(
            "image_policy",
            f"{n_images} images, the model takes {settings.images.max_count}; "
            "ask with fewer images or raise images.max_count",
        )
    sent: list[SentImage] = []
    messages = tuple(_fit_message(m, settings, sent) for m in request.messages)
    return request.model_copy(update={"messages": messages}), tuple(sent)


def _fit_message(message: Message, settings: ModelSettings, sent: list[SentImage]) -> Message:
    parts = tuple(
        _fit_part(p, settings, sent) if isinstance(p, ImagePart) else p for p in message.parts
    )
    return message.model_copy(update={"parts": parts})


def _fit_part(part: ImagePart, settings: ModelSettings, sent: list[SentImage]) -> Part:
    if settings.sees != "pixels":
        return _as_text(part, settings)
    fitted, frame = _fit_image(part.data, part.sha256, *_limits(settings.images))
    sent.append(frame.model_copy(update={"name": part.name}))
    return fitted


def _as_text(part: ImagePart, settings: ModelSettings) -> TextPart:
    if settings.sees == "ocr_text" and part.ocr_text is not None:
        return TextPart(text=f"## Image text\n### {part.name or part.sha256[:8]}\n{part.ocr_text}")
    raise CallFailure(
        "images_not_seen",
        f"{settings.model_id} sees {settings.sees}, image {part.name or part.sha256[:8]} has no "
        "text to stand in for its pixels; use a setting without images or a model with eyes",
    )


def _limits(policy: ImagePolicy) -> tuple[int, int, bool]:
    return policy.max_side_px, policy.max_bytes, policy.on_excess == "refuse"


@lru_cache(maxsize=24)
def _fit_image(
    data: bytes, sha256: str, max_side_px: int, max_bytes: int, is_refusing: bool
) -> tuple[ImagePart, SentImage]:
    width, height = _size_px(data, sha256)
    if max(width, height) <= max_side_px and len(data) <= max_bytes:
        part = image_part(data)
        return part, _frame(part, part, (width, height), (width, height))
    if is_refusing:
        raise CallFailure(
            "image_policy",
            f"image {sha256[:8]} is {width}x{height} px and {len(data)} bytes; limits are "
            f"{max_side_px} px and {max_bytes} bytes; set images.on_excess: downscale",
        )
    return _downscaled(data, sha256, (width, height), max_side_px, max_bytes)


def _downscaled(
    data: bytes, sha256: str, size: tuple[int, int], max_side_px: int, max_bytes: int
) -> tuple[ImagePart, SentImage]:
    original = image_part(data)
    side = min(max_side_px, max(size))
    while side >= _MIN_SIDE_PX:
        encoded, sent_size = _encoded(data, sha256, size, side, original.media_type)
        if len(encoded) <= max_bytes:
            part = image_part(encoded)
            return part, _frame(original, part, size, sent_size)
        side = int(side * _SHRINK)
    raise CallFailure(
        "image_policy",
        f"image {sha256[:8]} does not fit {max_bytes} bytes at any readable size",
    )


def _encoded(
    data: bytes, sha256: str, size: tuple[int, int], side: int, media_type: str
) -> tuple[bytes, tuple[int, int]]:
    scale = side / max(size)
    target = (max(1, round(size[0] * scale)), max(1, round(size[1] * scale)))
    kind = _FORMAT_OF_TYPE[media_type]
    buffer = io.BytesIO()
    try:
        with Image.open(io.BytesIO(data)) as image:
            has_alpha = "A" in image.getbands() or "transparency" in image.info
            pixels = image.convert("RGBA" if has_alpha and kind != "JPEG" else "RGB")
    except (OSError, ValueError, Image.DecompressionBombError) as error:
        raise _undecodable(sha256, error) from error
    if target != size:
        pixels = pixels.resize(target, Image.Resampling.LANCZOS)
    pixels.save(buffer, kind, **({} if kind == "PNG" else {"quality": 90}))
    return buffer.getvalue(), target


def _size_px(data: bytes, sha256: str) -> tuple[int, int]:
    try:
        with Image.open(io.BytesIO(data)) as image:
            return image.size
    except (OSError, ValueError, Image.DecompressionBombError) as error:
        raise _undecodable(sha256, error) from error


def _undecodable(sha256: str, error: Exception) -> CallFailure:
    return CallFailure("image_policy", f"image {sha256[:8]} cannot be decoded: {error}")


def _frame(
    original: ImagePart, sent: ImagePart, size: tuple[int, int], sent_size: tuple[int, int]
) -> SentImage:
    return SentImage(
        name=None,
        sha256_original=original.sha256,
        sha256_sent=sent.sha256,
        width_original_px=size[0],
        height_original_px=size[1],
        width_sent_px=sent_size[0],
        height_sent_px=sent_size[1],
        n_bytes_sent=len(sent.data),
        scale=max(sent_size) / max(size),
    )
