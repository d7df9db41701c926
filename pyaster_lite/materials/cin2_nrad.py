"""CIN2_NRAD: how much loads out of the direction of back stresses are felt (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw


def properties(occurrence):
    """chaboche_radial_1 and _2: 1 where the direction makes no difference."""
    return {f"chaboche_radial_{i}": occurrence[f"DELTA{i}"] for i in (1, 2)}


SHARE = SIMP("f", typ="R", defaut=1.0, val_min=0.0, val_max=1.0)

MATERIALS.add("CIN2_NRAD", MaterialLaw(FACT("f", DELTA1=SHARE, DELTA2=SHARE), properties))
