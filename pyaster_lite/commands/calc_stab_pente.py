"""CALC_STAB_PENTE: the factor of safety of a slope, by reducing its strength or by slices on slip surfaces (u4.84.47)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.comportement import comportement
from pyaster_lite.catalogue.commons.excit import excit
from pyaster_lite.catalogue.commons.increment import increment
from pyaster_lite.catalogue.commons.newton import convergence
from pyaster_lite.catalogue.commons.places import CELL_WORDS, chosen
from pyaster_lite.catalogue.conditions import equal, is_in, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import PRESENT_ABSENT, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands._slope import reduction, surfaces

_PLACES = chosen(CELL_WORDS, "TOUT", "GROUP_MA")
_ONE_PLACE = UN_PARMI("TOUT", "GROUP_MA")
_CIRCLES, _LINES = ("BISHOP", "FELLENIUS"), ("SPENCER", "MORGENSTERN_PRICE")


def _number(default=None, status="f"):
    return SIMP(status, typ="R", **({} if default is None else {"defaut": default}))


def _count(default, least=0):
    return SIMP("f", typ="I", defaut=default, val_min=least)


_REDUCTION = BLOC(
    equal("METHODE_STAB", "SRM"),
    rules=_ONE_PLACE,
    MODELE=SIMP("o", typ="modele_sdaster"),
    **_PLACES,
    EXCIT=excit(False),
    INCREMENT=increment(),
    CONVERGENCE=convergence(),
    COMPORTEMENT=comportement(kits=False),
    FS=FACT(
        "d",
        FS_INIT=_number(1.0),
        INCR_INIT=_number(0.1),
        RESI_MAXI=_number(0.01),
        ITER_MAXI=_count(100, 1),
        METHODE=SIMP("f", into=("EXPONENTIELLE", "LINEAIRE"), defaut="EXPONENTIELLE"),
        b_lineaire=BLOC(equal("METHODE", "LINEAIRE"), ITER_RAFF_LINE=SIMP("o", typ="I", val_min=1)),
    ),
)
_WATER = dict(
    b_succion=BLOC(
        present("CHAM_PRES") | present("LIGN_PHREA"),
        SUCCION=SIMP("f", into=("OUI",)),
        b_phi_b=BLOC(equal("SUCCION", "OUI"), PHI_B=FACT("f", max="**", rules=_ONE_PLACE, **_PLACES, VALE=_number(status="o"))),
    ),
    CHAM_PRES=FACT(
        "f",
        rules=UN_PARMI("INST", "NUME_ORDRE"),
        RESULTAT=SIMP("o", typ="evol_noli"),
        INST=_number(),
        NUME_ORDRE=SIMP("f", typ="I"),
        PRECISION=_number(1e-6),
        ALGO_PRES=SIMP("f", into=("INVERSE", "PROJECTION"), defaut="PROJECTION"),
    ),
    LIGN_PHREA=FACT(
        "f",
        max="**",
        rules=_ONE_PLACE,
        **_PLACES,
        INDIC_PIEZO=SIMP("o", typ="I", min=2, max=2, val_min=1),
        TABLE=SIMP("o", typ="table_sdaster"),
        PRES_MAX=_number(),
    ),
    COEF_RU=FACT("f", max="**", rules=_ONE_PLACE, **_PLACES, VALE=_number()),
    FONC_PRES=SIMP("f", typ=("fonction_sdaster", "formule")),
)
_ANY_LINE = BLOC(
    is_in("METHODE_LEM", *_LINES),
    INIT_ALEA=SIMP("f", typ="I"),
    ALGO_EFWA=FACT(
        "d",
        ETAT_INIT=SIMP("f", typ="table_sdaster"),
        ITER_MAXI=_count(50),
        A=_number(status="o"),
        A_INIT=_number(),
        A_FINAL=_number(),
        N=SIMP("f", typ="I", defaut=5),
        M=_count(40),
        MG=_count(5),
        SA=_number(0.04),
        SB=_number(0.8),
        NB_STAB_MAXI=_count(10),
        CRIT_STAB=_number(1e-3),
        MARGE_PENTE=_number(),
    ),
)
_SLICES = BLOC(
    equal("METHODE_STAB", "LEM"),
    METHODE_LEM=SIMP("f", into=(*_CIRCLES, *_LINES), defaut="BISHOP"),
    CRITERE=SIMP("f", into=reduction.LAWS, defaut="MOHR_COULOMB"),
    GROUP_MA=SIMP("o", typ="grma", validators=(no_repeat,)),
    NB_TRANCHE=_count(10, 2),
    INFO_TABLE=SIMP("f", typ="I", into=(1, 2), defaut=1),
    PHI_C_EQUI=SIMP("f", into=("OUI",)),
    TOLE_DIST=SIMP("f", typ="R", advisory=True),
    **_WATER,
    ACCE=FACT(
        "f",
        rules=(UN_PARMI("CALC_KC", "COEF_ACCE"), PRESENT_ABSENT("CALC_KC", "DIRECTION"), PRESENT_PRESENT("COEF_ACCE", "DIRECTION")),
        CALC_KC=SIMP("f", into=("OUI",)),
        COEF_ACCE=_number(),
        DIRECTION=SIMP("f", typ="R", min=2, max=2),
    ),
    RAFF_MAIL=FACT("d", NB_RAFF_MAXI=_count(4), RAFF_CRIT_STAB=_number(1e-3)),
    **{f"X{side}_{end}": _number(status="o") for side in (1, 2) for end in ("MINI", "MAXI")},
    b_circ=BLOC(
        is_in("METHODE_LEM", *_CIRCLES),
        NB_POINT_1=_count(5, 1),
        NB_POINT_2=_count(5, 1),
        Y_MINI=_number(),
        Y_MAXI=_number(),
        NB_RAYON=_count(15, 2),
    ),
    b_noncirc=_ANY_LINE,
)


def _made(args):
    return [] if args.get("CHAM_DEFO") is None else [(args.CHAM_DEFO, "evol_noli")]


@operator(
    "CALC_STAB_PENTE",
    produces="table_sdaster",
    creates=_made,
    keywords=dict(
        CHAM_MATER=SIMP("o", typ="cham_mater"),
        METHODE_STAB=SIMP("f", into=("SRM", "LEM"), defaut="SRM"),
        b_srm=_REDUCTION,
        b_lem=_SLICES,
        CHAM_DEFO=SIMP("f", typ="CO"),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def calc_stab_pente(args, context):
    """The table of factors: of every strength that held (SRM), or on meshes that are ever finer around the slip surface (LEM)."""
    if args.METHODE_STAB == "SRM":
        return reduction.run(args, context)
    water = [word for word in ("CHAM_PRES", "LIGN_PHREA", "COEF_RU") if word in args]
    if len(water) > 1:
        raise args.wrong(water[1], f"the water is told once: {' and '.join(water)} exclude each other")
    return (surfaces.circles if args.METHODE_LEM in _CIRCLES else surfaces.lines)(args, context)
