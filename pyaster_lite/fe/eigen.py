"""Eigenvalues of symmetric pencils K x = lambda M x, K and M semi-definite or not, dense or sparse.

Source: r5.01.01 (modal problems), r5.01.04 (Sturm counts). Whatever the method asked for, small systems are solved by
LAPACK on the shifted and inverted pencil, large ones by the restarted Lanczos method (Sorensen 1992), and counts of
eigenvalues come from the signs of the pivots of K - sigma M (Sylvester's law of inertia). Of the largest pencils that factorisation
would cost more than the modes: whether one was missed is asked of a second search, among what is left beside those found.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csc_array, csr_array, diags_array

from .algebra import factorise
from .errors import ComputationFailed, SingularMatrix
from .ordering import elimination_order

DENSE = 700
"""Up to this many unknowns a pencil is solved whole."""
EPS = np.finfo(float).eps
POOR = 1e-7
"""Residuals above this are worth another step."""
NEARBY = ((1e-6, 0), (1e-3, 2))
"""How far beside a mode, by its value, a step of inverse iteration solves, and how often what the solution leaves is solved for again.
The nearer the better, but as many digits are lost: the second is for modes that the first has left poor."""
STARTS = 3
COUNTED = 10_000
"""Up to this many unknowns the modes found are compared with a count."""


class Pencil:
    """A symmetric pencil (K, M); both (n, n), sparse or dense. M is semi-definite, and not singular together with K."""

    def __init__(self, stiffness, mass):
        self.stiffness, self.mass = stiffness, mass
        self.size = stiffness.shape[0]
        self.dense = self.size <= DENSE
        if self.dense:
            self.stiffness, self.mass = (a.toarray() if hasattr(a, "toarray") else np.asarray(a) for a in (stiffness, mass))
        self._whole = None
        self._shifted = None
        self._counted: dict[float, int] = {}

    def scale(self) -> float:
        """A characteristic eigenvalue, 1/s^2: the ratio of the traces."""
        k, m = (float(abs(a.diagonal()).sum()) for a in (self.stiffness, self.mass))
        return k / m if m else 1.0

    def rank(self) -> int:
        """How many finite eigenvalues there are."""
        return int(np.count_nonzero(np.isfinite(self.all()[0]))) if self.dense else self.size

    def all(self) -> tuple[np.ndarray, np.ndarray]:
        """Every eigenvalue (n,), ascending, infinite ones last, and the vectors (n, n) of the finite ones, M-normed."""
        if self._whole is None:
            self._whole = self._solve_whole()
        return self._whole

    def _solve_whole(self):
        from scipy.linalg import LinAlgError, eigh

        n = self.size
        if n == 0:
            return np.empty(0), np.empty((0, 0))
        shift, step = 0.0, 1e-2 * _smallest_ratio(self.stiffness, self.mass)
        for _ in range(40):
            shifted = self.stiffness - shift * self.mass
            try:
                inverses, vectors = eigh(self.mass, shifted)
            except LinAlgError:
                shift = -step if shift == 0.0 else 10.0 * shift
                continue
            if abs(inverses).max(initial=0.0) * EPS * 1e3 * step < 1.0:
                break
            shift = -step if shift == 0.0 else 10.0 * shift
        else:
            return self._condensed()
        finite = inverses > n * EPS * inverses.max(initial=0.0)
        values = np.where(finite, shift + 1.0 / np.where(finite, inverses, 1.0), np.inf)
        order = np.argsort(values, kind="stable")
        values, vectors, finite = values[order], vectors[:, order], finite[order]
        vectors = vectors[:, finite]
        norms, found = self.rayleigh(vectors)
        values[: len(found)] = found
        return values, vectors / np.sqrt(norms)

    def _condensed(self):
        """As `all`, of a stiffness that no shift makes definite, where multipliers have no mass: motions without mass follow the others."""
        from scipy.linalg import LinAlgError, eigh

        masses, basis = eigh(self.mass)
        moving = masses > self.size * EPS * masses.max()
        still, free = basis[:, ~moving], basis[:, moving] / np.sqrt(masses[moving])
        pulled = still.T @ self.stiffness
        try:
            if not np.linalg.cond(pulled @ still) * EPS < 1.0:
                raise LinAlgError
            vectors = free - still @ np.linalg.solve(pulled @ still, pulled @ free)
        except LinAlgError:
            raise SingularMatrix("the modal problem is singular: stiffness and mass vanish together for some motion") from None
        values, weights = eigh(free.T @ self.stiffness @ vectors)
        return np.concatenate([values, np.full(self.size - len(values), np.inf)]), vectors @ weights

    def rayleigh(self, vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """x.M x and the Rayleigh quotient of each column of `vectors` (n, k)."""
        masses = np.einsum("ij,ij->j", vectors, self.mass @ vectors)
        return masses, np.einsum("ij,ij->j", vectors, self.stiffness @ vectors) / masses

    def refined(self, values: np.ndarray, vectors: np.ndarray, threshold: float) -> tuple[np.ndarray, np.ndarray]:
        """The same eigenpairs after a step of inverse iteration for those above `threshold` with poor residuals.

        The low modes of a pencil of very different eigenvalues need it.
        """
        before = residuals(self.stiffness, self.mass, values, vectors, 0.0)
        poor = np.flatnonzero((before > POOR) & (abs(values) > threshold))
        if not len(poor):
            return values, vectors
        values, vectors = values.copy(), vectors.copy()
        for i in poor:
            start, right, least = values[i], self.mass @ vectors[:, i], before[i]
            for nearby, corrections in NEARBY:
                try:
                    found = self._inverse(start * (1 - nearby), right, corrections)
                except (RuntimeError, np.linalg.LinAlgError):
                    continue
                norm, value = self.rayleigh(found[:, None])
                found = found[:, None] / np.sqrt(abs(norm[0])) * np.sign(found @ vectors[:, i])
                left = residuals(self.stiffness, self.mass, value, found, 0.0)[0]
                if left < least:
                    vectors[:, i], values[i], least = found[:, 0], value[0], left
                if least <= POOR:
                    break
        return values, vectors

    def _inverse(self, shift, right, corrections=0):
        """(K - shift M)^-1 right, what the solution leaves of the right-hand side solved for again so many times."""
        matrix = self.stiffness - shift * self.mass
        if self.dense:
            solve = lambda b: np.linalg.solve(matrix, b)  # noqa: E731
        else:
            from scipy.sparse.linalg import splu

            solve = splu(csc_array(matrix)).solve
        found = solve(right)
        for _ in range(corrections):
            found = found + solve(right - matrix @ found)
        return found

    def count_below(self, shift: float) -> int:
        """How many eigenvalues are below `shift`."""
        if self.dense:
            return int(np.count_nonzero(self.all()[0] < shift))
        if shift not in self._counted:
            self._counted[shift] = negative_pivots(self.stiffness - shift * self.mass)
        return self._counted[shift]

    def missed(self, values: np.ndarray, vectors: np.ndarray, cut: bool) -> int:
        """How many eigenpairs there are between these, at least, that are not among them; what a search found, sparse.

        cut  whether the last may be one of several that are equal
        """
        if self._shifted is None or self.size <= COUNTED:
            # each end by its own size: below a first mode that is low, rigid motions may wait
            low, high = (1e-3 * np.maximum(abs(values[[0, -1]]), 1e-6 * abs(values).max())).tolist()
            beside = self.count_below(values[-1] + high) - self.count_below(values[0] - low) - len(values)
            return max(0, beside - cut)
        shift, _ = self._shifted
        left = self._lanczos(1, shift, "LM", vectors)[0][0]
        return int(abs(left - shift) < (1 - 1e-6) * abs(values - shift).max())

    def nearest(self, shift: float, number: int) -> tuple[np.ndarray, np.ndarray]:
        """The `number` eigenpairs nearest to `shift`: values (k,) ascending, vectors (n, k), M-normed."""
        if self.dense:
            values, vectors = self.all()
            finite = np.count_nonzero(np.isfinite(values))
            chosen = np.sort(np.argsort(abs(values[:finite] - shift), kind="stable")[:number])
            return values[chosen], vectors[:, chosen]
        return self._sparse(number, shift, "LM")

    def largest(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        """The `number` largest finite eigenpairs."""
        if self.dense:
            values, vectors = self.all()
            finite = np.count_nonzero(np.isfinite(values))
            chosen = np.arange(max(0, finite - number), finite)
            return values[chosen], vectors[:, chosen]
        return self._sparse(number, None, "LA")

    def between(self, low: float, high: float) -> tuple[np.ndarray, np.ndarray]:
        """Every eigenpair with low <= lambda <= high."""
        if self.dense:
            values, vectors = self.all()
            chosen = np.flatnonzero((values >= low) & (values <= high))
            return values[chosen], vectors[:, chosen]
        number = self.count_below(high) - self.count_below(low)
        if number == 0:
            return np.empty(0), np.empty((self.size, 0))
        values, vectors = self._sparse(number, 0.5 * (low + high), "LM")
        chosen = (values >= low) & (values <= high)
        return values[chosen], vectors[:, chosen]

    def _sparse(self, number, shift, which):
        if shift is not None:
            shift, _ = self._shifted = _factorised(self.stiffness, self.mass, shift, self.scale())
        values, vectors = self._lanczos(min(number, self.size - 1), shift, which)
        order = np.argsort(values)
        vectors = vectors[:, order]
        norms, values = self.rayleigh(vectors)
        return values, vectors / np.sqrt(norms)

    def _lanczos(self, number, shift, which, found=None):
        """Eigenpairs, around the shift last factorised when there is one; beside those `found` (n, k)."""
        from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh

        inverse = None
        if shift is not None:
            _, solve = self._shifted
            beside = None if found is None else self.mass @ found
            project = (lambda x: x) if found is None else (lambda x: x - found @ (beside.T @ x))
            inverse = LinearOperator(self.stiffness.shape, matvec=lambda x: project(solve(x)), dtype=float)
        subspace = min(self.size, max(2 * number + 1, number + 20, 20))
        # a start may meet a space that the pencil keeps to itself before it is large enough: others get further
        for seed in range(STARTS):
            start = np.random.default_rng(seed).standard_normal(self.size)
            start = start if found is None else project(start)
            tolerance = 0.0 if found is None else 1e-6
            try:
                return eigsh(self.stiffness, number, self.mass, shift, which, v0=start, ncv=subspace, OPinv=inverse, tol=tolerance)
            except ArpackError as failure:
                if seed + 1 == STARTS:
                    raise ComputationFailed(f"the eigenvalue solver did not converge: {failure}") from failure


class BucklingPencil(Pencil):
    """A symmetric pencil (K, G) with K definite and G of any sign: K x = lambda G x, solved as G x = (1/lambda) K x."""

    def _solve_whole(self):
        from scipy.linalg import LinAlgError, eigh

        try:
            inverses, vectors = eigh(self.mass, self.stiffness)
        except LinAlgError:
            raise SingularMatrix("the stiffness is not positive definite: is the structure held?") from None
        finite = abs(inverses) > self.size * EPS * abs(inverses).max(initial=0.0)
        values = np.where(finite, 1.0 / np.where(finite, inverses, 1.0), np.inf)
        order = np.argsort(values, kind="stable")
        return values[order], vectors[:, order[finite[order]]]

    def count_below(self, shift: float) -> int:
        """How many eigenvalues are below `shift`; those of a large pencil cannot be counted from minus infinity."""
        negatives = super().count_below(shift)
        return negatives if self.dense or shift > 0.0 else -negatives

    def _sparse(self, number, shift, which):
        from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh

        factors = factorise(csr_array(self.stiffness), True, True)
        solve = LinearOperator(self.stiffness.shape, matvec=lambda x: factors.solve(np.ravel(x)), dtype=float)
        start = np.random.default_rng(0).standard_normal(self.size)
        # Eigenvalues nearest to a shift are those of largest 1/(lambda - shift): around zero when the shift is.
        wanted = number if not shift else min(self.size - 1, 2 * number + 20)
        try:
            _, vectors = eigsh(self.mass, wanted, self.stiffness, which="LM", Minv=solve, v0=start, tol=0.0)
        except ArpackError as failure:
            raise ComputationFailed(f"the eigenvalue solver did not converge: {failure}") from failure
        _, values = self.rayleigh(vectors)
        chosen = np.argsort(abs(values - (shift or 0.0)), kind="stable")[:number]
        chosen = chosen[np.argsort(values[chosen], kind="stable")]
        return values[chosen], vectors[:, chosen]


def residuals(stiffness, mass, values, vectors, threshold: float) -> np.ndarray:
    """The error of each eigenpair: |K x - lambda M x| / |K x|, or times |lambda| when that is below `threshold`."""
    stiff = stiffness @ vectors
    gap = np.linalg.norm(stiff - (mass @ vectors) * values, axis=0)
    size = np.linalg.norm(stiff, axis=0)
    return np.where((abs(values) > threshold) & (size > 0.0), gap / np.where(size > 0.0, size, 1.0), gap * abs(values))


def _smallest_ratio(stiffness, mass) -> float:
    k, m = abs(stiffness.diagonal()), abs(mass.diagonal())
    held = (k > 0.0) & (m > 0.0)
    return float((k[held] / m[held]).min()) if held.any() else 1.0


def _factorised(stiffness, mass, shift, scale):
    """(sigma, solve) of K - sigma M, moving sigma a little while it falls on an eigenvalue; `solve` takes (n,).

    Rows and columns are scaled to a diagonal of ones, so that pivots tell a singular matrix whatever the stiffnesses are.
    """
    for move in (0.0, -1e-6, 1e-6, -1e-3, 1e-3, -5e-2):
        moved = shift + move * max(abs(shift), 1e-3 * scale)
        matrix = csr_array(stiffness - moved * mass)
        diagonal = abs(matrix.diagonal())
        weights = 1.0 / np.sqrt(np.where(diagonal > 0.0, diagonal, 1.0))
        try:
            solver = factorise(csr_array(diags_array(weights) @ matrix @ diags_array(weights)), True, moved <= 0.0)
        except SingularMatrix:
            continue
        return moved, _scaled_solve(solver, weights)
    raise SingularMatrix("the modal problem is singular around the shift: is every unknown given stiffness or mass?")


def _scaled_solve(solver, weights):
    return lambda right: weights * solver.solve(weights * np.ravel(right))


def negative_pivots(matrix) -> int:
    """How many eigenvalues of a symmetric sparse matrix are negative; raises SingularMatrix."""
    from scipy.sparse.linalg import splu

    order = elimination_order(matrix)
    ordered, spec = (matrix, "MMD_AT_PLUS_A") if order is None else (csr_array(matrix)[order][:, order], "NATURAL")
    try:
        factors = splu(csc_array(ordered), permc_spec=spec, diag_pivot_thresh=0.0, options={"SymmetricMode": True})
    except RuntimeError as failure:
        raise SingularMatrix("a Sturm count falls on an eigenvalue: move the bounds of the band a little") from failure
    signs = np.sign(factors.U.diagonal())
    # The permutations of rows and columns agree where no pivoting took place, so that the signs are those of D in L D L^T.
    if not np.array_equal(factors.perm_r, factors.perm_c):
        raise ComputationFailed("the Sturm count needed pivoting")
    return int(np.count_nonzero(signs < 0))
