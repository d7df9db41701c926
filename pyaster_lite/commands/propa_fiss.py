"""PROPA_FISS: cracks of level sets that grow by fatigue (u4.82.11, r7.02.12)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.commands import _crack_drawn as drawn
from pyaster_lite.commands import _crack_grown as grown
from pyaster_lite.commands._crack_growth import CRITERIA

_ON_LEVEL_SETS = ("SIMPLEXE", "UPWIND", "GEOMETRIQUE")
_IMPOSED = ("ANGLE_IMPO", "ANGLE_IMPO_GAMMA", "ANGLE_IMPO_BETA_GAMMA")
_POINT, _LENGTH = SIMP("o", typ="R", min=3, max=3), SIMP("o", typ="R", val_min=0.0)
_LAW = FACT(
    "o",
    max=1,
    LOI=SIMP("f", into=("PARIS",), defaut="PARIS"),
    b_paris=BLOC(
        equal("LOI", "PARIS"), C=SIMP("o", typ="R"), M=SIMP("o", typ="R"), DELTA_K_SEUIL=SIMP("f", typ="R", defaut=0.0, val_min=0.0)
    ),
    MATER=SIMP("o", typ="mater_sdaster"),
)
_LOADING = FACT("o", max=1, COEF_MULT_MINI=SIMP("o", typ="R"), COEF_MULT_MAXI=SIMP("o", typ="R"))
_DRAWN = dict(GROUP_MA_FOND=SIMP("f", defaut="FOND"), GROUP_MA_FISS=SIMP("f", defaut="FISS"))
_TOLD = dict(NB_POINT_FOND=SIMP("f", typ="I", max="**", val_min=2), TABLE=SIMP("o", typ="table_sdaster"))
_GROWN = dict(FISS_ACTUELLE=SIMP("o", typ="fiss_xfem"), FISS_PROPAGEE=SIMP("o", typ="CO"))
_BLOCKS = dict(
    b_hamilton=BLOC(
        is_in("METHODE_PROPA", *_ON_LEVEL_SETS) & equal("OPERATION", "RIEN"),
        MODELE=SIMP("o", typ="modele_sdaster"),
        TEST_MAIL=SIMP("f", into=("NON", "OUI"), defaut="NON"),
        DA_MAX=_LENGTH,
        RAYON=SIMP("o", typ="R"),
        ZONE_MAJ=SIMP("f", into=("TOUT", "TORE"), defaut="TORE"),
        b_tore=BLOC(equal("ZONE_MAJ", "TORE"), RAYON_TORE=SIMP("f", typ="R", val_min=0.0)),
        b_propagation=BLOC(
            equal("TEST_MAIL", "NON"),
            FISSURE=FACT("o", max="**", **_GROWN, **_TOLD),
            LOI_PROPA=_LAW,
            COMP_LINE=_LOADING,
            CRIT_ANGL_BIFURCATION=SIMP("f", into=(*CRITERIA, *_IMPOSED), defaut="SITT_MAX"),
        ),
        b_test_const=BLOC(
            equal("TEST_MAIL", "OUI"),
            FISSURE=FACT("o", max="**", **_GROWN),
            ITERATIONS=SIMP("f", typ="I", val_min=3, defaut=5),
            TOLERANCE=SIMP("f", typ="R", val_min=0.0, val_max=100.0, defaut=5.0),
        ),
    ),
    b_cohesive=BLOC(
        equal("OPERATION", "PROPA_COHESIF"),
        MODELE=SIMP("o", typ="modele_sdaster"),
        DA_MAX=_LENGTH,
        TEST_MAIL=SIMP("f", into=("NON",), defaut="NON"),
        ZONE_MAJ=SIMP("f", into=("TOUT", "TORE"), defaut="TORE"),
        b_cohesive_tore=BLOC(equal("ZONE_MAJ", "TORE"), RAYON_TORE=SIMP("f", typ="R", val_min=0.0)),
        FISSURE=FACT("o", max="**", **_GROWN, **_TOLD),
        CRIT_ANGL_BIFURCATION=SIMP("f", into=("SITT_MAX", "K1_MAX", "K2_NUL", "PLAN", "ANGLE_IMPO"), defaut="SITT_MAX"),
    ),
    b_maillage=BLOC(
        equal("METHODE_PROPA", "MAILLAGE"),
        MAIL_STRUC=SIMP("o", typ="maillage_sdaster"),
        ITERATION=SIMP("o", typ="I", val_min=1),
        DA_MAX=SIMP("o", typ="R"),
        FISSURE=FACT(
            "o",
            max="**",
            MAIL_ACTUEL=SIMP("o", typ="maillage_sdaster"),
            FISS_ACTUELLE=SIMP("o", typ="fiss_xfem"),
            MAIL_PROPAGE=SIMP("f", typ="CO"),
            TABLE=SIMP("o", typ="table_sdaster"),
            **_DRAWN,
        ),
        MAIL_TOTAL=SIMP("o", typ="CO"),
        LOI_PROPA=_LAW,
        COMP_LINE=_LOADING,
        CRIT_ANGL_BIFURCATION=SIMP("f", into=(*CRITERIA, "ANGLE_IMPO"), defaut="SITT_MAX"),
    ),
    b_init=BLOC(
        equal("METHODE_PROPA", "INITIALISATION"),
        MAIL_STRUC=SIMP("o", typ="maillage_sdaster"),
        FORM_FISS=SIMP("o", into=("DEMI_DROITE", "DEMI_PLAN", "ELLIPSE")),
        MAIL_TOTAL=SIMP("o", typ="CO"),
        MAIL_FISS=SIMP("f", typ="CO"),
        b_droite=BLOC(equal("FORM_FISS", "DEMI_DROITE"), PFON=SIMP("o", typ="R", min=2, max=3), DTAN=_POINT),
        b_plan=BLOC(
            equal("FORM_FISS", "DEMI_PLAN"), DTAN=_POINT, POINT_ORIG=_POINT, POINT_EXTR=_POINT, NB_POINT_FOND=SIMP("o", typ="I", val_min=2)
        ),
        b_ellipse=BLOC(
            equal("FORM_FISS", "ELLIPSE"),
            CENTRE=_POINT,
            DEMI_GRAND_AXE=_LENGTH,
            DEMI_PETIT_AXE=_LENGTH,
            VECT_X=_POINT,
            VECT_Y=_POINT,
            ANGLE_ORIG=SIMP("o", typ="R"),
            ANGLE_EXTR=SIMP("o", typ="R"),
            NB_POINT_FOND=SIMP("o", typ="I", val_min=2),
        ),
        **_DRAWN,
    ),
)


def _made(args):
    if args.METHODE_PROPA in _ON_LEVEL_SETS:
        return [(level.FISS_PROPAGEE, "fiss_xfem") for level in args.FISSURE]
    meshes = [args.MAIL_TOTAL, args.get("MAIL_FISS")]
    if args.METHODE_PROPA == "MAILLAGE":
        meshes = [args.MAIL_TOTAL, *(level.get("MAIL_PROPAGE") for level in args.FISSURE)]
    return [(mesh, "maillage_sdaster") for mesh in meshes if mesh is not None]


def _exponent(value):
    """The share of the load's ratio in the rate of growth counts nothing where it is zero."""
    return None if value == 0.0 else value


