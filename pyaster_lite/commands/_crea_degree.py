"""CREA_MAILLAGE: the same cells with more nodes or fewer, or cut into smaller ones (u4.23.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS
from pyaster_lite.commands._mesh_words import cell_groups, chosen_cells
from pyaster_lite.concepts import mesh_conversion as conversion
from pyaster_lite.concepts.mesh_division import CrookedSegment, centred, triangulated
from pyaster_lite.concepts.mesh_refinement import UNKNOWN, refined
from pyaster_lite.concepts.mesh_repair import turn_boundary, turn_volumes, without_doubles
from pyaster_lite.concepts.mesh_shells import NoVolume, lay_flat

_CELL_GROUPS = SIMP(typ="grma", max="**", validators=(no_repeat,))
TARGETS = {
    "LINE_QUAD": conversion.LINE_QUAD,
    "QUAD_LINE": conversion.QUAD_LINE,
    "HEXA20_27": conversion.HEXA20_27,
    "PENTA15_18": conversion.PENTA15_18,
}
DEGREE = FACT(rules=EXCLUS("TOUT", "GROUP_MA"), TOUT=SIMP(into=("OUI",)), GROUP_MA=_CELL_GROUPS)
MODI_HHO = FACT(TOUT=SIMP("o", into=("OUI",)))
COQUE_SOLIDE = FACT(max="**", GROUP_MA=SIMP("o", typ="grma", max="**", validators=(no_repeat,)), GROUP_MA_SURF=_CELL_GROUPS)
RAFFINEMENT = FACT(TOUT=SIMP(into=("OUI",), defaut="OUI"), NIVEAU=SIMP(typ="I", defaut=1, val_min=0))
MOST_CELLS = 1e9
"""No machine holds more."""
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


def for_hho(args, context, mesh):
    """MODI_HHO: cells with a node in the middle of every edge and face, then put right as code_aster does it there."""
    args.mark_read("TOUT")
    result = without_doubles(conversion.converted(mesh, np.arange(mesh.n_cells), conversion.HHO))
    if result.n_cells < mesh.n_cells:
        context.say(f"{mesh.n_cells - result.n_cells} cells that came twice are gone")
    context.say(f"{turn_boundary(result)} faces and {turn_volumes(result)} volumes turned")
    return result


def solid_shells(occurrences, context, mesh):
    """COQUE_SOLIDE: HEXA8 and PENTA6 with a node in their middle, laid flat on the shell's faces."""
    mesh, chosen = mesh.copy(), []
    for occurrence in occurrences:
        chosen += cell_groups(occurrence, "GROUP_MA", mesh)
        _lay_on_faces(occurrence, context, mesh)
    return conversion.converted(mesh, np.unique(np.concatenate(chosen)), conversion.SOLID_SHELL)


def _lay_on_faces(args, context, mesh):
    if not args.GROUP_MA_SURF:
        if mesh.block("HEXA8"):
            raise args.wrong(None, "GROUP_MA_SURF is needed: it says which faces of the HEXA8 are those of the shell")
        return
    faces = np.unique(np.concatenate(cell_groups(args, "GROUP_MA_SURF", mesh)))
    if set(mesh.cell_type(faces)) != {"QUAD4"}:
        raise args.wrong("GROUP_MA_SURF", "the faces of solid shells are QUAD4")
    if not mesh.block("HEXA8") and mesh.block("PENTA6"):
        context.warn(args, "GROUP_MA_SURF", "there are no HEXA8: prisms need no faces")
        return
    try:
        context.say(f"{lay_flat(mesh, faces)} HEXA8 turned")
    except NoVolume as reason:
        raise args.wrong("GROUP_MA_SURF", str(reason)) from None


def refine(args, context, mesh):
    """RAFFINEMENT: every edge cut in two, NIVEAU times."""
    args.mark_read("TOUT")
    for name in UNKNOWN:
        if mesh.block(name):
            raise args.wrong(None, f"cells {name} cannot be refined")
    if args.NIVEAU and mesh.n_cells * 2.0 ** (mesh.dimension * min(args.NIVEAU, 99)) > MOST_CELLS:
        raise args.wrong("NIVEAU", f"a mesh of {mesh.n_cells} cells refined {args.NIVEAU} times has more than {MOST_CELLS:g} cells")
    return refined(mesh, args.NIVEAU)
