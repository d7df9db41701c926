"""Regularised contacts of nonlinear modes: their force is the root of a polynomial, nearly zero before the gap, a spring after it.

x is a displacement by the gap, a the stiffness of the contact, e the parameter that rounds its corner:

    PLANE    one side          F (F/a - (x - 1)) = e
    PLANES   both sides        F (F/a - x)^2 - F + e x = 0
    CIRCLE   a circle of x, y  the force of PLANE on r = (x^2 + y^2)^1/2, along x and y
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

PLANE, PLANES, CIRCLE = "plane", "planes", "circle"
UNKNOWNS = {PLANE: 1, PLANES: 2, CIRCLE: 4}
"""How many series each kind adds: F; F and (F/a - x)^2; Fx, Fy, r and the force along r."""


@dataclass(frozen=True)
class Contact:
    """A contact: its kind, the unknowns (one, or two for a circle) and their places, gap (m), stiffness (N/m), rounding, centre (m).

    The rounding is a share of forces (stiffness times gap) in units of the gap, as code_aster counts it.
    """

    kind: str
    unknowns: tuple[int, ...]
    gap: float
    stiffness: float
    rounding: float
    centre: tuple[float, ...] = (0.0, 0.0)


def one_sided(x, stiffness: float, rounding: float):
    """The force of PLANE at displacements by the gap."""
    return ((x - 1.0) + np.sqrt((x - 1.0) ** 2 + 4.0 * rounding / stiffness)) / (2.0 / stiffness)


def one_sided_slope(x, stiffness: float, rounding: float):
    """Its derivative."""
    force = one_sided(x, stiffness, rounding)
    return force / (2.0 / stiffness * force - (x - 1.0))


def two_sided(x, stiffness: float, rounding: float):
    """The force of PLANES at displacements (n,) by the gap: the root that is left when Cardan's first is divided out."""
    a, b, c, d = 1.0 / stiffness**2, -2.0 * x / stiffness, x**2 - 1.0, rounding * x
    shift = -b / (3.0 * a)
    p = (3.0 * a * shift**2 + 2.0 * b * shift + c) / a
    q = -(a * shift**3 + b * shift**2 + c * shift + d) / a
    inside = np.sqrt((q**2 + 4.0 * p**3 / 27.0).astype(complex))
    first = ((q - inside) / 2.0) ** (1.0 / 3.0) + ((q + inside) / 2.0) ** (1.0 / 3.0) + shift
    b, c = b + a * first, c + b * first + a * first**2
    return ((-b + np.sqrt(b**2 - 4.0 * a * c)) / (2.0 * a)).real


def two_sided_slope(x, stiffness: float, rounding: float):
    """The derivative of the force of PLANES."""
    f = two_sided(x, stiffness, rounding)
    return (2.0 * f**2 / stiffness - 2.0 * x * f - rounding) / (3.0 * (f / stiffness) ** 2 - 4.0 * x * f / stiffness + x**2 - 1.0)


def stiffness_of(contact: Contact, x: np.ndarray) -> np.ndarray:
    """(n, k, k) the derivatives of the forces of a contact by the gap, at displacements (n, k) by the gap, k one or two."""
    law = contact.stiffness, contact.rounding
    if contact.kind == PLANE:
        return one_sided_slope(x, *law)[..., None]
    if contact.kind == PLANES:
        return two_sided_slope(x[:, 0], *law)[:, None, None]
    radius = np.linalg.norm(x, axis=1)
    along = x / radius[:, None]
    turn = np.einsum("ni,nj->nij", along, along)
    straight, across = one_sided_slope(radius, *law), one_sided(radius, *law) / radius
    return straight[:, None, None] * turn + across[:, None, None] * (np.eye(2) - turn)
