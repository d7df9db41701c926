"""DYNA_VIBRA: linear dynamics with localised devices, in time or in frequency (u4.53.03).

Beyond code_aster: periodic responses with contacts, whose words _vibra_balance_words explains.
"""

from __future__ import annotations

from pyaster_lite.catalogue.command import formerly, operator
from pyaster_lite.catalogue.commons.energie import energie
from pyaster_lite.catalogue.commons.observation import observation
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.registry import DIRECT_SCHEMES, MODAL_SCHEMES
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS, PRESENT_ABSENT, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._vibra_balance_words import periodic
from pyaster_lite.commands._vibra_devices import PRINTED
from pyaster_lite.commands._vibra_old import OLD_DIRECT_TRANSIENT, OLD_HARMONIC, OLD_MODAL_TRANSIENT, OLD_VIBRA
from pyaster_lite.commands._vibra_words import FUNCTION, MOTION, at_instants, relations, schemes

COMPLEX = ("fonction_c", "formule_c")
PHYSICAL, GENERALISED, SOUND = "matr_asse_depl_r", "matr_asse_gene_r", "matr_asse_pres_c"
TRANSIENT, HARMONIC = equal("TYPE_CALCUL", "TRAN"), equal("TYPE_CALCUL", "HARM")
ON_UNKNOWNS = equal("BASE_CALCUL", "PHYS")
ON_BASIS = equal("BASE_CALCUL", "GENE")


def _restart(kind, rules, **fields):
    """ETAT_INIT: an earlier result, or fields."""
    return FACT(
        "f",
        rules=rules,
        RESULTAT=SIMP("f", typ=kind),
        b_resu=BLOC(
            present("RESULTAT"),
            rules=EXCLUS("NUME_ORDRE", "INST_INIT"),
            NUME_ORDRE=SIMP("f", typ="I"),
            INST_INIT=SIMP("f", typ="R"),
            b_inst=BLOC(present("INST_INIT"), **at_instants()),
        ),
        **fields,
    )


def _damping(**more):
    return FACT(
        "f",
        rules=EXCLUS("AMOR_REDUIT", "LIST_AMOR"),
        AMOR_REDUIT=SIMP("f", typ="R", max="**"),
        LIST_AMOR=SIMP("f", typ="listr8_sdaster"),
        **more,
    )


def _amplitude(*rules, **source):
    """EXCIT of a harmonic calculation."""
    return FACT(
        "f",
        max="**",
        rules=(*rules, UN_PARMI("FONC_MULT", "FONC_MULT_C", "COEF_MULT", "COEF_MULT_C")),
        **source,
        FONC_MULT=SIMP("f", typ=FUNCTION),
        FONC_MULT_C=SIMP("f", typ=COMPLEX),
        COEF_MULT=SIMP("f", typ="R"),
        COEF_MULT_C=SIMP("f", typ="C"),
        PHAS_DEG=SIMP("f", typ="R", defaut=0.0),
        PUIS_PULS=SIMP("f", typ="I", defaut=0),
        NUME_HARM=SIMP("f", typ="I", defaut=1, val_min=0),
    )


def _response(kind):
    """EXCIT_RESU of a harmonic calculation."""
    return FACT("f", max="**", RESULTAT=SIMP("o", typ=kind), COEF_MULT_C=SIMP("o", typ="C"))


FLUID = BLOC(present("MATR_AMOR") & present("MATR_IMPE_PHI"), AMOR_FLUI=SIMP("f", defaut="OUI", into=("OUI", "NON")))
MULTI_SUPPORT = BLOC(
    equal("MULT_APPUI", "OUI"),
    DIRECTION=SIMP("f", typ="R", max="**"),
    GROUP_NO=SIMP("f", typ="grno", max="**", validators=(no_repeat,)),
)


def _product(args):
    if kind_of(args.get("MATR_RIGI")) == SOUND:
        return "acou_harmo"
    return {
        ("TRAN", "GENE"): "tran_gene",
        ("TRAN", "PHYS"): "dyna_trans",
        ("HARM", "GENE"): "harm_gene",
        ("HARM", "PHYS"): "dyna_harmo",
    }.get((args.get("TYPE_CALCUL"), args.get("BASE_CALCUL")))


