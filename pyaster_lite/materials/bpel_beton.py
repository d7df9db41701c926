"""BPEL_BETON: the shares of the tension that creep and shrinkage of concrete take, by the rules BPEL (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw

MATERIALS.add(
    "BPEL_BETON",
    MaterialLaw(
        FACT(
            "f",
            PERT_FLUA=SIMP("f", typ="R", defaut=0.0),
            PERT_RETR=SIMP("f", typ="R", defaut=0.0),
        )
    ),
)
