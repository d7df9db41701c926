"""Criteria of fatigue under loads in space, for POST_FATIGUE and CALC_FATIGUE (u4.83.01, u4.83.02, r7.04.04)."""

from __future__ import annotations

from functools import partial

import numpy as np

from pyaster_lite.commands import _fatigue
from pyaster_lite.commands._fatigue_formulas import CycleQuantities
from pyaster_lite.fe.fatigue.history import QUANTITIES, pressure
from pyaster_lite.fe.fatigue.planes import normal_part
from pyaster_lite.fe.fatigue.shear_planes import PARTS, critical, most_sheared
from pyaster_lite.fe.fatigue.variable import worst_planes

SHEARED = ("DTAUMA", "NORMAX", "NORMOY", "EPNMAX", "EPNMOY")
"""The quantities of the planes where the shear stress is largest, besides the normal."""
OF_PLANES = tuple(name for names in PARTS.values() for name in names)
_COEFFICIENTS = {
    "MATAKE": ("MATAKE_A", "COEF_FLEX_TORS"),
    "DANG_VAN": ("D_VAN_A", "COEF_CISA_TRAC"),
    "FATESOCI": ("FATSOC_A", "COEF_CISA_TRAC"),
}
_OF_STRESS = {"DTAUMA", "PHYDRM", "NORMAX", "NORMOY", "SIGNM1", "DENDIS", "DENDIE", "APHYDR", "MPHYDR", "DSIGEQ", "SIGPR1", "EPSNM1",
              "DSITRE", "RAYSPH", "AMPCIS", *PARTS["SIGM"]}  # fmt: skip
_OF_STRAIN = {"EPNMAX", "EPNMOY", "EPSPR1", "SIGNM1", "EPSNM1", "INVA2S", "DEPTRE", "DENDIE", "DEPSEE", *PARTS["EPSI"]}
_OF_PLASTIC = {"DEPSPE", "DENDIS", "EPSPAC", *PARTS["EPSP"]}
FOREVER = np.finfo(float).max
"""The life below the limit of endurance."""


class Criterion:
    """A criterion with the material whose life it tells.

    curve     WOHLER, MANSON_COFFIN or FORM_VIE: how the equivalent quantity of a formula becomes a life; None for no curve
    material  what args names, or the material of a place
    """

    def __init__(self, args, material, curve):
        self.args, self.name = args, args.CRITERE
        self.formula = args.get("FORMULE_GRDEQ")
        self.hardened = args.COEF_PREECROU
        kind = self.name.split("_MODI")[0]
        self.factor, self.ratio = 0.0, 1.0
        if kind in _COEFFICIENTS:
            law = _fatigue.law_of(args, material, "CISA_PLAN_CRIT")
            word = "CRITERE" if law["CRITERE"] != self.name else None
            if word:
                raise args.wrong(word, f"CISA_PLAN_CRIT of the material is about {law['CRITERE']}")
            self.factor, self.ratio = (law[name] for name in _COEFFICIENTS[kind])
            curve = "MANSON_COFFIN" if kind == "FATESOCI" else "WOHLER"
        self.life = _fatigue.lives(args, material, curve)

    def names(self, word="FORMULE_GRDEQ") -> tuple[str, ...]:
        """The parameters of a formula of the deck; none where it is not given."""
        formula = self.args.get(word)
        return tuple(formula.parameters) if formula is not None else ()

    def tensors(self) -> set[str]:
        """Which of SIGM, EPSI and EPSP the criterion is about."""
        raise NotImplementedError

    def useful(self) -> set[str]:
        """Which others it tells something of, where they are there."""
        return set()

    def known(self, word, names):
        """Refuse parameters of a formula that are none of the quantities."""
        for name in self.names(word):
            if name not in names:
                raise self.args.wrong(word, f"the formula depends on {name}, which is no quantity of this criterion")


