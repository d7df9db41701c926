"""The lives of a material by its words FATIGUE, RCCM and DOMMA_LEMAITRE: damage of cycles (u4.83.01, u4.83.02)."""

from __future__ import annotations

from functools import partial

import numpy as np

from pyaster_lite.fe import cycle_damage

DAMAGES = ("WOHLER", "MANSON_COFFIN", "TAHERI_MANSON", "TAHERI_MIXTE")


def law(args, word: str, needed: str = "") -> dict:
    """The values of a factor keyword of the material MATER; refused where it lacks it, or its parameter `needed`."""
    return law_of(args, args.MATER, word, needed)


def law_of(args, material, word: str, needed: str = "") -> dict:
    """The same of a material that MATER or CHAM_MATER gave."""
    under = "MATER" if "MATER" in args else "CHAM_MATER" if "CHAM_MATER" in args else None
    if material is None:
        raise args.wrong(under, "a material is needed")
    values = material.laws.get(word)
    if values is None:
        raise args.wrong(under, f"the material has no {word}")
    if needed and values.get(needed) is None:
        raise args.wrong(under, f"{word} of the material gives no {needed}")
    return values


def strength(args, *words: str) -> list[float]:
    """Parameters of RCCM, or of RCCM_FO where they do not vary."""
    laws = args.MATER.laws
    values = laws.get("RCCM") or laws.get("RCCM_FO")
    if values is None or any(values.get(word) is None for word in words):
        raise args.wrong("MATER", f"RCCM of the material must give {', '.join(words)}")
    return [value if isinstance(value, (int, float)) else _constant(args, word, value) for word, value in ((w, values[w]) for w in words)]


def _constant(args, word, function):
    ordinates = getattr(function, "y", None)
    if ordinates is None or np.ptp(ordinates) != 0.0:
        raise args.wrong("MATER", f"{word} varies, and nothing says where it is wanted")
    return float(ordinates[0])


def of_strain(args):
    """Function: amplitudes of strain -> damage, by Manson and Coffin's curve."""
    curve = law(args, "FATIGUE", "MANSON_COFFIN")["MANSON_COFFIN"]
    return partial(cycle_damage.along_a_curve, life=lambda strain: curve.evaluate(EPSI=strain))


def endurance(curve) -> float | None:
    """The amplitude below which a curve of lives tells of no damage: its first one, where it is not extrapolated by a line."""
    sides = getattr(curve, "properties", None)
    return float(curve.x[0]) if sides is not None and hasattr(curve, "x") and sides.left != "LINEAIRE" else None


def of_stress(args):
    """Function: (amplitudes of stress, what divides them and the limit of endurance too) -> damage, by the curve that FATIGUE gives."""
    values = law(args, "FATIGUE")
    if values.get("WOHLER") is not None:
        curve = values["WOHLER"]
        life = partial(cycle_damage.along_a_curve, life=lambda stress: curve.evaluate(SIGM=stress), limit=endurance(curve))
        return lambda stress, reduced=1.0: life(stress / reduced)
    if values.get("A_BASQUIN") is not None:
        return lambda stress, reduced=1.0: cycle_damage.basquin(stress / reduced, values["A_BASQUIN"], values["BETA_BASQUIN"])
    if values.get("A0") is not None:
        ratio = values["E_REFE"] / args.MATER.getValueReal("ELAS", "E")
        zones = partial(cycle_damage.by_zones, coefficients=[values[f"A{k}"] for k in range(4)])
        return lambda stress, reduced=1.0: zones(ratio * (stress / reduced), limit=values["SL"] / reduced)
    raise args.wrong("MATER", "FATIGUE of the material gives neither WOHLER, A_BASQUIN nor A0")


