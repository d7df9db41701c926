"""MULT_APPUI: the motion of supports, beside which an evolution gives the motion of the structure."""

from __future__ import annotations

from pyaster_lite.commands._vibra_supports import supports
from pyaster_lite.concepts.generalised import SupportMotion

LEFT = ("DIS_CONTACT", "CHOC_ENDO", "CHOC_ELAS_TRAC", "JONC_ENDO_PLAS")
"""Laws of discretes that would feel the motion of the supports beside that of the structure (r5.03.17), and cannot be told of it."""


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
    for level in args.COMPORTEMENT if found is not None else ():
        if level.RELATION in LEFT:
            raise level.not_yet("RELATION", f"{level.RELATION} does not feel supports that move (MULT_APPUI) yet")
    return found
