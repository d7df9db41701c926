"""What LETK and LKR share as laws: compression is positive within, and a step is taken from its end or in one go from its start."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pyaster_lite.behaviours._law import Law, moduli, strain_increment

from . import _explicit, _implicit
from ._rock import Rock

ALGORITHMS = ("NEWTON", "NEWTON_PERT", "SPECIFIQUE")
"""Of ALGO_INTE, the first unless another is given; the last goes from the start of a step."""


@dataclass
class Heat:
    """Around some points: [temperature, its reference] (n,) before and after the step (empty where unknown), the expansion, how much
    temperature rises and what it adds to the volume.
    """

    before: list = field(default_factory=list)
    after: list = field(default_factory=list)
    expansion: np.ndarray | float = 0.0
    rise: np.ndarray | float = 0.0
    volume: np.ndarray | float = 0.0


class RockLaw(Law):
    """The law over all cells and points.

    rock  the class of its limits;  prefix  of its properties, WORDS their names
    pressed  that its elasticity asks for a pressure, so at rest there may be none
    """

    plane_stress = symmetric = False
    pressed = True
    rock: type[Rock] = Rock
    prefix = ""
    words: tuple[str, ...] = ()

    def __init__(self, precision: float = 1e-6, tries: int = 20, algorithm: str = "NEWTON"):
        self.precision, self.tries, self.algorithm = precision, tries, algorithm

    def within(self, precision, tries):
        """The law with another precision of its equations."""
        return type(self)(precision, abs(tries), self.algorithm)

    def solved_by(self, algorithm):
        """The law by an ALGO_INTE; ValueError when there is none."""
        algorithm = algorithm or ALGORITHMS[0]
        if algorithm not in ALGORITHMS:
            raise ValueError(f"this law is for {', '.join(ALGORITHMS)}")
        return type(self)(self.precision, self.tries, algorithm)

    def integrate(self, strain, state, data, continuum):
        """A step at all points."""
        shape, n = strain.shape[:2], strain.shape[-1]

        def spread(value):
            return np.broadcast_to(value, shape).ravel()

        elastic = moduli(data)
        words = {word: spread(data.at_points(f"{self.prefix}_{word}")) for word in self.words}
        rock = self.rock(words, spread(elastic.two_mu) / 2.0, spread(elastic.three_k) / 3.0)
        change, others = strain_increment(strain, state, data, continuum)
        if data.step.predicting:
            change, others = np.zeros_like(strain), None
        heat = self._heat(data, spread, others)
        dt = data.step.after - data.step.before
        args = rock, heat, -change.reshape(-1, n), -state.stress.reshape(-1, n), state.internal.reshape(-1, self.internal_size), dt
        with np.errstate(all="ignore"):
            if self.algorithm == "SPECIFIQUE" or data.step.predicting:
                stress, values, tangent = _explicit.stepped(*args, data.step.predicting)
            else:
                stress, values, tangent = _implicit.stepped(*args, self.precision, self.tries, self.algorithm == "NEWTON")
        return -stress.reshape(strain.shape), values.reshape(state.internal.shape), tangent.reshape(*shape, n, n)

    def _heat(self, data, spread, others):
        volume = 0.0 if others is None else spread(others[..., :3].sum(axis=-1))
        ends = [data.variables(before) for before in (True, False)]
        if not all({"TEMP", "TEMP_REF"} <= end.keys() for end in ends):
            return Heat(volume=volume)
        before, after = ([spread(end[name]) for name in ("TEMP", "TEMP_REF")] for end in ends)
        return Heat(before, after, spread(data.at_points("expansion", 0.0)), after[0] - before[0], volume)
