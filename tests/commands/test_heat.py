"""AFFE_CHAR_THER and THER_LINEAIRE on a wall two cells thick: x from 0 to 2 m, conductivity 4, capacity 6."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import THERMAL_MODELISATIONS
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.lists import NumberList
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.diagnostics import Refused
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed, NotConverged
from pyaster_lite.loads import pre_grad_temp
from tests.commands.runner import Surroundings, run
from tests.commands.test_model_data import plate


class Case(Surroundings):
    """A wall, its material, and commands on them; the evolution that is made stays in `kept`."""

    reused = None

    def __init__(self, folder):
        super().__init__(folder)
        mesh = plate()
        rows = [{"GROUP_MA": ("SQUARES", "RIGHT"), "PHENOMENE": "THERMIQUE", "MODELISATION": "PLAN"}]
        self.model = run("AFFE_MODELE", self, MAILLAGE=mesh, AFFE=rows)
        material = run("DEFI_MATERIAU", self, THER={"LAMBDA": 4.0, "RHO_CP": 6.0})
        self.field = run("AFFE_MATERIAU", self, MAILLAGE=mesh, AFFE=[{"TOUT": "OUI", "MATER": material}])

    def keep(self, result):
        self.kept = result

    def progress(self, label, total):
        from contextlib import nullcontext
        from types import SimpleNamespace

        return nullcontext(SimpleNamespace(update=lambda *done: None))

    def load(self, **words):
        functions = any(hasattr(v, "evaluate") for rows in words.values() for row in rows for v in row.values())
        return run("AFFE_CHAR_THER_F" if functions else "AFFE_CHAR_THER", self, MODELE=self.model, **words)

    def solve(self, *loads, times=(0.0,), **words):
        excit = [load if isinstance(load, dict) else {"CHARGE": load} for load in loads]
        increment = {"LIST_INST": NumberList(np.array(times, float))}
        return run("THER_LINEAIRE", self, MODELE=self.model, CHAM_MATER=self.field, EXCIT=excit, INCREMENT=increment, **words)

    def along(self, result, order=1):
        """Temperatures at x = 0, 1, 2 of a field that does not depend on y."""
        values = result.field("TEMP", order).component("TEMP")[:6].reshape(2, 3)
        np.testing.assert_allclose(values[0], values[1], atol=1e-10)
        return values[0]


@pytest.fixture
def case(tmp_path):
    return Case(tmp_path)


def in_time(*values):
    return Function([0.0, 10.0], values, Properties("INST", "TEMP"))


COLD = {"GROUP_MA": "RIGHT", "TEMP": 10.0}


def left(case):
    """A load that imposes the temperature at x = 0."""
    case.model.mesh.node_groups["START"] = np.array([0, 3])
    return {"GROUP_NO": "START", "TEMP": 30.0}


def test_between_two_temperatures(case):
    both = case.load(TEMP_IMPO=[COLD, left(case)])
    np.testing.assert_allclose(case.along(case.solve(both, TYPE_CALCUL="STAT")), [30, 20, 10])


def test_a_flow_and_an_exchange(case):
    """All of a source s over L leaves through h: T(L) = T_ext + (s L + q)/h."""
    load = case.load(
        SOURCE=[{"SOUR": 3.0}],
        ECHANGE=[{"GROUP_MA": "RIGHT", "COEF_H": 5.0, "TEMP_EXT": 20.0}],
        FLUX_REP=[{"GROUP_MA": "RIGHT", "FLUN": 4.0}],
    )
    found = case.along(case.solve(load, TYPE_CALCUL="STAT"))
    assert found[2] == pytest.approx(20 + (3.0 * 2 + 4.0) / 5.0)
    assert found[0] - found[2] == pytest.approx(3.0 * 2**2 / 2 / 4.0)


def test_an_imposed_gradient_is_met_where_nothing_flows(case):
    load = case.load(PRE_GRAD_TEMP=[{"TOUT": "OUI", "FLUX_X": 5.0}], TEMP_IMPO=[COLD])
    np.testing.assert_allclose(case.along(case.solve(load, TYPE_CALCUL="STAT")), [0, 5, 10], atol=1e-12)


def test_a_gradient_that_depends_on_place_is_read_at_the_coordinates_within_cells(case):
    """5 + X is 5 on the average over every cell, wherever that stands: the answer is that of the constant."""
    sloping = Function([-1.0, 1.0], [4.0, 6.0], Properties("X", "FLUX"))
    load = case.load(PRE_GRAD_TEMP=[{"TOUT": "OUI", "FLUX_X": sloping}])
    cold = case.load(TEMP_IMPO=[COLD])
    np.testing.assert_allclose(case.along(case.solve(load, cold, TYPE_CALCUL="STAT")), [0, 5, 10], atol=1e-12)


def test_a_gradient_goes_with_the_conductivity_at_the_instant_0(case):
    """5 K/m there, and half as much where the conductivity has doubled."""
    growing = Function([0.0, 10.0], [4.0, 8.0], Properties("INST", "LAMBDA"))
    material = run("DEFI_MATERIAU", case, THER_FO={"LAMBDA": growing, "RHO_CP": in_time(6.0, 6.0)})
    case.field = run("AFFE_MATERIAU", case, MAILLAGE=case.model.mesh, AFFE=[{"TOUT": "OUI", "MATER": material}])
    load = case.load(PRE_GRAD_TEMP=[{"TOUT": "OUI", "FLUX_X": 5.0}], TEMP_IMPO=[COLD])
    np.testing.assert_allclose(case.along(case.solve(load, times=(0.0, 10.0), TYPE_CALCUL="STAT"), 2), [5, 7.5, 10], atol=1e-12)


def test_what_surrounds_a_gradient_by_numbers_is_that_of_now():
    data = ElementData(np.zeros(1, int), np.zeros((1, 2, 3)), surroundings=lambda t: {"TEMP": np.full((1, 1), t)}).between(1.0, 5.0)
    seen = pre_grad_temp.force(SimpleNamespace(imposed_gradient=lambda given, _: given.variables()), data, {"FLUX_X": 2.0}, float)
    assert seen["TEMP"] == 5.0 and seen["INST"] == 0.0


def test_edges_of_a_body_of_revolution_sum_up_without_the_radius():
    element = THERMAL_MODELISATIONS["AXIS"].elements["SEG2"]
    data = ElementData(np.zeros(1, int), np.array([[[3.0, 0, 0], [5.0, 0, 0]]]))
    np.testing.assert_allclose([element.summed_weights(data).sum(), element.point_weights(data).sum()], [2.0, 8.0])


def test_relations_between_temperatures(case):
    left(case)
    load = case.load(
        TEMP_IMPO=[COLD],
        LIAISON_UNIF=[{"GROUP_NO": "START"}],
        LIAISON_DDL=[{"GROUP_NO": ("START", "CORNER"), "COEF_MULT": (1.0, 0.0, 2.0), "COEF_IMPO": 26.0}],
    )
    np.testing.assert_allclose(case.along(case.solve(load, TYPE_CALCUL="STAT")), [6, 8, 10], atol=1e-12)


def test_the_theta_scheme_is_exact_for_temperatures_that_rise_evenly(case):
    """Heated by s alone, T = T0 + s t/(rho c), whatever theta and the steps."""
    load = case.load(SOURCE=[{"SOUR": 3.0}])
    found = case.solve(load, times=(0.0, 1.0, 4.0), ETAT_INIT={"VALE": 7.0})
    assert found.times.tolist() == [0.0, 1.0, 4.0]
    np.testing.assert_allclose(case.along(found, 2), 7.0 + 3.0 * 4.0 / 6.0)


@pytest.mark.parametrize("theta,order", [(1.0, 1), (0.5, 2)])
def test_the_order_of_the_theta_scheme(case, theta, order):
    """Halving the step divides the error by 2 to the order; the outside warms up with time."""
    exchange = {"GROUP_MA": "RIGHT", "COEF_H": in_time(2.0, 6.0), "TEMP_EXT": in_time(0.0, 50.0)}
    load = case.load(ECHANGE=[exchange])
    ends = []
    for steps in (8, 16, 32, 512):
        words = {"ETAT_INIT": {"VALE": 0.0}, "SCHEMA_TEMPS": {"THETA": theta}}
        found = case.solve(load, times=np.linspace(0.0, 4.0, steps + 1), **words)
        ends.append(case.along(found, steps))
    errors = [abs(end - ends[-1]).max() for end in ends[:3]]
    assert np.log2(errors[1] / errors[2]) == pytest.approx(order, abs=0.25)


def test_a_conductivity_that_changes_with_time(case):
    material = run("DEFI_MATERIAU", case, THER_FO={"LAMBDA": in_time(4.0, 24.0), "RHO_CP": in_time(6.0, 6.0)})
    case.field = run("AFFE_MATERIAU", case, MAILLAGE=case.model.mesh, AFFE=[{"TOUT": "OUI", "MATER": material}])
    load = case.load(TEMP_IMPO=[COLD], SOURCE=[{"SOUR": 3.0}])
    found = case.solve(load, TYPE_CALCUL="STAT", times=(0.0, 5.0))
    rises = [case.along(found, order)[0] - 10.0 for order in (1, 2)]
    np.testing.assert_allclose(rises, [3.0 * 2**2 / 2 / 4.0, 3.0 * 2**2 / 2 / 14.0])


def test_imposed_temperatures_follow_their_function_and_factor(case):
    load = case.load(TEMP_IMPO=[{"GROUP_MA": "RIGHT", "TEMP": in_time(10.0, 20.0)}])
    found = case.solve({"CHARGE": load, "FONC_MULT": in_time(1.0, 3.0)}, TYPE_CALCUL="STAT", times=(0.0, 5.0))
    np.testing.assert_allclose(case.along(found, 2), 15.0 * 2.0)


def test_what_linear_heat_refuses(case):
    radiated = case.load(RAYONNEMENT=[{"GROUP_MA": "RIGHT", "SIGMA": 5e-8, "EPSILON": 0.5, "TEMP_EXT": 20.0}])
    with pytest.raises(Refused, match="RAYONNEMENT, which is not linear"):
        case.solve(radiated)
    exchanged = case.load(ECHANGE=[{"GROUP_MA": "RIGHT", "COEF_H": 5.0, "TEMP_EXT": 20.0}])
    with pytest.raises(Refused, match="takes no factor"):
        case.solve({"CHARGE": exchanged, "FONC_MULT": in_time(1.0, 3.0)})
    with pytest.raises(Refused, match="is a model of PHENOMENE='THERMIQUE'"):
        run("AFFE_CHAR_MECA", case, MODELE=case.model, DDL_IMPO=[{"GROUP_MA": "RIGHT", "DX": 0.0}])


def test_temperatures_may_be_imposed_by_elimination(case):
    load = run("AFFE_CHAR_CINE", case, MODELE=case.model, THER_IMPO=[COLD])
    assert load.kind == "char_cine_ther"
    np.testing.assert_allclose(case.along(case.solve(load, TYPE_CALCUL="STAT")), 10.0)


def points(*values):
    """A function of the temperature from 0 to 100 degrees, going on as it ends."""
    return Function(np.linspace(0.0, 100.0, len(values)), values, Properties("TEMP", left="LINEAIRE", right="LINEAIRE"))


@pytest.fixture
def warm(case):
    """The wall with a conductivity 2 + T/10 and a capacity 3 + T/50."""
    material = run("DEFI_MATERIAU", case, THER_NL={"LAMBDA": points(2.0, 12.0), "RHO_CP": points(3.0, 4.0, 5.0)})
    case.field = run("AFFE_MATERIAU", case, MAILLAGE=case.model.mesh, AFFE=[{"TOUT": "OUI", "MATER": material}])
    return case


def solve(case, *loads, times=(0.0,), **words):
    increment = {"LIST_INST": NumberList(np.array(times, float))}
    excit = [load if isinstance(load, dict) else {"CHARGE": load} for load in loads]
    data = {"MODELE": case.model, "CHAM_MATER": case.field, "EXCIT": excit}
    return run("THER_NON_LINE", case, **data, INCREMENT=increment, **words)


def test_the_enthalpy_of_a_capacity_gives_the_temperature_back(warm):
    """As what is carried around a source that moves needs it; beyond the last point the enthalpy ends, below the first it goes on."""
    material = run("DEFI_MATERIAU", warm, THER_NL={"LAMBDA": points(2.0, 12.0), "RHO_CP": points(3.0, 4.0, 5.0)})
    law = material.properties["enthalpy_law"]
    degrees = np.array([-20.0, 10.0, 60.0, 100.0])
    np.testing.assert_allclose(law.back.value(law.value(degrees)), degrees)
    np.testing.assert_allclose(law.back.slope(law.value(degrees[1:3])) * law.slope(degrees[1:3]), 1.0)


@pytest.mark.parametrize("search", [None, {"METHODE": "CORDE", "ITER_LINE_MAXI": 3}, {"RESI_LINE_RELA": 1e-3, "ITER_LINE_MAXI": 0}])
def test_a_conductivity_that_depends_on_the_temperature(warm, search):
    """Linear cells meet the integral of the conductivity exactly: 2 T + T^2/20 lies in the middle."""
    load = warm.load(TEMP_IMPO=[COLD, left(warm) | {"TEMP": 90.0}])
    words = {} if search is None else {"RECH_LINEAIRE": search}
    found = warm.along(solve(warm, load, TYPE_CALCUL="STAT", NEWTON={"REAC_ITER": 1}, **words), 0)
    middle = (2 * 10 + 10**2 / 20 + 2 * 90 + 90**2 / 20) / 2
    assert 2 * found[1] + found[1] ** 2 / 20 == pytest.approx(middle, rel=1e-6)


def test_heat_that_is_not_lost_is_stored(warm):
    """A source s warms the wall until 3 T + T^2/100 has grown by s t, the capacity being met by trapezes between its points."""
    load = warm.load(SOURCE=[{"SOUR": 20.0}])
    found = solve(
        warm, load, times=(0.0, 2.0, 5.0), ETAT_INIT={"VALE": 50.0}, CONVERGENCE={"RESI_GLOB_RELA": 1e-12}, NEWTON={"REAC_ITER": 1}
    )
    last = warm.along(found, 2)
    grown = lambda t: np.interp(t, [0.0, 50.0, 100.0], [0.0, 3.5 * 50, 3.5 * 50 + 4.5 * 50])  # noqa: E731
    np.testing.assert_allclose(grown(last) - grown(50.0), 20.0 * 5.0, rtol=1e-9)


def test_radiation_and_flows_that_depend_on_the_temperature_are_balanced(warm):
    """What comes in by a source 100 - T on one side is radiated at the other."""
    radiated = warm.load(RAYONNEMENT=[{"GROUP_MA": "RIGHT", "SIGMA": 5e-8, "EPSILON": 0.5, "TEMP_EXT": 20.0}])
    source = warm.load(SOUR_NL=[{"GROUP_MA": "LEFT", "SOUR": points(100.0, 0.0)}])
    found = warm.along(solve(warm, radiated, source, TYPE_CALCUL="STAT", CONVERGENCE={"RESI_GLOB_RELA": 1e-10}, NEWTON={"REAC_ITER": 1}), 0)
    inside = 100.0 - found[:2].mean()
    assert inside == pytest.approx(2.5e-8 * ((found[2] + 273.15) ** 4 - 293.15**4), rel=1e-9)


def test_a_flow_that_depends_on_the_temperature_counts_twice_in_a_steady_flow_of_the_older_solver(case):
    """30 degrees at x = 0, what comes in at x = 2 is 20 - 2 T: 2 (T - 30) = 20 - 2 T, and 20 more for the cold start where AFFICHAGE asks
    for code_aster's older solver; its line search is another one and leads to the same."""
    flow = Function([0.0, 100.0], [20.0, -180.0], Properties("TEMP", "FLUN"))
    loads = case.load(TEMP_IMPO=[left(case)]), case.load(FLUX_NL=[{"GROUP_MA": "RIGHT", "FLUN": flow}])
    search = {"RECH_LINEAIRE": {"ITER_LINE_MAXI": 2}}
    for words, expected in (({}, 20.0), ({"AFFICHAGE": {"INFO_RESIDU": "OUI"}}, 25.0)):
        for more in ({}, search):
            found = solve(case, *loads, TYPE_CALCUL="STAT", NEWTON={"REAC_ITER": 1}, **words, **more)
            np.testing.assert_allclose(case.along(found, 0)[2], expected, rtol=1e-6)


