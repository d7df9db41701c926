"""JOINT_BANDIS: gaps that stiffen as they close (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

PROPERTIES = {"K": "stiffness", "DMAX": "closure", "GAMMA": "power", "KT": "tangential"}


def properties(occurrence):
    """Stiffness when closed the least and along, Pa/m, the largest closure, m, and the power of the stiffening."""
    return {f"bandis_{name}": occurrence[word] for word, name in PROPERTIES.items()}


MATERIALS.add("JOINT_BANDIS", MaterialLaw(FACT("f", **numbers("o", "K DMAX GAMMA"), KT=SIMP("f", typ="R", defaut=1e12)), properties))
