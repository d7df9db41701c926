"""The line along which a mass slides, and what holds it there (POST_NEWMARK, RESULTAT_PESANTEUR; u4.84.48).

Along the line, with the normal stress N and the shear stress T of gravity, and those of the earthquake with a prime, what a soil of
friction phi and of cohesion c can hold is compared with what it has to:

    FS = sum (N tan phi - c - N' tan phi) / sum (T - T')

a sum over the cells of the line, with the mean stress of each, its normal pointing out of what slides.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._sliding_zone import PART, WHOLE
from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.field_places import moved
from pyaster_lite.concepts.mesh_shapes import ring

_LINE, _NEAR = "LIGNE_", "DOMAIN_L"
_STRESS = {"METHODE": "ECLA_PG", "CAS_FIGURE": "2D", "PROL_VALE": 0.0}


class SlipLine:
    """The line on a mesh of its own: that of MAILLAGE_GLIS, or a disc of RAYON with RAFF_CERCLE cuttings.

    zone   what slides on the mesh of the structure
    model  elements on the line and on the cells that touch it
    alone  those of the line by themselves
    """

    def __init__(self, args, context, zone):
        self.args, self.context, self.zone = args, context, zone
        mesh = self._restricted()
        self.mesh, self.model = mesh, self._plane(mesh)
        self.cells = np.sort(mesh.cell_groups[_LINE])
        self.alone = self._plane(context.run("CREA_MAILLAGE", MAILLAGE=mesh, RESTREINT=[{"GROUP_MA": _LINE}]))
        self._beside = _holding(args, mesh, self.cells)

    def _plane(self, mesh):
        part = {"TOUT": "OUI", "PHENOMENE": "MECANIQUE", "MODELISATION": "D_PLAN"}
        return self.context.run("AFFE_MODELE", MAILLAGE=mesh, AFFE=[part], VERI_JACOBIEN="NON")

    def _restricted(self):
        """The line in what GROUP_MA_CALC holds, turned outwards, with the cells that touch it."""
        whole, args = self.zone.mesh, self.args
        if self.zone.circle:
            x, y, radius = self.zone.circle
            other = ring(0.0, radius, 8 * 2**args.RAFF_CERCLE, 2 * 2**args.RAFF_CERCLE)
            other.coordinates[:, :2] += (x, y)
        else:
            other = args.MAILLAGE_GLIS
        known = set(other.cell_groups), set(other.node_groups)
        names = args.get("GROUP_MA_LIGNE")
        lines = other.cells_in(names) if names else np.flatnonzero(other.cell_dim(np.arange(other.n_cells)) == 1)
        self.zone.meet(other)
        other.cell_groups["LINES_"] = lines
        within = {"NOM": _LINE, "OPTION": "INCLUSION", "MAILLAGE_INCL": whole, "GROUP_MA_INCL": WHOLE, "CAS_FIGURE": "2D"}
        self._group(other, CREA_GROUP_NO=[within | {"GROUP_MA": "LINES_"}])
        self._group(other, CREA_GROUP_MA=[{"NOM": _LINE, "OPTION": "APPUI", "TYPE_APPUI": "SOMMET", "GROUP_NO": _LINE}])
        self._group(other, CREA_GROUP_MA=[{"NOM": _NEAR, "OPTION": "APPUI", "TYPE_APPUI": "AU_MOINS_UN", "GROUP_NO": _LINE}])
        skin = {"GROUP_MA_PEAU": _LINE, "GROUP_MA_INTERNE": PART}
        self.context.run("MODI_MAILLAGE", other.name, reuse=other, MAILLAGE=other, ORIE_PEAU=[skin])
        made = self.context.run("CREA_MAILLAGE", MAILLAGE=other, RESTREINT=[{"GROUP_MA": (_LINE, _NEAR), "GROUP_NO": _LINE}])
        for groups, before in zip((other.cell_groups, other.node_groups), known):
            for name in set(groups) - before:
                del groups[name]
        return made

    def _group(self, mesh, **words):
        self.context.run("DEFI_GROUP", mesh.name, reuse=mesh, MAILLAGE=mesh, ALARME="NON", **words)

    def stresses(self, result, model, orders) -> tuple[np.ndarray, np.ndarray]:
        """(N, T), each (orders, cells of the line), of a result on the structure at some of its storage orders."""
        if self.args.METHODE == "ECLA_PG":
            for order in orders:
                if not result.has_field("SIEF_ELGA", order):
                    raise self.args.wrong(None, f"{result.name} has no SIEF_ELGA: CALC_CHAMP makes it")
            words = {"MODELE_1": model, "MODELE_2": self.model, "NOM_CHAM": "SIEF_ELGA", "NUME_ORDRE": tuple(orders)}
            made = self.context.run("PROJ_CHAMP", RESULTAT=result, **words, **_STRESS)
            fields = [made.field("SIEF_ELGA", order) for order in orders]
        else:
            fields = self._collocated(result, model, orders)
        return tuple(np.array(values) for values in zip(*(self._on_line(field) for field in fields)))

    def _collocated(self, result, model, orders):
        """By the stresses at the nodes: those of gravity stand at the points of what slides before they are taken over."""
        gravity = result is self.args.RESULTAT_PESANTEUR
        target = self._plane(self.zone.alone()) if gravity else self.model
        words = {"METHODE": "COLLOCATION", "CAS_FIGURE": "2D", "PROL_VALE": 0.0, "NOM_CHAM": "SIEF_NOEU", "NUME_ORDRE": tuple(orders)}
        made = self.context.run("PROJ_CHAMP", RESULTAT=result, MODELE_1=model, MODELE_2=target, **words)
        fields = [moved(made.field("SIEF_NOEU", order), "ELGA", target) for order in orders]
        if gravity:
            fields = [self.context.run("PROJ_CHAMP", CHAM_GD=field, MODELE_1=target, MODELE_2=self.model, **_STRESS) for field in fields]
        return fields

    def _on_line(self, field):
        """(N, T) of a field ELGA by the means over the nodes of each cell of the line of what the cell beside it tells there."""
        told = moved(field, "ELNO", self.model)
        beside, places, normal = self._beside
        rows = np.arange(len(beside))[:, None]
        xx, yy, xy = (told.component(name, beside)[rows, places].mean(axis=1) for name in ("SIXX", "SIYY", "SIXY"))
        n_x, n_y = normal.T
        t_x, t_y = -n_y, n_x
        return n_x * n_x * xx + n_y * n_y * yy + 2 * n_x * n_y * xy, t_x * n_x * xx + t_y * n_y * yy + (t_x * n_y + t_y * n_x) * xy

    def soil(self) -> tuple[np.ndarray, ElementField]:
        """Friction X1 (degrees) and cohesion X2: (cells of the line, 2) and as a field of `alone`."""
        columns = []
        for word, name in (("CHAM_PHI", "X1"), ("CHAM_COHESION", "X2")):
            given = self.args[word]
            if name not in given.components:
                raise self.args.wrong(word, f"{given.name} has no {name}")
            words = {"METHODE": "COLLOCATION", "MAILLAGE_1": self.zone.mesh, "MAILLAGE_2": self.mesh, "PROL_VALE": 0.0}
            there = self.context.run("PROJ_CHAMP", CHAM_GD=given, **words).component(name)
            columns.append(there[self.mesh.select(self.cells)[0].nodes].mean(axis=1))
        columns = np.stack(columns, axis=-1)
        return columns, self.by_itself(columns, ("X1", "X2"))

    def _on_cells(self, values, names) -> ElementField:
        """Values (cells of the line, names) as a field ELEM of `model`, zero on cells that touch the line only."""
        blocks = []
        for group in self.model.groups:
            table = np.zeros((len(group.cells), 1, len(names)))
            there = np.isin(group.cells, self.cells)
            table[there, 0] = values[np.searchsorted(self.cells, group.cells[there])]
            blocks.append(ElementBlock(group.cells, table, names, group.element))
        return ElementField(self.mesh, "NEUT_R", "ELEM", blocks)

    def by_itself(self, values, names) -> ElementField:
        """Values (cells of the line, names) as a field of `alone`: the mean of what is told at the ends of a cell, which another cell
        that has that end may tell."""
        words = {"METHODE": "COLLOCATION", "CAS_FIGURE": "1.5D", "PROL_VALE": 0.0}
        field = self._on_cells(values, names)
        return self.context.run("PROJ_CHAMP", CHAM_GD=field, MODELE_1=self.model, MODELE_2=self.alone, **words)


def _holding(args, mesh, cells):
    """(the plane cell beside each cell of the line, the places of the nodes of the line in it, the normal out of it)."""
    nodes = mesh.select(cells)[0].nodes
    ends = _keys(nodes[:, :2], mesh)
    beside, places = np.full(len(cells), -1), np.zeros(nodes.shape, int)
    for block in mesh.select(np.flatnonzero(mesh.cell_dim(np.arange(mesh.n_cells)) == 2)):
        corners = block.nodes[:, : CELL_TYPES[block.type].corners]
        edges = _keys(np.stack([corners, np.roll(corners, -1, axis=1)], axis=-1), mesh)
        for row in np.flatnonzero((beside < 0) & np.isin(ends, edges)):
            own = np.flatnonzero((edges == ends[row]).any(axis=1))[0]
            beside[row] = block.cells[own]
            places[row] = (block.nodes[own] == nodes[row][:, None]).argmax(axis=1)
    if (beside < 0).any():
        raise args.wrong(None, "a cell of the line has no plane cell beside it")
    along = mesh.coordinates[nodes[:, 1], :2] - mesh.coordinates[nodes[:, 0], :2]
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    return beside, places, np.stack([along[:, 1], -along[:, 0]], axis=1)


def _keys(pairs, mesh):
    """One number for each pair of nodes (..., 2), whatever their order."""
    return pairs.min(axis=-1).astype(np.int64) * mesh.n_nodes + pairs.max(axis=-1)
