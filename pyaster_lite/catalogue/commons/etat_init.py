"""ETAT_INIT: the state an evolution starts from."""

from ..conditions import equal, present
from ..keywords import BLOC, FACT, SIMP
from ..rules import AU_MOINS_UN, EXCLUS


def etat_init(dynamic: bool) -> FACT:
    """Fields, or an instant of another evolution, or both (the fields then hold)."""
    fields = {"DEPL": "cham_no_sdaster", "SIGM": ("cham_elem", "carte_sdaster"), "VARI": "cham_elem", "STRX": "cham_elem"}
    if dynamic:
        fields |= {"VITE": "cham_no_sdaster", "ACCE": "cham_no_sdaster"}
    return FACT(
        "f",
        rules=(AU_MOINS_UN("EVOL_NOLI", *fields), EXCLUS("NUME_ORDRE", "INST")),
        EVOL_NOLI=SIMP("f", typ="evol_noli"),
        b_evol=BLOC(
            present("EVOL_NOLI"),
            NUME_ORDRE=SIMP("f", typ="I"),
            NUME_DIDI=SIMP("f", typ="I"),
            INST=SIMP("f", typ="R"),
            b_inst=BLOC(
                present("INST"),
                CRITERE=SIMP("f", into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
                b_prec_rela=BLOC(equal("CRITERE", "RELATIF"), PRECISION=SIMP("f", typ="R", defaut=1e-6, dated=(("9.3.14", 1e-3),))),
                b_prec_abso=BLOC(equal("CRITERE", "ABSOLU"), PRECISION=SIMP("o", typ="R")),
            ),
        ),
        **{word: SIMP("f", typ=kind) for word, kind in fields.items()},
    )
