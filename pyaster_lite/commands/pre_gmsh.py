"""PRE_GMSH: a mesh of gmsh as a .mail file."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.commands._pre_mesh import translate


@operator(
    "PRE_GMSH",
    keywords=dict(
        UNITE_GMSH=SIMP(typ="I", defaut=19),
        UNITE_MAILLAGE=SIMP(typ="I", defaut=20),
    ),
)
def pre_gmsh(args, context):
    """Translate the file."""
    translate(args, context, "GMSH", "UNITE_GMSH")
