"""The balance of harmonics of a free structure with regularised contacts, as equations of the second degree (r5.06.07).

With the displacement u of H harmonics, the forces of contacts and what they need of G >= H harmonics, and l = lambda w, s = w^2:

    K u_k -+ k l u_k - k^2 s M u_k + F_k = 0      (l stands for a damping that vanishes on periodic motions)
    the polynomials of the contacts, cut off at G
    l - lambda w = 0,  s - w w = 0,  the velocity of the first unknown at t = 0 is zero

R(v) = c + L v + Q(v, v) in v = (u, contacts, l, s, lambda, w): one equation less than there are unknowns. All is in units of the greatest
gap, and of the stiffness and the mass that its unknown sees. Source: Cochelin & Vergez 2009 (with the asymptotic numerical method).
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import block_diag, coo_array, csr_array, kron

from .contacts import CIRCLE, PLANE, UNKNOWNS, one_sided, two_sided
from .fourier import product_matrix, samples, series_of, values


class Balance:
    """The equations of matrices and contacts in their units.

    stiffness, mass  (nd, nd) dense or sparse
    contacts         with stiffnesses in the units of `stiffness` and gaps in those of the displacements
    order, fine      H and G
    """

    def __init__(self, stiffness, mass, contacts, order: int, fine: int):
        self.contacts, self.order, self.fine = list(contacts), order, fine
        self.width, self.nd = 2 * fine + 1, stiffness.shape[0]
        self.moving = self.nd * (2 * order + 1)
        self.size = self.moving + self.width * sum(UNKNOWNS[contact.kind] for contact in self.contacts) + 4
        self._points = samples(fine, 2)
        self.constant = np.zeros(self.size - 1)
        self._linear, self._products = [], []
        self._mass = csr_array(mass)
        self._linear.append(self._placed(block_diag([csr_array(stiffness)] * (2 * order + 1)), 0, 0))
        offset = self.moving
        for contact in self.contacts:
            self._contact(contact, offset)
            offset += self.width * UNKNOWNS[contact.kind]
        last = np.array([self.size - 4, self.size - 3])
        self._linear.append(coo_array((np.ones(2), (last, last)), (self.size - 1, self.size)))
        self.linear = csr_array(sum(map(csr_array, self._linear)))
        self._scaled = self._dynamics()

    def series(self, number: int) -> csr_array:
        """(2G + 1, size) the series of the unknown `number` of the structure."""
        harmonics = np.arange(2 * self.order + 1)
        rows = np.where(harmonics > self.order, harmonics + self.fine - self.order, harmonics)
        return csr_array(coo_array((np.ones(len(rows)), (rows, harmonics * self.nd + number)), (self.width, self.size)))

    def _own(self, offset):
        rows = np.arange(self.width)
        return csr_array(coo_array((np.ones(self.width), (rows, offset + rows)), (self.width, self.size)))

    def _placed(self, block, row, column):
        block = coo_array(block)
        return coo_array((block.data, (block.coords[0] + row, block.coords[1] + column)), (self.size - 1, self.size))

    def _add(self, row, first, second, factor=1.0):
        """A product in the equations from `row` on."""
        self._products.append((row, factor * first, second))

    def _contact(self, contact, offset):
        gap, stiff, n = contact.gap, contact.stiffness, self.width
        moved = [self.series(unknown) for unknown in contact.unknowns]
        own = [self._own(offset + i * n) for i in range(UNKNOWNS[contact.kind])]
        for series, force in zip(moved, own):
            self._linear.append(gap * coo_array(series.T @ force)[: self.size - 1])
        put = lambda series, i: self._linear.append(self._placed(series, offset + i * n, 0))  # noqa: E731
        if contact.kind == PLANE:
            self.constant[offset] = -contact.rounding
            put(own[0], 0)
            self._add(offset, own[0] / stiff - moved[0] / gap, own[0])
        elif contact.kind == CIRCLE:
            self._circle(contact, offset, moved, own, put)
        else:
            beyond = own[0] / stiff - moved[0] / gap
            put(own[0] - contact.rounding / gap * moved[0], 0)
            put(own[1], 1)
            self._add(offset, own[0], own[1], -1.0)
            self._add(offset + n, beyond, beyond, -1.0)

    def _circle(self, contact, offset, moved, own, put):
        gap, n = contact.gap, self.width
        radius, force = own[2:]
        for i, (series, along, centre) in enumerate(zip(moved, own, contact.centre)):
            put(centre / gap * force, i)
            self._add(offset + i * n, along, radius)
            self._add(offset + i * n, force, series / gap, -1.0)
            put(2.0 * centre / gap**2 * series, 2)
            self._add(offset + 2 * n, series / gap, series / gap, -1.0)
            self.constant[offset + 2 * n] -= (centre / gap) ** 2
        self._add(offset + 2 * n, radius, radius)
        put(force, 3)
        self._add(offset + 3 * n, force / contact.stiffness - radius, force)
        self.constant[offset + 3 * n] = -contact.rounding

    def _dynamics(self):
        """The unknowns l, s, lambda and w, each with the matrix (size - 1, size) that it multiplies."""
        h, nd = self.order, self.nd
        k = np.arange(1, h + 1.0)
        cosines, sines = np.arange(1, h + 1), np.arange(h + 1, 2 * h + 1)
        turned = coo_array((np.r_[-k, k], (np.r_[cosines, sines], np.r_[sines, cosines])), (2 * h + 1, 2 * h + 1))
        squares = coo_array((-(np.r_[k, k] ** 2), (np.r_[cosines, sines],) * 2), (2 * h + 1, 2 * h + 1))
        damping = self._placed(kron(turned, coo_array(np.eye(nd))), 0, 0)
        square = self._placed(kron(squares, coo_array(self._mass)), 0, 0)
        last = self.size - 1
        rows = np.r_[np.full(h, self.size - 2), self.size - 3]
        pulsation = coo_array((np.r_[k, -1.0], (rows, np.r_[sines * nd, last])), (last, self.size))
        losses = coo_array(([-1.0], ([self.size - 4], [last])), (last, self.size))
        parts = damping, square, losses, pulsation
        return [(self.size - 4 + place, csr_array(matrix)) for place, matrix in enumerate(parts)]

    def products(self, first, second) -> np.ndarray:
        """(size - 1,) Q(first, second), or the sum of them for rows (n, size) each."""
        first, second = np.atleast_2d(first), np.atleast_2d(second)
        found = np.zeros(self.size - 1)
        for place, matrix in self._scaled:
            found += matrix @ (first[:, place] @ second)
        for row, one, other in self._products:
            product = (values((one @ first.T).T, self._points) * values((other @ second.T).T, self._points)).sum(axis=0)
            found[row : row + self.width] += series_of(product, self.fine)
        return found

    def residual(self, v) -> np.ndarray:
        """(size - 1,) R(v)."""
        return self.constant + self.linear @ v + self.products(v, v)

    def jacobian(self, v) -> csr_array:
        """(size - 1, size) its derivative."""
        matrix = self.linear.copy()
        for place, own in self._scaled:
            column = own @ v
            rows = np.flatnonzero(column)
            matrix = matrix + v[place] * own + coo_array((column[rows], (rows, np.full(len(rows), place))), own.shape)
        for row, one, other in self._products:
            block = csr_array(product_matrix(one @ v)) @ other + csr_array(product_matrix(other @ v)) @ one
            matrix = matrix + csr_array(self._placed(block, row, 0))
        return csr_array(matrix)

    def start(self, moved: np.ndarray, pulsation: float) -> np.ndarray:
        """(size,) the unknowns of a displacement (2H + 1, nd) with the forces that it has at the times of the period."""
        v = np.zeros(self.size)
        v[: self.moving] = moved.ravel()
        v[[-3, -1]] = pulsation**2, pulsation
        offset, count = self.moving, samples(self.fine)
        for contact in self.contacts:
            places = [values(self.series(u) @ v, count) - centre for u, centre in zip(contact.unknowns, contact.centre)]
            law = contact.stiffness, contact.rounding
            if contact.kind == PLANE:
                found = [one_sided(places[0] / contact.gap, *law)]
            elif contact.kind == CIRCLE:
                radius = np.hypot(*places) / contact.gap
                force = one_sided(radius, *law)
                found = [*(force * place / (contact.gap * radius) for place in places), radius, force]
            else:
                found = [two_sided(places[0] / contact.gap, *law)]
            for i, own in enumerate(found):
                v[offset + i * self.width : offset + (i + 1) * self.width] = series_of(own, self.fine)
            offset += self.width * UNKNOWNS[contact.kind]
        return v
