"""Concrete that creeps, cracks and swells by reactions within, against what can be solved by hand."""

import numpy as np
import pytest

from pyaster_lite.behaviours.rgi import _cracks, _creep, _ettringite, _gel, _state
from pyaster_lite.behaviours.rgi._hydration import kept, ripened
from pyaster_lite.behaviours.rgi._points import Points, principal, turned_back
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.large_strain import mandel
from pyaster_lite.materials._swelling_concrete import NAMES

E, NU, FT, SPACE = 30000.0, 0.2, 3.0, Space()
CUBE = np.array([[x, y, z] for z in (0.0, 0.5) for x, y in ((0, 0), (0.5, 0), (0.5, 0.5), (0, 0.5))], float)[None]
GIVEN = {
    "hydration": 1.0, "setting": 0.2, "tension": FT, "compression": 40.0, "friction": 1.0, "heat_threshold": 90.0,
    "closing": 10.0, "dilatancy": 0.1, "tension_peak": 1e-4, "tension_energy": 1e-4, "compression_peak": 2e-3,
    "compression_damage": 1e-2, "closing_energy": 1e-4, "third": 1.0, "kelvin_ratio": 3.0, "creep_overload": 1.0, "kelvin_time": 20.0,
    "maxwell_time": 5.0, "creep_strain": 1e-4, "creep_temperature": 20.0, "creep_activation": 20000.0, "pores": 1.0,
    "gel_hardening": 0.03, "gel_void": 2e-4, "gel_modulus": 7000.0, "asr_volume": 1.5e-4, "gel_damage_strain": 1e-2,
    "gel_concentration": 1.0, "asr_time": 10.0, "asr_activation": 40000.0, "asr_moisture": 0.2, "asr_temperature": 20.0,
    "late_hardening": 0.1, "fixing": 70.0, "fixing_activation": 180000.0,
}  # fmt: skip
CONCRETE = {f"rgi_{name}": GIVEN.get(name, 0.0) for name in NAMES.values()} | {"young": E, "poisson": NU, "expansion": 1e-5}


def data(before, after, warm=20.0, wet=1.0, **more):
    around = {"TEMP": np.full((1, 1), warm), "TEMP_REF": np.full((1, 1), 20.0), "SECH": np.full((1, 1), wet), "SECH_REF": np.zeros((1, 1))}
    material = CONCRETE | {f"rgi_{name}": value for name, value in more.items() if name != "poisson"}
    material["poisson"] = more.get("poisson", NU)
    return ElementData(np.zeros(1, int), CUBE, [material], np.zeros(1, int), {}, lambda t: around).between(before, after)


def follow(word, path, times, **more):
    """The states after each of the instants, of strains (6,) told by the instant; and the last tangent."""
    law, zero, found = BEHAVIOURS[word], np.zeros((1, 1, 6)), []
    state = PointState(zero, zero, np.zeros((1, 1, _state.SIZE)))
    for before, after in zip(times[:-1], times[1:]):
        strain = np.array(path(after), float)[None, None]
        stress, internal, _ = law.integrate(strain, state, data(before, after, **more), SPACE)
        state = PointState(strain, stress, internal)
        found.append(state)
    return found


def variable(state, name):
    return state.internal[0, 0, _state.NAMES.index(name)]


def words(**more):
    values = {**GIVEN, "young": E, "poisson": NU, "reference_strain": GIVEN["compression"] / E / 3.0, **more}
    return Points(**{name: np.array([values.get(name, 0.0)]) for name in {*NAMES.values(), "young", "poisson", "reference_strain"}})


@pytest.mark.parametrize("word", ["ENDO_PORO_BETON", "FLUA_PORO_BETON", "FLUA_ENDO_PORO", "RGI_BETON"])
def test_nothing_happens_to_what_is_left_alone(word):
    (state,) = follow(word, lambda t: np.zeros(6), [0.0, 1.0], asr_volume=0.0)
    assert abs(state.stress).max() == 0.0 and np.isfinite(state.internal).all()
    assert variable(state, "PPAS") == 1.0 and variable(state, "HYDF") == 1.0


def test_a_crack_opens_with_what_strain_is_beyond_the_strength():
    last = 1.4e-4
    state = follow("ENDO_PORO_BETON", lambda t: [last * t, 0, 0, 0, 0, 0], np.linspace(0, 1, 8), poisson=0.0)[-1]
    opening = (last - FT / E) * 0.5
    scale = 1e-4 / FT - 0.5 * FT / E / 2
    assert variable(state, "WID1") == pytest.approx(opening, rel=1e-10)
    assert state.stress[0, 0, 0] == pytest.approx(FT * (1 - opening * (opening + 2 * scale) / (scale + opening) ** 2), rel=1e-10)


def test_a_strength_reached_late_is_damaged_before():
    """EPT beyond ft/E: at the peak 1 - D of the effective stress E EPT is the strength."""
    state = follow("ENDO_PORO_BETON", lambda t: [2e-4 * t, 0, 0, 0, 0, 0], [0.0, 0.5, 1.0], tension_peak=2e-4, poisson=0.0)[-1]
    assert state.stress[0, 0, 0] == pytest.approx(FT, rel=1e-9)
    assert variable(state, "DTPP") == pytest.approx(0.5, rel=1e-9)


