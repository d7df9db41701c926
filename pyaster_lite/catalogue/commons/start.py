"""Keywords of DEBUT and POURSUITE (u4.11.01, u4.11.03): all of them steer code_aster's own machinery."""

from ..keywords import FACT, SIMP
from ..legacy import Renamed
from ..rules import EXCLUS

_RESERVE = dict(VALE=SIMP(typ="I", val_min=0), POURCENTAGE=SIMP(typ="R", val_min=0.0, val_max=1.0))

START = dict(
    IMPR_MACRO=SIMP(into=("OUI", "NON"), defaut="NON", advisory=True),
    BASE=FACT(
        max=2,
        advisory=True,
        FICHIER=SIMP("o", into=("GLOBALE", "VOLATILE")),
        TITRE=SIMP(),
        CAS=SIMP(),
        NMAX_ENRE=SIMP(typ="I"),
        LONG_ENRE=SIMP(typ="I"),
        LONG_REPE=SIMP(typ="I"),
        TAILLE=SIMP(typ="I"),
    ),
    CODE=SIMP(into=("OUI", "NON"), advisory=True),
    ERREUR=FACT(
        advisory=True,
        ERREUR_F=SIMP(into=("ABORT", "EXCEPTION")),
        ALARME=SIMP(into=("ALARME", "EXCEPTION")),
    ),
    DEBUG=FACT(
        advisory=True,
        JXVERI=SIMP(into=("OUI", "NON"), defaut="NON"),
        SDVERI=SIMP(into=("OUI", "NON"), defaut="NON"),
        JEVEUX=SIMP(into=("OUI", "NON"), defaut="NON"),
        ENVIMA=SIMP(into=("TEST",)),
        VERI_BASE=SIMP(into=("GLOBALE", "VOLATILE")),
        VERI_BASE_NB=SIMP(typ="I", defaut=125),
    ),
    MESURE_TEMPS=FACT(
        advisory=True,
        NIVE_DETAIL=SIMP(typ="I", into=(0, 1, 2, 3), defaut=1),
        MOYENNE=SIMP(into=("OUI", "NON"), defaut="NON"),
    ),
    MEMOIRE=FACT(advisory=True, TAILLE_BLOC=SIMP(typ="R", defaut=800.0), TAILLE_GROUP_ELEM=SIMP(typ="I", defaut=1000)),
    RESERVE_CPU=FACT(advisory=True, rules=(EXCLUS("VALE", "POURCENTAGE"),), **_RESERVE),
    RESERVE_MEMOIRE=FACT(advisory=True, rules=(EXCLUS("VALE", "POURCENTAGE"),), **_RESERVE),
    IGNORE_ALARM=SIMP(max="**", advisory=True),
    LANG=SIMP(advisory=True),
    INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
    MODE=SIMP(into=("AUTO", "DEBUT", "POURSUITE"), defaut="AUTO", advisory=True),
)

START_LEGACY = (
    Renamed("PAR_LOT", None, last="15.2.12", still=True),
    Renamed("FORMAT_HDF", None, last="15.2.17+", still=True),
    Renamed("DEBUG/HIST_ETAPE", None, last="15.2.17+", still=True),
    Renamed("MEMOIRE/DYNAMIQUE", None, last="11.1.1"),
    Renamed("MEMOIRE/TYPE_ALLOCATION", None, last="11.1.1"),
    Renamed("CODE/NOM", None, last="12.0.14"),
    Renamed("CODE/VISU_EFICAS", None, last="13.3.21"),
    Renamed("CODE", "CODE", lambda value: value if isinstance(value, str) else "OUI", last="15.2.17+"),
)
