"""CALC_ESSAI_GEOMECA: what a soil answers in laboratory tests, as tables (u4.90.21).

1. each occurrence of ESSAI_* is a test: SIMU_POINT_MAT along its course, once for each pressure of confinement and each amplitude
   (_laboratory);  2. the tables of a test take its columns, compression positive.
"""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.comportement import comportement
from pyaster_lite.catalogue.commons.newton import convergence
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN
from pyaster_lite.commands._laboratory import Laboratory, cyclic_shear, drained_compression, undrained_compression
from pyaster_lite.commands._laboratory_cycles import undrained_cycles
from pyaster_lite.commands._laboratory_triaxial import drained_cycles, isotropic_compression, oedometer, undrained_cycles_of_strain

_EACH = SIMP("o", typ="R", max="**")
_COUNTS = SIMP("f", typ="I", max="**", advisory=True)
_SHAPE = SIMP("f", into=("SINUSOIDAL", "TRIANGULAIRE"), defaut="SINUSOIDAL")
_CYCLES = dict(NB_CYCLE=SIMP("o", typ="I", val_min=1), TYPE_CHARGE=_SHAPE)
_AMPLITUDES = dict(EPSI_MINI=_EACH, EPSI_MAXI=_EACH, EPSI_ELAS=SIMP("f", typ="R", defaut=1.0e-7, val_max=1.0e-7))


def _test(quarter, levels, rest=True, **words):
    """A factor keyword; what only plots read is without effect: `quarter` is the default of NB_INST, `levels` end the words of styles,
    `rest` says whether KZERO is asked."""
    plots = {f"{style}{level}": _COUNTS for style in ("COULEUR", "MARQUEUR", "STYLE") for level in levels}
    return FACT(
        "f",
        max="**",
        PRES_CONF=SIMP("o", typ="R", max="**", val_min=0.0),
        **words,
        **(dict(KZERO=SIMP("f", typ="R", defaut=1.0, val_min=0.0)) if rest else {}),
        NB_INST=SIMP("f", typ="I", val_min=5, defaut=quarter),
        TABLE_RESU=SIMP("f", typ="CO", max="**", validators=(no_repeat,)),
        NOM_CMP=SIMP("f", max="**", validators=(no_repeat,)),
        GRAPHIQUE=SIMP("f", max="**", validators=(no_repeat,), advisory=True),
        PREFIXE_FICHIER=SIMP("f", advisory=True),
        TABLE_REF=SIMP("f", typ="table_sdaster", max="**", advisory=True),
        **plots,
    )


TESTS = {
    "ESSAI_TRIA_DR_M_D": drained_compression,
    "ESSAI_TRIA_ND_M_D": undrained_compression,
    "ESSAI_CISA_DR_C_D": cyclic_shear,
    "ESSAI_TRIA_ND_C_F": undrained_cycles,
    "ESSAI_TRIA_ND_C_D": undrained_cycles_of_strain,
    "ESSAI_TRIA_DR_C_D": drained_cycles,
    "ESSAI_OEDO_DR_C_F": oedometer,
    "ESSAI_ISOT_DR_C_F": isotropic_compression,
}


@operator(
    "CALC_ESSAI_GEOMECA",
    creates=lambda args: [(place, "table_sdaster") for word in TESTS for level in args[word] for place in level.TABLE_RESU or ()],
    rules=(AU_MOINS_UN("COMPORTEMENT"), AU_MOINS_UN(*TESTS)),
    keywords=dict(
        MATER=SIMP("o", typ="mater_sdaster"),
        COMPORTEMENT=comportement(),
        CONVERGENCE=convergence(),
        ESSAI_TRIA_DR_M_D=_test(100, ("",), EPSI_IMPOSE=_EACH),
        ESSAI_TRIA_ND_M_D=_test(100, ("",), EPSI_IMPOSE=_EACH, BIOT_COEF=SIMP("f", typ="R", defaut=1.0, val_min=0.0, val_max=1.0)),
        ESSAI_CISA_DR_C_D=_test(
            25,
            ("_NIV1", "_NIV2"),
            GAMMA_IMPOSE=_EACH,
            GAMMA_ELAS=SIMP("f", typ="R", defaut=1.0e-7, val_max=1.0e-7),
            **_CYCLES,
        ),
        ESSAI_TRIA_ND_C_F=_test(
            25,
            ("_NIV1", "_NIV2"),
            SIGM_IMPOSE=_EACH,
            BIOT_COEF=SIMP("f", typ="R", defaut=1.0, val_min=0.0, val_max=1.0),
            CRIT_LIQUEFACTION=SIMP("o", max=3, into=("RU_MAX", "EPSI_ABSO_MAX", "EPSI_RELA_MAX")),
            VALE_CRIT=SIMP("o", typ="R", max=3),
            ARRET_LIQUEFACTION=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
            UN_SUR_K=SIMP("o", typ="R"),
            NB_INST_MONO=SIMP("f", typ="I", val_min=100, defaut=400),
            **_CYCLES,
        ),
        ESSAI_TRIA_ND_C_D=_test(
            25,
            ("_NIV1", "_NIV2"),
            **_AMPLITUDES,
            BIOT_COEF=SIMP("f", typ="R", defaut=1.0, val_min=0.0, val_max=1.0),
            UN_SUR_K=SIMP("o", typ="R"),
            RU_MAX=SIMP("f", typ="R", defaut=0.8),
            **_CYCLES,
        ),
        ESSAI_TRIA_DR_C_D=_test(25, ("_NIV1", "_NIV2"), **_AMPLITUDES, **_CYCLES),
        ESSAI_OEDO_DR_C_F=_test(25, ("",), SIGM_IMPOSE=_EACH, SIGM_DECH=_EACH, TYPE_CHARGE=_SHAPE),
        ESSAI_ISOT_DR_C_F=_test(25, ("",), rest=False, SIGM_IMPOSE=_EACH, SIGM_DECH=_EACH, TYPE_CHARGE=_SHAPE),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def calc_essai_geomeca(args, context):
    """Steps 1 and 2."""
    laboratory = Laboratory(context, args)
    for word, test in TESTS.items():
        for level in args[word]:
            tables = test(laboratory, level)
            places = level.TABLE_RESU or ()
            if places and len(places) != len(tables):
                raise level.wrong("TABLE_RESU", f"the test makes {len(tables)} tables, {len(places)} are named")
            for place, table in zip(places, tables):
                context.create(place, table)
