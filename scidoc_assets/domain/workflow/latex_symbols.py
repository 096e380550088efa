"""Names the LaTeX reader knows: functions with their values, Greek letters, accents and styles.

Refuses anything with a bound variable (sums, integrals, limits).
"""

from __future__ import annotations

import cmath
from collections.abc import Callable

FUNCTIONS: dict[str, Callable[[complex], complex]] = {
    "sin": cmath.sin,
    "cos": cmath.cos,
    "tan": cmath.tan,
    "arcsin": cmath.asin,
    "arccos": cmath.acos,
    "arctan": cmath.atan,
    "sinh": cmath.sinh,
    "cosh": cmath.cosh,
    "tanh": cmath.tanh,
    "exp": cmath.exp,
    "ln": cmath.log,
    "log": cmath.log,
}
_GREEK = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi "
    "rho varrho sigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma "
    "Upsilon Phi Psi Omega ell hbar partial nabla infty dagger"
)
_ACCENTS = (
    "hat bar tilde vec dot ddot widehat widetilde overline mathbf mathcal mathbb boldsymbol mathfrak "
    "mathrm operatorname text"
)
GREEK = frozenset(_GREEK.split())
ACCENTS = frozenset(_ACCENTS.split())