def test_the_older_solver_counts_what_is_not_linear_twice_in_a_steady_flow_and_goes_on_in_time(case):
    """30 degrees at x = 0: a constant source of 4 counts twice, and what is radiated at x = 2 loses the cold start's share once more;
    the second of two steady instants is one of an evolution, that much later without any of it."""
    older, radiated = {"TYPE_CALCUL": "STAT", "AFFICHAGE": {"INFO_RESIDU": "OUI"}, "NEWTON": {"REAC_ITER": 1}}, 1e-9
    source = Function([0.0, 100.0], [4.0, 4.0], Properties("TEMP", "SOUR", right="CONSTANT"))
    loads = case.load(TEMP_IMPO=[left(case)]), case.load(SOUR_NL=[{"GROUP_MA": "SQUARES", "SOUR": source}])
    found = solve(case, *loads, times=(0.0, 1e9), **older)
    np.testing.assert_allclose([case.along(found, order)[2] for order in (0, 1)], [30 + 2 * 2.0, 30 + 2.0], rtol=1e-6)
    side = case.load(RAYONNEMENT=[{"GROUP_MA": "RIGHT", "SIGMA": radiated, "EPSILON": 1.0, "TEMP_EXT": 90.0}])
    found = solve(case, loads[0], side, times=(0.0, 1e9), **older)
    for order, share in ((0, 1.0), (1, 0.0)):
        end = case.along(found, order)[2]
        lost = (end + 273.15) ** 4 - (90.0 + 273.15) ** 4 + share * 273.15**4
        assert 2 * (30.0 - end) == pytest.approx(radiated * lost, rel=1e-5)