def damage_of(args, of_strains: bool):
    """Function: cycles (n, 2) of least and most -> damage (n,), as DOMMAGE says.

    Raises a refusal where DOMMAGE does not go with a load of stress, or of strain.
    """
    kind = args.DOMMAGE
    if (kind == "WOHLER") is of_strains:
        raise args.wrong("DOMMAGE", f"{kind} needs cycles of {'stress' if of_strains else 'strain'}")
    if kind == "WOHLER":
        damage = of_stress(args)
        return lambda cycles: damage(half_range(cycles))
    first = of_strain(args)
    if kind == "MANSON_COFFIN":
        return lambda cycles: first(half_range(cycles))
    family = _needed(args, "TAHERI_NAPPE")
    if kind == "TAHERI_MANSON":
        hardened = _needed(args, "TAHERI_FONC")
        later = lambda most, strain: first(np.atleast_1d(hardened.evaluate(SIGM=family.evaluate(X=most, EPSI=strain))))[0]  # noqa: E731
    else:
        damage = of_stress(args)
        later = lambda most, strain: damage(np.atleast_1d(family.evaluate(X=most, EPSI=strain)))[0]  # noqa: E731
    return lambda cycles: cycle_damage.taheri(half_range(cycles), lambda strain: first(np.array([strain]))[0], later)


def _needed(args, word):
    if args[word] is None:
        raise args.wrong("DOMMAGE", f"{args.DOMMAGE} needs {word}")
    return args[word]


_LIVES = 1e7, 5e6, 1e6, 5e5, 2e5, 1e5, 5e4, 2e4, 1.2e4, 1e4, 5e3, 2e3, 1e3, 5e2, 2e2, 1e2, 5e1, 2e1, 1e1, 1.0
"""Where a formula of the load that a life allows is evaluated; between them it is a line in logarithms."""


def lives(args, material, curve: str | None):
    """Function: equivalent quantities -> numbers of cycles (n,) to rupture, infinite below the limit of endurance.

    curve  WOHLER, MANSON_COFFIN or FORM_VIE (the formula or function FORMULE_VIE); None: ten million whatever the load
    """
    if curve is None:
        return lambda values: np.full(len(values), _LIVES[0])
    if curve == "FORM_VIE":
        formula = args.FORMULE_VIE
        if not hasattr(formula, "x"):
            return _by_formula(args, formula)
        parameter, limit = formula.parameters[0], endurance(formula)
    else:
        formula = law_of(args, material, "FATIGUE", curve)[curve]
        parameter, limit = ("SIGM", endurance(formula)) if curve == "WOHLER" else ("EPSI", None)

    def by_curve(values):
        with np.errstate(divide="ignore"):
            return 1.0 / cycle_damage.along_a_curve(values, lambda loaded: formula.evaluate(**{parameter: loaded}), limit)

    return by_curve


def _by_formula(args, formula):
    if tuple(formula.parameters) != ("NBRUP",):
        raise args.wrong("FORMULE_VIE", "the formula must depend on NBRUP alone, the number of cycles")
    loads = np.array([float(formula.evaluate(NBRUP=life)) for life in _LIVES])

    def between(value):
        if value > loads[-1]:
            raise args.wrong("FORMULE_VIE", f"the load {value:.6g} is beyond {loads[-1]:.6g}, which the formula allows once")
        if value < loads[0]:
            return np.inf
        above = np.flatnonzero(loads[1:] > value)
        i = int(above[0]) + 1 if above.size else len(loads) - 1
        (x1, x2), (y1, y2) = np.log(loads[i - 1 : i + 1]), np.log(_LIVES[i - 1 : i + 1])
        return float(np.exp(y2 + (y1 - y2) / (x1 - x2) * (np.log(value) - x2)))

    return lambda values: np.array([between(float(value)) for value in values])


def half_range(cycles) -> np.ndarray:
    """The amplitudes (n,) of cycles (n, 2)."""
    cycles = np.asarray(cycles, float).reshape(-1, 2)
    return np.abs(cycles[:, 1] - cycles[:, 0]) / 2.0
