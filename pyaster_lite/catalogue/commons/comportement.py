"""COMPORTEMENT: which constitutive law each cell obeys; the values of RELATION are the open list behaviours/."""

from ..conditions import absent, equal, is_in
from ..keywords import BLOC, FACT, SIMP
from ..registry import BEHAVIOURS, FLUIDS, RETENTIONS, AnyOf
from ..rules import EXCLUS
from .places import CELL_WORDS

ALGORITHMS = (
    "ANALYTIQUE",
    "SECANTE",
    "DEKKER",
    "NEWTON_1D",
    "BRENT",
    "NEWTON",
    "NEWTON_RELI",
    "NEWTON_PERT",
    "RUNGE_KUTTA",
    "SPECIFIQUE",
    "SEMI_EXPLICITE",
    "BASCULE_EXPLICITE",
    "SANS_OBJET",
)

DEFORMATIONS = ("PETIT", "PETIT_REAC", "GREEN_LAGRANGE", "GROT_GDEP", "GDEF_LOG", "SIMO_MIEHE")


KITS = {
    "KIT_H": (False, False, 1),
    "KIT_HH": (False, False, 2),
    "KIT_HH2": (False, False, 2),
    "KIT_THV": (False, True, 1),
    "KIT_THH": (False, True, 2),
    "KIT_THH2": (False, True, 2),
    "KIT_HM": (True, False, 1),
    "KIT_HHM": (True, False, 2),
    "KIT_HH2M": (True, False, 2),
    "KIT_THM": (True, True, 1),
    "KIT_THHM": (True, True, 2),
    "KIT_THH2M": (True, True, 2),
}
"""The RELATION of porous media: whether they move, whether there is heat, how many pressures there are."""


METALS = tuple(
    f"META_{flow}_{hardening}{more}" for flow in "PV" for hardening in ("IL", "INL", "CL") for more in ("", "_PT", "_RE", "_PT_RE")
)
"""The RELATION of metals whose phases change."""

CRYSTALS = ("MONOCRISTAL", "POLYCRISTAL")
"""The RELATION whose law DEFI_COMPOR makes."""


WRITTEN = is_in("RELATION", "MFRONT") | is_in("RELATION_KIT", "MFRONT")
"""Whether CREA_LIB_MFRONT gives the law."""

OF_WRITTEN = dict(
    ALGO_CPLAN=SIMP("f", into=("DEBORST", "ANALYTIQUE"), defaut="DEBORST"),
    VERI_BORNE=SIMP("f", into=("ARRET", "SANS", "MESSAGE"), defaut="ARRET"),
    SYME_MATR_TANG=SIMP("f", into=("OUI", "NON"), defaut="OUI", advisory=True),
    RESI_INTE=SIMP("f", typ="R"),
    ITER_INTE_MAXI=SIMP("f", typ="I"),
)
"""What such a law is asked with."""

OF_KITS = AnyOf(FLUIDS, RETENTIONS, BEHAVIOURS)
"""What the RELATION of porous media are made of."""


OWN_TANGENTS = ("MATR_ELAS", "MATR_ENDO")
"""Tangents that some laws let choose: the elasticity, and what damage leaves of it."""


def comportement(kits: bool = False) -> FACT:
    """The law of groups of cells; ELAS where none is named. `kits`: also those of porous media.

    Local equations are solved to machine precision whatever ALGO_INTE (but for RUNGE_KUTTA), RESI_INTE and ITER_INTE_MAXI say, but those
    of laws that are looked for as code_aster does (`within`), where the path within the precision counts.
    """
    return FACT(
        "f",
        max="**",
        rules=(EXCLUS("TOUT", "GROUP_MA"), EXCLUS("TOUT", "MAILLE")),
        RELATION=SIMP("f", into=AnyOf(KITS, BEHAVIOURS) if kits else BEHAVIOURS, defaut="ELAS"),
        **(dict(b_kit=BLOC(is_in("RELATION", *KITS), RELATION_KIT=SIMP("o", max=3, into=OF_KITS))) if kits else {}),
        b_pair=BLOC(is_in("RELATION", "KIT_CG", "KIT_DDI"), RELATION_KIT=SIMP("o", min=2, max=2)),
        b_metal=BLOC(is_in("RELATION", *METALS), RELATION_KIT=SIMP("o", into=("ACIER", "ZIRC"))),
        b_crystal=BLOC(is_in("RELATION", *CRYSTALS), COMPOR=SIMP("o", typ="compor_sdaster")),
        b_mfront=BLOC(WRITTEN, COMPOR_MFRONT=SIMP("o", typ="compor_mgis"), **OF_WRITTEN),
        b_fibres=BLOC(equal("RELATION", "MULTIFIBRE"), RIGI_GEOM=SIMP("f", into=("DEFAUT", "OUI"), defaut="DEFAUT")),
        DEFORMATION=SIMP("f", into=DEFORMATIONS, defaut="PETIT"),
        **CELL_WORDS,
        PARM_THETA=SIMP("f", typ="R", val_min=0.0, val_max=1.0, defaut=1.0),
        ALGO_INTE=SIMP("f", into=ALGORITHMS, advisory=True),
        b_precision=BLOC(
            ~WRITTEN,
            RESI_INTE=SIMP("f", typ="R", defaut=1.0e-6, advisory=True),
            ITER_INTE_MAXI=SIMP("f", typ="I", defaut=20, advisory=True),
        ),
        ITER_INTE_PAS=SIMP("f", typ="I", defaut=0, advisory=True),
        RESI_CPLAN_MAXI=SIMP("f", typ="R"),
        b_resi_cplan=BLOC(absent("RESI_CPLAN_MAXI"), RESI_CPLAN_RELA=SIMP("f", typ="R", defaut=1.0e-6)),
        REGU_VISC=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        POST_INCR=SIMP("f", into=("REST_ECRO", "SANS")),
        TYPE_MATR_TANG=SIMP("f", into=("PERTURBATION", "VERIFICATION", *OWN_TANGENTS)),
        b_perturb=BLOC(is_in("TYPE_MATR_TANG", "PERTURBATION", "VERIFICATION"), VALE_PERT_RELA=SIMP("f", typ="R", defaut=1.0e-5)),
        b_radial=BLOC(absent("TYPE_MATR_TANG"), RESI_RADI_RELA=SIMP("f", typ="R")),
        POST_ITER=SIMP("f", into=("CRIT_RUPT",)),
        ITER_CPLAN_MAXI=SIMP("f", typ="I", defaut=10, advisory=True),
    )
