"""Factor keywords of DEFI_MATERIAU for the slip of crystals (u4.43.01): parameters, and how the systems harden one another."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import PRESENT_ABSENT, UN_PARMI

from ._law import MaterialLaw, numbers

COUPLED = ("H1", "H2", "H3", "H4", "H5", "H6")
KINDS = {"VISC": "ECOU_VISC", "ISOT": "ECRO_ISOT", "CINE": "ECRO_CINE"}
"""What TYPE_PARA says of a keyword."""
FACE_CENTRED = (0.124, 0.625, 0.137, 0.122, 0.07)
"""Of coplanar, collinear, glissile, Lomer and Hirth interactions."""


def slip(word: str, parameters: str, interaction: dict | None = None, **optional):
    """Register a factor keyword: its parameters are read as word.parameter, its interaction as word.interaction.

    parameters  those that must be given;  optional  what others are without being given, by name
    interaction  the words of the coefficients, of those that have one
    """
    lower, names = word.lower(), (*parameters.split(), *optional)
    others = {name: SIMP("f", typ="R", defaut=value) for name, value in optional.items()}
    coefficients = interaction or {}
    chosen = "H" in coefficients and coefficients["H1"].defaut is None
    rules = (UN_PARMI("H", "H1"), PRESENT_ABSENT("H", *COUPLED)) if chosen else ()

    kind = next((KINDS[part] for part in KINDS if part in word), None)
    others |= {} if kind is None else {"TYPE_PARA": SIMP("f", into=(kind,), advisory=True)}

    def properties(occurrence):
        found = {f"{lower}.{name.lower()}": occurrence[name] for name in names if occurrence.get(name) is not None}
        if coefficients:
            single = occurrence.get("H")
            given = [single] if single is not None else [occurrence[name] for name in COUPLED if occurrence.get(name) is not None]
            found[f"{lower}.interaction"] = np.array(given, float)
        return found

    MATERIALS.add(word, MaterialLaw(FACT("f", rules=rules, **numbers("o", parameters), **others, **coefficients), properties))


def either() -> dict:
    """One coefficient, or several."""
    return numbers("f", "H H1 H2 H3 H4 H5 H6")


def face_centred() -> dict:
    """One coefficient, or those of face-centred metals."""
    return numbers("f", "H") | {name: SIMP("f", typ="R", defaut=value) for name, value in zip(COUPLED, FACE_CENTRED)}


def body_centred() -> dict:
    """Those of body-centred metals."""
    return numbers("o", "H1 H2 H3") | {name: SIMP("f", typ="R", defaut=0.0) for name in COUPLED[3:]}
