"""Model calls: what is asked, what came back, and how it is keyed (spec evaluation.md, house.md).

Holds requests (text and image parts), replies, tries and call records, the closed lists of call
statuses and failure causes, and the request hash. Refuses image bytes in anything that is stored:
`ImagePart.data` never leaves memory through a dump, only its hash does.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, JsonValue

from scidoc_assets.schemas.geometry import Row

# Part of every request hash: raise it when the meaning of a stored request changes.
PROTOCOL_VERSION = "calls/1"

Role = Literal["system", "user", "assistant", "tool"]
MediaType = Literal["image/png", "image/jpeg", "image/webp", "image/gif"]
CallStatus = Literal[
    "answered",
    "empty",
    "refused",
    "truncated",
    "provider_error",
    "budget_stopped",
    "rate_limited",
    "missing_key",
]
FailureCause = Literal[
    "rate_limited",  # HTTP 429
    "server_error",  # HTTP 5xx
    "timeout",
    "connection",  # refused, reset, half closed
    "bad_body",  # empty, not JSON, wrong content type, no choices
    "auth",
    "not_found",
    "bad_request",
    "context_length",
    "content_filter",
    "missing_key",
    "image_policy",  # too large, too many, or not decodable
    "images_not_seen",  # pixels for a model without eyes and no OCR text beside them
    "schema_unsupported",
    "model_unloadable",  # embedded model file or library
    "budget_calls",
    "budget_usd",
    "price_unknown",  # a USD budget cannot be kept without a price
    "retry_after_too_long",
    "rate_limit_cap",
]
RETRIABLE: frozenset[str] = frozenset(
    {"rate_limited", "server_error", "timeout", "connection", "bad_body"}
)
FINAL_STATUSES: frozenset[str] = frozenset({"answered", "empty", "refused", "truncated"})


def _checked_text(text: str) -> str:
    if not text.isascii():
        text.encode("utf-8")  # raises UnicodeEncodeError, a ValueError, on a lone surrogate
    return text


class TextPart(Row):
    """Text of a message. Lone surrogates are refused: they cannot be hashed, sent or stored."""

    kind: Literal["text"] = "text"
    text: Annotated[str, AfterValidator(_checked_text)]


class ImagePart(Row):
    """An encoded image, known by the hash of its bytes. Build it with `image_part`.

    `name` (the task alias) and `ocr_text` are never sent beside pixels; a model without eyes gets
    `ocr_text` in place of the pixels.
    """

    kind: Literal["image"] = "image"
    sha256: str
    media_type: MediaType
    name: str | None = None
    ocr_text: str | None = None
    data: bytes = Field(exclude=True, repr=False)


Part = Annotated[TextPart | ImagePart, Field(discriminator="kind")]


class ToolSpec(Row):
    """A function the model may call; `parameters` is a JSON schema."""

    name: str
    description: str
    parameters: dict[str, JsonValue]


class ToolCall(Row):
    """A call the model asked for; arguments as the raw JSON text it wrote."""

    call_id: str
    name: str
    arguments_json: str


class Message(Row):
    """One message; `tool_calls` on assistant turns, `tool_call_id` on tool results."""

    role: Role
    parts: tuple[Part, ...] = ()
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None


class SamplingParams(Row):
    """Sampling; None means the model's configured default, filled in before hashing."""

    temperature: float | None = None
    top_p: float | None = None
    max_output_tokens: int | None = None
    seed: int | None = None
    stop: tuple[str, ...] = ()
    extra: dict[str, JsonValue] = {}


class PromptRef(Row):
    """The prompt template a request was built from."""

    name: str
    version: str
    hash: str


class ModelRequest(Row):
    """Everything that decides a reply. `repeat` and `prompt` are not part of the hash."""

    model_id: str
    messages: tuple[Message, ...]
    sampling: SamplingParams = SamplingParams()
    tools: tuple[ToolSpec, ...] = ()
    tool_choice: Literal["auto", "required", "none"] | None = None
    response_schema: dict[str, JsonValue] | None = None
    repeat: int = Field(default=0, ge=0)
    prompt: PromptRef | None = None


