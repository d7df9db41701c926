"""Laws of creep followed by Runge and Kutta's steps under strains that grow evenly (r5.03.14), ALGO_INTE='RUNGE_KUTTA'.

With C, the parameters and the strains e that no stress causes going evenly from the start of the step to its end, ep the first six
variables and D the damage,

    s = (1 - D) C (strain - e - ep),    rates of the variables by the law from s

The tangent is (1 - D) C.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.anelastic import anelastic_strain

from ._law import Law
from ._runge_kutta import runge_kutta

PLASTIC = ("EPSPXX", "EPSPYY", "EPSPZZ", "EPSPXY", "EPSPXZ", "EPSPYZ")


class Explicit(Law):
    """A law over all cells and points, of a `flow`: something with

    needs, internal_names   as Law has them
    words       the parameters that it reads, by property
    followed    how many of its first variables have rates
    damage      the place of D among them, None where there is none
    started(variables (n, nv)) -> those that a step starts from; only where they are not those of its start
    told(data, points) -> None or function (rows, shares of the step (n,)) giving parameters by word that are functions of the flow's own;
                only where some are
    rates(words, known, stress)   (n, followed) of the parameters by word (n,), variables (n, nv) and stresses (n, 6)
    """

    plane_stress = False
    approached = elastic_rates = True

    def __init__(self, flow, precision: float = 1e-6):
        self.flow, self.precision = flow, precision
        self.needs, self.internal_names = flow.needs, flow.internal_names

    def within(self, precision, tries):
        """The law with another precision of its steps."""
        return Explicit(self.flow, precision)

    def integrate(self, strain, state, data, continuum):
        """The rule of the module's head at all points."""
        shape, n, flow = strain.shape[:2], strain.shape[-1], self.flow
        count = shape[0] * shape[1]

        def points(values, *sizes):
            return np.broadcast_to(values, (*shape, *sizes)).reshape(count, *sizes)

        def six(tensor):
            result = np.zeros((count, 6))
            result[:, :n] = points(tensor, n)
            return result

        old, now = (points(data.elasticity(before), 6, 6) for before in (True, False))
        if data.step.predicting:
            return state.stress, state.internal, now[:, :n, :n].reshape(*shape, n, n)
        dt = data.step.after - data.step.before
        words = {word: [points(data.at_points(word, before=before)) for before in (True, False)] for word in flow.words}
        caused = [anelastic_strain(data, continuum.strains, before=before) for before in (True, False)]
        ends = [six(total if own is None else total - own) for total, own in zip((state.strain, strain), caused)]

        def stress_at(rows, x, known):
            share = (x / dt)[:, None]
            elastic = (1 - share) * ends[0][rows] + share * ends[1][rows] - known[:, :6]
            hooke = (1 - share[..., None]) * old[rows] + share[..., None] * now[rows]
            stress = (hooke @ elastic[..., None])[..., 0]
            return stress if flow.damage is None else (1 - known[:, flow.damage])[:, None] * stress

        tell = flow.told(data, points) if hasattr(flow, "told") else None
        changing = {word for word, (first, last) in words.items() if not np.array_equal(first, last)}

        def rate(rows, x, known):
            share = x / dt
            values = {word: ends[0][rows] for word, ends in words.items()}
            for word in changing:
                first, last = words[word]
                values[word] = (1 - share) * first[rows] + share * last[rows]
            if tell is not None:
                values |= tell(rows, share)
            return flow.rates(values, known, stress_at(rows, x, known))

        internal = state.internal.reshape(count, -1).copy()
        internal = flow.started(internal) if hasattr(flow, "started") else internal
        followed = slice(0, flow.followed)
        with np.errstate(over="ignore", invalid="ignore"):
            internal[:, followed] = runge_kutta(internal[:, followed], rate, dt, self.precision)
        # as in code_aster the last variable is nothing that is kept
        internal[:, -1] = 0.0
        stress = stress_at(np.arange(count), np.full(count, dt), internal)
        tangent = now if flow.damage is None else (1 - internal[:, flow.damage])[:, None, None] * now
        return stress[:, :n].reshape(*shape, n), internal.reshape(*shape, -1), tangent[:, :n, :n].reshape(*shape, n, n)
