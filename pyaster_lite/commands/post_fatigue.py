"""POST_FATIGUE: what the load of one point does to the life of a structure (u4.83.01)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import AU_MOINS_UN, ENSEMBLE, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands import _fatigue, _fatigue_lines
from pyaster_lite.commands._fatigue_space import in_space
from pyaster_lite.fe.cycle_counting import METHODS
from pyaster_lite.fe.tensors import AXES

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




def _tensors():
    groups = [[f"{name}_{part}" for part in AXES] for name in ("SIGM", "EPS", "EPSP")]
    words = [word for group in groups for word in group]
    return FACT("o", rules=(*(ENSEMBLE(*group) for group in groups), AU_MOINS_UN(*words)), **_history("f", *words))


_IN_SPACE = BLOC(
    equal("CHARGEMENT", "MULTIAXIAL"),
    HISTOIRE=_tensors(),
    TYPE_CHARGE=SIMP("o", into=("PERIODIQUE", "NON_PERIODIQUE")),
    DOMMAGE=SIMP("f", into=("WOHLER", "MANSON_COFFIN", "FORM_VIE")),
    b_life=BLOC(equal("DOMMAGE", "FORM_VIE"), FORMULE_VIE=SIMP("o", typ=_FUNCTION)),
    MATER=SIMP("f", typ="mater_sdaster"),
    COEF_CORR=SIMP("f", typ="R"),
    COEF_PREECROU=SIMP("f", typ="R", defaut=1.0),
    b_periodic=BLOC(
        equal("TYPE_CHARGE", "PERIODIQUE"),
        CRITERE=SIMP("o", into=("MATAKE_MODI_AC", "DANG_VAN_MODI_AC", "CROSSLAND", "PAPADOPOULOS", "FORMULE_CRITERE")),
        METHODE=SIMP("f", into=("CERCLE_EXACT",)),
        b_formula=BLOC(
            equal("CRITERE", "FORMULE_CRITERE"), FORMULE_GRDEQ=SIMP("o", typ=_FUNCTION), FORMULE_CRITIQUE=SIMP("f", typ=_FUNCTION)
        ),
    ),
    b_varying=BLOC(
        equal("TYPE_CHARGE", "NON_PERIODIQUE"),
        CRITERE=SIMP("o", into=("MATAKE_MODI_AV", "DANG_VAN_MODI_AV", "FATESOCI_MODI_AV", "FORMULE_CRITERE")),
        PROJECTION=SIMP("o", into=("UN_AXE", "DEUX_AXES")),
        DELTA_OSCI=SIMP("f", typ="R", defaut=0.0),
        b_formula=BLOC(equal("CRITERE", "FORMULE_CRITERE"), FORMULE_GRDEQ=SIMP("o", typ=_FUNCTION)),
    ),
)


@operator(
    "POST_FATIGUE",
    produces="table_sdaster",
    keywords=dict(
        CHARGEMENT=SIMP("o", into=("UNIAXIAL", "MULTIAXIAL", "QUELCONQUE")),
        b_uniaxial=_UNIAXIAL,
        b_in_space=_IN_SPACE,
        b_any=_ANY,
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def post_fatigue(args, context):
    """A table of cycles, of instants, or of one row for a load in space."""
    kinds = {"UNIAXIAL": _fatigue_lines.uniaxial, "MULTIAXIAL": in_space, "QUELCONQUE": _fatigue_lines.ductile}
    return kinds[args.CHARGEMENT](args)