def test_a_source_that_depends_on_the_temperature_goes_with_the_factor_of_another_load(case):
    """The first load by functions takes the factor of the first load of all, a half."""
    source = Function([0.0, 100.0], [4.0, 4.0], Properties("TEMP", "SOUR"))
    half = Function([0.0, 10.0], [0.5, 0.5], Properties("INST", "TEMP"))
    loads = {"CHARGE": case.load(TEMP_IMPO=[left(case)]), "FONC_MULT": half}, case.load(SOUR_NL=[{"GROUP_MA": "SQUARES", "SOUR": source}])
    found = solve(case, *loads, TYPE_CALCUL="STAT", NEWTON={"REAC_ITER": 1})
    np.testing.assert_allclose(case.along(found, 0)[[0, 2]], [15.0, 15.0 + 1.0], rtol=1e-6)


def test_linear_data_gives_what_the_linear_command_gives(case):
    load = case.load(ECHANGE=[{"GROUP_MA": "RIGHT", "COEF_H": in_time(2.0, 6.0), "TEMP_EXT": in_time(0.0, 50.0)}])
    words = {"ETAT_INIT": {"STAT": "OUI"}, "SCHEMA_TEMPS": {"THETA": 0.6}, "times": np.linspace(0.0, 4.0, 5)}
    linear = case.solve(load, **words)
    other = solve(case, load, **words, CONVERGENCE={"RESI_GLOB_RELA": 1e-12})
    np.testing.assert_allclose(case.along(other, 4), case.along(linear, 4), rtol=1e-10)


