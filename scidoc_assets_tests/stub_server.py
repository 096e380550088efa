"""A real HTTP server on loopback in the OpenAI chat-completions shape, for tests and benchmarks.

Scripted by a function of each request; can be slow, answer 429 or 500, close half way, send an
empty body or the wrong content type. Counts every call and keeps what was asked. Standalone:
`python -m scidoc_assets_tests.stub_server --port 8000 --latency 0.2`; `GET /stats` tells the count.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from aiohttp import web

Fault = Literal["empty_body", "half_closed", "cut_body", "html", "not_json", "no_choices", "hang"]


@dataclass(frozen=True)
class StubReply:
    """One scripted answer. `usage=None` leaves usage out; `fault` replaces the body."""

    text: str | None = "ok"
    status: int = 200
    fault: Fault | None = None
    retry_after: str | None = None
    latency_s: float | None = None
    finish_reason: str = "stop"
    thinking: str | None = None
    refusal: str | None = None
    tool_calls: list[dict[str, Any]] | None = None
    usage: dict[str, Any] | None = field(
        default_factory=lambda: {"prompt_tokens": 10, "completion_tokens": 3, "total_tokens": 13}
    )
    error: str = "scripted error"
    error_code: str | None = None


@dataclass(frozen=True)
class StubRequest:
    """One request as it came: its number from 0, headers in lower case, and the JSON body."""

    number: int
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def text(self) -> str:
        """All text of the last message."""
        content = self.body["messages"][-1]["content"]
        if isinstance(content, str):
            return content
        return "\n".join(p["text"] for p in content or () if p["type"] == "text")


Script = Callable[[StubRequest], StubReply]


class StubServer:
    """Runs in a thread of its own: `with StubServer(script) as stub: ... stub.url`.

    `requests` is emptied of bodies when `keep_requests` is false (memory measurements).
    """

    def __init__(
        self,
        script: Script | None = None,
        latency_s: float = 0.0,
        port: int = 0,
        keep_requests: bool = True,
    ) -> None:
        self.requests: list[StubRequest] = []
        self.call_times_s: list[float] = []
        self.calls = 0
        self.max_in_flight = 0
        self.port = port
        self._script = script or (lambda request: StubReply())
        self._latency_s = latency_s
        self._keeps = keep_requests
        self._in_flight = 0
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    @property
    def url(self) -> str:
        """Base URL for an OpenAI-compatible client."""
        return f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> StubServer:
        self._thread.start()
        if not self._started.wait(10):
            raise RuntimeError("the stub server did not start within 10 s")
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        runner = web.AppRunner(self._app(), handler_cancellation=True, shutdown_timeout=0.1)
        self._loop.run_until_complete(self._start(runner))
        self._started.set()
        self._loop.run_forever()
        self._loop.run_until_complete(runner.cleanup())
        self._loop.close()

    def _app(self) -> web.Application:
        app = web.Application(client_max_size=1 << 28)
        app.router.add_post("/v1/chat/completions", self._answer)
        app.router.add_get("/stats", self._stats)
        return app

    async def _start(self, runner: web.AppRunner) -> None:
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", self.port, backlog=1024)
        await site.start()
        self.port = runner.addresses[0][1]

    async def _stats(self, request: web.Request) -> web.Response:
        return web.json_response({"calls": self.calls, "max_in_flight": self.max_in_flight})

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        body = json.loads(await request.read())
        headers = {k.lower(): v for k, v in request.headers.items()}
        asked = StubRequest(self.calls, headers, body)
        self.calls += 1
        self._in_flight += 1
        self.max_in_flight = max(self.max_in_flight, self._in_flight)
        if self._keeps:
            self.requests.append(asked)
            self.call_times_s.append(time.monotonic())
        try:
            reply = self._script(asked)
            latency_s = self._latency_s if reply.latency_s is None else reply.latency_s
            if latency_s:
                await asyncio.sleep(latency_s)
            if reply.fault is not None:
                return await _faulty(request, reply.fault)
            return _sound(reply, body.get("model", "stub"))
        finally:
            self._in_flight -= 1


def _sound(reply: StubReply, model: str) -> web.Response:
    headers = {"Retry-After": reply.retry_after} if reply.retry_after is not None else {}
    if reply.status != 200:
        code = reply.error_code or reply.status
        error = {"error": {"message": reply.error, "type": "stub", "code": code}}
        return web.json_response(error, status=reply.status, headers=headers)
    message: dict[str, Any] = {"role": "assistant", "content": reply.text}
    extras = {
        "reasoning_content": reply.thinking,
        "refusal": reply.refusal,
        "tool_calls": reply.tool_calls,
    }
    message.update({key: value for key, value in extras.items() if value is not None})
    choice = {"index": 0, "finish_reason": reply.finish_reason, "message": message}
    answer: dict[str, Any] = {
        "id": "stub",
        "object": "chat.completion",
        "created": 1,
        "model": f"{model}-stub",
        "choices": [choice],
    }
    if reply.usage is not None:
        answer["usage"] = reply.usage
    return web.json_response(answer, headers=headers)


async def _faulty(request: web.Request, fault: Fault) -> web.StreamResponse:
    if fault == "hang":
        await asyncio.sleep(3600)
    if fault in ("half_closed", "cut_body"):
        return await _broken_off(request, is_started=fault == "cut_body")
    bodies: dict[str, tuple[str, str]] = {
        "empty_body": ("", "application/json"),
        "html": ("<html><body>gateway</body></html>", "text/html"),
        "not_json": ("{not json", "application/json"),
        "no_choices": ("{}", "application/json"),
    }
    text, content_type = bodies[fault]
    return web.Response(text=text, content_type=content_type)


async def _broken_off(request: web.Request, is_started: bool) -> web.StreamResponse:
    response = web.StreamResponse(
        headers={"Content-Length": "500", "Content-Type": "application/json"}
    )
    if is_started:
        await response.prepare(request)
        await response.write(b'{"id": "stub", ')
    if request.transport is not None:
        request.transport.close()
    return response


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0)
    parser.add_argument("--text", default="ok")
    options = parser.parse_args()
    reply = StubReply(text=options.text)
    server = StubServer(lambda request: reply, options.latency, options.port, keep_requests=False)
    with server:
        print(server.url, flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return


if __name__ == "__main__":
    main()
