"""StandardElasticity, and the potential of Hooke that other bricks name: stress = C : eel."""

from __future__ import annotations

from ..errors import MFrontError
from ..functions import elasticity
from ._brick import BRICKS, Brick, choice


class Hooke:
    """C of the material's own stiffness where it has one, else of two numbers."""

    def __init__(self, law, options):
        self.law, self.numbers = law, None
        if not law.description.stiff:
            self.numbers = [
                self._number(options, *words) for words in (("young_modulus", "YoungModulus"), ("poisson_ratio", "PoissonRatio"))
            ]

    def _number(self, options, word, entry):
        own = next((slot.variable for slot in self.law.properties if slot.variable.known_as == entry), None)
        if own is not None:
            return lambda names: names[own.name]
        return options.number(word)

    def begin(self, names):
        """The elasticity and its size."""
        if self.numbers is None:
            names["brick.C"] = names["D"]
            names["brick.size"] = names["D"].values[..., 0, 0]
            return
        young, poisson = (number(names) for number in self.numbers)
        names["brick.C"] = elasticity(self.law.space, young * poisson / ((1 + poisson) * (1 - 2 * poisson)), young / (2 * (1 + poisson)))
        names["brick.size"] = young


POTENTIALS = {"Hooke": Hooke}


class StandardElasticity(Brick):
    """The stress, and the strain's part of the residuals: feel = deel - deto and what the code adds."""

    def __init__(self, law, options):
        super().__init__(law, options)
        if law.space.hypothesis == "PlaneStress":
            raise MFrontError("bricks do not know plane stress yet", options.place, missing=True)
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


def potential_of(law, options):
    """The one that stress_potential names."""
    word, own = options.kind(options.one("stress_potential"))
    found = choice(POTENTIALS, word, options.place)(law, own)
    own.done()
    return found


BRICKS["StandardElasticity"] = StandardElasticity