def test_temperatures_that_do_not_settle_are_told(warm):
    load = warm.load(TEMP_IMPO=[COLD, left(warm) | {"TEMP": 90.0}])
    with pytest.raises(ComputationFailed, match="not balanced after 1 iterations"):
        solve(warm, load, TYPE_CALCUL="STAT", CONVERGENCE={"ITER_GLOB_MAXI": 1})


def test_a_conductivity_that_grows_manifold_needs_its_matrix_anew(warm):
    """With the matrix of the start, which code_aster keeps by default, iterates go beyond all numbers: told, with the remedy."""
    material = run("DEFI_MATERIAU", warm, THER_NL={"LAMBDA": points(1.0, 101.0), "RHO_CP": points(1.0, 1.0)})
    warm.field = run("AFFE_MATERIAU", warm, MAILLAGE=warm.model.mesh, AFFE=[{"TOUT": "OUI", "MATER": material}])
    load = warm.load(TEMP_IMPO=[COLD, left(warm) | {"TEMP": 0.0}])
    with pytest.raises(NotConverged, match="leaves all bounds") as told:
        solve(warm, load, TYPE_CALCUL="STAT", CONVERGENCE={"ITER_GLOB_MAXI": 100})
    assert "REAC_ITER=1" in told.value.help and told.value.known_as == "MECANONLINE9_7"
    found = warm.along(solve(warm, load, TYPE_CALCUL="STAT", NEWTON={"REAC_ITER": 1}), 0)
    assert found[1] + found[1] ** 2 / 2 == pytest.approx((10.0 + 10.0**2 / 2) / 2, rel=1e-6)


