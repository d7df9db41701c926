"""Forces that make measured vibrations, by the inverse of a few modes: spectra at each frequency (u4.90.01).

    S_qq = (C Z^-1)^+ S_yy (C Z^-1)^+H,   S_ff = (Phi^T B)^+ S_qq (Phi^T B)^+H,   S_yy' = C Z^-1 Phi^T B S_ff (...)^H

C being the modes at the gauges, Phi^T B those at the forces, Z the impedance of the modes and ^+ an inverse by singular values s that
leaves out those below a share `cut` of the largest, s / (s^2 + alpha) else.
"""

from __future__ import annotations

import numpy as np


def receptances(frequencies, modal, damping, masses) -> np.ndarray:
    """(nf, nm) Z^-1 = 1 / (m (w_k^2 - w^2 + 2 i xi_k w w_k)) of displacements."""
    w, wk = 2.0 * np.pi * np.asarray(frequencies, float)[:, None], 2.0 * np.pi * np.asarray(modal, float)
    return 1.0 / (np.asarray(masses, float) * (wk**2 - w**2 + 2j * w * wk * np.asarray(damping, float)))


def inverse(matrix, cut: float, alpha=None) -> np.ndarray:
    """(k, n) of a matrix (n, k); `alpha` a number, or a function of the right singular vectors (m, k)."""
    left, singular, right = np.linalg.svd(matrix, full_matrices=False)
    added = alpha(right) if callable(alpha) else (alpha or 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.where(singular > cut * singular.max(), singular / (singular**2 + added), 0.0)
    return right.conj().T @ (shares[:, None] * left.conj().T)


def identified(measured, gauges, places, receptance, cut: float, alpha: float):
    """(spectra of the forces (nf, na, na), spectra that they make at the gauges (nf, ng, ng)) of measured ones (nf, ng, ng).

    gauges  (ng, nm) modes there;  places  (na, nm) modes at the forces;  receptance  (nf, nm)
    As in code_aster alpha counts by the products of terms of the singular vectors (choix_alpha).
    """

    def weighed(right):
        return alpha * right[:, 0] * right[0, : len(right)].conj()

    back = inverse(places.T, cut, alpha)
    forces, remade = [], []
    for spectrum, own in zip(measured, receptance):
        seen = gauges * own
        towards = back @ inverse(seen, cut, weighed)
        force = towards @ spectrum @ towards.conj().T
        forward = seen @ places.T
        forces.append(force)
        remade.append(forward @ force @ forward.conj().T)
    return np.array(forces), np.array(remade)
