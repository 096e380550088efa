"""Figure-quality runs against a stub: what each call carries, failures as rows, no call repeated."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scidoc_assets.defs.project import Gateways, Project
from scidoc_assets.defs.quality import figure_quality_scores
from scidoc_assets.defs.stage import StageRefused, StageRun
from scidoc_assets.gateways.llm.journaled import JournaledGateway
from scidoc_assets.gateways.llm.limits import RetryPolicy
from scidoc_assets.gateways.llm.opening import open_gateway
from scidoc_assets.schemas.calls import CallRecord, ModelRequest
from scidoc_assets.schemas.quality import FigureQualityItem, FigureQualityScore
from scidoc_assets.schemas.settings import ImagePolicy, ModelSettings, QualityRun, RunsFile
from scidoc_assets_tests.domain.quality.rows_by_hand import item
from scidoc_assets_tests.quality_dataset import picture
from scidoc_assets_tests.quality_stub import answer_of, judge, n_images, payload_of, text_of
from scidoc_assets_tests.stub_server import StubReply, StubRequest, StubServer

FAST = RetryPolicy(first_wait_s=0.01, max_wait_s=0.02)


class Bench:
    """A project whose models are a stub; runs one protocol over given items."""

    def __init__(self, project: Project, stub: StubServer) -> None:
        self.project = project
        self.stub = stub

    def model(self, model_id: str = "eyes", **changes: Any) -> ModelSettings:
        fields: dict[str, Any] = {
            "model_id": model_id,
            "litellm_model": f"openai/{model_id}",
            "base_url": self.stub.url,
            "tries": 1,
        }
        return ModelSettings(**fields | changes)

    def run(
        self,
        run: QualityRun,
        items: list[FigureQualityItem],
        models: list[ModelSettings] | None = None,
        gateway: Callable[..., Any] = open_gateway,
    ) -> list[FigureQualityScore]:
        settings = self.project.settings
        chosen = models or [self.model()]
        project = Project(
            self.project.paths,
            settings.model_copy(
                update={
                    "runs": RunsFile(runs=[run]),
                    "models": settings.models.model_copy(update={"models": chosen}),
                }
            ),
            Gateways(ocr=lambda: None, model=lambda s, j, b: gateway(s, j, b, FAST)),
        )
        stage_run = StageRun(project, run.run_id, logging.getLogger("test"))
        return list(figure_quality_scores.body(stage_run, items, [], []))  # type: ignore[arg-type]

    def item(self, number: int = 0, **changes: Any) -> FigureQualityItem:
        sha256 = self.project.blobs.put(picture(number))
        return item(f"p{number}__fig0001", image_sha256=sha256, **changes)


@pytest.fixture
def make_bench(make_project: Callable[..., Project]) -> Callable[[StubServer], Bench]:
    return lambda stub: Bench(make_project(), stub)


def run_of(protocol: str, run_id: str = "D1", **changes: Any) -> QualityRun:
    fields = {"run_id": run_id, "protocol": protocol, "vision_model": "eyes"}
    return QualityRun.model_validate(fields | changes)


def stages(stub: StubServer) -> Counter[str]:
    return Counter(payload_of(request)["stage"] for request in stub.requests)


def test_direct_sends_the_picture_and_no_features(make_bench) -> None:
    with StubServer(judge) as stub:
        bench = make_bench(stub)
        (row,) = bench.run(run_of("direct"), [bench.item()])
    (request,) = stub.requests
    assert n_images(request) == 1
    assert "features" not in payload_of(request)
    assert (row.status, row.sees, row.has_features, row.is_baseline) == (
        "scored",
        "pixels",
        False,
        False,
    )


def test_sidecar_sends_the_picture_with_features(make_bench) -> None:
    with StubServer(judge) as stub:
        bench = make_bench(stub)
        (row,) = bench.run(run_of("sidecar", "S1"), [bench.item()])
    (request,) = stub.requests
    assert n_images(request) == 1
    assert payload_of(request)["features"]["blur_laplacian_variance"] == 321.5
    assert row.has_features


def test_the_language_stage_gets_no_pixels_and_nothing_measured_on_them(make_bench) -> None:
    with StubServer(judge) as stub:
        bench = make_bench(stub)
        (row,) = bench.run(run_of("agent", "F1"), [bench.item()])
    by_stage = {payload_of(request)["stage"]: request for request in stub.requests}
    assert list(by_stage) == ["vision", "language", "fusion"]
    assert [n_images(by_stage[s]) for s in ("vision", "language", "fusion")] == [1, 0, 0]
    asked = "".join(text_of(message) for message in by_stage["language"].body["messages"])
    assert "base64" not in json.dumps(by_stage["language"].body)
    assert "features" not in payload_of(by_stage["language"])
    assert "321.5" not in asked
    assert "caption" not in payload_of(by_stage["vision"])
    assert [call.stage for call in row.calls] == ["vision", "language", "fusion"]


def test_an_agent_takes_its_eyes_and_words_from_two_models(make_bench) -> None:
    with StubServer(judge) as stub:
        bench = make_bench(stub)
        models = [bench.model(), bench.model("words", sees="text")]
        (row,) = bench.run(run_of("agent", "F1", language_model="words"), [bench.item()], models)
    served = {payload_of(r)["stage"]: r.body["model"] for r in stub.requests}
    assert served == {"vision": "eyes", "language": "words", "fusion": "words"}
    assert (row.vision_model, row.language_model, row.status) == ("eyes", "words", "scored")


class Crash(Exception):
    """The process dies here."""


def dies_at(stage: str) -> Callable[..., JournaledGateway]:
    """A gateway factory whose gateway dies before it sends a call of one stage."""

    class Dying(JournaledGateway):
        async def call(self, request: ModelRequest) -> CallRecord:
            if request.prompt is not None and request.prompt.name == f"quality/{stage}":
                raise Crash(stage)
            return await super().call(request)

    def factory(*arguments: Any) -> JournaledGateway:
        opened = open_gateway(*arguments)
        return Dying(opened.gateway, opened.journal)

    return factory


@pytest.mark.parametrize("stage", ["language", "fusion"])
def test_a_crash_between_the_three_calls_of_the_agent_repeats_none(make_bench, stage) -> None:
    with StubServer(judge) as stub:
        bench = make_bench(stub)
        with pytest.raises(Crash):
            bench.run(run_of("agent", "F1"), [bench.item()], gateway=dies_at(stage))
        (row,) = bench.run(run_of("agent", "F1"), [bench.item()])
        again = bench.run(run_of("agent", "F1"), [bench.item()])
    assert row.status == "scored"
    assert stages(stub) == {"vision": 1, "language": 1, "fusion": 1}
    assert again == [row]


def scripted(change: Callable[[dict[str, Any]], None]) -> Callable[[StubRequest], StubReply]:
    def script(request: StubRequest) -> StubReply:
        answer = answer_of(payload_of(request))
        change(answer)
        return StubReply(text=json.dumps(answer))

    return script


@pytest.mark.parametrize(
    ("change", "protocol", "reason"),
    [
        (lambda a: a["figures"].append(a["figures"][0]), "direct", "figure_set_mismatch"),
        (lambda a: a["figures"].clear(), "direct", "figure_set_mismatch"),
        (lambda a: a["figures"][0].update(figure_id="other"), "direct", "figure_set_mismatch"),
        (lambda a: a["figures"][0]["VC"].update(score=11), "direct", "wrong_shape"),
        (lambda a: a["figures"][0]["VC"].update(score=0), "direct", "wrong_shape"),
        (lambda a: a["figures"][0]["VC"].update(score="8"), "direct", "wrong_shape"),
        (lambda a: a["figures"][0]["VC"].update(score=None), "direct", "dimension_missing"),
        (lambda a: a["figures"][0]["VC"].update(reason=" "), "direct", "evidence_reason_missing"),
        (lambda a: a["figures"][0].update(severity="awful"), "agent", "unknown_severity"),
    ],
)
def test_a_bad_answer_is_a_failed_row_with_its_reason(make_bench, change, protocol, reason) -> None:
    with StubServer(scripted(change)) as stub:
        bench = make_bench(stub)
        (row,) = bench.run(run_of(protocol), [bench.item()])
    assert (row.status, row.reason, row.overall, row.mean()) == ("failed", reason, None, None)


def test_a_refused_answer_is_asked_once_more_with_the_reason(make_bench) -> None:
    def script(request: StubRequest) -> StubReply:
        return StubReply(text="I cannot") if request.number == 0 else judge(request)

    with StubServer(script) as stub:
        bench = make_bench(stub)
        (row,) = bench.run(run_of("direct"), [bench.item()])
    assert row.status == "scored"
    assert "Your answer was refused" in text_of(stub.requests[1].body["messages"][-1])
    assert [call.is_accepted for call in row.calls] == [False, True]


def test_a_picture_over_the_providers_limit_is_a_counted_row_and_no_call(make_bench) -> None:
    with StubServer(judge) as stub:
        bench = make_bench(stub)
        strict = bench.model(images=ImagePolicy(max_side_px=64, on_excess="refuse"))
        (row,) = bench.run(run_of("direct"), [bench.item()], [strict])
    assert (row.status, row.reason) == ("failed", "image_policy")
    assert "160x160 px" in str(row.detail)
    assert stub.calls == 0


def test_figures_without_picture_or_features_fail_and_the_others_do_not(make_bench) -> None:
    with StubServer(judge) as stub:
        bench = make_bench(stub)
        items = [
            bench.item(0),
            item("q__fig0001", image_sha256=None),
            bench.item(2, features=None),
            bench.item(3, caption=None, snippets=[]),
        ]
        rows = bench.run(run_of("sidecar", "S1"), items)
    assert [(row.figure_id, row.reason) for row in rows] == [
        ("p0__fig0001", None),
        ("q__fig0001", "image_missing"),
        ("p2__fig0001", "features_missing"),
    ]
    assert stub.calls == 1


def test_a_gated_off_dimension_stays_null_and_out_of_the_mean(make_bench) -> None:
    with StubServer(judge) as stub:
        bench = make_bench(stub)
        (row,) = bench.run(run_of("direct"), [bench.item(snippets=[], context_raw=[])])
    assert row.context_consistency is None
    assert row.gated_dimensions == ["VC", "SL", "C", "MR"]
    assert row.overall == row.visual_clarity
    assert [c.name for c in figure_quality_scores.checks if c.offenders([row])] == []


def test_caps_of_the_language_stage_hold(make_bench) -> None:
    with StubServer(judge) as stub:
        bench = make_bench(stub)
        rows = bench.run(run_of("agent", "F1"), [bench.item(i) for i in range(5)])
    assert {row.cap_caption for row in rows} == {6}
    assert max(row.caption_consistency for row in rows) <= 6
    assert max(row.context_consistency for row in rows) > 6


def test_a_run_whose_model_is_not_configured_is_refused_by_name(make_bench) -> None:
    with StubServer(judge) as stub:
        bench = make_bench(stub)
        with pytest.raises(StageRefused, match=r"runs\.yaml D1: models\.yaml has no model 'gone'"):
            bench.run(run_of("direct", vision_model="gone"), [bench.item()])


def test_a_run_without_its_key_is_refused_before_any_call(make_bench, monkeypatch) -> None:
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    with StubServer(judge) as stub:
        bench = make_bench(stub)
        locked = bench.model(api_key_env="NO_SUCH_KEY")
        with pytest.raises(StageRefused, match="NO_SUCH_KEY"):
            bench.run(run_of("direct"), [bench.item()], [locked])
    assert stub.calls == 0


def test_stopped_calls_leave_the_partition_incomplete(make_bench) -> None:
    with StubServer(lambda request: StubReply(status=500)) as stub:
        bench = make_bench(stub)
        (row,) = bench.run(run_of("direct"), [bench.item()])
    assert row.reason == "provider_error"
    assert figure_quality_scores.is_complete is not None
    assert not figure_quality_scores.is_complete([row])


def test_every_model_of_a_run_has_its_journal(make_bench) -> None:
    with StubServer(judge) as stub:
        bench = make_bench(stub)
        models = [bench.model(), bench.model("words", sees="text")]
        bench.run(run_of("agent", "F1", language_model="words"), [bench.item()], models)
        bench.run(run_of("direct"), [bench.item()])
    folder: Path = bench.project.paths.journals / "quality"
    found = {p.relative_to(folder).as_posix() for p in folder.rglob("*.sqlite")}
    assert found == {"eyes/F1.sqlite", "words/F1.sqlite", "eyes/D1.sqlite"}


def test_a_budget_of_calls_holds_over_runs_and_what_is_left_is_counted(make_bench) -> None:
    with StubServer(judge) as stub:
        bench = make_bench(stub)
        capped = bench.model(budget_calls=3, max_concurrency=1)
        items = [bench.item(i) for i in range(4)]
        rows = bench.run(run_of("direct"), items, [capped])
        more = bench.run(run_of("sidecar", "S1"), items, [capped])
    # Which item waits longest for the one slot is not ours to say.
    assert Counter(row.reason for row in rows) == {None: 3, "budget_stopped": 1}
    assert {row.reason for row in more} == {"budget_stopped"}
    assert stub.calls == 3
