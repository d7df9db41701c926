"""Concrete that is damaged, creeps and swells, against what can be solved by hand."""

import numpy as np
import pytest
from scipy.linalg import expm

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space

E, NU, SPACE = 3e10, 0.2, Space()
DAMAGE = {
    "young": E, "poisson": NU, "rag_kind": 1.0, "rag_tension_exponent": 2.0, "rag_tension": 3e6, "rag_compression_exponent": 1.5,
    "rag_compression": 3e7, "rag_drucker": 0.1,
}  # fmt: skip
CREEP = {
    f"rag_{part}_{word}": value
    for part, factor in (("mean", 2.0), ("deviator", 1.0))
    for word, value in (("k1", factor * 1e11), ("k2", factor * 5e10), ("n1", factor * 4e11), ("n2", factor * 9e11))
}
STILL = {word: -value if "_n" in word else value for word, value in CREEP.items()}
"""Negative viscosities: nothing creeps."""
GEL = {
    "rag_rate": 0.02, "rag_reference": 20.0, "rag_activation": 1000.0, "rag_least": 0.2, "rag_volume": 1e-2, "rag_modulus": 1e9,
    "rag_biot": 0.3, "rag_filled": 0.1, "rag_strain": 1e-3, "rag_suction_a": 0.0, "rag_suction_b": 2.0,
}  # fmt: skip
STRONG = {"rag_tension": -3e6, "rag_compression": -3e7}
LAW = BEHAVIOURS["BETON_RAG"].within(1e-6, 40)


def data(dt=1.0, around=None, **more):
    surroundings = None if around is None else (lambda t: {name: np.full((1, 1), value) for name, value in around.items()})
    own = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [DAMAGE | more], np.zeros(1, int), {}, surroundings)
    return own.between(0.0, dt)


def rest():
    zero = np.zeros((1, 1, 6))
    return PointState(zero, zero, np.zeros((1, 1, LAW.internal_size)))


def strained(*values):
    return np.array([[[*values, *[0.0] * (6 - len(values))]]])


def uniaxial(strain, own, state=None):
    """The strain (6,) of a given one along x whose stress is along x alone, in proportion to it in isotropic elasticity."""
    state = state or rest()
    return LAW.integrate(strained(strain, -NU * strain, -NU * strain), state, own, SPACE)


def test_tension_fades_and_its_damage_lasts():
    own, strain = data(), 2e-4
    stress, internal, _ = uniaxial(strain, own)
    b = np.exp((E * strain / 3e6) ** 2 / 2)
    wanted = E * strain * (1 - NU - 2 * NU**2) / (b * (1 - NU) - 2 * NU**2)
    np.testing.assert_allclose(stress[0, 0, 0], wanted)
    np.testing.assert_allclose(internal[0, 0, 0], E * strain)
    state = PointState(strained(strain, -NU * strain, -NU * strain), stress, internal)
    np.testing.assert_allclose(uniaxial(strain / 2, own, state)[0][0, 0, 0], wanted / 2)
    # closed again it is as sound as if nothing had torn it
    np.testing.assert_allclose(uniaxial(-strain / 2, own, state)[0], uniaxial(-strain / 2, own)[0], atol=1e-6)


def test_compression_fades_by_the_cone():
    strain = 1.5e-3
    stress, internal, _ = uniaxial(-strain, data())
    reached = E * strain * (1 / np.sqrt(3) - 0.1 / 3)
    np.testing.assert_allclose(internal[0, 0, 6], reached)
    np.testing.assert_allclose(stress[0, 0, 0], -E * strain * np.exp(-((reached / 3e7) ** 1.5) / 1.5))


