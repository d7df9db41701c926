"""MACR_INFO_MAIL: what a mesh is like (u7.03.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.concepts.mesh_quality import bound_cells, pieces, shapes, sizes

_NOUNS = ("points", "lines", "faces", "volumes")
_SIZES = ("", "length", "area", "volume")


def _choice(default="NON"):
    return SIMP(into=("OUI", "NON"), defaut=default)


@operator(
    "MACR_INFO_MAIL",
    keywords=dict(
        MAILLAGE=SIMP("o", typ="maillage_sdaster"),
        NOMBRE=_choice("OUI"),
        QUALITE=_choice(),
        CONNEXITE=_choice(),
        TAILLE=_choice(),
        PROP_CALCUL=_choice(),
        DIAMETRE=_choice(),
        INTERPENETRATION=SIMP(into=("OUI", "NON"), defaut="NON", advisory=True),
        LANGUE=SIMP(into=("FRANCAIS", "FRENCH", "ANGLAIS", "ENGLISH"), defaut="FRANCAIS", advisory=True),
        ELEMENTS_ACCEPTES=SIMP(into=("HOMARD", "IGNORE_PYRA"), defaut="HOMARD", advisory=True),
        VERSION_HOMARD=SIMP(into=("V11_10", "V11_N", "V11_N_PERSO"), defaut="V11_10", advisory=True),
        INFO=SIMP(typ="I", into=(1, 2, 3, 4), defaut=1, advisory=True),
    ),
)
def macr_info_mail(args, context):
    """Tell what is asked for, in a few lines each."""
    mesh = args.MAILLAGE
    told = {
        "NOMBRE": _counts,
        "CONNEXITE": _connections,
        "TAILLE": _sizes,
        "QUALITE": _shapes,
        "DIAMETRE": _diameters,
        "PROP_CALCUL": _bound,
    }
    for word, lines in told.items():
        if args[word] == "OUI":
            for line in lines(mesh):
                context.say(line)


def _counts(mesh):
    yield f"{mesh.n_nodes} nodes, {mesh.n_cells} cells: " + ", ".join(f"{len(block)} {block.type}" for block in mesh.blocks)


def _connections(mesh):
    for dim in np.unique(mesh.cell_dim()).tolist():
        if dim:
            yield f"{_NOUNS[dim]}: {pieces(mesh, dim)} without a common node"


def _sizes(mesh):
    own, dims = sizes(mesh), mesh.cell_dim()
    for dim in np.unique(dims).tolist():
        if dim:
            yield f"{_SIZES[dim]} of all {_NOUNS[dim]}: {own[dims == dim].sum():.6g}"
    for name, cells in mesh.cell_groups.items():
        for dim in np.unique(dims[cells]).tolist():
            if dim:
                yield f"{_SIZES[dim]} of {name}: {own[cells][dims[cells] == dim].sum():.6g}"


def _shapes(mesh):
    own = shapes(mesh)
    for block in mesh.blocks:
        if block.dim > 1:
            values = own[block.cells]
            yield f"shape of {block.type}, 1 for a regular one: mean {values.mean():.4g}, worst {values.max():.4g}"


def _diameters(mesh):
    for block in mesh.blocks:
        if block.dim:
            points = mesh.coordinates[block.nodes]
            own = np.linalg.norm(points[:, :, None] - points[:, None], axis=3).max(axis=(1, 2))
            yield f"diameter of {block.type}: from {own.min():.6g} to {own.max():.6g}"


def _bound(mesh):
    cells = bound_cells(mesh)
    yield f"{len(cells)} cells have all their vertices on the hull" + (f", the first is {mesh.cell_names[cells[0]]}" if len(cells) else "")
