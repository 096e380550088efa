"""Samples in the forms that training code reads: SFT conversations, SFT messages, RL prompts.

Plain dicts for JSON Lines, and flat ones for Parquet with images inside. Refuses rejected samples.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Literal

from scidoc_assets.domain.training.worked_answers import process_text
from scidoc_assets.schemas.training import TrainingSample

SftForm = Literal["conversations", "messages"]
IMAGE_TOKEN = "<image>"


def sft_record(
    sample: TrainingSample,
    images: Sequence[str],
    form: SftForm = "conversations",
    has_process: bool = True,
) -> dict[str, Any]:
    """One supervised record; `images` are file names in input order, one per `<image>`.

    `has_process` puts the worked answer, where the log gives one, before the answer.

    Raises ValueError for a rejected sample or a wrong number of images.
    """
    prompt = prompt_text(sample, len(images))
    reply = worked_answer(sample) if has_process else answer_text(sample)
    record: dict[str, Any] = {"id": sample.sample_id, "images": list(images)}
    if form == "conversations":
        record["conversations"] = [
            {"from": "human", "value": prompt},
            {"from": "gpt", "value": reply},
        ]
    else:
        record["messages"] = [
            {"role": "user", "content": prompt},
            {"role": "assistant", "content": reply},
        ]
    return {**record, "metadata": _metadata(sample)}


def rl_record(sample: TrainingSample, images: Sequence[str]) -> dict[str, Any]:
    """One prompt with its verifier and locked answer for reinforcement learning.

    Raises ValueError for a rejected sample or a wrong number of images.
    """
    return {
        "id": sample.sample_id,
        "data_source": f"scidoc/{sample.subtask}",
        "prompt": [{"role": "user", "content": prompt_text(sample, len(images))}],
        "images": list(images),
        "reward_model": {
            "style": "rule",
            "verifier": sample.verifier,
            "ground_truth": sample.answer_json,
            "params": sample.verifier_params_json,
        },
        "extra_info": _metadata(sample),
    }


def parquet_row(sample: TrainingSample, pictures: Sequence[tuple[str, bytes]]) -> dict[str, Any]:
    """One row for a Parquet shard: images as `{path, bytes}`, nested answers as JSON text."""
    names = [name for name, _ in pictures]
    return {
        "id": sample.sample_id,
        "subtask": sample.subtask,
        "language": sample.language,
        "split": sample.split,
        "paper_ids": list(sample.paper_ids),
        "messages": sft_record(sample, names, "messages")["messages"],
        "images": [{"path": name, "bytes": data} for name, data in pictures],
        "verifier": sample.verifier,
        "verifier_params": sample.verifier_params_json,
        "ground_truth": sample.answer_json,
        "construction": sample.construction_json,
    }


def prompt_text(sample: TrainingSample, images: int) -> str:
    """The user turn: inputs in order (`<image>` for pictures), then the instruction.

    Raises ValueError for a rejected sample or a wrong number of images.
    """
    if not sample.accepted:
        raise ValueError(f"sample {sample.sample_id} was rejected: {sample.reject_reason}")
    parts = [item.text or "" if item.kind == "text" else IMAGE_TOKEN for item in sample.inputs]
    wanted = sum(item.kind != "text" for item in sample.inputs)
    if wanted != images:
        raise ValueError(f"sample {sample.sample_id} needs {wanted} images, not {images}")
    # A text that spells the token would shift every later image.
    parts = [p if p == IMAGE_TOKEN else p.replace(IMAGE_TOKEN, "< image>") for p in parts]
    return "\n".join([*parts, sample.instruction.replace(IMAGE_TOKEN, "< image>")])


def answer_text(sample: TrainingSample) -> str:
    """The assistant turn: a bare label or sequence, else the JSON answer."""
    answer = json.loads(sample.answer_json)
    return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)


def worked_answer(sample: TrainingSample) -> str:
    """The assistant turn with its process text first; the answer stands last, behind a marker."""
    process = process_text(sample)
    if process is None:
        return answer_text(sample)
    marker = "Answer: " if sample.language == "en" else "答案："
    return f"{process}\n\n{marker}{answer_text(sample)}"


def _metadata(sample: TrainingSample) -> dict[str, Any]:
    return {
        "subtask": sample.subtask,
        "language": sample.language,
        "split": sample.split,
        "paper_ids": list(sample.paper_ids),
        "is_synthetic": sample.is_synthetic,
        "rewritten_by": sample.rewritten_by,
    }
