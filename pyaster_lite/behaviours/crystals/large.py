"""One crystal in large strain (r5.03.11, section 7): F = Fe Fp, S the second Piola-Kirchhoff stress of Fe, C the elasticity.

With f = F F_^-1 over the step, l and n the directions and normals of the systems in the axes of the crystal as it stood at first:

1. t_s = (Ce S) : l n,  Ce = 1 + 2 C^-1 S;  (dalpha, dgamma, dp)_s by the rules of the families, x the slips (or the growths of densities)
2. D = 1 - sum dgamma_s l n,  Fe = f Fe_ D det(D)^(-1/3),  Fp = (D det(D)^(-1/3))^-1 Fp_
3. C^-1 S = (Fe^T Fe - 1)/2,  x = dgamma (or dalpha), by Newton's method from S_ and x = 0
4. Kirchhoff's stress Fe S Fe^T; its rates as code_aster has them: by dFe = df Fe_ Fp^-1 in 3 and in Fe S Fe^T, the slips being eliminated
   from 3 with the last matrix of Newton's method; those of a start by Fe alone

By RUNGE_KUTTA, as code_aster has it, slips are followed under the stress of F at its end and of Fp at its start, and Fp stays.

The first six variables are (Fp^T Fp - 1)/2; beside those of small strain there are Fp - 1 and Fe - 1, by columns.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.behaviours._runge_kutta import runge_kutta
from pyaster_lite.fe.contraction import contracted
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.large_strain import full, mandel
from pyaster_lite.fe.tensors import mandel_factors

from ._systems import schmid
from ._values import LEAST, TINY
from .single import SingleCrystal, _close

ONE = np.eye(3)
BASIS = full(np.eye(6))
"""The tensors of Mandel's components."""
BEHIND = 6
"""How many of its last variables code_aster's kinematics of Simo and Miehe brings along."""
GRADIENTS = tuple(f"{name}{i}{j}" for name in ("FP", "FE") for j in range(1, 4) for i in range(1, 4))


class LargeCrystal:
    """The law of `small`, a SingleCrystal, in large strain alone."""

    linear = plane_stress = False

    def __init__(self, small: SingleCrystal):
        self.small, self.needs = small, small.needs
        self.internal_names = (*small.internal_names[:-3], *GRADIENTS, *small.internal_names[-3:])

    @property
    def internal_size(self):
        """How many variables a point has beside those of the kinematics."""
        return len(self.internal_names) - BEHIND

    def within(self, precision, tries):
        """The law with another precision of step 3 and number of tries."""
        return LargeCrystal(self.small.within(precision, tries))

    def solved_by(self, algorithm):
        """The law by another of the algorithms."""
        return LargeCrystal(self.small.solved_by(algorithm))

    def kirchhoff(self, f, before, internal, data):
        """Kirchhoff's stress (ne, ng, 3, 3), its rate (ne, ng, 3, 3, 3, 3) over L and the variables at gradients f, see _simo_miehe."""
        shape = f.shape[:2]
        points = _Points(self.small, f, before, internal, data)
        with np.errstate(over="ignore", invalid="ignore"):
            if data.step.predicting:
                stress, rate, found = points.elastic()
            else:
                stress, rate, found = points.followed() if self.small.explicit else points.solved()
        return tuple(values.reshape(*shape, *values.shape[1:]) for values in (stress, rate, found))


