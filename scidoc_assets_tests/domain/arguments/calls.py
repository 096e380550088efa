"""Call records by hand: what a stub model replied."""

from __future__ import annotations

import json
from typing import Any

from scidoc_assets.schemas.calls import CallRecord, CallStatus, ModelReply


def record_of(reply: str | dict[str, Any] | None, status: CallStatus = "answered") -> CallRecord:
    """A journalled call; a dict is sent as JSON text."""
    text = json.dumps(reply) if isinstance(reply, dict) else reply
    return CallRecord(
        request_hash="hash-1",
        repeat=0,
        model_id="stub",
        status=status,
        reply=ModelReply(text=text) if text is not None else None,
        started_at="2026-01-01T00:00:00Z",
    )
