"""Where each physics stands among the generalised strains and stresses of a porous medium.

Strains:  u, strain (Mandel), then p1, grad p1, p2, grad p2, T, grad T of the unknowns that are there.
Stresses: those of the skeleton and those of the pores (Mandel), then of each constituent its mass, its flow and (with heat) its
enthalpy, then the heat and its flow. Constituents are numbered (1, 1), (1, 2), (2, 1), (2, 2): the second one of a pressure is its
other phase, or what it has dissolved. Of a second gradient the volume, the swelling, its gradient and what holds them come last, in
strains and in stresses.
"""

from __future__ import annotations

import numpy as np

from ..kinematics import Continuum
from ..tensors import mandel_factors


class Layout:
    """The slices of both vectors.

    mechanical, thermal  whether the skeleton moves, whether there is heat
    phases       how many constituents each pressure has: (1, 0), (2, 0), (2, 1) or (2, 2)
    constituents  their numbers
    scalars      the unknowns besides displacements, in order: some of "p1", "p2", "t";  unknowns: their names for users
    dilates      whether there is a second gradient; vertices: all unknowns of a vertex besides displacements, (ours, the users') names
    crossing     whether flows are told by what goes through, one number each, as finite volumes have them
    strain, stress  slices by name; those of a constituent are ("mass", (1, 1)), ("flow", ...), ("enthalpy", ...)
    """

    def __init__(
        self, continuum: Continuum, mechanical: bool, phases: tuple[int, int], thermal: bool, dilates: bool = False, crossing: bool = False
    ):
        self.continuum, self.dim, self.ns = continuum, continuum.dim, len(continuum.strains)
        self.mechanical, self.phases, self.thermal, self.dilates, self.crossing = mechanical, phases, thermal, dilates, crossing
        self.constituents = tuple((k + 1, j + 1) for k in range(2) for j in range(phases[k]))
        present = {"p1": (phases[0], "PRE1"), "p2": (phases[1], "PRE2"), "t": (thermal, "TEMP")}
        self.scalars = tuple(name for name, (there, _) in present.items() if there)
        self.unknowns = tuple(word for there, word in present.values() if there)
        self.vertices = tuple(zip(self.scalars, self.unknowns, strict=True))
        strains = [("displacement", self.dim), ("strain", self.ns)] if mechanical else []
        for name in self.scalars:
            strains += [(name, 1), (f"grad {name}", self.dim)]
        stresses = [("skeleton", self.ns), ("pores", self.ns)] if mechanical else []
        for own in self.constituents:
            stresses += [(("mass", own), 1), (("flow", own), 1 if crossing else self.dim)]
            stresses += [(("enthalpy", own), 1)] if thermal else []
        stresses += [("heat", 1), ("heat flow", self.dim)] if thermal else []
        if dilates:
            self.vertices = (("hold", "PRES"), *self.vertices, ("swelling", "GONF"))
            second = [("volume", 1), ("swelling", 1), ("grad swelling", self.dim), ("hold", 1)]
            strains, stresses = strains + second, stresses + second
        self.strain, self.n_strains = _slices(strains)
        self.stress, self.n_stresses = _slices(stresses)

    @property
    def names(self) -> tuple[str, ...]:
        """The stresses as users see them."""
        axes = "XYZ"[: self.dim]
        result = [f"SI{kind}{name}" for kind in ("", "P") for name in self.continuum.strains] if self.mechanical else []
        for k, j in self.constituents:
            flows = [f"FH{k}{j}"] if self.crossing else [f"FH{k}{j}{axis}" for axis in axes]
            result += [f"M{k}{j}", *flows, *([f"ENT{k}{j}"] if self.thermal else [])]
        result += ["QPRIM", *(f"FHT{axis}" for axis in axes)] if self.thermal else []
        return tuple(result + (["PRES_M", "PRES", *(f"SIG{i}" for i in range(1, self.dim + 1)), "DEPV"] if self.dilates else []))

    @property
    def mandel(self) -> np.ndarray:
        """(n_stresses,) what the tensors' components are multiplied by in Mandel's notation."""
        tensor = mandel_factors(self.continuum.strains)
        solid = [*tensor, *tensor] if self.mechanical else []
        return np.array(solid + [1.0] * (self.n_stresses - len(solid)))


def _slices(sizes):
    found, start = {}, 0
    for name, size in sizes:
        found[name] = slice(start, start + size)
        start += size
    return found, start
