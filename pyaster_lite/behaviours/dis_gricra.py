"""RELATION='DIS_GRICRA': how grids hold the rods of a fuel assembly (r5.03.17, dicrgr of code_aster).

In the local axes of discretes of two nodes that turn in space, with u, v the motions along x, y, phi, chi, theta the turns about
x, y, z, N the tightening F_SER / 4, irradiation and temperature (mean of the nodes and of both ends of the step) telling the constants:

1.  along x  -N + KN_AX u;  nothing along z
2.  along y Coulomb's friction of limit COUL_AX N + h p, k = KT_AX / 4, h = k ET_AX / (1 - ET_AX):
    trial T_e = T + k (v' - v); beyond the limit  dp = (|T_e| - limit) / (h + k),  T' = (limit + h dp) T_e / |T_e|
3.  about z two slopes (PEN2 - PEN3 + PEN4) / 2 and PEN4 / 2 of theta, before and beyond ANG2
4.  about x two sliders side by side, k1 = (PEN1 - PEN2) / 2 and k2 = (PEN3 - PEN4) / 2:  f = phi - phi_1, s its sign; where
    |f| >= ANG1 + ET_ROT q:  dq = (|f| - ANG1 - ET_ROT q) / (1 + ET_ROT s),  phi_1' = phi_1 + s dq
    the other one slides beyond ANG3 without hardening
5.  about y  k1 chi

The iteration matrix of the prediction is the elastic one, with k1 + k2 about y, as in code_aster.

Internal variables: p, whether it slides along y, whether it has lifted about z, phi_1, q, phi_2, T, the irradiation seen.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import ComputationFailed, LawFailed

from ._growing_device import with_spring

LITTLE = 1e-6


class GridOnRod:
    """The law over all discretes of a group, as fe.discrete asks for it."""

    linear, symmetric, turning = False, True, True
    internal_names = ("DIS1", "DIS2", "DIS3", "DIS4", "DIS5", "DIS6", "DIS7", "IRVECU")
    internal_size = len(internal_names)
    needs = {"grid_constants": "DIS_GRICRA"}

    def connect(self, data, link, own, before):
        """Forces (ne, 6), tangents (ne, 6, 6), variables (ne, 8) and what turns is the law's."""
        if link.single:
            raise LawFailed("DIS_GRICRA is for discretes of two nodes")
        seen = before[:, 7] + _irradiation(data)
        along, across, hardening, turning, rub = data.property("grid_constants").T
        tight, first, lift, one, two, three, second, last = _varying(data, seen)
        across, tight = across / 4.0, tight / 4.0
        u, v, _, phi, chi, theta = link.moved.T
        ne, k_theta, k_after = len(own), (two - three + last) / 2.0, last / 2.0
        k_one, k_two = (one - two) / 2.0, (three - last) / 2.0
        force, stiffness, after = np.zeros((ne, 6)), np.zeros((ne, 6)), before.copy()
        force[:, 0], stiffness[:, 0] = -tight + along * u, along

        rate, p = across * hardening / (1.0 - hardening), before[:, 0]
        trial = before[:, 6] + across * (v - link.earlier[:, 1])
        limit = rub * tight + rate * p
        slides = abs(trial) > limit
        slip = np.where(slides, (abs(trial) - limit) / (rate + across), 0.0)
        force[:, 1] = np.where(slides, np.copysign(limit + rate * slip, trial), trial)
        stiffness[:, 1] = np.where(slides, across * hardening, across)
        after[:, 0], after[:, 1], after[:, 6] = p + slip, slides, force[:, 1]

        lifted = abs(theta) > lift
        bent = np.copysign(k_theta * lift + k_after * (abs(theta) - lift), theta)
        force[:, 5] = np.where(lifted, bent, k_theta * theta)
        stiffness[:, 5], after[:, 2] = np.where(lifted, k_after, k_theta), lifted

        q, turn = before[:, 4], phi - before[:, 3]
        limit, way = first + turning * q, np.where(turn < 0.0, -1.0, 1.0)
        turns = abs(turn) >= limit
        more = np.where(turns, (abs(turn) - limit) / (1.0 + turning * way), 0.0)
        after[:, 3], after[:, 4] = before[:, 3] + way * more, q + more
        other = phi - before[:, 5]
        slid = np.where(abs(other) < second, 0.0, np.copysign(abs(other) - second, other))
        after[:, 5] = before[:, 5] + slid
        force[:, 3] = k_one * (turn - way * more) + k_two * (other - slid)
        stiffness[:, 3] = np.where(turns, k_one * turning, k_one) + np.where(abs(other) < second, k_two, 0.0)
        force[:, 4], stiffness[:, 4], after[:, 7] = k_one * chi, k_one, seen
        if data.step.predicting:
            stiffness = np.column_stack([along, across, np.zeros(ne), k_one + k_two, k_one + k_two, k_theta])
        return with_spring(data, link, force, stiffness, after)


def _at(data, name, default, before):
    """(ne,) what surrounds the nodes, at their mean."""
    values = data.variables(before).get(name)
    return np.full(len(data), default) if values is None else np.broadcast_to(values.mean(axis=1), (len(data),))


def _irradiation(data):
    """(ne,) what a step adds to the irradiation; it does not go back."""
    more = _at(data, "IRRA", 0.0, False) - _at(data, "IRRA", 0.0, True)
    if (more <= -LITTLE).any():
        raise LawFailed("DIS_GRICRA: the irradiation decreases")
    return more


def _varying(data, seen):
    """F_SER, ANG1, ANG2, PEN1, PEN2, PEN3, ANG3, PEN4 (8, ne), by the mean temperature and the irradiation seen."""
    found = np.zeros((8, len(data)))
    warm = 0.5 * (_at(data, "TEMP", np.nan, False) + _at(data, "TEMP", np.nan, True))
    for rows, material in data.by_material():
        for i, value in enumerate(material["grid_varying"]):
            if callable(value):
                if np.isnan(warm[rows]).any():
                    raise ComputationFailed("DIS_GRICRA needs the temperature of its nodes")
                value = value({"TEMP": warm[rows], "IRRA": seen[rows]})
            found[i, rows] = value
    return found


BEHAVIOURS.add("DIS_GRICRA", GridOnRod())
