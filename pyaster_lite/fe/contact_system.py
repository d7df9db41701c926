"""The weak form of contact and Coulomb friction with multipliers: forces, contact laws and their tangent (r5.03.52).

At a contact point of weight w, with n the normal into the master, t the unit tangents, g the penetration, j the jump
of the step's displacement (slave less master), P = 1 - n n^T, l <= 0 the contact multiplier, f the friction multipliers
(a share of the limit), c and d the coefficients of contact and friction, mu the friction coefficient, L the pressure
that limits the friction (l itself, or a threshold that is kept meanwhile):

1.  a point presses or not, as its status says; r = t^T f + d P j (penalised friction: r = d P j); it sticks while
    |r| <= 1;
2.  force on the slave, with the sign of internal forces, its opposite on the master

        pressing   q = n (c g - l),  penalised  q = n c g
        sticking   q - mu L r        sliding  q - mu L r / |r|

3.  laws, tested with the shape functions of the multipliers

        not pressing  l / c          pressing  g,  penalised  g + l / c
        no friction  f,  where contact or friction is penalised  - f / d, with the tangent of f: as in code_aster f stays, and grows
        sticking  mu L t j,  penalised  mu L (t j - f / d)
        sliding  mu L (r / |r| - f) / d

4.  tangent of 2 and 3; that of r / |r| is K = (1 - r r^T / |r|^2) / |r|.

Large slip as code_aster has it (GRAND_GLIS; mngliss, mmmvee): a point that slides forgets its slip, r = t^T f, wherever |g| < 1e-6;
in the plane the force of sliding friction is lost besides, for the metric of one tangent alone is inverted as that of two. The
tangent is that of ordinary friction.

All points at once, on the equations of the nodes that are concerned; matrices are dense, or sparse where there are many of these.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import block_array, csr_array, diags_array, issparse

CLOSED = 1e-6
"""Gaps (m) smaller than this let a point forget its slip where slips are large."""


@dataclass
class PointLaws:
    """What each point obeys, all (np,): contact penalised or not, its coefficient (N/m3), friction likewise, mu.

    follows  whether the limit of friction follows the contact multiplier within the iterations
    large_slip  whether friction is that of large slip
    """

    penalised: np.ndarray
    stiffness: np.ndarray
    friction: np.ndarray
    friction_penalised: np.ndarray
    friction_stiffness: np.ndarray
    follows: bool = True
    large_slip: np.ndarray | bool = False


@dataclass
class Terms:
    """Forces (m,) and laws (q,) at a state, and their tangent by displacements and multipliers (None when not asked for).

    contact, rubbing (m,)  the two shares of the forces;  sticks, slides (np,)
    """

    contact: np.ndarray
    rubbing: np.ndarray
    laws: np.ndarray
    sticks: np.ndarray
    slides: np.ndarray
    uu: np.ndarray | None = None
    ul: np.ndarray | None = None
    lu: np.ndarray | None = None
    ll: np.ndarray | None = None

    @property
    def force(self):
        """All contact forces (m,)."""
        return self.contact + self.rubbing


@dataclass
class Points:
    """Contact points as they are paired.

    jump      (np d, m) displacement of the slave less that of the master, on the equations concerned, point by point
    shapes    (np, nl) of the multipliers;  weights (np,);  both matrices are dense or both sparse
    normals   (np, d) into the master;  tangents (np, d - 1, d) unit
    apart     (np, d) slave less master at rest;  play (np,) taken off the gap
    """

    jump: np.ndarray
    shapes: np.ndarray
    weights: np.ndarray
    normals: np.ndarray
    tangents: np.ndarray
    apart: np.ndarray
    play: np.ndarray

    def penetration(self, u):
        """(np,) of displacements u (m,) of the equations concerned."""
        return ((self.apart + self.moved(u)) * self.normals).sum(axis=1) + self.play

    def moved(self, u):
        """(np, d) the jump of displacements u (m,) of the equations concerned."""
        return (self.jump @ u).reshape(self.normals.shape)

    def terms(self, laws: PointLaws, u, increment, multipliers, pressing, threshold, tangent: bool = True) -> Terms:
        """Steps 1 to 4.

        u, increment   (m,) displacements and what the step has added to them
        multipliers    (1 or d, nl): pressure, then the friction's
        pressing       (np,) status;  threshold (np,) limiting pressure where it does not follow the multiplier
        """
        shapes, w, n, t = self.shapes, self.weights, self.normals, self.tangents
        c, d, mu = laws.stiffness, laws.friction_stiffness, laws.friction
        pressure, g = shapes @ multipliers[0], self.penetration(u)
        push = pressing * (c * g - np.where(laws.penalised, 0.0, pressure))
        contact = (w * push)[:, None] * n
        free = ~pressing | laws.penalised
        law = [shapes.T @ (-w * (pressing * g + np.where(free, pressure / c, 0.0)))]
        rubs = len(multipliers) > 1
        if rubs:
            limit = np.where(pressure != 0.0, pressure, threshold) if laws.follows else threshold
            f = (shapes @ multipliers[1:].T) * ~laws.friction_penalised[:, None]
            slip = np.einsum("pkd,pd->pk", t, self.moved(increment))
            reached = f + d[:, None] * slip
            size = np.sqrt((reached**2).sum(axis=1))
            rubbing = pressing & (mu > 0.0) & (limit != 0.0)
            slides = rubbing & (size > 1.0)
            sticks = rubbing & ~slides
            forgets = slides & laws.large_slip & (abs(g) < CLOSED) & f.any(axis=1)
            reached = np.where(forgets[:, None], f, reached)
            size = np.sqrt((reached**2).sum(axis=1))
            way = reached / np.where(slides, size, 1.0)[:, None]
            strength = np.where(rubbing, mu * limit, 0.0)
            lost = slides & laws.large_slip & (n.shape[1] == 2)
            pull = -np.where(lost, 0.0, strength)[:, None] * way
            rubbed = np.einsum("pk,pkd->pd", w[:, None] * pull, t)
            own = shapes @ multipliers[1:].T
            missed = np.where(laws.friction_penalised, 1.0 / d, 0.0)[:, None] * own - slip
            missed = np.where(slides[:, None], (own - way) / d[:, None], missed)
            left = np.where(laws.penalised | laws.friction_penalised, -1.0 / d, 1.0)[:, None] * own
            missed = np.where(rubbing[:, None], strength[:, None] * missed, left)
            law += list((w[:, None] * missed).T @ shapes)
        else:
            sticks = slides = np.zeros(len(w), bool)
            rubbed = np.zeros_like(contact)
        gather = self.jump.T
        result = Terms(gather @ contact.ravel(), gather @ rubbed.ravel(), np.concatenate(law), sticks, slides)
        if not tangent:
            return result
        local = (w * c * pressing)[:, None, None] * n[:, :, None] * n[:, None, :]
        by_pressure = np.where(pressing & ~laws.penalised, -1.0, 0.0)[:, None] * n
        blocks = [[self._own(np.where(free, -w / c, 0.0))]]
        rows = [self._column(-(w * pressing)[:, None] * n).T]
        columns = []
        if rubs:
            count = t.shape[1]
            turn = np.eye(count) - np.where(slides[:, None, None], way[:, :, None] * way[:, None, :], 0.0)
            turn = turn / np.where(slides, size, 1.0)[:, None, None] * rubbing[:, None, None]
            along = np.einsum("pkl,pld->pkd", turn, t)
            local += np.einsum("p,pkd,pke->pde", -w * d * strength, along, t)
            if laws.follows:
                follows = rubbing & ~laws.friction_penalised & (pressure != 0.0)
                by_pressure -= np.einsum("p,pk,pkd->pd", mu * follows, way, t)
            felt = np.where(laws.friction_penalised, 0.0, -w * strength)
            columns = [self._column(felt[:, None] * along[:, k]) for k in range(count)]
            rows += [self._column((-w * strength)[:, None] * along[:, k]).T for k in range(count)]
            own = np.where(rubbing, 0.0, w)[:, None, None] * np.eye(count)
            share = np.where(slides & ~laws.friction_penalised, w * strength / d, 0.0)[:, None, None]
            own = own + share * (np.eye(count) - turn)
            own = own + np.where(rubbing & laws.friction_penalised, w * strength / d, 0.0)[:, None, None] * np.eye(count)
            blocks = self._multiplier_blocks(blocks[0][0], own)
        result.uu = self._stiffness(local)
        result.ul = _joined([[self._column(w[:, None] * by_pressure), *columns]])
        result.lu = _joined([[row] for row in rows])
        result.ll = _joined(blocks)
        return result

    def _stiffness(self, local):
        """(m, m) of what each point opposes to its jump, local (np, d, d)."""
        if not issparse(self.jump):
            points = self.jump.reshape(*self.normals.shape, -1)
            return self.jump.T @ np.einsum("pde,pem->pdm", local, points).reshape(self.jump.shape)
        n, d = self.normals.shape
        rows = np.broadcast_to(np.arange(n * d).reshape(n, d, 1), local.shape)
        columns = rows.transpose(0, 2, 1)
        blocks = csr_array((local.ravel(), (rows.ravel(), columns.ravel())), shape=(n * d, n * d))
        return self.jump.T @ (blocks @ self.jump)

    def _column(self, directions):
        """(m, nl) forces along directions (np, d) by unit multipliers."""
        n, d = self.normals.shape
        if not issparse(self.jump):
            return np.einsum("pd,pdm->pm", directions, self.jump.reshape(n, d, -1)).T @ self.shapes
        along = csr_array((directions.ravel(), np.arange(n * d), np.arange(n + 1) * d), shape=(n, n * d))
        return (along @ self.jump).T @ self.shapes

    def _own(self, weights):
        """(nl, nl) products of the shape functions with weights (np,)."""
        return self.shapes.T @ (diags_array(weights) @ self.shapes if issparse(self.shapes) else weights[:, None] * self.shapes)

    def _multiplier_blocks(self, pressure, own):
        count = own.shape[1]
        zero = pressure * 0.0
        rows = [[pressure] + [zero] * count]
        for k in range(count):
            rows.append([zero] + [self._own(own[:, k, i]) for i in range(count)])
        return rows


def _joined(blocks):
    return block_array(blocks, format="csr") if issparse(blocks[0][0]) else np.block(blocks)
