"""RELATION='DIS_CHOC': a discrete element that pushes when it is pressed together, with Coulomb's friction (r5.03.17).

In the local axes, with d the place of the second node from the first (of a single node: its displacement, plus the gap along x), less the
distances DIST along x, kn and kt the normal and tangential stiffness:

1.  open where dx > 0: no force
2.  normal force  N = kn dx
3.  with friction, p being where the tangential spring hangs:  T = kt (dt - p);  where |T| > mu |N| it slips,
        p <- p + (1 - mu |N| / |T|) T / kt,   T = kt (dt - p)
    while it is open, p follows: p = dt
4.  without friction, the tangential springs of the element itself act while it is closed:  T = K_t u_t
5.  across a corner: see _corner
6.  beside all this a spring KP, KT1, KT2 acts always, and dampers AMOR_NOR, AMOR_TAN while it is closed, as long as things move.

The tangent of rates of those that rub goes by the last state alone: it slips on where it slipped, and holds where it was not open.

Internal variables: d (3), state (0 sticks, 1 slips, 2 open), p (2), force (3), 1 or 2 without or with friction.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._corner import Corners

STICKS, SLIPS, OPEN = 0.0, 1.0, 2.0
ROUNDING = np.finfo(float).eps


class Shock:
    """The law over all discretes of a group, as fe.discrete asks for it."""

    linear, symmetric, feels_supports = False, False, True
    internal_names = tuple(f"DIS{i}" for i in range(1, 11))
    internal_size = len(internal_names)
    needs = {"shock_friction": "DIS_CONTACT"}

    def dampers(self, data):
        """Damping along x and across (ne,) of discretes that are closed, in motions, beside the stiffness that tells of it, and what
        of that always acts; None where no material damps."""
        along, across = data.property("shock_damping", 0.0), data.property("shock_tangential_damping", 0.0)
        stiffness = data.property("shock_stiffness", 0.0)
        if not (along.any() or across.any()) or not stiffness.any():
            return None
        share = np.divide(1.0, stiffness, np.zeros_like(stiffness), where=stiffness > 0.0)
        return along, across, share, data.property("spring_beside")[:, 0]

    def connect(self, data, link, own, before):
        """Forces (ne, nt), tangents (ne, nt, nt), variables (ne, nv) and whether each is closed (ne,), in the local axes.

        link    fe.discrete.Link: where the second node stood from the first, and how it has moved from there
        own     (ne, nt) stiffness that the element has by itself along each axis
        before  (ne, nv) variables of the last instant
        """
        nt = own.shape[1]
        normal, tangential, friction, rubs, gap, beside = data.once("shock", lambda: _constants(data, own, link.single))
        where = link.start + link.moved
        where[:, 0] += gap
        closed = where[:, 0] <= 0.0
        force, tangent, after = np.zeros_like(where), np.zeros((len(where), nt, nt)), before.copy()
        force[:, 0] = np.where(closed, normal * where[:, 0], 0.0)
        state = np.where(closed, np.where(rubs, STICKS, before[:, 3]), OPEN)

        hung = before[:, 4 : 3 + nt]
        trial = tangential * np.where(rubs[:, None], where[:, 1:] - hung, link.moved[:, 1:]) * closed[:, None]
        pull, limit = np.linalg.norm(trial, axis=1), friction * abs(force[:, 0])
        slips = closed & rubs & (pull > limit)
        state[slips] = SLIPS
        share = np.where(slips, limit / np.where(slips, pull, 1.0), 1.0)
        force[:, 1:] = trial * share[:, None]
        held, moves, along = closed, slips, trial / np.where(slips, pull, 1.0)[:, None]
        if data.step.predicting:
            # as in code_aster (dis_choc_frot_nosyme), where a discrete at rest holds, be it open
            pulled = tangential * (where[:, 1:] - hung)
            pull = np.linalg.norm(pulled, axis=1)
            held, moves = np.where(rubs, before[:, 3] != OPEN, closed), rubs & (before[:, 3] == SLIPS) & (pull > 0.0)
            along = pulled / np.where(moves, pull, 1.0)[:, None]
            share = -friction * normal * where[:, 0] / np.where(moves, pull, 1.0)
        along = along * moves[:, None]
        tangent[:, 0, 0] = np.where(held, normal, 0.0)
        across = np.arange(1, nt)
        tangent[:, across, across] = np.where(held[:, None], tangential, 0.0)
        turned = (tangential * along)[:, :, None] * along[:, None, :]
        tangent[:, 1:, 1:] = np.where(moves, share, 1.0)[:, None, None] * (tangent[:, 1:, 1:] - turned)
        tangent[:, 1:, 0] = -(friction * normal)[:, None] * along

        slid = where[:, 1:] - force[:, 1:] / np.where(tangential > 0.0, tangential, 1.0)
        after[:, 0:nt], after[:, 3] = where, state
        after[:, 4 : 3 + nt] = np.where(rubs[:, None], np.where(closed[:, None], slid, where[:, 1:]), np.where(closed[:, None], hung, 0.0))
        after[:, 6 : 6 + nt] = force * np.where(rubs[:, None], 1.0, np.eye(nt)[0])
        after[:, 9] = np.where(rubs, 2.0, 1.0)
        corners = data.once("corners", lambda: Corners.of(data, link))
        if corners is not None:
            force[corners.rows], tangent[corners.rows], after[corners.rows] = corners.act(link)
            closed[corners.rows] = False
        tangent[:, np.arange(nt), np.arange(nt)] += beside
        return force + beside * link.moved, tangent, after, closed


def _constants(data, own, single):
    """kn (ne,), kt (ne, nt - 1), mu (ne,), whether it rubs, what is added to the place along x (ne,), the spring beside (ne, nt)."""
    friction, distances = data.property("shock_friction"), data.property("shock_distances")
    rubs = friction > ROUNDING
    normal, sideways = data.property("shock_stiffness", np.nan), data.property("shock_tangential_stiffness", np.nan)
    normal = np.where(np.isnan(normal), own[:, 0], normal)
    tangential = np.where(rubs[:, None], np.where(np.isnan(sideways), own[:, 1], sideways)[:, None], own[:, 1:])
    gap = data.property("shock_gap") - distances[:, 0] if single else -distances.sum(axis=1) - np.where(rubs, 0.0, ROUNDING)
    return normal, tangential, friction, rubs, gap, data.property("spring_beside")[:, : own.shape[1]]


BEHAVIOURS.add("DIS_CHOC", Shock())
