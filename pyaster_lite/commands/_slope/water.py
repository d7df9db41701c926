"""Pressures in the pores at the bases of slices: from a piezometric line, a coefficient, or a field (METHODE_STAB='LEM')."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import cells_of
from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.fe.point_location import Cells, locate

_WATER = 1e3 * 9.81
"""The weight of water, N/m3."""


class Pores:
    """Pressures and the friction that suction mobilises."""

    def __init__(self, args, context, ground):
        self.args, self.ground, mesh = args, ground, ground.mesh
        self.lines = [(_marked(level, mesh), _Line(level)) for level in args.LIGN_PHREA or ()]
        self.ratios = [(_marked(level, mesh), level.VALE or 0.0) for level in args.COEF_RU or ()]
        self.field = None if args.CHAM_PRES is None else _Field(args.CHAM_PRES, context, mesh)
        self.frictions = [(_marked(level, mesh), np.radians(level.VALE)) for level in args.get("PHI_B") or ()]
        self.suction = args.get("SUCCION") == "OUI"

    def at(self, places, cells) -> tuple[np.ndarray, np.ndarray]:
        """The pressure of air and the capillary pressure (n,), Pa, at places (n, 2) of cells (n,).

        With COEF_RU the second is the coefficient, negative: the pressure is that share of the weight above.
        """
        air, capillary = np.zeros(len(places)), np.zeros(len(places))
        if self.field is not None:
            return self.field.at(places, cells)
        for row, (place, cell) in enumerate(zip(places, cells)):
            for marked, line in self.lines:
                if marked[cell]:
                    capillary[row] = line.capillary(place)
            for marked, ratio in self.ratios:
                if marked[cell]:
                    capillary[row] = -ratio
        return air, capillary

    def friction(self, capillary, cell, material, phi) -> float:
        """phi_b, rad: that of the ground where it is soaked; where it is not, what suction mobilises of it."""
        if capillary <= 0.0:
            return phi
        if not self.suction:
            return 0.0
        if self.frictions:
            own = [angle for marked, angle in self.frictions if marked[cell]]
            if not own:
                raise self.args.wrong("PHI_B", f"PHI_B says nothing of the cell {self.ground.mesh.cell_names[cell]}")
            return own[-1]
        if "THM_DIFFU" not in material.laws:
            raise self.args.wrong("SUCCION", f"without PHI_B, {material.name} needs THM_DIFFU to say how much water stays in its pores")
        return np.arctan(_content(material.laws["THM_DIFFU"], capillary) * np.tan(phi))


def _content(given, capillary) -> float:
    """The effective content of water: of SATU_PRES between its extremes, over the logarithm of the pressure, or van Genuchten's."""
    curve = given.get("SATU_PRES")
    if curve is not None:
        pressure, content = np.asarray(curve.Absc()), np.asarray(curve.Ordo())
        now = np.interp(np.log10(capillary), np.log10(pressure), content)
        return (now - content.min()) / np.ptp(content)
    n = given["VG_N"]
    return 1.0 / (1.0 + (capillary / given["VG_PR"]) ** n) ** (1.0 - 1.0 / n)


def _marked(level, mesh):
    marked = np.zeros(mesh.n_cells, bool)
    marked[cells_of(level, mesh)] = True
    return marked


class _Line:
    """A piezometric line; its slope at a place is between those where the parts around begin."""

    def __init__(self, level):
        names = level.TABLE.names
        x, head = (np.array(level.TABLE.column(names[rank - 1]), float) for rank in level.INDIC_PIEZO)
        self.x, self.head = x, head
        run, rise = np.diff(x), np.diff(head)
        upright = abs(run) < 1e-6
        self.angle = np.where(upright, np.pi / 2 * np.sign(rise), np.arctan(rise / np.where(upright, 1.0, run)))
        self.most = np.inf if level.PRES_MAX is None else level.PRES_MAX

    def capillary(self, place) -> float:
        depth = np.interp(place[0], self.x, self.head) - place[1]
        slope = np.interp(place[0], self.x[:-1], self.angle)
        return min(-depth * _WATER * np.cos(slope) ** 2, self.most)


class _Field:
    """PRE1 and PRE2 of a result, at places by the shape functions of its cells, or by distances to the nodes of ours."""

    def __init__(self, level, context, mesh):
        words = {word: level[word] for word in ("INST", "NUME_ORDRE") if level.get(word) is not None}
        precision = {"PRECISION": level.PRECISION} if "INST" in words else {}
        model = level.RESULTAT.model
        found = context.run(
            "CREA_CHAMP", TYPE_CHAM="NOEU_DEPL_R", OPERATION="EXTR", NOM_CHAM="DEPL", RESULTAT=level.RESULTAT, **words, **precision
        )
        own = context.run("AFFE_MODELE", MAILLAGE=mesh, AFFE=[{"TOUT": "OUI", "PHENOMENE": "MECANIQUE", "MODELISATION": "D_PLAN"}])
        self.values = context.run("PROJ_CHAMP", METHODE="COLLOCATION", MODELE_1=model, MODELE_2=own, CHAM_GD=found)
        if "PRE1" not in self.values.components:
            raise level.wrong("RESULTAT", f"{level.RESULTAT.name} carries no pressure PRE1")
        self.by_distance, self.mesh = level.ALGO_PRES == "INVERSE", mesh
        self.names = [name for name in ("PRE1", "PRE2") if name in self.values.components]

    def at(self, places, cells):
        read = self._near if self.by_distance else self._inside
        values = read(places, cells)
        if len(self.names) == 1:
            return np.zeros(len(places)), -values[:, 0]
        return values[:, 1], values[:, 0]

    def _at_nodes(self, nodes):
        return np.stack([np.nan_to_num(self.values.component(name)[nodes]) for name in self.names], axis=-1)

    def _near(self, places, cells):
        found = np.zeros((len(places), len(self.names)))
        for row, (place, cell) in enumerate(zip(places, cells)):
            nodes = self.mesh.cell_nodes(cell)
            apart = np.linalg.norm(self.mesh.coordinates[nodes, :2] - place, axis=1)
            nearest = int(np.argmin(apart))
            if apart[nearest] < 1e-10:
                found[row] = self._at_nodes(nodes[nearest])
            else:
                weight = apart**-2.0
                found[row] = weight @ self._at_nodes(nodes) / weight.sum()
        return found

    def _inside(self, places, cells):
        parts = [Cells(b.type, CELL_TYPES[b.type].linear, b.cells, b.nodes) for b in self.mesh.blocks if b.dim == 2]
        located = locate(places, self.mesh.coordinates[:, :2], parts)
        return np.einsum("nk,nkc->nc", located.weights, self._at_nodes(located.nodes))
