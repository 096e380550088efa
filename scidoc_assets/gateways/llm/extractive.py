"""`embedded/extractive`: a rule baseline behind the model interface; no weights, no key.

Reads the blocks of a prompt (`## Question`, `## Captions`, `## Evidence`, `## Image text`) and
answers with the sentences that overlap the question most (BM25). Where the prompt offers the crop
tools it looks once at the text-richest region of each image, then finishes; figure-quality requests
are judged by the rules of domain/quality/baseline.py. Deterministic.
Refuses response schemas, as it cannot fill them; never invents words.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from scidoc_assets.domain.quality.baseline import answer_quality_request
from scidoc_assets.gateways.llm.extractive_text import Passage, best_passages, split_blocks
from scidoc_assets.gateways.llm.interface import CallFailure, Price
from scidoc_assets.gateways.llm.prices import TokenPrice
from scidoc_assets.schemas.calls import (
    ImagePart,
    Message,
    ModelReply,
    ModelRequest,
    ProviderIdentity,
    TextPart,
    ToolCall,
)
from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.settings import ModelSettings

RULE_VERSION = "embedded/extractive@2"
NOTHING_FOUND = "The given material does not answer the question."

_MAX_PASSAGES = 4
_MAX_CROPS = 4
_WINDOW = 0.5
_STEPS = (0.0, 0.25, 0.5)
_WHOLE: BBox = (0.05, 0.05, 0.95, 0.95)
_CROPPED = re.compile(r'"image(?:_name)?"\s*:\s*"([^"]+)"')
_LAST_TURN = re.compile(
    r"\b(?:last|final) turn\b|\bfinish now\b|\bmust (?:call |use )?`?finish", re.I
)
_BOXED = re.compile(r"^\s*\[\s*([\d.]+)\s*,\s*([\d.]+)\s*,\s*([\d.]+)\s*,\s*([\d.]+)\s*\]\s*(.+)$")
_IMAGE_NAME = re.compile(r"^###\s+`?([^`\n]+?)`?\s*$", re.MULTILINE)


@dataclass(frozen=True)
class _Action:
    name: str
    arguments: dict[str, object]


class ExtractiveProvider:
    """The rule baseline as a provider; costs nothing."""

    def __init__(self, settings: ModelSettings) -> None:
        self.settings = settings

    @property
    def identity(self) -> ProviderIdentity:
        """The rule's version."""
        return ProviderIdentity(provider="embedded", served_as=RULE_VERSION)

    def price(self) -> Price | None:
        """Nothing is billed."""
        return TokenPrice(0.0, 0.0)

    def unsupported_params(self) -> frozenset[str]:
        """Sampling has no meaning here."""
        return frozenset({"temperature", "seed"})

    def load(self) -> None:
        """Nothing to load."""

    async def attempt(self, request: ModelRequest) -> ModelReply:
        """Answer or act by rule; raises CallFailure `schema_unsupported`."""
        if request.response_schema is not None:
            raise CallFailure(
                "schema_unsupported",
                f"{self.settings.model_id} cannot fill a response schema; choose another model",
            )
        judged = answer_quality_request(request)
        if judged is not None:
            return _reply(judged, ())
        if not offers_crops(request):
            return _reply(answer_by_rule(request), ())
        action = next_action(request)
        if request.tools:
            arguments = json.dumps(action.arguments, ensure_ascii=False)
            return _reply(
                None, (ToolCall(call_id="call_1", name=action.name, arguments_json=arguments),)
            )
        spoken = {"action": action.name, **action.arguments}
        return _reply(json.dumps(spoken, ensure_ascii=False), ())


def answer_by_rule(request: ModelRequest) -> str:
    """The passages nearest to the question, best first; `NOTHING_FOUND` when there are none."""
    blocks = split_blocks(_user_text(request.messages))
    passages = best_passages(blocks.question, blocks.passages, _MAX_PASSAGES)
    return _prose(passages)


