"""Known scientific datasets and resources with their other names, and how to find them in text.

Facts of about 50 public resources. Refuses names that are also a family of several versions
without a version (they resolve to no single resource).
"""

from __future__ import annotations

import re
from functools import cache

# Canonical name -> other names that mean exactly the same resource.
LEXICON: dict[str, tuple[str, ...]] = {
    "ImageNet-1k": ("ILSVRC-2012", "ImageNet-1K", "ILSVRC2012"),
    "CIFAR-10": ("CIFAR10",),
    "CIFAR-100": ("CIFAR100",),
    "MNIST": (),
    "Fashion-MNIST": ("FashionMNIST",),
    "MS COCO": ("COCO", "MSCOCO", "MS-COCO"),
    "PASCAL VOC 2012": ("VOC 2012", "VOC2012"),
    "Cityscapes": (),
    "ADE20K": (),
    "Kinetics-400": ("Kinetics400", "K400"),
    "LibriSpeech": (),
    "AudioSet": (),
    "Penn Treebank": ("PTB",),
    "WikiText-103": ("WikiText103",),
    "SQuAD 1.1": ("SQuAD v1.1", "SQuAD1.1"),
    "SQuAD 2.0": ("SQuAD v2.0", "SQuAD2.0"),
    "GLUE": (),
    "SuperGLUE": (),
    "SNLI": (),
    "MultiNLI": ("MNLI",),
    "HotpotQA": (),
    "TriviaQA": (),
    "Natural Questions": ("NaturalQuestions",),
    "MMLU": (),
    "GSM8K": (),
    "HumanEval": (),
    "BookCorpus": ("BooksCorpus",),
    "Common Crawl": ("CommonCrawl",),
    "S2ORC": (),
    "PubMedQA": (),
    "QASPER": (),
    "SciERC": (),
    "MIMIC-III": ("MIMIC III",),
    "ChestX-ray14": ("ChestXray14",),
    "ZINC15": ("ZINC 15",),
    "QM9": (),
    "MoleculeNet": (),
    "ChEMBL": (),
    "Protein Data Bank": ("RCSB PDB",),
    "UniRef50": (),
    "Swiss-Prot": ("SwissProt",),
    "Gene Ontology": (),
    "1000 Genomes": ("1000 Genomes Project",),
    "The Cancer Genome Atlas": ("TCGA",),
    "Gaia DR3": ("Gaia Data Release 3",),
    "SDSS DR16": ("SDSS Data Release 16",),
    "ERA5": (),
    "Materials Project": (),
    "OpenStreetMap": ("OSM",),
    "UCI Adult": ("Adult Census",),
    "MovieLens-1M": ("MovieLens 1M", "ML-1M"),
    "ogbn-arxiv": ("OGBN-ArXiv",),
}


def alias_map() -> dict[str, str]:
    """Every name, canonical or other, to its canonical name."""
    return {
        name: canonical for canonical, others in LEXICON.items() for name in (canonical, *others)
    }


def mentions(text: str) -> set[str]:
    """Canonical names of the resources that a text mentions as whole words, longest name first."""
    return {alias_map()[match.group()] for match in _pattern().finditer(text)}


@cache
def _pattern() -> re.Pattern[str]:
    names = sorted(alias_map(), key=len, reverse=True)
    body = "|".join(re.escape(name) for name in names)
    # `MNIST` is no mention in `Fashion-MNIST`, nor `SQuAD 1.1` in `SQuAD 1.10`.
    return re.compile(rf"(?<![\w-])(?:{body})(?![\w-]|\.\d)")
