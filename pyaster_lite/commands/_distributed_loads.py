"""Loads spread over cells, as values where they are asked for: forces by volume and by area, strains that are there without stress."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._reactions import factor_at

_FORCES = ("FX", "FY", "FZ")
_ACCELERATIONS = ("AX", "AY", "AZ")
VOLUME, MASS, STRAIN = ("FORCE_INTERNE",), ("PESANTEUR", "ROTATION"), ("PRE_EPSI",)
FORCES, PRESSURE = ("FORCE_FACE", "FORCE_CONTOUR"), ("PRES_REP",)
SIDE = FORCES + PRESSURE


def at_nodes(element, data):
    """Where the nodes of cells stand."""
    return data.coordinates


def at_points(element, data):
    """Where the points of cells stand."""
    return element.points(data.coordinates)


class Loads:
    """The loads of a result, as values on the cells of a model at an instant.

    excitations  what acts (concepts.result.Excitation);  data  ElementData of the model's groups
    weighs_twice  FONC_MULT multiplies the intensity of PESANTEUR and its direction too
    """

    def __init__(self, excitations, data, weighs_twice=False):
        self.excitations, self.data, self.weighs_twice = list(excitations), data, weighs_twice

    @property
    def strained(self) -> bool:
        """Whether strains are imposed."""
        return any(term.word in STRAIN for load in self.excitations for term in load.load.forces)

    @property
    def by_functions(self) -> bool:
        """Whether some are told by functions."""
        return any(term.by_functions for load in self.excitations for term in load.load.forces)

    def volume_forces(self, group, t, order) -> np.ndarray | None:
        """(ne, nn, 3) forces by volume at the nodes of the cells of a group, None when there are none."""
        density = self.data[group].property("density") if self._there(MASS, group, t, order) else None
        total = None
        for factor, word, rows, values in self._read((*VOLUME, *MASS), group, t, order, at_nodes):
            names = _ACCELERATIONS if word in MASS else _FORCES
            total = np.zeros((len(self.data[group]), self.data[group].coordinates.shape[1], 3)) if total is None else total
            own = (factor**2 if self.weighs_twice and word == "PESANTEUR" else factor) * _vectors(values, names)
            total[rows] += own * density[rows, None, None] if word in MASS else own
        return total

    def strains(self, group, t, order, element) -> np.ndarray | None:
        """(ne, nn, ns) imposed strains at the nodes of the cells of a group, in Mandel's notation; None when there are none."""
        total, names = None, [f"EP{axes}" for axes in element.continuum.strains]
        for factor, _, rows, values in self._read(STRAIN, group, t, order, at_nodes):
            shape = len(self.data[group]), self.data[group].coordinates.shape[1], len(names)
            total = np.zeros(shape) if total is None else total
            total[rows] += factor * element.mandel * _vectors(values, names)
        return total

    def on_side(self, group, words, t, order, where, normals, along=None):
        """Of each load of some words that push cells of a group of skins: (forces by area (n, np, 3), rows (n,)).

        normals (ne, 1 or np, 3) and, in the plane, unit tangents `along` the same: which pressures and shears follow.
        """
        for factor, word, rows, values in self._read(words, group, t, order, where):
            own = _on_side(word, values, normals[rows], None if along is None else along[rows])
            yield factor * own, rows

    def side_forces(self, group, t, order, normal, along):
        """(at the points (ne, ng, 3), at the nodes as each point sees their normals (ne, ng, nn, 3)) by area; None without any."""
        count, nodes = normal.shape[0], self.data[group].coordinates.shape[1]
        points = None
        for own, rows in self.on_side(group, SIDE, t, order, at_points, normal, along):
            points = np.zeros((count, own.shape[1], 3)) if points is None else points
            points[rows] += own
        if points is None:
            return None
        nodal = np.zeros((count, points.shape[1], nodes, 3))
        for factor, word, rows, values in self._read(SIDE, group, t, order, at_nodes):
            spread = {name: value[:, None, :] for name, value in values.items()}
            nodal[rows] += factor * _on_side(word, spread, normal[rows][:, :, None], None if along is None else along[rows][:, :, None])
        return points, nodal

    def lips(self, t, order):
        """(factor, group, fe.extended.lips.Lips, values (nf, ng) by the deck's words) of each load on lips of cracks."""
        for load in self.excitations:
            if load.acts_at(order):
                for term in load.load.forces:
                    for own in term.lips(t) if term.lips is not None else ():
                        yield factor_at(load, t), *own

    def told(self, words, group, t, order, where):
        """(factor, rows, values by name) of each load of some words on cells of a group, values (n, np) where `where` says."""
        for factor, _, rows, values in self._read(words, group, t, order, where):
            yield factor, rows, values

    def _read(self, words, group, t, order, where):
        for load in self.excitations:
            if not load.acts_at(order):
                continue
            factor = factor_at(load, t)
            for term in load.load.forces:
                if term.word in words and term.values is not None:
                    for own, rows, values in term.values(self.data, t, where):
                        if own == group and values:
                            yield factor, term.word, rows, values

    def _there(self, words, group, t, order):
        return any(True for _ in self._read(words, group, t, order, at_nodes))


def _vectors(values, names):
    """(..., len(names)) of the values of some words, zero where one is not given."""
    shape = np.shape(next(iter(values.values())))
    return np.stack([np.broadcast_to(values.get(name, 0.0), shape) for name in names], axis=-1)


def _on_side(word, values, normal, along):
    """Forces by area of one load: a pressure pushes against the normal, a shear along the edge."""
    if word != "PRES_REP":
        return _vectors(values, _FORCES)
    pressure, shear = values.get("PRES", 0.0), values.get("CISA_2D", 0.0)
    force = -np.asarray(pressure)[..., None] * normal
    return force if along is None else force + np.asarray(shear)[..., None] * along
