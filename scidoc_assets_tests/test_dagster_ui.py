"""`scidoc dev` for real: the server comes up, a run launched through GraphQL succeeds, and the
asset's page shows in a browser."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from scidoc_assets_tests.conftest import REPOSITORY

pytestmark = pytest.mark.slow

START_TIMEOUT_S, RUN_TIMEOUT_S = 120, 120
LAUNCH = """
mutation Launch($job: String!, $shard: String!) {
  launchRun(executionParams: {
    selector: {repositoryLocationName: "scidoc_assets.definitions", repositoryName: "__repository__", jobName: $job}
    runConfigData: {}
    executionMetadata: {tags: [{key: "dagster/partition", value: $shard}]}
  }) { __typename ... on LaunchRunSuccess { run { runId } } ... on PythonError { message } }
}
"""
STATUS = "query Run($id: ID!) { runOrError(runId: $id) { __typename ... on Run { status } } }"
ASSETS = "query { assetNodes { assetKey { path } groupName description } }"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ask(base: str, query: str, **variables: Any) -> dict[str, Any]:
    body = json.dumps({"query": query, "variables": variables}).encode()
    request = urllib.request.Request(f"{base}/graphql", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as reply:
        return json.load(reply)["data"]


def wait_until_up(base: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < deadline:
        assert process.poll() is None, "scidoc dev ended by itself"
        try:
            ask(base, "query { version }")
            return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(1)
    pytest.fail(f"no server at {base} within {START_TIMEOUT_S} s")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    root = tmp_path_factory.mktemp("dev") / "project"
    shutil.copytree(REPOSITORY / "data" / "config", root / "data" / "config")
    for name in ("dagster.yaml", "workspace.yaml"):
        shutil.copy(REPOSITORY / name, root / name)
    port = free_port()
    environment = {**os.environ, "SCIDOC_PROJECT": str(root), "PYTHONPATH": str(REPOSITORY)}
    process = subprocess.Popen(
        [sys.executable, "-m", "scidoc_assets.cli", "dev", "--port", str(port)],
        cwd=root,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        base = f"http://127.0.0.1:{port}"
        wait_until_up(base, process)
        yield base
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)


def test_the_server_lists_every_table_as_an_asset_with_group_and_description(server: str) -> None:
    from scidoc_assets.schemas.tables import TABLES

    nodes = {n["assetKey"]["path"][-1]: n for n in ask(server, ASSETS)["assetNodes"]}
    assert set(nodes) == {*TABLES, "catalog", "evidence_explorer"}
    assert all(node["groupName"] != "default" and node["description"] for node in nodes.values())


def test_a_run_launched_through_graphql_succeeds(server: str) -> None:
    launched = ask(server, LAUNCH, job="phase_0_papers", shard="00")["launchRun"]
    assert launched["__typename"] == "LaunchRunSuccess", launched
    run_id = launched["run"]["runId"]
    deadline = time.monotonic() + RUN_TIMEOUT_S
    status = ""
    while status not in ("SUCCESS", "FAILURE", "CANCELED") and time.monotonic() < deadline:
        time.sleep(1)
        status = ask(server, STATUS, id=run_id)["runOrError"]["status"]
    assert status == "SUCCESS"


def test_the_asset_page_opens_in_a_browser(server: str) -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("Debian's chromium is not installed (see .ci/run)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"{server}/assets/raw_pdfs")
        page.get_by_text("raw_pdfs").first.wait_for(timeout=60_000)
        page.get_by_text("One row per distinct PDF content").first.wait_for(timeout=60_000)
        browser.close()
