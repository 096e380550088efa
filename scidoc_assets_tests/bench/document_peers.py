"""Other people's figure and table finders side by side, for `bench_documents`.

Peers are taken from the environment or from the folders that PEERS names (`a:b`), which are put
before all else in the worker that runs a peer and nowhere else. Refuses to download weights: what
fetches them at run time is listed with that reason, and not run.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import sys
from collections.abc import Sequence
from importlib.machinery import PathFinder

from scidoc_assets_tests.bench.peer_regions import Peer
from scidoc_assets_tests.bench.peers_models import MODELS
from scidoc_assets_tests.bench.peers_rules import RULES
from scidoc_assets_tests.bench.peers_tables import TABLES

PEERS = (*MODELS, *RULES, *TABLES)
NOT_RUN = {
    "docling, docling-rs, docberry, paperlm, spacy-layout": "layout model fetched at run time",
    "MinerU but for its flash engine, magic-pdf, paper-structure": "models fetched at run time",
    "marker-pdf, surya-ocr, bibr, deepdoc-lib": "models fetched at run time",
    "unstructured (hi_res), deepdoctection, layoutparser, papermage": "models fetched at run time",
    "doclayout-yolo, eynollah, recrystal, diagram-detector": "weights fetched at run time",
    "gmft, tabled-pdf, table-transformer, yolo4tab, tabledetect": "weights fetched at run time",
    "rapid-layout's other models, rapid-table-det after 0.0.1": "weights fetched at run time",
    "pdftotree": "needs TensorFlow, and the sklearn name that no longer installs",
    "oxpdf-python, xyslice, turboocr-engine-cpu, rfdetr-doclayout": "no wheel for this machine",
    "papero-extract": "needs a Tika server",
    "botlpdf, pdf-inspector": "give no boxes of figures or tables",
    "pdfplumber-rs": "takes pdfplumber's import name, so the two cannot stand side by side",
    "GROBID, pdffigures2": "programs of their own, not on the Python registry",
}


def folders() -> list[str]:
    """The folders that PEERS names."""
    return [f for f in os.environ.get("PEERS", "").split(os.pathsep) if f]


def is_there(peer: Peer) -> bool:
    """Whether a peer's package can be found."""
    top = peer.module.split(".")[0]
    return PathFinder.find_spec(top, [*folders(), *sys.path]) is not None


def version(peer: Peer) -> str:
    """The version of a peer's own package."""
    name = peer.pip.split()[0].split("==")[0]
    found = importlib.metadata.distributions(name=name, path=[*folders(), *sys.path])
    return next((d.version for d in found), "unknown")


def load(peer: Peer) -> None:
    """Import a peer, its folders before all else: for a worker that runs it and nothing more."""
    sys.path[:0] = [f for f in folders() if f not in sys.path]
    importlib.import_module(peer.module)


def help_lines(peers: Sequence[Peer] = PEERS) -> list[str]:
    """What to type to get the peers that need no more than files in a folder."""
    plain = [p for p in peers if "torch" not in p.pip]
    names = sorted({name for p in plain for name in p.pip.split()})
    heavy = " ".join(sorted({name for p in peers if p not in plain for name in p.pip.split()}))
    return [
        f"pip install --no-deps --target FOLDER {' '.join(names)}",
        f"pip install --target OTHER {heavy}",
        "PEERS=FOLDER:OTHER make bench-documents",
    ]
