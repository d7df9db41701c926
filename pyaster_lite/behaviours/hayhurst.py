"""RELATION='HAYHURST': creep of Kowalewski, Hayhurst and Dyson, coupled with an isotropic damage (r5.03.13).

With s the stress, J its von Mises equivalent, s1 the largest principal one (its trace instead, with S_EQUI_D = 1), H = H1 + H2 the
hardening, p the cumulated strain, D the damage, phi that of the precipitates, < > the positive part:

    s   = (1 - D) C ee                                            ee the elastic strain
    p'  = EPS0 sinh(J (1 - H) / (K (1 - phi) (1 - D))),           ep' = 3/2 p' dev s / J
    Hi' = Hi/J (HiST - DELTAi Hi) p'                              (no step beyond H1ST)
    D'  = BIGA sinh((ALPHAD <s1> + (1 - ALPHAD) J) / SIG0)
    phi' = KC/3 (1 - phi)^4, that is phi = 1 - (1 + KC t)^(-1/3)

Implicit: all of that at a share theta of the step but phi, which is of its end, by Newton's method over the changes of (ee, p, H1, H2, D);
the tangent is (1 - D) C dee/de. As in code_aster the first six variables are then the elastic strain, of RUNGE_KUTTA the other one.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.large_strain import full, mandel
from pyaster_lite.fe.tensors import deviator, outer, unit, von_mises

from ._explicit import PLASTIC, Explicit
from ._law import Law, strain_increment

WORDS = ("eps0", "k", "h1", "h2", "delta1", "delta2", "h1st", "h2st", "biga", "sig0", "kc", "alphad", "s_equi_d")
MOST = 50.0
"""The largest argument of a sinh that a step may have."""
NONE = np.finfo(float).eps
TRIES, CLOSE = 50, 1e-13


def _given(values):
    """The parameters by word, of properties."""
    return {name.removeprefix("creep_damage."): value for name, value in values.items()}


class _Flow:
    """Rates of the variables, for the explicit rule."""

    needs = {"young": "ELAS", "creep_damage.eps0": "HAYHURST"}
    internal_names = (*PLASTIC, "EPSPEQ", "H1", "H2", "PHI", "ENDO", "VIDE")
    words = tuple(f"creep_damage.{word}" for word in WORDS)
    followed, damage = 11, 10

    @staticmethod
    def rates(values, known, stress):
        """Those of the module's head."""
        w, size = _given(values), von_mises(stress)
        acts = size > NONE * w["k"]
        safe = np.where(acts, size, 1.0)
        phi, lost = known[:, 9], known[:, 10]
        h1, h2 = known[:, 7], known[:, 8]
        drive = np.where(acts, size * (1 - h1 - h2) / (w["k"] * (1 - phi) * (1 - lost)), 0.0)
        push = _push(w, stress, size)[0] / w["sig0"]
        if (abs(drive) >= MOST).any() or (push >= MOST).any() or (acts & (h1 > w["h1st"])).any():
            raise LawFailed("HAYHURST: the creep runs away")
        p = w["eps0"] * np.sinh(drive)
        flow = (1.5 * p / safe)[:, None] * deviator(stress)
        hardening = [w[f"h{i}"] / safe * (w[f"h{i}st"] - w[f"delta{i}"] * h) * p for i, h in ((1, h1), (2, h2))]
        return np.column_stack([flow, p, *hardening, w["kc"] / 3 * (1 - phi) ** 4, w["biga"] * np.sinh(push)])


def _push(w, stress, size):
    """(n,) the stress that damages, and (n, ns) its derivative by the stress but for that of J, which has the share 1 - ALPHAD."""
    n = stress.shape[-1]
    values, axes = np.linalg.eigh(full(stress))
    one = unit(n)
    whole = w["s_equi_d"] == 1.0
    principal = np.where(whole, stress @ one, values[:, -1])
    along = np.where(whole[:, None], one, mandel(axes[:, :, -1, None] * axes[:, None, :, -1], n))
    opens = principal >= 0.0
    return w["alphad"] * np.where(opens, principal, 0.0) + (1 - w["alphad"]) * size, (w["alphad"] * opens)[:, None] * along


