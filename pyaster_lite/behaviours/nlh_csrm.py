"""RELATION='NLH_CSRM': a claystone that yields at once and flows with time, both with surfaces that move (r7.01.46).

The stress s is linear in the elastic strain e, its mean m. With B = - H al (H_p, al_p or H_v, al_v), X = s + B, x = exp(om (v_p + v_v)),
f = (c - m x)/(pc + c), tensions positive, for both mechanisms:

1.  g_p = pc^2 (f - f^k) (2 (1 - a) f + a) / x^2,      g_v = pc^2 f (2 (1 - a) f + a) / x^2
2.  F = ((X_eq/M)^2 + (B_eq/N)^2 - g) / pc,   n = dF/ds,   q = 3 (X'/M^2 + B'/N^2) / pc
3.  dl_p from F_p = 0;   dl_v = dt/tau <F_v/E>^nv
4.  e = e_ + d(strain) - sum of dl n,   v = v_ + dl tr n,   al = al_ + dl q

A mechanism works where its F, of the elastic stress, is above zero. That is looked at again once the equations are solved, F being taken
with the v and al from before the step: yielding stops where dl_p < 0, and what works alone starts the other one. Variables: e in Mandel's
notation (4 in the plane, 6 in space), sum of dl_p, v_p, al_p, v_v, al_v, tries of Newton's method (not counted: 0), what works (1 yielding,
2 flowing, 3 both), the time gone by.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.porous import dual
from pyaster_lite.fe.tensors import AXES, deviator, isotropic_stiffness, mean, unit

from ._implicit import Implicit, projectors
from ._law import moduli_of, strain_increment

WORDS = ("young", "poisson", "compression", "tension", "slope", "index", "exponent", "shape", "growth", "time", "power", "moved", "crept")


@dataclass
class _Surface:
    """F, n and q of step 2."""

    excess: object
    normal: object
    moves: object


class _Rock:
    """Parameters at points, and both surfaces over n components."""

    def __init__(self, data, shape, n):
        own = {word: np.broadcast_to(data.at_points(f"claystone_{word}"), shape) for word in WORDS}
        self.young, self.pc, self.c, self.m, self.index = (own[w] for w in ("young", "compression", "tension", "slope", "index"))
        self.k, self.a, self.om, self.tau, self.power = np.trunc(own["exponent"]), own["shape"], own["growth"], own["time"], own["power"]
        self.hard = own["moved"], own["crept"]
        elastic = moduli_of(self.young, own["poisson"])
        self.two_mu, self.three_k = elastic.two_mu, elastic.three_k
        self.stiffness, self.i, self.deviatoric = isotropic_stiffness(self.two_mu, self.three_k, n), unit(n), projectors(n)[1]

    def surface(self, which, stress, volume, moved):
        """That of yielding (0) or of flowing (1), with its slopes where the numbers have them."""
        back = moved * -self.hard[which][..., None]
        x = dual.exp(volume * self.om)
        f = (self.c - _mean(stress) * x) / (self.pc + self.c)
        wide = 2 * (1 - self.a) * f + self.a
        if which == 0:
            high = dual.followed(f, lambda v: v**self.k, lambda v: self.k * v ** (self.k - 1))
            slope = dual.followed(f, lambda v: self.k * v ** (self.k - 1), lambda v: self.k * (self.k - 1) * v ** (self.k - 2))
            g, rate = (f - high) * wide, (1 - slope) * wide + 2 * (1 - self.a) * (f - high)
        else:
            g, rate = f * wide, 4 * (1 - self.a) * f + self.a
        shared = self.pc**2 / (x * x)
        pulled, drawn = (dual.turned(self.deviatoric, tensor) for tensor in (stress + back, back))
        size = 1.5 * (dual.total(pulled * pulled) / self.m**2 + dual.total(drawn * drawn) / self.index**2)
        even = shared * rate * x / (self.pc + self.c) / 3.0 / self.pc
        normal = pulled * (3 / self.m**2 / self.pc)[..., None] + even[..., None] * self.i
        moves = pulled * (3 / self.m**2 / self.pc)[..., None] + drawn * (3 / self.index**2 / self.pc)[..., None]
        return _Surface((size - shared * g) / self.pc, normal, moves)

    def flow(self, excess, dt):
        """dl_v of step 3."""
        above = np.maximum(dual.value_of(excess), 0.0) / self.young
        time = dt / np.where(self.tau > 0.0, self.tau, np.inf)
        return dual.given(time * above**self.power, (excess, time * self.power * above ** (self.power - 1) / self.young))


def _mean(tensor):
    return dual.total(tensor[..., :3]) / 3.0


class Claystone(Implicit):
    """The law over all cells and points."""

    symmetric = False
    needs = {"claystone_young": "NLH_CSRM"}
    internal_names = (
        *(f"ELA{axes}" for axes in AXES),
        *("EPSPEQ", "EPSPVOLP", *(f"ALP{axes}" for axes in AXES)),
        *("EPSPVOLV", *(f"ALV{axes}" for axes in AXES)),
        *("NITER", "INDIPLAS", "INSTINI"),
    )

    def respond(self, strain, state, data, continuum):
        """Steps 1 to 4."""
        shape, n, old = strain.shape[:2], strain.shape[-1], state.internal
        rock, size = _Rock(data, shape, n), 3 * n + 3
        age = old[..., size + 2]
        new = (age == 0.0) & (old[..., n] == 0.0)
        spheric, sheared = mean(state.stress) / rock.three_k, deviator(state.stress) / rock.two_mu[..., None]
        start = old[..., :size].copy()
        start[..., :n] = np.where(new[..., None], spheric[..., None] * rock.i + sheared, start[..., :n])
        increment, dt = strain_increment(strain, state, data, continuum)[0], data.step.after - data.step.before
        e, lp, vp, ap, vv, av = slice(0, n), n, n + 1, slice(n + 2, 2 * n + 2), 2 * n + 2, slice(2 * n + 3, size)
        volume, moved = start[..., vp] + start[..., vv], (start[..., ap], start[..., av])

        def above(elastic):
            """(F_p, F_v) of an elastic strain, with the rest as before the step."""
            stress = (rock.stiffness @ elastic[..., None])[..., 0]
            return [rock.surface(which, stress, volume, moved[which]).excess for which in (0, 1)]

        def system(y, regime):
            seeded = dual.Dual(y, np.broadcast_to(np.eye(size), (*y.shape, size)))
            stress = dual.turned(rock.stiffness, seeded[..., e] + start[..., e])
            now = seeded[..., vp] + seeded[..., vv] + volume
            yields, flows = (rock.surface(which, stress, now, seeded[..., part] + start[..., part]) for which, part in ((0, ap), (1, av)))
            works, creeps = regime[..., 0] * 1.0, regime[..., 1] * 1.0
            slip, creep = seeded[..., lp] * works, rock.flow(flows.excess, dt) * creeps
            rows = [
                seeded[..., e] - increment + slip[..., None] * yields.normal + creep[..., None] * flows.normal,
                (yields.excess * (works / rock.young) + seeded[..., lp] * (1.0 - works))[..., None],
                (seeded[..., vp] - slip * (3 * _mean(yields.normal)))[..., None],
                seeded[..., ap] - slip[..., None] * yields.moves,
                (seeded[..., vv] - creep * (3 * _mean(flows.normal)))[..., None],
                seeded[..., av] - creep[..., None] * flows.moves,
            ]
            made = dual.joined(rows)
            return made.value, made.slope

        def turned(y, regime):
            yields, flows = above(start[..., e] + y[..., e])
            p, v = regime[..., 0], regime[..., 1]
            held = np.where(p, y[..., lp] >= 0.0, v & (yields >= 0.0))
            creeps = v | (p & (flows > 0.0) & (rock.tau > 0.0))
            return np.stack([held, creeps], axis=-1)

        yields, flows = above(start[..., e] + increment)
        regime = np.stack([yields > 0.0, (flows > 0.0) & (rock.tau > 0.0)], axis=-1)
        y, matrix, regime = self.solved(system, turned, regime, shape, size)
        internal = np.zeros_like(old)
        internal[..., :size] = start + y
        internal[..., size + 1], internal[..., size + 2] = regime[..., 0] + 2 * regime[..., 1], age + dt
        stress = (rock.stiffness @ (start[..., e] + y[..., e])[..., None])[..., 0]
        return stress, internal, self.driven(matrix, rock.stiffness)


BEHAVIOURS.add("NLH_CSRM", Claystone())
