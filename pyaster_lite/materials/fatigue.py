"""FATIGUE, CISA_PLAN_CRIT, DOMMA_LEMAITRE: how many cycles a material bears (u4.43.01); POST_FATIGUE and CALC_FATIGUE read the words."""

from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, ENSEMBLE, PRESENT_ABSENT, PRESENT_PRESENT

from ._law import FUNCTION, MaterialLaw, numbers, parameter

_ZONES = "A0 A1 A2 A3 SL"
_RATIO = {"val_min": 1.0, "val_max": 1.7321}

MATERIALS.add(
    "FATIGUE",
    MaterialLaw(
        FACT(
            "f",
            rules=(
                AU_MOINS_UN("WOHLER", "A_BASQUIN", "A0", "MANSON_COFFIN", "E_REFE", "D0"),
                PRESENT_ABSENT("WOHLER", "A_BASQUIN", "BETA_BASQUIN"),
                PRESENT_ABSENT("WOHLER", *_ZONES.split()),
                PRESENT_ABSENT("A_BASQUIN", *_ZONES.split()),
                ENSEMBLE("A_BASQUIN", "BETA_BASQUIN"),
                ENSEMBLE(*_ZONES.split()),
                PRESENT_PRESENT("A0", "E_REFE"),
                ENSEMBLE("D0", "TAU0"),
            ),
            WOHLER=SIMP("f", typ=FUNCTION),
            MANSON_COFFIN=SIMP("f", typ=FUNCTION),
            **numbers("f", f"A_BASQUIN BETA_BASQUIN {_ZONES} E_REFE D0 TAU0"),
        )
    ),
)

MATERIALS.add(
    "CISA_PLAN_CRIT",
    MaterialLaw(
        FACT(
            "f",
            CRITERE=SIMP("o", into=("MATAKE_MODI_AC", "DANG_VAN_MODI_AC", "DANG_VAN_MODI_AV", "MATAKE_MODI_AV", "FATESOCI_MODI_AV")),
            b_matake=BLOC(
                is_in("CRITERE", "MATAKE_MODI_AC", "MATAKE_MODI_AV"),
                **numbers("o", "MATAKE_A MATAKE_B"),
                COEF_FLEX_TORS=SIMP("o", typ="R", **_RATIO),
            ),
            b_dang_van=BLOC(
                is_in("CRITERE", "DANG_VAN_MODI_AC", "DANG_VAN_MODI_AV"),
                **numbers("o", "D_VAN_A D_VAN_B"),
                COEF_CISA_TRAC=SIMP("o", typ="R", **_RATIO),
            ),
            b_fatemi_socie=BLOC(
                equal("CRITERE", "FATESOCI_MODI_AV"),
                **numbers("o", "FATSOC_A"),
                COEF_CISA_TRAC=SIMP("o", typ="R", **_RATIO),
            ),
        )
    ),
)

MATERIALS.add(
    "DOMMA_LEMAITRE",
    MaterialLaw(
        FACT(
            "f",
            S=SIMP("o", typ=FUNCTION),
            EPSP_SEUIL=SIMP("o", typ=FUNCTION),
            EXP_S=SIMP("f", typ="R", val_min=0.0, defaut=1.0),
        ),
        lambda occurrence: {
            "sermage_strength": parameter(occurrence, "S"),
            "sermage_threshold": parameter(occurrence, "EPSP_SEUIL"),
            "sermage_power": occurrence.EXP_S,
        },
    ),
)
