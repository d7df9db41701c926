"""LIAISON_MAIL: nodes follow the cells that they stand in, or nearest to, so that two meshes are glued (u4.44.01).

MASSIF glues to solids (of the dimension of the model) after a rotation of the nodes about CENTRE and a translation; COQUE glues shells
to shells, seen where TRANSF_GEOM_MAIT and TRANSF_GEOM_ESCL send them; COQUE_MASSIF glues shells to solids and MASSIF_COQUE solids to
shells. Temperatures are glued as they are.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import look_up, nodes_of
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.point_location import Cells, locate

from ._glued_shells import shells_to_solids, solids_to_shells
from ._member import BOTH, COMPONENTS, DISPLACEMENTS, FUNCTION, UNKNOWNS, LoadKeyword, at
from ._movement import MOVEMENT, moved
from ._relations import RowList, equation_of, node_normals

_NEGLIGIBLE = 1e-6
"""A coefficient smaller than this is left out."""


def declare(value, unknowns):
    """The declaration; of heat there is nothing to choose from."""
    groups = {word: SIMP("f", typ="grma", max="**", validators=(no_repeat,)) for word in ("GROUP_MA_MAIT", "GROUP_MA_ESCL")}
    kinds = dict(
        TYPE_RACCORD=SIMP("f", into=("MASSIF", "COQUE", "COQUE_MASSIF", "MASSIF_COQUE"), defaut="MASSIF"),
        b_coque=BLOC(
            equal("TYPE_RACCORD", "COQUE"),
            **{f"TRANSF_GEOM_{side}": SIMP("f", typ=FUNCTION, min=3, max=3) for side in ("MAIT", "ESCL")},
            DDL=SIMP("f", max=6, into=COMPONENTS, validators=(no_repeat,)),
        ),
        b_massif=BLOC(
            equal("TYPE_RACCORD", "MASSIF"),
            **MOVEMENT,
            DDL=SIMP("f", max="**", into=(*UNKNOWNS, "DNOR"), validators=(no_repeat,)),
        ),
        b_coque_massif=BLOC(
            equal("TYPE_RACCORD", "COQUE_MASSIF"),
            EPAIS=SIMP("o", typ="R"),
            CHAM_NORMALE=SIMP("o", typ="cham_no_sdaster"),
        ),
    )
    return FACT(
        "f",
        max="**",
        rules=(AU_MOINS_UN("GROUP_MA_ESCL", "GROUP_NO_ESCL"),),
        **groups,
        GROUP_NO_ESCL=SIMP("f", typ="grno", max="**", validators=(no_repeat,)),
        DISTANCE_MAX=SIMP("f", typ="R"),
        DISTANCE_ALARME=SIMP("f", typ="R", advisory=True),
        **(kinds if unknowns == UNKNOWNS else MOVEMENT),
        ELIM_MULT=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
    )


def terms(occurrences, model):
    """The unknowns of a node, turned back, equal what the functions of its cell make of those of the cell's nodes."""
    mesh, rows = model.mesh, RowList(model)
    glued = np.zeros(mesh.n_nodes, bool)
    for occurrence in occurrences:
        nodes = nodes_of(occurrence, mesh, suffix="_ESCL")
        if occurrence.ELIM_MULT == "OUI":
            nodes = nodes[~glued[nodes]]
            if not len(nodes):
                raise occurrence.wrong(
                    None, "other occurrences glue all of these nodes already: leave this one out, or say ELIM_MULT='NON'"
                )
            glued[nodes] = True
        kind = occurrence.get("TYPE_RACCORD") or "MASSIF"
        masters, reach = _masters(occurrence, model), occurrence.get("DISTANCE_MAX")
        if kind == "COQUE_MASSIF":
            shells_to_solids(occurrence, model, nodes, masters, reach, rows)
        elif kind == "MASSIF_COQUE":
            solids_to_shells(occurrence, model, nodes, masters, reach, rows)
        else:
            _same_to_same(occurrence, model, nodes, masters, reach, rows)
    return rows.term("LIAISON_MAIL")


