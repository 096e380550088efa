"""The two real engines read a chart with the network cut off (the suite blocks sockets)."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from matplotlib.figure import Figure
from PIL import Image

from scidoc_assets.domain.figures.pixels import decode_crop, trim_to_ink
from scidoc_assets.gateways.ocr.engines import open_ocr
from scidoc_assets.gateways.ocr.interface import OcrEngine
from scidoc_assets.schemas.figures import OcrRegion

ENGINES = ("paddleocr", "rapidocr")


@pytest.fixture(scope="module")
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ocr")


@pytest.fixture(scope="module")
def chart() -> bytes:
    figure = Figure(figsize=(4, 3), layout="tight")
    axes = figure.subplots()
    bars = axes.bar(["alpha", "beta", "gamma"], [61.3, 74.8, 90.2])
    axes.bar_label(bars)
    axes.set_ylim(0, 110)
    axes.set_ylabel("Validation accuracy")
    axes.set_title("Ablation study")
    buffer = io.BytesIO()
    figure.savefig(buffer, dpi=300)
    return buffer.getvalue()


@pytest.fixture(scope="module", params=ENGINES)
def lines(request: pytest.FixtureRequest, cache_folder: Path, chart: bytes) -> list[OcrRegion]:
    engine = open_ocr(request.param, cache_folder)
    assert engine is not None
    return engine.read(chart, 1600)


def test_title_categories_values_and_ticks_are_read(lines: list[OcrRegion]) -> None:
    texts = {line.text for line in lines}
    assert {"Ablation study", "alpha", "beta", "gamma"} <= texts
    assert {"61.3", "74.8", "90.2"} <= texts
    assert {"20", "40", "60", "80", "100"} <= texts


def test_the_turned_axis_label_is_read_and_stands_at_the_left(lines: list[OcrRegion]) -> None:
    (label,) = [line for line in lines if line.text == "Validation accuracy"]
    x0, y0, x1, y1 = label.bbox_px
    assert x1 < 150
    assert y1 - y0 > 4 * (x1 - x0)


def test_confidences_and_boxes_stay_in_their_ranges(lines: list[OcrRegion]) -> None:
    for line in lines:
        x0, y0, x1, y1 = line.bbox_px
        assert 0.5 <= line.confidence <= 1.0
        assert 0 <= x0 < x1 <= 1200
        assert 0 <= y0 < y1 <= 900


@pytest.mark.parametrize("name", ENGINES)
def test_a_blank_picture_has_no_text(name: str, cache_folder: Path) -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (300, 200), "white").save(buffer, "PNG")
    engine: OcrEngine | None = open_ocr(name, cache_folder)  # type: ignore[arg-type]
    assert engine is not None
    assert engine.read(buffer.getvalue(), 1600) == []


def test_text_that_touches_the_edge_is_read(cache_folder: Path, chart: bytes) -> None:
    """Crops are trimmed to their ink, so that axis labels stand at the very edge."""
    ink = trim_to_ink(decode_crop(chart))
    buffer = io.BytesIO()
    Image.fromarray(ink).save(buffer, "PNG")
    engine = open_ocr("paddleocr", cache_folder)
    assert engine is not None
    texts = {line.text for line in engine.read(buffer.getvalue(), 1600)}
    assert {"Validation accuracy", "Ablation study"} <= texts


def test_off_opens_no_engine(tmp_path: Path) -> None:
    assert open_ocr("off", tmp_path) is None


def test_opening_an_engine_loads_no_model_and_writes_nothing(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path;"
        "from scidoc_assets.gateways.ocr.engines import open_ocr;"
        "open_ocr('paddleocr', Path(sys.argv[1])); open_ocr('rapidocr', Path(sys.argv[1]));"
        "print([n for n in ('paddleocr', 'rapidocr', 'onnxruntime') if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
    assert list(tmp_path.iterdir()) == []


def test_reading_prints_nothing_and_keeps_out_of_the_home_folder(
    tmp_path: Path, chart: bytes
) -> None:
    """Standard output belongs to `scidoc parse --json`."""
    (tmp_path / "chart.png").write_bytes(chart)
    program = (
        "import sys; from pathlib import Path;"
        "from scidoc_assets.gateways.ocr.engines import open_ocr;"
        "root = Path(sys.argv[1]); engine = open_ocr('paddleocr', root / 'cache');"
        "sys.exit(0 if engine.read((root / 'chart.png').read_bytes(), 800) else 3)"
    )
    home = tmp_path / "home"
    home.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        env={"HOME": str(home), "PATH": "", "MPLCONFIGDIR": str(tmp_path)},
    )
    assert done.stdout == ""
    assert [path for path in home.rglob("*") if path.is_file()] == []
