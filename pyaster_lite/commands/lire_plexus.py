"""LIRE_PLEXUS reads pressures that EUROPLEXUS computed on a line of segments, as a load of the shells and pipes around it (u7.02.11)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.field_choice import precision
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.polyline import nearest_segment
from pyaster_lite.io.errors import FileProblem
from pyaster_lite.io.ideas_results import IdeasResults

TEXT_LINE = {56: 4, 2414: 7}
"""The header line that names the material whose variables a dataset holds."""
PLACES = {56: ((7, 4), (8, 1)), 2414: (None, (12, 1))}
"""Where the header has the number of the step and the instant: line and word."""
SIZES = {(56, "MULT"): 20, (56, "FLUI"): 2, (56, "EAU"): 10, (2414, "FLUI"): 2}
"""How many variables a cell has, for the materials whose first variable is the pressure."""
LOADED = ("DKT", "COQUE_3D", "TUYAU_3M")
UNKNOWN, REAL = 0, 2


@operator(
    "LIRE_PLEXUS",
    produces="evol_char",
    rules=(UN_PARMI("TOUT_ORDRE", "NUME_ORDRE", "INST", "LIST_INST", "LIST_ORDRE"),),
    keywords=dict(
        UNITE=SIMP(typ="I", defaut=19, val_min=1),
        FORMAT=SIMP(into=("IDEAS",), defaut="IDEAS"),
        MAIL_PLEXUS=SIMP("o", typ="maillage_sdaster"),
        MAILLAGE=SIMP("o", typ="maillage_sdaster"),
        MODELE=SIMP("o", typ="modele_sdaster"),
        TOUT_ORDRE=SIMP(into=("OUI",)),
        NUME_ORDRE=SIMP(typ="I", max="**", validators=(no_repeat,)),
        LIST_ORDRE=SIMP(typ="listis_sdaster"),
        INST=SIMP(typ="R", max="**", validators=(no_repeat,)),
        LIST_INST=SIMP(typ="listr8_sdaster"),
        b_prec_crit=BLOC(present("LIST_INST") | present("INST"), **precision()),
        TITRE=SIMP(max="**", advisory=True),
    ),
)
def lire_plexus(args, context):
    """PRES at each node of the loaded cells is that of the segment that comes closest; storage orders count from 1."""
    args.mark_read("FORMAT", "TOUT_ORDRE")
    mesh, line = args.MODELE.mesh, args.MAIL_PLEXUS
    if args.MAILLAGE is not mesh:
        raise args.wrong("MAILLAGE", f"the model {args.MODELE.name} stands on another mesh, {mesh.name}")
    kinds = {str(line.cell_type(cell)) for cell in range(line.n_cells)}
    if kinds - {"SEG2", "POI1"} or "SEG2" not in kinds:
        raise args.wrong("MAIL_PLEXUS", f"pressures stand on segments of two nodes, {line.name} has {', '.join(sorted(kinds))}")
    segments = line.block("SEG2")
    ends = line.coordinates[segments.nodes]
    nearest = segments.cells[nearest_segment(mesh.coordinates, ends[:, 0], ends[:, 1])]
    file = IdeasResults(context.files.path(args.UNITE, "r"))
    result = Result("evol_char", mesh, args.MODELE)
    for dataset in file.datasets:
        if not _holds_pressure(dataset):
            continue
        instant = _number(file, dataset, PLACES[dataset.number][1])
        if not _wanted(args, file, dataset, instant):
            continue
        pressure = np.zeros(line.n_cells)
        labels, values = file.values(dataset)
        pressure[[_cell(file, dataset, line, label) for label in labels]] = values[:, 0]
        result.store(len(result.orders) + 1, {"INST": instant}, {"PRES": _field(args.MODELE, pressure[nearest])})
    if not result.orders:
        raise args.wrong("UNITE", f"{file.path.name} holds no pressures at the places that are asked for")
    return result


def _holds_pressure(dataset) -> bool:
    if not dataset.on_cells:
        return False
    words = dataset.header[TEXT_LINE[dataset.number] - 1]
    material = words[words.index("MATERIAU") + 1] if "MATERIAU" in words[:-1] else ""
    nature, _, kind, size = (int(word) for word in dataset.description[2:6])
    return (nature, kind) == (UNKNOWN, REAL) and size == SIZES.get((dataset.number, material))


def _number(file, dataset, place) -> float:
    text = dataset.word(*place)
    try:
        return float(text)
    except (TypeError, ValueError):
        raise FileProblem(file.path, f"the word {place[1]} of line {place[0]} of the header is no number", dataset.first) from None


def _wanted(args, file, dataset, instant) -> bool:
    orders = args.NUME_ORDRE or args.LIST_ORDRE
    if orders is not None:
        if PLACES[dataset.number][0] is None:
            word = "NUME_ORDRE" if args.NUME_ORDRE else "LIST_ORDRE"
            raise args.wrong(word, f"datasets {dataset.number} do not number their steps", help="give INST or TOUT_ORDRE")
        return int(_number(file, dataset, PLACES[dataset.number][0])) in list(orders)
    instants = args.INST or args.LIST_INST
    if instants is None:
        return True
    width = args.PRECISION * (abs(instant) if args.CRITERE == "RELATIF" else 1.0)
    return any(abs(other - instant) <= width for other in instants)


def _cell(file, dataset, line, label) -> int:
    """The cell of the file's number."""
    found = line.named_in_file("cell", f"M{label}")
    if found is None:
        raise FileProblem(file.path, f"the mesh {line.name} has no cell {label}", dataset.first)
    return found


def _field(model, at_nodes) -> ElementField:
    """The pressures (nodes of the mesh,) on the cells that take them."""
    blocks = [
        ElementBlock(group.cells, at_nodes[group.nodes][..., None], ("PRES",), group.element)
        for group in model.groups
        if group.modelisation in LOADED
    ]
    return ElementField(model.mesh, "PRES_R", "ELNO", blocks)