def test_a_crack_closes_to_nothing_and_no_further():
    path = lambda t: [1.4e-4 * t if t <= 1 else 1.4e-4 - 6.4e-4 * (t - 1), 0, 0, 0, 0, 0]  # noqa: E731
    states = follow("ENDO_PORO_BETON", path, [0.0, 0.5, 1.0, 1.5, 2.0], poisson=0.0)
    assert variable(states[1], "EPT1") > 1e-5 and variable(states[-1], "EPT1") == pytest.approx(0.0, abs=1e-15)
    assert states[-1].stress[0, 0, 0] == pytest.approx(E * path(2.0)[0], rel=1e-9)


def test_turned_axes_give_turned_stresses():
    strain = 1e-4 * np.array([1.6, -0.3, 0.5, 0.9, -0.4, 0.2])
    order = [1, 2, 0, 5, 3, 4]
    one = follow("FLUA_ENDO_PORO", lambda t: strain * t, [0.0, 0.5, 1.0])[-1].stress
    other = follow("FLUA_ENDO_PORO", lambda t: strain[order] * t, [0.0, 0.5, 1.0])[-1].stress
    np.testing.assert_allclose(other, one[..., order], rtol=1e-8, atol=1e-8)


def test_kelvins_strain_relaxes_a_stress_that_is_held():
    """psi k' tau = e - psi k with e + k held: k goes to e0/(1 + psi) as exp(-t (1 + 1/psi)/tau)."""
    held, psi, tau = -1e-4, 3.0, 20.0
    more = {"poisson": 0.0, "maxwell_time": 1e30}
    states = follow("FLUA_PORO_BETON", lambda t: [held, 0, 0, 0, 0, 0], np.concatenate([[0.0, 1e-9], np.linspace(0.5, 30, 60)]), **more)
    kelvin = held / (1 + psi) * (1 - np.exp(-30.0 * (1 + 1 / psi) / tau))
    assert variable(states[-1], "EPK1") == pytest.approx(kelvin, rel=1e-3)
    assert states[-1].stress[0, 0, 0] == pytest.approx(E * (held - kelvin), rel=1e-3)


def test_consolidation_along_its_axes_is_what_it_is():
    c, axes = np.array([[2.0, 3.0, 5.0]]), np.linalg.qr(np.random.default_rng(0).standard_normal((1, 3, 3)))[0]
    np.testing.assert_allclose(_creep.directed(c, axes, axes)[0], [1 / 2, 1 / 3, 1 / 5, 1 / 2, 1 / 2, 1 / 3])
    np.testing.assert_allclose(_creep.directed(np.full((1, 3), 4.0), axes, np.eye(3)[None])[0], 0.25)


def test_gel_presses_on_concrete_that_is_held():
    last = 15.0
    state = follow("RGI_BETON", lambda t: np.zeros(6), np.linspace(0, last, 16))[-1]
    v = 1.5e-4 * (1 - np.exp(-last / 10.0))
    b = 2 * v / (1 + v)
    m = 1 / ((b - v) * (1 - b) * 3 * (1 - 2 * NU) / E + v / 7000.0)
    pressure = m * v / (1 + m * 2e-4 / FT)
    assert variable(state, "PRGI") == pytest.approx(pressure, rel=1e-10)
    np.testing.assert_allclose(state.stress[0, 0], [-b * pressure] * 3 + [0] * 3, rtol=1e-10)


def test_gel_that_meets_no_resistance_splits_concrete():
    """Cracks by products harden: what is left of the pressure meets their strength."""
    more = {"asr_volume": 1e-2, "gel_concentration": 1.0}
    state = follow("RGI_BETON", lambda t: np.zeros(6), np.linspace(0, 15.0, 31), **more)[-1]
    split = variable(state, "EPG1")
    squeezed = variable(state, "SIG1") - variable(state, "BIOG") * variable(state, "PRGI")
    assert split > 0
    assert variable(state, "PRGI") + min(squeezed, 0.0) <= (FT + 0.03 * E * min(split, 0.004) + 0.003 * E * max(split - 0.004, 0)) * 1.001


def test_the_pressure_falls_at_once_below_its_largest():
    concrete = words()
    ripe = ripened(concrete, np.ones(1))
    v, zero = np.array([4e-4]), np.zeros(1)
    b, p, most, rate = _gel.pressed(concrete, ripe, v, zero, zero, zero, zero)
    assert most == p and rate < 0
    _, back, kept_most, steep = _gel.pressed(concrete, ripe, v, zero, zero, np.array([1e-7]), most)
    assert kept_most == most and back < p and steep < rate
    h = 1e-10
    _, ahead, _, _ = _gel.pressed(concrete, ripe, v, zero, zero, np.array([1e-7 + h]), most)
    assert (ahead - back) / h == pytest.approx((1 - b) * steep, rel=1e-5)


