"""ASSE_CORN: bolted angles, by the limits of two mechanisms and the stiffness beside (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._device import BESIDE as SPRING
from ._device import beside
from ._law import MaterialLaw

MECHANISMS = [(f"NU_{k}", f"MU_{k}", f"DXU_{k}", f"DRYU_{k}", f"C_{k}") for k in (1, 2)]
BESIDE = ("KY", "KZ", "KRX", "KRZ")


def properties(occurrence):
    """Of each mechanism the force N, moment Nm, displacement m and turn rad that it can reach, and the share c at which it ends; the
    elastic stiffness along y and z (N/m), about x and z (Nm); the ratio of first stiffness to secant one."""
    for *_, share in MECHANISMS:
        if not 0.0 < occurrence[share] < 1.0:
            raise occurrence.wrong(share, f"{share} is a share between 0 and 1")
    found = [tuple(occurrence[word] for word in words) for words in MECHANISMS]
    return {"bolted_angle": (*found, tuple(occurrence[word] for word in BESIDE), occurrence.R_P0)} | beside(occurrence)


MATERIALS.add(
    "ASSE_CORN",
    MaterialLaw(
        FACT(
            "f",
            **{word: SIMP("o", typ="R") for words in MECHANISMS for word in words},
            **{word: SIMP("o", typ="R") for word in BESIDE},
            R_P0=SIMP("f", typ="R", defaut=1e4),
            **SPRING,
        ),
        properties,
    ),
)
