"""The kinds of continuum that a law may be asked in, and its types there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .values import Tensor

NUMBERS = frozenset(
    [
        "real",
        "stress",
        "strain",
        "time",
        "temperature",
        "frequency",
        "strainrate",
        "stressrate",
        "thermalexpansion",
        "massdensity",
        "double",
        "float",
        "length",
        "energy_density",
        "inv_stress",
    ]
)
COUNTS = frozenset(("bool", "int"))
SYMMETRIC = frozenset(
    ["Stensor", "StressStensor", "StrainStensor", "StrainRateStensor", "StressRateStensor", "FrequencyStensor", "stensor"]
)
MAPS = frozenset(["Stensor4", "StiffnessTensor", "TangentOperator", "st2tost2"])
VECTORS = frozenset(["TVector", "DisplacementTVector", "ForceTVector"])
GRADIENTS = frozenset(["Tensor", "DeformationGradientTensor", "tensor"])
TYPES = NUMBERS | COUNTS | SYMMETRIC | MAPS | VECTORS | GRADIENTS | {"tvector", "tmatrix"}


@dataclass(frozen=True)
class Space:
    """One of MFront's modelling hypotheses, and how many dimensions it has."""

    hypothesis: str
    dimension: int

    @property
    def size(self) -> int:
        """How many components a symmetric tensor has."""
        return 6 if self.dimension == 3 else 4

    def axes(self, word: str, arguments=()) -> tuple[int, ...]:
        """The own axes of the values of a type; KeyError where it is none. `arguments` are those of a template."""
        if word in NUMBERS | COUNTS:
            return ()
        if word in SYMMETRIC:
            return (self.size,)
        if word in MAPS:
            return (self.size, self.size)
        if word in VECTORS:
            return (self.dimension,)
        if word in GRADIENTS:
            return (3, 3)
        return {"tvector": tuple(arguments[:1]), "tmatrix": tuple(arguments[:2])}[word]


SPACES = {
    name: Space(name, dimension)
    for name, dimension in (("Tridimensional", 3), ("PlaneStrain", 2), ("PlaneStress", 2), ("Axisymmetrical", 2))
}


def real(value):
    """A number that was written as a whole one, as C++ keeps it in a variable that is none."""
    return float(value) if type(value) is int else value


def made(axes, value=0.0):
    """A value with such axes: each component the number `value`, or the tensor that it is; a number is no whole one."""
    if isinstance(value, Tensor):
        if value.shape != tuple(axes):
            raise TypeError(f"a tensor of {value.shape} components is no one of {tuple(axes)}")
        return value
    if not axes:
        return real(value)
    number = np.asarray(value, float)
    return Tensor(np.broadcast_to(number.reshape(number.shape + (1,) * len(axes)), number.shape + tuple(axes)), len(axes))
