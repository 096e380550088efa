"""A judge on loopback: sound answers to figure-quality requests, in the chat-completions shape.

Scores follow the figure's id, so that figures differ and every run of a stub agrees with the last.
Standalone: `python -m scidoc_assets_tests.quality_stub --latency 2`; `GET /stats` tells the count.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import threading
from typing import Any

from scidoc_assets_tests.stub_server import StubReply, StubRequest, StubServer


def payload_of(request: StubRequest) -> dict[str, Any]:
    """The JSON payload of a judge request."""
    for message in request.body["messages"]:
        text = text_of(message)
        if message["role"] == "user" and "## Payload" in text:
            return json.loads(text.split("## Payload\n```json\n", 1)[1].rsplit("\n```", 1)[0])
    raise AssertionError("not a figure-quality request")


def text_of(message: dict[str, Any]) -> str:
    """All text of one message."""
    content = message["content"]
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content if part["type"] == "text")


def n_images(request: StubRequest) -> int:
    """Pictures in the whole conversation."""
    parts = [
        p for m in request.body["messages"] if isinstance(m["content"], list) for p in m["content"]
    ]
    return sum(part["type"] == "image_url" for part in parts)


def answer_of(payload: dict[str, Any]) -> dict[str, Any]:
    """A sound answer to a payload of any stage."""
    seed = int(hashlib.sha256(payload["figure_id"].encode()).hexdigest(), 16)
    on = payload.get("dimensions", [])

    def judged(dimension: str) -> dict[str, Any]:
        if dimension not in on:
            return {"score": None, "reason": None}
        return {"score": 5 + seed % 5, "reason": f"{dimension} as seen in the figure"}

    reports: dict[str, dict[str, Any]] = {
        "single": {d: judged(d) for d in ("VC", "SL", "C", "CTX", "MR")},
        "vision": {
            **{d: judged(d) for d in ("VC", "SL")},
            **{k: [] for k in ("facts", "axes_and_units", "legend_notes", "metrics")},
            **{"risk_low": 7, "risk_high": 9, "risk_reason": "axes start at zero"},
        },
        "language": {
            **{k: [] for k in ("caption_facts", "context_facts", "implied_claims")},
            **{k: [] for k in ("panels_referred", "rule_flags")},
            **{"severity": "minor", "severity_reason": "a unit is missing"},
            **{"cap_C": 6, "cap_CTX": None, "cap_MR": None},
        },
        "fusion": {**{d: judged(d) for d in ("C", "CTX", "MR")}, "conflicts": []},
    }
    return {"figures": [{"figure_id": payload["figure_id"], **reports[payload["stage"]]}]}


def judge(request: StubRequest) -> StubReply:
    """The script of a sound judge."""
    return StubReply(text=json.dumps(answer_of(payload_of(request))))


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0)
    options = parser.parse_args()
    with StubServer(judge, options.latency, options.port, keep_requests=False) as server:
        print(server.url, flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return


if __name__ == "__main__":
    main()
