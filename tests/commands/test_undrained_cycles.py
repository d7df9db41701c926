"""ESSAI_TRIA_ND_C_F of CALC_ESSAI_GEOMECA: cycles of stress on ground that keeps its water."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.commands._laboratory_cycles import Course, _alternating, _first_met, _lost, _nearest, undrained_cycles

from .meshes import diagnostics, run

PRESSURE, AMPLITUDE, YOUNG, POISSON, WATER = 1.0e5, 3.0e4, 1.0e8, 0.25, 1.0e9


@pytest.mark.parametrize("kind", ["TRIANGULAIRE", "SINUSOIDAL"])
def test_an_elastic_soil(tmp_path, kind):
    """The water takes its share K_w/(K_w + K) of the mean stress, so that the ground never liquefies."""
    study = run(
        tmp_path,
        f"MAT = DEFI_MATERIAU(ELAS=_F(E={YOUNG}, NU={POISSON}))",
        "CALC_ESSAI_GEOMECA(MATER=MAT, COMPORTEMENT=_F(RELATION='ELAS'), ESSAI_TRIA_ND_C_F=_F("
        f"PRES_CONF={PRESSURE}, SIGM_IMPOSE={AMPLITUDE}, NB_CYCLE=1, NB_INST=5, UN_SUR_K={1.0 / WATER}, CRIT_LIQUEFACTION='RU_MAX', "
        f"VALE_CRIT=0.8, TYPE_CHARGE='{kind}', TABLE_RESU=(CO('T'), CO('N'))))",
    )
    told = {name: np.array(study["T"].column(name)) for name in ("INST_1", "Q_1", "PRE_EAU_1", "RU_1")}
    peaks = [round(t) in (10, 30) for t in told["INST_1"]]
    bulk = YOUNG / 3.0 / (1.0 - 2.0 * POISSON)
    assert told["Q_1"][peaks] == pytest.approx([AMPLITUDE, -AMPLITUDE], rel=1e-6)
    assert told["PRE_EAU_1"] == pytest.approx(told["Q_1"] / 3.0 * WATER / (WATER + bulk), rel=1e-6, abs=1e-3)
    assert told["RU_1"] == pytest.approx(told["PRE_EAU_1"] / PRESSURE)
    assert study["N"].column("NCYCL_1") == [0] and study["N"].column("DSIGM_1") == [AMPLITUDE]


def test_first_met():
    told = {"EPS_AXI": np.array([0.0, 1.0, 2.0, 1.0, -2.0, 0.0, 3.0]), "RU": np.linspace(0.0, 0.6, 7)}
    assert _first_met("RU_MAX", 0.25, told) == 3
    assert _first_met("RU_MAX", 0.7, told) is None
    assert _first_met("EPSI_ABSO_MAX", 1.5, told) == 2
    assert _first_met("EPSI_ABSO_MAX", -1.5, told) == 4
    assert _first_met("EPSI_RELA_MAX", 3.5, told) == 4
    assert _first_met("EPSI_RELA_MAX", 4.5, told) == 6
    assert _first_met("EPSI_RELA_MAX", 5.5, told) is None


def test_alternating():
    level = SimpleNamespace(TYPE_CHARGE="TRIANGULAIRE", NB_CYCLE=2, NB_INST=5)
    assert [one.tolist() for one in _alternating(level)] == [[0, 10, 30, 50, 70, 80], [0, 1, -1, 1, -1, 0]]
    level.TYPE_CHARGE = "SINUSOIDAL"
    times, values = _alternating(level)
    assert (np.diff(times) > 0).all() and times[-1] >= 80.0
    assert np.interp([10.0, 30.0, 40.0], times, values) == pytest.approx([1.0, -1.0, 0.0], abs=1e-9)


def test_nearest_to_the_peak():
    assert _nearest(np.array([9.0, 1.0, 4.0, 8.0, 10.0, 12.0]), 10.0) == 4
    assert _nearest(np.array([0.0, -4.0, -8.0, -10.1]), 8.0) == 2


def course_of(strain, deviator, mean, finished=True):
    n = len(strain)
    rows = {"INST": np.arange(n) * 2.0, "EPZZ": np.array(strain), "SIZZ": np.array(mean) + 2 / 3 * np.array(deviator)}
    rows["SIXX"] = rows["SIYY"] = np.array(mean) - np.array(deviator) / 3
    return Course(rows, finished)


def test_where_stress_steers_no_more():
    level = SimpleNamespace(NB_CYCLE=2)
    smooth = course_of(np.arange(8.0), np.arange(8.0), np.arange(8.0))
    assert _lost(level, smooth) == (-1, -1)
    smooth.finished = False
    assert _lost(level, smooth) == (6, 0)
    jumping = course_of([0, 1, 2, 3, 40, 41, 42, 43.0], [0, 1, 2, 3, 3.1, 4, 5, 6.0], np.arange(8.0))
    assert _lost(level, jumping) == (3, 0)


class Machine:
    """A soil that fails under stress after some rows, and answers strain by a straight line."""

    def __init__(self):
        self.asked, self.warned = [], []

    def related(self, instants, stresses, strains, right_sides, start):
        by_strain = not stresses[2, 2]
        times = np.asarray(instants)
        axial = np.interp(times, *right_sides[2])
        self.asked.append((by_strain, times[0], len(times), axial[-1]))
        if not by_strain:
            times, axial = times[:13], axial[:13]
        e = axial if by_strain else (axial + PRESSURE) / 1e6
        stress = -PRESSURE + 1e6 * e
        rows = {"INST": times, "EPZZ": e, "EPXX": -e / 2 - 1e-3 * abs(e), "EPYY": -e / 2, "SIZZ": stress, "V1": 0.0 * e}
        rows["SIXX"] = rows["SIYY"] = np.full(len(e), -PRESSURE)
        return rows, by_strain

    def warn(self, level, word, message):
        self.warned.append(word)


def level_of(**changes):
    words = dict(PRES_CONF=(PRESSURE,), SIGM_IMPOSE=(AMPLITUDE,), KZERO=1.0, BIOT_COEF=1.0, UN_SUR_K=1e-12, NB_CYCLE=2, NB_INST=5)
    words |= dict(NB_INST_MONO=400, TYPE_CHARGE="TRIANGULAIRE", CRIT_LIQUEFACTION=("EPSI_ABSO_MAX",), VALE_CRIT=(-0.02,), NOM_CMP=None)
    return SimpleNamespace(**words | dict(ARRET_LIQUEFACTION="NON") | changes)


def test_the_rest_by_strain():
    """The stress was coming back: the first half cycle goes on, to the peak of tension; the next ones between both peaks."""
    machine = Machine()
    table, counts = undrained_cycles(machine, level_of())
    axial, times = np.array(table.column("EPS_AXI_1")), np.array(table.column("INST_1"))
    assert (np.diff(times) > 0).all()
    assert times[:9] == pytest.approx(2.0 * np.arange(9.0))
    # a probe, a half cycle that gets there, three that have to go farther
    assert [count for *_, count, _ in machine.asked] == [41, 2, 401] + [401, 801] * 3
    assert axial.min() == pytest.approx(-AMPLITUDE / 1e6, rel=0.02) and axial.max() == pytest.approx(AMPLITUDE / 1e6, rel=0.02)
    assert counts.column("NCYCL_1") == [1] and machine.warned == []


def test_stopped_when_liquefied():
    machine = Machine()
    undrained_cycles(machine, level_of(ARRET_LIQUEFACTION="OUI"))
    assert len(machine.asked) == 3


def test_criteria_have_values(tmp_path):
    deck = (
        "CALC_ESSAI_GEOMECA(MATER=MAT, COMPORTEMENT=_F(RELATION='ELAS'), ESSAI_TRIA_ND_C_F=_F(PRES_CONF=1.0e5, SIGM_IMPOSE=1.0e4, "
        "NB_CYCLE=1, UN_SUR_K=1.0e-12, CRIT_LIQUEFACTION=('RU_MAX', 'EPSI_ABSO_MAX'), VALE_CRIT=0.8))"
    )
    told = diagnostics(tmp_path, "MAT = DEFI_MATERIAU(ELAS=_F(E=1.0e8, NU=0.25))", deck)
    assert any("2 criteria need as many values" in one for one in told)
