"""CALC_COUPURE: the resultant of nodal forces through sections, in axes of their own (u4.81.71).

Of an earthquake told by spectra S the resultants r of the modes are combined, direction by direction, h being their correlation,

    R^2 = sum_ij h_ij a_i a_j + c^2,   a_i = p_i S(xi_i, f_i) r_i / w_i^2,   c = r_static - sum p_i r_i / w_i^2

with the sign of r_static where it is wanted; without MODE_CORR r_static counts as zero, as in code_aster.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.modal_combination import complete_correlation

TORSOR = ("RESULT_X", "RESULT_Y", "RESULT_Z", "MOMENT_X", "MOMENT_Y", "MOMENT_Z")
RESULTS = ("mode_meca", "evol_elas", "evol_noli", "dyna_trans", "mult_elas")
OWN = ("R1", "R2", "R3", "M1", "M2", "M3")
SQUARE = 1e-5
"""Cosines of axes beyond this are not those of a right angle."""
_SIGNS = ((1, 1), (-1, 1), (-1, -1), (1, -1))
NEWMARK = (
    *((first, 0.4 * a, 0.4 * b) for first in (1, -1) for a, b in _SIGNS),
    *((0.4 * a, 1, 0.4 * b) for a, b in _SIGNS),
    *((0.4 * a, -1, 0.4 * b) for a, b in _SIGNS),
    *((0.4 * a, 0.4 * b, last) for last in (1, -1) for a, b in _SIGNS),
)
"""How the three directions are added up."""


def _axis(direction):
    return SIMP("f", typ="R", min=3, max=3, defaut=tuple(float(direction == axis) for axis in range(3)))


@operator(
    "CALC_COUPURE",
    produces="table_sdaster",
    keywords=dict(
        RESULTAT=SIMP("o", typ=RESULTS),
        FORCE=SIMP("f", into=("REAC_NODA", "FORC_NODA"), defaut="REAC_NODA"),
        MODAL_SPECTRAL=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        b_modspec=BLOC(
            equal("MODAL_SPECTRAL", "OUI"),
            COMB_MODE=SIMP("o", into=("CQC",), advisory=True),
            AMOR_REDUIT=SIMP("o", typ="R", max="**"),
            MODE_CORR=SIMP("f", typ="mode_meca"),
            SPEC_OSCI=SIMP("o", typ="nappe_sdaster", min=3, max=3),
            ECHELLE=SIMP("f", typ="R", min=3, max=3, defaut=(1.0, 1.0, 1.0)),
            MODE_SIGNE=SIMP("f", into=("OUI", "NON"), defaut="NON"),
            COMB_DIRECTION=SIMP("f", into=("QUAD", "NEWMARK"), defaut="QUAD"),
        ),
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
    """A row for each section and storage order, or for each direction of an earthquake and for their combinations."""
    for number, section in enumerate(args.COUPURE):
        if section.NOM in [other.NOM for other in args.COUPURE[:number]]:
            raise section.wrong("NOM", f"two sections have the name {section.NOM}", known_as="COUPURE_6")
    if args.MODAL_SPECTRAL == "OUI":
        return _of_earthquake(args, context)
    rows, types = _resultants(args, context, args.RESULTAT)
    return Table.from_rows(rows, {"NOM": "K24"} | types | dict.fromkeys(OWN, "R"))


def _resultants(args, context, result):
    """The rows, and the types of the columns that tell the storage orders."""
    rows, types = [], {}
    for section in args.COUPURE:
        turn = _turn(section)
        where = {"TOUT": "OUI"} if section.GROUP_MA is None else {"GROUP_MA": section.GROUP_MA}
        forces = context.run("CALC_CHAMP", RESULTAT=result, FORCE=args.FORCE, **where)
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
    return rows, types


def _by_section(rows, names):
    """The resultants (orders, 6) of each section."""
    return {name: np.array([[row[word] for word in OWN] for row in rows if row["NOM"] == name]) for name in names}


def _of_earthquake(args, context):
    modes = args.RESULTAT
    if modes.kind != "mode_meca":
        raise args.wrong("RESULTAT", "an earthquake told by spectra needs modes", known_as="COUPURE_7")
    count, given = len(modes.orders), np.atleast_1d(args.AMOR_REDUIT)
    if len(given) not in (1, count):
        raise args.wrong("AMOR_REDUIT", f"there are {count} modes and {len(given)} dampings", known_as="COUPURE_4")
    dampings, frequencies = np.broadcast_to(given, count), np.asarray(modes.access("FREQ"), float)
    names = [section.NOM for section in args.COUPURE]
    own = _by_section(_resultants(args, context, modes)[0], names)
    still = {name: np.zeros((3, len(OWN))) for name in names}
    if "MODE_CORR" in args:
        found = _resultants(args, context, args.MODE_CORR)[0]
        still = _by_section([row for number in (1, 2, 3) for row in found if row["NUME_MODE"] == number], names)
    shares = np.array([[modes.parameter(f"FACT_PARTICI_D{axis}", order) for order in modes.orders] for axis in "XYZ"], float)
    shares = shares / (2.0 * np.pi * frequencies) ** 2
    pushed = np.array(
        [
            [scale * float(spectrum(damping, frequency)) for damping, frequency in zip(dampings, frequencies)]
            for scale, spectrum in zip(args.ECHELLE, args.SPEC_OSCI)
        ]
    )
    correlation = complete_correlation(dampings, frequencies)
    combined, signs = {}, {}
    for name in names:
        parts = (shares * pushed)[:, :, None] * own[name]
        lacking = still[name] - np.einsum("dm,mk->dk", shares, own[name])
        combined[name] = np.sqrt(np.einsum("dmk,mn,dnk->dk", parts, correlation, parts) + lacking**2)
        signs[name] = np.where(still[name] < 0.0, -1.0, 1.0)
    rows = []

    def tell(name, values, direction, order, kind):
        rows.append(dict(zip(OWN, values.tolist())) | {"NOM": name, "DIRECTION": direction, "NUME_ORDRE": order, "TYPE": kind})

    if args.COMB_DIRECTION == "NEWMARK":
        args.mark_read("MODE_SIGNE")
        for name in names:
            for order, weights in enumerate(NEWMARK, 1):
                told = ";".join(f"{weight:g}" for weight in weights)
                tell(name, np.array(weights) @ (combined[name] * signs[name]), told, order, "NEWMARK")
    else:
        signed = args.MODE_SIGNE == "OUI"
        for order, direction in enumerate("XYZ"):
            for name in names:
                values = combined[name][order] * (signs[name][order] if signed else 1.0)
                tell(name, values, direction, order + 1, "CQC_SIGNE" if signed else "CQC_NON_SIGNE")
        for name in names:
            tell(name, np.sqrt((combined[name] ** 2).sum(axis=0)), "XYZ", 4, "CQC")
    return Table.from_rows(rows, {**dict.fromkeys(OWN, "R"), "NOM": "K24", "DIRECTION": "K24", "NUME_ORDRE": "I", "TYPE": "K24"})


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
