"""RELATION='VISCOCHAB': viscoplasticity of Chaboche with memory of the largest strains and recovery (r5.03.12).

At the end of a step of length dt, with s' the deviator of the stress, J and | |_J the equivalent, n = 3/2 (s' - X1 - X2)/J, p the
cumulated strain, growing by D, and c = A_I + (1 - A_I) exp(-B p):

1.  the elastic strain is what D n leaves of the strain of the step
2.  dX_i = 2/3 (C_i - (1 - D_i) G_i c (X_i : n)) D n - (G_i c D_i D + GX_i dt |X_i|_J^(M_i - 1)) X_i
    + (1 - C_i_/C_i) X_i
3.  D = dt z^N exp(ALP z^(N + 1)),  z (K_0 + A_K R) = J - A_R R - K
4.  dR = B (G - R) D + G_R dt sign(H - R) |H - R|^M_R,  G = Q_M + (Q_0 - Q_M) exp(-2 MU Q),  H = G - QR_0 (1 - (1 - G/Q_M)^2)
5.  e the plastic strain, m = (e - k)/(sqrt(3/2) |e - k|):  where 2/3 sqrt(3/2)|e - k| >= Q and n : m > 0,  dQ = ETA (n : m) D and
    dk = 3/2 (1 - ETA)(n : m) D m, else they stay; none with ETA = 1
6.  Newton's method from the solution without 5 and without what recovers; tangent of 1 to 5, its symmetric part; that of rates is elastic
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mean, norm, unit

from ._bracket import Bracket, search
from ._explicit import Explicit
from ._law import Law, Moduli, moduli, strain_increment

WORDS = (
    "k_0", "k", "n", "b", "q_m", "q_0", "c1", "g1_0", "c2", "g2_0", "a_k", "a_r", "alp", "m_r", "g_r", "mu", "qr_0", "eta", "m_1", "d1",
    "g_x1", "m_2", "d2", "g_x2", "a_i",
)  # fmt: skip
TINY = np.finfo(float).tiny
STEP = 1e-30
"""The imaginary step of derivatives."""
CLOSE, TRIES = 1e-12, 60
ROUNDING = 1e-16
"""Strains below this are none."""


def _size(tensor):
    """sqrt(3/2 t : t), for complex tensors too."""
    return np.sqrt(1.5 * (tensor * tensor).sum(axis=-1) + TINY)


class _Step:
    """The equations of points (m,) over a step.

    Unknowns (m, 4 n + 3), what they change by: elastic strain, X1 and X2 over 2mu, D, R over 2mu, Q and k.
    """

    def __init__(self, w, before, two_mu, three_k, driven, stress, old, plastic, dt):
        self.w, self.before, self.two_mu, self.three_k, self.dt = w, before, two_mu, three_k, dt
        self.driven, self.stress, self.plastic = driven, stress, plastic
        n = stress.shape[-1]
        self.n, self.x1, self.x2 = n, old[:, :n], old[:, n : 2 * n]
        self.p, self.r, self.q, self.k = *(old[:, 2 * n + i] for i in range(3)), old[:, 2 * n + 3 : 3 * n + 3]

    def at(self, rows):
        """Some of the points."""
        found = object.__new__(_Step)
        for name, value in vars(self).items():
            if isinstance(value, dict):
                value = {word: part[rows] for word, part in value.items()}
            setattr(found, name, value[rows] if isinstance(value, np.ndarray) else value)
        return found

    def overstress(self, d):
        """z of step 3 at D, also for D with an imaginary part."""
        n, alp = self.w["n"], self.w["alp"]
        real = np.maximum(np.real(d) / self.dt, TINY)
        z = real ** (1 / n)
        for _ in range(100 if alp.any() else 0):
            value = n * np.log(z) + alp * z ** (n + 1) - np.log(real)
            step = value / (n / z + alp * (n + 1) * z**n)
            z = np.maximum(z - step, z / 10)
            if (abs(step) <= 1e-15 * z).all():
                break
        rate = 1 / (real * self.dt * (n / z + alp * (n + 1) * z**n))
        return z + 1j * np.imag(d) * rate if np.iscomplexobj(d) else z

    def goal(self, q):
        """G of step 4."""
        return self.w["q_m"] + (self.w["q_0"] - self.w["q_m"]) * np.exp(-2 * self.w["mu"] * q)

    def first(self):
        """D without memory's growth and without what recovers, between bounds."""
        w, trial = self.w, deviator(self.stress) + self.two_mu[:, None] * deviator(self.driven)
        c0 = w["a_i"] + (1 - w["a_i"]) * np.exp(-w["b"] * self.p)
        goal = self.goal(self.q)

        def excess(d):
            x, rigid = trial, 1.5 * self.two_mu
            for i, back in ((1, self.x1), (2, self.x2)):
                c, was = w[f"c{i}"], self.before[f"c{i}"]
                down = np.where(c != 0.0, was / np.where(c != 0.0, c, 1.0), 1.0) + w[f"g{i}_0"] * c0 * d
                down = np.where(down > 0.0, down, 1.0)
                x, rigid = x - back / down[:, None], rigid + c / down
            r = (self.r + w["b"] * goal * d) / (1 + w["b"] * d)
            z = self.overstress(d)
            value = rigid * d + w["a_r"] * r + w["k"] + (w["k_0"] + w["a_k"] * r) * z - _size(x)
            slope = rigid + (w["k_0"] + w["a_k"] * r) * z / (w["n"] * np.maximum(d, TINY))
            return value / self.two_mu, slope / self.two_mu

        most = _size(trial - self.x1 - self.x2) / (1.5 * self.two_mu)
        return search(excess, 0.5 * most, Bracket(0.0 * most, 2 * most), 1e-13, 400)

    def left(self, y):
        """What the equations leave, over strains."""
        w, n, mu2, dt = self.w, self.n, self.two_mu, self.dt
        elastic, d = y[:, :n], y[:, 3 * n]
        x1, x2 = (back + mu2[:, None] * y[:, i * n : (i + 1) * n] for i, back in ((1, self.x1), (2, self.x2)))
        r, q, k = self.r + mu2 * y[:, 3 * n + 1], self.q + y[:, 3 * n + 2], self.k + y[:, 3 * n + 3 :]
        shear = deviator(self.stress) + mu2[:, None] * deviator(elastic)
        size = _size(shear - x1 - x2)
        along = 1.5 * (shear - x1 - x2) / size[:, None]
        flow = d[:, None] * along
        fade = w["a_i"] + (1 - w["a_i"]) * np.exp(-w["b"] * (self.p + d))
        parts = [elastic + flow - self.driven]
        for i, x, back in ((1, x1, self.x1), (2, x2, self.x2)):
            c, was, g, share = w[f"c{i}"], self.before[f"c{i}"], w[f"g{i}_0"] * fade, w[f"d{i}"]
            turned = (x * along).sum(axis=-1)
            lost = g * share * d
            if w[f"g_x{i}"].any():
                lost = lost + w[f"g_x{i}"] * dt * _size(x) ** (w[f"m_{i}"] - 1)
            warmed = np.where(c != 0.0, 1 - was / np.where(c != 0.0, c, 1.0), 0.0)
            change = (2 / 3 * (c - (1 - share) * g * turned))[:, None] * flow - (lost - warmed)[:, None] * x
            parts.append((x - back - change) / mu2[:, None])
        z = self.overstress(d)
        parts.append(((size - w["a_r"] * r - w["k"] - (w["k_0"] + w["a_k"] * r) * z) / mu2)[:, None])
        goal = self.goal(q)
        grown = w["b"] * (goal - r) * d
        if w["g_r"].any():
            far = goal - w["qr_0"] * (1 - ((w["q_m"] - goal) / w["q_m"]) ** 2) - r
            side = np.where(np.real(far) < 0.0, -1.0, 1.0)
            grown = grown + w["g_r"] * dt * side * (side * far) ** w["m_r"]
        parts.append(((r - self.r - grown) / mu2)[:, None])
        away = self.plastic + flow - k
        real = np.real(away)
        reach = np.sqrt(1.5) * norm(real)
        grows = (2 / 3 * reach >= np.real(q)) & ((np.real(along) * real).sum(axis=-1) > 0.0) & (w["eta"] != 1.0)
        m = np.where(grows[:, None], away, 1.0) / np.where(grows, _size(np.where(grows[:, None], away, 1.0)), 1.0)[:, None]
        turned = np.where(grows, (along * m).sum(axis=-1), 0.0)
        # As in code_aster what does not grow at an iterate stays as that one has it: in a steady load 5 holds with equality.
        wanted = np.where(grows, self.q + w["eta"] * turned * d, np.real(q))
        parts.append((q - wanted)[:, None])
        parts.append(k - np.where(grows[:, None], self.k + (1.5 * (1 - w["eta"]) * turned * d)[:, None] * m, np.real(k)))
        return np.concatenate(parts, axis=-1)

    def jacobian(self, y):
        """(m, u, u) the derivative of `left`."""
        count = y.shape[-1]
        found = np.empty((*y.shape, count))
        for j in range(count):
            moved = y.astype(complex)
            moved[:, j] += 1j * STEP
            found[..., j] = self.left(moved).imag / STEP
        return found

    def solved(self):
        """(unknowns, the last derivative); LawFailed where they are not found."""
        n, d = self.n, self.first()
        y = np.zeros((len(d), 4 * n + 3))
        shear = deviator(self.stress) + self.two_mu[:, None] * deviator(self.driven) - self.x1 - self.x2
        along = 1.5 * shear / _size(shear)[:, None]
        y[:, 3 * n], y[:, :n] = d, self.driven - d[:, None] * along
        for _ in range(TRIES):
            left, matrix = self.left(y), self.jacobian(y)
            if not (np.isfinite(left).all() and np.isfinite(matrix).all()):
                break
            try:
                new = y - np.linalg.solve(matrix, left[..., None])[..., 0]
            except np.linalg.LinAlgError:
                break
            new[:, 3 * n] = np.maximum(new[:, 3 * n], 0.1 * y[:, 3 * n])
            done = abs(new - y).max() <= CLOSE * abs(new).max() + ROUNDING
            y = new
            if done:
                return y, self.jacobian(y)
        raise LawFailed("the equations of VISCOCHAB are not solved")


