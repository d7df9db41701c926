"""CALC_THER_MULT: the same wall under several heat loads, each a case of its own."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import ENSEMBLE, UN_PARMI
from pyaster_lite.concepts.results_by_name import ResultsByName

_LOADS = ("char_ther", "char_cine_ther")


@operator(
    "CALC_THER_MULT",
    produces="evol_ther_dict",
    keywords=dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        CHAM_MATER=SIMP("o", typ="cham_mater"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        CHAR_THER_GLOBAL=SIMP("f", typ=_LOADS, max="**", validators=(no_repeat,)),
        PARM_THETA=SIMP("f", typ="R", val_min=0.0, val_max=1.0, defaut=1.0),
        CAS_CHARGE=FACT(
            "o",
            max="**",
            rules=(UN_PARMI("EXCIT", "COEF_H"), ENSEMBLE("COEF_H", "DUREE_CHOC", "GROUP_MA")),
            NOM_CAS=SIMP("o"),
            LIST_INST=SIMP("o", typ=("listr8_sdaster", "list_inst")),
            EXCIT=SIMP("f", typ=_LOADS),
            COEF_H=SIMP("f", typ="R"),
            DUREE_CHOC=SIMP("f", typ="R"),
            GROUP_MA=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
        ),
        CONVERGENCE=FACT(
            "d",
            RESI_GLOB_MAXI=SIMP("f", typ="R"),
            RESI_GLOB_RELA=SIMP("f", typ="R"),
            ITER_GLOB_MAXI=SIMP("f", typ="I", val_min=1, defaut=10),
        ),
        NEWTON=FACT(
            "d",
            REAC_ITER=SIMP("f", typ="I", val_min=0, defaut=0),
            REAC_INCR=SIMP("f", typ="I", val_min=0, defaut=1),
            **{word: SIMP("f", into=("TANGENTE",), defaut="TANGENTE", advisory=True) for word in ("PREDICTION", "MATRICE")},
        ),
        SOLVEUR=solveur(),
    ),
)
def calc_ther_mult(args, context):
    """A THER_NON_LINE from zero for each case.

    A case is a load, or a shock: the air at GROUP_MA goes to one degree within DUREE_CHOC, that of the other shocks stays at zero.
    """
    shocks = [case for case in args.CAS_CHARGE if case.COEF_H is not None]
    shared = [{"CHARGE": load} for load in args.CHAR_THER_GLOBAL or ()]
    words = {
        "CONVERGENCE": _given(args.CONVERGENCE, "RESI_GLOB_MAXI", "RESI_GLOB_RELA", "ITER_GLOB_MAXI"),
        "NEWTON": _given(args.NEWTON, "REAC_ITER", "REAC_INCR"),
        "SCHEMA_TEMPS": {"THETA": args.PARM_THETA},
    }
    made = {}
    for case in args.CAS_CHARGE:
        if case.NOM_CAS in made:
            raise case.wrong("NOM_CAS", f"there are two cases {case.NOM_CAS}")
        own = [case.EXCIT] if case.EXCIT is not None else [_air(args, context, shock, shock is case) for shock in shocks]
        made[case.NOM_CAS] = context.run(
            "THER_NON_LINE",
            MODELE=args.MODELE,
            CHAM_MATER=args.CHAM_MATER,
            CARA_ELEM=args.CARA_ELEM,
            EXCIT=[*shared, *({"CHARGE": load} for load in own)],
            INCREMENT={"LIST_INST": case.LIST_INST},
            ETAT_INIT={"VALE": 0.0},
            **words,
        )
    return ResultsByName("evol_ther_dict", made)


def _given(level, *words):
    return {word: level[word] for word in words if level.get(word) is not None}


def _air(args, context, shock, warms):
    """The exchange with the air of a shock, that warms in its own case only."""
    course = context.run("DEFI_FONCTION", NOM_PARA="INST", PROL_DROITE="CONSTANT", VALE=(0.0, 0.0, shock.DUREE_CHOC, float(warms)))
    coefficient = context.run("DEFI_CONSTANTE", VALE=shock.COEF_H)
    exchange = {"GROUP_MA": shock.GROUP_MA, "COEF_H": coefficient, "TEMP_EXT": course}
    return context.run("AFFE_CHAR_THER_F", MODELE=args.MODELE, ECHANGE=exchange)
