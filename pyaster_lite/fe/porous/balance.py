"""The balance of a porous medium over a step, at points (r7.01.10).

With the letters of fe.porous.layout, a subscript _ for the beginning of the step, (x)_th = th x + (1 - th) x_ and g the gravity:

    skeleton    s + s_p  against the strains;     - g sum m  against the displacement
    pressures   - (m - m_)  against p;            dt (M)_th  against grad p, of the constituents of each pressure
    heat        - (Q - Q_) - sum (h)_th (m - m_)  against T, what is stored;   dt g . sum (M)_th  against T, what gravity works;
                dt (q + sum h M)_th  against grad T

    second gradient: its stresses, each against its own strain

What is stored is kept apart: lumped quadratures put it on the vertices alone.
"""

from __future__ import annotations

import numpy as np

from . import dual
from .layout import Layout


def balance(layout: Layout, before: np.ndarray, after, gravity: np.ndarray, dt: float, theta: float):
    """(carried, stored), each (ne, ng, n_strains), what works against the generalised strains.

    before, after  generalised stresses (ne, ng, n_stresses), the latter with their slopes where a tangent is wanted
    gravity        (ne or 1, 1, dim), m/s2
    """
    at = layout.stress
    carried, stored = {}, {}

    def change(name):
        return after[..., at[name]] - before[..., at[name]]

    def mean(name):
        return theta * after[..., at[name]] + (1 - theta) * before[..., at[name]]

    def product(first, second):
        """(first second)_th, a number times a vector."""
        return theta * (after[..., at[first]] * after[..., at[second]]) + (1 - theta) * before[..., at[first]] * before[..., at[second]]

    if layout.mechanical:
        carried["strain"] = after[..., at["skeleton"]] + after[..., at["pores"]]
        carried["displacement"] = sum((after[..., at["mass", own]] for own in layout.constituents), 0.0) * -gravity
    for pressure in (1, 2):
        own = [c for c in layout.constituents if c[0] == pressure]
        if own:
            stored[f"p{pressure}"] = -sum(change(("mass", c)) for c in own)
            carried[f"grad p{pressure}"] = dt * sum(mean(("flow", c)) for c in own)
    if layout.thermal:
        stored["t"] = -change("heat") - sum((mean(("enthalpy", c)) * change(("mass", c)) for c in layout.constituents), 0.0)
        carried["t"] = dual.total(dt * sum(mean(("flow", c)) for c in layout.constituents) * gravity)[..., None]
        heat = mean("heat flow") + sum(product(("enthalpy", c), ("flow", c)) for c in layout.constituents)
        carried["grad t"] = dt * heat
    if layout.dilates:
        carried |= {name: after[..., at[name]] for name in ("volume", "swelling", "grad swelling", "hold")}
    return _filled(layout, carried, before), _filled(layout, stored, before)


def _filled(layout, rows, like):
    """The rows in the order of the strains, zero where there is nothing."""
    sizes = {name: own.stop - own.start for name, own in layout.strain.items()}
    shape = like.shape[:-1]
    return dual.joined([rows[name] if name in rows else np.zeros((*shape, size)) for name, size in sizes.items()])
