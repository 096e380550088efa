"""Image policy on encoded bytes, side and count."""

import io

import pytest
from PIL import Image

from scidoc_assets.gateways.llm.images import fit_images
from scidoc_assets.gateways.llm.interface import CallFailure
from scidoc_assets.schemas.calls import (
    ImagePart,
    Message,
    ModelRequest,
    TextPart,
    image_part,
)
from scidoc_assets.schemas.settings import ImagePolicy, ModelSettings


def picture(width: int = 400, height: int = 200, kind: str = "PNG", noisy: bool = False) -> bytes:
    image = Image.effect_noise((width, height), 60) if noisy else Image.new("RGB", (width, height))
    buffer = io.BytesIO()
    image.convert("RGB").save(buffer, kind)
    return buffer.getvalue()


def request(*parts: ImagePart) -> ModelRequest:
    message = Message(role="user", parts=(TextPart(text="What is shown?"), *parts))
    return ModelRequest(model_id="m", messages=(message,))


def settings(sees: str = "pixels", **policy: object) -> ModelSettings:
    return ModelSettings(
        model_id="m",
        litellm_model="openai/m",
        sees=sees,  # pyright: ignore[reportArgumentType]
        images=ImagePolicy(**policy),  # pyright: ignore[reportArgumentType]
    )


def sent_bytes(fitted: ModelRequest) -> bytes:
    part = fitted.messages[0].parts[1]
    assert isinstance(part, ImagePart)
    return part.data


def test_an_image_within_the_limits_is_sent_byte_for_byte() -> None:
    data = picture()
    fitted, (frame,) = fit_images(request(image_part(data, name="image_1")), settings())
    assert sent_bytes(fitted) == data
    assert frame.sha256_sent == frame.sha256_original
    assert (frame.name, frame.scale) == ("image_1", 1.0)


def test_a_long_side_is_downscaled_and_the_frame_recorded() -> None:
    fitted, (frame,) = fit_images(request(image_part(picture())), settings(max_side_px=100))
    assert Image.open(io.BytesIO(sent_bytes(fitted))).size == (100, 50)
    assert (frame.width_original_px, frame.height_original_px) == (400, 200)
    assert (frame.width_sent_px, frame.height_sent_px, frame.scale) == (100, 50, 0.25)
    assert frame.sha256_sent != frame.sha256_original


def test_encoded_bytes_over_the_limit_shrink_until_they_fit() -> None:
    data = picture(noisy=True)
    limit = len(data) // 3
    fitted, (frame,) = fit_images(request(image_part(data)), settings(max_bytes=limit))
    assert len(sent_bytes(fitted)) <= limit
    assert frame.n_bytes_sent == len(sent_bytes(fitted))
    assert frame.scale < 1


def test_a_jpeg_stays_a_jpeg() -> None:
    part = image_part(picture(kind="JPEG"))
    fitted, _ = fit_images(request(part), settings(max_side_px=100))
    sent = fitted.messages[0].parts[1]
    assert isinstance(sent, ImagePart)
    assert sent.media_type == "image/jpeg"


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ({"max_side_px": 100, "on_excess": "refuse"}, "400x200 px"),
        ({"max_bytes": 10, "on_excess": "refuse"}, "limits are"),
        ({"max_bytes": 10}, "does not fit 10 bytes"),
    ],
)
def test_an_image_that_may_not_be_changed_is_refused_with_its_size(
    policy: dict[str, object], words: str
) -> None:
    with pytest.raises(CallFailure, match=words) as failure:
        fit_images(request(image_part(picture())), settings(**policy))
    assert failure.value.cause == "image_policy"


def test_too_many_images_are_refused_and_none_is_dropped() -> None:
    parts = [image_part(picture(10 + i, 10)) for i in range(3)]
    with pytest.raises(CallFailure, match="3 images, the model takes 2"):
        fit_images(request(*parts), settings(max_count=2))


def test_a_damaged_image_is_refused_by_its_hash() -> None:
    part = image_part(picture()[:40], name="image_1")
    with pytest.raises(CallFailure, match=f"image {part.sha256[:8]} cannot be decoded"):
        fit_images(request(part), settings())


def test_a_model_without_eyes_gets_the_ocr_text_in_place_of_pixels() -> None:
    part = image_part(picture(), name="image_1", ocr_text="Accuracy 0.91")
    fitted, frames = fit_images(request(part), settings(sees="ocr_text"))
    assert fitted.messages[0].parts[1] == TextPart(text="## Image text\n### image_1\nAccuracy 0.91")
    assert frames == ()


@pytest.mark.parametrize(("sees", "ocr_text"), [("text", "x"), ("ocr_text", None)])
def test_pixels_for_a_model_without_eyes_are_refused(sees: str, ocr_text: str | None) -> None:
    part = image_part(picture(), ocr_text=ocr_text)
    with pytest.raises(CallFailure) as failure:
        fit_images(request(part), settings(sees=sees))
    assert failure.value.cause == "images_not_seen"
