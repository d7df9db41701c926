"""ELAS_COQUE: forces and moments by length of the strains and curvatures of a plate, N/m, N and N m (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import PRESENT_PRESENT, UN_PARMI

from ._law import MaterialLaw, numbers

ORTHOTROPIC = "MEMB_L MEMB_LT MEMB_T MEMB_G_LT FLEX_L FLEX_LT FLEX_T FLEX_G_LT CISA_L CISA_T"
PLANE = "LLLL LLTT LLLT TTTT TTLT LTLT"
SHEAR = "LLLZ LLTZ TTLZ TTTZ LTLZ LTTZ"
WHOLE = " ".join([*(f"{kind}_{axes}" for kind in ("M", "F", "MF") for axes in PLANE.split()), "C_LZLZ C_LZTZ C_TZTZ"])
WITH_SHEAR = " ".join(f"{kind}_{axes}" for kind in ("MC", "FC") for axes in SHEAR.split())


def properties(occurrence):
    """What fe.plate_section reads of a laminate, on xx, yy, 2 xy; RHO is by volume, kg/m3."""
    m = occurrence
    if m.MEMB_L is not None:
        membrane, bending = (
            _symmetric(m[f"{kind}_L"], m[f"{kind}_LT"], 0.0, m[f"{kind}_T"], 0.0, m[f"{kind}_G_LT"]) for kind in ("MEMB", "FLEX")
        )
        coupling, shear = np.zeros((3, 3)), np.diag([m.CISA_L, m.CISA_T])
    else:
        membrane, bending, coupling = (_symmetric(*(m[f"{kind}_{axes}"] for axes in PLANE.split())) for kind in ("M", "F", "MF"))
        shear = np.array([[m.C_LZLZ, m.C_LZTZ], [m.C_LZTZ, m.C_TZTZ]])
        for word in WITH_SHEAR.split():
            if m[word] != 0.0:
                raise m.wrong(word, "plates whose shear forces depend on strains in the plane are not there yet: it must be 0")
    if min(np.linalg.eigvalsh(shear)) <= 0.0:
        raise m.wrong("CISA_L" if m.MEMB_L is not None else "C_LZLZ", "the stiffness in shear across the plate must be positive")
    more = {"density": m.RHO, "expansion": m.ALPHA}
    return {
        "plate_membrane": membrane,
        "plate_coupling": coupling,
        "plate_bending": bending,
        "plate_shear_flexibility": np.linalg.inv(shear),
        **{name: value for name, value in more.items() if value is not None},
    }


def _symmetric(xx, xy, xs, yy, ys, ss):
    return np.array([[xx, xy, xs], [xy, yy, ys], [xs, ys, ss]], float)


MATERIALS.add(
    "ELAS_COQUE",
    MaterialLaw(
        FACT(
            "f",
            rules=(
                UN_PARMI("MEMB_L", "M_LLLL"),
                PRESENT_PRESENT(*ORTHOTROPIC.split()),
                PRESENT_PRESENT(*f"{WHOLE} {WITH_SHEAR}".split()),
            ),
            **numbers("f", f"{ORTHOTROPIC} {WHOLE} {WITH_SHEAR} RHO ALPHA"),
        ),
        properties,
    ),
)
