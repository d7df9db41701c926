"""RGI_BETON_BA: reinforced concrete that creeps, cracks and swells by reactions within (u4.43.01)."""

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import FUNCTION, parameter
from ._swelling_concrete import basic, creeping, damaged, of, properties, swelling

BARS = range(1, 6)
MATRIX = {"YOUM": "matrix_young", "NUM": "matrix_poisson", "NREN": "bars"}
GIVEN = {
    "ROA": "share", "DEQ": "diameter", "E": "young", "SY": "strength", "VR{}1": "x", "VR{}2": "y", "VR{}3": "z",
    "D_SIGM_EPSI": "hardening", "TAUK": "kelvin_time",
}  # fmt: skip
VARYING = ("ROA", "VR{}1", "VR{}2", "VR{}3")
DEFAULTS = {
    "TAUM": ("maxwell_time", 0.0), "EKR": ("creep_strain", 1e-4), "SKR": ("creep_stress", 1260.0), "ATR": ("activation", 1.5e-4),
    "CTM": ("coupling", 4.8), "XFL": ("nonlinear", 2.55), "PRE": ("pre", 0.0), "TTR": ("reference", 38.0), "XNR": ("exponent", 1.216),
    "MUS": ("threshold", 0.7), "YKY": ("kelvin_ratio", 100.0),
}  # fmt: skip
"""Stresses in the deck's units, temperatures in degrees Celsius, times in those of the steps."""


def _word(word, bar):
    return word.format(bar) if "{}" in word else f"{word}{bar}"


def _reinforced():
    words = {"YOUM": SIMP("o", typ="R"), "NUM": SIMP("o", typ="R"), "NREN": SIMP("o", typ="R", val_min=0, val_max=5)}
    for bar in BARS:
        statut = "o" if bar == 1 else "f"
        words |= {_word(word, bar): SIMP(statut, typ=FUNCTION if word in VARYING else "R") for word in GIVEN}
        words |= {_word(word, bar): SIMP("f", typ="R", defaut=value) for word, (_, value) in DEFAULTS.items()}
        # What bars hold of their own strength against slipping is not looked at by the law
        words[f"TYR{bar}"] = SIMP(statut, typ="R", advisory=True)
    return words


def _properties(occurrence):
    """Those of concrete, and of as many bars as there are."""
    m = occurrence
    found = properties(m) | {f"rgi_{name}": float(m[word]) for word, name in MATRIX.items()}
    if int(m.NREN) != m.NREN:
        raise m.wrong("NREN", "it is a number of bars")
    for bar in BARS:
        for word, name in {**GIVEN, **{word: name for word, (name, _) in DEFAULTS.items()}}.items():
            value = m.get(_word(word, bar))
            if bar <= m.NREN and value is None:
                raise m.wrong("NREN", f"bar {bar} needs {_word(word, bar)}")
            if bar <= m.NREN:
                found[f"rgi_bar{bar}_{name}"] = parameter(m, _word(word, bar))
    return found


MATERIALS.add("RGI_BETON_BA", of(basic, damaged, creeping, swelling, _reinforced, properties=_properties))