def test_aluminium_and_sulphur_are_kept_as_ettringite_forms_late():
    late = {
        "def_volume": 4e-3, "sulphur_ratio": 1.5, "alkali": 0.5, "alkali_scale": 0.6, "alkali_block": 1.8, "dissolving_exponent": 0.2,
        "precipitating_exponent": 2.0, "dissolving": 60.0, "dissolving_time": 1e-2, "fixing_time": 1e9, "dissolving_activation": 8e4,
        "precipitating": 20.0, "precipitating_activation": 4e4, "def_time": 5.0, "def_moisture": 0.9,
    }  # fmt: skip
    concrete = words(**late)
    old = Points(**{name: np.zeros(1) for name in (*_ettringite.NAMES, "late")})

    def held(state):
        e, m = state["ettringite"] + state["late_ettringite"], state["monosulphate"] + state["late_monosulphate"]
        return (e + m + state["aluminium"])[0], (3 * e + m + state["sulphur"])[0]

    hot, formed = _ettringite.grown(concrete, old, np.array([True]), np.ones(1), np.array([80.0]), np.ones(1))
    aluminium = 3 * 4e-3 / _ettringite.ETTRINGITE / 1.5
    assert held(hot) == pytest.approx((aluminium, 1.5 * aluminium), rel=1e-6) and formed == 0
    cold, formed = _ettringite.grown(concrete, Points(**hot), np.array([False]), np.ones(1), np.array([20.0]), np.ones(1))
    assert held(cold) == pytest.approx(held(hot), rel=1e-9) and formed > 0
    last, most = _ettringite.grown(concrete, Points(**cold), np.array([False]), np.ones(1), np.array([20.0]), np.full(1, 1e9))
    assert most > formed and last["sulphur"][0] == pytest.approx(0.0, abs=1e-9 * aluminium)


def test_concrete_ripens_and_forgets_as_it_sets():
    concrete = words()
    half = ripened(concrete, np.array([0.6]))
    assert half.young == pytest.approx(E * 0.5 ** (2 / 3)) and half.closing == pytest.approx(5.0)
    whole = ripened(concrete, np.ones(1))
    assert whole.young == E and whole.tension == pytest.approx(FT) and np.isinf(whole.tension_exponent)
    np.testing.assert_allclose(kept(np.array([0.4, 0.1, 0.1, 0.5]), np.array([0.6, 0.6, 0.15, 0.4]), 0.2), [0.5, 1.0, 0.0, 1.0])


def test_the_secant_of_sound_concrete_is_its_elasticity():
    law, zero = BEHAVIOURS["ENDO_PORO_BETON"].of_damage(True), np.zeros((1, 1, 6))
    state = PointState(zero, zero, np.zeros((1, 1, _state.SIZE)))
    _, _, tangent = law.integrate(zero + 1e-6, state, data(0.0, 1.0), SPACE)
    lame, two_mu = E * NU / (1 + NU) / (1 - 2 * NU), E / (1 + NU)
    expected = two_mu * np.eye(6)
    expected[:3, :3] += lame
    np.testing.assert_allclose(tangent[0, 0], expected, rtol=1e-9, atol=1e-9 * E)


def test_what_the_law_cannot_do_without_is_told():
    law, zero = BEHAVIOURS["RGI_BETON"], np.zeros((1, 1, 6))
    state = PointState(zero, zero, np.zeros((1, 1, _state.SIZE)))
    bare = ElementData(np.zeros(1, int), CUBE, [CONCRETE], np.zeros(1, int)).between(0.0, 1.0)
    with pytest.raises(LawFailed, match="needs the temperature"):
        law.integrate(zero, state, bare, SPACE)
    with pytest.raises(LawFailed, match="too small"):
        law.integrate(zero, state, data(0.0, 1.0, compression=3.0), SPACE)


def test_cracks_that_turn_leave_the_axes_of_the_widest_behind():
    """The tensors of what is open and of what has been keep arrays of their own: stress is what their axes, and no others, make of it."""
    path = lambda t: 1e-4 * np.array([1.0 + 0.4 * t, 0, 0, 0.9 * t, 0, 0]) * min(t, 1.0)  # noqa: E731
    state = follow("ENDO_PORO_BETON", path, np.linspace(0, 1, 12), poisson=0.0)[-1]
    old = _state.read(state.internal[0])
    (w, axes), (x, most) = principal(old.opening), principal(old.widest)
    assert abs(axes - most).max() > 1e-3
    cells = _cracks.Cells(CUBE, False, np.ones(1))
    length = cells.lengths(most)
    scale = np.maximum(1e-4, 0.55 * length * FT * 1e-4) / FT - length * 1e-4 / 2
    tension = x * (x + 2 * scale) / (scale + x) ** 2
    scale = np.maximum(1e-4, 2 * 10.0**2 / E * cells.lengths(axes)) / 10.0
    closing = w * (w + 2 * scale) / (scale + w) ** 2
    values, own = principal(old.stress)
    parts = [turned_back(own, np.maximum(values, 0)), turned_back(own, np.minimum(values, 0))]
    held = sum(_cracks.weakened(*part, np.zeros(1)) for part in zip(parts, (most, axes), (tension, closing)))
    np.testing.assert_allclose(state.stress[0], mandel(held, 6), rtol=1e-8, atol=1e-8)
