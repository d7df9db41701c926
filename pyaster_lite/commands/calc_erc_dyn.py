"""CALC_ERC_DYN: the error in constitutive relation of a model that vibrations were measured of (u4.73.03, r4.07.04)."""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_array

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.keywords import SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.concepts.modes import Modes
from pyaster_lite.fe.constitutive_error import ConstitutiveError
from pyaster_lite.fe.constraints import Elimination

MOTIONS = ("DEPL", "VITE", "ACCE")
"""Each is w times more of a derivative in time than the one before; ACCE is opposite to DEPL."""


@operator(
    "CALC_ERC_DYN",
    produces="mode_meca",
    rules=UN_PARMI("FREQ", "LIST_FREQ"),
    keywords=dict(
        CHAM_MATER=SIMP("f", typ="cham_mater"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        MATR_MASS=SIMP("o", typ="matr_asse_depl_r"),
        MATR_RIGI=SIMP("o", typ="matr_asse_depl_r"),
        MATR_NORME=SIMP("o", typ="matr_asse_gene_r"),
        MATR_PROJECTION=SIMP("o", typ="corresp_2_mailla"),
        MESURE=SIMP("o", typ=("dyna_harmo", "mode_meca")),
        CHAMP_MESURE=SIMP("f", into=MOTIONS, defaut="DEPL"),
        FREQ=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
        LIST_FREQ=SIMP("f", typ="listr8_sdaster"),
        GAMMA=SIMP("o", typ="R"),
        ALPHA=SIMP("o", typ="R"),
        EVAL_FONC=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        SOLVEUR=solveur(),
        INFO=SIMP("f", typ="I", defaut=1, advisory=True),
        TITRE=SIMP("f", advisory=True),
    ),
)
def calc_erc_dyn(args, context):
    """For each frequency u, with the whole error for ERC_EVAL_FONC, then u - v, with its part of it; zeros without EVAL_FONC."""
    args.mark_read("SOLVEUR")
    stiffness, mass, source = args.MATR_RIGI, args.MATR_MASS, args.MESURE
    if stiffness.dofs.size != mass.dofs.size:
        raise args.wrong("MATR_MASS", "the matrices have different unknowns")
    name = args.CHAMP_MESURE
    frequencies = list(args.FREQ or args.LIST_FREQ.values)
    if len(source.orders) < len(frequencies) or not source.has_field(name, source.orders[0]):
        raise args.wrong("MESURE", f"{source.name} must have {name} at {len(frequencies)} orders")
    first = source.field(name, source.orders[0])
    there = ~np.isnan(first.values)
    norm = args.MATR_NORME.toNumpy()
    if len(norm) != there.sum():
        raise args.wrong("MATR_NORME", f"{there.sum()} components are measured, the norm has {len(norm)}")
    observation = _observation(args, stiffness.dofs, first, there)
    problem = ConstitutiveError(
        stiffness.matrix, mass.matrix, Elimination(stiffness.relations), observation, norm, args.GAMMA, args.ALPHA
    )
    result = Modes("mode_meca", stiffness.dofs, stiffness.model.mesh, stiffness.model, stiffness, mass)
    result.material_field, result.characteristics = args.CHAM_MATER, args.CARA_ELEM
    evaluated = args.EVAL_FONC == "OUI"
    for i, frequency in enumerate(frequencies):
        pulsation = 2.0 * np.pi * float(frequency)
        measure = _measured(source.field(name, source.orders[i]).values[there])
        scale = (1.0, 1.0 / pulsation, -1.0 / pulsation**2)[MOTIONS.index(name)]
        u, apart, whole, part = problem.fields(pulsation, scale * measure)
        told = {"FREQ": float(frequency), "OMEGA2": pulsation**2}
        result.store_mode(2 * i + 1, u, told | {"ERC_EVAL_FONC": whole if evaluated else 0.0})
        result.store_mode(2 * i + 2, apart, told | {"ERC_EVAL_FONC": part if evaluated else 0.0})
    return result


def _measured(values):
    """Real values; of complex ones code_aster takes the parts one after the other, as many as there are components (asse_vect_erc)."""
    values = np.ascontiguousarray(values)
    return values.view(float)[: len(values)] if np.iscomplexobj(values) else values


def _observation(args, dofs, field, there):
    """(m, n) what of the unknowns is measured: the values of the cells' functions at the nodes of the measure, component by component."""
    link = args.MATR_PROJECTION
    if field.mesh is not link.target or args.MATR_RIGI.model.mesh is not link.source:
        raise args.wrong("MATR_PROJECTION", f"{link.name} does not lead from the mesh of the model to that of the measure")
    rows, columns, values = [], [], []
    nodes, components = np.nonzero(there)
    for row, (node, component) in enumerate(zip(nodes, components)):
        used = link.nodes[node] >= 0
        equations = dofs.index(link.nodes[node][used], field.components[component])
        known = equations >= 0
        rows += [row] * int(known.sum())
        columns += equations[known].tolist()
        values += link.weights[node][used][known].tolist()
    return coo_array((values, (rows, columns)), shape=(len(nodes), dofs.size)).tocsr()
