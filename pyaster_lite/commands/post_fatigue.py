"""POST_FATIGUE: what the load of one point does to the life of a structure (u4.83.01)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands import _fatigue, _fatigue_lines
from pyaster_lite.fe.cycle_counting import METHODS

_FUNCTION = ("fonction_sdaster", "formule")
_FAMILY = ("nappe_sdaster", "formule")


def _history(statut, *words):
    return {word: SIMP(statut, typ=_FUNCTION) for word in words}


_UNIAXIAL = BLOC(
    equal("CHARGEMENT", "UNIAXIAL"),
    rules=tuple(PRESENT_PRESENT(word, "MATER") for word in ("CORR_KE", "CORR_SIGM_MOYE", "DOMMAGE")),
    HISTOIRE=FACT("o", rules=UN_PARMI("SIGM", "EPSI"), **_history("f", "SIGM", "EPSI")),
    COMPTAGE=SIMP("o", into=tuple(METHODS)),
    DELTA_OSCI=SIMP("f", typ="R", defaut=0.0),
    COEF_MULT=FACT("f", KT=SIMP("o", typ="R")),
    CORR_KE=SIMP("f", into=("RCCM",)),
    DOMMAGE=SIMP("f", into=_fatigue.DAMAGES),
    MATER=SIMP("f", typ="mater_sdaster"),
    CORR_SIGM_MOYE=SIMP("f", into=("GOODMAN", "GERBER")),
    TAHERI_NAPPE=SIMP("f", typ=_FAMILY),
    TAHERI_FONC=SIMP("f", typ=_FUNCTION),
    CUMUL=SIMP("f", into=("LINEAIRE",)),
)

_ANY = BLOC(
    equal("CHARGEMENT", "QUELCONQUE"),
    HISTOIRE=FACT(
        "o",
        **_history("o", *(f"SIGM_{part}" for part in ("XX", "YY", "ZZ", "XY"))),
        **_history("f", "SIGM_XZ", "SIGM_YZ"),
        **_history("o", "EPSP", "TEMP"),
    ),
    DOMMAGE=SIMP("o", into=("LEMAITRE",)),
    MATER=SIMP("o", typ="mater_sdaster"),
    CUMUL=SIMP("f", into=("LINEAIRE",)),
)


@operator(
    "POST_FATIGUE",
    produces="table_sdaster",
    keywords=dict(
        CHARGEMENT=SIMP("o", into=("UNIAXIAL", "QUELCONQUE")),
        b_uniaxial=_UNIAXIAL,
        b_any=_ANY,
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f", advisory=True),
    ),
)
def post_fatigue(args, context):
    """A table of cycles, or of instants."""
    return _fatigue_lines.uniaxial(args) if args.CHARGEMENT == "UNIAXIAL" else _fatigue_lines.ductile(args)
