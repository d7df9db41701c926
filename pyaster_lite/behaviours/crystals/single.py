"""RELATION='MONOCRISTAL': one crystal in small strain (r5.03.11, sections 4 and 5).

With S the compliance, C its inverse, M_s the symmetric part of direction x normal of system s, e strains less those no stress causes:

Implicit (NEWTON and its kin), where some system slips under the elastic stress:
1. t_s = M_s : sigma; (dalpha, dgamma, dp)_s by the rules of the families, x the slips (or the growths of densities);
2. S sigma = S_ sigma_ + de - sum dgamma_s M_s,  x = dgamma (or dalpha), by Newton's method from x = 0;
3. tangent: the inverse of what is left of the matrix of 2 once x is eliminated.

Explicit (RUNGE_KUTTA): the same rates, followed by steps under strains that grow evenly; the tangent is the elasticity.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.behaviours._law import Law, strain_increment
from pyaster_lite.behaviours._runge_kutta import runge_kutta
from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.large_strain import full

from ._lattice import turned, turning
from ._systems import schmid
from ._values import LEAST, TINY
from .crystal import Crystal

PLASTIC = 1e-15
SIGNIFICANT = np.finfo(float).eps
NAMES = ("EPSPXX", "EPSPYY", "EPSPZZ", "EPSPXY", "EPSPXZ", "EPSPYZ")
TURNED = 16


class SingleCrystal(Law):
    """The law over all cells and points."""

    plane_stress = False
    approached = True
    mirrored = "lower"

    def __init__(self, crystal: Crystal, precision: float = 1e-6, tries: int = 20, explicit: bool = False):
        self.crystal, self.precision, self.tries, self.explicit = crystal, precision, tries, explicit
        self.needs, count = crystal.needs, crystal.count
        self.spins = crystal.turning != "NON"
        turned_ = [f"ROTA_{i + 1}" for i in range(TURNED)] if self.spins else []
        slips = [f"{name}{i + 1}" for i in range(count) for name in ("ALPHA", "GAMMA", "P")]
        stresses = [f"TAU_{i + 1}" for i in range(count)]
        self.internal_names = (*NAMES, *slips, *marks_of(crystal), *stresses, *turned_, "SIGM_CLIV", "EPSPEQ", "NBITER")

    def within(self, precision, tries):
        """The law with another precision of step 2 and number of tries, or of the explicit rule."""
        return SingleCrystal(self.crystal, precision, tries, self.explicit)

    def solved_by(self, algorithm):
        """The law by another of the algorithms."""
        return SingleCrystal(self.crystal, self.precision, self.tries, algorithm == "RUNGE_KUTTA")

    def integrate(self, strain, state, data, continuum):
        """Either rule at all points."""
        points = _Points(self.crystal, strain, state, data, continuum)
        if data.step.predicting:
            # the elasticity before the step (lcotan), but in steps of Runge and Kutta
            stress, internal = points.old_stress, points.internal
            tangent = (points.hooke if self.explicit else points.old_hooke).copy()
            rows = np.flatnonzero(abs(internal[:, -1]) > PLASTIC)
            if rows.size and not self.explicit:
                tangent[rows] = points.some(rows).rate()
        elif self.explicit:
            stress, internal, tangent = points.followed(self.precision)
        else:
            stress, internal, tangent = points.solved(self.precision, self.tries)
        return points.shaped(stress), points.shaped(internal), points.shaped(tangent)


def marks_of(crystal):
    """The names of the variables of the irradiation."""
    if not crystal.marks:
        return []
    if crystal.marks == 12:
        return [f"RHO_IRRA_{i + 1}" for i in range(12)]
    return [f"{name}_{i + 1}" for name in ("RHO_LOOPS", "PHI_VOIDS") for i in range(12)]


class Field:
    """Strains and elasticity at the points, one after the other, n in all; strains have all six components."""

    def __init__(self, strain, state, data, continuum):
        self.shape, self.ns, self.data = strain.shape[:2], strain.shape[-1], data
        self.count, self.points_by_cell = strain.shape[0] * strain.shape[1], strain.shape[1]
        self.dt = data.step.after - data.step.before
        self.hooke, self.old_hooke = (self._all(data.elasticity(before)) for before in (False, True))
        self.old_stress = self._six(state.stress)
        self.internal = state.internal.reshape(self.count, -1)
        self.increment = self._six(strain_increment(strain, state, data, continuum)[0])
        self.rate_of_strain = np.sqrt((self.increment**2).sum(axis=-1) / 1.5) / (self.dt or 1.0)
        before = anelastic_strain(data, continuum.strains, before=True)
        self.old_strain = self._six(state.strain if before is None else state.strain - before)
        frames = data.characteristics.get("material_frame")
        frames = np.broadcast_to(np.eye(3), (len(data), 3, 3)) if frames is None else frames
        given = np.where(frames.any(axis=(1, 2))[:, None, None], frames, np.eye(3))
        self.frames = np.repeat(given, self.points_by_cell, axis=0)

    def _all(self, matrices):
        return np.broadcast_to(matrices, (*self.shape, 6, 6)).reshape(-1, 6, 6)

    def _six(self, tensor):
        out = np.zeros((self.count, 6))
        out[:, : self.ns] = np.broadcast_to(tensor, (*self.shape, self.ns)).reshape(self.count, self.ns)
        return out

    def shaped(self, values):
        """By cell and point, with the components that the cells have."""
        if values.shape[1:] == (6,):
            return values[:, : self.ns].reshape(*self.shape, self.ns)
        if values.shape[1:] == (6, 6):
            return values[:, : self.ns, : self.ns].reshape(*self.shape, self.ns, self.ns)
        return values.reshape(*self.shape, *values.shape[1:])


class _Points(Field):
    """What a step has at the points."""

    FIELDS = ("hooke", "compliance", "old_hooke", "old_stress", "internal", "increment", "spin", "normals", "directions", "schmid")

    def __init__(self, crystal, strain, state, data, continuum):
        super().__init__(strain, state, data, continuum)
        self.crystal, self.compliance = crystal, np.linalg.inv(self.hooke)
        s, marks = crystal.count, crystal.marks
        self.slips, self.marks = slice(6, 6 + 3 * s), slice(6 + 3 * s, 6 + 3 * s + marks)
        self.stresses = slice(6 + 3 * s + marks, 6 + 4 * s + marks)
        spin = data.characteristics.get("spin")
        self.spin = np.zeros((self.count, 3, 3)) if spin is None else np.repeat(spin, self.points_by_cell, axis=0)
        self.normals, self.directions = crystal.systems(self.frames)
        if crystal.turning == "CALC":
            self.normals, self.directions = (turned(v, self.internal) for v in (self.normals, self.directions))
        self.schmid = schmid(self.normals, self.directions)

    @property
    def known(self):
        """(n, s, 3) alpha, gamma, p at the start."""
        return self.internal[:, self.slips].reshape(len(self.internal), -1, 3)

    def _families(self, before=False):
        return self.crystal.points(self.data, self.points_by_cell, self.rate_of_strain, self.dt, before)

    def some(self, rows):
        """Those of some points, to be solved."""
        own = object.__new__(_Points)
        own.__dict__.update(self.__dict__)
        for name in self.FIELDS:
            setattr(own, name, getattr(self, name)[rows])
        own.families = self._families() if isinstance(rows, slice) else [point.some(rows) for point in self._families()]
        return own

    # --- implicit

    def solved(self, precision, tries):
        """Stress, variables and tangent of the implicit rule."""
        elastic = np.linalg.solve(self.old_hooke, self.old_stress[..., None])[..., 0] + self.increment
        stress = (self.hooke @ elastic[..., None])[..., 0]
        internal, tangent = self.internal.copy(), self.hooke.copy()
        internal[:, -1] = 0.0
        first = self.some(slice(None))
        with np.errstate(over="ignore", invalid="ignore"):
            slips = first._increments(stress, np.zeros(self.schmid.shape[:2]))[..., 2]
            rows = np.flatnonzero((slips > 0.0).any(axis=-1))
            if rows.size:
                stress[rows], internal[rows], tangent[rows] = first._of(rows)._newton(elastic[rows], precision, tries)
        return stress, internal, tangent

    def rate(self):
        """(n, 6, 6) the tangent of rates."""
        return self._condensed(self._matrix(self.old_stress, np.zeros(self.schmid.shape[:2]))[1])

    def _increments(self, stress, x):
        resolved = (self.schmid @ stress[..., None])[..., 0]
        return self.crystal.increments(resolved, x, self.known, self.internal[:, self.marks], self.families)

    def _target(self, increments):
        return increments[..., 0 if self.crystal.dense else 1]

    def _matrix(self, stress, x):
        """Increments (n, s, 3), and (n, 6 + s, 6 + s) minus the derivative of what step 2 leaves, by (sigma, x).

        The rules are asked once: by an imaginary part of the stresses, then of each x in turn.
        """
        s = x.shape[-1]
        known, marks = self.known, self.internal[:, self.marks]
        resolved = np.repeat((self.schmid @ stress[..., None]).reshape(1, len(x), s).astype(complex), 1 + s, axis=0)
        moved = np.repeat(x[None].astype(complex), 1 + s, axis=0)
        resolved[0] += 1j * TINY
        moved[1:] += 1j * TINY * np.eye(s)[:, None, :]
        found = self.crystal.increments(resolved, moved, known, marks, self.families)
        by_stress, by_x = found[0].imag / TINY, np.moveaxis(found[1:].imag / TINY, 0, -1)
        slip_rate, target_rate = by_stress[..., 1], self._target(by_stress)
        transposed = self.schmid.swapaxes(-1, -2)
        matrix = np.zeros((len(x), 6 + s, 6 + s))
        matrix[:, :6, :6] = self.compliance + transposed @ (slip_rate[..., None] * self.schmid)
        matrix[:, :6, 6:] = transposed @ by_x[..., 1, :]
        matrix[:, 6:, :6] = -target_rate[..., None] * self.schmid
        matrix[:, 6:, 6:] = np.eye(s) - by_x[..., 0 if self.crystal.dense else 1, :]
        return found[0].real, matrix

    def _newton(self, elastic, precision, tries):
        """Step 2 from where the last one ended, judged as code_aster does: by what is left, or by the last correction."""
        count, s = self.schmid.shape[:2]
        stress, x, matrix = self.old_stress.copy(), np.zeros((count, s)), np.zeros((count, 6 + s, 6 + s))
        iterations, rows = np.zeros(count), np.arange(count)
        held = self.known[..., 0 if self.crystal.dense else 1]
        for number in range(1, tries + 1):
            own = self._of(rows)
            slips, matrix[rows] = own._matrix(stress[rows], x[rows])
            moved = (own.schmid.swapaxes(-1, -2) @ slips[..., 1, None])[..., 0]
            held_back = (own.compliance @ stress[rows][..., None])[..., 0]
            left = np.concatenate([elastic[rows] - moved - held_back, own._target(slips) - x[rows]], axis=-1)
            if not (np.isfinite(left).all() and np.isfinite(matrix[rows]).all()):
                raise LawFailed("MONOCRISTAL: a crystal slips too fast")
            step = _solved(matrix[rows], left[..., None])[..., 0]
            stress[rows] += step[:, :6]
            x[rows] += step[:, 6:]
            iterations[rows] = number
            change = np.concatenate([stress[rows] - self.old_stress[rows], x[rows]], axis=-1)
            rows = rows[~_close(left, step, change, elastic[rows], held[rows] + x[rows], precision)]
            if not rows.size:
                return self._ended(stress, x, matrix, iterations)
        raise LawFailed("MONOCRISTAL: the equations of a crystal are not solved")

    def _of(self, rows):
        """Those of some of these points."""
        if len(rows) == len(self.internal):
            return self
        own = object.__new__(_Points)
        own.__dict__.update(self.__dict__)
        for name in self.FIELDS:
            setattr(own, name, getattr(self, name)[rows])
        own.families = [point.some(rows) for point in self.families]
        return own

    def _ended(self, stress, x, matrix, iterations):
        slips, internal = self._increments(stress, x), self.internal.copy()
        known = self.known + slips
        if self.crystal.dense and self.crystal.families[0].slip.flow in ("MONO_DD_KR", "MONO_DD_CFC") and (known[..., 0] < 0.0).any():
            raise LawFailed("MONOCRISTAL: a density of dislocations becomes negative")
        change = (self.schmid.swapaxes(-1, -2) @ slips[..., 1, None])[..., 0]
        internal[:, :6] += change
        internal[:, self.slips] = known.reshape(len(known), -1)
        marks = internal[:, self.marks]
        internal[:, self.marks] = self.crystal.irradiated(marks, self.known, slips[..., 2], self.families, False)
        internal[:, self.stresses] = (self.schmid @ stress[..., None])[..., 0]
        if self.crystal.turning != "NON":
            systems = self.normals, self.directions
            now = systems if self.crystal.turning == "CALC" else [turned(v, self.internal) for v in systems]
            internal[:, self.stresses.stop : -3] = turning(self.internal, slips[..., 1], *now, self.spin)
        across = np.einsum("nsi,nij,nsj->ns", self.normals, full(stress), self.normals)
        internal[:, -3] = np.maximum(across.max(axis=-1), -LEAST)
        internal[:, -2] += np.sqrt(2 / 3 * (change**2).sum(axis=-1))
        internal[:, -1] = iterations
        return stress, internal, self._condensed(matrix)

    def _condensed(self, matrix):
        own = matrix[:, :6, :6] - matrix[:, :6, 6:] @ _solved(matrix[:, 6:, 6:], matrix[:, 6:, :6])
        return _solved(own, np.eye(6))

    # --- explicit

    def followed(self, precision):
        """Stress, variables and tangent of the explicit rule, whose materials are those of the start of the step."""
        families, s = self._families(before=True), self.crystal.count
        marks = self.internal[:, self.marks]

        def rate(rows, x, y):
            strain = self.old_strain[rows] + (x / self.dt)[:, None] * self.increment[rows] - y[:, :6]
            stress = (self.old_hooke[rows] @ strain[..., None])[..., 0]
            resolved = (self.schmid[rows] @ stress[..., None])[..., 0]
            own = families if len(rows) == self.count else [point.some(rows) for point in families]
            slips = self.crystal.rates(resolved, y[:, 6:].reshape(len(y), s, 3), marks[rows], own)
            flow = (self.schmid[rows].swapaxes(-1, -2) @ slips[..., 1, None])[..., 0]
            return np.concatenate([flow, slips.reshape(len(y), -1)], axis=-1)

        internal, last = self.internal.copy(), self.slips.stop
        with np.errstate(over="ignore", invalid="ignore"):
            internal[:, :last] = runge_kutta(internal[:, :last], rate, self.dt, precision)
        strain = self.old_strain + self.increment - internal[:, :6]
        stress = (self.old_hooke @ strain[..., None])[..., 0]
        slips = internal[:, self.slips].reshape(-1, s, 3)[..., 2] - self.known[..., 2]
        internal[:, self.marks] = self.crystal.irradiated(marks, self.known, slips, families, True)
        internal[:, self.stresses] = (self.schmid @ stress[..., None])[..., 0]
        size = np.sqrt(2 / 3 * ((internal[:, :6] - self.internal[:, :6]) ** 2).sum(axis=-1))
        internal[:, -2] += size
        internal[:, -1] = size != 0.0
        return stress, internal, self.hooke


def _solved(matrix, right):
    """matrix^-1 right; LawFailed where there is none, so that the step may be cut."""
    try:
        return np.linalg.solve(matrix, right)
    except np.linalg.LinAlgError:
        raise LawFailed("MONOCRISTAL: the equations of a crystal have no single solution") from None


def _close(left, step, change, elastic, held, precision):
    """(n,) whether step 2 is solved: what is left, or the last correction, is within the precision."""

    def beside(part, whole):
        most = abs(whole).max(axis=-1)
        return abs(part).max(axis=-1) / np.where(most > SIGNIFICANT, most, 1.0)

    error = np.maximum(beside(left[:, :6], elastic), beside(left[:, 6:], held))
    stresses = abs(change[:, :6]).max(axis=-1)
    first = abs(step[:, :6]).max(axis=-1) / np.where(stresses > SIGNIFICANT, stresses, 1.0)
    # beside the stresses or the last of the unknowns, whichever is larger, as in code_aster
    whole = np.maximum(stresses, abs(change[:, -1]))
    second = abs(step[:, 6:]).max(axis=-1) / np.where(whole > SIGNIFICANT, whole, 1.0)
    return (error <= precision) | (np.maximum(first, second) <= precision)