def test_a_result_is_taken_up_again(case):
    load = case.load(SOURCE=[{"SOUR": 6.0}])
    first = case.solve(load, times=(0.0, 1.0), ETAT_INIT={"VALE": 7.0})
    case.reused = first
    again = case.solve(load, times=(0.0, 1.0, 3.0), ETAT_INIT={"EVOL_THER": first}, RESULTAT=first)
    assert again is first and again.orders == [0, 1, 2] and again.times.tolist() == [0.0, 1.0, 3.0]
    np.testing.assert_allclose(case.along(again, 2), 10.0)


def test_short_steps_go_on_from_a_chosen_state(case):
    """No step is lost to PRECISION, which is absolute, and not there without INST_INIT or INST_FIN."""
    times = np.arange(5) * 5e-7
    cold = case.load(TEMP_IMPO=[{"GROUP_MA": "RIGHT", "TEMP": 1.0}])
    first = case.solve(cold, times=times[:3], ETAT_INIT={"VALE": 0.0})
    case.reused = first
    again = case.solve(cold, times=times, ETAT_INIT={"EVOL_THER": first, "NUME_ORDRE": 2}, RESULTAT=first)
    np.testing.assert_allclose(again.times, times)


def walls(folder):
    """Two squares side by side that do not hang together: x from 0 to 1 m and from 1.5 to 2.5 m."""
    nodes = [[0, 0], [1, 0], [1, 1], [0, 1], [1.5, 0], [2.5, 0], [2.5, 1], [1.5, 1]]
    blocks = [
        CellBlock("QUAD4", np.array([[0, 1, 2, 3], [4, 5, 6, 7]]), np.array([0, 1])),
        CellBlock("SEG2", np.array([[0, 3], [1, 2], [4, 7], [5, 6]]), np.array([2, 3, 4, 5])),
    ]
    names = {"ALL": np.arange(6), "START": [2], "FIRST": [3], "SECOND": [4], "END": [5]}
    mesh = Mesh(np.array(nodes, float), blocks, {}, {name: np.array(cells) for name, cells in names.items()}, space_dimension=2)
    case = Case(folder)
    rows = [{"GROUP_MA": "ALL", "PHENOMENE": "THERMIQUE", "MODELISATION": "PLAN"}]
    case.model = run("AFFE_MODELE", case, MAILLAGE=mesh, AFFE=rows)
    material = run("DEFI_MATERIAU", case, THER={"LAMBDA": 4.0, "RHO_CP": 6.0})
    case.field = run("AFFE_MATERIAU", case, MAILLAGE=mesh, AFFE=[{"TOUT": "OUI", "MATER": material}])
    return case


