"""The contract of every localised device, whoever adds one: calm at rest, passive over a cycle, and able to start again."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import LOCALISED
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.obstacle import Obstacle
from pyaster_lite.fe import obstacles
from pyaster_lite.fe.localised import Site
from tests.arguments import Arguments, arguments

PLANES = Obstacle("BI_PLAN_Y", obstacles.facing_planes_y)


class Setting:
    """A basis of two modes, one along each axis of the test, and functions taken as they are."""

    masses, omega2, damping = np.array([2.0, 3.0]), np.array([10.0, 20.0]), np.array([0.1, 0.1])
    info = 2

    def damping_ratio(self, mode):
        return 0.0

    def function(self, args, word, parameter):
        return lambda x: float(args[word].evaluate(**{parameter: x}))

    def points(self, args, word):
        return args[word].x, args[word].y

    def shaft(self, args, site):
        return np.array([1.0, 0.0, 0.0])

    def turned(self, args):
        return lambda t: 0.4


def curve(*points, parameter="DX"):
    x, y = zip(*points)
    return Function(np.array(x, float), np.array(y, float), Properties(parameter, "FX", ("LIN", "LIN"), "LINEAIRE", "LINEAIRE"))


SHOCK = dict(OBSTACLE=PLANES, NORM_OBST=(0.0, 0.0, 1.0), DIST_1=0.1, DIST_2=0.1)
EXAMPLES = {
    "DIS_CHOC": dict(
        SHOCK, RIGI_NOR=1e4, AMOR_NOR=5.0, RIGI_TAN=2e4, AMOR_TAN=3.0, FROTTEMENT="COULOMB_STAT_DYNA", COULOMB_STAT=0.4, COULOMB_DYNA=0.2
    ),
    "FLAMBAGE": dict(SHOCK, FX=curve((0, 30), (1, 30)), RIGI_NOR=curve((0, 1e3), (1, 1e3)), AMOR_NOR=curve((0, 0), (1, 0))),
    "ANTI_SISM": dict(RIGI_K1=1e3, RIGI_K2=100.0, SEUIL_FX=20.0, C=4.0, PUIS_ALPHA=0.3, DX_MAX=0.1),
    "CHOC_ELAS_TRAC": dict(FX=curve((0, 0), (0.05, 10), (0.2, 100)), DIST_1=0.02),
    "DIS_VISC": dict(K1=120.0, K2=10.0, K3=60.0, C=1.7, PUIS_ALPHA=0.5),
    "DIS_ECRO_TRAC": dict(FX=curve((0, 0), (0.02, 20), (0.2, 40), (5, 100))),
    "ROTOR_FISS": dict(K_PHI=curve((0, 1), (7, 3), parameter="ABSC"), DK_DPHI=curve((0, 2 / 7), (7, 2 / 7), parameter="ABSC")),
    "RELA_EFFO_DEPL": dict(NOM_CMP="DX", FONCTION=curve((-1, 50), (0, 0), (1, -200))),
    "RELA_EFFO_VITE": dict(NOM_CMP="DX", FONCTION=curve((-1, 3), (0, 0), (1, -3))),
}
"""Keywords of each law; a new law needs a line here."""


def device(word, **changes):
    """The device between (0, 0, 0) and (0.5, 0, 0); the first mode moves its first node along X, the second along Y."""
    law = LOCALISED[word]
    shapes = np.zeros((len(law.nodes), 6, 2))
    shapes[0, 0, 0] = shapes[0, 1, 1] = 1.0
    places = np.array([[0.0, 0.0, 0.0], [0.5, 0.0, 0.0]])[: len(law.nodes)]
    site = Site(("A", "B")[: len(law.nodes)], (1, 2)[: len(law.nodes)], places, shapes, np.zeros((len(law.nodes), 3, 0)))
    return law(site, arguments(law, **EXAMPLES[word] | changes), Setting())


def forces(made, t, dt, u, v):
    """The forces on the two modes at displacements u and velocities v of the modes."""
    rows = np.asarray(made.rows)
    local = made.force(t, dt, (np.asarray(made.origin) + rows @ u).tolist(), (rows @ v).tolist())
    return np.asarray(local) @ rows


def path(t):
    """A closed path with its velocity: towards the other node and across, there and back."""
    w = 2.0 * np.pi
    u = np.array([0.4 * np.sin(w * t) ** 2, 0.03 * np.sin(2 * w * t)])
    return u, np.array([0.4 * w * np.sin(2 * w * t), 0.06 * w * np.cos(2 * w * t)])


def follow(made, first, last, step=2e-4):
    """The works (2,) done on the modes from one time to another."""
    work, before = 0.0, None
    for t in np.arange(first, last + step / 2, step):
        u, v = path(t)
        power = forces(made, t, step, u, v) @ v
        work += 0.0 if before is None else 0.5 * step * (power + before)
        before = power
    return work


def test_every_law_has_an_example():
    assert set(EXAMPLES) == set(LOCALISED.words())


@pytest.mark.parametrize("word", LOCALISED.words())
def test_calm_at_rest(word):
    at_rest = device(word)
    for t in (0.0, 0.1, 0.2):
        assert (forces(at_rest, t, 0.1, np.zeros(2), np.zeros(2)) == 0.0).all()


@pytest.mark.parametrize("word", LOCALISED.words())
def test_gives_no_energy_over_a_cycle(word):
    made = device(word)
    scale = max(abs(forces(device(word), 0.0, 1e-4, *path(t))).max() for t in np.linspace(0, 1, 50))
    assert follow(made, 0.0, 1.0) < 1e-3 * max(scale, 1.0)


@pytest.mark.parametrize("word", LOCALISED.words())
def test_takes_up_where_it_was(word):
    """Archived variables hold all that the future depends on."""
    made, again = device(word), device(word)
    follow(made, 0.0, 0.2)
    u, v = path(0.2)
    again.take_up(made.variables(*made.positions(u)))
    for t in (0.2, 0.21, 0.4, 0.6):
        np.testing.assert_allclose(forces(again, t, 5e-5, *path(t)), forces(made, t, 5e-5, *path(t)), rtol=1e-12, atol=1e-12)


def test_friction_stays_in_its_cone():
    made = device("DIS_CHOC")
    for t in np.arange(0.0, 1.0, 1e-3):
        u, v = path(t)
        forces(made, t, 1e-3, u, v)
        normal, t1, t2, *_ = made.answer
        sticks = made.state[0]
        limit = 0.4 if sticks else 0.2
        assert normal >= 0.0 and np.hypot(t1, t2) <= limit * normal * (1 + 1e-12)


def test_a_plastic_device_follows_its_curve():
    made = device("DIS_ECRO_TRAC")
    step, speed = 1e-3, -0.3
    for t in np.arange(step, 1.0 + step / 2, step):
        force = forces(made, t, step, np.array([speed * t, 0.0]), np.array([speed, 0.0]))
    assert force[0] == pytest.approx(40.0 + (0.3 - 0.2) * 60.0 / 4.8, rel=1e-5)


@pytest.mark.parametrize(
    "words",
    [
        dict(FX=curve((0, 0), (0.02, 20), (0.2, 40), (5, 100))),
        dict(FX=None, FTAN=curve((0, 0), (0.02, 20), (0.2, 40), (5, 100)), ECROUISSAGE="ISOTROPE"),
        dict(FX=None, FTAN=curve((0, 0), (0.02, 20), (5, 100)), ECROUISSAGE="CINEMATIQUE"),
    ],
)
def test_steps_of_steady_rates_are_what_integration_gives(words):
    quick, slow = (device("DIS_ECRO_TRAC", **words) for _ in range(2))
    slow._steady = lambda rate, dt: None
    for i in range(3000):
        rates = [0.7 * np.sin(2e-3 * np.pi * i), 0.5 * np.cos(2e-3 * np.pi * i), 0.3 * np.sin(5e-3 * np.pi * i)]
        answers = [made.force(0.0, 1e-3, None, rates) for made in (quick, slow)]
        np.testing.assert_allclose(*answers, atol=1e-10)
    np.testing.assert_allclose(quick.state, slow.state, atol=1e-10)
    assert quick.state[7] > 0.1


def test_a_crack_answers_by_the_gradient_of_its_energy():
    """K(f) |d|^2 / 2 of the left node's rotations less the right one's, in axes turned with the shaft."""
    made = device("ROTOR_FISS")

    def energy(q):
        turn = np.array([[np.cos(0.4), np.sin(0.4)], [-np.sin(0.4), np.cos(0.4)]])
        y, z = turn @ q[1:]
        return 0.5 * (1.0 + 2.0 / 7.0 * (np.arctan2(y, z) % (2.0 * np.pi))) * (y * y + z * z)

    q = np.array([0.3, 0.7, -0.4])
    found = made.force(0.0, 1e-3, q.tolist(), [0.0, 0.0, 0.0])
    slopes = [(energy(q + step) - energy(q - step)) / 2e-6 for step in 1e-6 * np.eye(3)]
    np.testing.assert_allclose(found, -np.array(slopes), atol=1e-8)
    np.testing.assert_allclose(made.rows, 0.0)


def test_a_device_without_length_is_refused():
    site = SimpleNamespace(axis=np.zeros(3), names=("A", "B"), numbers=(1, 2))
    with pytest.raises(ValueError, match="same place"):
        LOCALISED["DIS_VISC"](site, Arguments(EXAMPLES["DIS_VISC"]), Setting())


def test_a_slider_is_the_one_of_periodic_responses():
    """A shock whose tangential spring ends on a slider, marched over three cycles, against the exact Fourier coefficients."""
    from pyaster_lite.fe.periodic_contact import PeriodicContacts, Springs

    word = dict(RIGI_NOR=1.0, AMOR_NOR=0.0, RIGI_TAN=1.0, AMOR_TAN=0.0, FROTTEMENT="COULOMB", COULOMB=1.0, GLISSEUR="OUI")
    made = device("DIS_CHOC", **word, DIST_1=1.0, DIST_2=0.5)
    steps = 4000
    answers = []
    for i in range(3 * steps):
        angle = 2 * np.pi * i / steps
        # The first mode closes the gap of 0.5 - 1 = -1 (a force of 1 at rest) between the nodes, the second slides.
        u = np.array([2.0 * np.cos(angle + np.pi / 4), 3.0 * np.cos(angle)])
        answers.append(forces(made, angle, 1e-3, u, np.zeros(2)))
    last = np.array(answers[-steps:])
    first = 2.0 / steps * np.exp(-2j * np.pi * np.arange(steps) / steps) @ last
    rest = np.array(forces(device("DIS_CHOC", **word, DIST_1=1.0, DIST_2=0.5), 0.0, 1e-3, np.zeros(2), np.zeros(2)))
    direction = np.sign(rest[0])
    data = Springs(*(np.array([x]) for x in (1.0, 1.0, 1.0, abs(rest[0]))))
    v = -direction * 2.0 * np.array([[0.0, np.cos(np.pi / 4), -np.sin(np.pi / 4)]])
    cycle = PeriodicContacts(data, 1, 64)(v, np.array([[0.0, 3.0, 0.0]]))
    expected = -(cycle.tangential[0, 1] - 1j * cycle.tangential[0, 2])
    assert abs(first[1] - expected) < 2e-3 * abs(expected)
    assert set(cycle.segments.state) == {0, 1, 2, 3}


def test_without_its_printing_an_antiseismic_device_takes_its_length_for_its_square(monkeypatch):
    assert device("ANTI_SISM").length == 0.5
    monkeypatch.setattr(Setting, "info", 1)
    assert device("ANTI_SISM").length == 0.25
