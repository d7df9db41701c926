"""CALC_CHAM_ELEM: where the points of the elements stand and what they weigh, levels of sound and flows of heat (u4.81.03)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import CELL_WORDS
from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.legacy import Values
from pyaster_lite.catalogue.registry import OPTIONS
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.commands._derived_fields import Derivation
from pyaster_lite.commands._harmonics import MODE_FOURIER, harmonic_of
from pyaster_lite.commands._mesh_words import chosen_cells
from pyaster_lite.commands._physical_vectors import vector_of
from pyaster_lite.commands._pipe_values import pipe_values
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.discrete import Discrete
from pyaster_lite.fe.line_element import LineElement
from pyaster_lite.options._option import Given

FLOWS = ("FLUX_ELGA", "FLUX_ELNO")


@operator(
    "CALC_CHAM_ELEM",
    legacy=(Values("OPTION", (("FLUX_ELNO_TEMP", "FLUX_ELNO"), ("FLUX_ELGA_TEMP", "FLUX_ELGA")), "10.3.5"),),
    produces="cham_elem",
    rules=EXCLUS("TOUT", "GROUP_MA"),
    keywords=dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        TOUT=SIMP(into=("OUI",)),
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        OPTION=SIMP("o", into=("COOR_ELGA", "PRAC_ELNO", "ROCH_ELNO", *FLOWS)),
        b_acou=BLOC(equal("OPTION", "PRAC_ELNO"), PRES=SIMP("o", typ="cham_no_sdaster")),
        b_ther=BLOC(
            is_in("OPTION", *FLOWS),
            TEMP=SIMP("o", typ="cham_no_sdaster"),
            CHAM_MATER=SIMP(typ="cham_mater"),
            MODE_FOURIER=MODE_FOURIER,
        ),
        b_pipes=BLOC(equal("OPTION", "ROCH_ELNO"), CHAM_MATER=SIMP("o", typ="cham_mater"), INST=SIMP(typ="R", defaut=0.0)),
        CARA_ELEM=SIMP(typ="cara_elem"),
    ),
)
def calc_cham_elem(args, context):
    """A field ELGA of the coordinates and of the weight W, with which values at the points are summed up to an integral; or the
    field of sound that OPTION says, of the pressures of PRES, or that of heat, of the temperatures of TEMP; or what pipes are made of."""
    model = args.MODELE
    if args.OPTION == "ROCH_ELNO":
        return pipe_values(args, model, args.CHAM_MATER, args.CARA_ELEM, chosen_cells(args, model.mesh, context), args.INST)
    if args.OPTION != "COOR_ELGA":
        return _flows(args, context, model) if args.OPTION in FLOWS else _of_pressures(args, context, model)
    names = (*"XYZ"[: model.dimension], "W")
    data = model.data(characteristics=args.CARA_ELEM)
    blocks = []
    for index, rows in model.rows(chosen_cells(args, model.mesh, context)):
        group, own = model.groups[index], data[index].subset(rows)
        if hasattr(group.element, "points_across"):
            places, weights = group.element.points_across(own)
            values = np.concatenate([places[..., : model.dimension], weights[..., None]], axis=-1)
            blocks.append(ElementBlock(group.cells[rows], values, names, group.element, group.element.sub_points(own)))
            continue
        places, weights = _points(group.element, own)
        if weights is None:
            continue
        values = np.concatenate([places[..., : model.dimension], weights[..., None]], axis=-1)
        blocks.append(ElementBlock(group.cells[rows], values, names, group.element))
    if not blocks:
        raise args.not_yet("MODELE", f"the points of {' and '.join(sorted({g.modelisation for g in model.groups}))} are not there yet")
    return ElementField(model.mesh, "GEOM_R", "ELGA", blocks)


def _flows(args, context, model):
    if model.phenomenon != "THERMIQUE":
        raise args.wrong("MODELE", f"{model.name} has no cell of heat")
    result = Result("fourier_ther", model.mesh, model)
    result.store(1, {"NUME_MODE": harmonic_of(args, model)}, {"TEMP": args.TEMP})
    data = model.data(args.CHAM_MATER, args.CARA_ELEM)
    return Derivation(args, result, model, data, chosen_cells(args, model.mesh, context)).field(args.OPTION, 1)


def _of_pressures(args, context, model):
    option, pressures, data = OPTIONS[args.OPTION], vector_of(args.PRES, model.dofs), model.data(characteristics=args.CARA_ELEM)
    blocks = []
    for index, rows in model.rows(chosen_cells(args, model.mesh, context)):
        group = model.groups[index]
        given = Given(u=pressures[model.assembler.equations[index][rows]])
        found = option.compute(group.element, data[index].subset(rows), given)
        if found is not None:
            blocks.append(ElementBlock(group.cells[rows], *found, group.element))
    if not blocks:
        raise args.wrong("MODELE", f"{model.name} has no cell of sound")
    return ElementField(model.mesh, option.quantity, option.place, blocks)


def _points(element, data):
    """Places (ne, ng, 3) and weights (ne, ng), None where they are not known; a discrete shares its length between its nodes."""
    if isinstance(element, LineElement):
        return element.gauss_points(data)
    if isinstance(element, Discrete):
        n_nodes = data.coordinates.shape[1]
        length = np.linalg.norm(data.coordinates[:, -1] - data.coordinates[:, 0], axis=-1)
        weights = np.repeat(length[:, None] / n_nodes, n_nodes, axis=1)
    elif hasattr(element, "areas"):
        weights = element.areas(data)
    else:
        weights = element.point_weights(data) if hasattr(element, "point_weights") else None
    if weights is None:
        return None, None
    functions = element.place_functions if hasattr(element, "place_functions") else element.point_functions
    return np.einsum("gn,enk->egk", functions, data.coordinates), weights
