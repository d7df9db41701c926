"""What DYNA_VIBRA says for periodic responses with contacts. code_aster has none of it: these words extend its TYPE_CALCUL='HARM'.

EQUI_HARM      harmonic balance: NB_HARM harmonics beside the mean, NB_INST instants a period at which states are looked for,
               NB_PERIODE marched periods, of which the last is kept; RESI_RELA and ITER_MAXI of Newton's method; BOUCLE keeps the
               loops of the contacts
CONTINUATION   follow the branch from the first frequency of the list to the last by arc length. PAS, PAS_MINI and PAS_MAXI are lengths
               along the branch in Hz, the motion being measured as a share of the largest so far times the range of frequencies
STABILITE      Floquet multipliers of every response
COMPORTEMENT   DIS_CHOC as in a transient, with FORC_PRECH, the normal force at rest
OBSERVATION    further components whose harmonics the table tells
NUME_HARM      (in EXCIT) the harmonic of an excitation, 0 for a static one
"""

from __future__ import annotations

from pyaster_lite.behaviours.localised._periodic import PeriodicShock
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP

COMPONENTS = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")


def periodic() -> dict:
    """The keywords beside FREQ."""
    return {
        "EQUI_HARM": FACT(
            "f",
            NB_HARM=SIMP("o", typ="I", val_min=1),
            NB_INST=SIMP("f", typ="I", val_min=1),
            NB_PERIODE=SIMP("f", typ="I", defaut=2, val_min=2),
            METHODE=SIMP("f", defaut="AFT", into=("AFT",)),
            RESI_RELA=SIMP("f", typ="R", defaut=1e-9, val_min=1e-14, val_max=1e-2),
            ITER_MAXI=SIMP("f", typ="I", defaut=40, val_min=1),
            BOUCLE=SIMP("f", defaut="NON", into=("OUI", "NON")),
        ),
        "b_equi_harm": BLOC(
            present("EQUI_HARM"),
            CONTINUATION=FACT(
                "f",
                METHODE=SIMP("f", defaut="LONG_ARC", into=("LONG_ARC",)),
                PAS=SIMP("f", typ="R", val_min=1e-300),
                PAS_MINI=SIMP("f", typ="R", val_min=1e-300),
                PAS_MAXI=SIMP("f", typ="R", val_min=1e-300),
                NB_PAS_MAXI=SIMP("f", typ="I", defaut=500, val_min=1),
            ),
            STABILITE=SIMP("f", defaut="NON", into=("OUI", "NON")),
            COMPORTEMENT=FACT(
                "o",
                max="**",
                RELATION=SIMP("o", into=("DIS_CHOC",)),
                b_dis_choc=BLOC(equal("RELATION", "DIS_CHOC"), rules=PeriodicShock.rules, **PeriodicShock.keywords),
            ),
            OBSERVATION=FACT(
                "f",
                max="**",
                GROUP_NO=SIMP("o", typ="grno", max="**"),
                NOM_CMP=SIMP("o", max=6, into=COMPONENTS),
            ),
        ),
    }
