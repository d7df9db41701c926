"""SIMU_POINT_MAT: known answers of one point."""

import numpy as np
import pytest

from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.lists import NumberList
from pyaster_lite.concepts.step_list import Failure, Quantity, StepList, Success
from pyaster_lite.diagnostics import Refused
from pyaster_lite.fe.time_list import Cutting
from tests.commands.runner import Surroundings, run

E, NU, SY, SLOPE = 2e5, 0.3, 200.0, 2e4


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


def course(*points, parameter="INST"):
    x, y = zip(*points)
    return Function(np.array(x, float), np.array(y, float), Properties(parameter, "TOUTRESU", ("LIN", "LIN")))


def point(around, **words):
    elas = {"E": E, "NU": NU, "ALPHA": 1e-5}
    material = run("DEFI_MATERIAU", around, ELAS=elas, ECRO_LINE={"SY": SY, "D_SIGM_EPSI": SLOPE})
    laws = words.pop("COMPORTEMENT", {"RELATION": "VMIS_ISOT_LINE"})
    steps = words.pop("INCREMENT", {"LIST_INST": NumberList([0.0, 0.5, 1.0])})
    return run("SIMU_POINT_MAT", around, MATER=(material,), COMPORTEMENT=laws, INCREMENT=steps, **words)


def test_traction_to_a_strain(around):
    table = point(around, EPSI_IMPOSE={"EPXX": course((0, 0), (1, 0.01))})
    stress = table.column("SIXX")
    assert table.column("INST") == [0.0, 0.5, 1.0] and stress[0] == 0.0
    assert stress[2] == pytest.approx(SY + SLOPE * (0.01 - SY / E), rel=1e-9)
    assert table.column("V1")[2] == pytest.approx(0.01 - stress[2] / E, rel=1e-9)
    assert table.column("VMIS")[2] == pytest.approx(stress[2], rel=1e-9) and table.column("TRACE")[2] == pytest.approx(stress[2], rel=1e-9)


def test_the_tangent_in_the_table(around):
    """The elasticity before it yields; along the traction, the slope of the stress once its sides are free."""
    table = point(around, EPSI_IMPOSE={"EPXX": course((0, 0), (0.5, 0.5 * SY / E), (1, 0.01))}, OPER_TANGENT="OUI")
    at = lambda row: np.array([[table.column(f"K{i}{j}")[row] for j in range(1, 7)] for i in range(1, 7)])  # noqa: E731
    lame, shear = E * NU / (1 + NU) / (1 - 2 * NU), E / (2 * (1 + NU))
    assert at(0).any() == 0.0 and at(1)[0, 0] == pytest.approx(lame + 2 * shear) and at(1)[5, 5] == pytest.approx(2 * shear)
    assert 1 / np.linalg.inv(at(2))[0, 0] == pytest.approx(SLOPE, rel=1e-6)


@pytest.mark.parametrize("where", [{}, {"SUPPORT": "ELEMENT", "MODELISATION": "C_PLAN"}])
def test_traction_by_a_stress(around, where):
    table = point(around, SIGM_IMPOSE={"SIXX": course((0, 0), (1, 300.0))}, **where)
    assert table.column("EPXX")[2] == pytest.approx(SY / E + 100.0 / SLOPE, rel=1e-9)


def test_the_strain_across_plane_stress_is_told_as_elastic(around):
    """As code_aster's EPSI_ELGA: from the strains in the plane, plastic or not, and with that of temperature."""
    warm = {"NOM_VARC": "TEMP", "VALE_FONC": course((0, 20.0), (1, 120.0)), "VALE_REF": 20.0}
    imposed = {"EPXX": course((0, 0), (1, 0.01)), "EPYY": course((0, 0), (1, -0.002))}
    table = point(around, EPSI_IMPOSE=imposed, AFFE_VARC=[warm], SUPPORT="ELEMENT", MODELISATION="C_PLAN")
    heat = 1e-5 * 100.0
    assert table.column("EPZZ")[2] == pytest.approx(heat - NU / (1 - NU) * (0.008 - 2 * heat), rel=1e-9)
    assert table.column("V1")[2] > 0.0


def test_a_point_that_is_heated_between_walls(around):
    warm = {"NOM_VARC": "TEMP", "VALE_FONC": course((0, 20.0), (1, 70.0)), "VALE_REF": 20.0}
    table = point(around, COMPORTEMENT={"RELATION": "ELAS"}, EPSI_IMPOSE={"EPXX": course((0, 0), (1, 0))}, AFFE_VARC=[warm])
    assert table.column("SIXX")[2] == pytest.approx(-E * 1e-5 * 50.0, rel=1e-9)
    assert table.column("EPYY")[2] == pytest.approx(1e-5 * 50.0 * (1 + NU), rel=1e-9)


