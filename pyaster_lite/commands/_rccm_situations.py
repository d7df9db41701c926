"""POST_RCCM, TYPE_RESU_MECA='B3200': situations read from unit loads, transients and an earthquake (u4.83.11, r7.04.03)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import ENSEMBLE, PRESENT_ABSENT, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands._rccm_lines import along, instants_of, stresses
from pyaster_lite.fe.load_situations import ARRAYS, NOWHERE, Situation
from pyaster_lite.fe.stress_lines import linear_parts

_AXES = ("FX", "FY", "FZ", "MX", "MY", "MZ")
_BRANCHES = ("TUBU", "CORP")
SIDES = {"ORIG": (0, -1.0), "EXTR": (-1, 1.0)}
"""The point of a line at each side, and the sign of bending there."""
KINDS = ("linear", "peak", "membrane", "bending")
TRANSIENTS = ("RESU_THER", "RESU_PRES", "RESU_MECA")


def loads_of(kind, prefix="", forces=True):
    """The words of loads along the axes of one tensor, and of two; of moments alone without `forces`."""
    axes = _AXES if forces else _AXES[3:]
    one = {f"{prefix}{a}": SIMP("o" if a[0] == "M" else "f", typ=kind) for a in axes if a != "MX"}
    two = {f"{prefix}{a}_{b}": SIMP("o" if a[0] == "M" else "f", typ=kind) for b in _BRANCHES for a in axes if (a, b) != ("MX", "TUBU")}
    return {
        f"{prefix}MX": SIMP("f", typ=kind),
        f"{prefix}MX_TUBU": SIMP("f", typ=kind),
        "b_1_tenseur": BLOC(present(f"{prefix}MX"), **one),
        "b_2_tenseurs": BLOC(present(f"{prefix}MX_TUBU"), **two),
    }


def numbered(word):
    """The words of tables of transients that have numbers."""
    return FACT("f", max="**", **{f"NUME_{word}": SIMP("o", typ="I"), f"TABL_{word}": SIMP("o", typ="table_sdaster")})


IDENTITY = dict(
    NB_OCCUR=SIMP("o", typ="I"),
    NUME_SITU=SIMP("o", typ="I"),
    NOM_SITU=SIMP("f"),
    COMBINABLE=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
    NUME_GROUPE=SIMP("o", typ="I", max=20),
    NUME_PASSAGE=SIMP("f", typ="I", min=2, max=20),
    NUME_PARTAGE=SIMP("f", typ="I"),
    NUME_RESU_THER=SIMP("f", typ="I"),
)
"""What every situation is told by: its number, how often it is, whom it combines with."""
_TABLE = SIMP("f", typ="table_sdaster")
WORDS = dict(
    CHAR_MECA=FACT(
        "f", max="**", rules=UN_PARMI("MX", "MX_TUBU"), NUME_CHAR=SIMP("o", typ="I"), NOM_CHAR=SIMP("f", advisory=True), **loads_of("R")
    ),
    RESU_MECA_UNIT=FACT("f", rules=UN_PARMI("TABL_MX", "TABL_MX_TUBU"), **loads_of("table_sdaster", "TABL_"), TABL_PRES=_TABLE),
    RESU_THER=numbered("RESU_THER"),
    RESU_PRES=numbered("RESU_PRES"),
    RESU_MECA=numbered("RESU_MECA"),
    SITUATION=FACT(
        "o",
        max="**",
        rules=(
            UN_PARMI("CHAR_ETAT_A", "NUME_RESU_MECA"),
            PRESENT_ABSENT("PRES_A", "NUME_RESU_PRES"),
            ENSEMBLE("PRES_A", "PRES_B"),
            ENSEMBLE("CHAR_ETAT_A", "CHAR_ETAT_B"),
            PRESENT_PRESENT("TEMP_A", "TABL_TEMP"),
            PRESENT_PRESENT("O_ETOILE", "TABL_TEMP"),
            ENSEMBLE("TEMP_A", "TEMP_B"),
        ),
        **IDENTITY,
        NUME_RESU_PRES=SIMP("f", typ="I"),
        NUME_RESU_MECA=SIMP("f", typ="I"),
        CHAR_ETAT_A=SIMP("f", typ="I"),
        CHAR_ETAT_B=SIMP("f", typ="I"),
        PRES_A=SIMP("f", typ="R"),
        PRES_B=SIMP("f", typ="R"),
        O_ETOILE=SIMP("f", typ="R"),
        TABL_TEMP=_TABLE,
        TEMP_A=SIMP("f", typ="R"),
        TEMP_B=SIMP("f", typ="R"),
    ),
    SEISME=FACT(
        "f",
        rules=(UN_PARMI("CHAR_ETAT", "TABL_MX"), ENSEMBLE(*(f"TABL_{a}" for a in _AXES))),
        NB_OCCUR=SIMP("o", typ="I"),
        NB_CYCL_SEISME=SIMP("o", typ="I"),
        NUME_SITU=SIMP("o", typ="I"),
        NOM_SITU=SIMP("f"),
        CHAR_ETAT=SIMP("f", typ="I"),
        **{f"TABL_{a}": _TABLE for a in _AXES},
    ),
)


def hot_by_time(given) -> bool:
    """Whether a situation's transient is of thermal stresses, or of mechanical loads as well."""
    return any(given.get(f"NUME_{word}") is not None for word in ("RESU_THER", "RESU_MECA"))