class Hayhurst(Law):
    """The law over all cells and points, by a theta-scheme."""

    plane_stress = False
    approached = elastic_rates = explicit = True
    needs, internal_names = _Flow.needs, _Flow.internal_names

    def __init__(self, theta: float = 1.0):
        self.theta = theta

    def configured(self, theta):
        """The law with another theta."""
        return Hayhurst(theta)

    def solved_by(self, algorithm):
        """The law by another of the algorithms."""
        return Explicit(_Flow()) if algorithm == "RUNGE_KUTTA" else self

    def integrate(self, strain, state, data, continuum):
        """The equations of the module's head."""
        shape, n, theta = strain.shape[:2], strain.shape[-1], self.theta
        count = shape[0] * shape[1]

        def points(values, *sizes):
            return np.broadcast_to(values, (*shape, *sizes)).reshape(count, *sizes)

        hooke, before = (points(continuum.elasticity(data.elasticity(early)), n, n) for early in (False, True))
        if data.step.predicting:
            # the elasticity before the step (lcotan)
            return state.stress, state.internal, before.reshape(*shape, n, n)
        w = _given({name: points(data.at_points(name)) for name in _Flow.words})
        old = state.internal.reshape(count, -1)
        dt = data.step.after - data.step.before
        start = np.linalg.solve(before, points(state.stress, n)[..., None])[..., 0] / (1 - old[:, 10])[:, None]
        first = np.column_stack([start, old[:, 6:9], old[:, 10]])
        driven = points(strain_increment(strain, state, data, continuum)[0], n)
        phi = 1 - (1 + w["kc"] * data.step.after) ** (-1 / 3)
        y, iterations = np.zeros_like(first), 0
        with np.errstate(over="ignore", invalid="ignore"):
            while iterations < TRIES:
                iterations += 1
                left, matrix = _system(w, hooke, first, y, driven, phi, theta, dt)
                if not (np.isfinite(left).all() and np.isfinite(matrix).all()):
                    raise LawFailed("HAYHURST: the creep runs away")
                step = np.linalg.solve(matrix, left[..., None])[..., 0]
                y = y - step
                if (abs(step) <= CLOSE * (abs(y) + abs(first).max(axis=0) * 1e-3) + 1e-18).all():
                    break
            else:
                raise LawFailed("HAYHURST: the equations of a step are not solved")
        matrix = _system(w, hooke, first, y, driven, phi, theta, dt)[1]
        end, internal = first + y, old.copy()
        internal[:, :6] = 0.0
        internal[:, :n], internal[:, 6:9], internal[:, 10] = end[:, :n], end[:, n : n + 3], end[:, -1]
        internal[:, 9], internal[:, 11] = phi, iterations
        whole = (1 - end[:, -1])[:, None]
        stress = whole * (hooke @ end[:, :n, None])[..., 0]
        driver = np.zeros((count, n + 4, n))
        driver[:, :n] = np.eye(n)
        tangent = whole[..., None] * hooke @ np.linalg.solve(matrix, driver)[:, :n]
        return stress.reshape(*shape, n), internal.reshape(*shape, -1), tangent.reshape(*shape, n, n)


def _system(w, hooke, first, y, driven, phi, theta, dt):
    """What the equations leave at changes y (m, n + 4), and its derivative."""
    count, n = driven.shape
    middle = first + theta * y
    elastic, h1, h2, lost = middle[:, :n], middle[:, n + 1], middle[:, n + 2], middle[:, n + 3]
    p = y[:, n]
    undamaged = (hooke @ elastic[..., None])[..., 0]
    stress = (1 - lost)[:, None] * undamaged
    # by the changes of the elastic strain and of D
    by = np.zeros((count, n, n + 4))
    by[:, :, :n], by[:, :, -1] = theta * (1 - lost)[:, None, None] * hooke, -theta * undamaged
    size = von_mises(stress)
    acts = size > NONE * w["k"]
    safe = np.where(acts, size, 1.0)
    along = np.where(acts[:, None], 1.5 * deviator(stress) / safe[:, None], 0.0)
    size_by = (along[:, None] @ by)[:, 0]
    mean = np.outer(unit(n), unit(n)) / 3.0
    turned = np.where(acts, 1 / safe, 0.0)[:, None, None] * (1.5 * (np.eye(n) - mean) - outer(along, along))
    matrix = np.tile(np.eye(n + 4), (count, 1, 1))
    left = y.copy()
    left[:, :n] += p[:, None] * along - driven
    matrix[:, :n, :] += p[:, None, None] * (turned @ by)
    matrix[:, :n, n] += along
    hard, scale = 1 - h1 - h2, w["k"] * (1 - phi) * (1 - lost)
    drive = np.where(acts, size * hard / scale, 0.0)
    if (abs(drive) >= MOST).any() or (acts & (first[:, n + 1] > w["h1st"])).any():
        raise LawFailed("HAYHURST: the creep runs away")
    left[:, n] -= w["eps0"] * np.sinh(drive) * dt
    drive_by = size_by * np.where(acts, hard / scale, 0.0)[:, None]
    drive_by[:, n + 1 : n + 3] -= theta * (size / scale)[:, None]
    drive_by[:, -1] += theta * drive / (1 - lost)
    matrix[:, n] -= (w["eps0"] * np.cosh(drive) * dt)[:, None] * drive_by
    for i, h in ((1, h1), (2, h2)):
        own = np.where(acts, w[f"h{i}"] / safe, 0.0)
        rest = w[f"h{i}st"] - w[f"delta{i}"] * h
        left[:, n + i] -= own * rest * p
        matrix[:, n + i] += (own * rest * p / safe)[:, None] * size_by
        matrix[:, n + i, n] -= own * rest
        matrix[:, n + i, n + i] += own * w[f"delta{i}"] * theta * p
    push, push_by = _push(w, stress, size)
    push = push / w["sig0"]
    if (push >= MOST).any():
        raise LawFailed("HAYHURST: the damage runs away")
    left[:, -1] -= w["biga"] * np.sinh(push) * dt
    total_by = (push_by[:, None] @ by)[:, 0] + (1 - w["alphad"])[:, None] * size_by
    matrix[:, -1] -= (w["biga"] * np.cosh(push) * dt / w["sig0"])[:, None] * total_by
    return left, matrix


BEHAVIOURS.add("HAYHURST", Hayhurst())
