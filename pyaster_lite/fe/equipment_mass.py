"""What the inertia of equipment does to the acceleration of its support, which was computed as if all were one mass (r4.05.03)."""

from __future__ import annotations

import numpy as np


def correction(frequencies, support, equipment, share: float) -> np.ndarray:
    """(n,) the complex factor from the acceleration of a support with the whole mass on it to that with equipment of its own motion.

    frequencies  (n,) Hz;  support: (frequency in Hz, reduced damping) of the support with the mass of all
    equipment    rows of frequency, reduced damping and share of the mass of the equipment, which sum up to one
    share        the mass of the equipment over that of the support

    With D_i = w_i^2 - w^2 + 2 i d_i w w_i, G_i = D_i + w^2, and 1 for the support, stiffer and more damped without the equipment:

        c = (1 + w^2 (1 + sum m_i G_i / D_i) / (D_1' + sum m_i (G_i - G_i^2 / D_i))) / (1 + w^2 / D_1)
    """
    w = 2.0 * np.pi * np.asarray(frequencies, float)
    carried, coupled = np.zeros(len(w), complex), np.zeros(len(w), complex)
    for own, damping, part in equipment:
        moving = _impedance(w, 2.0 * np.pi * own, damping)
        held = moving + w**2
        carried += share * part * held / moving
        coupled += share * part * (held - held**2 / moving)
    whole, (own, damping) = np.sqrt(1.0 + share), support
    bare = _impedance(w, 2.0 * np.pi * own * whole, damping * whole)
    return (1.0 + w**2 * (1.0 + carried) / (bare + coupled)) / (1.0 + w**2 / _impedance(w, 2.0 * np.pi * own, damping))


def _impedance(w, own, damping):
    return own**2 - w**2 + 2j * damping * w * own
