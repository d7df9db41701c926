"""The second gradient of a porous medium: its volume v is held to a swelling g whose gradients cost energy (r5.04.03, r7.01.10).

With p the multiplier that holds v to g, r = PENA_LAGR and P = p + r (v - g), the stresses dual to (v, g, grad g, p) are

    P,   - P,   (1 + dim) A1 grad g,   v - g
"""

from __future__ import annotations

from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.porous import dual
from pyaster_lite.fe.porous.layout import Layout


def dilation(strain, data: ElementData, layout: Layout):
    """(ne, ng, 3 + dim) the stresses of generalised strains (ne, ng, n_strains), with their slopes where those have some."""
    v, g, gradient, p = (strain[..., layout.strain[name]] for name in ("volume", "swelling", "grad swelling", "hold"))
    apart = v - g
    held = p + apart * data.at_points("gradient_penalty", 0.0)[..., None]
    cost = (1 + layout.dim) * data.at_points("dilation_cost")
    return dual.joined([held, -held, gradient * cost[..., None], apart])