def _parts(places, stress, side):
    """By kind the stresses (..., 6) at a side of stresses (..., points, 6)."""
    point, sign = SIDES[side]
    membrane, bending = linear_parts(places, stress)
    return {"linear": membrane + sign * bending, "peak": stress[..., point, :], "membrane": membrane, "bending": bending}


class UnitLoads:
    """The stresses of unit loads at the sides of the line, and the loads that CHAR_MECA numbers."""

    def __init__(self, args):
        self.args, self.tables = args, args.get("RESU_MECA_UNIT")
        self.loads = {load.NUME_CHAR: np.array([load.get(name) or 0.0 for name in self._names(load)]) for load in args.CHAR_MECA or ()}
        if self.tables is not None:
            names = self._names(self.tables, "TABL_")
            first = "TABL_MX" if self.tables.get("TABL_MX") is not None else "TABL_MX_TUBU"
            self.places = along(self.tables, first, "")
            given = [self.tables.get(name) is not None for name in (*names, "TABL_PRES")]
            found = [
                stresses(self.tables, name, "", self.places) if there else np.zeros((len(self.places), 6))
                for name, there in zip((*names, "TABL_PRES"), given)
            ]
            self.pressed, self.stress = given[-1], np.array(found)

    @staticmethod
    def _names(words, prefix=""):
        """The words of the six loads of one tensor, filled up to twelve, or of the twelve of two."""
        two = words.get(f"{prefix}MX_TUBU") is not None
        return [f"{prefix}{a}_{b}" for b in _BRANCHES for a in _AXES] if two else [*(f"{prefix}{a}" for a in _AXES), *[""] * 6]

    def of(self, occurrence, word) -> np.ndarray:
        """(12,) the loads that a word of an occurrence numbers."""
        number = occurrence[word]
        if number not in self.loads:
            raise occurrence.wrong(word, f"no CHAR_MECA has the number {number}")
        return self.loads[number]

    def parts(self, side):
        """By kind (13, 6): of the twelve loads and of pressure."""
        return _parts(self.places, self.stress, side)


