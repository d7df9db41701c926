"""A concrete that creeps, and points of it among what surrounds them."""

import numpy as np

from pyaster_lite.fe.data import ElementData, Step
from pyaster_lite.fe.element import PointState
from pyaster_lite.materials._law import isotropic

E, NU = 3e10, 0.2
TWO_MU, THREE_K = E / (1 + NU), E / (1 - 2 * NU)


class Damp:
    """Pores as humid as the water says."""

    @staticmethod
    def humidity(water, heat):
        """(relative humidity, capillary pressure)."""
        return np.asarray(water, float), None


CONCRETE = {
    "elasticity": isotropic(E, NU), "young": E, "poisson": NU, "drying_shrinkage": 1e-3, "hydration_shrinkage": 6e-5, "desorption": Damp(),
}  # fmt: skip


def points(material, humidity=lambda t: 1.0, shape=(1, 1), **more):
    """The data of cells of one material, the water in them being `humidity` of the instant."""

    def around(t):
        values = {"SECH": humidity(t), "SECH_REF": humidity(0.0), **{name: f(t) for name, f in more.items()}}
        return {name: np.full(shape, float(value)) for name, value in values.items()}

    cells = shape[0]
    return ElementData(np.arange(cells), np.zeros((cells, 4, 3)), [CONCRETE | material], np.zeros(cells, int), {}, around, Step(0.0, 1.0))


def follow(law, continuum, path, data, times, start):
    """The states after each of the instants, `path` giving the strains (ns,) there."""
    state, found = start, []
    for before, after in zip(times[:-1], times[1:]):
        strain = np.broadcast_to(path(after), state.strain.shape)
        stress, internal, _ = law.integrate(strain, state, data.between(before, after), continuum)
        state = PointState(strain, stress, internal)
        found.append(state)
    return found


def check_tangent(law, continuum, material, humidity, size=1e-4, seed=1, **more):
    """The tangent is the derivative of the stress, after a step with a past."""
    ns = len(continuum.strains)
    random = np.random.default_rng(seed)
    data = points(material, humidity, (2, 3), **more)
    first, more = size * random.standard_normal((2, 2, 3, ns))
    zero = np.zeros((2, 3, ns))
    rest = PointState(zero, zero, np.zeros((2, 3, law.internal_size)))
    stress, internal, _ = law.integrate(first, rest, data.between(0.0, 1.0), continuum)
    state, step = PointState(first, stress, internal), data.between(1.0, 2.0)
    strain = first + more
    tangent = np.broadcast_to(law.integrate(strain, state, step, continuum)[2], (2, 3, ns, ns))
    for j in range(ns):
        ahead, behind = strain.copy(), strain.copy()
        ahead[..., j] += 1e-5 * size
        behind[..., j] -= 1e-5 * size
        slope = (law.integrate(ahead, state, step, continuum)[0] - law.integrate(behind, state, step, continuum)[0]) / (2e-5 * size)
        np.testing.assert_allclose(slope, tangent[..., j], atol=1e-6 * E)
