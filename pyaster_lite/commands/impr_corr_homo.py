"""IMPR_CORR_HOMO writes the correctors of CALC_MATE_HOMO into a MED file (u4.82.41)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._corrector_names import in_file


@operator(
    "IMPR_CORR_HOMO",
    rules=UN_PARMI("CORR_MECA", "CORR_THER"),
    keywords=dict(
        UNITE=SIMP("o", typ="I"),
        CORR_MECA=SIMP("f", typ="evol_elas_dict"),
        CORR_THER=SIMP("f", typ="evol_ther_dict"),
    ),
)
def impr_corr_homo(args, context):
    """Each under its short name."""
    results = args.CORR_MECA if "CORR_MECA" in args else args.CORR_THER
    parts = [{"RESULTAT": result, "NOM_RESU_MED": in_file(name)} for name, result in results.items()]
    context.run("IMPR_RESU", FORMAT="MED", UNITE=args.UNITE, RESU=parts)