class Reader:
    """Makes the situations of a command."""

    def __init__(self, args):
        self.args, self.unit = args, UnitLoads(args)
        self._numbered = {word: {own[f"NUME_{word}"]: own for own in args.get(word) or ()} for word in TRANSIENTS}
        for word, found in self._numbered.items():
            for own in found.values():
                own.mark_read(f"TABL_{word}")  # situations may leave some of them alone

    def situation(self, given, side) -> Situation:
        """A SITUATION at a side."""
        changes, instants, arrays = self.course(given, side)
        states, moved = {kind: np.zeros((2, 6)) for kind in KINDS}, {kind: np.zeros((len(instants), 6)) for kind in ("linear", "peak")}
        pressure, unitary, by_states = None, False, None
        if given.PRES_A is not None:
            if self.unit.tables is None or not self.unit.pressed and (given.PRES_A or given.PRES_B):
                raise given.wrong("PRES_A", "pressures of states need RESU_MECA_UNIT/TABL_PRES")
            both = np.array([given.PRES_A, given.PRES_B])
            unit = {kind: values[12] for kind, values in self.unit.parts(side).items()}
            states = {kind: states[kind] + both[:, None] * unit[kind] for kind in KINDS}
            pressure, unitary = abs(both).max() * unit["membrane"], True
            if given.CHAR_ETAT_A is None or given.TEMP_A is not None:
                by_states = states["peak"]
        if given.CHAR_ETAT_A is not None:
            loads = np.array([self.unit.of(given, f"CHAR_ETAT_{state}") for state in "AB"])
            self._check_unit(given, "CHAR_ETAT_A")
            unit = {kind: values[:12] for kind, values in self.unit.parts(side).items()}
            if given.TEMP_A is None:
                states, unitary = {kind: states[kind] + loads @ unit[kind] for kind in KINDS}, True
            else:
                rate = (loads[0] - loads[1]) / (given.TEMP_A - given.TEMP_B)
                warm = self.temperatures(given, side, instants if changes else None)
                now = loads[0] + rate * (warm[:, None] - given.TEMP_A)
                moved = {kind: now @ unit[kind] for kind in moved}
        return Situation(
            instants, **arrays, moved=moved, states=states, unitary=unitary, changes=changes, pressure=pressure,
            pressed_by_time=given.NUME_RESU_PRES is not None, hot_by_time=hot_by_time(given), by_states=by_states,
        )  # fmt: skip

    def course(self, given, side):
        """(whether there is a transient, its instants, by name the stresses there)."""
        if any(given.get(f"NUME_{word}") is not None for word in self._numbered):
            return True, *self._transient(given, side)
        return False, np.array([NOWHERE]), {name: np.zeros((1, 6)) for name in ARRAYS}

    def _transient(self, given, side):
        tables = {word: self._table(given, word) for word in self._numbered if given.get(f"NUME_{word}") is not None}
        word, first = next(iter(tables.items()))
        instants, places = instants_of(first, f"TABL_{word}", ""), along(first, f"TABL_{word}", "")
        zero = np.zeros((len(instants), len(places), 6))
        found = {w: stresses(tables[w], f"TABL_{w}", "", places, instants) if w in tables else zero for w in TRANSIENTS}
        hot, pressed, moved = (_parts(places, found[w], side) for w in TRANSIENTS)
        mechanical = pressed["peak"] + moved["peak"]
        linear = hot["linear"] + pressed["linear"] + moved["linear"]
        # Where all pairs of instants are gone through, code_aster writes zero over the shear YZ of thermal bending (rc32t2)
        bent = hot["bending"] * (1.0, 1.0, 1.0, 1.0, 1.0, float(self.args.METHODE == "TRESCA"))
        arrays = {
            "linear": linear,
            "net": linear - SIDES[side][1] * bent,
            "hot": hot["linear"],
            "pressed": pressed["membrane"],
            "pushed": pressed["linear"],
            "peak": hot["peak"] + mechanical,
            "mechanical": mechanical,
        }
        return np.array(instants), arrays

    def _check_unit(self, given, word):
        if self.unit.tables is None:
            raise given.wrong(word, "numbered loads need RESU_MECA_UNIT")

    def _table(self, given, word):
        number = given[f"NUME_{word}"]
        if number not in self._numbered[word]:
            raise given.wrong(f"NUME_{word}", f"no {word} has the number {number}")
        return self._numbered[word][number]

    def temperatures(self, given, side, instants=None):
        """(n,) of a situation at a side, at instants, or at the first one that there is."""
        named = [(self._table(given, word), f"TABL_{word}") for word in self._numbered if given.get(f"NUME_{word}") is not None]
        place = along(*(named or [(given, "TABL_TEMP")])[0], "")[SIDES[side][0]]
        times = instants_of(given, "TABL_TEMP", "")[:1] if instants is None else instants
        return stresses(given, "TABL_TEMP", "", [place], times, names=("TEMP",))[:, 0, 0]

    def earthquake(self, side) -> dict | None:
        """By kind (k, 6) twice the stresses of an earthquake, None without one."""
        given = self.args.SEISME
        if given is None:
            return None
        if given.CHAR_ETAT is not None:
            loads = self.unit.of(given, "CHAR_ETAT")
            self._check_unit(given, "CHAR_ETAT")
            return {kind: 2.0 * loads[:, None] * values[:12] for kind, values in self.unit.parts(side).items()}
        places = along(given, "TABL_FX", "")
        found = np.array([stresses(given, f"TABL_{a}", "", places) for a in _AXES])
        return {kind: 2.0 * values for kind, values in _parts(places, found, side).items()}