@pytest.mark.parametrize("command", [Case.solve, solve])
def test_walls_exchange_what_flows_through_both(tmp_path, command):
    """Two resistances L/k and one 1/h in a row between 90 and 10 degrees."""
    case = walls(tmp_path)
    load = case.load(
        TEMP_IMPO=[{"GROUP_MA": "START", "TEMP": 90.0}, {"GROUP_MA": "END", "TEMP": 10.0}],
        ECHANGE_PAROI=[{"GROUP_MA_1": "FIRST", "GROUP_MA_2": "SECOND", "COEF_H": 2.0, "TRAN": (0.5, 0.0)}],
    )
    result = command(case, load, TYPE_CALCUL="STAT")
    found = result.field("TEMP", result.orders[0]).component("TEMP")
    flow = 80.0 / (1 / 4.0 + 1 / 2.0 + 1 / 4.0)
    np.testing.assert_allclose(found[[1, 2, 4, 7]], [90.0 - flow / 4] * 2 + [10.0 + flow / 4] * 2)


@pytest.mark.parametrize(("command", "factor"), [(Case.solve, 1.0), (solve, 1.5)])
def test_a_factor_of_walls_counts_except_in_the_matrix_of_a_linear_flow(tmp_path, command, factor):
    """h is multiplied by 1.5, which a steady linear flow, whose walls are in its matrix alone, does not feel."""
    case = walls(tmp_path)
    ends = case.load(TEMP_IMPO=[{"GROUP_MA": "START", "TEMP": 90.0}, {"GROUP_MA": "END", "TEMP": 10.0}])
    wall = case.load(ECHANGE_PAROI=[{"GROUP_MA_1": "FIRST", "GROUP_MA_2": "SECOND", "COEF_H": 2.0, "TRAN": (0.5, 0.0)}])
    more = {"CONVERGENCE": {"ITER_GLOB_MAXI": 60}} if command is solve else {}
    result = command(case, ends, {"CHARGE": wall, "FONC_MULT": in_time(1.5, 1.5)}, TYPE_CALCUL="STAT", **more)
    found = result.field("TEMP", result.orders[0]).component("TEMP")
    flow = 80.0 / (1 / 4.0 + 1 / (2.0 * factor) + 1 / 4.0)
    np.testing.assert_allclose(found[[1, 4]], [90.0 - flow / 4, 10.0 + flow / 4], rtol=1e-5)


@pytest.mark.parametrize(("shown", "factor"), [("NON", 1.5), ("OUI", 1.0)])
def test_a_factor_of_what_is_not_linear_is_left_out_by_the_older_solver(case, shown, factor):
    """2 (T - 30) = f (20 - 2 T) once nothing changes any more."""
    flow = Function([-1e3, 1e3], [2020.0, -1980.0], Properties("TEMP", "FLUN"))
    times = Function([0.0, 1e9], [1.5, 1.5], Properties("INST", "TEMP"))
    side = {"CHARGE": case.load(FLUX_NL=[{"GROUP_MA": "RIGHT", "FLUN": flow}]), "FONC_MULT": times}
    cold = case.load(TEMP_IMPO=[left(case)])
    options = {"ETAT_INIT": {"VALE": 30.0}, "SCHEMA_TEMPS": {"THETA": 1.0}, "CONVERGENCE": {"ITER_GLOB_MAXI": 60}}
    options["AFFICHAGE"] = {"INFO_RESIDU": shown}
    found = solve(case, cold, side, times=(0.0, 1e9), **options)
    np.testing.assert_allclose(case.along(found)[2], (60.0 + 20.0 * factor) / (2.0 + 2.0 * factor), rtol=1e-5)


def test_the_older_solver_takes_the_factor_at_the_end_of_a_step(case):
    """What a source of 6 times 1 to 3 gives in 10 s to a capacity of 6, half of each step explicit: its end, or the mean of both."""
    source = {"CHARGE": case.load(SOURCE=[{"SOUR": 6.0}]), "FONC_MULT": in_time(1.0, 3.0)}
    for shown, factor in (("NON", 2.0), ("OUI", 3.0)):
        options = {"ETAT_INIT": {"VALE": 0.0}, "SCHEMA_TEMPS": {"THETA": 0.5}, "AFFICHAGE": {"INFO_RESIDU": shown}}
        np.testing.assert_allclose(case.along(solve(case, source, times=(0.0, 10.0), **options)), 10.0 * factor)


