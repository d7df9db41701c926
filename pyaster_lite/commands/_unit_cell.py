"""The cell that is repeated, as CALC_MATE_HOMO takes it: its mesh, its materials at one value of the variable, what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._physical_vectors import vector_of
from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.mesh_building import renumbered, used_nodes_only, with_cells
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.sides import side_kind

MADE_OF = FACT(
    "o",
    max="**",
    rules=UN_PARMI("TOUT", "GROUP_MA"),
    TOUT=SIMP("f", into=("OUI",)),
    GROUP_MA=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
    MATER=SIMP("o", typ="mater_sdaster"),
)
"""The word AFFE: what the cell is made of."""

_NEAR = 1e-10
_REFERENCE = 20.0
_LAWS = {"ELAS": (("E", "NU"), ("RHO", "ALPHA")), "THER": (("LAMBDA",), ("RHO_CP",))}


def cell_mesh(args, cells, completed=lambda mesh: mesh):
    """The mesh of the cells that have a material, `completed` by their images, with groups of nodes face_xmin, face_xmax, ... on the
    sides of its box; and the lengths (3,) of the box."""
    mesh = part_of(args.MAILLAGE, np.unique(cells))
    low = mesh.coordinates.min(axis=0)
    if (np.abs(low) > _NEAR).any():
        raise args.wrong("MAILLAGE", f"the least coordinates of the cell must be zero, they are {low[0]:g} {low[1]:g} {low[2]:g}")
    mesh = completed(mesh)
    return mesh, box_sides(mesh)


def box_sides(mesh) -> np.ndarray:
    """(3,) the lengths of the box around a mesh, the nodes of whose sides get groups face_xmin, face_xmax, ..."""
    low, high = mesh.coordinates.min(axis=0), mesh.coordinates.max(axis=0)
    for axis, name in enumerate("xyz"):
        for end, place in (("min", low), ("max", high)):
            mesh.node_groups[f"face_{name}{end}"] = np.flatnonzero(np.abs(mesh.coordinates[:, axis] - place[axis]) <= _NEAR)
    return high - low


def part_of(mesh, cells) -> Mesh:
    """Some cells with their nodes, in the order that they have, and the groups of cells."""
    number = np.full(mesh.n_cells, -1)
    number[cells] = np.arange(len(cells))
    blocks = [CellBlock(block.type, block.nodes, number[block.cells]) for block in mesh.select(cells)]
    return used_nodes_only(Mesh(mesh.coordinates, blocks, {}, renumbered(mesh.cell_groups, number), space_dimension=3))


def with_skin(mesh) -> Mesh:
    """The mesh with its skin, in groups of cells face_xmin, ... on the sides of its box and face_int, where there is more."""
    sides, owners = {}, {}
    for block in mesh.blocks:
        for side in reference_cell(block.type).faces:
            kind, nodes = side_kind(block.type, side), block.nodes[:, list(side)]
            for own in nodes.tolist():
                key = tuple(sorted(own[: CELL_TYPES[kind].corners]))
                owners[key] = owners.get(key, 0) + 1
                sides[key] = kind, own
    free = [told for key, told in sides.items() if owners[key] == 1]
    parts, first, numbered = [], mesh.n_cells, {}
    for kind in sorted({kind for kind, _ in free}):
        own = np.array([nodes for told, nodes in free if told == kind])
        numbered[kind] = first + np.arange(len(own)), own
        parts.append((kind, own, numbered[kind][0]))
        first += len(own)
    made = with_cells(mesh, parts)
    made.cell_groups["BODY"] = np.arange(mesh.n_cells)
    left = np.ones(first, bool)
    left[: mesh.n_cells] = False
    for name, nodes in made.node_groups.items():
        on_side = np.isin(np.arange(made.n_nodes), nodes)
        made.cell_groups[name] = np.concatenate([cells[on_side[own].all(axis=1)] for cells, own in numbered.values()])
        left[made.cell_groups[name]] = False
    if left.any():
        made.cell_groups["face_int"] = np.flatnonzero(left)
    return made


def properties(args, occurrence, value: float) -> dict[str, float]:
    """The material of one AFFE at a value of the variable; raises Refused where it lacks something or is no function."""
    material, found = occurrence.MATER, {}
    for law, (needed, optional) in _LAWS.items():
        given = material.laws.get(f"{law}_FO") or material.laws.get("THER_NL" if law == "THER" else "")
        if not given:
            raise occurrence.wrong("MATER", f"the material {material.name} needs {law}_FO")
        for word in (*needed, *optional):
            function = given.get(word)
            if function is None and word in needed:
                raise occurrence.wrong("MATER", f"{law} of the material {material.name} needs {word}")
            found[word] = 0.0 if function is None else float(function(value))
        if law == "ELAS":
            reference = given.get("TEMP_DEF_ALPHA")
            found["TEMP_DEF_ALPHA"] = _REFERENCE if reference is None else float(reference)
    return found


@dataclass
class UnitCell:
    """A mesh whose zones (groups of cells ZONE0, ...) have constant materials.

    materials  the properties of each zone
    """

    context: object
    mesh: object
    materials: list[dict[str, float]]

    @cached_property
    def mechanics(self):
        """(model, field of materials) for displacements."""
        parts = [{"ELAS": [{"E": one["E"], "NU": one["NU"], "RHO": one["RHO"] or 1.0}]} for one in self.materials]
        return self._modelled("MECANIQUE", parts)

    @cached_property
    def heat(self):
        """(model, field of materials) for temperatures."""
        return self._modelled("THERMIQUE", [{"THER": [{"LAMBDA": one["LAMBDA"], "RHO_CP": 0.0}]} for one in self.materials])

    @cached_property
    def volumes(self) -> np.ndarray:
        """(n,) of the zones."""
        model, field = self.mechanics
        zones = [f"ZONE{i}" for i in range(len(self.materials))]
        table = self.context.run("POST_ELEM", MODELE=model, CHAM_MATER=field, MASS_INER=[{"GROUP_MA": (zone,)} for zone in zones])
        masses = {str(row["LIEU"]).strip(): row["MASSE"] for row in table.rows() if row.get("MASSE") is not None}
        return np.array([masses[zone] / (one["RHO"] or 1.0) for zone, one in zip(zones, self.materials)])

    def mean(self, values, whole: float) -> float:
        """The sum over the zones of a value times their volume, over the volume of the box."""
        return float(np.dot(np.asarray(values, float), self.volumes)) / whole

    def strained(self, strains, held: dict[str, tuple[str, ...]], ties=()):
        """The displacements under initial strains (one dict for each zone, or one for all, of numbers or of formulas), faces held in
        some directions, and fields `ties` whose products with the displacements vanish."""
        model, field = self.mechanics
        strains = strains if isinstance(strains, list) else [strains] * len(self.materials)
        given = [{"GROUP_MA": f"ZONE{i}", **one} for i, one in enumerate(strains)]
        varies = any(not isinstance(value, float) for one in strains for value in one.values())
        load = self.context.run("AFFE_CHAR_MECA_F" if varies else "AFFE_CHAR_MECA", MODELE=model, PRE_EPSI=given)
        tied = [self.context.run("AFFE_CHAR_MECA", MODELE=model, LIAISON_CHAMNO=[{"CHAM_NO": tie, "COEF_IMPO": 0.0}]) for tie in ties]
        sides = self.context.run(
            "AFFE_CHAR_CINE", MODELE=model, MECA_IMPO=[{"GROUP_NO": name, **dict.fromkeys(words, 0.0)} for name, words in held.items()]
        )
        return self._solved("MECA_STATIQUE", "DEPL", model, field, [load, *tied], sides, OPTION="SANS")

    def pressed(self, group: str, held: dict[str, tuple[str, ...]]):
        """The displacements under a unit pressure on a group of faces."""
        model, field = self.mechanics
        load = self.context.run("AFFE_CHAR_MECA", MODELE=model, PRES_REP=[{"GROUP_MA": group, "PRES": 1.0}])
        sides = self.context.run(
            "AFFE_CHAR_CINE", MODELE=model, MECA_IMPO=[{"GROUP_NO": name, **dict.fromkeys(words, 0.0)} for name, words in held.items()]
        )
        return self._solved("MECA_STATIQUE", "DEPL", model, field, [load], sides, OPTION="SANS")

    def heated(self, gradient: dict[str, float], held: tuple[str, ...]):
        """The temperatures under an initial gradient, those of some faces zero."""
        model, field = self.heat
        load = self.context.run(
            "AFFE_CHAR_THER", MODELE=model, PRE_GRAD_TEMP=[{"GROUP_MA": f"ZONE{i}", **gradient} for i in range(len(self.materials))]
        )
        sides = self.context.run("AFFE_CHAR_CINE", MODELE=model, THER_IMPO=[{"GROUP_NO": name, "TEMP": 0.0} for name in held])
        instant = self.context.run("DEFI_LIST_REEL", VALE=(0.0,))
        return self._solved("THER_LINEAIRE", "TEMP", model, field, [load], sides, TYPE_CALCUL="STAT", INCREMENT=[{"LIST_INST": instant}])

    def work(self, first, second) -> float:
        """The work of the internal forces of one field in another."""
        matrix = self._stiffness if "DX" in first.components else self._conductivity
        return float(vector_of(first, matrix.dofs) @ (matrix.matrix @ vector_of(second, matrix.dofs)))

    @cached_property
    def _stiffness(self):
        return self._assembled("RIGI_MECA", *self.mechanics)

    @cached_property
    def _conductivity(self):
        return self._assembled("RIGI_THER", *self.heat)

    def _assembled(self, option, model, field):
        parts = self.context.run("CALC_MATR_ELEM", OPTION=option, MODELE=model, CHAM_MATER=field)
        numbering = self.context.run("NUME_DDL", MATR_RIGI=parts)
        return self.context.run("ASSE_MATRICE", MATR_ELEM=parts, NUME_DDL=numbering)

    def _modelled(self, phenomenon, laws):
        model = self.context.run("AFFE_MODELE", MAILLAGE=self.mesh, AFFE=[{"TOUT": "OUI", "PHENOMENE": phenomenon, "MODELISATION": "3D"}])
        places = [{"GROUP_MA": f"ZONE{i}", "MATER": self.context.run("DEFI_MATERIAU", **law)} for i, law in enumerate(laws)]
        return model, self.context.run("AFFE_MATERIAU", MAILLAGE=self.mesh, AFFE=places)

    def _solved(self, command, name, model, field, loads, sides, **words):
        made = self.context.run(command, MODELE=model, CHAM_MATER=field, EXCIT=[{"CHARGE": one} for one in (*loads, sides)], **words)
        return made.field(name, made.orders[-1])
