"""COMB_SISM_MODAL: the peak response to an earthquake from modes and response spectra (u4.84.01, r4.05.03)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, is_in, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS, UN_PARMI
from pyaster_lite.catalogue.versions import version
from pyaster_lite.commands._seismic_modes import chosen_modes, combination_rule, reduced_dampings
from pyaster_lite.commands._seismic_old import LOWERED, OLD_COMBINATION
from pyaster_lite.commands._seismic_response import DISPLACEMENT_LIKE, one_support, several_supports
from pyaster_lite.commands._seismic_results import Results

MODAL_RULES = ("SRSS", "CQC", "DSC", "ABS", "DPC", "GUPTA", "NRC_GROUPING", "NRC_DSA", "NRC_TEN_PERCENT")
AXES = ("X", "Y", "Z")
SUMS = ("QUAD", "LINE", "ABS")
FIELDS = (*DISPLACEMENT_LIKE, "REAC_NODA", "FORC_NODA", "SIGM_ELNO", "SIEF_ELGA", "SIPO_ELNO", "EFGE_ELNO", "EGRU_ELNO", "SIEF_ELNO")
NAMED = version("16")
"""Since then NOM_CAS tells the parts of the response, which NOEUD_CMP did."""
SEVERAL = is_in("TYPE_ANALYSE", "MULT_APPUI", "ENVELOPPE")
PARTS = ("VALE_SPEC", "VALE_QS", "VALE_DIRE", "VALE_DYNA", "VALE_INER", "VALE_TOTA", "VALE_DDS")


def _choice_of_modes():
    return dict(
        TOUT_ORDRE=SIMP("f", into=("OUI", "NON")),
        NUME_ORDRE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
        LIST_ORDRE=SIMP("f", typ="listis_sdaster"),
        NUME_MODE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
        FREQ=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
        LIST_FREQ=SIMP("f", typ="listr8_sdaster"),
        b_freq=BLOC(
            present("FREQ") | present("LIST_FREQ"),
            PRECISION=SIMP("f", typ="R", defaut=1e-3),
            CRITERE=SIMP("f", into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
        ),
    )


def _spectrum(**more):
    return FACT(
        "o",
        max="**",
        LIST_AXE=SIMP("o", max=3, into=AXES, validators=(no_repeat,)),
        SPEC_OSCI=SIMP("o", typ=("nappe_sdaster", "formule")),
        ECHELLE=SIMP("f", typ="R", defaut=1.0),
        NATURE=SIMP("f", into=("ACCE", "VITE", "DEPL"), defaut="ACCE"),
        CORR_FREQ=SIMP("f", into=("OUI", "NON", LOWERED), defaut="NON", dated=(("12.3.20", LOWERED),)),
        **more,
    )


@operator(
    "COMB_SISM_MODAL",
    produces="mult_elas",
    legacy=OLD_COMBINATION,
    rules=(
        UN_PARMI("AMOR_REDUIT", "LIST_AMOR", "AMOR_GENE"),
        EXCLUS("TOUT_ORDRE", "NUME_ORDRE", "FREQ", "NUME_MODE", "LIST_FREQ", "LIST_ORDRE"),
    ),
    keywords=dict(
        MODE_MECA=SIMP("o", typ="mode_meca"),
        **_choice_of_modes(),
        AMOR_REDUIT=SIMP("f", typ="R", max="**"),
        LIST_AMOR=SIMP("f", typ="listr8_sdaster"),
        AMOR_GENE=SIMP("f", typ="matr_asse_gene_r"),
        MODE_CORR=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        b_pseudo_mode=BLOC(equal("MODE_CORR", "OUI"), PSEUDO_MODE=SIMP("o", typ="mode_meca"), FREQ_COUP=SIMP("f", typ="R")),
        TYPE_ANALYSE=SIMP("f", into=("MONO_APPUI", "MULT_APPUI", "ENVELOPPE"), defaut="MONO_APPUI"),
        b_mono=BLOC(equal("TYPE_ANALYSE", "MONO_APPUI"), SPECTRE=_spectrum()),
        b_several=BLOC(
            SEVERAL,
            SPECTRE=_spectrum(NOM_APPUI=SIMP("o")),
            APPUIS=FACT("o", max="**", NOM=SIMP("o"), GROUP_NO=SIMP("o", typ="grno", max="**", validators=(no_repeat,))),
            GROUP_APPUI_CORRELE=FACT(
                "o",
                max="**",
                rules=UN_PARMI("TOUT", "LIST_APPUI"),
                TOUT=SIMP("f", into=("OUI",)),
                LIST_APPUI=SIMP("f", max="**"),
                NOM=SIMP("o"),
            ),
            COMB_DDS_CORRELE=SIMP("f", into=SUMS, defaut="ABS"),
            CUMUL_INTRA=SIMP("f", into=SUMS, defaut="LINE"),
            CUMUL_INTER=SIMP("f", into=SUMS, defaut="QUAD"),
        ),
        DEPL_MULT_APPUI=FACT(
            "f",
            max="**",
            rules=AU_MOINS_UN("DX", "DY", "DZ"),
            MODE_STAT=SIMP("o", typ="mode_meca"),
            NOM_APPUI=SIMP("o"),
            DX=SIMP("f", typ="R"),
            DY=SIMP("f", typ="R"),
            DZ=SIMP("f", typ="R"),
        ),
        COMB_MODE=FACT(
            "o",
            TYPE=SIMP("f", into=MODAL_RULES, defaut="CQC"),
            b_gupta=BLOC(equal("TYPE", "GUPTA"), FREQ_1=SIMP("o", typ="R"), FREQ_2=SIMP("o", typ="R")),
            b_duration=BLOC(is_in("TYPE", "DSC", "NRC_DSA"), DUREE=SIMP("o", typ="R")),
        ),
        COMB_DIRECTION=SIMP("f", into=("ABS", "QUAD", "NEWMARK"), defaut="NEWMARK"),
        OPTION=SIMP("o", max=10, into=FIELDS, validators=(no_repeat,)),
        TYPE_RESU=FACT(
            "o",
            max="**",
            TYPE=SIMP("f", into=PARTS, defaut="VALE_TOTA"),
            b_spectral=BLOC(
                equal("TYPE", "VALE_SPEC"),
                rules=(
                    UN_PARMI("TOUT_ORDRE", "NUME_ORDRE", "LIST_ORDRE", "NUME_MODE", "FREQ", "LIST_FREQ"),
                    EXCLUS("TOUT_APPUI", "LIST_APPUI"),
                ),
                **_choice_of_modes(),
                LIST_APPUI=SIMP("f", max="**"),
                TOUT_APPUI=SIMP("f", into=("OUI",)),
            ),
            b_directions=BLOC(is_in("TYPE", "VALE_SPEC", "VALE_DIRE"), LIST_AXE=SIMP("o", max=3, into=AXES)),
            b_parts=BLOC(is_in("TYPE", "VALE_QS", "VALE_DYNA", "VALE_INER", "VALE_DDS"), LIST_AXE=SIMP("f", max=3, into=AXES)),
            b_newmark=BLOC(is_in("TYPE", "VALE_TOTA", "VALE_INER"), NEWMARK=SIMP("f", into=("OUI", "NON"))),
        ),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def comb_sism_modal(args, context):
    """For each field: spectral responses of the modes, combined by modes, supports, then directions."""
    modes = args.MODE_MECA
    orders, frequencies = chosen_modes(args, modes)
    dampings = reduced_dampings(args, modes, orders)
    rule = combination_rule(args.COMB_MODE, args.TYPE_ANALYSE, dampings, frequencies)
    results = Results(args, modes, orders, context.time is not None and context.time < NAMED)
    for option in args.OPTION:
        solve = several_supports if args.TYPE_ANALYSE == "MULT_APPUI" else one_support
        results.add(option, solve(args, context, option, orders, frequencies, dampings, rule))
    return results.result
