"""RUPT_TURON: cohesion in mixed mode (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

CRITERIA = {"TURON": 0.0, "YE": 1.0}


def properties(occurrence):
    """The stiffness, Pa/m, jumps where pure modes begin and end to lose it, m, and what the tangent of a broken joint keeps, Pa/m."""
    m = occurrence
    start_n, start_t = m.SIGM_C_N / m.K, m.SIGM_C_T / m.K
    end_n, end_t = 2 * m.GC_N / m.SIGM_C_N, 2 * m.GC_T / m.SIGM_C_T
    return {
        "turon_stiffness": m.K, "turon_start_n": start_n, "turon_start_t": start_t, "turon_end_n": end_n, "turon_end_t": end_t,
        "turon_power": m.ETA_BK, "turon_ellipse": CRITERIA[m.CRIT_INIT],
        "turon_rest_n": m.C_RUPT * m.SIGM_C_N / end_n, "turon_rest_t": m.C_RUPT * m.SIGM_C_T / end_t,
    }  # fmt: skip


MATERIALS.add(
    "RUPT_TURON",
    MaterialLaw(
        FACT(
            "f",
            **{word: SIMP("o", typ="R", val_min=1e-300) for word in ("K", "SIGM_C_N", "SIGM_C_T", "GC_N", "GC_T")},
            **numbers("o", "ETA_BK"),
            C_RUPT=SIMP("f", typ="R", defaut=1e-3, val_max=0.1),
            CRIT_INIT=SIMP("o", into=tuple(CRITERIA)),
        ),
        properties,
    ),
)
