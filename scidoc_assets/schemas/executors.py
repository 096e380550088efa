"""Names of what carries out the steps of a run. Refuses one that could lead to no executor."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator

SHIPPED_EXECUTORS = ("in_process", "multiprocess")
EXECUTOR_NAMES = f"{', '.join(SHIPPED_EXECUTORS)}, or package.module:name of another"
_PATH = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*\Z")


def _known(name: str) -> str:
    if name not in SHIPPED_EXECUTORS and not _PATH.match(name):
        raise ValueError(f"{name!r} names no executor; allowed: {EXECUTOR_NAMES}")
    return name


ExecutorName = Annotated[str, AfterValidator(_known)]
