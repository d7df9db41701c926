"""CALC_FERRAILLAGE: densities of bars in reinforced concrete plates and beams (u4.81.42, r7.04.05)."""

from __future__ import annotations

from math import ceil

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import cells_of
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._output_orders import output_orders
from pyaster_lite.commands._reinforcement_words import METHOD, affe, design, layers, sides
from pyaster_lite.commands._storage_selection import precision
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.fe.beam_section import NAMES, RECTANGLE
from pyaster_lite.fe.reinforcement.beams import beam_bars
from pyaster_lite.fe.reinforcement.plates import plate_bars
from pyaster_lite.fe.reinforcement.sandwich import sandwich_bars
from pyaster_lite.fe.reinforcement.section import ASYMMETRIC, OVERLOADED, UNBALANCED, UNCRACKABLE

_PLATE = ("NXX", "NYY", "NXY", "MXX", "MYY", "MXY", "QX", "QY")
_BEAM = ("N", "VY", "VZ", "MT", "MFY", "MFZ")
_OF_PLATE = ("DNSXI", "DNSXS", "DNSYI", "DNSYS", "DNSXT", "DNSYT", "DNSVOL", "CONSTRUC")
_OF_BEAM = ("AYI", "AYS", "AZI", "AZS", "AST", "ATOT", "DNSVOL", "CONSTRUC")
_WHY = {
    OVERLOADED: "concrete is too compressed",
    ASYMMETRIC: "no symmetric bars are found",
    UNCRACKABLE: "no stress of steel keeps the cracks narrow",
    UNBALANCED: "bars for two moments are not found in a hundred steps",
}


