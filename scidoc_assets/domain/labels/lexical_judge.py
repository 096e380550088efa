"""Labels of the lexical baseline for one answer: four atoms, and every node of the task.

Correctness sees question, gold answer and answer only; the final claim is the last statement of the
gold answer. It abstains on correctness only where gold and answer are in different scripts; an
answer that is near but does not state the claim does not match it. A node it abstains on counts as
not covered in the headline, and stays null in its row. Refuses nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from scidoc_assets.domain.labels.lexical import (
    JUDGE_NAME,
    OFF_TOPIC_BELOW,
    Verdict,
    overlap,
    verify_statement,
)
from scidoc_assets.domain.labels.rows import (
    empty_correctness,
    empty_coverage,
    label_keys,
    no_answer_labels,
)
from scidoc_assets.domain.labels.statements import Statement, read_statement, split_sentences
from scidoc_assets.schemas.labels import (
    Atom,
    CorrectnessLabel,
    CoverageLabel,
    NodeLabel,
    covered_share,
    every_applicable_atom_is_yes,
)
from scidoc_assets.schemas.responses import ReasoningResponse
from scidoc_assets.schemas.tasks import EvaluationNode, EvaluationTask

CONFLICTS = frozenset({"number", "direction", "negation", "entity"})
_NO_CONCLUSION = re.compile(
    r"\b(?:can(?:no|')t|could not|cannot|does not|do not|not possible to|unable to|insufficient)\b"
    r"[^.]{0,60}\b(?:answer|determine|conclude|tell|say|information|be determined)",
    re.IGNORECASE,
)
_NODE_MARK = re.compile(r"^\s*\[[^\]\n]{1,60}\]\s*", re.MULTILINE)
_CONCLUSION_MARK = re.compile(
    r"\s*(?:\[[^\]\n]{1,60}\]\s*)?(?:conclusion|hence|therefore|thus|overall|结论|因此)\b[^:：]{0,200}[:：]\s*",
    re.IGNORECASE,
)
_MIN_TOKENS = 2


def judge_lexically(
    task: EvaluationTask, response: ReasoningResponse
) -> tuple[CorrectnessLabel, CoverageLabel]:
    """Both labels of one response. `raw_text` holds the verdicts as JSON. Pure, deterministic."""
    if not response.has_answer:
        return no_answer_labels(task, response, JUDGE_NAME, is_baseline=True)
    return _correctness(task, response), _coverage(task, response)


def final_claim(gold_answer: str) -> str:
    """The last statement of a gold answer.

    A last line that is marked as the conclusion (`[id] Conclusion, from e1, e2: ...`) counts whole,
    without its mark; otherwise it is the last sentence that has content words.
    """
    lines = [line for line in gold_answer.splitlines() if line.strip()] or [gold_answer]
    marked = _CONCLUSION_MARK.match(lines[-1])
    if marked:
        return lines[-1][marked.end() :]
    sentences = split_sentences(_NODE_MARK.sub("", gold_answer)) or [gold_answer]
    usable = [s for s in sentences if len(read_statement(s).tokens) >= _MIN_TOKENS]
    return (usable or sentences)[-1]


def _correctness(task: EvaluationTask, response: ReasoningResponse) -> CorrectnessLabel:
    keys = label_keys(response, JUDGE_NAME, is_baseline=True)
    answer = response.text or ""
    claim = final_claim(task.gold_answer)
    verdict = verify_statement(claim, answer)
    keys["raw_text"] = _as_json({"final_claim": verdict})
    if verdict.reason == "script":
        detail = "gold answer and answer are in different scripts"
        return empty_correctness(keys, "abstained", "abstained", detail)
    atoms: dict[str, Atom] = {
        "gives_final_conclusion": _yes(_concludes(task, answer)),
        "matches_gold_final_claim": _yes(verdict.decision == "yes"),
        "preserves_direction": _direction(read_statement(claim), verdict),
        "no_conflicting_conclusion": _yes(verdict.reason not in CONFLICTS),
    }
    return CorrectnessLabel.model_validate(
        {
            **keys,
            **atoms,
            "status": "labelled",
            "reason": None,
            "reason_detail": f"{verdict.reason}, overlap {verdict.score:.2f}",
            "is_correct": every_applicable_atom_is_yes(atoms),
        }
    )


def _concludes(task: EvaluationTask, answer: str) -> bool:
    """Whether some sentence of the answer is on the question's or gold's topic and says something."""
    topics = [read_statement(task.question), read_statement(task.gold_answer)]
    for sentence in split_sentences(answer):
        found = read_statement(sentence)
        near = max(overlap(topic, found) for topic in topics)
        backward = max(overlap(found, topic) for topic in topics)
        is_on_topic = max(near, backward) >= OFF_TOPIC_BELOW
        if is_on_topic and len(found.tokens) >= _MIN_TOKENS and not _NO_CONCLUSION.search(sentence):
            return True
    return False


def _direction(claim: Statement, verdict: Verdict) -> Atom:
    has_direction = claim.directions or claim.nulls or claim.hard_negators or claim.side_mark
    if not has_direction:
        return "n/a"
    if verdict.decision == "yes":
        return "yes"
    found = read_statement(verdict.window)
    signs = {sign for sign, *_ in claim.directions} & {sign for sign, *_ in found.directions}
    return _yes(verdict.reason not in ("direction", "negation") and bool(signs))


def _coverage(task: EvaluationTask, response: ReasoningResponse) -> CoverageLabel:
    keys = label_keys(response, JUDGE_NAME, is_baseline=True)
    answer = response.text or ""
    verdicts = {
        node.node_id: verify_statement(node.statement, answer)
        for node in [*task.evidence, *task.intermediate_claims]
    }
    keys["raw_text"] = _as_json(verdicts)
    if verdicts and all(v.decision == "abstain" for v in verdicts.values()):
        detail = "abstained on every node"
        return empty_coverage(keys, task, "abstained", "abstained", detail)
    evidence = _nodes(task.evidence, verdicts)
    claims = _nodes(task.intermediate_claims, verdicts)
    abstained = sum(v.decision == "abstain" for v in verdicts.values())
    return CoverageLabel(
        **keys,
        status="labelled",
        reason=None,
        reason_detail=f"abstained on {abstained} of {len(verdicts)} nodes" if abstained else None,
        evidence=evidence,
        claims=claims,
        evidence_coverage=covered_share(evidence),
        claim_coverage=covered_share(claims),
    )


def _nodes(nodes: Sequence[EvaluationNode], verdicts: dict[str, Verdict]) -> list[NodeLabel]:
    decisions = {"yes": True, "no": False, "abstain": None}
    return [
        NodeLabel(
            node_id=node.node_id,
            is_covered=decisions[verdicts[node.node_id].decision],
            reason=verdicts[node.node_id].reason,
        )
        for node in nodes
    ]


def _yes(value: bool) -> Atom:
    return "yes" if value else "no"


def _as_json(verdicts: dict[str, Verdict]) -> str:
    return json.dumps(
        {
            name: {"decision": v.decision, "reason": v.reason, "score": round(v.score, 4)}
            for name, v in verdicts.items()
        },
        ensure_ascii=False,
    )
