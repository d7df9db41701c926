"""Harmonics around an axis, against motions and temperatures that are simple in space."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS, THERMAL_MODELISATIONS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.fourier_series import in_harmonic
from tests.modelisations.test_contract import placed

CELLS = list(MODELISATIONS["AXIS_FOURIER"].elements)
PLANE = [cell for cell in CELLS if not cell.startswith("SEG")]


def amplitudes(data, u, v, w):
    x, y = data.coordinates[..., 0], data.coordinates[..., 1]
    return np.stack([f(x, y) * np.ones_like(x) for f in (u, v, w)], axis=-1).reshape(len(data), -1)


def zero(x, y):
    return 0.0


@pytest.mark.parametrize("cell", PLANE)
def test_shifts_and_turns_about_a_line_across_the_axis_are_of_the_first_harmonic(cell):
    element, data = placed("AXIS_FOURIER", cell)
    stiffness = element.stiffness(in_harmonic(data, 1))
    shift = amplitudes(data, lambda x, y: 1.0, zero, lambda x, y: 1.0)
    turn = amplitudes(data, lambda x, y: -y, lambda x, y: x, lambda x, y: -y)
    for u in (shift, turn):
        np.testing.assert_allclose(np.einsum("eij,ej->ei", stiffness, u), 0.0, atol=1e-10 * abs(stiffness).max())


@pytest.mark.parametrize("cell", PLANE)
def test_an_even_stretch_across_the_axis_is_of_harmonics_zero_and_two(cell):
    element, data = placed("AXIS_FOURIER", cell)
    even = element.elastic_state(in_harmonic(data, 0), amplitudes(data, lambda x, y: x / 2, zero, zero)).strain
    turned = element.elastic_state(in_harmonic(data, 2), amplitudes(data, lambda x, y: x / 2, zero, lambda x, y: x / 2)).strain
    angle = 0.7
    cosine, sine = np.cos(2 * angle), -np.sin(2 * angle)
    strain = even + turned * [cosine, cosine, cosine, cosine, sine, sine]
    xx, zz, xz = np.cos(angle) ** 2, np.sin(angle) ** 2, -np.sin(angle) * np.cos(angle)
    np.testing.assert_allclose(strain, np.broadcast_to([xx, 0, zz, 0, np.sqrt(2) * xz, 0], strain.shape), atol=1e-12)


@pytest.mark.parametrize("cell", [cell for cell in PLANE if cell != "TRIA6"])
def test_harmonic_zero_is_that_of_bodies_of_revolution(cell):
    element, data = placed("AXIS_FOURIER", cell)
    plain, _ = placed("AXIS", cell)
    in_plane = np.flatnonzero(np.arange(element.size) % 3 < 2)
    own, wanted = element.stiffness(data)[:, in_plane][:, :, in_plane], plain.stiffness(data)
    np.testing.assert_allclose(own, wanted, rtol=1e-9, atol=1e-9 * abs(wanted).max())


@pytest.mark.parametrize("cell", [cell for cell in THERMAL_MODELISATIONS["AXIS_FOURIER"].elements if not cell.startswith("SEG")])
def test_a_temperature_that_grows_across_the_axis_flows_evenly(cell):
    _, placed_data = placed("AXIS_FOURIER", cell)
    element = THERMAL_MODELISATIONS["AXIS_FOURIER"].elements[cell]
    data = in_harmonic(ElementData(placed_data.cells, placed_data.coordinates, [{"conductivity": 3.0 * np.eye(3)}], np.zeros(3, int)), 1)
    temperature = data.coordinates[..., 0]
    flow = element.flow(data, temperature)
    np.testing.assert_allclose(flow, np.broadcast_to([-3.0, 0.0, 3.0], flow.shape), atol=1e-12)
    energy = np.einsum("ei,eij,ej->e", temperature, element.conduction(data), temperature)
    np.testing.assert_allclose(energy, 3.0 * 2.0 * element.geometry(data)[3].sum(axis=1), rtol=1e-9)


@pytest.mark.parametrize("cell", PLANE)
def test_strains_are_told_with_the_turn_the_other_way(cell):
    element, data = placed("AXIS_FOURIER", cell)
    u = amplitudes(data, lambda x, y: x, zero, lambda x, y: x / 3)
    told = element.told_strains(in_harmonic(data, 2), u, False, True) / element.strain_factors
    np.testing.assert_allclose(told[..., [0, 2, 4]], np.broadcast_to([1.0, 1.0 + 2.0 / 3.0, -1.0], (*told.shape[:2], 3)), atol=1e-12)


@pytest.mark.parametrize("cell", PLANE)
def test_nodal_forces_of_stresses_stop_after_two_unknowns_by_node(cell):
    element, data = placed("AXIS_FOURIER", cell)
    data = in_harmonic(data, 1)
    stress = element.elastic_state(data, amplitudes(data, lambda x, y: x, lambda x, y: x * y, lambda x, y: y)).stress
    whole, told = element.nodal_forces(data, stress), element.resisting_forces(data, None, stress)
    kept = 2 * element.size // 3
    np.testing.assert_array_equal(told[:, :kept], whole[:, :kept])
    assert not told[:, kept:].any() and abs(whole[:, kept:]).max() > 0.0
