"""POST_USURE: volumes and depths of wear, over years, of a tube that beats and slides in a support (u4.84.22)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS, PRESENT_ABSENT, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.concepts.table import Table

from ._wear import CONTACTS, depths, power_of, volumes
from ._wear_sectors import SECTOR, renewed, with_sectors

_BOOK = {"PUIS_USUR_GLOBAL": "R", "INST": "R", "V_USUR_TUBE": "R", "V_USUR_OBST": "R", "P_USUR_TUBE": "R"}
_WIDTHS = ("RAYON_MOBILE", "RAYON_OBST", "LARGEUR_OBST")
_ANGLES = ("ANGL_INCLI", "ANGL_ISTHME", "ANGL_IMPACT")


def _law(name, words, *sources):
    """The words of a law: coefficients of both parts, or a pair of alloys that is known."""
    coefficients = {word: SIMP(need, typ="R", **more) for word, (need, more) in words.items()}
    return BLOC(
        equal("LOI_USURE", name),
        rules=(UN_PARMI("MOBILE", "MATER_USURE", *sources), EXCLUS("MATER_USURE", "OBSTACLE"), EXCLUS("MOBILE", "USURE_OBST")),
        MOBILE=FACT("f", **coefficients),
        OBSTACLE=FACT("f", **coefficients),
        MATER_USURE=SIMP("f"),
        USURE_OBST=SIMP("f", into=("OUI",)),
        **dict.fromkeys(sources, SECTOR),
        **({"FNOR_MAXI": SIMP("f", typ="R"), "VTAN_MAXI": SIMP("f", typ="R")} if name == "KWU_EPRI" else {}),
    )


def _kept(value):
    return ("f", {"defaut": value})


@operator(
    "POST_USURE",
    produces="table_sdaster",
    reuse="TABL_USURE|ETAT_INIT/TABL_USURE",
    rules=(
        UN_PARMI("TUBE_NEUF", "RESU_GENE", "PUIS_USURE"),
        UN_PARMI("TUBE_NEUF", "LOI_USURE"),
        PRESENT_ABSENT("TUBE_NEUF", "ETAT_INIT", "INST_FIN", *_WIDTHS, "CONTACT", *_ANGLES),
        *(PRESENT_PRESENT(word, "CONTACT") for word in _ANGLES),
    ),
    keywords=dict(
        TUBE_NEUF=SIMP("f", into=("OUI",)),
        ETAT_INIT=FACT("f", TABL_USURE=SIMP("f", typ="table_sdaster"), INST_INIT=SIMP("f", typ="R")),
        RESU_GENE=SIMP("f", typ="tran_gene"),
        INST_FIN=SIMP("f", typ="R"),
        PUIS_USURE=SIMP("f", typ="R"),
        LOI_USURE=SIMP("f", into=("ARCHARD", "KWU_EPRI", "EDF_MZ")),
        b_resu_gene=BLOC(
            present("RESU_GENE"), rules=UN_PARMI("NOEUD", "GROUP_NO"), NOEUD=SIMP("f", typ="no"), GROUP_NO=SIMP("f", typ="grno")
        ),
        b_archard=_law("ARCHARD", {"COEF_USURE": ("o", {})}, "SECTEUR"),
        b_kwu_epri=_law(
            "KWU_EPRI",
            {"COEF_FNOR": ("f", {}), "COEF_VTAN": ("f", {}), "COEF_USURE": ("f", {}), "COEF_K": _kept(5.0), "COEF_C": _kept(10.0)},
        ),
        b_edf_mz=_law("EDF_MZ", {"COEF_USURE": _kept(1.0e-13), "COEF_B": _kept(1.2), "COEF_N": _kept(2.44e-8), "COEF_S": _kept(1.14e-16)}),
        CONTACT=SIMP("f", into=tuple(CONTACTS)),
        **{word: SIMP("f", typ="R") for word in (*_WIDTHS, *_ANGLES)},
        b_not_tube_neuf=BLOC(
            ~present("TUBE_NEUF"),
            rules=UN_PARMI("INST", "LIST_INST"),
            INST_INIT=SIMP("f", typ="R", defaut=-1.0),
            NB_BLOC=SIMP("f", typ="I", defaut=1, val_min=0),
            COEF_INST=SIMP("f", typ="R", defaut=1.0),
            INST=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
            LIST_INST=SIMP("f", typ="listr8_sdaster"),
        ),
        b_tube_neuf=BLOC(present("TUBE_NEUF"), INST=SIMP("f", typ="R"), TABL_USURE=SIMP("o", typ="table_sdaster")),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f"),
    ),
)
def post_usure(args, context):
    """A row of the power, then of the wear at each instant; with SECTEUR also of each sector."""
    words = {"title": args.TITRE} if args.get("TITRE") is not None else {}
    if args.get("TUBE_NEUF") is not None:
        return renewed(args)
    given = args.INST if args.get("INST") is not None else args.LIST_INST
    instants = np.array(list(given), float)
    if args.get("SECTEUR"):
        return with_sectors(args, instants, words)
    if args.get("ETAT_INIT") is not None:
        raise args.wrong("ETAT_INIT", "wear goes on from a table only by SECTEUR")
    power, shocks = power_of(args)
    tube, support = volumes(args, power, shocks, instants * args.COEF_INST)
    deep = depths(args, tube, support)
    rows = [{"PUIS_USUR_GLOBAL": power}]
    rows += [dict(zip(list(_BOOK)[1:], map(float, row))) for row in zip(instants, tube, support, deep)]
    return Table.from_rows(rows, _BOOK, **words)
