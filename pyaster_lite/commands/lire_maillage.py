"""LIRE_MAILLAGE: a mesh from a file (u4.21.01)."""

from __future__ import annotations

from collections import Counter

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.versions import version
from pyaster_lite.concepts.mesh_checks import doubts, faults
from pyaster_lite.diagnostics import Refused
from pyaster_lite.io.errors import FileProblem
from pyaster_lite.io.mesh_formats import mesh_formats, recognise

OLD_FORMAT = "ASTER"
"""The default of old decks. Where no format is written, what the file is decides: decks do not tell their age for sure, and
meshes may have been converted since."""
NUMBERED = version("16")
"""Since then N12 is the twelfth node, whatever the mesh file calls it."""
NO_LINE = "MODELISA4_93"
"""How code_aster's messages call a .mail file without a line, which a missing one is to it."""


@operator(
    "LIRE_MAILLAGE",
    produces="maillage_sdaster",
    early=True,
    keywords=dict(
        FORMAT=SIMP(into=lambda: tuple(mesh_formats()), defaut="MED", dated=(("13.3.11", OLD_FORMAT),)),
        UNITE=SIMP(typ="I", val_min=2, defaut=20),
        VERI_MAIL=FACT("d", VERIF=SIMP(into=("OUI", "NON"), defaut="OUI"), APLAT=SIMP(typ="R", defaut=1e-3)),
        b_med=BLOC(
            equal("FORMAT", "MED"),
            NOM_MED=SIMP(),
            INFO_MED=SIMP(typ="I", into=(0, 1), defaut=0, advisory=True),
            PARTITIONNEUR=SIMP(into=("SANS", "PTSCOTCH"), defaut="SANS", advisory=True),
        ),
        b_ideas=BLOC(equal("FORMAT", "IDEAS"), CREA_GROUP_COUL=SIMP(into=("OUI", "NON"), defaut="NON")),
        INFO=SIMP(typ="I", into=(0, 1, 2), defaut=1, advisory=True),
    ),
)
def lire_maillage(args, context):
    """Read the mesh, say what is doubtful in it, refuse what is impossible."""
    word = args.FORMAT
    try:
        path = context.files.path(args.UNITE, "r", extensions=mesh_formats()[word].EXTENSIONS, span=args.span_of("UNITE"))
    except Refused as missing:
        raise Refused(missing.diagnostics, NO_LINE if word == OLD_FORMAT else "") from None
    if not args.given("FORMAT"):
        word = recognise(path, word) or word
    try:
        mesh = mesh_formats()[word].read_mesh(path, **_choices(args, word))
    except FileProblem as problem:
        likely = recognise(path)
        help = f"the file looks like FORMAT='{likely}'" if likely not in (None, word) else None
        place, text = "NOM_MED" if args.get("NOM_MED") else "UNITE", f"the mesh cannot be read: {problem}"
        raise args.wrong(place, text, help, code="F001", known_as=problem.known_as) from None
    mesh.own_names = context.time is not None and context.time < NUMBERED
    for note in mesh.notes:
        context.warn(args, None, note)
    if args.VERI_MAIL.VERIF == "OUI":
        _verify(args, context, mesh, path)
    else:
        args.VERI_MAIL.mark_read("APLAT")
    counts = Counter({block.type: len(block) for block in mesh.blocks if len(block)})
    cells = ", ".join(f"{count} {name}" for name, count in counts.items())
    context.say(f"{path}: {mesh.n_nodes} nodes; {cells}; {len(mesh.node_groups)} groups of nodes, {len(mesh.cell_groups)} of cells")
    return mesh


def _choices(args, word):
    """What only one format asks."""
    if word == "MED":
        return {"name": args.get("NOM_MED")}
    if word == "IDEAS":
        return {"groups_by_colour": args.get("CREA_GROUP_COUL") == "OUI"}
    return {}


def _verify(args, context, mesh, path):
    wrong = faults(mesh)
    if wrong:
        raise args.wrong(None, f"the mesh {path} cannot be used: {'; '.join(wrong)}", code="D003")
    for doubt in doubts(mesh, args.VERI_MAIL.APLAT):
        context.warn(args, "VERI_MAIL", f"in the mesh {path.name}, {doubt}")