def test_walls_that_do_not_face_each_other_are_refused(tmp_path):
    case = walls(tmp_path)
    with pytest.raises(Refused, match="have 1 and 2 sides"):
        case.load(ECHANGE_PAROI=[{"GROUP_MA_1": "FIRST", "GROUP_MA_2": ("SECOND", "END"), "COEF_H": 2.0}])


def test_energy_and_observation(case):
    """- K grad T^2/2 by area, and the greatest temperature of each instant."""
    load = case.load(TEMP_IMPO=[COLD, left(case)])
    rows = [{"NOM_CHAM": "TEMP", "NOM_CMP": "TEMP", "GROUP_NO": "START", "EVAL_CHAM": "MAX"}]
    result = solve(case, load, TYPE_CALCUL="STAT", OBSERVATION=rows)
    assert result.tables["OBSERVATION"].rows()[0]["VALE"] == 30.0
    table = run("POST_ELEM", case, RESULTAT=result, ENER_POT=[{"TOUT": "OUI"}])
    assert table.rows()[0]["TOTALE"] == pytest.approx(-0.5 * 4.0 * 10.0**2 * 2.0)


class Affinity:
    """The rate (1 - h) exp(T/100)/5."""

    kind, parameters = "formule", ("HYDR", "TEMP")

    def evaluate(self, HYDR, TEMP):  # noqa: N803
        return (1.0 - HYDR) * np.exp(TEMP / 100.0) / 5.0


def test_concrete_warms_itself_while_it_hardens(case):
    """Without losses the enthalpy less Q h stays; the degree follows its rate along the temperature."""
    words = {"LAMBDA": points(2.0, 2.0), "BETA": points(0.0, 300.0), "AFFINITE": Affinity(), "CHALHYDR": 120.0}
    material = run("DEFI_MATERIAU", case, THER_HYDR=words)
    case.field = run("AFFE_MATERIAU", case, MAILLAGE=case.model.mesh, AFFE=[{"TOUT": "OUI", "MATER": material}])
    nothing = case.load(SOURCE=[{"SOUR": 0.0}])
    times = np.linspace(0.0, 4.0, 81)
    words = {"ETAT_INIT": {"VALE": 20.0}, "COMPORTEMENT": [{"RELATION": "THER_HYDR"}], "CONVERGENCE": {"RESI_GLOB_RELA": 1e-12}}
    result = solve(case, nothing, times=times, **words)
    made = run("CALC_CHAMP", case, RESULTAT=result, THERMIQUE=("HYDR_ELNO", "HYDR_NOEU"))
    degree = made.field("HYDR_NOEU", 80).component("HYDR")[:6]
    temperature = case.along(result, 80)
    np.testing.assert_allclose(3.0 * (temperature - 20.0), 120.0 * degree[:3], rtol=1e-8)
    h, step = 0.0, 4.0 / 4000
    for _ in range(4000):
        half = h + step / 2 * (1 - h) * np.exp((20.0 + 40.0 * h) / 100.0) / 5.0
        h += step * (1 - half) * np.exp((20.0 + 40.0 * half) / 100.0) / 5.0
    np.testing.assert_allclose(degree, h, rtol=1e-4)


def test_a_law_of_hardening_needs_its_material(case):
    with pytest.raises(Refused, match="none of these cells has a material THER_HYDR"):
        solve(case, case.load(SOURCE=[{"SOUR": 0.0}]), COMPORTEMENT=[{"RELATION": "THER_HYDR"}], TYPE_CALCUL="STAT")


def test_the_heat_of_a_current_is_a_source(case):
    """The temperature standing for a potential of slope -10, the heat is 10^2 k; it warms the wall like any source."""
    result = case.solve(case.load(TEMP_IMPO=[COLD, left(case)]), TYPE_CALCUL="STAT")
    current = run("CALC_CHAMP", case, RESULTAT=result, THERMIQUE="SOUR_ELGA").field("SOUR_ELGA", 1)
    np.testing.assert_allclose(current.component("SOUR")[:2], 400.0)
    found, given = (
        case.solve(case.load(SOURCE=[s], TEMP_IMPO=[COLD]), TYPE_CALCUL="STAT") for s in ({"SOUR_CALCULEE": current}, {"SOUR": 400.0})
    )
    np.testing.assert_allclose(case.along(found), case.along(given))
    at_nodes = run("CREA_CHAMP", case, TYPE_CHAM="NOEU_SOUR_R", OPERATION="DISC", MODELE=case.model, CHAM_GD=current)
    spread = case.solve(case.load(SOURCE=[{"SOUR_CALCULEE": at_nodes}], TEMP_IMPO=[COLD]), TYPE_CALCUL="STAT")
    np.testing.assert_allclose(case.along(spread), case.along(given))
    with pytest.raises(ComputationFailed, match="is of TEMP_R, sources are of SOUR_R"):
        case.solve(case.load(SOURCE=[{"SOUR_CALCULEE": result.field("TEMP", 1)}], TEMP_IMPO=[COLD]), TYPE_CALCUL="STAT")


