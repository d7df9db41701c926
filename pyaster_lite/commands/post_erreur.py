"""POST_ERREUR: how far computed displacements or stresses are from known ones (u4.86.01)."""

from __future__ import annotations

from math import sqrt

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.contraction import contracted

DISPLACEMENTS = ("DX", "DY", "DZ")
PRESSURE = "LAGS_C"
STRESSES = ("SIXX", "SIYY", "SIZZ", "SIXY", "SIXZ", "SIYZ")
_FORMULAE = SIMP("f", typ="formule", max="**")
_LEAST = 1e-16
"""A reference below this has no relative error."""


@operator(
    "POST_ERREUR",
    produces="table_sdaster",
    keywords=dict(
        OPTION=SIMP("o", into=("DEPL_RELA", "ENER_RELA", "LAGR_RELA")),
        MODELE=SIMP("o", typ="modele_sdaster"),
        GROUP_MA=SIMP("o", typ="grma", max="**"),
        b_depl=BLOC(
            equal("OPTION", "DEPL_RELA"),
            CHAM_MATER=SIMP("f", typ="cham_mater"),
            CHAM_GD=SIMP("o", typ="cham_no_sdaster"),
            **dict.fromkeys(DISPLACEMENTS, _FORMULAE),
        ),
        b_contact=BLOC(equal("OPTION", "LAGR_RELA"), CHAM_GD=SIMP("o", typ="cham_no_sdaster"), LAGS_C=_FORMULAE),
        b_ener=BLOC(
            equal("OPTION", "ENER_RELA"),
            CHAM_MATER=SIMP("o", typ="cham_mater"),
            DEFORMATION=SIMP("o", into=("PETIT",)),
            CHAM_GD=SIMP("o", typ="cham_elem"),
            **dict.fromkeys(STRESSES, _FORMULAE),
        ),
    ),
)
def post_erreur(args, context):
    """By group: of displacements, or of pressures of contact on its sides, the norm in L2 of the difference and of the reference, of
    stresses their elastic energies."""
    energy = args.OPTION == "ENER_RELA"
    if energy:
        args.mark_read("DEFORMATION")
    names = {"ENER_RELA": STRESSES, "DEPL_RELA": DISPLACEMENTS, "LAGR_RELA": (PRESSURE,)}[args.OPTION]
    groups = args.GROUP_MA
    for name in names:
        if args.get(name) and len(args[name]) != len(groups):
            raise args.wrong(name, f"one formula is wanted for each of the {len(groups)} groups, {len(args[name])} are given")
    data = args.MODELE.data(args.get("CHAM_MATER"))
    squares = np.array(
        [
            _group(args, data, cells, {name: args[name][rank] for name in names if args.get(name)}, energy)
            for rank, cells in enumerate(look_up(args, "GROUP_MA", args.MODELE.mesh.cell_group))
        ]
    )
    total = squares.sum(axis=0)
    shown = np.vstack([squares, total]) if energy else np.sqrt(np.vstack([squares, total]))
    rows = [{"GROUP_MA": name, "DIFFERENCE": d, "REFERENCE": r} for name, (d, r) in zip((*groups, "TOTAL"), shown.tolist())]
    types = {"GROUP_MA": "K24", "DIFFERENCE": "R", "REFERENCE": "R"}
    if sqrt(total[1]) > _LEAST:
        rows[-1]["ERREUR RELATIVE"] = sqrt(total[0] / total[1])
        types["ERREUR RELATIVE"] = "R"
    return Table.from_rows(rows, types)


def _group(args, data, cells, formulae, energy):
    """(of the difference, of the reference) the energy, or the integral of the square, on cells."""
    model, found = args.MODELE, np.zeros(2)
    for index, rows in model.rows(cells):
        element = model.groups[index].element
        if args.OPTION == "LAGR_RELA":
            found += _pressures(args, element, data[index].subset(rows), model.groups[index].nodes[rows], formulae.get(PRESSURE))
            continue
        if hasattr(element, "loaded_only") or not hasattr(element, "continuum"):
            continue
        own = data[index].subset(rows)
        points = element.points(own.coordinates)
        places = dict(zip("XYZ", np.moveaxis(points, -1, 0)))
        names = [f"SI{name}" for name in element.continuum.strains] if energy else element.continuum.unknowns
        given = [np.broadcast_to(formulae[n].evaluate(**places) if n in formulae else 0.0, points.shape[:2]) for n in names]
        known, weights = np.stack(given, axis=-1), element.point_weights(own)
        if energy:
            values = np.stack([args.CHAM_GD.component(name, own.cells)[:, : points.shape[1]] for name in names], axis=-1)
            for place, field in enumerate((values - known, known)):
                found[place] += (weights * element.elastic_energy(own, element.kept(own, field))).sum()
        else:
            values = _displacements(model, args.CHAM_GD, element, own, model.assembler.equations[index][rows])
            for place, field in enumerate((values - known, known)):
                found[place] += (weights * (field**2).sum(axis=-1)).sum()
    return found


def _pressures(args, element, data, nodes, formula):
    """(of the difference, of the reference) the integral of the square on sides."""
    if PRESSURE not in args.CHAM_GD.components:
        raise args.wrong("CHAM_GD", f"{args.CHAM_GD.name} holds no pressure of contact {PRESSURE}")
    functions, weights = element.point_functions, element.point_weights(data)
    places = dict(zip("XYZ", np.moveaxis(functions @ data.coordinates, -1, 0)))
    known = np.broadcast_to(0.0 if formula is None else formula.evaluate(**places), weights.shape)
    values = np.nan_to_num(args.CHAM_GD.component(PRESSURE)[nodes]) @ functions.T
    return np.array([(weights * square).sum() for square in ((values - known) ** 2, known**2)])


def _displacements(model, field, element, data, equations):
    """(ne, ng, dim) of a field of unknowns at the points of cells."""
    columns = [field.components.index(model.dofs.components[component]) for component in model.dofs.component]
    u = np.nan_to_num(field.values[model.dofs.node, columns])[equations]
    if hasattr(element, "enrichment"):
        return contracted("egid,ed->egi", element.value_matrix(data), u)
    return np.einsum("gn,enk->egk", element.point_functions, u.reshape(len(u), -1, element.dim))
