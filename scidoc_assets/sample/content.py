"""What a sample paper says: prose with its argument, figures and tables with their data.

Holds the models of `papers/<stem>.yaml` and the tiny markup of mentions: `{Figure 2a}` names one
object, `{Figs. 1 and 2|Figure 1;Figure 2}` lists the labels after the bar. Refuses layout code and
numbers that no figure holds.
"""

from __future__ import annotations

import re
from importlib import resources
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

MENTION = re.compile(r"\{([^{}|]+)(?:\|([^{}]+))?\}")
LABEL_WITH_PANELS = re.compile(r"(\D*(?:\d+|\b[IVX]+))([A-Za-z](?:[,–-][A-Za-z])*)?")


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Value(_Model):
    """One plotted number that a sentence states; `y` stands at `x` of `series` in the panel."""

    panel: str | None = None
    series: str
    x: float | str
    y: float


class Sentence(_Model):
    """One sentence and its part in the argument; `plain` sentences have none."""

    type: Literal["plain", "claim", "evidence", "established_basis"] = "plain"
    id: str | None = None
    text: str
    label: str | None = None
    anchor: str | None = None
    panel: str | None = None
    supported_by: tuple[str, ...] = ()
    values: tuple[Value, ...] = ()

    @model_validator(mode="after")
    def _argument_part_is_whole(self) -> Sentence:
        if (self.type == "plain") != (self.id is None):
            raise ValueError(f"{self.text!r}: only argument sentences carry an id, and all do")
        if (self.type == "evidence") != (self.anchor is not None):
            raise ValueError(f"{self.text!r}: evidence, and only evidence, names its anchor")
        return self


def _sentence(value: object) -> object:
    return {"text": value} if isinstance(value, str) else value


Sentences = tuple[Annotated[Sentence, BeforeValidator(_sentence)], ...]


class BodyItem(_Model):
    """One step of the text flow; exactly one field is set."""

    heading: str | None = None
    paragraph: Sentences | None = None
    equation: str | None = None
    display: str | None = None
    algorithm: tuple[str, ...] | None = None
    bibliography: bool | None = None
    page_break: bool | None = None

    @model_validator(mode="after")
    def _one_thing(self) -> BodyItem:
        if len(self.model_fields_set) != 1:
            raise ValueError(f"a body item sets one field, not {sorted(self.model_fields_set)}")
        return self


class Panel(_Model):
    """One plot or picture of a figure; the drawing's meaning of each field is in `drawing`."""

    letter: str | None = None
    plot: Literal["lines", "scatter", "bars", "heatmap", "picture", "diagram", "blank", "strip"]
    title: str | None = None
    x_label: str | None = None
    y_label: str | None = None
    x: tuple[float | str, ...] = ()
    series: dict[str, tuple[float, ...]] = {}
    errors: dict[str, tuple[float, ...]] = {}
    colours: tuple[str, ...] = ()
    log_x: bool = False
    log_y: bool = False
    y_limits: tuple[float, float] | None = None
    has_legend: bool = True
    has_value_labels: bool = False
    texture: Literal["cells", "grains", "gel", "rings", "drop"] | None = None
    texture_seed: int = 0
    density: float = 1.0
    scale_bar: str | None = None
    steps: tuple[str, ...] = ()


class CopyOf(_Model):
    """A re-encoded copy of another sample figure: JPEG at `quality`, `scale` times the pixels."""

    stem: str
    label: str
    scale: float
    quality: int


class Placement(_Model):
    """Where the object stands and where its caption goes."""

    at: Literal["here", "top", "bottom"] = "here"
    span: Literal["column", "page"] = "column"
    caption: Literal["above", "below", "beside", "split"] = "below"
    width: float = 1.0


class SampleObject(_Model):
    """A captioned figure or table; `label` is the printed label, `caption` the whole caption."""

    label: str
    kind: Literal["figure", "table"]
    caption: str
    place: Placement = Placement()
    format: Literal["pdf", "svg", "png", "jpg"] = "pdf"
    size_in: tuple[float, float] = (4.0, 2.6)
    dpi: int = 200
    columns: int = 2
    letter_style: Literal["a", "(a)", "A"] = "a"
    panels: tuple[Panel, ...] = ()
    copy_of: CopyOf | None = None
    rows: tuple[tuple[str, ...], ...] = ()
    notes: str | None = None
    expected: Literal[
        "kept",
        "side_too_small",
        "extreme_aspect",
        "dominant_colour",
        "near_duplicate",
    ] = "kept"
    lookalike_of: str | None = None


