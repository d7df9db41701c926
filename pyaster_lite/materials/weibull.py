"""WEIBULL, WEIBULL_FO: the chances of cleavage by Beremin's model (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import FUNCTION, MaterialLaw, numbers, parameter


def _declared(**own):
    return FACT(
        "f",
        **numbers("o", "M VOLU_REFE"),
        **own,
        SIGM_SEUIL=SIMP("f", typ="R", defaut=0.0, val_min=0.0),
        SEUIL_EPSP_CUMU=SIMP("f", typ="R", defaut=1e-6),
    )


def properties(occurrence):
    """The modulus m, the volume, the stress that the local ones are counted in and that of the probability, and the least strain."""
    local = parameter(occurrence, "SIGM_REFE")
    return {
        "weibull_modulus": occurrence.M,
        "weibull_volume": occurrence.VOLU_REFE,
        "weibull_stress": local,
        "weibull_scale": occurrence.SIGM_CNV if "SIGM_CNV" in occurrence else local,
        "weibull_strain": occurrence.SEUIL_EPSP_CUMU,
        "weibull_threshold": occurrence.SIGM_SEUIL,
    }


MATERIALS.add("WEIBULL", MaterialLaw(_declared(SIGM_REFE=SIMP("o", typ="R")), properties))
MATERIALS.add("WEIBULL_FO", MaterialLaw(_declared(SIGM_CNV=SIMP("o", typ="R"), SIGM_REFE=SIMP("o", typ=FUNCTION)), properties))
