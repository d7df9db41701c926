"""POST_RCCM of pipes by the indices of B 3600 with transients on a line (ZE200a, ZE200b), against the formulae themselves."""

import math

import numpy as np
import pytest

from pyaster_lite.concepts.material import Material
from pyaster_lite.concepts.table import Table

from .runner import Surroundings, run

COMPONENTS = ("SIXX", "SIYY", "SIZZ", "SIXY", "SIXZ", "SIYZ")
C1, K1, C2, K2, C3, K3 = 1.1, 1.2, 1.3, 1.4, 1.5, 1.6
R, EP, INERTIA = 100.0, 10.0, 2.0e7
STEEL = Material({"ELAS": {"E": 2e5, "NU": 0.3}, "FATIGUE": {"A_BASQUIN": 1e-12, "BETA_BASQUIN": 3.0, "E_REFE": 2e5},
                  "RCCM": {"SM": 150.0, "M_KE": 2.0, "N_KE": 0.2, "SY_02": 200.0}}, {})  # fmt: skip


def line(name, stresses, component="SIYY"):
    """A stress by instant at the three points of a line."""
    rows = [
        {"INST": float(t), "ABSC_CURV": x, **dict.fromkeys(COMPONENTS, 0.0), component: value}
        for t, values in enumerate(stresses)
        for x, value in zip((0.0, 0.5, 1.0), values)
    ]
    made = Table.from_rows(rows, dict.fromkeys(("INST", "ABSC_CURV", *COMPONENTS), "R"))
    made.name = name
    return made


HOT = line("HOT", [(0.0, 0.0, 0.0), (50.0, 20.0, 20.0)])
PRESSED = line("PRESSED", [(0.0, 0.0, 0.0), (30.0, 30.0, 30.0)])


def asked(tmp_path, situations, kind="ZE200a", loads=None, indices=None, tube=None, **words):
    steel = STEEL
    steel.getValueReal = lambda law, word: steel.laws[law][word]
    loads = loads or [dict(NUME_CHAR=1, MX=3e6, MY=0.0, MZ=4e6), dict(NUME_CHAR=2, MX=0.0, MY=0.0, MZ=0.0)]
    given = dict(
        TYPE_RESU="DETAILS",
        TYPE_RESU_MECA=kind,
        OPTION="FATIGUE",
        MATER=steel,
        CHAR_MECA=loads,
        INDI_SIGM=indices or dict(C1=C1, K1=K1, C2=C2, K2=K2, C3=C3, K3=K3),
        TUYAU=tube or dict(R=R, EP=EP, I=INERTIA),
        RESU_THER=[dict(NUME_RESU_THER=1, TABL_RESU_THER=HOT)],
        SITUATION=[dict(NUME_SITU=i + 1, NUME_GROUPE=1, CHAR_ETAT_A=1, CHAR_ETAT_B=2) | own for i, own in enumerate(situations)],
    )
    return run("POST_RCCM", Surroundings(tmp_path), **given | words)


def rows(table, **which):
    found = [dict(zip(table.names, cells)) for cells in zip(*(table.column(name) for name in table.names))]
    return [row for row in found if all(row[name] == value for name, value in which.items())]


def salt(sn, sp, sm=150.0, m=2.0, n=0.2):
    ke = 1.0 if sn <= 3 * sm else min(1 + (1 - n) / (n * (m - 1)) * (sn / (3 * sm) - 1), 1 / n)
    return 0.5 * ke * sp


# The stress of the hot line has a mean of 27.5 and bends by 6 * int s (x - 1/2) = -15 at its end, +15 at its origin
LINEAR, PEAK = 27.5 + 15.0, 50.0


def test_one_situation_by_its_formula(tmp_path):
    table = asked(tmp_path, [dict(NB_OCCUR=10, NUME_RESU_THER=1, PRES_A=10.0, PRES_B=2.0)])
    (row,) = rows(table, TYPE="SITU", LIEU="ORIG")
    of_pressure, of_moments = R * 8.0 / EP, R * 5e6 / INERTIA
    sn = C1 * of_pressure + C2 * of_moments + LINEAR
    assert row["SN"] == pytest.approx(sn)
    assert row["SN*"] == pytest.approx(sn - 15.0)
    sp = K1 * C1 * of_pressure + K2 * C2 * of_moments + PEAK + (K3 * C3 - 1.0) * LINEAR
    assert row["SP"] == pytest.approx(sp)
    assert row["SP(THER)"] == pytest.approx(PEAK + (K3 * C3 - 1.0) * LINEAR)
    assert row["SIG_PRES_MOY"] == pytest.approx(R * 10.0 / EP)
    assert row["SALT"] == pytest.approx(salt(sn, sp))
    (total,) = rows(table, TYPE="MAXI", LIEU="ORIG")
    assert total["FU_TOTAL"] == pytest.approx(10 * row["FU_UNIT"])


