"""MODI_MODELE: how the cells of a model are shared between processes (u4.41.02); one process has them all."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.legacy import Renamed


@operator(
    "MODI_MODELE",
    produces="modele_sdaster",
    early=True,
    legacy=(Renamed("PARTITION", None, last="13.1.14"),),
    reuse="MODELE",
    modifies=("MODELE",),
    keywords=dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        DISTRIBUTION=FACT(
            "d",
            METHODE=SIMP(
                into=("MAIL_CONTIGU", "MAIL_DISPERSE", "CENTRALISE", "SOUS_DOMAINE", "GROUP_ELEM"),
                defaut="SOUS_DOMAINE",
                advisory=True,
            ),
            b_dist_maille=BLOC(
                is_in("METHODE", "MAIL_DISPERSE", "MAIL_CONTIGU"),
                CHARGE_PROC0_MA=SIMP(typ="I", defaut=100, val_min=0, advisory=True),
            ),
        ),
    ),
)
def modi_modele(args, context):
    """The model as it is."""
    args.mark_read("DISTRIBUTION")
    return args.MODELE
