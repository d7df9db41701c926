"""META_ACIER, META_ACIER_REVENU, DURT_META: how steel transforms, how it is tempered and how hard its phases are (u4.43.01).

TRC is a diagram of DEFI_TRC: a row for each experiment (VITESSE, COEF_0 .. COEF_5, NB_POINT), then their points (Z1, Z2, Z3, TEMP), and
one row of the law of martensite and of the grain.
"""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.fe.metallurgy.diagram import Diagram, Experiment
from pyaster_lite.fe.metallurgy.steel import Growth, Steel
from pyaster_lite.fe.metallurgy.tempering import Tempering

from ._law import MaterialLaw, numbers

POLYNOMIAL = tuple(f"COEF_{i}" for i in range(6))
POINT = ("Z1", "Z2", "Z3", "TEMP")
LAW = ("SEUIL", "AKM", "BKM", "TPLM", "DREF", "A")
HARDNESS = ("F1_DURT", "F2_DURT", "F3_DURT", "F4_DURT", "C_DURT")
TEMPERED = ("F1_DURT", "F2_DURT", "F3_DURT", "F3_REVENU_DURT", "F4_DURT", "F4_REVENU_DURT", "C_DURT")


def _diagram(occurrence):
    table = occurrence.TRC
    if not {*POLYNOMIAL, *POINT, *LAW, "VITESSE", "NB_POINT"} <= set(table.names):
        raise occurrence.wrong("TRC", f"{table.name} is no diagram of DEFI_TRC")

    def rows(*names):
        columns = [table.column(name) for name in names]
        return np.array([row for row in zip(*columns) if row[0] is not None], float)

    points, start, experiments = rows(*POINT), 0, []
    for at_700, count, *coefficients in rows("VITESSE", "NB_POINT", *POLYNOMIAL):
        experiments.append(Experiment(at_700, np.array(coefficients), points[start : start + int(count)]))
        start += int(count)
    return Diagram(tuple(experiments), *rows(*LAW)[0])


def _steel(occurrence):
    grows = occurrence.LAMBDA0 is not None
    if grows and occurrence.D10 is None:
        raise occurrence.wrong("LAMBDA0", "a grain that grows needs D10 too")
    rest = (occurrence.QSR_K or 0.0, occurrence.D10 or 0.0, occurrence.WSR_K or 0.0)
    growth = Growth(occurrence.LAMBDA0, *rest) if grows and np.finfo(float).eps < occurrence.LAMBDA0 else None
    if not grows:
        occurrence.mark_read("QSR_K", "D10", "WSR_K")
    words = ("AR3", "ALPHA", "MS0", "AC1", "AC3", "TAUX_1", "TAUX_3")
    return {"steel": Steel(*(occurrence[word] for word in words), _diagram(occurrence), growth)}


def _tempering(occurrence):
    pairs = ((occurrence[f"{phase}_B"], occurrence[f"{phase}_N"]) for phase in ("BAINITE", "MARTENSITE"))
    return {"tempering": Tempering(*pairs, occurrence.TEMP, occurrence.TEMP_MAINTIEN)}


def _hardness(occurrence):
    """By the phases of a state, and by those of tempered steel where they are given."""
    tempered = all(occurrence[word] is not None for word in TEMPERED)
    found = {"hardness": np.array([occurrence[word] for word in HARDNESS])}
    return found | ({"tempered_hardness": np.array([occurrence[word] for word in TEMPERED])} if tempered else {})


MATERIALS.add(
    "META_ACIER",
    MaterialLaw(
        FACT(
            "f",
            TRC=SIMP("o", typ="table_sdaster"),
            **numbers("o", "AR3 ALPHA MS0 AC1 AC3 TAUX_1 TAUX_3"),
            **numbers("f", "LAMBDA0 QSR_K D10 WSR_K"),
        ),
        _steel,
    ),
)
MATERIALS.add(
    "META_ACIER_REVENU",
    MaterialLaw(
        FACT("f", **numbers("o", "BAINITE_B BAINITE_N MARTENSITE_B MARTENSITE_N TEMP"), TEMP_MAINTIEN=SIMP("f", typ="R", defaut=610.0)),
        _tempering,
    ),
)
MATERIALS.add(
    "DURT_META",
    MaterialLaw(FACT("f", **numbers("o", " ".join(HARDNESS)), **numbers("f", "F3_REVENU_DURT F4_REVENU_DURT")), _hardness),
)
