"""MULT_APPUI: the motion of supports, beside which an evolution gives the motion of the structure."""

from __future__ import annotations

from pyaster_lite.commands._vibra_supports import supports
from pyaster_lite.concepts.generalised import SupportMotion

STOPS = ("DIS_CHOC", "DIS_CONTACT", "CHOC_ENDO", "CHOC_ENDO_PENA")
"""Laws of discretes of which one must be there for any law that is not linear to go with moving supports (nonlinDSDynamicInit)."""

LEFT = ("CHOC_ELAS_TRAC",)
"""Laws of discretes that code_aster does not tell of the motion of the supports, which the spring beside them feels (dis_elas_para)."""


def moving_supports(args) -> SupportMotion | None:
    """The motion of the supports by the static modes of MODE_STAT, None when none moves or the command moves none."""
    if any(level.get("MULT_APPUI") is None for level in args.EXCIT):
        return None
    for level in args.EXCIT:
        if level.MULT_APPUI == "OUI" and "ACCE" not in level:
            raise level.wrong("MULT_APPUI", "MULT_APPUI needs the motion of the supports: ACCE, VITE and DEPL")
        if level.MULT_APPUI == "NON":
            level.mark_read("DIRECTION", "GROUP_NO")
    found = supports(args)
    if found is not None:
        _check_laws(args.COMPORTEMENT)
    return found


def _check_laws(levels):
    """Refuse laws that moving supports do not go with."""
    stops = any(level.RELATION in STOPS for level in levels)
    for level in levels:
        if not stops and (level.RELATION, level.DEFORMATION) != ("ELAS", "PETIT"):
            raise level.wrong("RELATION", f"MULT_APPUI goes with linear structures, or with discretes of {', '.join(STOPS)}")
        if level.RELATION in LEFT:
            raise level.not_yet("RELATION", f"{level.RELATION} does not feel supports that move (MULT_APPUI) yet")