class ProviderIdentity(Row):
    """What answers: part of the hash, so that a re-pointed model id is a new call."""

    provider: str
    served_as: str
    base_url: str | None = None
    context_tokens: int | None = None


class ModelReply(Row):
    """What the provider sent: text, thinking apart, and the raw reply as JSON text."""

    text: str | None
    thinking: str | None = None
    refusal: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    finish_reason: str | None = None
    served_model: str | None = None
    usage: dict[str, Any] | None = None
    raw_json: str = ""
    cost_usd: float | None = None
    prompt_cut_chars: int = 0


class Attempt(Row):
    """One try at the provider. `waited_s` is the wait before it, `detail` is redacted."""

    number: int
    outcome: Literal["ok"] | FailureCause
    http_status: int | None = None
    latency_s: float
    waited_s: float = 0.0
    detail: str | None = None


class SentImage(Row):
    """One image as sent. The frame of boxes stays the original; `scale` = sent / original side."""

    name: str | None
    sha256_original: str
    sha256_sent: str
    width_original_px: int
    height_original_px: int
    width_sent_px: int
    height_sent_px: int
    n_bytes_sent: int
    scale: float


class CallRecord(Row):
    """The outcome of one call, as journalled. `cost_usd` is null when the price is unknown.

    `is_replayed` is true when the journal answered and no call was made. `is_final` outcomes are
    never asked again; every other one is asked again when the run is resumed.
    """

    request_hash: str
    repeat: int
    model_id: str
    status: CallStatus
    cause: FailureCause | None = None
    detail: str | None = None
    reply: ModelReply | None = None
    attempts: tuple[Attempt, ...] = ()
    cost_usd: float | None = None
    latency_s: float = 0.0
    started_at: str
    images: tuple[SentImage, ...] = ()
    prompt: PromptRef | None = None
    is_replayed: bool = False

    @property
    def is_final(self) -> bool:
        """Whether a resumed run takes this outcome as it is."""
        return self.status in FINAL_STATUSES

    @property
    def usage(self) -> dict[str, Any] | None:
        """Usage as the provider sent it, or None."""
        return self.reply.usage if self.reply else None


class PreparedCall(Row):
    """A request as it will be sent (defaults filled, images fitted) with its hash."""

    request: ModelRequest
    request_hash: str
    images: tuple[SentImage, ...] = ()


class CallPlan(Row):
    """A dry run: what a list of requests would call and cost. Costs are upper bounds."""

    n_requests: int
    n_journalled: int
    n_calls: int
    n_images: int
    n_refused: int
    estimated_prompt_tokens: int
    estimated_cost_usd: float | None


def text_message(role: Role, text: str) -> Message:
    """A message of one text part."""
    return Message(role=role, parts=(TextPart(text=text),))


def sniff_media_type(data: bytes) -> MediaType | None:
    """Media type told by the first bytes (never by the caller), or None if it is none of ours."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return "image/gif"
    return None


def image_part(data: bytes, name: str | None = None, ocr_text: str | None = None) -> ImagePart:
    """An image part from encoded bytes; hashes them and tells the type from them.

    Raises ValueError when the bytes are not PNG, JPEG, WebP or GIF.
    """
    media_type = sniff_media_type(data)
    if media_type is None:
        raise ValueError(f"image {name or '(unnamed)'}: bytes are not PNG, JPEG, WebP or GIF")
    digest = hashlib.sha256(data).hexdigest()
    return ImagePart(sha256=digest, media_type=media_type, name=name, ocr_text=ocr_text, data=data)


def request_hash(request: ModelRequest, identity: ProviderIdentity) -> str:
    """SHA-256 over protocol version, provider identity and everything sent (bug log B25).

    Images enter by the hash of their bytes. Defaults are left out, so that adding an optional
    field later does not orphan old journals.
    """
    digest = hashlib.sha256(PROTOCOL_VERSION.encode())
    digest.update(identity.model_dump_json(exclude_defaults=True).encode())
    body = request.model_dump_json(exclude={"repeat", "prompt"}, exclude_defaults=True)
    digest.update(body.encode())
    return digest.hexdigest()
