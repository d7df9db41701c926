"""CALC_COUPURE: the resultant of nodal forces through sections, in axes of their own (u4.81.71)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.concepts.table import Table

TORSOR = ("RESULT_X", "RESULT_Y", "RESULT_Z", "MOMENT_X", "MOMENT_Y", "MOMENT_Z")
RESULTS = ("mode_meca", "evol_elas", "evol_noli", "dyna_trans", "mult_elas")
OWN = ("R1", "R2", "R3", "M1", "M2", "M3")
SQUARE = 1e-5
"""Cosines of axes beyond this are not those of a right angle."""


def _axis(direction):
    return SIMP("f", typ="R", min=3, max=3, defaut=tuple(float(direction == axis) for axis in range(3)))


@operator(
    "CALC_COUPURE",
    produces="table_sdaster",
    keywords=dict(
        RESULTAT=SIMP("o", typ=RESULTS),
        FORCE=SIMP("f", into=("REAC_NODA", "FORC_NODA"), defaut="REAC_NODA"),
        MODAL_SPECTRAL=SIMP("f", into=("NON",), defaut="NON", advisory=True),
        COUPURE=FACT(
            "o",
            max="**",
            rules=UN_PARMI("TOUT", "GROUP_MA"),
            NOM=SIMP("o"),
            GROUP_NO=SIMP("o", typ="grno", max="**"),
            TOUT=SIMP("f", into=("OUI",), advisory=True),
            GROUP_MA=SIMP("f", typ="grma", max="**"),
            POINT=SIMP("o", typ="R", min=3, max=3),
            **{f"AXE_{axis}": _axis(number) for number, axis in enumerate("XYZ")},
            VERI_ORTHO=SIMP("f", defaut="NON", into=("OUI", "NON")),
        ),
    ),
)
def calc_coupure(args, context):
    """A row for each section and storage order."""
    rows, types = [], {}
    for number, section in enumerate(args.COUPURE):
        if section.NOM in [other.NOM for other in args.COUPURE[:number]]:
            raise section.wrong("NOM", f"two sections have the name {section.NOM}")
        turn = _turn(section)
        where = {"TOUT": "OUI"} if section.GROUP_MA is None else {"GROUP_MA": section.GROUP_MA}
        forces = context.run("CALC_CHAMP", RESULTAT=args.RESULTAT, FORCE=args.FORCE, **where)
        words = {"DX": ("DX", "DY", "DZ"), "DRX": ("DRX", "DRY", "DRZ")}
        action = {
            "OPERATION": "EXTRACTION", "INTITULE": section.NOM, "RESULTAT": forces, "NOM_CHAM": args.FORCE, "GROUP_NO": section.GROUP_NO,
            "RESULTANTE": words["DX"], "MOMENT": words["DRX"], "POINT": section.POINT,
        }  # fmt: skip
        found = context.run("POST_RELEVE_T", ACTION=[action])
        access = [name for name in ("NUME_ORDRE", "NOM_CAS", "INST", "FREQ", "NUME_MODE") if name in found.cells]
        types |= {name: found.types[name] for name in access}
        for row in found.rows():
            torsor = np.array([row[name] for name in TORSOR]).reshape(2, 3) @ turn.T
            rows.append(dict(zip(OWN, torsor.ravel().tolist())) | {"NOM": section.NOM} | {name: row[name] for name in access})
    return Table.from_rows(rows, {"NOM": "K24"} | types | dict.fromkeys(OWN, "R"))


def _turn(section):
    """(3, 3) from vectors to their parts along the axes."""
    axes = []
    for word in ("AXE_X", "AXE_Y", "AXE_Z"):
        size = np.linalg.norm(section[word])
        if not size:
            raise section.wrong(word, "an axis has a length")
        axes.append(np.array(section[word]) / size)
    if section.VERI_ORTHO == "OUI":
        for first, second in ((0, 1), (0, 2), (1, 2)):
            if abs(axes[first] @ axes[second]) > SQUARE:
                raise section.wrong(f"AXE_{'XYZ'[second]}", f"it is not at a right angle to AXE_{'XYZ'[first]}")
    try:
        return np.linalg.inv(np.array(axes).T)
    except np.linalg.LinAlgError:
        raise section.wrong("AXE_Z", "the three axes lie in a plane") from None
