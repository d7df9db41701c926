"""VENDOCHAB, VISC_ENDO_LEMA: what they solve, their tangents where these are the derivative, and their rules against each other."""

import numpy as np
import pytest

from pyaster_lite import api
from pyaster_lite.behaviours._damaged_creep import largest, pulled
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.tensors import deviator, von_mises

from .steel import STEEL

YOUNG, SHEAR = STEEL["young"], STEEL["young"] / 2.6
CREEP = {"creep_exponent": 4.0, "creep_rate": 1 / 2e9, "creep_hardening": 0.2}
LOSS = {"sy": 2e7, "alpha_d": 0.0, "beta_d": 0.0, "r_d": 2.0, "a_d": 5e9, "k_d": 3.0}
STRAIN = np.array([[[1e-3, -4e-4, -2e-4, 0.0, 0.0, 0.0]]])


def made(**changes):
    steel = STEEL | CREEP | {f"damaged_creep.{word}": value for word, value in (LOSS | changes).items()}
    return ElementData(np.zeros(1, int), np.zeros((1, 4, 3)), [steel], np.zeros(1, int))


def stretched(data, law, count, strain=STRAIN, end=10.0):
    """The states of `count` even steps to a strain."""
    state = PointState(0 * strain, 0 * strain, np.zeros((1, 1, law.internal_size)))
    times, states = np.linspace(0.0, end, count + 1), []
    for before, after in zip(times[:-1], times[1:]):
        now = strain * (after / end)
        stress, internal, _ = law.integrate(now, state, data.between(before, after), Space())
        state = PointState(now, stress, internal)
        states.append(state)
    return states


@pytest.mark.parametrize("algorithm", ["SECANTE", "BRENT", "DEKKER"])
def test_a_step_of_visc_endo_lema_solves_its_equations(algorithm):
    law = BEHAVIOURS["VISC_ENDO_LEMA"].solved_by(algorithm).within(1e-12, 200)
    first, last = stretched(made(), law, 2)
    dt, (before, after) = 5.0, (state.internal[0, 0] for state in (first, last))
    rate, left, size = (after[7] - before[7]) / dt, 1 - after[8], von_mises(last.stress)[0, 0]
    drag = 2e9 * after[7] ** 0.2 * rate**0.25
    np.testing.assert_allclose(size / left, LOSS["sy"] + drag, rtol=1e-10)
    np.testing.assert_allclose((after[8] - before[8]) / dt, (size / left / LOSS["a_d"]) ** 2, rtol=1e-10)
    np.testing.assert_allclose(after[6] - before[6], dt * rate / left, rtol=1e-12)
    elastic = deviator(last.strain[0, 0] - after[:6]) * 2 * SHEAR * left
    np.testing.assert_allclose(deviator(last.stress)[0, 0], elastic, rtol=2e-2)
    assert after[8] > 1e-3


def test_rules_of_vendochab_agree_where_steps_are_small():
    # the implicit rule takes 1/M and 1/K for the shares of the two other sizes of the stress
    data = made(sy=0.0, alpha_d=CREEP["creep_hardening"], beta_d=CREEP["creep_rate"])
    law = BEHAVIOURS["VENDOCHAB"]
    explicit = stretched(data, law.solved_by("RUNGE_KUTTA").within(1e-4, 20), 4)[-1]
    implicit = stretched(data, law.within(1e-9, 60), 1600)[-1]
    np.testing.assert_allclose(explicit.stress, implicit.stress, rtol=2e-3)
    np.testing.assert_allclose(explicit.internal[..., 6:9], implicit.internal[..., 6:9], rtol=2e-3)


@pytest.mark.parametrize("word", ["VENDOCHAB", "VISC_ENDO_LEMA"])
def test_the_tangent_along_the_axes_is_the_derivative_but_for_the_damage(word):
    data, law = made(a_d=1e30), BEHAVIOURS[word].within(1e-13, 200)
    state = stretched(data, law, 2)[-1]
    now, step = STRAIN * 1.5, data.between(10.0, 12.0)
    tangent = law.integrate(now, state, step, Space())[2][0, 0]
    for j in range(3):
        move = np.zeros_like(now)
        move[0, 0, j] = 1e-8
        ahead, behind = (law.integrate(now + s * move, state, step, Space())[0][0, 0] for s in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-8, tangent[:, j], atol=1e-5 * YOUNG)