@operator(
    "CALC_FERRAILLAGE",
    produces=lambda args: kind_of(args.get("RESULTAT")) or "evol_elas",
    reuse="RESULTAT",
    keywords=dict(
        RESULTAT=SIMP("o", typ=("evol_elas", "evol_noli", "dyna_trans", "mult_elas")),
        CARA_ELEM=SIMP("o", typ="cara_elem"),
        TOUT_ORDRE=SIMP("f", into=("OUI",)),
        NUME_ORDRE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
        LIST_ORDRE=SIMP("f", typ="listis_sdaster"),
        INST=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
        LIST_INST=SIMP("f", typ="listr8_sdaster"),
        **precision(),
        TYPE_COMB=SIMP("o", into=("ELU", "ELS", "ELS_QP")),
        CODIFICATION=SIMP("f", into=("BAEL91", "EC2"), defaut="EC2"),
        **METHOD,
        UNITE_CONTRAINTE=SIMP("o", into=("MPa", "Pa")),
        b_BAEL91=BLOC(equal("CODIFICATION", "BAEL91"), AFFE=affe("BAEL91")),
        b_EC2=BLOC(equal("CODIFICATION", "EC2"), AFFE=affe("EC2")),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def calc_ferraillage(args, context):
    """FERR_ELEM at each storage order."""
    source = args.RESULTAT
    args.mark_read("TOUT_ORDRE", "CRITERE", "PRECISION", "METHODE_2D", "PAS_THETA", "PAS_SIGM", "COND_109")
    if args.PAS_EPAI <= 0.0:
        raise args.wrong("PAS_EPAI", "the step over the depth must be above zero")
    orders = output_orders(args, source, context)
    missing = [order for order in orders if not source.has_field("EFGE_ELNO", order)]
    if missing or not orders:
        where = f" at order {missing[0]}" if missing else " at the orders asked for"
        raise args.wrong("RESULTAT", f"{source.name} has no field EFGE_ELNO{where}", help="CALC_CHAMP computes it")
    target = context.reused or source.part(orders, [])
    zones = [(one, cells_of(one, source.mesh), _rules(args, one)) for one in args.AFFE]
    for order in orders:
        blocks = _blocks(args, context, zones, source.field("EFGE_ELNO", order))
        target.store(order, fields={"FERR_ELEM": ElementField(source.mesh, "FER2_R", "ELEM", blocks)})
    return target


def _rules(args, occurrence):
    return (layers if args.METHODE_2D == "SANDWICH" and occurrence.TYPE_STRUCTURE == "2D" else design)(args, occurrence)


def _blocks(args, context, zones, forces):
    """The blocks of the field: a cell that several AFFE name has the last one's bars."""
    free, blocks = np.ones(forces.mesh.n_cells, bool), []
    for occurrence, cells, own in reversed(zones):
        cells = cells[free[cells]]
        free[cells] = False
        for block in forces.blocks:
            rows = np.flatnonzero(np.isin(block.cells, cells))
            if not rows.size:
                continue
            plate = set(_PLATE) <= set(block.components)
            if plate != (occurrence.TYPE_STRUCTURE == "2D"):
                kind = "plates" if plate else "beams"
                context.warn(occurrence, "TYPE_STRUCTURE", f"TYPE_STRUCTURE='{occurrence.TYPE_STRUCTURE}' leaves out {rows.size} {kind}")
                continue
            names, make = (_PLATE, _plates) if plate else (_BEAM, _beams)
            columns = [block.components.index(name) for name in names]
            mean = block.values[rows][:, :, columns]
            mean = (mean if plate else mean[:, :2]).mean(axis=1)
            values = make(args, context, occurrence, own, block.cells[rows], mean)
            blocks.append(ElementBlock(block.cells[rows], values[:, None, :], _OF_PLATE if plate else _OF_BEAM))
    return blocks


def _given(args, occurrence, cells, name):
    """(k, ...) a characteristic of cells; raises Refused where one has none."""
    found = None
    for own, array in args.CARA_ELEM.values.get(name, ()):
        if found is None:
            found = np.full((args.RESULTAT.mesh.n_cells, *array.shape[1:]), np.nan)
        found[own] = array
    if found is None or np.isnan(found[cells]).any():
        raise args.wrong("CARA_ELEM", f"some of these cells have no {name.replace('_', ' ')}")
    return found[cells]


def _plates(args, context, occurrence, own, cells, forces):
    thickness = _given(args, occurrence, cells, "thickness").reshape(len(cells), -1)[:, 0]
    if not 0.0 < args.PAS_THETA <= 10.0:
        raise args.wrong("PAS_THETA", "the step of the facets' angle is above 0 and at most 10 degrees")
    (covers,) = sides(occurrence, "C")
    if (thickness <= max(covers)).any():
        raise occurrence.wrong("C_INF", "a plate is not thicker than the cover of its bars")
    if args.METHODE_2D == "SANDWICH":
        areas, failed, crushed = _layered(args, context, occurrence, own, thickness, covers, forces)
        error = np.zeros(len(cells), int)
    else:
        areas, error, crushed = plate_bars(own, thickness, covers, forces, ceil(180.0 / args.PAS_THETA))
        failed = (error > 0) | crushed
    _tell(context, occurrence, error, crushed)
    total = areas[:, :4].sum(axis=1)
    sheared = np.where((areas[:, 4:] == -1.0).any(axis=1), 0.0, areas[:, 4:].sum(axis=1) * thickness)
    volume = (total + sheared) / thickness
    ties = np.hypot(areas[:, 4], areas[:, 5]) * (thickness - covers[0] - covers[1])
    measures = _measures(occurrence, volume, areas[:, 4], ties, failed)
    return np.column_stack([areas[:, [0, 2, 1, 3, 4, 5]], measures])


def _layered(args, context, occurrence, own, thickness, covers, forces):
    """(areas (n, 6), failed (n,), crushed (n,)) of plates of layers; by facets where layers find no balance (te0146)."""
    found = {}
    for key in {(float(height), *row) for height, row in zip(thickness, forces.tolist())}:
        found[key] = sandwich_bars(own, key[0], covers, key[1:])
    chosen = [found[float(height), *row] for height, row in zip(thickness, forces.tolist())]
    lost = np.array([areas is None for areas, *_ in chosen])
    crushed = np.array([crushed for *_, crushed in chosen])
    areas = np.array([np.full(6, -1.0) if one is None else one for one, *_ in chosen])
    if lost.any():
        if args.CODIFICATION != "EC2":
            raise occurrence.wrong(None, "layers find no balance of some plates, and BAEL91 has no facets in their place")
        context.warn(occurrence, None, f"layers find no balance of {np.count_nonzero(lost)} elements: their bars are designed by facets")
        left = np.array([changed for _, changed, _ in chosen])[lost]
        facets = plate_bars(design(args, occurrence), thickness[lost], covers, left, ceil(180.0 / args.PAS_THETA))
        areas[lost], _, crushed[lost] = facets
    # Densities of steel are told of facets even where they find no bars, as code_aster does then
    return areas, crushed.copy(), crushed


def _beams(args, context, occurrence, own, cells, forces):
    shape = _given(args, occurrence, cells, "section_shape")
    if (shape != RECTANGLE).any():
        raise args.wrong("CARA_ELEM", "bars are designed for rectangular beams alone")
    section = _given(args, occurrence, cells, "section")[:, 0]
    sizes = 2.0 * section[:, [NAMES.index("extreme_y"), NAMES.index("extreme_z")]]
    along_z, along_y = sides(occurrence, "C")
    areas, error, crushed = beam_bars(own, sizes, {"y": along_y, "z": along_z}, forces)
    _tell(context, occurrence, error, crushed)
    width, height = sizes.T
    failed = (error > 0) | crushed
    volume = (areas[:, :4].sum(axis=1) + areas[:, 4] * sizes.max(axis=1)) / (width * height)
    ties = areas[:, 4] * (height - sum(along_y)) * (width - sum(along_z))
    return np.column_stack([areas, _measures(occurrence, volume, areas[:, 4], ties, failed)])


def _measures(occurrence, volume, sheared, ties, failed):
    """(n, 2) the mass of steel in a volume of concrete and how hard it is to build; -1 where they are unknown."""
    if occurrence.RHO_ACIER <= 0.0:
        return np.full((len(volume), 2), -1.0)
    mass = np.where(failed, -1.0, occurrence.RHO_ACIER * volume)
    weights = occurrence.ALPHA_REINF, occurrence.ALPHA_SHEAR, occurrence.ALPHA_STIRRUPS
    critical = occurrence.DNSTRA_CRIT
    parts = mass / occurrence.RHO_CRIT, np.maximum(sheared / critical, 0.0), np.maximum(ties / (critical * occurrence.L_CRIT), 0.0)
    hardness = sum(weight * part for weight, part in zip(weights, parts)) / sum(weights)
    return np.column_stack([mass, np.where(failed, -1.0, hardness)])


def _tell(context, occurrence, error, crushed):
    """Say how many elements have no bars, and why."""
    for code, text in _WHY.items():
        if (error == code).any():
            context.warn(occurrence, None, f"{np.count_nonzero(error == code)} elements get no bars of bending: {text}")
    if crushed.any():
        context.warn(occurrence, None, f"{np.count_nonzero(crushed)} elements get no bars of shear: concrete is crushed by shear")
