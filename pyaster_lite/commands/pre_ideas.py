"""PRE_IDEAS: a mesh of I-DEAS as a .mail file."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.commands._pre_mesh import translate


@operator(
    "PRE_IDEAS",
    keywords=dict(
        UNITE_IDEAS=SIMP(typ="I", defaut=19),
        UNITE_MAILLAGE=SIMP(typ="I", defaut=20),
        CREA_GROUP_COUL=SIMP(into=("OUI", "NON"), defaut="NON"),
    ),
)
def pre_ideas(args, context):
    """Translate the file."""
    translate(args, context, "IDEAS", "UNITE_IDEAS", groups_by_colour=args.CREA_GROUP_COUL == "OUI")
