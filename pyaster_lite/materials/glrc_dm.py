"""GLRC_DM: how sections of reinforced concrete are damaged in membrane and bending (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import ENSEMBLE, PRESENT_PRESENT

from ._law import MaterialLaw, numbers

_WORDS = "GAMMA_T GAMMA_C GAMMA_F NYT NYC MYF ALPHA_C EPSI_C EPSI_ELS EPSI_LIM RX"
_FITTED = "OMX EA SY FTJ FCJ"
"""What the law was fitted to: with it, the quality of the fit is told."""


def properties(occurrence):
    """The numbers by their own names; NYC only enters the quality of the fit."""
    if occurrence.GAMMA_C == occurrence.GAMMA_T == 1.0:
        raise occurrence.wrong("GAMMA_C", "GAMMA_T and GAMMA_C cannot both be 1: nothing would damage the membrane")
    return {f"glrc.{word.lower()}": occurrence[word] for word in f"{_WORDS} {_FITTED}".split() if occurrence[word] is not None}


_SLOPE = SIMP("o", typ="R", val_min=-1.0, val_max=1.0)
MATERIALS.add(
    "GLRC_DM",
    MaterialLaw(
        FACT(
            "f",
            rules=(ENSEMBLE(*_FITTED.split()), PRESENT_PRESENT("OMX", "RX")),
            **dict.fromkeys(("GAMMA_T", "GAMMA_C", "GAMMA_F"), _SLOPE),
            **dict.fromkeys(("NYT", "MYF", "ALPHA_C"), SIMP("o", typ="R", val_min=0.0)),
            **dict.fromkeys(("EPSI_C", "EPSI_ELS", "EPSI_LIM"), SIMP("f", typ="R", defaut=1.0)),
            **numbers("o", "NYC"),
            **numbers("f", f"RX {_FITTED}"),
        ),
        properties,
    ),
)