def test_the_tangent_is_that_of_the_damage_reached_and_elastic_where_nothing_moves():
    """Shear is as code_aster has it: components along the tensor's, hence the root of two."""
    own, strain = data(), strained(-1.5e-3, -4e-4, -3e-4)
    stress, _, tangent = LAW.integrate(strain, rest(), own, SPACE)
    lame, two_mu = E * NU / (1 + NU) / (1 - 2 * NU), E / (1 + NU)
    sound = stress[0, 0, 0] / (two_mu * strain[0, 0, 0] + lame * strain.sum())
    even = lame * np.outer([1, 1, 1, 0, 0, 0], [1, 1, 1, 0, 0, 0])
    assert sound < 0.9
    wanted = sound * (even + np.diag(two_mu * np.array([1.0] * 3 + [2**0.5] * 3)))
    np.testing.assert_allclose(tangent[0, 0], wanted, rtol=1e-5, atol=1e-9 * E)
    tangent = LAW.integrate(strained(1e-7), rest(), own, SPACE)[2]
    np.testing.assert_allclose(tangent[0, 0], even + two_mu * np.eye(6))


def test_a_held_volume_relaxes_as_its_two_dashpots_say():
    """s = 3 K (e0 - e): e' = (s - k1 i)/n1, i' = (k2 (e - i) - k1 i)/n2 + e'."""
    own = data(5.0, rag_kind=2.0, **CREEP, **STRONG)
    bulk, e0 = E / (1 - 2 * NU), 1e-5
    state = PointState(strained(e0, e0, e0), rest().stress, rest().internal)
    stress, internal, _ = LAW.integrate(state.strain, state, own, SPACE)
    k1, k2, n1, n2 = (CREEP[f"rag_mean_{word}"] for word in ("k1", "k2", "n1", "n2"))
    outer = np.array([-bulk / n1, -k1 / n1, bulk * e0 / n1])
    inner = np.array([k2 / n2, -(k2 + k1) / n2, 0.0]) + outer
    crept, hidden, _ = expm(5.0 * np.array([outer, inner, np.zeros(3)])) @ [0.0, 0.0, 1.0]
    np.testing.assert_allclose(internal[0, 0, [13, 20]], [crept, hidden], rtol=1e-6)
    np.testing.assert_allclose(stress[0, 0, :3], bulk * (e0 - crept), rtol=1e-6)


def test_the_gel_advances_and_presses():
    around = {"TEMP": 40.0, "TEMP_REF": 40.0, "SECH": 0.8}
    own = data(10.0, around, rag_kind=3.0, expansion=0.0, **STILL, **GEL, **STRONG)
    stress, internal, _ = LAW.integrate(rest().strain, rest(), own, SPACE)
    speed = 0.02 * np.exp(1000.0 * 20.0 / 313.15 / 293.15) * (0.8 - 0.2) / 0.8
    reacted = 0.8 * (1 - np.exp(-speed * 10.0))
    np.testing.assert_allclose(internal[0, 0, 21], reacted, rtol=1e-6)
    pressure = 0.3 * 1e9 * (reacted * 1e-2 - 0.1 * 1e-2)
    np.testing.assert_allclose(internal[0, 0, 31], pressure, rtol=1e-6)
    np.testing.assert_allclose(stress[0, 0, :3], -pressure, rtol=1e-6)


def test_capillarity_sucks():
    around = {"TEMP": 20.0, "TEMP_REF": 20.0, "SECH": 0.6}
    more = GEL | {"rag_rate": 0.0, "rag_suction_a": 3e7}
    stress, internal, _ = LAW.integrate(rest().strain, rest(), data(1.0, around, rag_kind=3.0, expansion=0.0, **STILL, **more), SPACE)
    sucked = -3e7 * 0.6 * np.sqrt(0.6**-2 - 1)
    np.testing.assert_allclose(internal[0, 0, 32], sucked)
    np.testing.assert_allclose(stress[0, 0, :3], -sucked)


def test_what_is_missing_is_told():
    with pytest.raises(LawFailed, match="saturation"):
        LAW.integrate(rest().strain, rest(), data(rag_kind=3.0, **STILL, **GEL), SPACE)
    with pytest.raises(LawFailed, match="below"):
        around = {"TEMP": 20.0, "TEMP_REF": 20.0, "SECH": 0.05}
        LAW.integrate(rest().strain, rest(), data(1.0, around, rag_kind=3.0, expansion=0.0, **STILL, **GEL), SPACE)