class _Flow:
    """Rates of the variables, for the explicit rule (rkdcha of code_aster): the plastic strain, a_i with X_i = 2/3 C_i a_i, k, R, Q, p.

    Nothing recovers where nothing flows, and D_1 stands for D_2 in what turns a_2, as in code_aster.
    """

    needs = {"young": "ELAS", "recovery.k_0": "VISCOCHAB"}
    internal_names = tuple(f"VISCHA{i}" for i in range(1, 29))
    words = tuple(f"recovery.{word}" for word in WORDS)
    followed, damage = 27, None

    @staticmethod
    def rates(values, known, stress):
        """Those of the module's head."""
        w = {name.removeprefix("recovery."): value for name, value in values.items()}
        strain, *backs, k = (known[:, 6 * i : 6 * i + 6] for i in range(4))
        r, q, p = known[:, 24], known[:, 25], known[:, 26]
        shear = deviator(stress) - sum((w[f"c{i}"] / 1.5)[:, None] * back for i, back in enumerate(backs, 1))
        size = np.sqrt(1.5) * norm(shear)
        over = size - r - w["k"]
        flows = over > 0.0
        z = np.where(flows, over, 0.0) / (w["k_0"] + w["a_k"] * r)
        d = z ** w["n"] * np.exp(np.where(w["alp"] > 1e-30, w["alp"] * z ** (w["n"] + 1), 0.0))
        along = shear / np.where(flows, size, 1.0)[:, None]
        flow, unit_ = 1.5 * along * d[:, None], np.sqrt(1.5) * along
        fade = w["a_i"] + (1 - w["a_i"]) * np.exp(-w["b"] * p)
        moved = [flow]
        for i, back in enumerate(backs, 1):
            turned = ((1 - w["d1"]) * (back * unit_).sum(axis=-1))[:, None] * unit_
            rate = flow - (w[f"g{i}_0"] * fade * d)[:, None] * (w[f"d{i}"][:, None] * back + turned)
            far = w[f"c{i}"] * norm(back) / np.sqrt(1.5)
            pulls = far > 1e-30
            loss = np.where(pulls, w[f"g_x{i}"] * np.where(pulls, far, 1.0) ** (w[f"m_{i}"] - 1), 0.0)
            moved.append(rate - loss[:, None] * back)
        goal = w["q_0"] + (w["q_m"] - w["q_0"]) * (1 - np.exp(-2 * w["mu"] * q))
        far = goal - w["qr_0"] * (1 - ((w["q_m"] - goal) / w["q_m"]) ** 2) - r
        hardening = w["b"] * (goal - r) * d + w["g_r"] * np.copysign(abs(far) ** w["m_r"], far)
        away = strain - k
        reach = np.sqrt(1.5) * norm(away)
        beyond = reach / 1.5 > q
        m = np.where(beyond[:, None], np.sqrt(1.5) * away / np.where(beyond, reach, 1.0)[:, None], 0.0)
        turned = np.maximum((unit_ * m).sum(axis=-1), 0.0)
        moved.append((np.sqrt(1.5) * (1 - w["eta"]) * turned * d)[:, None] * m)
        found = np.column_stack([*moved, hardening, w["eta"] * turned * d, d])
        return np.where(flows[:, None], found, 0.0)