@operator(
    "DYNA_VIBRA",
    legacy=OLD_VIBRA,
    produces=_product,
    reuse="ETAT_INIT/RESULTAT|RESULTAT",
    keywords=dict(
        BASE_CALCUL=SIMP("o", into=("PHYS", "GENE")),
        TYPE_CALCUL=SIMP("o", into=("HARM", "TRAN")),
        b_phys_model=BLOC(
            ON_UNKNOWNS,
            MODELE=SIMP("f", typ="modele_sdaster"),
            CHAM_MATER=SIMP("f", typ="cham_mater"),
            CARA_ELEM=SIMP("f", typ="cara_elem"),
        ),
        b_matr_tran_phys=BLOC(
            TRANSIENT & ON_UNKNOWNS,
            MATR_MASS=SIMP("o", typ=PHYSICAL),
            MATR_RIGI=SIMP("o", typ=PHYSICAL),
            MATR_AMOR=SIMP("f", typ=PHYSICAL),
            AMOR_MODAL=_damping(MODE_MECA=SIMP("o", typ="mode_meca"), NB_MODE=SIMP("f", typ="I", val_min=1)),
        ),
        b_matr_tran_gene=BLOC(
            TRANSIENT & ON_BASIS,
            rules=EXCLUS("AMOR_MODAL", "MATR_AMOR"),
            MATR_MASS=SIMP("o", typ=GENERALISED),
            MATR_RIGI=SIMP("o", typ=GENERALISED),
            MATR_AMOR=SIMP("f", typ=GENERALISED),
            AMOR_MODAL=_damping(),
            BASE_ELAS_FLUI=SIMP("f", typ="melasflu_sdaster"),
            b_flow=BLOC(present("BASE_ELAS_FLUI"), NUME_VITE_FLUI=SIMP("o", typ="I", val_min=1)),
            VITESSE_VARIABLE=SIMP("f", defaut="NON", into=("OUI", "NON")),
            b_variable=BLOC(
                equal("VITESSE_VARIABLE", "OUI"),
                MATR_GYRO=SIMP("o", typ=GENERALISED),
                VITE_ROTA=SIMP("o", typ=("fonction_sdaster", "formule")),
                MATR_RIGY=SIMP("f", typ=GENERALISED),
                ACCE_ROTA=SIMP("f", typ=("fonction_sdaster", "formule")),
            ),
            b_constante=BLOC(equal("VITESSE_VARIABLE", "NON"), VITE_ROTA=SIMP("f", typ="R", defaut=0.0)),
        ),
        b_matr_harm_phys=BLOC(
            HARMONIC & ON_UNKNOWNS,
            MATR_MASS=SIMP("o", typ=(PHYSICAL, SOUND)),
            MATR_RIGI=SIMP("o", typ=(PHYSICAL, "matr_asse_depl_c", SOUND)),
            MATR_AMOR=SIMP("f", typ=(PHYSICAL, SOUND)),
            MATR_IMPE_PHI=SIMP("f", typ=PHYSICAL),
            b_amor_flui=FLUID,
        ),
        b_matr_harm_gene=BLOC(
            HARMONIC & ON_BASIS,
            rules=EXCLUS("AMOR_MODAL", "MATR_AMOR"),
            MATR_MASS=SIMP("o", typ=GENERALISED),
            MATR_RIGI=SIMP("o", typ=(GENERALISED, "matr_asse_gene_c")),
            MATR_AMOR=SIMP("f", typ=GENERALISED),
            MATR_IMPE_PHI=SIMP("f", typ=GENERALISED),
            AMOR_MODAL=_damping(),
            b_amor_flui=FLUID,
        ),
        b_param_harm=BLOC(
            HARMONIC,
            rules=(UN_PARMI("FREQ", "LIST_FREQ"), EXCLUS("NOM_CHAM", "TOUT_CHAM")),
            FREQ=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
            LIST_FREQ=SIMP("f", typ="listr8_sdaster"),
            NOM_CHAM=SIMP("f", max=3, into=("DEPL", "VITE", "ACCE"), validators=(no_repeat,)),
            TOUT_CHAM=SIMP("f", into=("OUI",)),
            RESULTAT=SIMP("f", typ=("dyna_harmo", "harm_gene")),
            **periodic(),
        ),
        b_excit_harm_phys=BLOC(
            HARMONIC & ON_UNKNOWNS,
            rules=AU_MOINS_UN("EXCIT", "EXCIT_RESU"),
            EXCIT=_amplitude(
                UN_PARMI("VECT_ASSE", "CHARGE"),
                VECT_ASSE=SIMP("f", typ="cham_no_sdaster"),
                CHARGE=SIMP("f", typ=("char_meca", "char_cine_meca")),
            ),
            EXCIT_RESU=_response("dyna_harmo"),
        ),
        b_excit_harm_gene=BLOC(
            HARMONIC & ON_BASIS,
            rules=AU_MOINS_UN("EXCIT", "EXCIT_RESU"),
            EXCIT=_amplitude(VECT_ASSE_GENE=SIMP("o", typ="vect_asse_gene")),
            EXCIT_RESU=_response("harm_gene"),
        ),
        b_param_tran_gene=BLOC(TRANSIENT & ON_BASIS, SCHEMA_TEMPS=schemes(MODAL_SCHEMES, "RUNGE_KUTTA_32")),
        b_param_tran_phys=BLOC(TRANSIENT & ON_UNKNOWNS, SCHEMA_TEMPS=schemes(DIRECT_SCHEMES, "NEWMARK")),
        b_param_tran=BLOC(
            TRANSIENT,
            INCREMENT=FACT(
                "o",
                rules=UN_PARMI("LIST_INST", "PAS"),
                LIST_INST=SIMP("f", typ="listr8_sdaster"),
                b_list=BLOC(
                    present("LIST_INST"),
                    rules=EXCLUS("INST_FIN", "NUME_FIN"),
                    NUME_FIN=SIMP("f", typ="I", val_min=0),
                    INST_FIN=SIMP("f", typ="R"),
                ),
                PAS=SIMP("f", typ="R", val_min=1e-16),
                b_pas=BLOC(present("PAS"), INST_INIT=SIMP("f", typ="R"), INST_FIN=SIMP("o", typ="R")),
                VERI_PAS=SIMP("f", defaut="OUI", into=("OUI", "NON")),
            ),
        ),
        b_init_gene=BLOC(
            TRANSIENT & ON_BASIS,
            ETAT_INIT=_restart(
                "tran_gene",
                (EXCLUS("RESULTAT", "DEPL"), EXCLUS("RESULTAT", "VITE")),
                DEPL=SIMP("f", typ="vect_asse_gene"),
                VITE=SIMP("f", typ="vect_asse_gene"),
            ),
            ARCHIVAGE=FACT(
                "f",
                rules=(EXCLUS("LIST_INST", "INST"), AU_MOINS_UN("LIST_INST", "INST", "PAS_ARCH")),
                PAS_ARCH=SIMP("f", typ="I", val_min=0),
                LIST_INST=SIMP("f", typ="listr8_sdaster"),
                INST=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
            ),
        ),
        b_init_phys=BLOC(
            TRANSIENT & ON_UNKNOWNS,
            ETAT_INIT=_restart(
                "dyna_trans",
                (AU_MOINS_UN("RESULTAT", "DEPL", "VITE", "ACCE"), PRESENT_ABSENT("RESULTAT", "DEPL", "VITE", "ACCE")),
                DEPL=SIMP("f", typ="cham_no_sdaster"),
                VITE=SIMP("f", typ="cham_no_sdaster"),
                ACCE=SIMP("f", typ="cham_no_sdaster"),
            ),
            ARCHIVAGE=FACT(
                "f",
                rules=EXCLUS("LIST_INST", "INST"),
                PAS_ARCH=SIMP("f", typ="I", val_min=1),
                LIST_INST=SIMP("f", typ="listr8_sdaster"),
                INST=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
                b_inst=BLOC(present("LIST_INST") | present("INST"), **at_instants()),
                CHAM_EXCLU=SIMP("f", max=2, into=("DEPL", "VITE", "ACCE"), validators=(no_repeat,)),
            ),
        ),
        b_excit_tran_gene=BLOC(
            TRANSIENT & ON_BASIS,
            rules=PRESENT_ABSENT("MODE_STAT", "MODE_CORR"),
            EXCIT=FACT(
                "f",
                max="**",
                rules=(
                    UN_PARMI("FONC_MULT", "COEF_MULT", "ACCE"),
                    UN_PARMI("VECT_ASSE_GENE", "NUME_ORDRE"),
                    PRESENT_PRESENT("ACCE", "VITE", "DEPL"),
                    EXCLUS("MULT_APPUI", "CORR_STAT"),
                    PRESENT_PRESENT("MULT_APPUI", "ACCE"),
                ),
                VECT_ASSE_GENE=SIMP("f", typ="vect_asse_gene"),
                NUME_ORDRE=SIMP("f", typ="I"),
                FONC_MULT=SIMP("f", typ=FUNCTION),
                COEF_MULT=SIMP("f", typ="R"),
                **MOTION,
                MULT_APPUI=SIMP("f", into=("OUI",)),
                b_mult_appui=MULTI_SUPPORT,
                CORR_STAT=SIMP("f", into=("OUI",)),
                b_corr_stat=BLOC(
                    equal("CORR_STAT", "OUI"),
                    D_FONC_DT=SIMP("o", typ=FUNCTION),
                    D_FONC_DT2=SIMP("o", typ=FUNCTION),
                ),
            ),
            MODE_STAT=SIMP("f", typ="mode_meca"),
            MODE_CORR=SIMP("f", typ=("mult_elas", "mode_meca")),
            EXCIT_RESU=FACT(
                "f",
                max="**",
                RESULTAT=SIMP("o", typ="tran_gene"),
                COEF_MULT=SIMP("f", typ="R", defaut=1.0),
            ),
            COMPORTEMENT=relations(),
            TRAITEMENT_NONL=SIMP("f", into=("EXPLICITE", "IMPLICITE")),
            VERI_CHOC=FACT(
                "f",
                STOP_CRITERE=SIMP("f", defaut="OUI", into=("OUI", "NON")),
                SEUIL=SIMP("f", typ="R", defaut=0.5),
            ),
            IMPRESSION=FACT(
                "f",
                max="**",
                rules=tuple(PRESENT_ABSENT(word, "INST_FIN", "INST_INIT", "TOUT", "NIVEAU") for word in PRINTED),
                TOUT=SIMP("f", into=("OUI",), advisory=True),
                NIVEAU=SIMP("f", into=("DEPL_LOC", "VITE_LOC", "FORC_LOC", "TAUX_CHOC"), advisory=True),
                INST_INIT=SIMP("f", typ="R", advisory=True),
                INST_FIN=SIMP("f", typ="R", advisory=True),
                **{word: SIMP("f", typ="I") for word in PRINTED},
            ),
        ),
        b_excit_tran_phys=BLOC(
            TRANSIENT & ON_UNKNOWNS,
            EXCIT=FACT(
                "f",
                max="**",
                rules=(
                    UN_PARMI("CHARGE", "VECT_ASSE"),
                    EXCLUS("FONC_MULT", "COEF_MULT"),
                    EXCLUS("ACCE", "COEF_MULT"),
                    PRESENT_ABSENT("ACCE", "FONC_MULT"),
                    PRESENT_PRESENT("ACCE", "VITE", "DEPL"),
                ),
                VECT_ASSE=SIMP("f", typ="cham_no_sdaster"),
                CHARGE=SIMP("f", typ=("char_meca", "char_cine_meca")),
                FONC_MULT=SIMP("f", typ=FUNCTION),
                COEF_MULT=SIMP("f", typ="R"),
                **MOTION,
                MULT_APPUI=SIMP("f", defaut="NON", into=("OUI", "NON")),
                b_mult_appui=MULTI_SUPPORT,
            ),
            MODE_STAT=SIMP("f", typ="mode_meca"),
            EXCIT_RESU=FACT("f", max="**", RESULTAT=SIMP("o", typ="dyna_trans"), COEF_MULT=SIMP("o", typ="R")),
            ENERGIE=energie(),
            OBSERVATION=observation(("DEPL", "VITE", "ACCE"), ()),
        ),
        SOLVEUR=solveur(),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), advisory=True),
    ),
)
def dyna_vibra(args, context):
    """Hand over to the calculation that the two words ask for."""
    if args.TYPE_CALCUL == "HARM" and args.EQUI_HARM is not None:
        from pyaster_lite.commands._vibra_balance import periodic_response as calculation
    elif args.TYPE_CALCUL == "HARM":
        from pyaster_lite.commands._vibra_harmonic import harmonic as calculation
    elif args.BASE_CALCUL == "GENE":
        from pyaster_lite.commands._vibra_modal import modal_transient as calculation
    else:
        from pyaster_lite.commands._vibra_direct import direct_transient as calculation
    return calculation(args, context)


formerly("DYNA_TRAN_MODAL", "DYNA_VIBRA", "13.0.10", *OLD_MODAL_TRANSIENT)
formerly("DYNA_LINE_TRAN", "DYNA_VIBRA", "13.0.10", *OLD_DIRECT_TRANSIENT)
formerly("DYNA_LINE_HARM", "DYNA_VIBRA", "13.0.10", *OLD_HARMONIC)
