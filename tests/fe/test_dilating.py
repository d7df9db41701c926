"""Solids with a second gradient of dilation: tangents, what is kept of the stresses, uniform dilation."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from tests.behaviours.steel import STEEL
from tests.modelisations.test_contract import placed

from .derivatives import check_tangent

METAL = STEEL | {"dilation_cost": 1e6, "gradient_penalty": 3e9}
CASES = [(word, cell, way) for word, cell in (("D_PLAN_DIL", "TRIA6"), ("3D_DIL", "TETRA10")) for way in ("DIL", "DIL_INCO")]
cases = pytest.mark.parametrize("word,cell,way", CASES)


def made(word, cell, way):
    _, data = placed(word, cell, 1)
    data.materials = [METAL]
    return MODELISATIONS[word].formulations[way].element(cell), data.between(0.0, 1.0)


def scales(element):
    return np.array([STEEL["young"] if name == "PRES" else 1.0 for names in element.components for name in names])


def wild(element, size, seed):
    return size * np.random.default_rng(seed).standard_normal((1, element.size)) * scales(element)


@cases
def test_the_tangent_is_the_derivative_of_the_forces(word, cell, way):
    element, data = made(word, cell, way)
    law = BEHAVIOURS["VMIS_ISOT_LINE"]
    state = element.respond(data, law, wild(element, 4e-3, 1), element.start(data, law), False)[2]
    u = wild(element, 4e-3, 1) + wild(element, 3e-3, 2)
    check_tangent(element, data, law, u, state, element.respond(data, law, u, state)[1], scales(element))


@cases
def test_what_is_kept_tells_the_forces_and_the_stress_of_the_law(word, cell, way):
    element, data = made(word, cell, way)
    law, u = BEHAVIOURS["ELAS"], wild(element, 1e-3, 3)
    linear = element.elastic_state(data, u)
    force = (element.stiffness(data) @ u[..., None])[..., 0]
    np.testing.assert_allclose(element.nodal_forces(data, linear.stress), force, atol=1e-9 * abs(force).max())
    stress = element.continuum.elasticity(STEEL["elasticity"]) @ linear.strain[..., None]
    np.testing.assert_allclose(element._of_law(linear.stress), stress[..., 0], atol=1e-9 * abs(stress).max())
    values, names = element.shown(data, linear.stress)
    assert len(names) == values.shape[-1] and names[-1] == "DEPV"
    np.testing.assert_allclose(element.kept(data, values), linear.stress)
    assert element.respond(data, law, u, element.start(data, law), False)[2].stress.shape == linear.stress.shape


@cases
def test_a_uniform_dilation_that_the_swelling_follows_is_held_by_nothing(word, cell, way):
    """The multiplier is then zero, or the mean stress where the law sees the swelling; the stress is that of the strain alone."""
    element, data = made(word, cell, way)
    dim, u = element.dim, np.zeros((1, element.size))
    bulk = STEEL["young"] / (3 * (1 - 2 * STEEL["poisson"]))
    volume = 1e-3 * dim
    u[:, element.motion] = 1e-3 * data.coordinates[:, :, :dim].reshape(1, -1)
    u[:, element.places["GONF"]] = volume
    u[:, element.places["PRES"]] = bulk * volume if way == "DIL_INCO" else 0.0
    linear = element.elastic_state(data, u)
    values, names = element.shown(data, linear.stress)
    mean = values[..., :3].sum(axis=-1) / 3
    np.testing.assert_allclose(mean, bulk * volume, rtol=1e-9)
    for name in ("PRES", "SIG1", "DEPV"):
        np.testing.assert_allclose(values[..., names.index(name)], 0.0, atol=1e-6 if name != "DEPV" else 1e-14)
    forces = element.nodal_forces(data, linear.stress)
    np.testing.assert_allclose(forces[:, element.places["GONF"]], 0.0, atol=1e-6)
