"""The failure type that crosses the interfaces, and what satisfies them."""

from scidoc_assets.gateways.llm.fake import fake_gateway
from scidoc_assets.gateways.llm.interface import CallFailure, CallJournal, ModelGateway
from scidoc_assets.gateways.llm.journaled import JournaledGateway
from scidoc_assets.storage.journal import Journal


def test_a_failure_names_its_cause() -> None:
    failure = CallFailure("rate_limited", "slow down", http_status=429, retry_after_s=2.0)
    assert str(failure) == "rate_limited: slow down"
    assert (failure.http_status, failure.retry_after_s) == (429, 2.0)


def test_the_real_journal_and_both_gateways_fit_the_interfaces(tmp_path) -> None:
    journal: CallJournal = Journal(tmp_path / "j.sqlite")
    plain: ModelGateway = fake_gateway(["yes"])
    journaled: ModelGateway = JournaledGateway(fake_gateway(["yes"]), journal)
    assert plain.settings == journaled.settings
