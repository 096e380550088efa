"""Exports: one `<image>` per picture, the locked answer, and the verifier for the reward."""

from __future__ import annotations

import json

import pytest

from scidoc_assets.domain.training.chart_tasks import synthetic_chart
from scidoc_assets.domain.training.drafts import finish
from scidoc_assets.domain.training.exports import (
    IMAGE_TOKEN,
    answer_text,
    parquet_row,
    prompt_text,
    rl_record,
    sft_record,
    worked_answer,
)
from scidoc_assets.domain.training.table_tasks import synthetic_table_logic
from scidoc_assets.schemas.training import TrainingInput

CHART = next(
    s for s in (finish(synthetic_chart("chart_point", i, 0), 0) for i in range(20)) if s.accepted
)
TABLE = finish(synthetic_table_logic(1, 0), 0)


def test_conversations_and_messages_hold_the_same_turns() -> None:
    first = sft_record(CHART, ["a.png"])
    second = sft_record(CHART, ["a.png"], "messages")
    turns = [(t["from"], t["value"]) for t in first["conversations"]]
    assert turns == [("human", prompt_text(CHART, 1)), ("gpt", worked_answer(CHART))]
    bare = sft_record(CHART, ["a.png"], has_process=False)["conversations"][1]["value"]
    assert bare == answer_text(CHART)
    assert [t["content"] for t in second["messages"]] == [value for _, value in turns]
    assert first["conversations"][0]["value"].startswith(IMAGE_TOKEN)
    assert first["images"] == ["a.png"]


def test_rl_records_name_their_verifier_and_never_show_the_answer() -> None:
    record = rl_record(TABLE, [])
    assert record["reward_model"]["ground_truth"] == TABLE.answer_json
    assert record["reward_model"]["verifier"] == "statement_repair"
    assert json.loads(TABLE.answer_json)["repair"] not in record["prompt"][0]["content"]
    assert json.dumps(record)


def test_a_text_that_spells_the_image_token_is_defused() -> None:
    sample = TABLE.model_copy(update={"inputs": [TrainingInput(kind="text", text="see <image>")]})
    assert IMAGE_TOKEN not in prompt_text(sample, 0)


def test_wrong_image_counts_and_rejected_samples_are_refused() -> None:
    with pytest.raises(ValueError, match="needs 1 images"):
        sft_record(CHART, [])
    rejected = TABLE.model_copy(update={"accepted": False, "reject_reason": "duplicate"})
    with pytest.raises(ValueError, match="was rejected"):
        rl_record(rejected, [])


def test_a_parquet_row_carries_the_pictures() -> None:
    row = parquet_row(CHART, [("a.png", b"png")])
    assert row["images"] == [{"path": "a.png", "bytes": b"png"}]
    assert row["split"] == CHART.split
