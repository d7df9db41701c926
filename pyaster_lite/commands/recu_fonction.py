"""RECU_FONCTION: the evolution of a quantity as a function (u4.32.03)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.function_reading import PARAMETERS
from pyaster_lite.catalogue.conditions import equal, is_in, of_kind, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS, PRESENT_ABSENT, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._recu_sources import SOURCES
from pyaster_lite.commands._spectra import pair_words
from pyaster_lite.commands._storage_selection import access_keywords
from pyaster_lite.concepts.function import Function, Properties

SHOCK = (
    "INST", "FN", "FT1", "FT2", "VN", "VT1", "VT2", "DXLOC", "DYLOC", "DZLOC", *(f"VINT{i}" for i in range(1, 21)),
)  # fmt: skip
PLACE_RULES = (
    AU_MOINS_UN("GROUP_MA", "GROUP_NO", "NOEUD"),
    PRESENT_ABSENT("POINT", "NOEUD", "GROUP_NO"),
    PRESENT_ABSENT("SOUS_POINT", "NOEUD", "GROUP_NO"),
    EXCLUS("GROUP_NO", "NOEUD"),
)
PLACE = {
    "GROUP_MA": SIMP("f", typ="grma"),
    "NOEUD": SIMP("f", typ="no"),
    "GROUP_NO": SIMP("f", typ="grno"),
    "POINT": SIMP("f", typ="I"),
    "SOUS_POINT": SIMP("f", typ="I"),
}
FUNCTION = ("fonction_sdaster", "formule")


def _product(args):
    frequency = kind_of(args.get("RESULTAT")) == "dyna_harmo" or kind_of(args.get("RESU_GENE")) == "harm_gene"
    of_table = args.get("TABLE") is not None and (args.get("NOM_PARA_TABL") == "FONCTION_C" or args.get("PARA_Y") == "VALE_C")
    return "fonction_c" if frequency or of_table or _across(args) else "fonction_sdaster"


def _across(args):
    """Whether a spectrum between two places is asked for."""
    words = ("NUME_ORDRE", "NOEUD", "NOM_CMP")
    return any(args.get(f"{word}_J") not in (None, args.get(f"{word}_I")) for word in words)


@operator(
    "RECU_FONCTION",
    produces=_product,
    rules=UN_PARMI("CHAM_GD", "RESULTAT", "RESU_GENE", "TABLE", "BASE_ELAS_FLUI", "NAPPE", "INTE_SPEC"),
    keywords=dict(
        CHAM_GD=SIMP("f", typ=("cham_no_sdaster", "cham_elem")),
        RESULTAT=SIMP("f", typ="resultat_sdaster"),
        RESU_GENE=SIMP("f", typ=("tran_gene", "mode_gene", "harm_gene")),
        TABLE=SIMP("f", typ=("table_sdaster", "table_fonction")),
        BASE_ELAS_FLUI=SIMP("f", typ="melasflu_sdaster"),
        NAPPE=SIMP("f", typ="nappe_sdaster"),
        INTE_SPEC=SIMP("f", typ="interspectre"),
        b_acces=BLOC(present("RESULTAT") | present("RESU_GENE"), **access_keywords()),
        b_base_elas_flui=BLOC(
            present("BASE_ELAS_FLUI"),
            NUME_MODE=SIMP("o", typ="I"),
            PARA_X=SIMP("o", into=("VITE_FLU", "NB_CONNORS")),
            b_connors=BLOC(equal("PARA_X", "NB_CONNORS"), PARA_Y=SIMP("o", into=("VITE_CRIT", "INSTAB_EDF", "INSTAB_TOUT_CMP"))),
            b_velocity=BLOC(
                equal("PARA_X", "VITE_FLU"),
                rules=UN_PARMI("TOUT_ORDRE", "NUME_ORDRE"),
                TOUT_ORDRE=SIMP("f", into=("OUI",)),
                NUME_ORDRE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
                PARA_Y=SIMP("o", into=("FREQ", "AMOR")),
            ),
        ),
        b_table=BLOC(
            present("TABLE"),
            rules=(UN_PARMI("PARA_X", "NOM_PARA_TABL"), PRESENT_PRESENT("PARA_X", "PARA_Y")),
            PARA_X=SIMP("f"),
            PARA_Y=SIMP("f"),
            NOM_PARA_TABL=SIMP("f", into=("FONCTION", "FONCTION_C")),
            FILTRE=FACT(
                "f",
                max="**",
                NOM_PARA=SIMP("o"),
                CRIT_COMP=SIMP(
                    "f",
                    defaut="EQ",
                    into=("EQ", "LT", "GT", "NE", "LE", "GE", "VIDE", "NON_VIDE", "MAXI", "MAXI_ABS", "MINI", "MINI_ABS"),
                ),
                b_vale=BLOC(
                    is_in("CRIT_COMP", "EQ", "NE", "GT", "LT", "GE", "LE"),
                    rules=UN_PARMI("VALE", "VALE_I", "VALE_K", "VALE_C"),
                    VALE=SIMP("f", typ="R"),
                    VALE_I=SIMP("f", typ="I"),
                    VALE_C=SIMP("f", typ="C"),
                    VALE_K=SIMP("f"),
                ),
                CRITERE=SIMP("f", defaut="RELATIF", into=("RELATIF", "ABSOLU")),
                PRECISION=SIMP("f", typ="R", defaut=1e-3),
            ),
        ),
        b_resu=BLOC(
            present("RESULTAT"),
            rules=UN_PARMI("NOM_CHAM", "NOM_PARA_RESU"),
            NOM_CHAM=SIMP("f"),
            NOM_PARA_RESU=SIMP("f"),
            b_cham=BLOC(
                present("NOM_CHAM"), rules=(*PLACE_RULES, UN_PARMI("NOM_CMP", "NOM_VARI")), NOM_CMP=SIMP("f"), NOM_VARI=SIMP("f"), **PLACE
            ),
        ),
        b_tran_gene=BLOC(
            of_kind("RESU_GENE", "tran_gene"),
            rules=UN_PARMI("NOM_CHAM", "NOEUD_CHOC", "GROUP_NO_CHOC"),
            NOM_CHAM=SIMP("f", into=("DEPL", "VITE", "ACCE", "PTEM")),
            NOEUD_CHOC=SIMP("f", typ="no"),
            GROUP_NO_CHOC=SIMP("f", typ="grno"),
            b_cham=BLOC(
                is_in("NOM_CHAM", "DEPL", "VITE", "ACCE"),
                rules=(
                    UN_PARMI("GROUP_NO", "NOEUD", "NUME_CMP_GENE"),
                    UN_PARMI("NOM_CMP", "NUME_CMP_GENE"),
                    EXCLUS("MULT_APPUI", "CORR_STAT"),
                ),
                NOM_CMP=SIMP("f"),
                NUME_CMP_GENE=SIMP("f", typ="I", val_min=1),
                NOEUD=SIMP("f", typ="no"),
                GROUP_NO=SIMP("f", typ="grno"),
                MULT_APPUI=SIMP("f", into=("OUI",)),
                CORR_STAT=SIMP("f", into=("OUI",)),
                ACCE_MONO_APPUI=SIMP("f", typ=FUNCTION),
            ),
            b_choc=BLOC(
                present("NOEUD_CHOC") | present("GROUP_NO_CHOC"),
                PARA_X=SIMP("o", into=SHOCK),
                PARA_Y=SIMP("o", into=SHOCK),
                LIST_PARA=SIMP("f", typ="listr8_sdaster"),
                INTITULE=SIMP("f"),
                SOUS_STRUC=SIMP("f"),
            ),
        ),
        b_harm_gene=BLOC(
            of_kind("RESU_GENE", "harm_gene"),
            rules=(UN_PARMI("NOM_CMP", "NUME_CMP_GENE"), UN_PARMI("GROUP_NO", "NOEUD", "NUME_CMP_GENE")),
            NOM_CHAM=SIMP("f", into=("DEPL", "VITE", "ACCE")),
            NOM_CMP=SIMP("f"),
            NUME_CMP_GENE=SIMP("f", typ="I", val_min=1),
            NOEUD=SIMP("f", typ="no"),
            GROUP_NO=SIMP("f", typ="grno"),
        ),
        b_mode_gene=BLOC(
            of_kind("RESU_GENE", "mode_gene"),
            rules=UN_PARMI("NOM_CHAM", "NOM_PARA_RESU"),
            NOM_CHAM=SIMP("f", into=("DEPL",)),
            NOM_PARA_RESU=SIMP("f"),
            b_cham=BLOC(present("NOM_CHAM"), NUME_CMP_GENE=SIMP("o", typ="I", val_min=1)),
        ),
        b_cham_gd=BLOC(present("CHAM_GD"), rules=PLACE_RULES, NOM_CMP=SIMP("o"), **PLACE),
        b_inte_spec=BLOC(
            present("INTE_SPEC"),
            rules=UN_PARMI("NUME_ORDRE_I", "NOEUD_I", "NUME_ORDRE"),
            NUME_ORDRE=SIMP("f", typ="I"),
            **pair_words("f"),
        ),
        b_nappe=BLOC(
            present("NAPPE"),
            VALE_PARA_FONC=SIMP("o", typ="R"),
            PRECISION=SIMP("f", typ="R", defaut=1e-3),
            CRITERE=SIMP("f", defaut="RELATIF", into=("RELATIF", "ABSOLU")),
        ),
        NOM_PARA=SIMP("f", into=PARAMETERS),
        NOM_RESU=SIMP("f"),
        INTERPOL=SIMP("f", max=2, into=("LIN", "LOG")),
        PROL_DROITE=SIMP("f", into=("CONSTANT", "LINEAIRE", "EXCLU")),
        PROL_GAUCHE=SIMP("f", into=("CONSTANT", "LINEAIRE", "EXCLU")),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def recu_fonction(args, context):
    """Find the points, put them in ascending order, and let the deck's words overrule how the function is read."""
    word = next(word for word in SOURCES if word in args)
    found = SOURCES[word](args)
    return found if isinstance(found, Function) and not args_overrule(args) else overruled(args, found)


def args_overrule(args):
    """Whether some word says how the function is read."""
    return any(args.get(w) is not None for w in ("NOM_PARA", "NOM_RESU", "INTERPOL", "PROL_DROITE", "PROL_GAUCHE"))


def overruled(args, function):
    """The function with what the deck says of its reading."""
    words = dict(function.properties.as_dict())
    for word in ("NOM_PARA", "NOM_RESU", "INTERPOL", "PROL_DROITE", "PROL_GAUCHE"):
        if args[word] is not None:
            words[word] = args[word]
    return function.with_properties(Properties.from_dict(words))
