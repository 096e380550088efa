"""Budgets across processes."""

import subprocess
import sys
from pathlib import Path

from scidoc_assets.storage.ledger import LedgerBudget

SPENDER = """
import sys
from pathlib import Path
from scidoc_assets.storage.ledger import LedgerBudget
budget = LedgerBudget(Path(sys.argv[1]), "run", None, 50)
made = 0
while budget.reserve(None) is None:
    made += 1
    budget.settle(None, None)
print(made)
"""


def test_two_processes_share_a_cap_on_calls(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    children = [
        subprocess.Popen(
            [sys.executable, "-c", SPENDER, str(path)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        for _ in range(2)
    ]
    assert sum(int(child.communicate()[0]) for child in children) == 50


def test_calls_in_flight_cannot_overshoot_a_usd_limit(tmp_path: Path) -> None:
    budget = LedgerBudget(tmp_path / "l.sqlite", "m", 1.0, None)
    assert [budget.reserve(0.4) for _ in range(3)] == [None, None, "budget_usd"]
    budget.settle(0.4, 0.1)
    assert budget.reserve(0.4) is None
    assert budget.spent_calls == 3
    assert budget.spent_usd == 0.1


def test_spending_stays_between_runs_and_a_dead_process_frees_its_reservations(
    tmp_path: Path,
) -> None:
    path = tmp_path / "l.sqlite"
    code = SPENDER.split("made = 0")[0].replace("None, 50", "1.0, None") + "budget.reserve(0.9)"
    subprocess.run(
        [sys.executable, "-c", code, str(path)], check=True, cwd=Path(__file__).parents[2]
    )
    budget = LedgerBudget(path, "run", 1.0, None)
    assert budget.spent_calls == 1
    assert budget.reserve(0.9) is None


def test_a_usd_limit_without_a_price_stops_before_any_call(tmp_path: Path) -> None:
    budget = LedgerBudget(tmp_path / "l.sqlite", "m", 1.0, None)
    assert budget.reserve(None) == "price_unknown"
    assert budget.spent_calls == 0


def test_scopes_do_not_share(tmp_path: Path) -> None:
    first = LedgerBudget(tmp_path / "l.sqlite", "model:a", None, 1)
    second = LedgerBudget(tmp_path / "l.sqlite", "model:b", None, 1)
    assert first.reserve(None) is None
    assert first.reserve(None) == "budget_calls"
    assert second.reserve(None) is None


def test_a_released_try_is_not_counted(tmp_path: Path) -> None:
    budget = LedgerBudget(tmp_path / "l.sqlite", "m", None, 1)
    assert budget.reserve(None) is None
    budget.release(None)
    assert budget.reserve(None) is None


def test_a_lost_ledger_starts_from_what_the_journals_say(tmp_path: Path) -> None:
    path = tmp_path / "l.sqlite"
    budget = LedgerBudget(path, "run", None, 5, spent_calls=4)
    assert [budget.reserve(None) for _ in range(2)] == [None, "budget_calls"]
    again = LedgerBudget(path, "run", None, 6, spent_calls=4)
    assert again.spent_calls == 5


def test_what_is_only_reserved_may_be_freed_and_what_is_spent_may_not(tmp_path: Path) -> None:
    budget = LedgerBudget(tmp_path / "l.sqlite", "m", 1.0, None)
    assert budget.reserve(0.8) is None
    assert budget.reserve(0.8) == "budget_usd"
    assert budget.may_free(0.8)
    budget.settle(0.8, 0.5)
    assert not budget.may_free(0.8)
    assert not budget.may_free(None)


def test_a_process_that_dies_while_another_waits_frees_what_it_held(tmp_path: Path) -> None:
    path = tmp_path / "l.sqlite"
    budget = LedgerBudget(path, "run", 1.0, None)
    code = SPENDER.split("made = 0")[0].replace("None, 50", "1.0, None") + "budget.reserve(0.9)"
    subprocess.run(
        [sys.executable, "-c", code, str(path)], check=True, cwd=Path(__file__).parents[2]
    )
    assert budget.reserve(0.9) == "budget_usd"
    assert budget.may_free(0.9)
    assert budget.reserve(0.9) is None
