"""Energies of straight beams and how they are shared out between their kinds of deformation (te0151, ptenpo, ptenci, ptenth).

The places of the unknowns are those of 6 at each end; as in code_aster they are taken as they stand where an end has 7.
"""

from __future__ import annotations

import numpy as np

LITTLE = 1e-6
"""An energy below this, in J, is not shared out."""
ROUNDING = 1e-14
"""Entries below this share of the largest are zeros."""
ALONE = ((0, 6), (3, 9), (1, 5, 7, 11), (2, 4, 8, 10))
"""Extension, twist and bending in both planes."""
TOGETHER = ((0, 6), (1, 3, 5, 7, 9, 11), (2, 3, 4, 8, 9, 10))
"""Extension and bending in both planes where it twists."""
TWISTS, BENDS = [3, 9], [1, 2, 4, 5, 7, 8, 10, 11]
ENDS = (slice(0, 6), slice(6, 12))


def parted(matrix: np.ndarray, own: np.ndarray, factor: float, of_motion: bool, alone=ALONE, together=TOGETHER) -> np.ndarray:
    """(ne, 1 + len(alone)) the energy, J, of unknowns (ne, nd) and its shares by `alone`.

    Where bending twists the first are those by `together`, as energies rather than shares unless they are `of_motion`; no
    `together`: it does not matter whether it twists.
    """
    total = factor * _work(matrix, own, range(own.shape[1]))
    shared = abs(total) >= LITTLE
    whole = np.where(shared, total, 1.0)[:, None]
    parts = np.stack([factor * _work(matrix, own, unknowns) for unknowns in alone], axis=1) / whole
    if together is not None:
        coupling = abs(matrix[:, TWISTS][:, :, BENDS]).max(axis=(1, 2))
        twists = coupling > ROUNDING * abs(matrix).max(axis=(1, 2))
        mixed = np.zeros_like(parts)
        mixed[:, : len(together)] = np.stack([factor * _work(matrix, own, unknowns) for unknowns in together], axis=1)
        parts = np.where(twists[:, None], mixed / whole if of_motion else mixed, parts)
    return np.concatenate([total[:, None], np.where(shared[:, None], parts, 0.0)], axis=1)


def of_growth(matrix: np.ndarray, own: np.ndarray, grown: np.ndarray) -> np.ndarray:
    """(ne,) what free displacements (ne, nd) add to the energy; each end stands alone, the other held."""
    half, held = own.shape[1] // 2, np.zeros((len(own), 12))
    free = np.concatenate([grown[:, :6], grown[:, half : half + 6]], axis=1)
    for end in ENDS:
        held[:, end] = np.einsum("eij,ej->ei", matrix[:, end, end], 0.5 * free[:, end] - own[:, end])
    return np.einsum("ei,ei->e", free, held)


def _work(matrix, own, unknowns):
    places = list(unknowns)
    return 0.5 * np.einsum("ei,eij,ej->e", own[:, places], matrix[:, places][:, :, places], own[:, places])