class Style(_Model):
    """How the paper looks."""

    columns: Literal[1, 2] = 1
    paper: Literal["a4", "us-letter"] = "a4"
    family: str = "Libertinus Serif"
    size_pt: float = 10.0
    margin_pt: float = 62.0
    caption_size_pt: float = 8.5
    numbered_headings: bool = True
    citation: Literal["[1]", "super"] = "[1]"
    running_head: str = ""
    accent: str = "#000000"


class PaperContent(_Model):
    """One sample paper."""

    stem: str
    title: str
    authors: tuple[str, ...]
    affiliation: str
    venue: str
    year: int
    discipline: str
    domain: str
    licence: str = "CC0-1.0"
    doi: str = ""
    language: Literal["en", "zh"] = "en"
    style: Style = Style()
    abstract: Sentences
    body: tuple[BodyItem, ...]
    objects: tuple[SampleObject, ...]
    references: tuple[str, ...]
    root_claim: str | None = None
    paper_outcome: Literal["kept", "unusable_rate", "missing_indices"] = "kept"

    @model_validator(mode="after")
    def _every_name_is_known(self) -> PaperContent:
        labels = {item.label for item in self.objects}
        sentences = [s for item in self.body for s in item.paragraph or ()]
        named = {m.label for s in sentences for m in mentions_of(s.text)}
        named |= {s.anchor for s in sentences if s.anchor}
        shown = [item.display for item in self.body if item.display]
        if named - labels or sorted(shown) != sorted(labels):
            raise ValueError(f"{self.stem}: named {named}, shown {shown}, defined {labels}")
        ids = {s.id for s in sentences if s.id}
        premises = {p for s in sentences for p in s.supported_by}
        if premises - ids or (self.root_claim or min(ids, default=None)) not in ids | {None}:
            raise ValueError(f"{self.stem}: unknown premise or root among {premises}")
        return self

    @property
    def paper_id(self) -> str:
        """The stem as a slug."""
        return self.stem.replace("_", "-")

    @property
    def joiner(self) -> str:
        """What stands between two sentences in this language."""
        return "" if self.language == "zh" else " "

    def object(self, label: str) -> SampleObject:
        """The object with this printed label; raises `KeyError` naming paper and label."""
        for item in self.objects:
            if item.label == label:
                return item
        raise KeyError(f"{self.stem}: no object labelled {label!r}")


class Mention(_Model):
    """One object named in running text, with its panel letters."""

    label: str
    panels: tuple[str, ...] = ()


def printed(text: str) -> str:
    """`text` as it stands on the page, mention braces removed."""
    return MENTION.sub(lambda match: match.group(1), text)


def mentions_of(text: str) -> tuple[Mention, ...]:
    """The objects that `text` names, in order, as its markup declares them."""
    found: list[Mention] = []
    for match in MENTION.finditer(text):
        for part in (match.group(2) or match.group(1)).split(";"):
            label, letters = _label_and_panels(part.strip())
            found.append(Mention(label=label, panels=letters))
    return tuple(found)


def _label_and_panels(text: str) -> tuple[str, tuple[str, ...]]:
    match = LABEL_WITH_PANELS.fullmatch(text)
    if match is None:
        raise ValueError(f"mention {text!r} does not end in a number and panel letters")
    label, letters = match.group(1), match.group(2) or ""
    if "–" in letters:
        first, last = letters[0], letters[-1]
        return label, tuple(chr(code) for code in range(ord(first), ord(last) + 1))
    return label, tuple(letters.split(",")) if letters else ()


def paper_stems() -> tuple[str, ...]:
    """The stems of all sample papers, sorted."""
    folder = resources.files("scidoc_assets.sample") / "papers"
    names = (entry.name for entry in folder.iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml")))


def load_paper(stem: str) -> PaperContent:
    """Read and check `papers/<stem>.yaml`; raises pydantic's `ValidationError` naming the field."""
    source = resources.files("scidoc_assets.sample") / "papers" / f"{stem}.yaml"
    return PaperContent.model_validate(yaml.safe_load(source.read_text(encoding="utf-8")))
