"""StandardElasticity, and the potential of Hooke that other bricks name: stress = C : eel."""

from __future__ import annotations

import numpy as np

from ..functions import elasticity
from ..values import Tensor, wide
from ._brick import BRICKS, Brick, choice

ACROSS = "etozz"


class Hooke:
    """C of the stiffness that the material or the file gives, else of two numbers."""

    def __init__(self, law, options):
        self.law, self.numbers = law, None
        if law.description.elastic or law.wants_stiffness():
            return
        self.numbers = [self._number(options, *words) for words in (("young_modulus", "YoungModulus"), ("poisson_ratio", "PoissonRatio"))]

    def _number(self, options, word, entry):
        own = next((slot.variable for slot in self.law.properties if slot.variable.known_as == entry), None)
        if own is not None and not options.has(word):
            return lambda names: names[own.name]
        return options.number(word)

    def begin(self, names):
        """The elasticity and its size."""
        if self.numbers is None:
            names["brick.C"] = self.law.stiffness(names)
            names["brick.size"] = names["brick.C"].values[..., 0, 0]
            return
        young, poisson = (number(names) for number in self.numbers)
        names["brick.C"] = elasticity(self.law.space, young * poisson / ((1 + poisson) * (1 - 2 * poisson)), young / (2 * (1 + poisson)))
        names["brick.size"] = young


POTENTIALS = {"Hooke": Hooke}


class StandardElasticity(Brick):
    """The stress, and the strain's part of the residuals: feel = deel - deto and what the code adds.

    In plane stress the strain across is a further unknown, such that the stress across vanishes at the end of the step.
    """

    def __init__(self, law, options):
        super().__init__(law, options)
        self.flat = law.space.hypothesis == "PlaneStress"
        self.states = ((ACROSS, None, "AxialStrain"),) if self.flat else ()
        self.potential = self._potential(options)

    def _potential(self, options):
        return Hooke(self.law, options)

    def begin(self, names):
        """The elasticity."""
        self.potential.begin(names)

    def stress(self, names):
        """C : eel."""
        return names["brick.C"] * names["eel"]

    def residuals(self, names):
        """The elastic strain follows the strain."""
        names["feel"] = names["feel"] - names["deto"]
        if self.flat:
            n, row = self.law.space.size, names["brick.C"].values[..., 2, :] / wide(names["brick.size"], 1)
            axis = np.eye(n)[2]
            names["feel"] = names["feel"] - Tensor(wide(names[f"d{ACROSS}"], 1) * axis)
            names[f"f{ACROSS}"] = Tensor(row) | (names["eel"] + names["deel"])
            names |= {f"dfeel_dd{ACROSS}": Tensor(-axis), f"df{ACROSS}_ddeel": Tensor(row), f"df{ACROSS}_dd{ACROSS}": 0.0}


def potential_of(law, options):
    """The one that stress_potential names."""
    word, own = options.kind(options.one("stress_potential"))
    found = choice(POTENTIALS, word, options.place)(law, own)
    own.done()
    return found


BRICKS["StandardElasticity"] = StandardElasticity