def test_one_row_for_each_component(around):
    table = point(around, EPSI_IMPOSE={"EPXX": course((0, 0), (1, 1e-4))}, FORMAT_TABLE="CMP_LIGNE", NB_VARI_TABLE=1)
    rows = [row for row in table.rows() if row["INST"] == 1.0]
    assert [row["VALEUR"] for row in rows if row["CMP"] == "SIXX"] == [pytest.approx(E * 1e-4)]
    assert {row["GRANDEUR"] for row in rows} == {"EPSI", "SIGM", "SIEQ", "VARI", "NB_ITER"} and not any(row["CMP"] == "V2" for row in rows)


def test_a_law_needs_its_material(around):
    with pytest.raises(Refused, match="VMIS_ISOT_TRAC needs TRACTION"):
        point(around, COMPORTEMENT={"RELATION": "VMIS_ISOT_TRAC"}, EPSI_IMPOSE={"EPXX": course((0, 0), (1, 1))})


def test_phases_of_a_metal_that_is_held(around):
    """Austenite becomes martensite at the temperature of reference: e = z (r d), d the difference of the phases; more than it can bear."""
    elas = {"E": E, "NU": NU, "F_ALPHA": 0.0, "C_ALPHA": 0.0, "PHASE_REFE": "CHAUD", "EPSF_EPSC_TREF": 0.01}
    elas |= {f"{phase}_SY": SY for phase in ("F1", "F2", "F3", "F4", "C")} | {"SY_MELANGE": course((0, 0), (1, 1), parameter="META")}
    slopes = {f"{phase}_D_SIGM_EPSI": course((0, SLOPE), (1, SLOPE), parameter="TEMP") for phase in ("F1", "F2", "F3", "F4", "C")}
    material = run("DEFI_MATERIAU", around, ELAS_META=elas, META_ECRO_LINE=slopes)
    none, grows, leaves = course((0, 0), (1, 0)), course((0, 0), (1, 1)), course((0, 1), (1, 0))
    shares = dict(zip((f"V{i}" for i in range(1, 10)), (none, none, none, grows, leaves, grows, none, none, none)))
    still = {"NOM_VARC": "TEMP", "VALE_FONC": course((0, 500.0), (1, 500.0)), "VALE_REF": 500.0}
    table = run(
        "SIMU_POINT_MAT",
        around,
        MATER=(material,),
        COMPORTEMENT={"RELATION": "META_P_IL", "RELATION_KIT": "ACIER"},
        INCREMENT={"LIST_INST": NumberList([0.0, 0.001, 1.0])},
        EPSI_IMPOSE={"EPXX": none},
        AFFE_VARC=[{"NOM_VARC": "M_ACIER", **shares}, still],
    )
    assert table.column("SIXX")[1] == pytest.approx(-E * 1e-5, rel=1e-9)
    assert table.column("EPYY")[1] == pytest.approx(1e-5 * (1 + NU), rel=1e-9)
    assert table.column("SIXX")[2] == pytest.approx(-(SY + (0.01 - SY / E) * SLOPE), rel=1e-6)
    assert table.column("V4")[2] == pytest.approx((0.01 - SY / E) * (1 - SLOPE / E), rel=1e-6) and table.column("V5")[2] == 0.0


def test_a_list_that_bounds_what_a_step_changes(around):
    """The plastic strain of 0.0088 within the second step, a tenth of it allowed: that step is cut in sixteen, the others are as given."""
    failure = Failure("increment", "cut", Cutting(4, 3), 1e-3, Quantity("V1", field="VARI_ELGA"))
    table = point(
        around,
        EPSI_IMPOSE={"EPXX": course((0, 0), (0.5, SY / E), (1, 0.01))},
        INCREMENT={"LIST_INST": StepList(np.array([0.0, 0.5, 1.0]), [failure])},
    )
    assert table.column("INST") == pytest.approx([0.0, *np.linspace(0.5, 1.0, 17)])
    assert np.diff(table.column("V1")).max() < 1e-3


