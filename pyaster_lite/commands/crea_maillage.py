"""CREA_MAILLAGE: a new mesh from another one (u4.23.02)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS, UN_PARMI
from pyaster_lite.commands import _crea_cells as cells
from pyaster_lite.commands import _crea_degree as degree
from pyaster_lite.commands import _crea_patches as patches
from pyaster_lite.commands import _crea_section as section
from pyaster_lite.commands import _crea_shares as parts
from pyaster_lite.commands._crea_old import OLD_MESHES
from pyaster_lite.commands._titles import default_title

_WAYS = {
    "CREA_POI1": (cells.CREA_POI1, cells.add_points),
    "CREA_MAILLE": (cells.CREA_MAILLE, cells.duplicate_cells),
    "CREA_FISS": (cells.CREA_FISS, cells.add_crack),
    "RESTREINT": (cells.RESTREINT, cells.restrict),
    "MODI_MAILLE": (degree.MODI_MAILLE, degree.modify_cells),
    "RAFFINEMENT": (degree.RAFFINEMENT, degree.refine),
    "MODI_HHO": (degree.MODI_HHO, degree.for_hho),
    "DECOUPE_LAC": (patches.DECOUPE_LAC, patches.cut_patches),
    "REPERE": (section.REPERE, section.section_axes),
    "ECLA_PG": (parts.ECLA_PG, parts.shared_out),
    "COQUE_SOLIDE": (degree.COQUE_SOLIDE, degree.solid_shells),
    **{word: (degree.DEGREE, degree.change_degree(word)) for word in degree.TARGETS},
}

KEEPING = ("CREA_POI1", "CREA_MAILLE", "CREA_FISS", "RESTREINT", "REPERE", *degree.TARGETS)
"""After these the cells that were there are there still."""


@operator(
    "CREA_MAILLAGE",
    produces="maillage_sdaster",
    early=True,
    legacy=OLD_MESHES,
    rules=(UN_PARMI(*_WAYS, "GEOM_FIBRE"), AU_MOINS_UN("MAILLAGE", "GEOM_FIBRE", "ECLA_PG"), EXCLUS("MAILLAGE", "GEOM_FIBRE")),
    keywords=dict(
        MAILLAGE=SIMP(typ="maillage_sdaster"),
        GEOM_FIBRE=SIMP(typ="gfibre_sdaster"),
        **{word: declaration for word, (declaration, _) in _WAYS.items()},
        TITRE=SIMP(max="**"),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def crea_maillage(args, context):
    """Make the new mesh; the old one stays as it is."""
    if args.GEOM_FIBRE is not None:
        mesh = args.GEOM_FIBRE.drawn()
    else:
        word = next(word for word in _WAYS if word in args)
        mesh = _WAYS[word][1](args[word], context, args.MAILLAGE)
        same = word in KEEPING or (word == "MODI_MAILLE" and mesh.n_cells == args.MAILLAGE.n_cells)
        if same and args.MAILLAGE.own_names:
            mesh.take_names(args.MAILLAGE)
    mesh.title = "\n".join(args.TITRE or (default_title(context.name), "MAILLAGE_SDASTER"))
    context.say(f"{mesh.n_nodes} nodes, {mesh.n_cells} cells")
    return mesh
