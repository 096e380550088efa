"""Reference answers from the complete trajectory, and the check that one keeps it.

Source: spec argument-graphs.md (Tasks), seed 000 G.1 (gold answer). Steps stand in dependency
order with figure and table attributions; the last line is the preferred claim. Node ids in square
brackets make the trajectory checkable.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scidoc_assets.domain.tasks.sampling import Subgraph
from scidoc_assets.schemas.argument_order import ANCHOR_TYPES
from scidoc_assets.schemas.content_words import content_words
from scidoc_assets.schemas.task_words import chinese_alias

_STEP_ID = re.compile(r"^\[([A-Za-z0-9][A-Za-z0-9_.:-]*)\]", re.MULTILINE)
MIN_CLAIM_SHARE = 0.6


@dataclass(frozen=True)
class _Words:
    """The fixed words of a reference answer; `{}` takes the ids that a step follows from."""

    basis: str
    hence: str
    conclusion: str
    read_with: str
    unresolved: str
    colon: str


_ENGLISH = _Words(
    "Accepted basis", "Hence, from {}", "Conclusion, from {}", " (read with {})", "unresolved", ": "
)
_CHINESE = _Words("公认依据", "由此（据 {}）", "结论（据 {}）", "（结合 {}）", "未对应", "：")


def trajectory_of(subgraph: Subgraph) -> list[str]:
    """Return evidence, knowledge and claim ids in dependency order; the target is last."""
    inner = [n.node_id for n in subgraph.nodes if n.type not in ANCHOR_TYPES]
    order = [i for i in subgraph.order if i in inner and i != subgraph.target_id]
    return [*order, subgraph.target_id]


def reference_answer(
    subgraph: Subgraph, aliases: Mapping[str, str], *, is_chinese: bool = False
) -> str:
    """Return the answer, one line per node of the trajectory; `aliases` maps evidence ids."""
    by_id = {n.node_id: n for n in subgraph.nodes}
    words = _CHINESE if is_chinese else _ENGLISH
    lines = []
    for node_id in trajectory_of(subgraph):
        node = by_id[node_id]
        premises = ", ".join(
            e.target
            for e in subgraph.edges
            if e.source == node_id and by_id[e.target].type not in ANCHOR_TYPES
        )
        if node.type == "evidence":
            alias = aliases.get(node_id)
            place = (
                words.unresolved if alias is None else chinese_alias(alias) if is_chinese else alias
            )
            basis = words.read_with.format(premises) if premises else ""
            said = f"{place}{words.colon}{node.visual_evidence_text or node.label}{basis}"
        elif node.type == "established_basis":
            source = f" ({node.citation})" if node.citation else ""
            said = f"{words.basis}{source}{words.colon}{node.label}"
        else:
            word = words.conclusion if node_id == subgraph.target_id else words.hence
            said = f"{word.format(premises)}{words.colon}{node.label}"
        lines.append(f"[{node_id}] {said}")
    return "\n".join(lines)


def answer_faults(answer: str, subgraph: Subgraph, aliases: Mapping[str, str]) -> list[str]:
    """Return what is wrong with a reference answer: other nodes or order than the trajectory, an
    evidence without its figure or table, or an end that is not the preferred claim."""
    named = _STEP_ID.findall(answer)
    wanted = trajectory_of(subgraph)
    faults = []
    if named != wanted:
        faults.append(f"trajectory is {named}, must be {wanted}")
    lines = {m.group(1): line for line in answer.splitlines() if (m := _STEP_ID.match(line))}
    for node in subgraph.of_type("evidence"):
        alias = aliases.get(node.node_id)
        line = lines.get(node.node_id, "")
        if alias is None or not (_names(line, alias) or _names(line, chinese_alias(alias))):
            faults.append(f"{node.node_id} is not attributed to {alias or 'any image'}")
    if not resolves_to(lines.get(subgraph.target_id, ""), subgraph.target.label):
        faults.append(f"the last step does not state {subgraph.target_id}")
    return faults


def _names(line: str, alias: str) -> bool:
    """Whether a line names an alias, and not only a longer one (`Figure 1` in `Figure 12`)."""
    return re.search(rf"{re.escape(alias)}(?!\d)", line) is not None


def resolves_to(text: str, claim: str) -> bool:
    """Say whether a text states a claim: at least 60 % of its content words (lexical rule)."""
    wanted, said = set(content_words(claim)), set(content_words(text))
    return bool(wanted) and len(wanted & said) >= MIN_CLAIM_SHARE * len(wanted)


def changed_ids(trajectory: Sequence[str], subgraph: Subgraph) -> list[str]:
    """Return ids that a model's answer added, dropped or moved against the locked trajectory."""
    wanted = trajectory_of(subgraph)
    if list(trajectory) == wanted:
        return []
    odd = [i for i in trajectory if i not in wanted] + [i for i in wanted if i not in trajectory]
    return odd or [a for a, b in zip(trajectory, wanted, strict=False) if a != b]
