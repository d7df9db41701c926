"""PINTO_MENEGOTTO: reinforcing bars under cycles, which may buckle (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

DEFAULTS = {"ELAN": 4.0, "R_PM": 20.0, "A1_PM": 18.5, "A2_PM": 0.15, "A6_PM": 620.0, "C_PM": 0.5, "A_PM": 6.0e-3}


def properties(occurrence):
    """The numbers by their own names."""
    words = ("SY", "EPSI_ULTM", "SIGM_ULTM", "EPSP_HARD", "EP_SUR_E", *DEFAULTS)
    return {f"bars.{word.lower()}": occurrence[word] for word in words if occurrence[word] is not None}


MATERIALS.add(
    "PINTO_MENEGOTTO",
    MaterialLaw(
        FACT(
            "f",
            **numbers("o", "SY EPSI_ULTM SIGM_ULTM EPSP_HARD"),
            **{word: SIMP("f", typ="R", defaut=value) for word, value in DEFAULTS.items()},
            **numbers("f", "EP_SUR_E"),
        ),
        properties,
    ),
)
