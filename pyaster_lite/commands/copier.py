"""COPIER: the same concept under another name (u4.16.01)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.concepts.base import Concept

_KINDS = (
    "cabl_precont", "listr8_sdaster", "listis_sdaster", "fonction_sdaster", "nappe_sdaster", "table_sdaster", "maillage_sdaster",
    "modele_sdaster", "evol_elas", "evol_noli", "evol_ther",
)  # fmt: skip


@operator(
    "COPIER",
    produces=lambda values: kind_of(values.CONCEPT),
    keywords=dict(CONCEPT=SIMP("o", typ=_KINDS), INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True)),
)
def copier(args, context):
    """Changing one leaves the other; the concepts that it stands on are those of the original."""
    return Concept.copy(args.CONCEPT)