def test_a_damage_at_its_most_leaves_the_elasticity_that_is_left():
    law = BEHAVIOURS["VISC_ENDO_LEMA"].within(1e-6, 100)
    spent = np.zeros((1, 1, 10))
    spent[..., 8] = 1.0
    state = PointState(0 * STRAIN, 0 * STRAIN, spent)
    stress, internal, tangent = law.integrate(STRAIN, state, made().between(0.0, 10.0), Space())
    assert internal[0, 0, 8] == 0.99 and not internal[0, 0, :8].any()
    np.testing.assert_allclose(stress, 0.01 * STRAIN @ STEEL["elasticity"], rtol=1e-12)


def test_shears_count_sqrt_2_times_in_the_largest_principal_stress():
    """As in code_aster (calcj0), whose stresses bear that factor."""
    twisted = np.array([[3.0, 0.0, 0.0, np.sqrt(2.0), 0.0, 0.0]])
    assert largest(twisted)[0] == pytest.approx((3 + np.sqrt(9 + 8)) / 2)
    np.testing.assert_array_equal(pulled(twisted), np.eye(6)[:1])


DECK = """
DEBUT(CODE="OUI")
warm = DEFI_FONCTION(NOM_PARA="INST", VALE=(0, 20, 100, 120))
young, nu, growth = DEFI_CONSTANTE(VALE=1.5e5), DEFI_CONSTANTE(VALE=0.3), DEFI_CONSTANTE(VALE=1e-5)
n, k, m = DEFI_CONSTANTE(VALE=4), DEFI_CONSTANTE(VALE=1 / 3000), DEFI_CONSTANTE(VALE=0)
sy, a, b, r, s = (DEFI_CONSTANTE(VALE=v) for v in (20, 0.3, 0.1, 2.5, 5000))
told = DEFI_NAPPE(NOM_PARA="TEMP", PARA=(0, 100, 200), PROL_DROITE="LINEAIRE", NOM_PARA_FONC="X", DEFI_FONCTION=(
    _F(VALE=(0, 5, 100, 6, 400, 9)), _F(VALE=(0, 6, 100, 8, 400, 12)), _F(VALE=(0, 7, 100, 9, 400, 15))))
steel = DEFI_MATERIAU(ELAS_FO=_F(E=young, NU=nu, ALPHA=growth, TEMP_DEF_ALPHA=20), LEMAITRE_FO=_F(N=n, UN_SUR_K=k, UN_SUR_M=m),
    VENDOCHAB_FO=_F(SY=sy, ALPHA_D=a, BETA_D=b, R_D=r, A_D=s, K_D=told))
pull, twist = (DEFI_FONCTION(NOM_PARA="INST", VALE=(0, 0, 10, x, 100, y)) for x, y in ((150, 200), (40, 20)))
T = SIMU_POINT_MAT(COMPORTEMENT=_F(RELATION="VENDOCHAB", ALGO_INTE="NEWTON", RESI_INTE=1e-3, ITER_INTE_MAXI=50), MATER=steel,
    INCREMENT=_F(LIST_INST=DEFI_LIST_REEL(VALE=(0, 2.5, 5, 7.5, 10, 19, 28, 37))), SIGM_IMPOSE=_F(SIXX=pull, SIXY=twist),
    NEWTON=_F(MATRICE="TANGENTE", REAC_ITER=1), CONVERGENCE=_F(RESI_GLOB_RELA=1e-8, ITER_GLOB_MAXI=60),
    AFFE_VARC=_F(NOM_VARC="TEMP", VALE_FONC=warm, VALE_REF=20))
for word, value in (("EPXX", 1.663767744e-03), ("EPXY", 3.602676037e-04), ("V9", 6.988168376e-03)):
    TEST_TABLE(TABLE=T, NOM_PARA=word, VALE_CALC=value, FILTRE=_F(NOM_PARA="INST", VALE=37.0))
FIN()
"""


EXPLICIT = {"1.663767744e-03": "1.646625568e-03", "3.602676037e-04": "3.564020760e-04", "6.988168376e-03": "6.473590078e-03"}


@pytest.mark.parametrize(("algorithm", "values"), [("NEWTON", {}), ("RUNGE_KUTTA", EXPLICIT)])
def test_creep_under_a_table_of_the_temperature_and_of_the_stress(algorithm, values, tmp_path):
    """Tension and torsion while it warms; the values are code_aster's."""
    text = DECK.replace('NEWTON", RESI', f'{algorithm}", RESI')
    for one, other in values.items():
        text = text.replace(one, other)
    deck = tmp_path / "creep.comm"
    deck.write_text(text)
    assert api.run(deck, output=tmp_path / "out").exit_code == 0
