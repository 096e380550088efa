"""Parsing model replies (bug log B17, B19, B21)."""

import pytest
from pydantic import BaseModel, ConfigDict, Field

from scidoc_assets.schemas.replies import is_refusal, parse_reply, split_thinking


class Verdict(BaseModel):
    model_config = ConfigDict(extra="forbid")

    score: float = Field(ge=0, le=10)
    ok: bool | None = None
    reason: str | None = None


@pytest.mark.parametrize(
    ("text", "method", "expected"),
    [
        ('{"score": 7}', "strict", Verdict(score=7)),
        ('\ufeff  {"score": 7}\n', "strict", Verdict(score=7)),
        ('```json\n{"score": 7}\n```', "fence", Verdict(score=7)),
        ('Here is my verdict: {"score": 7}. Done.', "fence", Verdict(score=7)),
        ('```json\n{"score": 7,}\n```', "repair", Verdict(score=7)),
        ('{"score": 1, "ok": True}', "repair", Verdict(score=1, ok=True)),
        ("{'score': 1, 'ok': None, 'reason': 'it\\'s'}", "repair", Verdict(score=1, reason="it's")),
    ],
)
def test_a_readable_reply_is_read_by_the_gentlest_method(
    text: str, method: str, expected: Verdict
) -> None:
    parsed = parse_reply(text, Verdict)
    assert parsed.value == expected
    assert parsed.method == method
    assert parsed.reason is None


@pytest.mark.parametrize("ending", ["}", ",}"])
def test_repair_leaves_strings_unchanged(ending: str) -> None:
    parsed = parse_reply('{"reason": "score is 1,} good", "score": 3' + ending, Verdict)
    assert parsed.value == Verdict(reason="score is 1,} good", score=3)


def test_of_two_fenced_objects_the_last_one_wins_and_the_count_is_kept() -> None:
    text = '```json\n{"score": 7}\n```\nCorrection:\n```json\n{"score": 4}\n```'
    parsed = parse_reply(text, Verdict)
    assert parsed.value == Verdict(score=4)
    assert parsed.n_objects == 2


def test_two_different_objects_are_ambiguous_where_the_caller_says_so() -> None:
    text = '{"score": 7} or rather {"score": 4}'
    parsed = parse_reply(text, Verdict, several="ambiguous")
    assert parsed.value is None
    assert parsed.reason == "ambiguous"


def test_the_last_complete_object_counts_when_a_later_one_breaks_off() -> None:
    assert parse_reply('{"score": 7} then {"score": 4', Verdict).value == Verdict(score=7)


@pytest.mark.parametrize(
    "text",
    ['{"score": null}', '{"score": 11}', '{"score": "N/A"}', '{"score": "7"}', '{"score": true}'],
)
def test_null_text_and_out_of_range_labels_fail_by_type_and_are_never_clipped(text: str) -> None:
    parsed = parse_reply(text, Verdict)
    assert parsed.value is None
    assert parsed.reason == "wrong_shape"
    assert parsed.detail is not None
    assert parsed.detail.startswith("score:")


def test_unknown_and_missing_fields_are_a_wrong_shape() -> None:
    parsed = parse_reply('{"visual_clarity": 3}', Verdict)
    assert parsed.reason == "wrong_shape"
    assert "visual_clarity" in (parsed.detail or "")
    assert "score" in (parsed.detail or "")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("   \n", "empty"),
        ("I would say seven.", "no_json"),
        ('{"score": 3, "reason": "it break', "incomplete"),
        ('{"score": 1, "score": 2}', "ambiguous"),
        ('{"score": NaN}', "repair_changed_values"),
        ('{"score": 1,5}', "repair_changed_values"),
        ("[1, 2]", "wrong_shape"),
    ],
)
def test_an_unreadable_reply_is_null_with_a_reason(text: str, reason: str) -> None:
    parsed = parse_reply(text, Verdict)
    assert parsed.value is None
    assert parsed.reason == reason


def test_a_deeply_nested_reply_is_refused_without_raising() -> None:
    assert parse_reply('{"score": ' + "[" * 20_000 + "]" * 20_000 + "}", Verdict).value is None


def test_thinking_is_split_off_and_an_open_block_leaves_no_answer() -> None:
    assert split_thinking("<think>hm\n</think>\n42") == ("42", "hm")
    assert split_thinking("<think>never ends") == ("", "never ends")
    assert split_thinking("a < b <think> c") == ("a < b <think> c", None)


@pytest.mark.parametrize(
    "text",
    [
        "I can't help with that.",
        "I’m sorry, but I cannot assist with this request.",
        "Sorry, I am unable to comply.",
        "我无法帮助您完成这个请求。",
    ],
)
def test_a_short_reply_that_declines_is_a_refusal(text: str) -> None:
    assert is_refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        "I cannot tell from the caption which curve is higher.",
        "The authors say they cannot help with the third case.",
        "42",
        "I can't help with that. " + "However, the figure shows a rise. " * 20,
    ],
)
def test_an_answer_that_admits_limits_is_not_a_refusal(text: str) -> None:
    assert not is_refusal(text)
