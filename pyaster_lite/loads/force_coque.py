"""FORCE_COQUE: forces, moments and pressure by area on plates and shells, Pa and N/m (u4.44.01).

FX .. MZ are in the global axes, F1 .. MF2 in those that results are given in. A positive pressure pushes against the normal.
A function is read at the corners.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, PRESENT_ABSENT, UN_PARMI
from pyaster_lite.fe.errors import ComputationFailed

from ._member import LoadKeyword, on_sides_of_solids
from ._surface import by_component, spread

GLOBAL = ("FX", "FY", "FZ", "MX", "MY", "MZ")
LOCAL = ("F1", "F2", "F3", "MF1", "MF2")
PLANES = {"MAIL": None, "SUP": 0.5, "INF": -0.5, "MOY": 0.0}
"""Where the forces act, in thicknesses above the middle; None is the surface of the mesh."""


def declare(value):
    """The declaration."""
    exclusive = [PRESENT_ABSENT(word, "PRES", *LOCAL) for word in GLOBAL] + [PRESENT_ABSENT(word, "PRES", *GLOBAL) for word in LOCAL]
    return FACT(
        "f",
        max="**",
        rules=(UN_PARMI("TOUT", "GROUP_MA"), AU_MOINS_UN(*GLOBAL, "PRES", *LOCAL), *exclusive),
        TOUT=CELL_WORDS["TOUT"],
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        **{word: SIMP("f", typ=value) for word in (*GLOBAL, *LOCAL, "PRES")},
        PLAN=SIMP("f", into=tuple(PLANES), defaut="MAIL"),
    )


def force(element, data, values, read):
    """(ne, nd) nodal forces of one occurrence."""
    if read.moved is not None:
        return element.following_pressure(data, _followed(element, values, read))
    if "PRES" in values:
        by_area, own = [0.0, 0.0, -read(values["PRES"]), 0.0, 0.0, 0.0], True
    else:
        words = (*LOCAL, None) if set(values) & set(LOCAL) else GLOBAL
        by_area, own = [read(values.get(word, 0.0)) for word in words], words is not GLOBAL
    by_area = np.stack(np.broadcast_arrays(*by_area, read(0.0))[:6], axis=-1)
    return element.shell_force(data, by_area[..., :3], by_area[..., 3:], own, PLANES[values["PLAN"]])


def stiffness(element, data, values, read):
    """(ne, nd, nd) less the derivative of what follows the surface."""
    return element.following_pressure_stiffness(data, _followed(element, values, read))


def _followed(element, values, read):
    """(ne, nn) the pressure at the corners of a load that follows the motion, which is one on curved shells."""
    if "PRES" not in values or not hasattr(element, "following_pressure"):
        raise ComputationFailed("of the loads FORCE_COQUE only PRES on curved shells follows the motion")
    return read(values["PRES"])


def terms(occurrences, model):
    """One force term."""
    words = (*GLOBAL, *LOCAL, "PRES", "PLAN")
    follows = any(hasattr(group.element, "following_pressure") for group in model.groups)
    return spread(occurrences, model, "FORCE_COQUE", words, "shell_force", force, stiffness if follows else None, merged=_beside)


def _beside(earlier, own):
    """The values that hold where an earlier occurrence has been; a pressure is alone."""
    return own if "PRES" in own or "PRES" in earlier else by_component(GLOBAL, LOCAL)(earlier, own)


def idle(occurrence, model, first):
    """On sides of solids alone."""
    return "sides of solids bear FORCE_FACE" if on_sides_of_solids(occurrence, model) else None


LOADS.add("FORCE_COQUE", LoadKeyword(declare, terms, idle=idle))