def test_sources_after_one_that_a_field_gives_are_told_and_left_out(case):
    """As in code_aster, which looks at the first occurrence alone to know whether numbers are given."""
    result = case.solve(case.load(TEMP_IMPO=[COLD, left(case)]), TYPE_CALCUL="STAT")
    current = run("CALC_CHAMP", case, RESULTAT=result, THERMIQUE="SOUR_ELGA").field("SOUR_ELGA", 1)
    of_field, number = {"SOUR_CALCULEE": current}, {"TOUT": "OUI", "SOUR": 100.0}
    alone, field_first, number_first = (
        case.along(case.solve(case.load(SOURCE=sources, TEMP_IMPO=[COLD]), TYPE_CALCUL="STAT"))
        for sources in ([of_field], [of_field, number], [number, of_field])
    )
    np.testing.assert_allclose(field_first, alone)
    np.testing.assert_allclose(number_first - number_first[2], 1.25 * (alone - alone[2]), atol=1e-9)
    assert case.warnings == ["SOURCE has no effect here: no SOUR is taken where SOUR_CALCULEE comes first"]


def test_temperatures_know_the_multipliers_of_what_is_imposed(case):
    """A wall 2 m thick and 1 m high from 30 to 10 degrees lets 40 W through; those who hold it take them up."""
    field = case.solve(case.load(TEMP_IMPO=[COLD, left(case)]), TYPE_CALCUL="STAT").field("TEMP", 1)
    np.testing.assert_allclose([field.held.sum(), abs(field.held).sum()], [0.0, 80.0], atol=1e-9)


def test_a_source_may_depend_on_what_surrounds_the_points(case):
    """Twice the irradiation, which is 1.5 everywhere."""
    mesh = case.model.mesh
    field = NodeField(mesh, "IRRA_R", ("IRRA",), np.full((mesh.n_nodes, 1), 1.5))
    case.field = run("AFFE_MATERIAU", case, MAILLAGE=mesh, AFFE=[{"TOUT": "OUI", "MATER": case.field.materials[0]}],
                     AFFE_VARC=[{"NOM_VARC": "IRRA", "CHAM_GD": field}])  # fmt: skip
    irradiated = Function([0.0, 10.0], [0.0, 20.0], Properties("IRRA", "SOUR"))
    cold = case.load(TEMP_IMPO=[COLD])
    found, given = (case.solve(case.load(SOURCE=[{"TOUT": "OUI", "SOUR": s}]), cold, TYPE_CALCUL="STAT") for s in (irradiated, 3.0))
    np.testing.assert_allclose(case.along(found), case.along(given))


def test_a_source_reads_its_place_where_the_material_reads_it_too(case):
    """The conductivity x + 2 is told by place, and so is the source 3 x."""
    rising = Function([0.0, 10.0], [2.0, 12.0], Properties("X", "LAMBDA"))
    material = run("DEFI_MATERIAU", case, THER_FO={"LAMBDA": rising})
    case.field = run("AFFE_MATERIAU", case, MAILLAGE=case.model.mesh, AFFE=[{"TOUT": "OUI", "MATER": material}])
    cold = case.load(TEMP_IMPO=[COLD, left(case)])
    source = case.load(SOURCE=[{"TOUT": "OUI", "SOUR": Function([0.0, 10.0], [0.0, 30.0], Properties("X", "SOUR"))}])
    bare, heated = (case.along(case.solve(cold, *more, TYPE_CALCUL="STAT"))[1] for more in ((), (source,)))
    # the node in the middle takes the source's moment 3 and the conductances 2.5 and 3.5 of its cells
    assert heated - bare == pytest.approx(3.0 / (2.5 + 3.5))


def test_velocities_are_for_sources_that_move(tmp_path):
    case = Case(tmp_path)
    mesh = case.model.mesh
    velocity = NodeField(mesh, "DEPL_R", ("DX", "DY"), np.ones((mesh.n_nodes, 2)))
    load = case.load(CONVECTION=[{"VITESSE": velocity}])
    with pytest.raises(Refused, match="CONVECTION, which has no effect here"):
        case.solve(load)
