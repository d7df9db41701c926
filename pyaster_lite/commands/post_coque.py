"""POST_COQUE: forces or strains of shells at points, and at heights above their middle (u4.82.23).

The forces or generalised strains are taken at the points by MACR_LIGN_COUPE. At the height z strains are

    EPXX = EXX + z KXX,  EPYY = EYY + z KYY,  EPXY = EXY + z KXY,  EPXZ = GAX/2,  EPYZ = GAY/2
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.concepts.table import Table

_FIELDS = {"EFFORT": ("EFGE_ELNO", "CONTRAINTE"), "DEFORMATION": ("DEGE_ELNO", "DEFORMATION")}
_REACH = 10.0
_PLACE = ("INTITULE", "NOM_CHAM", "NUME_ORDRE", "INST", "ABSC_CURV", "COOR_X", "COOR_Y", "COOR_Z")


@operator(
    "POST_COQUE",
    produces="table_sdaster",
    rules=EXCLUS("INST", "NUME_ORDRE"),
    keywords=dict(
        RESULTAT=SIMP("o", typ=("evol_elas", "evol_noli")),
        CHAM=SIMP("o", into=tuple(_FIELDS)),
        NUME_ORDRE=SIMP("f", typ="I"),
        INST=SIMP("f", typ="R"),
        COOR_POINT=FACT("o", max="**", COOR=SIMP("o", typ="R", min=3, max=4)),
    ),
)
def post_coque(args, context):
    """A row by point, at the order or instant asked for, the first instant of all by default."""
    order = _order(args)
    field, option = _FIELDS[args.CHAM]
    result = args.RESULTAT
    if not result.has_field(field, order):
        result = context.run("CALC_CHAMP", RESULTAT=result, NUME_ORDRE=order, **{option: field})
    heights = [_height(args, point, context) for point in args.COOR_POINT]
    lines = [
        {"TYPE": "SEGMENT", "NB_POINTS": 2, "COOR_ORIG": tuple(point.COOR[:3]), "COOR_EXTR": tuple(point.COOR[:3]), "DISTANCE_MAX": _REACH}
        for point in args.COOR_POINT
    ]
    found = context.run("MACR_LIGN_COUPE", RESULTAT=result, NOM_CHAM=field, NUME_ORDRE=order, LIGN_COUPE=lines)
    # both ends of each segment are the point
    columns = {word: (found.types[word], found.column(word)[1::2]) for word in found.names}
    if args.CHAM == "EFFORT":
        return Table(columns)
    own = {word: np.array(columns[word][1], float) for word in ("EXX", "EYY", "EXY", "KXX", "KYY", "KXY", "GAX", "GAY")}
    z = np.array(heights)
    strains = {"EPXX": own["EXX"] + z * own["KXX"], "EPYY": own["EYY"] + z * own["KYY"], "EPZZ": 0.0 * z}
    strains |= {"EPXY": own["EXY"] + z * own["KXY"], "EPXZ": own["GAX"] / 2, "EPYZ": own["GAY"] / 2}
    kept = {word: columns[word] for word in _PLACE if word in columns}
    return Table(kept | {word: ("R", values) for word, values in strains.items()})


def _order(args):
    """The order of the result that is meant."""
    result = args.RESULTAT
    if args["NUME_ORDRE"] is not None:
        if args.NUME_ORDRE not in result.orders:
            raise args.wrong("NUME_ORDRE", f"{result.name} has no order {args.NUME_ORDRE}")
        return args.NUME_ORDRE
    if args["INST"] is None:
        return result.orders[0]
    found = result.orders_at("INST", args.INST)
    if not found:
        raise args.wrong("INST", f"{result.name} has no instant {args.INST:g}")
    return found[0]


def _height(args, point, context):
    """The fourth coordinate: forces have none."""
    height = point.COOR[3] if len(point.COOR) == 4 else None
    if args.CHAM == "EFFORT":
        if height:
            context.warn(point, "COOR", f"forces are those of the whole thickness: the height {height:g} has no effect")
        return 0.0
    if height is None:
        raise point.wrong("COOR", "strains need a fourth coordinate: the height above the middle of the shell")
    return height
