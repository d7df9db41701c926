"""Complex modes: (lambda^2 M + lambda C + K) x = 0 with real C, or K x = lambda M x with complex symmetric K.

Source: r5.01.02. The quadratic problem is solved on the pair (x, lambda x), whole for small systems, by shifted and
inverted Arnoldi for large ones; of each conjugate pair the mode with positive imaginary part is kept, modes without
oscillation are left out.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from .algebra import factorise
from .errors import ComputationFailed, SingularMatrix

DENSE = 300
PATIENCE, RESTARTS = 20, 300
"""How often Arnoldi's method starts again before motions that creep are left out, and then before what has settled must do."""
POOR = 1e-8
"""Modes out of balance by more than this part of their elastic forces are polished."""
POLISHINGS = 4
STILL = 1e-7
"""An eigenvalue whose imaginary part is this small beside its modulus does not oscillate."""


def quadratic_modes(stiffness, mass, damping, shift: complex, number: int | None, near=None) -> tuple[np.ndarray, np.ndarray]:
    """The oscillating eigenpairs nearest to `shift` (all of a small system when `number` is None).

    near  how far values (k,) are from the shift, another measure than the plain distance
    Gives lambda (k,), Im > 0, by ascending imaginary part, and x (n, k). K, M, C (n, n) symmetric, dense or sparse.
    """
    n = stiffness.shape[0]
    if n <= DENSE:
        values, vectors = _whole(*(a.toarray() if hasattr(a, "toarray") else np.asarray(a) for a in (stiffness, mass, damping)))
    else:
        values, vectors = _arnoldi(stiffness, mass, damping, shift, (2 if near is None else 3) * (number or 10))
    # a rigid motion is a double zero, which rounding splits by its root: of as many terms as there are where the system is solved whole
    rounding = np.sqrt((n if n <= DENSE else 1) * np.finfo(float).eps) * _pace(stiffness, mass)
    oscillates = np.isfinite(values) & (values.imag > np.maximum(STILL * abs(values), rounding))
    values, vectors = values[oscillates], vectors[:, oscillates]
    if number is not None:
        chosen = np.argsort(near(values, shift) if near else abs(values - shift), kind="stable")[:number]
        values, vectors = values[chosen], vectors[:, chosen]
    values, vectors = polished(values, vectors, stiffness, damping, mass)
    order = np.argsort(values.imag, kind="stable")
    return values[order], vectors[:, order]


def polished(values: np.ndarray, vectors: np.ndarray, *matrices) -> tuple[np.ndarray, np.ndarray]:
    """Eigenpairs of sum_k lambda^k A_k x = 0 after inverse iterations on those that are out of balance, `matrices` being A_0, A_1, ...

    Unknowns of very different units (displacements beside pressures) need it.
    """
    values, vectors = values.astype(complex), vectors.astype(complex)
    for i in range(len(values)):
        value, x = values[i], vectors[:, i]
        for _ in range(POLISHINGS):
            if _imbalance(value, x, matrices) < POOR:
                break
            near = value * (1.0 + 1e-9)
            operator = sum(near**k * a for k, a in enumerate(matrices))
            slope = sum(k * near ** (k - 1) * a for k, a in enumerate(matrices) if k)
            try:
                following = factorise(csr_array(operator)).solve(slope @ x)
            except SingularMatrix:
                break
            value, x = near - (x.conj() @ x) / (x.conj() @ following), following / np.linalg.norm(following) * np.linalg.norm(x)
        if _imbalance(value, x, matrices) < _imbalance(values[i], vectors[:, i], matrices):
            values[i], vectors[:, i] = value, x
    return values, vectors


def _imbalance(value, x, matrices):
    elastic = matrices[0] @ x
    size = np.linalg.norm(elastic)
    return np.linalg.norm(sum(value**k * (a @ x) for k, a in enumerate(matrices))) / size if size else 0.0


def real_distance(values: np.ndarray, shift: complex) -> np.ndarray:
    """One over the eigenvalues of the real part of the operator shifted and inverted, which code_aster's Arnoldi looks at."""
    with np.errstate(divide="ignore"):
        return abs((values - shift) * (values - np.conj(shift)) / (values - np.real(shift)))


def _pace(stiffness, mass):
    """The frequency (rad/s) that weighs the mass against the stiffness."""
    sizes = (np.linalg.norm(a.data if hasattr(a, "indptr") else a) for a in (stiffness, mass))
    return np.sqrt(next(sizes) / max(next(sizes), np.finfo(float).tiny))


def _whole(stiffness, mass, damping):
    from scipy.linalg import eig

    # in time units in which the stiffness is as large as the mass, or rounding spoils the slow modes
    pace = _pace(stiffness, mass) or 1.0
    mass, damping = pace**2 * mass, pace * damping
    zero = np.zeros_like(mass)
    left = np.block([[-stiffness, zero], [zero, mass]])
    right = np.block([[damping, mass], [mass, zero]])
    with np.errstate(all="ignore"):
        values, vectors = eig(left, right)
        # those of unknowns without mass are infinite
        values = pace * values
    return values, vectors[: len(stiffness)]


