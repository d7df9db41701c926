"""The finite elements of a column of ground: a given mesh, or a strip of one quadrangle for each layer, on an absorbing boundary."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.mesh_building import with_cells

_PLANE, _SPACE = ("DX", "DY"), ("DX", "DY", "DZ")
_SIDES, _EDGES = ("<left>", "<right>"), ("<edge 1>", "<edge 2>")
_WAVES = {"DX": "S", "DY": "P"}
_SPACE_WAVES = {"DX": "SH", "DY": "P", "DZ": "SV"}
_DIGITS = 10


@dataclass
class Responses:
    """What the column answers to what shakes it, at some frequencies.

    frequencies   (nf,) Hz
    accelerations (nf, n + 1, nd): at the free surface, then below each layer
    rock          (nf, nd) accelerations in the bottom of the rock
    strains       component -> (nf, n) at the first Gauss point of each layer
    forces        (nf, n + 2) shear forces at those places and the rock's, None where they are not asked for
    """

    frequencies: np.ndarray
    accelerations: np.ndarray
    rock: np.ndarray
    strains: dict[str, np.ndarray]
    forces: np.ndarray | None = None


class Column:
    """The parts of the model that stay while the layers soften.

    directions  of the shaking: one in the plane (DX or DY), DX, DY and DZ in space
    periodic    whether both sides move together; else they are absorbing too
    """

    def __init__(self, args, context, layers, directions, periodic: bool):
        self.args, self.run, self.layers, self.directions, self.periodic = args, context.run, layers, directions, periodic
        self.space = len(directions) == 3
        self.axes = _SPACE if self.space else _PLANE
        self.own_mesh = args.MAILLAGE is None
        self.mesh = _strip(args, layers) if self.own_mesh else with_cells(args.MAILLAGE, [])
        self._check()
        self.points = self._points()
        self.absorbing = [args.GROUP_MA_SUBSTR] if periodic else [args.GROUP_MA_SUBSTR, args.GROUP_MA_GAUCHE, args.GROUP_MA_DROITE]
        self.run("MODI_MAILLAGE", reuse=self.mesh, MAILLAGE=self.mesh, ORIE_PEAU=[_inwards(args, self.absorbing)])
        bulk, boundary = ("3D", "3D_ABSO") if self.space else ("D_PLAN", "D_PLAN_ABSO")
        parts = [_modelled((args.GROUP_MA_COL,), bulk), _modelled(self.absorbing, boundary)]
        self.model = self.run("AFFE_MODELE", MAILLAGE=self.mesh, AFFE=parts)
        self.links = self.run("AFFE_CHAR_MECA", MODELE=self.model, LIAISON_GROUP=self._ties()) if periodic else None

    def _check(self):
        args = self.args
        words = ["GROUP_MA_COL", "GROUP_MA_SUBSTR", "GROUP_MA_GAUCHE", "GROUP_MA_DROITE"]
        words += ["GROUP_MA_ARRETE_1", "GROUP_MA_ARRETE_2"] if self.space else []
        for word in words:
            if args[word] not in self.mesh.cell_groups:
                raise args.wrong(word, f"the mesh has no group of cells {args[word]}")
        missing = [name for name in self.layers.groups if name not in self.mesh.cell_groups]
        if missing:
            raise args.wrong("MAILLAGE", f"the mesh has no group of cells {missing[0]}, which is a layer")

    def _points(self) -> list[int]:
        """Nodes: the first one of each layer, on top of it, and the second one of the rock."""
        groups = [f"<layer {i}>" for i in range(len(self.layers.groups))]
        made = [{"GROUP_MA": own, "NOM": name} for name, own in zip(groups, self.layers.groups)]
        if self.space:
            edges = zip(_EDGES, ("GROUP_MA_ARRETE_1", "GROUP_MA_ARRETE_2"))
            made += [{"GROUP_MA": self.args[word], "NOM": name} for name, word in edges]
        sides = zip(_SIDES, ("GROUP_MA_GAUCHE", "GROUP_MA_DROITE"))
        made += [{"GROUP_MA": self.args[word], "NOM": name} for name, word in sides]
        self.run("DEFI_GROUP", reuse=self.mesh, MAILLAGE=self.mesh, CREA_GROUP_NO=made)
        nodes = [self.mesh.node_groups[name] for name in groups]
        return [int(own[0]) for own in nodes] + [int(nodes[-1][1])]

    def _ties(self):
        pairs = [_SIDES, *([_EDGES] if self.space else [])]
        return [
            dict(GROUP_NO_1=one, GROUP_NO_2=two, DDL_1=axis, DDL_2=axis, COEF_MULT_1=1.0, COEF_MULT_2=-1.0, COEF_IMPO=0.0)
            for one, two in pairs
            for axis in self.axes
        ]

    def softened(self, young, damping):
        """The matrices for moduli (n + 1,), Pa, and dampings (n + 1,) of the layers and the rock."""
        return _Matrices(self, self._materials(young, damping))

    def _materials(self, young, damping):
        layers, places = self.layers, []
        for i, group in enumerate(layers.groups):
            law = dict(E=young[i], NU=layers.poisson[i], RHO=layers.density[i], AMOR_HYST=damping[i])
            material = self.run("DEFI_MATERIAU", ELAS=[{word: float(value) for word, value in law.items()}])
            places.append({"GROUP_MA": group, "MATER": material})
            if self.own_mesh:
                places.append({"GROUP_MA": _sides_of(group), "MATER": material})
        places.append({"GROUP_MA": self.args.GROUP_MA_SUBSTR, "MATER": material})
        return self.run("AFFE_MATERIAU", MAILLAGE=self.mesh, AFFE=places)

    @property
    def waves(self):
        """For each direction, the words of the plane wave that climbs the column with that motion, but for its signal."""
        words = dict(DIRECTION=(0.0, 1.0, 0.0), COOR_SOURCE=(0.0, -float(self.layers.depth[-1])), GROUP_MA=tuple(self.absorbing))
        if not self.periodic:
            words["COOR_REFLECHI"] = (0.0, 0.0)
        kinds = _SPACE_WAVES if self.space else _WAVES
        return [words | {"TYPE_ONDE": kinds[direction]} for direction in self.directions]


class _Matrices:
    """The assembled matrices of a column whose materials are known."""

    def __init__(self, column: Column, materials):
        self.column, self.materials = column, materials
        run, common = column.run, dict(MODELE=column.model, CHAM_MATER=materials, CHARGE=column.links)
        stiffness = run("CALC_MATR_ELEM", OPTION="RIGI_MECA", **common)
        mass = run("CALC_MATR_ELEM", OPTION="MASS_MECA", **common)
        hysteretic = run("CALC_MATR_ELEM", OPTION="RIGI_MECA_HYST", RIGI_MECA=stiffness, **common)
        damping = run("CALC_MATR_ELEM", OPTION="AMOR_MECA", RIGI_MECA=stiffness, MASS_MECA=mass, **common)
        numbering = run("NUME_DDL", MATR_RIGI=stiffness)
        parts = dict(zip(("elastic", "MATR_RIGI", "MATR_MASS", "MATR_AMOR"), (stiffness, hysteretic, mass, damping)))
        made = {word: run("ASSE_MATRICE", MATR_ELEM=part, NUME_DDL=numbering) for word, part in parts.items()}
        self.elastic, self.words = made.pop("elastic"), made

    def shaken(self, frequencies, forces: bool) -> Responses:
        """Under unit accelerations of the base in every direction together, relative to the base."""
        column, motions = self.column, np.eye(3).tolist()
        along = [motions["XYZ".index(one[1])] for one in column.directions]
        words = dict(MATR_MASS=self.words["MATR_MASS"], MONO_APPUI="OUI")
        vectors = [column.run("CALC_CHAR_SEISME", DIRECTION=one, **words) for one in along]
        return self._solved(frequencies, forces, EXCIT=[{"VECT_ASSE": vector, "COEF_MULT": 1.0} for vector in vectors])

    def crossed(self, frequencies, forces: bool, instants, signals) -> Responses:
        """By plane waves of given velocities: functions of the time for each direction, sampled at instants."""
        run, column = self.column.run, self.column
        loads = [
            run("AFFE_CHAR_MECA_F", MODELE=column.model, ONDE_PLANE=[words | {"FONC_SIGNAL": signal}])
            for words, signal in zip(column.waves, signals)
        ]
        level = dict(MATR_RIGI=self.elastic, CHAM_MATER=self.materials, CHARGE=loads, LIST_INST=instants)
        history = run("CREA_RESU", OPERATION="CONV_CHAR", TYPE_RESU="DYNA_TRANS", CONV_CHAR=[level])
        spectrum = run("REST_SPEC_TEMP", RESULTAT=history, METHODE="PROL_ZERO", SYMETRIE="NON", NOM_CHAM="DEPL", N_PUIS=0)
        return self._solved(frequencies, forces, EXCIT_RESU=[{"RESULTAT": spectrum, "COEF_MULT_C": 1.0 + 0.0j}])

    def _solved(self, frequencies, forces, **excitation):
        column = self.column
        words = dict(MODELE=column.model, CHAM_MATER=self.materials)
        made = column.run(
            "DYNA_VIBRA",
            TYPE_CALCUL="HARM",
            BASE_CALCUL="PHYS",
            LIST_FREQ=frequencies,
            NOM_CHAM=("DEPL", "ACCE"),
            SOLVEUR=[{"METHODE": "MUMPS", "NPREC": _DIGITS}],
            **words,
            **self.words,
            **excitation,
        )
        wanted = dict(DEFORMATION=("EPSI_ELGA",), **({"FORCE": ("FORC_NODA",)} if forces else {}))
        column.run("CALC_CHAMP", reuse=made, RESULTAT=made, GROUP_MA=(column.args.GROUP_MA_COL,), **wanted, **words)
        motion = np.stack([made.values("ACCE", axis)[:, column.points] for axis in column.directions], axis=-1)
        return Responses(made.frequencies, motion[:, :-1], motion[:, -1], self._strains(made), self._forces(made) if forces else None)

    def _strains(self, made):
        """A layer is one cell, or the first of its cells speaks for it."""
        groups = self.column.layers.groups[:-1]
        components = ("EPYY", "EPXY", "EPYZ") if self.column.space else ("EPXY",)
        return {
            name: np.stack([made.values("EPSI_ELGA", name, group)[:, 0, 0] for group in groups], axis=1) for name in components
        }

    def _forces(self, made):
        across = {"DX": "DY", "DY": "DX"}[self.column.directions[0]]
        return made.values("FORC_NODA", across)[:, self.column.points]


def _modelled(groups, name):
    return {"GROUP_MA": tuple(groups), "PHENOMENE": "MECANIQUE", "MODELISATION": name}


def _inwards(args, groups):
    return {"GROUP_MA_PEAU": tuple(groups), "GROUP_MA_INTERNE": (args.GROUP_MA_COL,)}


def _sides_of(group: str) -> str:
    return f"<sides of {group}>"


def _strip(args, layers) -> Mesh:
    """One quadrangle a metre wide for each layer, its first node on the left above, edges on both sides and below."""
    n = len(layers.groups)
    levels = np.concatenate(([0.0], -np.asarray(layers.depth, float)))
    coordinates = np.concatenate([np.column_stack((np.full(n + 1, x), levels, np.zeros(n + 1))) for x in (0.0, 1.0)])
    above = np.arange(n)
    left = np.column_stack((above, above + 1))
    right = left + n + 1
    quadrangles = np.column_stack((left, right[:, ::-1]))
    edges = np.concatenate((left, right, [[n, 2 * n + 1]]))
    blocks = [
        CellBlock("SEG2", edges.astype(np.int32), n + np.arange(2 * n + 1)),
        CellBlock("QUAD4", quadrangles.astype(np.int32), above),
    ]
    groups = {name: np.array([i]) for i, name in enumerate(layers.groups)}
    groups |= {_sides_of(name): n + np.array([i, n + i]) for i, name in enumerate(layers.groups)}
    groups |= {args.GROUP_MA_COL: above, args.GROUP_MA_SUBSTR: np.array([3 * n])}
    groups |= {args.GROUP_MA_GAUCHE: n + above, args.GROUP_MA_DROITE: 2 * n + above}
    return Mesh(coordinates, blocks, {}, groups, space_dimension=2)
