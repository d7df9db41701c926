"""OBSERVATION and SUIVI_DDL: values followed step by step, in a table or on the progress line."""

from ..conditions import equal, is_in
from ..keywords import BLOC, FACT, SIMP
from ..rules import UN_PARMI
from .instants import instants
from .places import CELL_WORDS, NODE_WORDS

NODE_FIELDS = ("DEPL", "VITE", "ACCE", "FORC_NODA", "CONT_NOEU", "DEPL_ABSOLU", "VITE_ABSOLU", "ACCE_ABSOLU")
POINT_FIELDS = ("SIEF_ELGA", "VARI_ELGA", "EPSI_ELGA")
CELL_FIELDS = ("CONT_ELEM",)
"""One value for each cell."""
EVALUATIONS = ("VALE", "MIN", "MAX", "MOY", "MAXI_ABS", "MINI_ABS")

_NAMED = UN_PARMI("NOM_CMP", "NOM_VARI")


def _followed(node_fields, point_fields=POINT_FIELDS, cell_fields=()) -> dict:
    at_points = {
        "b_cham_elga": BLOC(
            is_in("NOM_CHAM", *point_fields),
            rules=(UN_PARMI("TOUT", "GROUP_MA", "MAILLE"),),
            EVAL_ELGA=SIMP("f", into=("VALE", "MIN", "MAX"), defaut="VALE"),
            b_elga_vale=BLOC(
                equal("EVAL_ELGA", "VALE"), POINT=SIMP("o", typ="I", max="**"), SOUS_POINT=SIMP("f", typ="I", val_min=1, max="**")
            ),
            **CELL_WORDS,
        ),
    }
    on_cells = BLOC(is_in("NOM_CHAM", *cell_fields), rules=(UN_PARMI("TOUT", "GROUP_MA", "MAILLE"),), **CELL_WORDS)
    return {
        "NOM_CHAM": SIMP("o", into=(*node_fields, *point_fields, *cell_fields)),
        "NOM_CMP": SIMP("f", max=20),
        "NOM_VARI": SIMP("f", max=20),
        "EVAL_CHAM": SIMP("f", into=EVALUATIONS, defaut="VALE"),
        "EVAL_CMP": SIMP("f", into=("VALE", "FORMULE"), defaut="VALE"),
        "b_formule": BLOC(equal("EVAL_CMP", "FORMULE"), FORMULE=SIMP("o", typ="formule")),
        "b_cham_no": BLOC(is_in("NOM_CHAM", *node_fields), rules=(UN_PARMI(*NODE_WORDS),), **NODE_WORDS),
        **(at_points if point_fields else {}),
        **({"b_cham_elem": on_cells} if cell_fields else {}),
    }


def observation(node_fields=NODE_FIELDS, point_fields=POINT_FIELDS, cell_fields=()) -> FACT:
    """Values put into the result's table OBSERVATION, which RECU_TABLE gives."""
    return FACT(
        "f",
        max="**",
        rules=_NAMED,
        TITRE=SIMP("f"),
        OBSE_ETAT_INIT=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        **_followed(node_fields, point_fields, cell_fields),
        **instants("PAS_OBSE", everywhere=True),
    )


def suivi_ddl() -> FACT:
    """Values shown beside the step."""
    return FACT("f", max=4, rules=_NAMED, TITRE=SIMP("f", max=3), **_followed(("DEPL", "VITE", "ACCE", "FORC_NODA")))
