"""PRE_GIBI: a mesh of GIBI as a .mail file."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.commands._pre_mesh import translate


@operator(
    "PRE_GIBI",
    keywords=dict(
        UNITE_GIBI=SIMP(typ="I", defaut=19),
        UNITE_MAILLAGE=SIMP(typ="I", defaut=20),
    ),
)
def pre_gibi(args, context):
    """Translate the file."""
    translate(args, context, "GIBI", "UNITE_GIBI")
