"""What commands share that expand measurements on a basis: the fields that may be measured, and how the coordinates are solved for."""

from ..conditions import equal
from ..keywords import BLOC, FACT, SIMP
from ..rules import PRESENT_ABSENT

MEASURED = ("DEPL", "VITE", "ACCE", "SIEF_NOEU", "EPSI_NOEU")
RESOLUTION = FACT(
    "f",
    METHODE=SIMP("f", into=("LU", "SVD"), defaut="LU"),
    b_svd=BLOC(equal("METHODE", "SVD"), EPS=SIMP("f", typ="R", defaut=0.0)),
    REGUL=SIMP("f", into=("NON", "NORM_MIN", "TIK_RELA"), defaut="NON"),
    b_regul=BLOC(
        ~equal("REGUL", "NON"),
        rules=PRESENT_ABSENT("COEF_PONDER", "COEF_PONDER_F"),
        COEF_PONDER=SIMP("f", typ="R", max="**"),
        COEF_PONDER_F=SIMP("f", typ="fonction_sdaster", max="**"),
    ),
)
