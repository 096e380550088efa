"""The crop agent through the real `scidoc run`: native tools and the JSON protocol at a stub server,
crops from original pixels, images fitted to each provider's policy, every turn in the stored row.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from scidoc_assets_tests.small_project import (
    ANSWERS,
    make_folder,
    open_project,
    scidoc,
    stored_rows,
    stub_model,
    write_tasks,
)
from scidoc_assets_tests.stub_server import StubReply, StubRequest, StubServer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

TURNS = 4
# What an agent does turn by turn; boxes normalised on the 200 x 100 px original.
SCRIPTS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "native": [
        ("crop_image", {"image_name": "figure1", "bbox": [0.25, 0.5, 0.75, 1.0], "reasoning": "r"}),
        ("finish", {"text": "Catalyst A.", "reasoning": "seen"}),
    ],
    "json": [
        ("crop_image", {"image_name": "figure1", "bbox": [0.5, 0.5, 1.2, 1.0], "reasoning": "r"}),
        ("crop_image", {"image_name": "figure1", "bbox": [40, 40, 90, 90], "reasoning": "pixels"}),
        ("finish", {"text": "Catalyst A.", "reasoning": "seen"}),
    ],
    "small-images": [
        ("crop_image", {"image_name": "figure1", "bbox": [0.25, 0.5, 0.75, 1.0], "reasoning": "r"}),
        ("finish", {"text": "Catalyst A.", "reasoning": "seen"}),
    ],
    "one-image": [("finish", {"text": "never asked", "reasoning": ""})],
    "endless": [
        ("crop_image", {"image_name": "table1", "bbox": [0, 0, 0.5, 0.5], "reasoning": "again"})
    ]
    * TURNS,
}


def reply(request: StubRequest) -> StubReply:
    """The next action of the model's script, in the protocol it was asked in."""
    name = request.body["model"]
    turn = sum(m["role"] == "assistant" for m in request.body["messages"])
    action, arguments = SCRIPTS[name][turn]
    if "tools" not in request.body:
        return StubReply(text=json.dumps({"action": action, **arguments}))
    function = {"name": action, "arguments": json.dumps(arguments)}
    call = {"id": f"call_{turn}", "type": "function", "function": function}
    return StubReply(text=None, tool_calls=[call], finish_reason="tool_calls")


def models(url: str) -> list[dict[str, Any]]:
    def model(name: str, **changes: Any) -> dict[str, Any]:
        return stub_model(url, model_id=f"stub/{name}", litellm_model=f"openai/{name}", **changes)

    return [
        model("native", tools="native"),
        model("json", tools="json"),
        model("small-images", tools="native", images={"max_side_px": 100}),
        model("one-image", tools="native", images={"max_count": 1}),
        model("endless", tools="native"),
    ]


@dataclass(frozen=True)
class Agents:
    """A project after one run, and every request by model."""

    root: Path
    asked: dict[str, list[dict[str, Any]]]

    def row(self, name: str) -> Any:
        (row,) = stored_rows(self.root, "reasoning_responses", f"stub/{name}|agentic")
        return row


@pytest.fixture(scope="module")
def agents(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agents]:
    with StubServer(reply) as stub:
        folder = tmp_path_factory.mktemp("agents") / "project"
        root = make_folder(folder, models(stub.url), ["agentic"], agent_turns=TURNS)
        write_tasks(root, 1)
        ended = scidoc(root, "run", "--select", ANSWERS)
        assert ended.returncode == 0, ended.stderr
        asked: dict[str, list[dict[str, Any]]] = {name: [] for name in SCRIPTS}
        for request in stub.requests:
            asked[request.body["model"]].append(request.body)
        yield Agents(root, asked)


def images_of(body: dict[str, Any]) -> list[Image.Image]:
    """Every image of a request, decoded."""
    urls = [
        part["image_url"]["url"]
        for message in body["messages"]
        if isinstance(message.get("content"), list)
        for part in message["content"]
        if part["type"] == "image_url"
    ]
    return [Image.open(io.BytesIO(base64.b64decode(url.split(",", 1)[1]))) for url in urls]


def test_native_tools_are_offered_and_answered_with_a_tool_result(agents: Agents) -> None:
    first, second = agents.asked["native"]
    assert [t["function"]["name"] for t in first["tools"]] == ["crop_image", "finish"]
    roles = [m["role"] for m in second["messages"]]
    assert roles == ["system", "user", "assistant", "tool", "user"]
    assert second["messages"][3]["tool_call_id"] == second["messages"][2]["tool_calls"][0]["id"]
    row = agents.row("native")
    assert (row.protocol, row.status, row.text) == ("native_tools", "answered", "Catalyst A.")
    assert [t.action for t in row.turns] == ["crop_image", "finish"]


def test_the_json_protocol_offers_no_tools_and_says_so_in_the_row(agents: Agents) -> None:
    assert all("tools" not in body for body in agents.asked["json"])
    row = agents.row("json")
    assert (row.protocol, row.status) == ("json_actions", "answered")


def test_a_crop_is_cut_from_original_pixels_and_kept_by_its_hash(agents: Agents) -> None:
    shown = images_of(agents.asked["native"][1])
    assert [i.size for i in shown] == [(200, 100), (200, 120), (100, 50)]
    # The pixel at (x, y) of the original is (x, y, 0): the crop starts at (50, 50).
    assert shown[2].convert("RGB").getpixel((0, 0)) == (50, 50, 0)
    turn = agents.row("native").turns[0]
    kept = open_project(agents.root).blobs.get(turn.crop_sha256)
    assert Image.open(io.BytesIO(kept)).size == (100, 50)


def test_a_provider_with_small_images_gets_originals_scaled_and_crops_whole(agents: Agents) -> None:
    first, second = agents.asked["small-images"]
    assert [i.size for i in images_of(first)] == [(100, 50), (100, 60)]
    crop = images_of(second)[2]
    assert crop.size == (100, 50)
    # Cut from the original, not from what was sent: every pixel is its own.
    assert crop.convert("RGB").getpixel((10, 0)) == (60, 50, 0)


def test_a_request_with_more_images_than_the_provider_takes_is_never_sent(agents: Agents) -> None:
    assert agents.asked["one-image"] == []
    row = agents.row("one-image")
    assert row.status == "provider_error"
    assert "2 images, the model takes 1" in row.status_detail


def test_a_box_over_the_edge_is_cut_and_logged_and_pixels_cost_a_turn(agents: Agents) -> None:
    cut, wrong, finish = agents.row("json").turns
    assert cut.bbox == (0.5, 0.5, 1.0, 1.0)
    assert "1.2" in cut.error
    assert (wrong.action, wrong.bbox) == ("invalid", None)
    assert "not normalised" in wrong.error
    assert finish.action == "finish"
    told = agents.asked["json"][2]["messages"][-1]["content"]
    assert "not normalised" in json.dumps(told)


def test_the_last_turn_asks_to_finish_and_a_spent_budget_is_a_status(agents: Agents) -> None:
    bodies = agents.asked["endless"]
    assert len(bodies) == TURNS
    assert "last turn" in json.dumps(bodies[-1]["messages"][-1])
    row = agents.row("endless")
    assert (row.status, row.text, len(row.turns)) == ("tool_budget", None, TURNS)