class Recovering(Law):
    """The law over all cells and points; `broken`: of material that has lost its stiffness, see _breaking."""

    plane_stress, symmetric, elastic_rates, secant = False, True, True, True
    explicit = True
    needs = {"young": "ELAS", "recovery.k_0": "VISCOCHAB"}
    internal_names = tuple(f"VISCHA{i}" for i in range(1, 29))

    def __init__(self, lost: bool = False):
        self.lost = lost

    def broken(self):
        """The law of material that is broken."""
        return Recovering(True)

    def solved_by(self, algorithm):
        """The law by another of the algorithms."""
        return Explicit(_Flow()) if algorithm == "RUNGE_KUTTA" else self

    def cumulated(self, internal, n):
        """p among the variables."""
        return internal[..., 2 * n]

    def _moduli(self, data, before=False):
        found = moduli(data, before)
        loss = data.at_points("breaking_loss", before=before) if self.lost else 1.0
        return Moduli(found.two_mu / loss, found.three_k / loss)

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 6."""
        shape, n, old = strain.shape[:2], strain.shape[-1], state.internal
        now, was = self._moduli(data), self._moduli(data, True)
        two_mu, three_k = (np.broadcast_to(value, shape) for value in (now.two_mu, now.three_k))
        tangent = np.broadcast_to(isotropic_stiffness(two_mu, three_k, n), (*shape, n, n)).copy()
        dt = data.step.after - data.step.before
        if data.step.predicting:
            return state.stress, old, tangent
        driven = strain_increment(strain, state, data, continuum)[0]
        start = (now.two_mu / was.two_mu)[..., None] * deviator(state.stress)
        start = start + (now.three_k / was.three_k * mean(state.stress))[..., None] * unit(n)
        kept = isotropic_stiffness(1 / was.two_mu, 1 / was.three_k, n) @ state.stress[..., None]
        caused = anelastic_strain(data, continuum.strains, before=True)
        plastic = state.strain - (0.0 if caused is None else caused) - kept[..., 0]
        w, before = self._words(data, shape, False), self._words(data, shape, True)
        whole = _Step(w, before, two_mu.reshape(-1), three_k.reshape(-1), *(v.reshape(-1, n) for v in (driven, start)),
                      old.reshape(-1, 28), plastic.reshape(-1, n), dt)  # fmt: skip
        stress = whole.stress + whole.two_mu[:, None] * deviator(whole.driven) + (whole.three_k * mean(whole.driven))[:, None] * unit(n)
        flows = self._over(whole, stress) > 0.0 if dt > 0.0 else np.zeros(len(stress), bool)
        internal, tangent = old.reshape(-1, 28).copy(), tangent.reshape(-1, n, n)
        if flows.any():
            step = whole.at(flows)
            y, matrix = step.solved()
            stiffness = tangent[flows]
            stress[flows] = step.stress + (stiffness @ y[:, :n, None])[..., 0]
            internal[flows] = self._after(step, y, internal[flows])
            driver = np.zeros((*y.shape, n))
            driver[:, :n, :] = np.eye(n)
            rate = stiffness @ np.linalg.solve(matrix, driver)[:, :n, :]
            tangent[flows] = 0.5 * (rate + rate.swapaxes(-1, -2))
        return stress.reshape(*shape, n), internal.reshape(*shape, 28), tangent.reshape(*shape, n, n)

    @staticmethod
    def _over(step, stress):
        """How far an elastic trial is beyond the threshold."""
        x = deviator(stress)
        for i, back in ((1, step.x1), (2, step.x2)):
            was = step.before[f"c{i}"]
            x = x - np.where(was != 0.0, step.w[f"c{i}"] / np.where(was != 0.0, was, 1.0), 1.0)[:, None] * back
        return np.sqrt(1.5) * norm(x) - step.w["a_r"] * step.r - step.w["k"]

    @staticmethod
    def _after(step, y, internal):
        n, mu2 = step.n, step.two_mu
        internal[:, : 2 * n] += mu2[:, None] * y[:, n : 3 * n]
        internal[:, 2 * n] += y[:, 3 * n]
        internal[:, 2 * n + 1] += mu2 * y[:, 3 * n + 1]
        internal[:, 2 * n + 2 : 3 * n + 3] += y[:, 3 * n + 2 :]
        return internal

    @staticmethod
    def _words(data, shape, before):
        return {word: np.broadcast_to(data.at_points(f"recovery.{word}", before=before), shape).reshape(-1) for word in WORDS}


BEHAVIOURS.add("VISCOCHAB", Recovering())
