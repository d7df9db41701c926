"""CALC_MODE_ROTATION: modes of a structure at several speeds of rotation (u4.52.05): those of CALC_MODES with C + speed G."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.concepts.table import Table

COUNT = {"NMAX_FREQ": SIMP("f", typ="I", defaut=10, val_min=0), "SEUIL_FREQ": SIMP("f", typ="R", defaut=0.01)}


@operator(
    "CALC_MODE_ROTATION",
    produces="table_container",
    keywords=dict(
        MATR_RIGI=SIMP("o", typ="matr_asse_depl_r"),
        MATR_MASS=SIMP("o", typ="matr_asse_depl_r"),
        MATR_AMOR=SIMP("o", typ="matr_asse_depl_r"),
        MATR_GYRO=SIMP("o", typ="matr_asse_depl_r"),
        VITE_ROTA=SIMP("o", typ="R", max="**"),
        CHAM_MATER=SIMP("f", typ="cham_mater"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        METHODE=SIMP("f", into=("QZ", "SORENSEN"), defaut="QZ"),
        CALC_FREQ=FACT(
            "d",
            OPTION=SIMP("f", into=("PLUS_PETITE", "CENTRE"), defaut="PLUS_PETITE"),
            b_plus_petite=BLOC(equal("OPTION", "PLUS_PETITE"), **COUNT),
            b_centre=BLOC(
                equal("OPTION", "CENTRE"), FREQ=SIMP("o", typ="R"), AMOR_REDUIT=SIMP("f", typ="R", val_min=0.0, val_max=1.0), **COUNT
            ),
        ),
        VERI_MODE=FACT(
            "d",
            STOP_ERREUR=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
            SEUIL=SIMP("f", typ="R", defaut=1e-6),
            PREC_SHIFT=SIMP("f", typ="R", defaut=5e-3),
            STURM=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        ),
    ),
)
def calc_mode_rotation(args, context):
    """The speeds and the modes found at each of them, under the keys MODE_MECA_0, MODE_MECA_1, ..."""
    search = args.CALC_FREQ.as_dict()
    words = dict(
        MATR_RIGI=args.MATR_RIGI, MATR_MASS=args.MATR_MASS, OPTION=search.pop("OPTION"), CALC_FREQ=search,
        VERI_MODE=args.VERI_MODE.as_dict(), SOLVEUR_MODAL={"METHODE": args.METHODE},
        CHAM_MATER=args.CHAM_MATER, CARA_ELEM=args.CARA_ELEM,
    )  # fmt: skip
    keys, found = [f"MODE_MECA_{i}" for i in range(len(args.VITE_ROTA))], []
    for i, speed in enumerate(args.VITE_ROTA):
        parts = [{"MATR_ASSE": args.MATR_GYRO, "COEF_R": float(speed)}, {"MATR_ASSE": args.MATR_AMOR, "COEF_R": 1.0}]
        damping = context.run("COMB_MATR_ASSE", COMB_R=parts)
        found.append(context.run("CALC_MODES", f"{context.name}_{i}", MATR_AMOR=damping, **words))
    columns = {
        "NUME_VITE": ("I", list(range(len(keys)))),
        "VITE_ROTA": ("R", [float(speed) for speed in args.VITE_ROTA]),
        "NOM_OBJET": ("K16", keys),
        "TYPE_OBJET": ("K16", ["MODE_MECA"] * len(keys)),
        "NOM_SD": ("K24", [modes.name for modes in found]),
    }
    return Table(columns, kind="table_container", objects=dict(zip(keys, found)))
