"""PINTO_MENEGOTTO: reinforcing bars that are pulled and pressed in turn, and buckle (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

DEFAULTS = {"ELAN": 4.0, "R_PM": 20.0, "A1_PM": 18.5, "A2_PM": 0.15, "A6_PM": 620.0, "C_PM": 0.5, "A_PM": 6.0e-3}
WORDS = ("SY", "EPSI_ULTM", "SIGM_ULTM", "EPSP_HARD", *DEFAULTS)


def properties(occurrence):
    """Every number by its word, and the slope over E, which those of the traction curve give where it is not told."""
    given = {f"pinto_{word.lower()}": occurrence[word] for word in WORDS}
    return given | ({"pinto_ep_sur_e": occurrence.EP_SUR_E} if occurrence.get("EP_SUR_E") is not None else {"pinto_ep_sur_e": float("nan")})


MATERIALS.add(
    "PINTO_MENEGOTTO",
    MaterialLaw(
        FACT(
            "f",
            **numbers("o", "SY EPSI_ULTM SIGM_ULTM EPSP_HARD"),
            **{word: SIMP("f", typ="R", defaut=value) for word, value in DEFAULTS.items()},
            EP_SUR_E=SIMP("f", typ="R"),
        ),
        properties,
    ),
)