class Periodic(Criterion):
    """A criterion of a load that comes again and again."""

    def __init__(self, args, material, curve):
        super().__init__(args, material, curve)
        quantities = {*SHEARED, *QUANTITIES, *OF_PLANES}
        self.known("FORMULE_GRDEQ", quantities)
        self.known("FORMULE_CRITIQUE", quantities)
        self.needed = set(self.names()) if self.formula is not None else self._own()
        self.of_planes = bool(self.needed & set(OF_PLANES))
        if self.of_planes and args.get("FORMULE_CRITIQUE") is None:
            raise args.wrong("FORMULE_GRDEQ", "quantities of the critical plane need FORMULE_CRITIQUE, which tells the plane")

    def _own(self):
        own = {"DTAUMA", "NORMOY", "EPNMAX", "EPNMOY"}
        return own | ({"NORMAX"} if self.name.startswith("MATAKE") else {"PHYDRM"})

    def tensors(self):
        named = self.needed | set(self.names("FORMULE_CRITIQUE"))
        groups = {"SIGM": _OF_STRESS, "EPSI": _OF_STRAIN, "EPSP": _OF_PLASTIC}
        told = {"EPNMAX", "EPNMOY"} if self.formula is None else set()
        return {kind for kind, names in groups.items() if (named - told) & names}

    def useful(self):
        told = {"EPSI"} if self.formula is None else {"EPSP"} if {"DENDIE", "DEPSEE"} & self.needed else set()
        return told - self.tensors()

    def judge(self, history, first: int = 0):
        """(quantities, [plane, plane]) of a history whose quantities as a whole count from the instant `first` on.

        A plane is a dictionary: normal, its own quantities, grdeq (the equivalent quantity), life and damage.
        """
        named = self.needed | set(self.names("FORMULE_CRITIQUE"))
        whole = {name: float(QUANTITIES[name](history.since(first))) for name in QUANTITIES if name in named}
        sheared = most_sheared(history) if self.needed & set(SHEARED) else [None, None]
        own = [self._plane(plane) for plane in sheared]
        if self.of_planes:
            found = critical(history, partial(self._rank, whole), self.names("FORMULE_CRITIQUE"))
            own = [{**plane, "normal": normal, **parts} for plane, (normal, parts) in zip(own, found)]
        for plane in own:
            plane["grdeq"] = self._equivalent({**dict.fromkeys(OF_PLANES, 0.0), **whole, **plane})
        for plane, life in zip(own, self.life([plane["grdeq"] for plane in own])):
            plane |= {"damage": 1.0 / life, "life": FOREVER if np.isinf(life) else float(np.rint(life))}
        return whole, own

    @staticmethod
    def _plane(plane):
        if plane is None:
            return {"normal": np.zeros(3), **dict.fromkeys(SHEARED, 0.0)}
        values = (plane.shear, plane.most_stress, plane.mean_stress, plane.most_strain, plane.mean_strain)
        return {"normal": plane.normal, **dict(zip(SHEARED, values))}

    def _rank(self, whole, parts):
        formula = self.args.FORMULE_CRITIQUE
        count = len(next(iter(parts.values())))
        parts = {**{name: np.zeros(count) for name in OF_PLANES}, **parts}
        return np.broadcast_to(formula.evaluate(**whole, **parts), count)

    def _equivalent(self, values):
        if self.formula is not None:
            return float(self.formula.evaluate(**{name: values[name] for name in self.names()}))
        opening = values["NORMAX"] if self.name.startswith("MATAKE") else values["PHYDRM"]
        return (self.hardened * values["DTAUMA"] + self.factor * max(opening, 0.0)) * self.ratio


class Varying(Criterion):
    """A criterion of a load of varying amplitude: damage of its cycles on the worst plane."""

    def __init__(self, args, material, curve):
        super().__init__(args, material, curve)
        self.known("FORMULE_GRDEQ", CycleQuantities.NAMES)
        kinds = {name[:3] for name in self.names()} & {"TAU", "EPS"}
        sheared = [name for name in self.names() if name[:5] in ("TAUPR", "EPSPR")]
        if len(kinds) > 1 and sheared:
            raise args.wrong("FORMULE_GRDEQ", "the formula mixes shear stress with strains")
        self.strained = self.name.startswith("FATESOCI") or any(name.startswith("EPS") for name in self.names())

    def tensors(self):
        if self.formula is None:
            return {"SIGM", "EPSI"} if self.strained else {"SIGM"}
        return CycleQuantities.tensors(self.names())

    def judge(self, history):
        """(normal, normal, damage) of the two worst planes."""
        wanted = self.tensors()
        if self.strained:
            counted, scale = history.strain, 1e4
        else:
            kind = next(kind for kind in ("SIGM", "EPSI", "EPSP") if kind in wanted)
            counted = {"SIGM": history.stress, "EPSI": history.strain, "EPSP": history.plastic}[kind]
            scale = 1.0 if kind == "SIGM" else 1e4
        # strains are counted in ten-thousandths, so that the tolerances of the count, which are numbers, are small beside them
        harm = partial(self._of_formula if self.formula is not None else self._of_cycles, history)
        return worst_planes(counted, scale, self.args.PROJECTION == "DEUX_AXES", self.args.DELTA_OSCI, harm)

    def _of_cycles(self, history, planes, row, low, high, least, most):
        if self.name.startswith("DANG_VAN"):
            opening = np.maximum(pressure(history.stress)[high], pressure(history.stress)[low])
        else:
            opening = np.maximum(*(normal_part(history.stress[at], planes[row, 0]) for at in (high, low)))
        opening, half = np.maximum(opening, 0.0), self.hardened * np.abs(most - least) / 2.0
        if self.strained:
            return 1.0 / self.life(2.0 * half * (1.0 + self.factor * opening) * self.ratio)
        return 1.0 / self.life((half + self.factor * opening) * self.ratio)

    def _of_formula(self, history, planes, row, low, high, least, most):
        quantities = CycleQuantities(history, self.names(), planes, row, low, high, least, most)
        values = [float(self.formula.evaluate(**quantities.of(cycle))) for cycle in range(len(row))]
        return 1.0 / self.life(values)
