"""COMB_FOURIER: fields of harmonics added up at angles around the axis (u4.83.31)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.concepts.field import ElementField, NodeField
from pyaster_lite.concepts.result import Result

FIELDS = ("DEPL", "REAC_NODA", "SIEF_ELGA", "EPSI_ELNO", "SIGM_ELNO", "TEMP", "FLUX_ELNO")
ODD = {"DZ", "SIXZ", "SIYZ", "EPXZ", "EPYZ", "FLUZ"}
"""Components that go with less the sine in a symmetric harmonic, with the cosine in an antisymmetric one."""


@operator(
    "COMB_FOURIER",
    legacy=(Renamed("ANGL", "ANGLE", last="11.3.17"),),
    produces="comb_fourier",
    keywords=dict(
        RESULTAT=SIMP("o", typ=("fourier_elas", "fourier_ther")),
        ANGLE=SIMP("o", typ="R", max="**"),
        NOM_CHAM=SIMP("o", max=6, validators=(no_repeat,), into=FIELDS),
    ),
)
def comb_fourier(args, context):
    """One storage order for each angle, in degrees."""
    source = args.RESULTAT
    result = Result("comb_fourier", source.mesh, source.model, source.material_field, source.characteristics)
    for name in args.NOM_CHAM:
        orders = [order for order in source.orders if source.has_field(name, order)]
        if not orders:
            raise args.wrong("NOM_CHAM", f"{source.name} has no field {name}")
        for rank, angle in enumerate(args.ANGLE, 1):
            parts = [(source.field(name, order), *_factors(source, order, angle)) for order in orders]
            result.store(rank, {"ANGLE": angle}, {name: _sum(parts)})
    return result


def _factors(source, order, angle):
    """(of even components, of odd ones) of a harmonic at an angle."""
    turn = np.radians(angle) * source.parameter("NUME_MODE", order)
    kind = source.parameter("TYPE_MODE", order) or "SYME"
    even = {"SYME": np.cos(turn), "ANTI": np.sin(turn)}
    odd = {"SYME": -np.sin(turn), "ANTI": np.cos(turn)}
    return (sum(even.values()), sum(odd.values())) if kind == "TOUS" else (even[kind], odd[kind])


def _sum(parts):
    """The field of the sum; all stand on the same places."""
    first = parts[0][0]
    if isinstance(first, NodeField):
        values = sum(field.values * _row(field.components, even, odd) for field, even, odd in parts)
        return NodeField(first.mesh, first.quantity, first.components, values)
    blocks = []
    for place, block in enumerate(first.blocks):
        values = sum(field.blocks[place].values * _row(block.components, even, odd) for field, even, odd in parts)
        blocks.append(replace(block, values=values))
    return ElementField(first.mesh, first.quantity, first.location, blocks)


def _row(components, even, odd):
    return np.array([odd if name in ODD else even for name in components])
