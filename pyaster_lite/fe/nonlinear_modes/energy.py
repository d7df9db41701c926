"""The energy of a nonlinear mode, and whether it is stable (r5.06.07)."""

from __future__ import annotations

import numpy as np

from .contacts import CIRCLE, PLANES, stiffness_of
from .fourier import values

QUARTER = np.pi / 2


def energy_of(stiffness, mass, contacts, moved: np.ndarray, pulsation: float) -> float:
    """The mechanical energy (J) at a quarter of the period, contacts as sharp springs; those of circles count twice, as in code_aster.

    moved  (2H + 1, nd) the harmonics of the displacement
    """
    order = len(moved) // 2
    k = np.arange(1, order + 1)
    cosines, sines = np.cos(k * QUARTER), np.sin(k * QUARTER)
    place = moved[0] + cosines @ moved[1 : order + 1] + sines @ moved[order + 1 :]
    speed = pulsation * ((k * cosines) @ moved[order + 1 :] - (k * sines) @ moved[1 : order + 1])
    energy = (place @ (stiffness @ place) + speed @ (mass @ speed)) / 2
    for contact in contacts:
        own = place[list(contact.unknowns)]
        if contact.kind == CIRCLE:
            energy += contact.stiffness * max(np.linalg.norm(own - contact.centre) - contact.gap, 0.0) ** 2
            continue
        beyond = (abs(own[0]) if contact.kind == PLANES else own[0]) - contact.gap
        energy += contact.stiffness * max(beyond, 0.0) ** 2 / 2
    return float(energy)


def multipliers(stiffness: np.ndarray, mass: np.ndarray, contacts, moved: np.ndarray, pulsation: float, instants: int) -> np.ndarray:
    """(2 nd,) Floquet's multipliers of a mode: small motions about it over a period, by Newmark's mean acceleration.

    stiffness, mass  (nd, nd) dense
    contacts         in the units of the matrices and of the harmonics `moved` (2H + 1, nd)
    """
    nd, step = len(stiffness), 2.0 * np.pi / (pulsation * (instants - 1))
    added = _added(contacts, moved, instants)
    u, v = np.eye(nd, 2 * nd), np.eye(nd, 2 * nd, nd)
    a = -np.linalg.solve(mass, (stiffness + added(0)) @ u)
    for i in range(1, instants):
        u, v = u + step * v + step**2 / 4 * a, v + step / 2 * a
        whole = stiffness + added(i)
        a = -np.linalg.solve(mass + step**2 / 4 * whole, whole @ u)
        u, v = u + step**2 / 4 * a, v + step / 2 * a
    return np.linalg.eigvals(np.vstack([u, v]))


def _added(contacts, moved, instants):
    """The function of an instant that gives the stiffness (nd, nd) of the contacts."""
    order, nd = len(moved) // 2, moved.shape[1]
    k = np.outer(np.arange(instants) * 2.0 * np.pi / (instants - 1), np.arange(1, order + 1))
    places = np.hstack([np.ones((instants, 1)), np.cos(k), np.sin(k)]) @ moved
    blocks = []
    for contact in contacts:
        unknowns = list(contact.unknowns)
        centre = np.array(contact.centre[: len(unknowns)])
        blocks.append((np.ix_(unknowns, unknowns), stiffness_of(contact, (places[:, unknowns] - centre) / contact.gap)))

    def at(instant):
        matrix = np.zeros((nd, nd))
        for where, found in blocks:
            matrix[where] += found[instant]
        return matrix

    return at


def over_period(moved: np.ndarray, count: int) -> np.ndarray:
    """(count, nd) the displacement at even instants of the period."""
    return values(moved.T, count).T
