"""The quantities that formulas of fatigue know of a cycle of load: at its most (_1) and at its least (_2) (u4.83.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.fatigue.history import followed, mises, pressure, principal, strain_size
from pyaster_lite.fe.fatigue.planes import normal_part


def _along(ruling, other):
    return np.abs(normal_part(other, principal(ruling)[2]))


# code_aster takes the stress that comes from the first axis for the largest one here
_AT_INSTANTS = {
    "PHYDR": lambda h: pressure(h.stress),
    "SIPR1": lambda h: followed(h.stress)[0],
    "EPSN1": lambda h: np.abs(normal_part(h.strain, followed(h.stress)[1])),
    "ETPR1": lambda h: principal(h.strain)[0],
    "SITN1": lambda h: _along(h.strain, h.stress),
    "EPPR1": lambda h: principal(h.plastic)[0],
    "SIPN1": lambda h: _along(h.plastic, h.stress),
    "SIGEQ": lambda h: mises(h.stress),
    "ETEQ": lambda h: strain_size(h.strain),
}
_SHEAR = ("TAUPR", "EPSPR")
_STEMS = (*_SHEAR, "SIGN", *_AT_INSTANTS)
_ABOUT = {"TAUPR": "C", "SIGN": "C", "PHYDR": "C", "EPSPR": "T", "SIPR1": "C", "EPSN1": "TC", "ETPR1": "T", "SITN1": "CT", "EPPR1": "P",
          "SIPN1": "CP", "SIGEQ": "C", "ETEQ": "T"}  # fmt: skip
_TENSORS = {"C": "SIGM", "T": "EPSI", "P": "EPSP"}


class CycleQuantities:
    """The values of quantities for each cycle of `worst_planes`."""

    NAMES = frozenset(f"{stem}_{end}" for stem in _STEMS for end in (1, 2))

    def __init__(self, history, names, planes, row, low, high, least, most):
        self._columns = {}
        for name in names:
            stem, at, shear = name[:-2], high if name.endswith("_1") else low, most if name.endswith("_1") else least
            if stem in _SHEAR:
                self._columns[name] = shear
            elif stem == "SIGN":
                self._columns[name] = normal_part(history.stress[at], planes[row, 0])
            else:
                self._columns[name] = _AT_INSTANTS[stem](history)[at]

    @staticmethod
    def tensors(names) -> set[str]:
        """Which of SIGM, EPSI and EPSP the quantities are about."""
        return {_TENSORS[letter] for name in names for letter in _ABOUT[name[:-2]]}

    def of(self, cycle: int) -> dict[str, float]:
        """The quantities of one cycle."""
        return {name: float(values[cycle]) for name, values in self._columns.items()}