class _Points:
    """What a step has at the points (n,)."""

    def __init__(self, law, f, before, internal, data):
        self.law, self.crystal = law, law.crystal
        shape = f.shape[:2]
        self.count = count = shape[0] * shape[1]
        self.dt = data.step.after - data.step.before
        self.step = (f @ np.linalg.inv(before)).reshape(count, 3, 3)
        self.internal = internal.reshape(count, -1)
        s, marks = self.crystal.count, self.crystal.marks
        self.slips, self.marks = slice(6, 6 + 3 * s), slice(6 + 3 * s, 6 + 3 * s + marks)
        self.stresses = slice(6 + 3 * s + marks, 6 + 4 * s + marks)
        last = self.internal.shape[1] - 3
        self.plastic_at, self.elastic_at = slice(last - 18, last - 9), slice(last - 9, last)
        self.plastic, self.elastic_part = (
            ONE + self.internal[:, at].reshape(count, 3, 3).swapaxes(-1, -2) for at in (self.plastic_at, self.elastic_at)
        )
        self.hooke = np.broadcast_to(data.elasticity(False), (*shape, 6, 6)).reshape(count, 6, 6)
        self.compliance = np.linalg.inv(self.hooke)
        frames = data.characteristics.get("material_frame")
        frames = np.broadcast_to(ONE, (len(data), 3, 3)) if frames is None else frames
        given = np.where(frames.any(axis=(1, 2))[:, None, None], frames, ONE)
        self.normals, self.directions = self.crystal.systems(np.repeat(given, shape[1], axis=0))
        strain = mandel(0.5 * (self.step.swapaxes(-1, -2) @ self.step - ONE), 6)
        rate = np.sqrt((strain**2).sum(axis=-1) / 1.5) / (self.dt or 1.0)
        self.families = self.crystal.points(data, shape[1], rate, self.dt, law.explicit)
        self.whole = f.reshape(count, 3, 3)

    @property
    def known(self):
        """(n, s, 3) alpha, gamma, p at the start."""
        return self.internal[:, self.slips].reshape(self.count, -1, 3)

    def _moved(self, stress, x, step):
        """(what step 3 leaves (..., 6 + s), increments, Fe, D det^(-1/3)) of stresses (..., n, 6), x (..., n, s), f (..., n, 3, 3)."""
        tensor = np.einsum("...a,aij->...ij", stress, BASIS)
        strain = np.einsum("nab,...nb->...na", self.compliance, stress)
        stretch = ONE + 2 * np.einsum("...a,aij->...ij", strain, BASIS)
        resolved = contracted("...nij,nsi,nsj->...ns", stretch @ tensor, self.directions, self.normals)
        found = self.crystal.increments(resolved, x, self.known, self.internal[:, self.marks], self.families)
        slipped = ONE - contracted("...ns,nsi,nsj->...nij", found[..., 1], self.directions, self.normals)
        back = slipped * _determinant(slipped)[..., None, None] ** (-1 / 3)
        elastic = step @ self.elastic_part @ back
        green = np.einsum("...ij,aij->...a", 0.5 * (np.swapaxes(elastic, -1, -2) @ elastic - ONE), BASIS)
        target = found[..., 0 if self.crystal.dense else 1]
        return np.concatenate([green - strain, target - x], axis=-1), found, elastic, back

    def _derivative(self, stress, x):
        """(n, 6 + s, 6 + s) minus that of what step 3 leaves."""
        size = 6 + x.shape[-1]
        moved = np.repeat(np.concatenate([stress, x], axis=-1)[None].astype(complex), size, axis=0)
        moved += 1j * TINY * np.eye(size)[:, None, :]
        return -np.moveaxis(self._moved(moved[..., :6], moved[..., 6:], self.step)[0].imag / TINY, 0, -1)

    def solved(self):
        """Steps 1 to 4."""
        start = mandel(0.5 * (self.elastic_part.swapaxes(-1, -2) @ self.elastic_part - ONE), 6)
        old = (self.hooke @ start[..., None])[..., 0]
        stress, x = old.copy(), np.zeros((self.count, self.crystal.count))
        held = self.known[..., 0 if self.crystal.dense else 1]
        iterations, open_ = np.zeros(self.count), np.ones(self.count, bool)
        # as in code_aster what is left of the strains is beside the first columns of f: within the precision as it is
        beside = self.step[:, :, :2].reshape(self.count, 6)
        matrix = np.zeros((self.count, 6 + x.shape[-1], 6 + x.shape[-1]))
        for number in range(1, self.law.tries + 1):
            left, now = self._moved(stress, x, self.step)[0], self._derivative(stress, x)
            if not (np.isfinite(left[open_]).all() and np.isfinite(now[open_]).all()):
                raise LawFailed("MONOCRISTAL: a crystal slips too fast")
            matrix[open_] = now[open_]
            step = np.zeros_like(left)
            step[open_] = np.linalg.solve(now[open_], left[open_][..., None])[..., 0]
            stress, x = stress + step[:, :6], x + step[:, 6:]
            iterations[open_] = number
            change = np.concatenate([stress - old, x], axis=-1)
            open_ = open_ & ~_close(left, step, change, beside, held + x, self.law.precision)
            if not open_.any():
                return self._ended(stress, x, matrix, iterations)
        raise LawFailed("MONOCRISTAL: the equations of a crystal are not solved")

    def _rate(self, matrix, elastic, plastic):
        """Those of step 4, with the last matrix of step 3."""
        own = matrix[:, :6, :6] - matrix[:, :6, 6:] @ np.linalg.solve(matrix[:, 6:, 6:], matrix[:, 6:, :6])
        green = mandel(0.5 * (elastic.swapaxes(-1, -2) @ elastic - ONE), 6)
        held = full((self.hooke @ green[..., None])[..., 0]) @ elastic.swapaxes(-1, -2)
        moved = np.eye(9).reshape(9, 1, 3, 3) @ (self.elastic_part @ np.linalg.inv(plastic))
        strain = np.swapaxes(moved, -1, -2) @ elastic
        strain = mandel(0.5 * (strain + np.swapaxes(strain, -1, -2)), 6)
        change = np.moveaxis(np.linalg.solve(own, np.moveaxis(strain, 0, -1)), -1, 0)
        carried = moved @ held
        return _over_gradients(carried + np.swapaxes(carried, -1, -2) + elastic @ full(change) @ elastic.swapaxes(-1, -2))

    def _ended(self, stress, x, matrix, iterations):
        _, found, elastic, back = self._moved(stress, x, self.step)
        known = self.known + found
        if self.crystal.dense and self.crystal.families[0].slip.flow in ("MONO_DD_KR", "MONO_DD_CFC") and (known[..., 0] < 0.0).any():
            raise LawFailed("MONOCRISTAL: a density of dislocations becomes negative")
        plastic = np.linalg.inv(back) @ self.plastic
        green = 0.5 * (plastic.swapaxes(-1, -2) @ plastic - ONE)
        internal = self.internal.copy()
        internal[:, :6] = mandel(green, 6) / mandel_factors()
        internal[:, self.slips] = known.reshape(self.count, -1)
        marks = internal[:, self.marks]
        internal[:, self.marks] = self.crystal.irradiated(marks, self.known, found[..., 2], self.families, False)
        tensor, strain = full(stress), (self.compliance @ stress[..., None])[..., 0]
        turned = (ONE + 2 * full(strain)) @ tensor
        internal[:, self.stresses] = np.einsum("nij,nsi,nsj->ns", turned, self.directions, self.normals)
        internal[:, self.plastic_at] = (plastic - ONE).swapaxes(-1, -2).reshape(self.count, 9)
        internal[:, self.elastic_at] = (elastic - ONE).swapaxes(-1, -2).reshape(self.count, 9)
        across = np.einsum("nsi,nij,nsj->ns", self.normals, tensor, self.normals)
        internal[:, -3] = np.maximum(across.max(axis=-1), -LEAST)
        internal[:, -2] = np.sqrt(2 / 3 * (green**2).sum(axis=(-1, -2)))
        internal[:, -1] = iterations
        return elastic @ tensor @ elastic.swapaxes(-1, -2), self._rate(matrix, elastic, plastic), internal

    def followed(self):
        """The explicit rule: slips under the stress of F at its end and of Fp at its start, which as in code_aster stays."""
        part, marks, s = self.whole @ np.linalg.inv(self.plastic), self.internal[:, self.marks], self.crystal.count
        green = mandel(0.5 * (part.swapaxes(-1, -2) @ part - ONE), 6)
        stress = (self.hooke @ green[..., None])[..., 0]
        tensor = full(stress)
        resolved = np.einsum("nij,nsi,nsj->ns", (ONE + 2 * full(green)) @ tensor, self.directions, self.normals)

        def rate(rows, x, y):
            own = self.families if len(rows) == self.count else [point.some(rows) for point in self.families]
            return self.crystal.rates(resolved[rows], y.reshape(len(y), s, 3), marks[rows], own).reshape(len(y), -1)

        internal = self.internal.copy()
        internal[:, self.slips] = runge_kutta(internal[:, self.slips], rate, self.dt, self.law.precision)
        slips = internal[:, self.slips].reshape(-1, s, 3)[..., 2] - self.known[..., 2]
        internal[:, self.marks] = self.crystal.irradiated(marks, self.known, slips, self.families, True)
        internal[:, self.stresses] = (schmid(self.normals, self.directions) @ stress[..., None])[..., 0]
        internal[:, self.elastic_at] = (part - ONE).swapaxes(-1, -2).reshape(self.count, 9)
        kirchhoff = part @ tensor @ part.swapaxes(-1, -2)
        return kirchhoff, self.elastic()[1], internal

    def elastic(self):
        """Kirchhoff's stress and its rates while nothing slips."""
        ways = np.eye(9).reshape(9, 1, 3, 3) * (1j * TINY)
        now = self.step @ self.elastic_part

        def held(part):
            strain = np.einsum("...ij,aij->...a", 0.5 * (np.swapaxes(part, -1, -2) @ part - ONE), BASIS)
            tensor = contracted("nab,...nb,aij->...nij", self.hooke, strain, BASIS)
            return part @ tensor @ np.swapaxes(part, -1, -2)

        return held(now), _over_gradients(held((ONE + ways) @ now).imag / TINY), self.internal


def _over_gradients(rate):
    """(n, 3, 3, 3, 3) by the components of L of (9, n, 3, 3), one of them each."""
    return np.moveaxis(rate, 0, -1).reshape(rate.shape[1], 3, 3, 3, 3)


def _determinant(matrix):
    """Of (..., 3, 3), complex ones too."""
    a, b, c = (matrix[..., i, :] for i in range(3))
    return (a * np.cross(b, c)).sum(axis=-1)
