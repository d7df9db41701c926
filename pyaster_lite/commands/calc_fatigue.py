"""CALC_FATIGUE: fields of damage, of margins under vibration, and of critical planes (u4.83.02)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands import _fatigue
from pyaster_lite.commands._fatigue_fields import critical_planes, cumulated, margins

_FUNCTION = ("fonction_sdaster", "formule")
_CURVES = ("WOHLER", "MANSON_COFFIN", "FORM_VIE")
_STRESSES = ("DOMA_ELNO_SIGM", "DOMA_ELGA_SIGM")
_STRAINS = ("DOMA_ELNO_EPSI", "DOMA_ELGA_EPSI", "DOMA_ELNO_EPME", "DOMA_ELGA_EPME")


def _history(equivalent):
    return FACT("o", RESULTAT=SIMP("o", typ=("evol_elas", "dyna_trans", "evol_noli")), EQUI_GD=SIMP(into=(equivalent,), defaut=equivalent))


def _formula(**own):
    return BLOC(
        equal("CRITERE", "FORMULE_CRITERE"),
        FORMULE_GRDEQ=SIMP("o", typ=_FUNCTION),
        COURBE_GRD_VIE=SIMP("o", into=_CURVES),
        **own,
        b_life=BLOC(equal("COURBE_GRD_VIE", "FORM_VIE"), FORMULE_VIE=SIMP("o", typ=_FUNCTION)),
    )


_CUMULATED = BLOC(
    equal("TYPE_CALCUL", "CUMUL_DOMMAGE"),
    OPTION=SIMP("o", into=(*_STRESSES, *_STRAINS)),
    b_stress=BLOC(is_in("OPTION", *_STRESSES), HISTOIRE=_history("VMIS_SG")),
    b_strain=BLOC(is_in("OPTION", *_STRAINS), HISTOIRE=_history("INVA_2_SG")),
    DOMMAGE=SIMP("o", into=_fatigue.DAMAGES),
    MATER=SIMP("o", typ="mater_sdaster"),
    TAHERI_NAPPE=SIMP("f", typ=("nappe_sdaster", "formule")),
    TAHERI_FONC=SIMP("f", typ=_FUNCTION),
)

_VIBRATION = BLOC(
    equal("TYPE_CALCUL", "FATIGUE_VIBR"),
    OPTION=SIMP("o", into=_STRESSES),
    CORR_SIGM_MOYE=SIMP("o", into=("GOODMAN", "GERBER")),
    HISTOIRE=FACT(
        "o",
        RESULTAT=SIMP("o", typ=("evol_elas", "evol_noli")),
        MODE_MECA=SIMP("o", typ="mode_meca"),
        NUME_MODE=SIMP("o", typ="I", max="**"),
        FACT_PARTICI=SIMP("f", typ="R", max="**", defaut=1.0),
        EQUI_GD=SIMP("f", into=("VMIS_SG",), defaut="VMIS_SG"),
    ),
    DOMMAGE=SIMP("o", into=("WOHLER",)),
    MATER=SIMP("o", typ="mater_sdaster"),
)

_PLANES = BLOC(
    equal("TYPE_CALCUL", "FATIGUE_MULTI"),
    rules=UN_PARMI("GROUP_NO", "GROUP_MA"),
    TYPE_CHARGE=SIMP("o", into=("PERIODIQUE", "NON_PERIODIQUE")),
    OPTION=SIMP("o", into=("DOMA_ELGA", "DOMA_NOEUD")),
    RESULTAT=SIMP("o", typ=("evol_elas", "evol_noli")),
    CHAM_MATER=SIMP("f", typ="cham_mater"),
    MAILLAGE=SIMP("o", typ="maillage_sdaster"),
    GROUP_MA=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
    GROUP_NO=SIMP("f", typ="grno", max="**", validators=(no_repeat,)),
    COEF_PREECROU=SIMP("f", typ="R", defaut=1.0),
    b_periodic=BLOC(
        equal("TYPE_CHARGE", "PERIODIQUE"),
        rules=PRESENT_PRESENT("INST_INIT_CYCL", "INST_CRIT"),
        CRITERE=SIMP("o", into=("MATAKE_MODI_AC", "DANG_VAN_MODI_AC", "VMIS_TRESCA", "FORMULE_CRITERE")),
        METHODE=SIMP("f", into=("CERCLE_EXACT",)),
        b_formula=_formula(FORMULE_CRITIQUE=SIMP("f", typ=_FUNCTION)),
        INST_INIT_CYCL=SIMP("f", typ="R"),
        INST_CRIT=SIMP("f", into=("RELATIF", "ABSOLU")),
        b_near=BLOC(equal("INST_CRIT", "RELATIF"), PRECISION=SIMP("f", typ="R", defaut=1e-6)),
        b_near_absolute=BLOC(equal("INST_CRIT", "ABSOLU"), PRECISION=SIMP("o", typ="R")),
    ),
    b_varying=BLOC(
        equal("TYPE_CHARGE", "NON_PERIODIQUE"),
        CRITERE=SIMP("o", into=("MATAKE_MODI_AV", "DANG_VAN_MODI_AV", "FATESOCI_MODI_AV", "FORMULE_CRITERE", "VMIS_TRESCA")),
        b_axis=BLOC(
            ~equal("CRITERE", "VMIS_TRESCA"),
            PROJECTION=SIMP("o", into=("UN_AXE", "DEUX_AXES")),
            DELTA_OSCI=SIMP("f", typ="R", defaut=0.0),
        ),
        b_formula=_formula(),
    ),
)


def _produced(values):
    return "cham_no_sdaster" if values.TYPE_CALCUL == "FATIGUE_MULTI" and values.OPTION == "DOMA_NOEUD" else "cham_elem"


@operator(
    "CALC_FATIGUE",
    produces=_produced,
    keywords=dict(
        TYPE_CALCUL=SIMP("o", into=("CUMUL_DOMMAGE", "FATIGUE_MULTI", "FATIGUE_VIBR")),
        b_cumulated=_CUMULATED,
        b_vibration=_VIBRATION,
        b_planes=_PLANES,
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def calc_fatigue(args, context):
    """The field that TYPE_CALCUL says."""
    return {"CUMUL_DOMMAGE": cumulated, "FATIGUE_VIBR": margins, "FATIGUE_MULTI": critical_planes}[args.TYPE_CALCUL](args, context)
