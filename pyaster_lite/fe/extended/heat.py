"""Conductors and their sides that cracks run through (r5.02.05, r7.02.12)."""

from __future__ import annotations

import numpy as np

from ..conduction import Conductor, HeatSide
from ..contraction import contracted
from ..data import ElementData
from .element import Enriched, Enrichment
from .side import EnrichedSide
from .tip import TipFunctions

MODES = ("E1",)
"""The component of the function of a front."""


class HeatTip(TipFunctions):
    """The function of a front of conductors, the square root of r times sin(angle / 2), not made to vanish at the nodes.

    As in code_aster (xcalfe) r and the angle are those that the level sets tell, interpolated: about a curved front they differ from those
    in its axes, along which the derivatives go all the same.
    """

    def _from_front(self, functions, away, ahead, across):
        return np.moveaxis(functions @ self.axes.levels, -1, 0)

    def values(self, kolosov=None, shear=None) -> np.ndarray:
        """(ne, ng, 1, 1)"""
        return (np.sqrt(self.r) * np.sin(self.angle / 2))[..., None, None]

    def gradients(self, kolosov=None, shear=None, gradients=None) -> np.ndarray:
        """(ne, ng, 1, 1, dim) its derivatives in space."""
        half, size = self.angle / 2, 2 * np.sqrt(np.where(self.live, self.r, 1.0))
        own = np.stack([-np.sin(half), np.cos(half)], axis=-1) / size[..., None]
        return np.einsum("egjl,egl->egj", self.base[..., :2], own)[:, :, None, None] * self._live()[..., None]


class _Fronted:
    """What conductors and their sides share of a front."""

    def tip_constants(self, data):
        """The function of a front asks for none."""
        return None, None

    shown_constants = tip_constants

    def corner_values(self, data, u):
        """Without the function of the front: code_aster (xpoajd) adds it to a component behind the temperature, which nothing reads."""
        kept = [name not in self.modes for node in self.components for name in node]
        return super().corner_values(data, u * kept)


class EnrichedConductor(_Fronted, Enriched, Conductor):
    """A cell that conducts; its conductivity and capacity do not depend on the temperature."""

    def __init__(self, plain: Conductor, enrichment: Enrichment):
        super().__init__(plain.cell, plain.continuum, plain.families["stiffness"], plain.families["mass"])
        self.enrich(plain, enrichment, self.unknowns, ("",), MODES)

    def _geometry(self, data):
        gradient, functions, radius, volume = super()._geometry(data)
        if not self.modes:
            return gradient, functions, radius, volume
        rows, points = self.enrichment.rows(data), self.enrichment.points
        tip, own = self.enrichment.tip.of(rows), points.functions[rows]
        value, slope = tip.values()[:, :, 0], tip.gradients()[:, :, 0, 0]
        front = points.gradients[rows] * value[..., None] + slope[..., None] * own[:, :, None]
        having = self.enrichment.fronted[rows][:, None]
        return _beside(gradient, front * having[:, None]), _beside(functions, own * value * having), radius, volume

    def conductivity(self, data, temperature=None):
        """At rest, which is where linear laws are asked."""
        value, slope = super().conductivity(data.at_places(self.enrichment.points.places[self.enrichment.rows(data)]))
        points = self.enrichment.points.weights.shape[1]
        return tuple(np.broadcast_to(part[:, :1], (len(data), points, *part.shape[2:])) for part in (value, slope))

    def conduction(self, data, temperature=None):
        """sum over points of grad N^T K grad N; the dead unknowns held."""
        return self.held(data, super().conduction(data))

    def capacity(self, data, temperature=None):
        """sum over points of rho c N^T N."""
        _, functions, _, volume = self.geometry(data)
        own = data.property("heat_capacity")[:, None] * volume
        return contracted("eg,egn,egm->enm", own, functions, functions)

    def stored(self, data, temperature, hydration=None):
        """Capacity times temperature."""
        return np.einsum("enm,em->en", self.capacity(data), temperature)

    def temperatures(self, data: ElementData, temperature, purpose="stiffness"):
        """(ne, ng)"""
        return np.einsum("egn,en->eg", self.geometry(data)[1], temperature)

    def heat_source(self, data, source):
        """On all functions."""
        _, functions, _, volume = self.geometry(data)
        return np.einsum("egn,eg->en", functions, volume * source)


def _beside(functions, more):
    """(..., nn (count + 1)) functions (..., nn count), node after node, each node's followed by one more of (..., nn)."""
    both = np.concatenate([functions.reshape(*more.shape, -1), more[..., None]], axis=-1)
    return both.reshape(*more.shape[:-1], -1)


class EnrichedHeatSide(_Fronted, EnrichedSide, HeatSide):
    """A side of a conductor that cracks run through."""

    def __init__(self, plain: HeatSide, enrichment: Enrichment):
        super().__init__(plain.cell, plain.continuum, plain.family)
        self.enrich(plain, enrichment, self.unknowns, ("",), MODES)

    def inflow(self, data, flow):
        """On all functions."""
        return np.einsum("eg,egn->en", self.point_weights(data) * flow, self.all_functions(data))

    def inflow_along(self, data, flow):
        """On all functions."""
        through = (self.normals(data.coordinates) * flow).sum(axis=-1)
        return np.einsum("eg,egn->en", through, self.all_functions(data))

    def exchange(self, data, coefficient):
        """sum over points of h N^T N."""
        functions = self.all_functions(data)
        return contracted("eg,egn,egm->enm", self.point_weights(data) * coefficient, functions, functions)

    def temperatures(self, data, temperature):
        """(ne, ng)"""
        return np.einsum("egn,en->eg", self.all_functions(data), temperature)