def test_a_point_has_no_displacements_to_bound(around):
    failure = Failure("increment", "cut", Cutting(4, 3), 1e-3, Quantity("DX"))
    with pytest.raises(Refused, match="displacements"):
        point(around, EPSI_IMPOSE={"EPXX": course((0, 0), (1, 0.01))}, INCREMENT={"LIST_INST": StepList(np.array([0.0, 1.0]), [failure])})


def row(line, value, column=None):
    return {"NUME_LIGNE": line, "VALE": value} | ({} if column is None else {"NUME_COLONNE": column})


def test_relations_between_stresses_and_strains_hold(around):
    """Undrained compression: water of modulus K bears what the volume loses, the total pressure on the sides stays."""
    water, lame, mu = 3e5, E * NU / (1 + NU) / (1 - 2 * NU), E / (2 * (1 + NU))
    wanted = -1e-4
    table = point(
        around,
        MATR_C1=[row(1, 1.0, 1), row(2, 1.0, 2)],
        MATR_C2=[row(line, water, column) for line in (1, 2) for column in (1, 2, 3)] + [row(3, 1.0, 3)],
        VECT_IMPO=[row(3, course((0, 0), (1, wanted)))],
    )
    side = -(lame + water) * wanted / (2 * (lame + mu + water))
    assert table.column("EPZZ")[2] == pytest.approx(wanted, rel=1e-12)
    for axes in ("XX", "YY"):
        assert table.column(f"EP{axes}")[2] == pytest.approx(side, rel=1e-9)
        assert table.column(f"SI{axes}")[2] == pytest.approx(-water * (wanted + 2 * side), rel=1e-9)
    assert table.column("SIXY")[2] == pytest.approx(0.0, abs=1e-9)


def test_relations_start_from_what_they_find(around):
    table = point(
        around,
        MATR_C1=[row(i, 1.0, i) for i in (1, 2, 3)],
        VECT_IMPO=[row(i, course((0, -10.0), (1, -10.0))) for i in (1, 2, 3)],
        SIGM_INIT={f"SI{axes}": -10.0 for axes in ("XX", "YY", "ZZ")},
    )
    assert table.column("EPXX") == [0.0] * 3 and table.column("SIZZ") == [-10.0] * 3
    # as in code_aster the invariants of the start are not told
    assert table.column("TRACE") == pytest.approx([0.0, -30.0, -30.0])


def test_relations_of_shears(around):
    """A spring of stiffness K beside the point bears a part of an imposed shear; columns past 6 of MATR_C1 are strains."""
    spring, shear = 1e5, E / (2 * (1 + NU))
    for words in ({"MATR_C1": [row(4, 1.0, 4)], "MATR_C2": [row(4, spring, 4)]}, {"MATR_C1": [row(4, 1.0, 4), row(4, spring, 10)]}):
        table = point(around, VECT_IMPO=[row(4, course((0, 0), (1, 50.0)))], **words)
        assert table.column("EPXY")[2] == pytest.approx(50.0 / (2 * shear + spring), rel=1e-9)
    with pytest.raises(Refused, match="6 components"):
        point(around, MATR_C2=[row(4, 1.0, 10)])


def test_turned_stresses(around):
    """Traction across the axis that is a quarter of a turn away; half of each between them."""
    pull = {"SIXX": course((0, 0), (1, 100.0))}
    across, between = (point(around, SIGM_IMPOSE=pull, ANGLE=angle) for angle in (90.0, 45.0))
    assert across.column("SIYY")[2] == pytest.approx(100.0) and across.column("EPYY")[2] == pytest.approx(100.0 / E)
    assert [between.column(f"SI{axes}")[2] for axes in ("XX", "YY", "XY")] == pytest.approx([50.0, 50.0, 50.0])
    with pytest.raises(Refused, match="of one kind only"):
        point(around, EPSI_IMPOSE={"EPXX": course((0, 0), (1, 0.01))}, ANGLE=30.0)


def test_relations_and_imposed_strains_exclude_each_other(around):
    with pytest.raises(Refused):
        point(around, MATR_C1=[row(1, 1.0, 1)], EPSI_IMPOSE={"EPXX": course((0, 0), (1, 0.01))})