def _same_to_same(occurrence, model, nodes, masters, reach, rows):
    """Relations of nodes of solids with solids, or of shells with shells."""
    turn, places, corners = None, model.mesh.coordinates[nodes], model.mesh.coordinates
    if occurrence.get("TYPE_RACCORD") == "COQUE":
        places = _sent(occurrence["TRANSF_GEOM_ESCL"], places)
        corners = _sent(occurrence["TRANSF_GEOM_MAIT"], corners)
    else:
        turn, places = moved(occurrence, places, model.dimension)
        places = places[:, : model.dimension]
    found = locate(places, corners[:, : places.shape[1]], masters, reach)
    directions = _directions(occurrence, model, nodes, turn)
    for row, node in enumerate(nodes.tolist()):
        held = found.terms(row)
        if not held or any(master == node and abs(weight - 1.0) < 1e-2 for master, weight in held):
            continue
        for own, theirs in directions(row):
            relation = [(equation_of(occurrence, model, node, name), -factor) for name, factor in own if abs(factor) > _NEGLIGIBLE]
            for master, weight in held:
                terms = [(name, weight * factor) for name, factor in theirs]
                relation += [(equation_of(occurrence, model, master, name), c) for name, c in terms if abs(c) > _NEGLIGIBLE]
            rows.add(relation, 0.0)


def _sent(functions, places):
    """Places (n, 3) where three functions of X, Y and Z send them."""
    return places if functions is None else np.stack([at(function, 0.0, places) for function in functions], axis=-1)


def _masters(occurrence, model):
    mesh = model.mesh
    parts = look_up(occurrence, "GROUP_MA_MAIT", mesh.cell_group)
    cells = np.unique(np.concatenate(parts)) if parts else np.unique(np.concatenate([group.cells for group in model.groups]))
    shell = occurrence.get("TYPE_RACCORD") in ("COQUE", "MASSIF_COQUE")
    wanted = 2 if shell else model.dimension
    chosen = [block for block in mesh.select(cells) if block.dim == wanted]
    if not chosen:
        raise occurrence.wrong("GROUP_MA_MAIT", f"none of these cells is {'a surface' if wanted == 2 else 'a volume'}")
    return [Cells(block.type, reference_cell(block.type).straight, block.cells, block.nodes) for block in chosen]


def _directions(occurrence, model, nodes, turn):
    """A function of the row of a node, giving for each relation the factors of the node's unknowns and of the masters'."""
    if model.phenomenon == "THERMIQUE":
        return lambda row: [([("TEMP", 1.0)],) * 2]
    names = occurrence.DDL or (COMPONENTS if occurrence.TYPE_RACCORD == "COQUE" else DISPLACEMENTS[: model.dimension])
    axes = DISPLACEMENTS[: model.dimension]
    if "DNOR" in names:
        if len(names) > 1 or "GROUP_MA_ESCL" not in occurrence:
            raise occurrence.wrong("DDL", "DNOR stands alone, with nodes given by the sides around them (GROUP_MA_ESCL)")
        sides = np.concatenate(look_up(occurrence, "GROUP_MA_ESCL", model.mesh.cell_group))
        normals = node_normals(model.mesh, sides, nodes)
        images = normals if turn is None else normals @ turn
        return lambda row: [(list(zip(axes, normals[row])), list(zip(axes, images[row])))]
    if turn is None or occurrence.DDL:
        return lambda row: [([(name, 1.0)], [(name, 1.0)]) for name in names]
    return lambda row: [(list(zip(axes, turn[:, i])), [(name, 1.0)]) for i, name in enumerate(axes)]


LOADS.add("LIAISON_MAIL", LoadKeyword(declare, terms, functions=False, phenomena=BOTH))
