"""REST_SPEC_PHYS: spectra at nodes from those of generalised coordinates (u4.63.22)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS, UN_PARMI
from pyaster_lite.commands._flow_spectra import velocity_of
from pyaster_lite.commands.dyna_alea_modal import static_order
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.spectrum import Spectra, node_key

MOTIONS = ("DEPL", "VITE", "ACCE")
OPTIONS = ("DIAG_TOUT", "DIAG_DIAG", "TOUT_TOUT", "TOUT_DIAG")


@operator(
    "REST_SPEC_PHYS",
    produces="interspectre",
    rules=(AU_MOINS_UN("BASE_ELAS_FLUI", "MODE_MECA"), UN_PARMI("NOEUD", "GROUP_NO")),
    keywords=dict(
        BASE_ELAS_FLUI=SIMP("f", typ="melasflu_sdaster"),
        b_fluide=BLOC(present("BASE_ELAS_FLUI"), VITE_FLUI=SIMP("o", typ="R"), PRECISION=SIMP("f", typ="R", defaut=1e-3)),
        MODE_MECA=SIMP("f", typ="mode_meca"),
        BANDE=SIMP("f", typ="R", min=2, max=2, validators=(no_repeat,)),
        NUME_ORDRE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
        TOUT_ORDRE=SIMP("f", defaut="NON", into=("OUI", "NON")),
        INTE_SPEC_GENE=SIMP("o", typ="interspectre"),
        NOEUD=SIMP("f", typ="no", max="**"),
        GROUP_NO=SIMP("f", typ="grno", max="**"),
        MAILLE=SIMP("f", typ="ma", max="**"),
        GROUP_MA=SIMP("f", typ="grma", max="**"),
        NOM_CMP=SIMP("o", max="**"),
        NOM_CHAM=SIMP("o", into=(*MOTIONS, "EFGE_ELNO", "SIPO_ELNO", "SIGM_ELNO", "FORC_NODA")),
        MODE_STAT=SIMP("f", typ="mode_meca"),
        EXCIT=FACT(
            "f",
            rules=(EXCLUS("NOEUD", "GROUP_NO"), AU_MOINS_UN("NOEUD", "GROUP_NO")),
            NOEUD=SIMP("f", typ="no", max="**"),
            GROUP_NO=SIMP("f", typ="grno", max="**"),
            NOM_CMP=SIMP("o", max="**"),
        ),
        MOUVEMENT=SIMP("f", defaut="ABSOLU", into=("RELATIF", "ABSOLU", "DIFFERENTIEL")),
        OPTION=SIMP("f", defaut="DIAG_DIAG", into=OPTIONS),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def rest_spec_phys(args, context):
    """S_pq = sum over coordinates of u_pi S_ij u_qj, u what a unit of a coordinate makes at the place p."""
    if args.BASE_ELAS_FLUI is not None:
        return _in_flow(args)
    modes, source, mesh = args.MODE_MECA, args.INTE_SPEC_GENE, args.MODE_MECA.mesh
    orders, driven = _orders(args, modes), []
    if args.MODE_STAT is not None:
        if args.EXCIT is None:
            raise args.wrong("MODE_STAT", "the static modes need EXCIT: which of them are driven")
        driven = [static_order(args, args.MODE_STAT, node, name) for node, name in _places(args.EXCIT, mesh)]
    _check(args, source, len(orders) + len(driven))
    movement = args.MOUVEMENT
    if not driven:
        movement = "RELATIF"  # nothing moves the supports
    places = _places(args, mesh)
    seen = [(1 + i, args.MODE_STAT, order) for i, order in enumerate(driven) if movement != "RELATIF"]
    seen += [(1 + len(driven) + i, modes, order) for i, order in enumerate(orders) if movement != "DIFFERENTIEL"]
    cells = _cells(args, mesh, len(places))
    shapes = np.array([_values(args, series, order, places, cells) for _, series, order in seen])
    numbers = [number for number, *_ in seen]
    return _recombined(args, source, numbers, shapes, places, mesh)


def _recombined(args, source, numbers, shapes, places, mesh):
    """The spectra at places (np,) of coordinates (ni,) that show by shapes (ni, np)."""
    whole, coupled = args.OPTION.startswith("TOUT"), args.OPTION.endswith("TOUT")
    if coupled and not source.whole:
        raise args.wrong("OPTION", f"{source.name} holds no terms between coordinates: OPTION must end with DIAG")
    keys = [(node_key(mesh.node_names[node]) if mesh.own_names else str(node + 1), name) for node, name in places]
    values = {}
    for q, second in enumerate(keys):
        for p in range(0 if whole else q, q + 1):
            total = 0.0
            for i, one in enumerate(numbers):
                for j, other in enumerate(numbers):
                    if coupled or i == j:
                        total = total + shapes[i, p] * shapes[j, q] * source.term(one, other)
            values[keys[p], second] = total.real if keys[p] == second else total
    return Spectra(source.frequencies, values, args.NOM_CHAM, whole)


def _in_flow(args):
    """Of modes in a flow: those that the spectra name, with the velocities and accelerations of each at its own frequency.

    Stresses are those of the modes before the flow acts, the mean of the cells around a node.
    """
    made, source = args.BASE_ELAS_FLUI, args.INTE_SPEC_GENE
    args.mark_read("MODE_MECA", "NUME_ORDRE", "TOUT_ORDRE", "BANDE", "MOUVEMENT", "MAILLE", "GROUP_MA")
    stresses = args.NOM_CHAM == "SIPO_ELNO"
    if not stresses and args.NOM_CHAM not in MOTIONS:
        raise args.not_yet("NOM_CHAM", f"{args.NOM_CHAM} of modes in a flow is not there yet")
    lost = [index for index in source.indices if index not in made.orders]
    if lost:
        raise args.wrong("INTE_SPEC_GENE", f"{source.name} has a coordinate {lost[0]}, which is no mode of {made.name}")
    rates = 2 * np.pi * made.frequencies[velocity_of(args, made)]
    places = _places(args, made.modes.mesh)
    shapes = []
    for order in source.indices:
        if stresses:
            shapes.append(_around(args, made.modes, order, places))
            continue
        field = made.shape(order)
        own = [np.nan_to_num(field.component(name)[node]) if name in field.components else 0.0 for node, name in places]
        shapes.append(np.array(own) * rates[made.orders.index(order)] ** MOTIONS.index(args.NOM_CHAM))
    return _recombined(args, source, source.indices, np.array(shapes), places, made.modes.mesh)


def _orders(args, modes):
    args.mark_read("TOUT_ORDRE")
    if "NUME_ORDRE" in args:
        lost = [order for order in args.NUME_ORDRE if order not in modes.orders]
        if lost:
            raise args.wrong("NUME_ORDRE", f"{modes.name} has no mode {lost[0]}")
        return list(args.NUME_ORDRE)
    if args.TOUT_ORDRE == "OUI":
        return list(modes.orders)
    if "BANDE" not in args:
        raise args.wrong(None, "give NUME_ORDRE, BANDE or TOUT_ORDRE: which modes the coordinates are those of")
    low, high = sorted(args.BANDE)
    return [order for order in modes.orders if low <= modes.parameter("FREQ", order) <= high]


def _check(args, source, size):
    there = len(source.indices)
    if there != size:
        raise args.wrong("INTE_SPEC_GENE", f"{source.name} has {there} coordinates, these modes are {size}")
    made, asked = source.field, args.NOM_CHAM
    if made.removesuffix("_GENE") != asked and (asked in ("VITE", "ACCE") or made in ("VITE_GENE", "ACCE_GENE")):
        raise args.wrong("NOM_CHAM", f"{source.name} is of {made.removesuffix('_GENE')}: it gives no {asked}")


def _places(level, mesh):
    """[(node from 0, component)]: one component for all nodes, or one for each."""
    nodes = look_up(level, "NOEUD", lambda name: mesh.find_node(node_key(name))) + look_up(level, "GROUP_NO", mesh.node_group)
    names = list(level.NOM_CMP)
    if len(names) == 1:
        found = np.concatenate(nodes)
        return [(int(node), names[0]) for node in found]
    if len(names) != len(nodes):
        raise level.wrong("NOM_CMP", f"{len(nodes)} nodes need one component, or {len(nodes)}, not {len(names)}")
    return [(int(own[0]), name) for own, name in zip(nodes, names)]


def _cells(args, mesh, number):
    if args.NOM_CHAM in (*MOTIONS, "FORC_NODA"):
        args.mark_read("MAILLE", "GROUP_MA")
        return None
    found = look_up(args, "MAILLE", mesh.find_cell) + look_up(args, "GROUP_MA", mesh.cell_group)
    cells = [int(cell) for own in found for cell in own]
    if len(cells) != number:
        raise args.wrong("NOM_CHAM", f"a field at elements needs one cell for each node: {number}, not {len(cells)}")
    return cells


def _values(args, series, order, places, cells):
    """What a mode does at every place."""
    name = "DEPL" if args.NOM_CHAM in MOTIONS else args.NOM_CHAM
    field = _field(args, series, name, order)
    if isinstance(field, NodeField):
        found = [field.component(component)[node] if component in field.components else np.nan for node, component in places]
    else:
        found = [_at_corner(field, series.mesh, cell, node, component) for cell, (node, component) in zip(cells, places)]
    return _there(args, name, places, found)


def _around(args, series, order, places):
    """The means at the places of a field at elements of a mode."""
    field, found = _field(args, series, args.NOM_CHAM, order), []
    for node, component in places:
        values = np.array([_at_corner(field, series.mesh, int(cell), node, component) for cell in series.mesh.cells_around([node])])
        known = values[~np.isnan(values)]
        found.append(known.mean() if known.size else np.nan)
    return _there(args, args.NOM_CHAM, places, found)


def _field(args, series, name, order):
    if not series.has_field(name, order):
        raise args.wrong("NOM_CHAM", f"{series.name} holds no {name} at its storage order {order}: compute it with CALC_CHAMP")
    return series.field(name, order)


def _there(args, name, places, found):
    found = np.real(np.array(found))
    if np.isnan(found).any():
        node, component = places[int(np.isnan(found).argmax())]
        raise args.wrong("NOM_CMP", f"{name} has no {component} at node {node + 1}")
    return found


def _at_corner(field, mesh, cell, node, component):
    values = field.at_cell(cell, component)
    corners = list(mesh.cell_nodes(cell))
    return np.nan if values is None or node not in corners else values[corners.index(node)]
