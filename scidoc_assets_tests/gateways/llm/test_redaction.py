"""Secrets and bytes stay out of stored errors."""

import pytest

from scidoc_assets.gateways.llm.redaction import hide_secrets, redact


@pytest.mark.parametrize(
    "secret",
    ["sk-proj-abcdef123456", "gsk_abcdefgh1234", "AIzaSyA1234567890abcd", "hf_abcdefghijk"],
)
def test_keys_of_known_shapes_disappear(secret: str) -> None:
    assert secret not in redact(f"Incorrect API key provided: {secret}. Try again")


def test_a_key_of_any_shape_disappears_when_it_is_the_configured_one() -> None:
    assert redact("denied for PLAINPASSWORD", ["PLAINPASSWORD"]) == "denied for [key]"
    assert hide_secrets('{"echo": "PLAINPASSWORD"}', ["PLAINPASSWORD"]) == '{"echo": "[key]"}'


@pytest.mark.parametrize(
    "text", ["Authorization: Bearer abc.def", "api_key=abcdefgh&x=1", '"api-key": "abcdefgh"']
)
def test_named_credentials_disappear(text: str) -> None:
    cleaned = redact(text)
    assert "abc" not in cleaned
    assert "[key]" in cleaned


def test_base64_bodies_disappear_and_long_errors_are_shortened_with_a_mark() -> None:
    body = "data:image/png;base64," + "QUJD" * 500
    assert redact(f"bad image {body} in message") == "bad image [image] in message"
    assert redact("raw " + "QUJD" * 500) == "raw [bytes]"
    assert redact("word " * 200).endswith("characters more]")
