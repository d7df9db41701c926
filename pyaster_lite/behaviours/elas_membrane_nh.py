"""RELATION='ELAS_MEMBRANE_NH': membranes of Neo-Hooke's material, for large displacements (r3.07.08, mbhenh of code_aster).

With C = 1 + 2 e the square of the stretch in the surface, q = det C, l and m Lamé's coefficients:

1.  across, C_33 = l W / (2 m) with Lambert's W(x) at x = 2 m / (l q) exp(2 m / l): no stress stays there
2.  S = m (1 - C^-1) + l/2 log(q C_33) C^-1
3.  dS/de = 2 a C^-1 x C^-1 + (m - l/2 log(q C_33)) (C^-1 C^-1 symmetrised twice),  a = m C_33 / (1 + 2 m C_33 / l)

W is looked for by Newton's method from 1, or from 0.7988 log x - 0.1091 from x = 8 on, which as in code_aster stops as soon as it does
not go down: where x is between e and 8 (and a little beyond) after one step, and W is not quite W.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import ComputationFailed

CLOSE = 1e-9
FAR = 8.0
TRIES = 1000
ROOT = np.sqrt(2.0)


def lambert(x):
    """W of x (...), as code_aster finds it."""
    w, going = np.where(x < FAR, 1.0, 0.7988 * np.log(np.maximum(x, FAR)) - 0.1091), np.ones(x.shape, bool)
    for _ in range(TRIES):
        grown = np.exp(w)
        new = np.where(going, w - (w * grown - x) / ((1.0 + w) * grown), w)
        going = going & (w - new >= CLOSE)
        w = new
        if not going.any():
            return w
    raise ComputationFailed("ELAS_MEMBRANE_NH: the stretch across is not found")


class NeoHooke:
    """The law over all points of membranes, as fe.membrane_large asks for it."""

    linear, symmetric = False, True
    internal_names, internal_size = ("VIDE",), 1
    needs = {"young": "ELAS", "poisson": "ELAS"}

    def spread(self, data, strain):
        """Stress (ne, ng, 3) and tangent (ne, ng, 3, 3) at strains (ne, ng, 3) of components 11, 22, sqrt 2 12."""
        young, poisson = (data.property(name)[:, None] for name in ("young", "poisson"))
        if (poisson <= 0.0).any():
            raise ComputationFailed("ELAS_MEMBRANE_NH needs a Poisson ratio above zero")
        shear, lame = young / 2 / (1 + poisson), young * poisson / (1 + poisson) / (1 - 2 * poisson)
        c11, c22, c12 = 1 + 2 * strain[..., 0], 1 + 2 * strain[..., 1], ROOT * strain[..., 2]
        q = c11 * c22 - c12**2
        across = lame * lambert(2 * shear / (lame * q) * np.exp(2 * shear / lame)) / (2 * shear)
        swollen = 0.5 * lame * np.log(q * across)
        back = np.stack([c22, c11, -ROOT * c12], axis=-1) / q[..., None]
        stress = shear[..., None] * np.array([1.0, 1.0, 0.0]) + (swollen - shear)[..., None] * back
        first, second = shear * across / (1 + 2 * shear * across / lame), shear - swollen
        whole = 2 * first[..., None, None] * back[..., :, None] * back[..., None, :]
        return stress, whole + second[..., None, None] * _product(back)


def _product(back):
    """(..., 3, 3) C^-1_ad C^-1_gb + C^-1_ag C^-1_db of C^-1 (..., 3), components 11, 22, sqrt 2 12."""
    b11, b22, b12 = back[..., 0], back[..., 1], back[..., 2] / ROOT
    rows = (
        (2 * b11**2, 2 * b12**2, 2 * ROOT * b11 * b12),
        (2 * b12**2, 2 * b22**2, 2 * ROOT * b22 * b12),
        (2 * ROOT * b11 * b12, 2 * ROOT * b22 * b12, 2 * (b11 * b22 + b12**2)),
    )
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


BEHAVIOURS.add("ELAS_MEMBRANE_NH", NeoHooke())
