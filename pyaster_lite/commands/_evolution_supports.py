"""MULT_APPUI: the motion of supports, beside which an evolution gives the motion of the structure."""

from __future__ import annotations

from pyaster_lite.commands._vibra_supports import supports
from pyaster_lite.concepts.generalised import SupportMotion


def moving_supports(args) -> SupportMotion | None:
    """The motion of the supports by the static modes of MODE_STAT, None when none moves or the command moves none."""
    if any(level.get("MULT_APPUI") is None for level in args.EXCIT):
        return None
    for level in args.EXCIT:
        if level.MULT_APPUI == "OUI" and "ACCE" not in level:
            raise level.wrong("MULT_APPUI", "MULT_APPUI needs the motion of the supports: ACCE, VITE and DEPL")
        if level.MULT_APPUI == "NON":
            level.mark_read("DIRECTION", "GROUP_NO")
    return supports(args)
