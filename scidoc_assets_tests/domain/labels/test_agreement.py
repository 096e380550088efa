from __future__ import annotations

from scidoc_assets.domain.labels.agreement import measure_lexical_judge

STATED = ("Doping raised the yield.", "The yield was raised by doping.", True, "para")
REVERSED = ("Doping raised the yield.", "Doping lowered the yield.", False, "reversed")
MISJUDGED = ("Doping raised the yield.", "Doping lowered the yield.", True, "odd")
OPEN = (
    "The cohort contained 1,204 patients recruited at five hospitals.",
    "The study followed patients for five years.",
    False,
    "near",
)


def figures(*pairs, unit: str = "all") -> dict[str, tuple[float | None, int, str | None]]:
    rows = measure_lexical_judge(pairs, "set")
    return {r.statistic: (r.value, r.n, r.reason) for r in rows if r.unit == unit}


def test_an_abstention_is_counted_apart_and_is_not_agreement() -> None:
    found = figures(STATED, REVERSED, OPEN, MISJUDGED)
    assert found["agreement"] == (0.5, 4, None)
    assert found["abstained"] == (0.25, 4, None)
    assert found["agreement_decided"] == (2 / 3, 3, None)
    assert found["precision_yes"] == (1.0, 1, None)
    assert found["recall_yes"] == (0.5, 2, None)


def test_without_variation_kappa_is_null_with_its_reason() -> None:
    assert figures(STATED, STATED)["cohen_kappa"] == (None, 2, "no_variation")


def test_nothing_decided_is_null_with_its_reason() -> None:
    assert figures(OPEN)["agreement_decided"] == (None, 0, "nothing_decided")


def test_each_kind_has_its_own_figures() -> None:
    assert figures(STATED, REVERSED, unit="reversed")["agreement"] == (1.0, 1, None)


def test_the_shipped_set_holds_both_answers_for_every_kind_of_fault() -> None:
    rows = measure_lexical_judge()
    kinds = {r.unit for r in rows}
    assert {"para", "para_neg", "reversed", "negation", "entity", "wrong_num"} <= kinds
    (n,) = {r.n for r in rows if r.unit == "all" and r.statistic == "agreement"}
    assert n == 176


def test_an_abstention_counts_as_not_covered_in_the_headline_figure() -> None:
    assert figures(OPEN)["agreement_abstained_as_no"] == (1.0, 1, None)
    assert figures(OPEN)["agreement"] == (0.0, 1, None)