def offers_crops(request: ModelRequest) -> bool:
    """Whether the request offers the crop tools, natively or as a JSON action protocol."""
    if any(tool.name == "crop_image" for tool in request.tools):
        return True
    asked = [m for m in request.messages if m.role in ("system", "user")]
    text = "\n".join(_message_text(m) for m in asked)
    return "crop_image" in text and "finish" in text


def next_action(request: ModelRequest) -> _Action:
    """Crop the next original image that was not looked at, or finish with the answer."""
    first_user = next((m for m in request.messages if m.role == "user"), None)
    images = image_texts(_message_text(first_user)) if first_user else {}
    seen = _cropped(request.messages)
    left = [name for name in images if name not in seen]
    last = _message_text(request.messages[-1])
    if not left or len(seen) >= _MAX_CROPS or _LAST_TURN.search(last):
        reasoning = "nearest sentences by word overlap"
        return _Action("finish", {"text": answer_by_rule(request), "reasoning": reasoning})
    box = richest_region(images[left[0]])
    return _Action(
        "crop_image",
        {"image_name": left[0], "bbox": list(box), "reasoning": "most text of the image"},
    )


def image_texts(prompt: str) -> dict[str, str]:
    """OCR text by image name: the `### NAME` parts of the `## Image text` blocks."""
    found: dict[str, str] = {}
    for body in split_blocks(prompt).image_bodies:
        heads = list(_IMAGE_NAME.finditer(body))
        for head, after in zip(heads, [*heads[1:], None], strict=True):
            end = after.start() if after else len(body)
            found[head.group(1)] = body[head.end() : end].strip()
    return found


def richest_region(ocr_text: str) -> BBox:
    """The half-by-half window (normalised, top-left origin) with most text.

    Reads lines `[x0, y0, x1, y1] text`; without boxes, nearly the whole image.
    """
    lines = [m.groups() for m in map(_BOXED.match, ocr_text.splitlines()) if m]
    centres = [
        ((float(x0) + float(x1)) / 2, (float(y0) + float(y1)) / 2, len(text))
        for x0, y0, x1, y1, text in lines
    ]
    if not centres:
        return _WHOLE
    windows = [(x, y) for y in _STEPS for x in _STEPS]

    def weight(window: tuple[float, float]) -> int:
        x, y = window
        return sum(n for cx, cy, n in centres if 0 <= cx - x <= _WINDOW and 0 <= cy - y <= _WINDOW)

    x, y = max(windows, key=weight)
    return (x, y, x + _WINDOW, y + _WINDOW)


def _prose(passages: list[Passage]) -> str:
    if not passages:
        return NOTHING_FOUND
    return " ".join(
        p.text if p.text.endswith((".", "。", "!", "?")) else f"{p.text}." for p in passages
    )


def _cropped(messages: tuple[Message, ...]) -> set[str]:
    spoken = [
        text
        for m in messages
        if m.role == "assistant"
        for text in (_message_text(m), *(c.arguments_json for c in m.tool_calls))
    ]
    return {name for text in spoken for name in _CROPPED.findall(text)}


def _user_text(messages: tuple[Message, ...]) -> str:
    return "\n\n".join(_message_text(m) for m in messages if m.role in ("user", "tool"))


def _message_text(message: Message) -> str:
    return "\n\n".join(p.text if isinstance(p, TextPart) else _stand_in(p) for p in message.parts)


def _stand_in(part: ImagePart) -> str:
    return f"## Image text\n### {part.name or part.sha256[:8]}\n{part.ocr_text or ''}"


def _reply(text: str | None, tool_calls: tuple[ToolCall, ...]) -> ModelReply:
    return ModelReply(
        text=text,
        tool_calls=tool_calls,
        finish_reason="tool_calls" if tool_calls else "stop",
        served_model=RULE_VERSION,
        raw_json=json.dumps({"text": text}, ensure_ascii=False),
        cost_usd=0.0,
    )
