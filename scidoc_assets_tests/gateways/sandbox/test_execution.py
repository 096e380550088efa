"""Execution scores: a blank picture 0, data by value, cases outside, no sandbox no score."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from PIL import Image

from scidoc_assets.domain.workflow.evaluation import BadItemError
from scidoc_assets.gateways.sandbox.execution import decode_picture, score_execution
from scidoc_assets.gateways.sandbox.interface import Sandbox, SandboxLimits
from scidoc_assets.gateways.sandbox.selftest import NoSandbox
from scidoc_assets.schemas.workflow import WorkflowItem
from scidoc_assets_tests.domain.workflow.conftest import make_item

DRAW = """```python
import matplotlib.pyplot as plt
fig, ax = plt.subplots(figsize=(3, 2))
ax.plot([0, 1, 2], [1, 3, 2], color="{colour}", linewidth=3)
{end}
```"""


def _item(evaluator: Any, reference: Any, params: dict[str, Any] | None = None) -> WorkflowItem:
    return make_item(
        evaluator=evaluator,
        reference_json=json.dumps(reference),
        evaluator_params_json=json.dumps(params or {}),
    )


@pytest.fixture(scope="module")
def gold_png(sandbox: Sandbox) -> bytes:
    code = DRAW.format(colour="red", end="plt.savefig('a.png')")
    result = sandbox.run_python(code.removeprefix("```python\n").removesuffix("```"))
    return result.outputs["a.png"]


@pytest.mark.parametrize(
    ("response", "low", "high"),
    [
        (DRAW.format(colour="red", end="plt.savefig('x.png')"), 1.0, 1.0),
        (DRAW.format(colour="red", end="plt.show()"), 1.0, 1.0),
        (DRAW.format(colour="blue", end="plt.savefig('x.png')"), 0.05, 0.95),
        ("from PIL import Image\nImage.new('RGBA', (300, 200), 'white').save('x.png')", 0, 0),
        ("from PIL import Image\nImage.new('RGB', (300, 200), 'white').save('x.png')", 0, 0),
    ],
)
def test_figure_to_code_is_scored_by_the_picture_it_draws(
    sandbox: Sandbox, gold_png: bytes, response: str, low: float, high: float
) -> None:
    item = _item("image", {"image": "gold.png"})
    score = score_execution(sandbox, item, response, {"gold.png": gold_png})
    assert score.verdict.score is not None
    assert low <= score.verdict.score <= high
    assert score.isolation.startswith("bubblewrap")


def test_data_beside_the_picture_counts_when_the_reference_has_some(
    sandbox: Sandbox, gold_png: bytes
) -> None:
    item = _item("image", {"image": "gold.png", "data": {"y": [1, 3, 2]}})
    end = "plt.savefig('x.png'); open('d.json', 'w').write('{\"y\": [1, 3, 2]}')"
    right = score_execution(
        sandbox, item, DRAW.format(colour="red", end=end), {"gold.png": gold_png}
    )
    assert right.verdict.score == 1.0
    bare = DRAW.format(colour="red", end="plt.savefig('x.png')")
    assert score_execution(sandbox, item, bare, {"gold.png": gold_png}).verdict.score == 0.5


@pytest.mark.parametrize(
    ("response", "score", "cause"),
    [
        ("print('[1, 2, 3]')", 1.0, None),
        ("open('a.csv', 'w').write('x,y\\n0,1\\n1,2\\n2,4\\n')", 2 / 3, "partial"),
        ("print('hello')", 0.0, "unparseable"),
        ("pass", 0.0, "no_output"),
        ("raise ValueError('x')", 0.0, "execution_failed"),
        ("while True: pass", 0.0, "time_limit"),
        ("import time\nx = b'y' * 300_000_000\ntime.sleep(60)", 0.0, "memory_limit"),
        ("while True: print('x' * 1000)", 0.0, "output_limit"),
        ("import os; os.symlink('/etc/passwd', 'a.json')", 0.0, "bad_output"),
        ("", 0.0, "empty"),
        ("\x00", 0.0, "execution_failed"),
    ],
)
def test_data_is_compared_by_value_and_failures_score_0_with_their_cause(
    sandbox: Sandbox, response: str, score: float, cause: str | None
) -> None:
    limits = SandboxLimits(wall_s=4, cpu_s=1, memory_mb=200)
    verdict = score_execution(sandbox, _item("data", [1, 2, 3]), response, limits=limits).verdict
    assert verdict.score == pytest.approx(score)
    assert verdict.cause == cause


def test_code_is_tested_by_cases_whose_values_never_enter(sandbox: Sandbox) -> None:
    params = {
        "function": "mean",
        "arguments": [[[1, 2, 3]], [[]], [[2]]],
        "data": {"relative": 1e-6},
    }
    item = _item("code_cases", [2.0, 0, 2], params)
    half = "```python\ndef mean(xs):\n    return sum(xs) / len(xs)\n```"
    verdict = score_execution(sandbox, item, half).verdict
    assert verdict.score == pytest.approx(2 / 3)
    assert verdict.detail == "failed cases: 1"
    cheat = "import glob\ndef mean(xs):\n    return open('request.json').read()"
    assert score_execution(sandbox, item, cheat).verdict.score == 0.0
    forged = "open('results.json', 'w').write('[]')\nimport os; os._exit(0)"
    assert score_execution(sandbox, item, forged).verdict.cause == "bad_output"


def test_without_a_sandbox_nothing_is_scored() -> None:
    score = score_execution(NoSandbox("no bwrap"), _item("data", [1]), "print(1)")
    assert (score.verdict.score, score.verdict.cause) == (None, "not_executed")
    assert (score.verdict.detail or "").startswith("no_sandbox")


def test_a_reference_picture_that_is_missing_is_an_error_of_the_item(sandbox: Sandbox) -> None:
    response = DRAW.format(colour="red", end="plt.savefig('x.png')")
    with pytest.raises(BadItemError, match="reference picture"):
        score_execution(sandbox, _item("image", {"image": "gold.png"}), response)


def test_a_picture_bomb_and_a_fake_picture_are_bad_output(sandbox: Sandbox) -> None:
    bomb = io.BytesIO()
    Image.new("1", (30000, 30000)).save(bomb, format="PNG")
    for data in (bomb.getvalue(), b"\x89PNG\r\n\x1a\nnot really", b"GIF89a"):
        pixels, verdict = decode_picture(sandbox, data)
        assert pixels is None
        assert verdict is not None
        assert (verdict.score, verdict.cause) == (0.0, "bad_output")
