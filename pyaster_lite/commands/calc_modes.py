"""CALC_MODES: modes of vibration and of buckling (u4.52.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import formerly, operator
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, ascending
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.catalogue.types import inherits, kind_of
from pyaster_lite.commands._modal_matrices import GENERALISED, PHYSICAL, agree, is_symmetric
from pyaster_lite.commands._modal_search import find_buckling, find_complex, find_vibration
from pyaster_lite.commands._mode_norms import NORMS, norm_by, normalise_by_largest
from pyaster_lite.commands._modes_old import OLD_INVERSE, OLD_SIMULTANEOUS
from pyaster_lite.concepts.matrix import Origin

SIMULTANEOUS = ("PLUS_PETITE", "PLUS_GRANDE", "BANDE", "CENTRE", "TOUT")
INVERSE = ("SEPARE", "AJUSTE", "PROCHE")
ITERATION = ("NMAX_ITER_SHIFT", "NMAX_ITER_ORTHO", "NMAX_ITER_QR", "NMAX_ITER_BATHE", "NMAX_ITER_JACOBI",
             "NMAX_ITER_SOREN", "NMAX_ITER_SEPARE", "NMAX_ITER_AJUSTE", "NMAX_ITER_INV", "DIM_SOUS_ESPACE",
             "COEF_DIM_ESPACE")  # fmt: skip
PRECISION = ("PREC_SHIFT", "PREC_ORTHO", "PREC_LANCZOS", "PREC_BATHE", "PREC_JACOBI", "PREC_SOREN", "PARA_ORTHO_SOREN",
             "PREC_SEPARE", "PREC_AJUSTE", "PREC_INV")  # fmt: skip


def _search(value, options):
    """CALC_FREQ or CALC_CHAR_CRIT under each OPTION; `value` is FREQ or CHAR_CRIT."""
    common = {
        f"SEUIL_{value}": SIMP("f", typ="R", val_min=0.0, defaut=0.01),
        "NMAX_ITER_SHIFT": SIMP("f", typ="I", val_min=0, advisory=True),
        "PREC_SHIFT": SIMP("f", typ="R", val_min=0.0, advisory=True),
    }
    count = {default: {f"NMAX_{value}": SIMP("f", typ="I", val_min=0, defaut=default)} for default in (0, 1, 10)}
    several = {value: SIMP("o", typ="R", max="**", validators=(ascending,))}
    centre = {value: SIMP("o", typ="R")}
    if value == "FREQ":
        several["AMOR_REDUIT"] = SIMP("f", typ="R", max="**")
        centre["AMOR_REDUIT"] = SIMP("f", typ="R", val_min=0.0, val_max=1.0)
    levels = {
        "PLUS_PETITE": count[10],
        "PLUS_GRANDE": count[1],
        "TOUT": count[10],
        "CENTRE": {**centre, **count[10]},
        "BANDE": {
            value: SIMP("o", typ="R", min=2, max="**" if value == "FREQ" else 2, validators=(ascending,)),
            f"TABLE_{value}": SIMP("f", typ="table_sdaster", advisory=True),
        },
        "SEPARE": {**several, **count[0]},
        "AJUSTE": {**several, **count[0]},
        "PROCHE": {**several, **count[0]},
    }
    if value == "FREQ":
        levels["BANDE"]["NIVEAU_PARALLELISME"] = SIMP("f", into=("PARTIEL", "COMPLET"), advisory=True)
    factor = f"CALC_{value}"
    return {f"b_{option}": BLOC(equal("OPTION", option), **{factor: FACT("d", **levels[option], **common)}) for option in options}


def _checks(threshold, sturm, words):
    return FACT(
        "d",
        STOP_ERREUR=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        SEUIL=SIMP("f", typ="R", val_min=0.0, defaut=threshold),
        PREC_SHIFT=SIMP("f", typ="R", val_min=0.0, defaut=5e-3, advisory=True),
        STURM=SIMP("f", into=words, defaut=sturm),
    )


def _selection(value, options):
    """OPTION and what depends on it."""
    simultaneous = [option for option in options if option in SIMULTANEOUS]
    return {
        "OPTION": SIMP("f", into=options, defaut="PLUS_PETITE"),
        **_search(value, options),
        "b_simultaneous": BLOC(
            is_in("OPTION", *simultaneous),
            VERI_MODE=_checks(1e-6, "OUI", ("OUI", "NON", "GLOBAL", "LOCAL")),
        ),
        "b_inverse": BLOC(is_in("OPTION", *INVERSE), VERI_MODE=_checks(1e-2, "NON", ("OUI", "NON"))),
    }


NORM_MODE = FACT("f", NORME=SIMP("f", into=NORMS, defaut="TRAN_ROTA"), INFO=SIMP("f", typ="I", defaut=1, advisory=True))
BUCKLING_OPTIONS = ("PLUS_PETITE", "BANDE", "CENTRE", "TOUT", *INVERSE)


def _product(args):
    if args.get("TYPE_RESU") in ("MODE_FLAMB", "GENERAL"):
        return "mode_flamb"
    rigidity, damping = kind_of(args.get("MATR_RIGI")), kind_of(args.get("MATR_AMOR"))
    if rigidity is not None and inherits(rigidity, "matr_asse_gene"):
        return "mode_gene"
    if rigidity == "matr_asse_pres_r":
        return "mode_acou"
    return "mode_meca_c" if damping is not None or rigidity == "matr_asse_depl_c" else "mode_meca"


@operator(
    "CALC_MODES",
    produces=_product,
    keywords=dict(
        TYPE_RESU=SIMP("f", into=("DYNAMIQUE", "MODE_FLAMB", "GENERAL"), defaut="DYNAMIQUE"),
        CHAM_MATER=SIMP("f", typ="cham_mater"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        b_dyna=BLOC(
            equal("TYPE_RESU", "DYNAMIQUE"),
            MATR_RIGI=SIMP("o", typ=(*PHYSICAL, "matr_asse_depl_c", GENERALISED, "matr_asse_gene_c")),
            MATR_MASS=SIMP("o", typ=(*PHYSICAL, GENERALISED)),
            MATR_AMOR=SIMP("f", typ=("matr_asse_depl_r", GENERALISED)),
            NORM_MODE=NORM_MODE,
            FILTRE_MODE=FACT(
                "f",
                CRIT_EXTR=SIMP("f", into=("MASS_EFFE_UN", "MASS_GENE"), defaut="MASS_EFFE_UN"),
                SEUIL=SIMP("f", typ="R", defaut=1e-3),
            ),
            IMPRESSION=FACT(
                "f",
                advisory=True,
                TOUT_PARA=SIMP("f", into=("OUI", "NON"), defaut="NON"),
                CUMUL=SIMP("f", into=("OUI", "NON"), defaut="NON"),
                CRIT_EXTR=SIMP("f", into=("MASS_EFFE_UN", "MASS_GENE"), defaut="MASS_EFFE_UN"),
            ),
            **_selection("FREQ", (*SIMULTANEOUS, *INVERSE)),
        ),
        b_flamb=BLOC(
            equal("TYPE_RESU", "MODE_FLAMB"),
            MATR_RIGI=SIMP("o", typ=("matr_asse_depl_r", GENERALISED)),
            MATR_RIGI_GEOM=SIMP("o", typ=("matr_asse_depl_r", GENERALISED)),
            NORM_MODE=NORM_MODE,
            **_selection("CHAR_CRIT", BUCKLING_OPTIONS),
        ),
        b_general=BLOC(
            equal("TYPE_RESU", "GENERAL"),
            MATR_A=SIMP("o", typ=("matr_asse_depl_r", GENERALISED)),
            MATR_B=SIMP("o", typ=("matr_asse_depl_r", GENERALISED)),
            NORM_MODE=NORM_MODE,
            **_selection("CHAR_CRIT", BUCKLING_OPTIONS),
        ),
        SOLVEUR_MODAL=FACT(
            "d",
            advisory=True,
            rules=EXCLUS("DIM_SOUS_ESPACE", "COEF_DIM_ESPACE"),
            METHODE=SIMP("f", into=("TRI_DIAG", "JACOBI", "SORENSEN", "QZ"), defaut="SORENSEN"),
            MODE_RIGIDE=SIMP("f", into=("OUI", "NON"), defaut="NON"),
            TYPE_QZ=SIMP("f", into=("QZ_QR", "QZ_SIMPLE", "QZ_EQUI"), defaut="QZ_SIMPLE"),
            APPROCHE=SIMP("f", into=("REEL", "IMAG", "COMPLEXE"), defaut="REEL"),
            OPTION_INV=SIMP("f", into=("DIRECT", "RAYLEIGH"), defaut="DIRECT"),
            **{word: SIMP("f", typ="I") for word in ITERATION if word != "NMAX_ITER_SHIFT"},
            **{word: SIMP("f", typ="R") for word in PRECISION if word != "PREC_SHIFT"},
        ),
        SOLVEUR=solveur(methods=("MULT_FRONT", "LDLT", "MUMPS")),
        STOP_BANDE_VIDE=SIMP("f", into=("OUI", "NON"), defaut="OUI", dated=(("12.2.7", "NON"),)),
        AMELIORATION=SIMP("f", into=("OUI", "NON"), defaut="NON", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def calc_modes(args, context):
    """Find the modes that OPTION asks for, norm them and store their parameters."""
    if args.TYPE_RESU != "DYNAMIQUE":
        words = ("MATR_RIGI", "MATR_RIGI_GEOM") if args.TYPE_RESU == "MODE_FLAMB" else ("MATR_A", "MATR_B")
        agree(args, *words)
        modes = find_buckling(args, context, *words)
    else:
        agree(args, "MATR_RIGI", "MATR_MASS", "MATR_AMOR")
        simple = args.MATR_AMOR is None and args.MATR_RIGI.kind not in ("matr_asse_depl_c", "matr_asse_gene_c")
        simple = simple and is_symmetric(args.MATR_RIGI) and is_symmetric(args.MATR_MASS)
        modes = find_vibration(args, context) if simple else find_complex(args, context)
    made_of = getattr(modes.stiffness, "origin", None) or Origin()
    modes.material_field = args.CHAM_MATER or made_of.material_field
    modes.characteristics = args.CARA_ELEM or made_of.characteristics
    normalise_by_largest(modes)
    if args.NORM_MODE is not None:
        norm_by(args.NORM_MODE, modes, args.NORM_MODE.NORME)
    if args.get("FILTRE_MODE") is not None:
        _filter(args.FILTRE_MODE, modes)
    context.say(_summary(modes))
    return modes


def _filter(args, modes):
    """Keep the modes whose effective mass fraction (or generalised mass) passes the threshold in some direction."""
    criterion = args.CRIT_EXTR
    words = [criterion] if criterion == "MASS_GENE" else [f"{criterion}_{d}" for d in ("DX", "DY", "DZ")]
    kept = [o for o in modes.orders if any((modes.parameter(w, o) or 0.0) >= args.SEUIL for w in words)]
    modes.keep_only(kept)


def _summary(modes):
    word = "CHAR_CRIT" if modes.kind == "mode_flamb" else "FREQ"
    values = modes.access(word)
    if not values.size:
        return "no mode"
    return f"{values.size} modes, {word} from {np.min(values):.6g} to {np.max(values):.6g}"


formerly("MODE_ITER_SIMULT", "CALC_MODES", "12.3.4", *OLD_SIMULTANEOUS)
formerly("MODE_ITER_INV", "CALC_MODES", "12.3.4", *OLD_INVERSE)
