"""POST_RCCM, OPTION='MOMENT_EQUIVALENT': the moments of pipes that piping codes ask for (u4.83.11)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.field_choice import precision
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._mesh_words import chosen_cells
from pyaster_lite.commands._output_orders import output_orders
from pyaster_lite.concepts.table import Table

_MOMENTS = ("MT", "MFY", "MFZ")
MOMENTS = FACT(
    "o",
    rules=UN_PARMI("CHAM_GD", "RESULTAT"),
    CHAM_GD=SIMP(typ="cham_elem"),
    RESULTAT=SIMP(typ="resultat_sdaster"),
    b_extrac=BLOC(
        present("RESULTAT"),
        rules=UN_PARMI("TOUT_ORDRE", "NUME_ORDRE", "INST"),
        NOM_CHAM=SIMP(into=("EFGE_ELNO",), defaut="EFGE_ELNO"),
        TOUT_ORDRE=SIMP(into=("OUI",)),
        NUME_ORDRE=SIMP(typ="I", max="**"),
        INST=SIMP(typ="R", max="**"),
        b_acce_reel=BLOC(present("INST"), **precision()),
    ),
)


def moments(args, context) -> Table:
    """A row for each node of each beam: MT, MFY, MFZ and the norm MEQ; over several orders each is the one of largest size."""
    source = args.RESU_MECA
    fields, origin, types = _fields(source, context)
    mesh = fields[0].mesh
    cells = chosen_cells(args.ZONE_ANALYSE, mesh, context)
    rows = []
    for block in fields[0].blocks:
        if set(_MOMENTS) - set(block.components):
            continue
        own = np.flatnonzero(np.isin(block.cells, cells))
        found = np.stack([_of_beams(field, block.cells[own], block.values.shape[1]) for field in fields])
        largest = np.take_along_axis(found, np.abs(found).argmax(axis=0)[None], axis=0)[0]
        rows += [row for cell, values in zip(block.cells[own].tolist(), largest.tolist()) for row in _rows(mesh, cell, values)]
    if not rows:
        raise args.ZONE_ANALYSE.wrong(None, "no beam there has moments MT, MFY and MFZ")
    rows.sort(key=lambda row: int(row["MAILLE"]))
    texts = {**types, "MAILLE": "K8", "NOEUD": "K8"}
    numbers = dict.fromkeys(("ABSC_CURV", *_MOMENTS, "MEQ"), "R")
    return Table.from_rows([{**origin, **row} for row in rows], {**texts, **numbers}, title="POST_RCCM")


def _fields(source, context):
    """The fields of internal forces, the columns that tell where they are from, and the types of these columns."""
    if source.CHAM_GD is not None:
        field = source.CHAM_GD
        if field.location != "ELNO" or not set(_MOMENTS) <= set(field.components):
            raise source.wrong("CHAM_GD", f"{field.name} is no field EFGE_ELNO of beams")
        return [field], {"CHAM_GD": field.name}, {"CHAM_GD": "K8"}
    result, name = source.RESULTAT, source.NOM_CHAM
    source.mark_read("TOUT_ORDRE")
    orders = output_orders(source, result, context)
    missing = [order for order in orders if not result.has_field(name, order)]
    if missing or not orders:
        where = f" at order {missing[0]}" if missing else " at the orders asked for"
        raise source.wrong("RESULTAT", f"{result.name} has no field {name}{where}", help="CALC_CHAMP computes it")
    origin = {"RESULTAT": result.name, "NOM_CHAM": name}
    return [result.field(name, order) for order in orders], origin, {"RESULTAT": "K8", "NOM_CHAM": "K16"}


def _of_beams(field, cells, points) -> np.ndarray:
    """(n, points, 4) the moments of beams and their norm."""
    parts = np.stack([field.component(name, cells)[:, :points] for name in _MOMENTS], axis=-1)
    return np.concatenate([parts, np.linalg.norm(parts, axis=-1)[..., None]], axis=-1)


def _rows(mesh, cell, values):
    along = mesh.abscissa[cell] if mesh.abscissa is not None else np.full(len(values), np.nan)
    for point, (node, moments) in enumerate(zip(mesh.cell_nodes(cell).tolist(), values)):
        place = {} if np.isnan(along[point]) else {"ABSC_CURV": float(along[point])}
        yield {"MAILLE": str(cell + 1), "NOEUD": str(node + 1), **place, **dict(zip((*_MOMENTS, "MEQ"), moments))}
