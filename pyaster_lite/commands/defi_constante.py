"""DEFI_CONSTANTE: a function that is the same everywhere (u4.31.01)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.concepts.function import Constant


@operator(
    "DEFI_CONSTANTE",
    produces="fonction_sdaster",
    early=True,
    keywords=dict(
        VALE=SIMP("o", typ="R"),
        NOM_RESU=SIMP(defaut="TOUTRESU"),
        TITRE=SIMP(max="**", advisory=True),
    ),
)
def defi_constante(args, context):
    """Make the constant."""
    return Constant(args.VALE, args.NOM_RESU)