@pytest.mark.parametrize("method", ["TRESCA", "TOUT_INST"])
def test_the_earthquake_takes_the_signs_that_are_worst(tmp_path, method):
    loads = [
        dict(NUME_CHAR=1, MX=3e6, MY=-1e6, MZ=4e6),
        dict(NUME_CHAR=2, MX=0.0, MY=0.0, MZ=0.0),
        dict(NUME_CHAR=3, MX=1e6, MY=2e6, MZ=-3e6),
    ]
    quake = dict(NB_OCCUR=2, NB_CYCL_SEISME=5, NUME_SITU=9, CHAR_ETAT=3)
    situation = dict(NB_OCCUR=10, NUME_RESU_THER=1, PRES_A=0.0, PRES_B=0.0)
    table = asked(tmp_path, [situation], loads=loads, SEISME=quake, METHODE=method)
    (row,) = rows(table, TYPE="SITU", LIEU="ORIG", SEISME="AVEC")
    signs = np.array(np.meshgrid(*[(-2.0, 2.0)] * 3)).reshape(3, -1).T
    worst = max(math.dist((0, 0, 0), np.array([3e6, -1e6, 4e6]) + s * np.array([1e6, 2e6, -3e6])) for s in signs)
    assert row["SN"] == pytest.approx(C2 * R * worst / INERTIA + LINEAR)


def test_two_situations_take_the_states_that_differ_most(tmp_path):
    loads = [dict(NUME_CHAR=i, MX=float(m), MY=0.0, MZ=0.0) for i, m in ((1, 1e6), (2, -2e6), (3, 5e6), (4, 2e6))]
    one = dict(NB_OCCUR=5, NUME_RESU_THER=1, PRES_A=0.0, PRES_B=0.0)
    other = dict(NB_OCCUR=3, PRES_A=0.0, PRES_B=0.0, CHAR_ETAT_A=3, CHAR_ETAT_B=4)
    table = asked(tmp_path, [one, other], loads=loads)
    row, first, second = rows(table, TYPE="COMB", LIEU="ORIG")
    unit = R / INERTIA
    assert row["SN"] == pytest.approx(C2 * unit * 7e6 + LINEAR)
    local = (K3 * C3 - 1.0) * LINEAR
    assert first["SP"] == pytest.approx(K2 * C2 * unit * 7e6 + PEAK + local)
    # The states left are A of the one and B of the other; the instants left are of no stress
    assert second["SP"] == pytest.approx(K2 * C2 * unit * 1e6 + local)


def test_moments_of_a_nozzle_and_of_its_run_add_up(tmp_path):
    ends = {f"M{a}_{b}": v for b, values in (("TUBU", (3e6, 0.0, 4e6)), ("CORP", (0.0, 6e6, 8e6))) for a, v in zip("XYZ", values)}
    loads = [dict(NUME_CHAR=1, **ends), dict(NUME_CHAR=2, **dict.fromkeys(ends, 0.0))]
    indices = dict(C1=C1, K1=K1, C3=C3, K3=K3, C2_TUBU=2.0, K2_TUBU=1.5, C2_CORP=3.0, K2_CORP=1.2)
    tube = dict(R=R, EP=EP, R_TUBU=50.0, I_TUBU=1e7, R_CORP=200.0, I_CORP=1e8)
    table = asked(tmp_path, [dict(NB_OCCUR=1, NUME_RESU_THER=1, PRES_A=0.0, PRES_B=0.0)], loads=loads, indices=indices, tube=tube)
    (row,) = rows(table, TYPE="SITU", LIEU="EXTR")
    linear, peak = 27.5 - 15.0, 20.0
    assert row["SN"] == pytest.approx(2.0 * 50.0 * 5e6 / 1e7 + 3.0 * 200.0 * 1e7 / 1e8 + linear)
    of_moments = 2.0 * 1.5 * 50.0 * 5e6 / 1e7 + 3.0 * 1.2 * 200.0 * 1e7 / 1e8
    assert row["SP"] == pytest.approx(of_moments + peak + (K3 * C3 - 1.0) * linear)


