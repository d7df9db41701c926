"""What a history of stress and strain at a point comes to, whatever the plane (u4.83.02, the quantities of formulas)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.fatigue.circle import enclosing_sphere
from pyaster_lite.fe.fatigue.planes import full, normal_part
from pyaster_lite.fe.jacobi import eigen

_SHEAR_TWICE = np.array([1.0, 1.0, 1.0, 2.0, 2.0, 2.0])
_ONCE = np.ones(6)
_LEAST = np.finfo(float).eps


@dataclass(frozen=True)
class History:
    """Stress, strain and plastic strain at each instant, (n, 6) each, in the order XX, YY, ZZ, XY, XZ, YZ; zeros where not given."""

    stress: np.ndarray
    strain: np.ndarray
    plastic: np.ndarray

    @property
    def elastic(self) -> np.ndarray:
        """(n, 6) the elastic strain."""
        return self.strain - self.plastic

    def since(self, first: int) -> History:
        """The same from an instant on."""
        return History(self.stress[first:], self.strain[first:], self.plastic[first:])


def deviator(tensors) -> np.ndarray:
    """(n, 6) tensors without their mean."""
    return tensors - tensors[:, :3].mean(axis=1)[:, None] * (np.arange(6) < 3)


def pressure(stress) -> np.ndarray:
    """(n,) a third of the trace."""
    return stress[:, :3].mean(axis=1)


def size(tensors, factor: float, weights=_SHEAR_TWICE) -> np.ndarray:
    """(n,) sqrt(factor d:d) of deviators d of tensors (n, 6)."""
    return np.sqrt(factor * (deviator(tensors) ** 2 @ weights))


def mises(stress) -> np.ndarray:
    """(n,) the equivalent stress of von Mises."""
    return size(stress, 1.5)


def strain_size(strain) -> np.ndarray:
    """(n,) the equivalent strain, sqrt(2/3 e:e)."""
    return size(strain, 2.0 / 3.0)


def principal(tensors):
    """The largest and the least principal value (n,), and the direction (n, 3) of the largest one."""
    values, vectors = eigen(-full(tensors))
    return -values[:, 0], -values[:, 2], vectors[:, :, 0]


def followed(tensors):
    """The principal value (n,) and direction (n, 3) that come from the first axis, whichever is the largest."""
    values, vectors = eigen(full(tensors), ordered=False)
    return values[:, 0], vectors[:, :, 0]


def _widest(tensors, measure):
    """The largest of a measure over the differences of all pairs of instants."""
    first, second = np.triu_indices(len(tensors), 1)
    return float(measure(tensors[first] - tensors[second]).max()) if len(first) else 0.0


def _along_largest(ruling, other):
    """The largest size of a tensor along the largest principal direction of another, at the instants when that one grows anew."""
    largest, _, direction = principal(ruling)
    grown = np.concatenate([[_LEAST], np.maximum.accumulate(largest)[:-1]])
    sizes = np.abs(normal_part(other, direction))[largest > np.maximum(grown, _LEAST)]
    return float(sizes.max()) if sizes.size else 0.0


def _half_range(tensors):
    largest = principal(tensors)[0]
    return float(max(largest.max(), _LEAST) - largest.min()) / 2.0


def _tresca(tensors):
    largest, least, _ = principal(tensors)
    return float((largest - least).max()) / 4.0


def _work(stress, strain):
    """The work of each step, with each shear once, (n - 1,)."""
    return (0.5 * (stress[1:] + stress[:-1]) * np.diff(strain, axis=0)).sum(axis=1)


def _pressures(h):
    p = pressure(h.stress)
    return max(p.max(), 0.0), min(p.min(), 0.0)


def _elastic_work(h):
    work = _work(deviator(h.stress), deviator(h.elastic))
    return float(work[work > 0.0].sum())


QUANTITIES = {
    "PHYDRM": lambda h: _pressures(h)[0],
    "DEPSPE": lambda h: _widest(h.plastic, strain_size) / 2.0,
    "EPSPR1": lambda h: _half_range(h.strain),
    "SIGNM1": lambda h: _along_largest(h.strain, h.stress),
    "DENDIS": lambda h: float(_work(h.stress, h.plastic).sum()),
    "DENDIE": _elastic_work,
    "APHYDR": lambda h: float(np.subtract(*_pressures(h))) / 2.0,
    "MPHYDR": lambda h: float(sum(_pressures(h))) / 2.0,
    "DSIGEQ": lambda h: _widest(h.stress, mises) / 2.0,
    "SIGPR1": lambda h: _half_range(h.stress),
    "EPSNM1": lambda h: _along_largest(h.stress, h.strain),
    "INVA2S": lambda h: _widest(h.strain, lambda tensors: size(tensors, 2.0 / 3.0, _ONCE)) / 2.0,
    "DSITRE": lambda h: _tresca(h.stress),
    "DEPTRE": lambda h: _tresca(h.strain),
    "EPSPAC": lambda h: float(np.linalg.norm(np.diff(h.plastic, axis=0), axis=1).sum()),
    "RAYSPH": lambda h: enclosing_sphere(deviator(h.stress)),
    "AMPCIS": lambda h: _widest(h.stress, mises) / (2.0 * np.sqrt(3.0)),
    "DEPSEE": lambda h: _widest(h.elastic, strain_size) / 2.0,
}
"""Quantities by the names that formulas call them."""
