"""Time of 10,000-resample intervals for every cell of a full leaderboard.

Made-up observations of the published size: 235 tasks of 170 papers in 35 domains, eight models,
four settings. Prints a JSON object; exits with 1 when the leaderboard takes 10 s or more.

    python -m scidoc_assets_tests.bench.bench_metrics --resamples 10000
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence

import numpy as np

from scidoc_assets.domain.metrics.coverage import diagnose_coverage
from scidoc_assets.domain.metrics.localisation import localise
from scidoc_assets.domain.metrics.paired import pair_settings
from scidoc_assets.domain.metrics.reasoning import score_reasoning
from scidoc_assets.schemas.observations import Crop, Observation
from scidoc_assets.schemas.tasks import EvaluationTask, KeyRegion

LIMIT_S = 10.0
TASKS, PAPERS, DOMAINS, MODELS = 235, 170, 35, 8
SETTINGS = ("caption_only", "direct", "evidence_hint", "agentic")
DISCIPLINES = ("biology", "chemistry", "computer_science", "physics")
DIFFICULTIES = ("easy", "medium", "hard")
BOX = (0.1, 0.1, 0.5, 0.5)


def make_observations(seed: int) -> list[Observation]:
    """One observation per task, model and setting; about half right, some failed."""
    rng = np.random.default_rng(seed)
    rows = []
    for model in range(MODELS):
        for setting in SETTINGS:
            for task in range(TASKS):
                claims = 5 if task < 110 else 0
                is_failed = rng.random() < 0.005
                rows.append(
                    Observation(
                        benchmark="made-up",
                        judge="made-up",
                        model=f"model-{model}",
                        setting=setting,
                        task_id=f"t{task}",
                        repeat=0,
                        paper_id=f"p{task % PAPERS}",
                        difficulty=DIFFICULTIES[task % 3],
                        discipline=DISCIPLINES[task % 4],
                        domain=f"domain-{task % DOMAINS}",
                        is_correct=None if is_failed else bool(rng.random() < 0.5),
                        evidence=None if is_failed else rng.integers(0, 6) / 5,
                        claims=None if is_failed or not claims else rng.integers(0, 6) / 5,
                        required_evidence=5,
                        required_claims=claims,
                        is_baseline=False,
                        crops=[Crop(image="figure1", bbox=BOX)] if setting == "agentic" else [],
                    )
                )
    return rows


def make_tasks() -> dict[str, EvaluationTask]:
    """The tasks behind the observations, with one region each."""
    region = KeyRegion(region_id="r", image="figure1", bbox=BOX, evidence=[])
    return {
        f"t{i}": EvaluationTask(
            benchmark="made-up",
            task_id=f"t{i}",
            paper_id=f"p{i % PAPERS}",
            discipline=None,
            domain=None,
            difficulty="easy",
            question="?",
            gold_answer=".",
            evidence=[],
            intermediate_claims=[],
            regions=[region],
        )
        for i in range(TASKS)
    }


def timed(rule: Callable[[], Sequence[object]]) -> tuple[float, int]:
    """Seconds and number of rows of a rule."""
    start = time.perf_counter()
    rows = rule()
    return round(time.perf_counter() - start, 3), len(rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--resamples", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rows, tasks = make_observations(options.seed), make_tasks()
    n = options.resamples
    leaderboard_s, cells = timed(lambda: score_reasoning(rows, n, options.seed))
    figures = {
        "resamples": n,
        "observations": len(rows),
        "leaderboard_s": leaderboard_s,
        "leaderboard_cells": cells,
        "coverage_s": timed(lambda: diagnose_coverage(rows, n, options.seed))[0],
        "paired_s": timed(lambda: pair_settings(rows, resamples=n, seed=options.seed))[0],
        "localisation_s": timed(lambda: localise(rows, tasks, resamples=n, seed=options.seed))[0],
        "limit_s": LIMIT_S,
        "is_within_limit": leaderboard_s < LIMIT_S,
    }
    print(json.dumps(figures, indent=2))
    return 0 if figures["is_within_limit"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