@operator(
    "PROPA_FISS",
    legacy=(Renamed("LOI_PROPA/N", "LOI_PROPA/N", _exponent, last="11.3.4"),),
    creates=_made,
    keywords=dict(
        METHODE_PROPA=SIMP("o", into=(*_ON_LEVEL_SETS, "MAILLAGE", "INITIALISATION")),
        OPERATION=SIMP("f", into=("RIEN", "PROPA_COHESIF"), defaut="RIEN"),
        **_BLOCKS,
        INFO=SIMP("f", typ="I", into=(0, 1, 2), defaut=1, advisory=True),
    ),
)
def propa_fiss(args, context):
    """Cracks whose level sets follow the fronts, or meshes on which the cracks are drawn."""
    if args.OPERATION == "PROPA_COHESIF":
        if args.METHODE_PROPA != "GEOMETRIQUE":
            raise args.not_yet("METHODE_PROPA", "cohesive cracks grow by METHODE_PROPA='GEOMETRIQUE' only so far")
        args.mark_read("TEST_MAIL")
        grown.cohesive(args, context)
    elif args.METHODE_PROPA == "INITIALISATION":
        drawn.begin(args, context)
    elif args.METHODE_PROPA == "MAILLAGE":
        drawn.go_on(args, context)
    else:
        grown.go_on(args, context)
