"""POST_KCP: stress intensity factors of a defect under a coating, from stresses without it (u4.82.43, r7.02.10)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.concepts.function import Function
from pyaster_lite.concepts.function_family import FunctionFamily
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.clad_defect import POINTS, Defect, corrected, equivalent

_SOFTEST, _STIFFEST = 0.7, 1.0
"""Between which Young's modulus of the coating must be, over that of the metal."""
_MODES = ("K1", "K2", "K3")
_STRESSES = ("SIXX", "SIYY", "SIZZ", "SIXY", "SIXZ", "SIYZ")


@operator(
    "POST_KCP",
    produces="table_sdaster",
    keywords=dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        MATER_MDB=SIMP("o", typ="mater_sdaster"),
        EPAIS_MDB=SIMP("o", typ="R"),
        MATER_REV=SIMP("o", typ="mater_sdaster"),
        EPAIS_REV=SIMP("o", typ="R"),
        UNITE_LONGUEUR=SIMP("o", into=("M", "MM")),
        FISSURE=FACT(
            "o",
            FORM_FISS=SIMP("o", into=("SEMI_ELLIPTIQUE", "BANDE")),
            b_defaut_eli=BLOC(
                equal("FORM_FISS", "SEMI_ELLIPTIQUE"),
                LONGUEUR=SIMP("o", typ="R"),
                CORRECTION=SIMP("f", into=("BETA_2D", "BETA_3D"), defaut="BETA_3D"),
            ),
            PROFONDEUR=SIMP("o", typ="R"),
            ORIENTATION=SIMP("o", into=("CIRC", "LONGI")),
        ),
        K1D=FACT("o", max="**", TABL_MECA=SIMP("o", typ="table_sdaster"), TABL_THER=SIMP("o", typ="table_sdaster")),
    ),
)
def post_kcp(args, context):
    """A row for each instant of each TABL_MECA."""
    crack, unit = args.FISSURE, 1e-3 if args.UNITE_LONGUEUR == "MM" else 1.0
    ellipse, space = crack.FORM_FISS == "SEMI_ELLIPTIQUE", args.MODELE.dimension == 3
    defect = Defect(unit * crack.PROFONDEUR, unit * crack.LONGUEUR / 2.0 if ellipse else None, unit * args.EPAIS_REV, unit * args.EPAIS_MDB)
    tips, modes = ("A", "B", "C") if ellipse else ("A", "B"), _MODES if space else _MODES[:2]
    columns = ["INST", "TEMP_A", "TEMP_B", *(f"{mode}_{tip}" for tip in tips for mode in modes)]
    columns += [f"{name}_{tip}" for name in ("K_eq", "KCP") for tip in tips]
    rows = []
    for given in args.K1D:
        rows += _rows(args, given, defect, tips, columns, space)
    return Table.from_rows(rows, dict.fromkeys(columns, "R"), title="POST_KCP")


def _rows(args, given, defect, tips, columns, space):
    lengthwise = args.FISSURE.ORIENTATION == "LONGI"
    places, instants, stresses = _on_plane(given, lengthwise, space)
    warm = dict(zip("AB", _temperatures(given, instants)))
    found = {"INST": instants, "TEMP_A": warm["A"], "TEMP_B": warm["B"]}
    stiffness = {tip: _stiffness(args, warm[at]) for tip, at in (("A", "A"), ("B", "B"), ("C", "A"))}
    whole = {}
    for tip in tips:
        parts = [defect.intensity(tip, stiffness[tip], places, stress) for stress in stresses]
        found |= {f"{mode}_{tip}": values for mode, values in zip(_MODES, parts)}
        whole[tip] = found[f"K_eq_{tip}"] = equivalent(*parts)
    by_ellipse = args.FISSURE.get("CORRECTION") == "BETA_3D"
    beta = defect.corrections(whole["A"], _strength(args, warm["A"]), lengthwise, by_ellipse)
    found |= {f"KCP_{tip}": corrected(whole[tip], beta[tip]) for tip in tips}
    return [dict(zip(columns, row)) for row in zip(*(found[name].tolist() for name in columns))]


