"""CREA_MAILLAGE: the same cells with more nodes or fewer, or cut into triangles (u4.23.02)."""

from __future__ import annotations

from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI
from pyaster_lite.commands._mesh_words import chosen_cells
from pyaster_lite.concepts import mesh_conversion as conversion
from pyaster_lite.concepts.mesh_division import CrookedSegment, centred, triangulated

_CELL_GROUPS = SIMP(typ="grma", max="**", validators=(no_repeat,))
TARGETS = {
    "LINE_QUAD": conversion.LINE_QUAD,
    "QUAD_LINE": conversion.QUAD_LINE,
    "HEXA20_27": conversion.HEXA20_27,
    "PENTA15_18": conversion.PENTA15_18,
}
DEGREE = FACT(rules=UN_PARMI("TOUT", "GROUP_MA"), TOUT=SIMP(into=("OUI",)), GROUP_MA=_CELL_GROUPS)
_STRANGERS = {"HEXA20_27": ("PENTA15", "PYRAM13"), "PENTA15_18": ("HEXA20", "PYRAM13")}
_CENTRED = {"TRIA6_7": "TRIA6", "QUAD8_9": "QUAD8", "SEG3_4": "SEG3"}

MODI_MAILLE = FACT(
    max="**",
    rules=AU_MOINS_UN("TOUT", "MAILLE", "GROUP_MA"),
    TOUT=SIMP(into=("OUI",)),
    GROUP_MA=_CELL_GROUPS,
    MAILLE=SIMP(typ="ma", max="**", validators=(no_repeat,)),
    OPTION=SIMP("o", into=(*_CENTRED, "QUAD_TRIA3")),
)


def change_degree(word):
    """The function behind LINE_QUAD, QUAD_LINE, HEXA20_27 or PENTA15_18."""

    def change(args, context, mesh):
        cells = chosen_cells(args, mesh, context)
        if len(cells) < mesh.n_cells:
            context.warn(args, "GROUP_MA", "only a part of the mesh changes: what it shares with the rest may no longer fit")
        for name in _STRANGERS.get(word, ()):
            if mesh.block(name):
                context.warn(args, None, f"{word} leaves the cells {name} as they are: their faces no longer fit their neighbours'")
        return conversion.converted(mesh, cells, TARGETS[word])

    return change


def modify_cells(occurrences, context, mesh):
    """MODI_MAILLE: a node in the middle of cells, or quadrangles cut into triangles."""
    cutting = [occurrence for occurrence in occurrences if occurrence.OPTION == "QUAD_TRIA3"]
    if len(cutting) > 1:
        raise cutting[1].wrong("OPTION", "QUAD_TRIA3 can be asked only once")
    if cutting:
        for other in occurrences:
            if other is not cutting[0]:
                raise other.wrong("OPTION", "QUAD_TRIA3 goes with no other option")
        return triangulated(mesh, chosen_cells(cutting[0], mesh, context))
    requests = []
    for occurrence in occurrences:
        kind = _CENTRED[occurrence.OPTION]
        cells = chosen_cells(occurrence, mesh, context)
        if kind not in mesh.cell_type(cells):
            context.warn(occurrence, "OPTION", f"there is no {kind} to change")
        requests.append((kind, cells))
    try:
        return centred(mesh, requests)
    except CrookedSegment as reason:
        raise occurrences[0].wrong("OPTION", str(reason)) from None