def test_a_cell_archives_as_evolutions_do(around):
    """Every second step, beside the first and the last; a line search changes no answer."""
    steps = {"LIST_INST": NumberList(np.linspace(0.0, 1.0, 6))}
    followed = {"NOM_CHAM": "DEPL", "NOM_CMP": "DX", "GROUP_NO": "P1"}
    words = dict(SUPPORT="ELEMENT", RECH_LINEAIRE={"ITER_LINE_MAXI": 5}, ARCHIVAGE={"PAS_ARCH": 2}, SUIVI_DDL=followed)
    words |= {"CONVERGENCE": {"ITER_GLOB_ELAS": 25}, "NEWTON": {"PAS_MINI_ELAS": 0.0}}
    table = point(around, EPSI_IMPOSE={"EPXX": course((0, 0), (1, 0.01))}, INCREMENT=steps, **words)
    assert table.column("INST") == pytest.approx([0.0, 0.4, 0.8, 1.0]) and table.column("NUME_ORDRE") == [0, 1, 2, 3]
    assert table.column("SIXX")[-1] == pytest.approx(SY + SLOPE * (0.01 - SY / E), rel=1e-9)


def test_tangents_compared(around):
    """With TYPE_MATR_TANG='VERIFICATION' the tangent of the last step and that by differences are the same."""
    laws = {"RELATION": "VMIS_ISOT_LINE", "TYPE_MATR_TANG": "VERIFICATION", "VALE_PERT_RELA": 1e-6}
    table = point(around, COMPORTEMENT=laws, EPSI_IMPOSE={"EPXX": course((0, 0), (1, 0.01)), "EPXY": course((0, 0), (1, 0.002))})
    own, other = table.tangents
    assert own.shape == (6, 6) and own == pytest.approx(other, abs=1e-6 * E)


def test_perfect_plasticity_under_imposed_pressures_leaves_strains_free(around):
    """A soil crushed between even pressures yields on an edge, where only the sum of its strains aside counts."""
    cohesion, sine, pressure = 1e3, 0.5, 5e4
    words = {"PHI": 30.0, "ANGDIL": 20.0, "COHESION": cohesion}
    soil = run("DEFI_MATERIAU", around, ELAS={"E": 6e8, "NU": 0.3}, MOHR_COULOMB=words)
    held = {"SIXX": course((0, -pressure), (1, -pressure)), "SIYY": course((0, -pressure), (1, -pressure))}
    table = run(
        "SIMU_POINT_MAT",
        around,
        MATER=(soil,),
        COMPORTEMENT={"RELATION": "MOHR_COULOMB", "ITER_INTE_PAS": 20},
        INCREMENT={"LIST_INST": NumberList([0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0])},
        NEWTON={"PREDICTION": "ELASTIQUE"},
        CONVERGENCE={"ITER_GLOB_MAXI": 40},
        SIGM_INIT={"SIXX": -pressure, "SIYY": -pressure, "SIZZ": -pressure},
        SIGM_IMPOSE=held,
        EPSI_IMPOSE={"EPZZ": course((0, 0), (1, -3e-4))},
    )
    strength = (pressure * (1 + sine) + 2 * cohesion * np.sqrt(1 - sine**2)) / (1 - sine)
    assert table.column("SIZZ")[-1] == pytest.approx(-strength, rel=1e-8)


def test_the_pressure_of_clay_is_brought_as_near_as_it_is_asked_for(around):
    """As code_aster, which stops at RESI_GLOB_RELA whatever the law: the path of the clay counts."""
    clay = {"MU": 6e6, "PORO": 0.66, "LAMBDA": 0.25, "KAPA": 0.05, "M": 0.9, "PRES_CRIT": 3e5, "KCAM": 0.0, "PTRAC": 0.0}
    elas = {"E": 1.2e7, "NU": 0.285, "ALPHA": 0.0}
    soil = run("DEFI_MATERIAU", around, ELAS=elas, CAM_CLAY=clay)
    pressed = course((0, -7e5), (1, -8e5))
    gaps = []
    for residual in (1e-3, 1e-8):
        table = run(
            "SIMU_POINT_MAT",
            around,
            MATER=(soil,),
            COMPORTEMENT={"RELATION": "CAM_CLAY", "ITER_INTE_MAXI": 100},
            INCREMENT={"LIST_INST": NumberList([0.0, 0.5, 1.0])},
            CONVERGENCE={"ITER_GLOB_MAXI": 30, "RESI_GLOB_RELA": residual},
            SIGM_INIT=dict.fromkeys(("SIXX", "SIYY", "SIZZ"), -700000.0),
            VARI_INIT={"VALE": (3.5e5, 1.0, 7e5, 0.0, 0.0, 0.0, 0.0)},
            SIGM_IMPOSE=dict.fromkeys(("SIXX", "SIYY", "SIZZ"), pressed),
        )
        gaps.append(abs(table.column("SIXX")[-1] / -8e5 - 1.0))
    assert gaps[1] < 1e-8 < gaps[0] < 2e-3


