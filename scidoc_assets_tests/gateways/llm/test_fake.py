"""The fake provider."""

import pytest

from scidoc_assets.gateways.llm.fake import FakeProvider, fake_gateway
from scidoc_assets.gateways.llm.interface import CallFailure
from scidoc_assets.gateways.llm.runner import call_all
from scidoc_assets.schemas.calls import ModelRequest, text_message

REQUEST = ModelRequest(model_id="m", messages=(text_message("user", "Why?"),))


def test_scripted_answers_come_in_order_and_failures_are_retried() -> None:
    gateway = fake_gateway([CallFailure("server_error", "boom"), "yes"])
    (record,) = call_all(gateway, [REQUEST])
    assert record.status == "answered"
    assert [a.outcome for a in record.attempts] == ["server_error", "ok"]
    assert isinstance(gateway.provider, FakeProvider)
    assert len(gateway.provider.requests) == 2


def test_an_unplanned_call_shows() -> None:
    with pytest.raises(IndexError):
        call_all(fake_gateway([]), [REQUEST])
