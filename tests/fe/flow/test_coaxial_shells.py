"""Two coaxial shells with a fluid between them."""

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.fe.flow.coaxial_shells import Fluid, Gap, ShellMotion, around, flowing, profile, still_pressure, transfer, wave_number

GAP = Gap(1.0, 3.0, (1.0, 1.1), (0.01, 0.012))
FLUID = Fluid(1000.0, 1e-6, 1e-5, (0.5, 0.1, 0.3, 0.2))
Z = np.linspace(0.0, GAP.length, 101)


def motion(shell, order=2, phase=0.3):
    return ShellMotion(shell, order, phase, 2.5, np.array([0.3, -0.2, 0.05, 0.07]))


def slope(values):
    """By differences of the sixth order, three points from either end on."""
    weights = np.array([-1.0, 9.0, -45.0, 0.0, 45.0, -9.0, 1.0]) / (60.0 * (Z[1] - Z[0]))
    return np.convolve(values, weights[::-1], "valid")


@pytest.mark.parametrize("shell", (0, 1))
def test_fluid_at_rest_balances_its_pressure_and_the_shell(shell):
    own = motion(shell)
    p = still_pressure(GAP, 1000.0, own)
    k = own.order / np.sqrt(profile(shell, own.order, GAP.walls)[1])
    wall = own.along(Z / GAP.length) * ((1.0 if shell else -1.0) / GAP.height + 0.5 / GAP.radius)
    bend = slope(slope(p))
    np.testing.assert_allclose((k / GAP.radius) ** 2 * p[6:-6] - bend, -1000.0 * k**2 * wall[6:-6], rtol=1e-6)
    np.testing.assert_allclose(p[[0, -1]], 0.0, atol=1e-9 * abs(p).max())


@pytest.mark.parametrize("shell", (0, 1))
@pytest.mark.parametrize("speed, viscosity", ((3.0, 1e-6), (8.0, 1e-3)))
def test_fluid_that_flows_keeps_mass_and_momentum(shell, speed, viscosity):
    fluid = replace(FLUID, viscosity=viscosity)
    own, s, rho, r = motion(shell), -0.4 + 9.0j, FLUID.density, GAP.radius
    u, v, p = flowing(GAP, fluid, own, speed, s)
    coefficient, power = fluid.friction(GAP, speed)
    loss, k2 = coefficient / GAP.height, own.order**2 / profile(shell, own.order, GAP.walls)[1]
    sign, shape = (1.0 if shell else -1.0), own.along(Z / GAP.length)
    wall = sign * shape / GAP.height
    moves = s * (wall + 0.5 * shape / r)[3:-3] + speed * slope(wall + 0.5 * shape / r)
    scale = abs(slope(u)).max()
    np.testing.assert_allclose(slope(u) + v[3:-3] / r, -moves, atol=1e-6 * scale)
    np.testing.assert_allclose(
        speed * slope(v) + (s + speed * loss) * v[3:-3], p[3:-3] / (rho * r), atol=1e-6 * abs(speed * slope(v)).max()
    )
    along = slope(p) / (rho * k2) + speed * slope(u) + (s + (power + 2.0) * loss * speed) * u[3:-3]
    np.testing.assert_allclose(along, speed**2 * loss * wall[3:-3], atol=1e-6 * speed * scale)
    entry, moving_entry, out, moving_out = FLUID.losses
    np.testing.assert_allclose(v[0], 0.0, atol=1e-9 * abs(v).max())
    ends = (1.0 + entry) * u[0] + p[0] / (rho * speed), (1.0 - out) * u[-1] + p[-1] / (rho * speed)
    wanted = -0.5 * moving_entry * speed * shape[0], 0.5 * moving_out * speed * shape[-1]
    np.testing.assert_allclose(ends, wanted, atol=1e-9 * abs(p).max() / (rho * speed))


def test_fluid_at_rest_adds_mass_and_couples_the_shells():
    modes = [[motion(0)], [motion(1)], [motion(0), motion(1)], [motion(0, 3)]]
    mass = -transfer(GAP, FLUID, modes).real
    assert (np.linalg.eigvalsh((mass[:2, :2] + mass[:2, :2].T) / 2.0) > 0.0).all() and mass[0, 1] < 0.0
    np.testing.assert_allclose(mass[2, 2], mass[:2, :2].sum(), rtol=1e-12)
    np.testing.assert_allclose(mass[0, 3], 0.0)
    turned = transfer(GAP, FLUID, [[motion(0)], [motion(0, 2, 0.3 + np.pi / 4.0)]])
    np.testing.assert_allclose(turned[0, 1], 0.0, atol=1e-12 * abs(turned[0, 0]))


@pytest.mark.parametrize("order", (1, 2, 3))
def test_pressures_across_have_their_profile(order):
    """The weights are those of a potential a (r^k + R^(2 k) r^-k), with R the wall that stands still, whose mean is one."""
    inner, outer = GAP.walls
    r = np.linspace(inner, outer, 4001)
    for shell, other in ((0, outer), (1, inner)):
        shape = r**order + other ** (2 * order) / r**order
        shape /= np.trapezoid(shape, r) / (outer - inner)
        weights, mean = profile(shell, order, GAP.walls)
        np.testing.assert_allclose(weights, (shape[0], shape[-1]), rtol=1e-6)
        np.testing.assert_allclose(mean, np.trapezoid(shape * r, r) / (GAP.radius * GAP.height), rtol=1e-6)


@pytest.mark.parametrize("order, phase", ((1, 4.0), (3, 1.2)))
def test_the_order_around_is_that_of_the_displacements(order, phase):
    angles = np.sort(2.0 * np.pi * (np.arange(40) + 0.2 * np.sin(np.arange(40.0))) / 40 % (2.0 * np.pi))
    found = around(angles, 0.7 * np.cos(order * (angles - phase)))
    np.testing.assert_allclose(found, (order, 0.7, phase), rtol=1e-9)
    with pytest.raises(ValueError, match="as a whole"):
        around(angles, np.ones(40))


def test_a_shell_waves_as_a_beam_or_as_a_ring():
    young, density, inertia = 2.0e11, 7800.0, 1.0**2 / 2.0 + 0.01**2 / 8.0
    pulsation = 2.0 * np.pi * 40.0
    beam = GAP.length * (pulsation**2 * density / (young * inertia)) ** 0.25
    np.testing.assert_allclose(wave_number(GAP, 0, 1, 40.0, young, 0.3, density), beam)
    with pytest.raises(ValueError, match="does not wave"):
        wave_number(GAP, 0, 4, 1e-3, young, 0.3, density)


def test_friction_follows_the_regime():
    laminar, power = FLUID.friction(GAP, 0.005)
    np.testing.assert_allclose((laminar * 2.0 * GAP.height * 0.005 / 1e-6, power), (24.0, -1.0))
    assert FLUID.friction(GAP, 0.5)[1] == -0.25 and -0.3 < FLUID.friction(GAP, 1.5)[1] <= 0.0
    assert Fluid(1000.0, 0.0, 1e-5, (0.0,) * 4).friction(GAP, 1.0) == (0.0, 0.0)