def test_pressure_of_a_transient(tmp_path):
    pressed = [dict(NUME_RESU_PRES=7, TABL_RESU_PRES=PRESSED)]
    situation = dict(NB_OCCUR=4, NUME_RESU_THER=1, NUME_RESU_PRES=7)
    table = asked(tmp_path, [situation], kind="ZE200b", RESU_PRES=pressed)
    (row,) = rows(table, TYPE="SITU", LIEU="ORIG")
    of_moments = R * 5e6 / INERTIA
    assert row["SN"] == pytest.approx(C2 * of_moments + LINEAR + 30.0)
    local = (K3 * C3 - 1.0) * LINEAR + (K1 * C1 - 1.0) * 30.0
    assert row["SP"] == pytest.approx(K2 * C2 * of_moments + PEAK + 30.0 + local)
    assert row["SP(MECA)"] == pytest.approx(K2 * C2 * of_moments + 30.0 + (K1 * C1 - 1.0) * 30.0)
    assert row["SIG_PRES_MOY"] == pytest.approx(30.0)


def test_with_an_earthquake_pressure_stands_for_heat_where_nothing_changes(tmp_path):
    shaken = dict(NB_OCCUR=1, NB_CYCL_SEISME=1, NUME_SITU=9, CHAR_ETAT=2)
    still, warm = dict(NB_OCCUR=10, PRES_A=10.0, PRES_B=2.0), dict(NB_OCCUR=10, NUME_RESU_THER=1, PRES_A=0.0, PRES_B=0.0)
    table = asked(tmp_path, [still, warm], SEISME=shaken)
    hot = {row["SEISME"]: row["SP(THER)"] for row in rows(table, TYPE="SITU", LIEU="ORIG", NUM_SIT1=1)}
    assert hot == pytest.approx({"SANS": 0.0, "AVEC": (K3 * C3 - 1.0) * R * 10.0 / EP})


def test_no_pressure_is_seen_where_all_instants_are_gone_through(tmp_path):
    pressed = [dict(NUME_RESU_PRES=1, TABL_RESU_PRES=PRESSED)]
    situation = dict(NB_OCCUR=10, NUME_RESU_THER=1, NUME_RESU_PRES=1)
    table = asked(tmp_path, [situation], kind="ZE200b", METHODE="TOUT_INST", RESU_PRES=pressed)
    (row,) = rows(table, TYPE="SITU", LIEU="ORIG")
    assert row["SIG_PRES_MOY"] == 0.0 and row["CRIT_LINE"] == 0.0


@pytest.mark.parametrize("method, kept", [("TRESCA", 0.0), ("TOUT_INST", 15.0)])
def test_bending_in_shear_stays_where_all_instants_are_gone_through(tmp_path, method, kept):
    # The shear bends by 15 about 27.5, as the hot line above
    sheared = line("SHEARED", [(0.0, 0.0, 0.0), (50.0, 20.0, 20.0)], "SIYZ")
    still = [dict(NUME_CHAR=number, MX=0.0, MY=0.0, MZ=0.0) for number in (1, 2)]
    situation, heat = dict(NB_OCCUR=10, NUME_RESU_THER=1, PRES_A=0.0, PRES_B=0.0), [dict(NUME_RESU_THER=1, TABL_RESU_THER=sheared)]
    table = asked(tmp_path, [situation], loads=still, METHODE=method, RESU_THER=heat)
    (row,) = rows(table, TYPE="SITU", LIEU="ORIG")
    assert row["SN*"] == pytest.approx(2.0 * (27.5 + kept))


def test_transients_that_no_situation_takes_are_left_alone(tmp_path):
    spare = [dict(NUME_RESU_THER=1, TABL_RESU_THER=HOT), dict(NUME_RESU_THER=2, TABL_RESU_THER=PRESSED)]
    table = asked(tmp_path, [dict(NB_OCCUR=1, NUME_RESU_THER=1, PRES_A=1.0, PRES_B=0.0)], RESU_THER=spare)
    assert len(rows(table, TYPE="SITU")) == 2


def test_mechanical_stress_above_the_whole_is_told_as_it_is(tmp_path):
    opposed = [dict(NUME_RESU_PRES=1, TABL_RESU_PRES=line("PUSHED", [(0.0, 0.0, 0.0), (-80.0, -80.0, -80.0)]))]
    bent = dict(C1=C1, K1=K1, C2=C2, K2=K2, C3=1.0, K3=1.0)
    alone = asked(tmp_path, [dict(NB_OCCUR=1, NUME_RESU_THER=1, NUME_RESU_PRES=1)], kind="ZE200b", RESU_PRES=opposed, indices=bent)
    (row,) = rows(alone, TYPE="SITU", LIEU="ORIG")
    assert row["SP(MECA)"] > row["SP"] and row["SP(THER)"] == 0.0
