"""POST_LIQUEFACTION: how near a soil under shaking is to carrying nothing but its water (u4.84.42).

With p the stress of the pores along gravity (SIPXX, SIPYY or SIPZZ), s' the stress of the skeleton, v along gravity, m its mean, and a
reference state marked 0, points whose divisor is nothing (1e-12) giving zero:

    DP_SIGV_REF  (p - p0) / s'0_v      DP_SIGM_REF  (p - p0) / s'0_m      DP  p - p0      P_SIGM  p / s'_m
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import is_in
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.concepts.field import ElementField
from pyaster_lite.concepts.result import Result

NOTHING = 1e-12
_OF_REFERENCE = ("DP_SIGV_REF", "DP_SIGM_REF", "DP")
_NEAR = 1e-6


@operator(
    "POST_LIQUEFACTION",
    produces="evol_noli",
    keywords=dict(
        AXE=SIMP("o", into=("X", "Y", "Z")),
        RESULTAT=SIMP("o", typ="evol_noli"),
        CRITERE=SIMP("o", into=(*_OF_REFERENCE, "P_SIGM")),
        b_reference=BLOC(is_in("CRITERE", *_OF_REFERENCE), RESU_REF=SIMP("o", typ="evol_noli"), INST_REF=SIMP("o", typ="R")),
    ),
)
def post_liquefaction(args, context):
    """An evolution whose SIEF_ELGA has the criterion as the stress of the pores along gravity, and zero elsewhere."""
    source = args.RESULTAT
    reference = _reference(args) if args.CRITERE != "P_SIGM" else None
    made = Result("evol_noli", source.mesh, source.model)
    for number, order in enumerate(source.orders):
        field = _field(args, "RESULTAT", source, order)
        blocks = [_criterion(args, block, reference) for block in field.blocks if f"SIP{args.AXE * 2}" in block.components]
        made.store(number, {"INST": source.parameter("INST", order)}, {"SIEF_ELGA": ElementField(source.mesh, "SIEF_R", "ELGA", blocks)})
    return made


def _reference(args):
    """The stresses of the reference state."""
    result = args.RESU_REF
    if result.mesh is not args.RESULTAT.mesh:
        raise args.wrong("RESU_REF", f"{result.name} stands on another mesh than {args.RESULTAT.name}")
    times = result.access("INST")
    nearest = int(np.argmin(abs(times - args.INST_REF)))
    if abs(times[nearest] - args.INST_REF) > _NEAR * abs(args.INST_REF):
        raise args.wrong("INST_REF", f"{result.name} has no instant {args.INST_REF:g}; the nearest is {times[nearest]:g}")
    return _field(args, "RESU_REF", result, result.orders[nearest])


def _field(args, word, result, order):
    if not result.has_field("SIEF_ELGA", order):
        raise args.wrong(word, f"{result.name} has no field SIEF_ELGA at its storage order {order}")
    field = result.field("SIEF_ELGA", order)
    if not any(f"SIP{args.AXE * 2}" in block.components for block in field.blocks):
        raise args.wrong("AXE", f"{result.name} has no stress of pores SIP{args.AXE * 2}: it is not of a porous medium that moves")
    return field


def _criterion(args, block, reference):
    """The block with the criterion at each point."""
    along = f"SI{args.AXE * 2}"

    def part(values, names, name):
        return values[..., names.index(name)]

    now = block.values, block.components
    then = reference.on(block.cells) if reference is not None else now
    if then is None or len(then[0]) != len(block.cells):
        raise args.wrong("RESU_REF", "the reference has no stresses on some of the cells")
    pores = part(*now, along.replace("SI", "SIP"))
    rise = pores if reference is None else pores - part(*then, along.replace("SI", "SIP"))
    if args.CRITERE == "DP":
        found = rise
    else:
        mean = sum(part(*then, name) for name in ("SIXX", "SIYY", "SIZZ")) / 3.0
        divisor, least = (part(*then, along), NOTHING) if args.CRITERE == "DP_SIGV_REF" else (mean, NOTHING / 3.0)
        found = np.where(abs(divisor) <= least, 0.0, rise / np.where(abs(divisor) <= least, 1.0, divisor))
    values = np.zeros_like(block.values)
    values[..., block.components.index(along.replace("SI", "SIP"))] = found
    return replace(block, values=values)