def _arnoldi(stiffness, mass, damping, shift, number):
    """At least `number` eigenpairs: some more are sought, of which the farthest may never settle.

    With a damping that grows like the stiffness, values without number crowd around -1/alpha (C = alpha K): where they keep 1/(lambda - s)
    from settling, it is (lambda - t)/(lambda - s)^2 that is sought, which vanishes at t = -1/alpha.
    """
    from scipy.sparse.linalg import ArpackError, ArpackNoConvergence, LinearOperator, eigs, splu

    n = stiffness.shape[0]
    # On the real axis the factorisation may meet a rigid motion: a small shift off it costs nothing.
    shift = shift or 1e-2j * np.sqrt(abs(stiffness.diagonal()).sum() / max(abs(mass.diagonal()).sum(), 1e-300))
    try:
        factors = splu((stiffness + shift * damping + shift**2 * mass).tocsc().astype(complex))
    except RuntimeError as failure:
        raise ComputationFailed("the damped modal problem is singular around the shift") from failure

    # the speeds in the shift's units of time, as large as the displacements
    pace = abs(shift)

    def apply(z):
        x, y = z[:n], pace * z[n:]
        f, g = damping @ x + mass @ y, mass @ x
        found = factors.solve(-(f + shift * g))
        return np.concatenate((found, (x + shift * found) / pace))

    def spared(z):
        found = apply(z)
        return found + (shift - slow) * apply(found)

    start = np.random.default_rng(0).standard_normal(2 * n).astype(complex)
    slow = _creeping(stiffness, damping)
    for act, restarts in ((apply, PATIENCE), (spared, RESTARTS)):
        operator = LinearOperator((2 * n, 2 * n), matvec=act, dtype=complex)
        try:
            inverses, vectors = eigs(operator, min(number + 10, 2 * n - 2), v0=start, maxiter=restarts)
        except ArpackNoConvergence as failure:
            inverses, vectors = failure.eigenvalues, failure.eigenvectors
            if act is spared and vectors.shape[1] < number:
                raise ComputationFailed(f"the eigenvalue solver did not converge: {vectors.shape[1]} values of {number}") from failure
        except ArpackError as failure:
            raise ComputationFailed(f"the eigenvalue solver did not converge: {failure}") from failure
        else:
            break
    if act is spared:
        inverses = np.array([np.vdot(x, apply(x)) / np.vdot(x, x) for x in vectors.T])
    return shift + 1.0 / inverses, vectors[:n]


def _creeping(stiffness, damping) -> float:
    """-1/alpha, by the alpha that brings alpha K nearest to C."""
    size = abs(damping).power(2).sum()
    return -float(stiffness.multiply(damping).sum()) / size if size else 0.0


def hysteretic_modes(stiffness, mass, shift: float, number: int | None) -> tuple[np.ndarray, np.ndarray]:
    """The eigenpairs of K x = lambda M x nearest to `shift`, K complex symmetric: lambda (k,) by ascending real part, x (n, k)."""
    n = stiffness.shape[0]
    if n > 4 * DENSE:
        from scipy.sparse.linalg import eigs

        values, vectors = eigs(stiffness.tocsc().astype(complex), number or 10, mass.astype(complex), sigma=shift)
    else:
        dense = (a.toarray() if hasattr(a, "toarray") else np.asarray(a) for a in (stiffness, mass))
        values, vectors = _inverted(*dense, shift)
    chosen = np.argsort(abs(values - shift), kind="stable")[:number]
    chosen = chosen[np.argsort(values[chosen].real, kind="stable")]
    return polished(values[chosen], vectors[:, chosen], stiffness, -mass)


def _inverted(stiffness, mass, shift):
    """The finite eigenpairs of dense K x = lambda M x: of (K - shift M)^-1 M if it can be, whose rounding spares values around the shift.

    Unknowns of very different units (displacements beside pressures) are first given units in which their stiffness is one.
    """
    from scipy.linalg import eig

    size = abs(stiffness.diagonal())
    units = 1.0 / np.sqrt(np.where(size > 0.0, size, 1.0))
    stiffness, mass = (units[:, None] * matrix * units for matrix in (stiffness, mass))
    inverses = None
    if shift:
        try:
            inverses, vectors = eig(np.linalg.solve(stiffness - shift * mass, mass))
        except np.linalg.LinAlgError:
            inverses = None
    with np.errstate(all="ignore"):
        if inverses is None:
            values, vectors = eig(stiffness, mass)
        else:
            present = abs(inverses) > len(inverses) * np.finfo(float).eps * abs(inverses).max()
            values = np.where(present, shift + 1.0 / inverses, np.inf)
    finite = np.isfinite(values)
    return values[finite], units[:, None] * vectors[:, finite]