def _column(given, word, name):
    table = given[word]
    if name not in table.cells:
        raise given.wrong(word, f"{table.name} has no column {name}")
    return np.array(table.cells[name], float)


def _by_instant(given, word):
    """(instants (n,), how many points there are at each)."""
    times = _column(given, word, "INST")
    instants = np.array(list(dict.fromkeys(times.tolist())))
    return instants, len(times) // len(instants)


def _on_plane(given, lengthwise, space):
    """(places (5,), instants (n,), the stresses (n, 5) of the three modes on the plane of the defect)."""
    instants, points = _by_instant(given, "TABL_MECA")
    if points != POINTS:
        raise given.wrong("TABL_MECA", f"the line has {POINTS} points, not {points}")
    if space:
        x, y = (_column(given, "TABL_MECA", name) for name in ("COOR_X", "COOR_Y"))
        xx, yy, zz, xy, xz, yz = (_column(given, "TABL_MECA", name) for name in _STRESSES)
        radius = np.where(np.hypot(x, y) == 0.0, 1e-12, np.hypot(x, y))
        c, s = x / radius, y / radius
        hoop_axial = -s * xz + c * yz
        if lengthwise:
            stresses = s * s * xx - 2 * s * c * xy + c * c * yy, -s * c * xx + (c * c - s * s) * xy + s * c * yy, hoop_axial
        else:
            stresses = zz, c * xz + s * yz, hoop_axial
    else:
        first = _column(given, "TABL_MECA", "SIZZ" if lengthwise else "SIYY")
        second = np.zeros_like(first) if lengthwise else _column(given, "TABL_MECA", "SIXY")
        stresses = first, second, np.zeros_like(first)
    places = _column(given, "TABL_MECA", "ABSC_CURV")[:points]
    return places, instants, [values.reshape(len(instants), points) for values in stresses]


def _temperatures(given, instants):
    """At the first and at the last point of the line."""
    times, points = _by_instant(given, "TABL_THER")
    values = _column(given, "TABL_THER", "TEMP").reshape(len(times), points)
    return tuple(np.interp(instants, times, values[:, place]) for place in (0, -1))


def _along(value, temperatures):
    """A number, or a function of the temperature that goes straight from point to point and stays at its ends."""
    return np.interp(temperatures, value.x, value.y) if hasattr(value, "x") else np.full(len(temperatures), float(value))


def _stiffness(args, temperatures):
    """(n,) Young's modulus of the coating over that of the metal."""
    moduli = []
    for word in ("MATER_REV", "MATER_MDB"):
        laws = args[word].laws
        value = (laws.get("ELAS") or laws.get("ELAS_FO") or {}).get("E")
        if value is None:
            raise args.wrong(word, "the material has no ELAS")
        moduli.append(_along(value, temperatures))
    ratio = moduli[0] / moduli[1]
    if not ((ratio >= _SOFTEST) & (ratio <= _STIFFEST)).all():
        raise args.wrong("MATER_REV", f"Young's modulus of the coating is between {_SOFTEST:g} and {_STIFFEST:g} times that of the metal")
    return ratio


def _strength(args, temperatures):
    """(n,) where the coating yields: the first ordinate of its curve of traction, or SY."""
    laws = args.MATER_REV.laws
    if "TRACTION" in laws:
        curve = laws["TRACTION"]["SIGM"]
        if isinstance(curve, FunctionFamily):
            own = Function(curve.values, [one.y[0] for one in curve.functions], curve.properties)
            return own.evaluate(**{curve.properties.parameter: temperatures})
        return np.full(len(temperatures), float(curve.y[0]))
    law = laws.get("ECRO_LINE") or laws.get("ECRO_LINE_FO")
    if law is None:
        raise args.wrong("MATER_REV", "the coating yields by TRACTION or ECRO_LINE")
    value = law["SY"]
    return value.evaluate(TEMP=temperatures) if hasattr(value, "evaluate") else np.full(len(temperatures), float(value))