@pytest.mark.parametrize("given, bound", [({"RESI_GLOB_MAXI": 1e-5}, 1e-5), ({"RESI_GLOB_RELA": 1e-3}, 1e-3 * 300.0 / E)])
def test_a_point_is_balanced_no_closer_than_it_is_asked(around, given, bound):
    """Elastic corrections come near slowly: what stresses lack is measured beside the largest elastic stiffness."""
    stiffest = E * (1 - NU) / (1 + NU) / (1 - 2 * NU)
    asked = {"CONVERGENCE": {"ITER_GLOB_MAXI": 200} | given, "NEWTON": {"MATRICE": "ELASTIQUE"}}
    table = point(around, SIGM_IMPOSE={"SIXX": course((0, 0), (1, 300.0))}, **asked)
    lacking = 300.0 - table.column("SIXX")[2]
    assert 0.5 * bound < lacking / stiffest <= bound or (given.get("RESI_GLOB_RELA") and 0 < lacking <= 1e-3 * 300.0)


def test_nothing_is_iterated_for_where_strains_are_given(around):
    strains = {f"EP{axes}": course((0, 0), (1, 0.01 if axes == "XX" else 0.0)) for axes in ("XX", "YY", "ZZ", "XY", "XZ", "YZ")}
    assert point(around, EPSI_IMPOSE=strains).column("NB_ITER") == [0.0, 0.0, 0.0]


def test_an_adaptive_list_steps_by_what_the_stress_changes(around):
    """Elastic to the end at a constant rate: from the second step on each changes the stress by the tenth of SY that is wanted."""
    rule = Success(None, quantity=Quantity("SIXX", field="SIEF_ELGA"), bound=SY / 10)
    table = point(
        around,
        EPSI_IMPOSE={"EPXX": course((0, 0), (1, SY / E))},
        INCREMENT={"LIST_INST": StepList(np.array([0.0, 0.04, 1.0]), [], [rule])},
    )
    assert table.column("INST") == pytest.approx([0.0, 0.04, *np.arange(0.14, 0.99, 0.1), 1.0])


def heated(around, expansion, **words):
    """The stresses of elasticity held along X, first at 700 degrees and then at 500, where 300 strain nothing."""
    material = run("DEFI_MATERIAU", around, ELAS_FO={"E": level(E), "NU": level(NU), "ALPHA": expansion, "TEMP_DEF_ALPHA": 20.0})
    heat = {"NOM_VARC": "TEMP", "VALE_FONC": course((0, 700.0), (1, 500.0)), "VALE_REF": 300.0}
    given = dict(EPSI_IMPOSE={"EPXX": course((0, 0), (1, 1e-3))}, AFFE_VARC=(heat,), COMPORTEMENT={"RELATION": "ELAS"}) | words
    steps = {"LIST_INST": NumberList([0.0, 0.5, 1.0])}
    return run("SIMU_POINT_MAT", around, MATER=(material,), INCREMENT=steps, **given).column("SIXX")[1:]


def level(value):
    return course((0.0, value), (1000.0, value), parameter="TEMP")


def test_elasticity_is_told_from_the_whole_strain_where_nothing_is_told_of_the_start(around):
    assert heated(around, level(1e-5)) == pytest.approx([E * (5e-4 - 3e-3), E * (1e-3 - 2e-3)])
    begun = heated(around, level(1e-5), SIGM_INIT={"SIXX": 0.0})
    assert begun == pytest.approx([E * (5e-4 + 1e-3), E * (1e-3 + 2e-3)])


def test_a_point_takes_mean_expansions_as_they_stand_and_a_cell_moves_them(around):
    rising = course((0.0, 1e-5), (1000.0, 2e-5), parameter="TEMP")
    assert heated(around, rising) == pytest.approx([E * (5e-4 - 1.6e-5 * 300), E * (1e-3 - 1.5e-5 * 200)])
    moved = [((t - 20) * (1e-5 + 1e-8 * t) - 280 * 1.3e-5) for t in (0.0, 1000.0)]
    ends = [moved[0] / -300, moved[1] / 700]
    mean = [ends[0] + (ends[1] - ends[0]) * t / 1000 for t in (600.0, 500.0)]
    assert heated(around, rising, SUPPORT="ELEMENT") == pytest.approx([E * (5e-4 - mean[0] * 300), E * (1e-3 - mean[1] * 200)])
