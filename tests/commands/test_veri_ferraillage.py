"""VERI_FERRAILLAGE on plates pulled in one direction, whose margin is known by hand."""

import numpy as np
import pytest

from pyaster_lite.fe.reinforcement.margin import OUTSIDE, UNLOADED, margins, plate_margins
from pyaster_lite.fe.reinforcement.service import Service
from pyaster_lite.fe.reinforcement.state import Reinforced, UltimateLaw, service_state, ultimate_state
from pyaster_lite.fe.reinforcement.ultimate import Ultimate

from .meshes import in_space, run

SQUARE = np.array([[-1.0, -0.5, 0.0, 0.5, 1.0, 1.0, 1.0, 0.0, -1.0, -1.0]]), np.array([[-1.0, -1, -1, -1, -1, 0, 1, 1, 1, 0]])
FORCES = "NOM_CMP=('NXX', 'NYY', 'NXY', 'MXX', 'MYY', 'MXY', 'QX', 'QY'), VALE=({}, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)"
DECK = (
    "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='PLATE', PHENOMENE='MECANIQUE', MODELISATION='DKT'))",
    "CA = AFFE_CARA_ELEM(MODELE=MO, COQUE=_F(GROUP_MA='PLATE', EPAIS=0.2))",
    f"F = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='ELNO_SIEF_R', MODELE=MO, AFFE=_F(TOUT='OUI', {FORCES.format('3e5')}))",
    "B = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='ELEM_FER2_R', MODELE=MO, AFFE=_F(TOUT='OUI', "
    "NOM_CMP=('DNSXI', 'DNSXS', 'DNSYI', 'DNSYS'), VALE=(1e-3, 1e-3, 2e-3, 2e-3)))",
    "R = CREA_RESU(OPERATION='AFFE', TYPE_RESU='EVOL_ELAS', AFFE=_F(NOM_CHAM='EFGE_ELNO', CHAM_GD=F, INST=0.0, MODELE=MO, CARA_ELEM=CA))",
    "R = VERI_FERRAILLAGE(reuse=R, RESULTAT=R, CARA_ELEM=CA, CHAM_FERR=B, TYPE_COMB='ELS', UNITE_CONTRAINTE='Pa', AFFE=_F(TOUT='OUI', "
    "C_INF=0.04, C_SUP=0.04, ALPHA_E=15.0, SIGS_ELS=3e8, SIGC_INF_ELS=1e7, SIGC_SUP_ELS=1e7, EYS=2e11))",
    "M = CREA_CHAMP(OPERATION='EXTR', TYPE_CHAM='ELEM_VFER2_R', RESULTAT=R, NOM_CHAM='MARG_ELEM', INST=0.0)",
)


def test_limit_in_the_direction_of_the_acting_point():
    n, m = np.array([0.5, 0.0, 0.2, 0.0, 3.0]), np.array([0.0, -0.5, 0.0, 2.0, 3.0])
    reference = np.array([0.0, 0.0, 0.2, 0.0, 2.0]), np.array([0.0, 0.0, 0.0, 0.1, 2.0])
    found = margins(*SQUARE, *reference, n, m)
    np.testing.assert_allclose(found.margin, [0.5, 0.5, UNLOADED, 1.0 - 1.9 / 0.9, OUTSIDE], rtol=1e-12)
    assert found.normal.tolist() == [1.0, 0.0, -1.0, 0.0, -1.0] and found.use[4] == -1.0


def test_a_plate_pulled_along_x():
    law, bars = Service(3e8, 1e7, 1e7, 15.0, 1e-6), np.array([[1e-3, 1e-3, 2e-3, 2e-3]])
    forces = np.zeros((1, 6))
    forces[0, 0] = 3e5
    (found,) = plate_margins(law, np.array([0.2]), (0.04, 0.04), bars, forces, 0.0 * forces, 36)
    np.testing.assert_allclose(found[:5], [0.5, 0.0, 0.5, 3e5, 6e5], atol=1e-10)
    np.testing.assert_allclose(found[[5, 6, 9, 11]], [1e-3, 1e-3, -3e5, -6e5])


def test_the_ultimate_state_has_the_strength_of_steel():
    law = Ultimate.eurocode(30e6, 0.85, 1.5, 500e6, 1.15, 2e11, "B", False, 1e-6)
    forces = np.zeros((1, 6))
    forces[0, 1] = 4e5
    (found,) = plate_margins(law, np.array([0.2]), (0.04, 0.04), np.array([[1e-3, 1e-3, 2e-3, 2e-3]]), forces, 0.0 * forces, 36)
    assert found[0] == pytest.approx(1.0 - 4e5 / (4e-3 * 500e6 / 1.15)) and found[1] == -90.0


def test_command(tmp_path):
    study = run(tmp_path, *DECK, text=in_space())
    errors = [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    assert not errors, errors
    field = study["M"]
    cells = study["MA"].cell_group("PLATE")
    np.testing.assert_allclose(field.component("MARGE", cells)[:, 0], 0.5, rtol=1e-10)
    assert field.component("HT", cells)[0, 0] == 0.2 and field.component("BW", cells)[0, 0] == 1.0


def test_service_state_balances_the_forces():
    areas, covers = (2e-3, 1e-3), (0.04, 0.05)
    for normal, moment in ((0.0, 5e4), (2e5, 6e4), (1e6, 1e4), (-3e5, 1e4)):
        for sign in (1.0, -1.0):
            section = Reinforced.of(0.2, covers, areas, normal, sign * moment, sign < 0)
            depth, strains, (concrete, lower, upper) = service_state(section, 15.0, 2e11)
            if 0 < depth < 0.2:
                push, arm = concrete * depth / 2, 0.1 - depth / 3
                assert push + areas[0] * lower + areas[1] * upper == pytest.approx(normal, abs=1e-3)
                bars = -areas[0] * lower * (0.1 - 0.04) + areas[1] * upper * (0.1 - 0.05)
                assert sign * push * arm + bars == pytest.approx(sign * moment)
            elif normal < 0:
                assert concrete == 0.0 and areas[0] * lower + areas[1] * upper == pytest.approx(normal)
            else:
                # compressed all over: the stress of concrete in the middle of the height is that of the strain there
                near = upper if sign > 0 else lower
                assert concrete > 0 and near > 0


def test_ultimate_state_balances_the_forces():
    law = UltimateLaw(20e6, 435e6, 2e11, 2e-3, 0.045, 1.08, False, 3.5e-3)
    section = Reinforced.of(0.2, (0.04, 0.04), (1e-3, 1e-3), 1e5, 3e4, False)
    depth, strains, (concrete, lower, upper) = ultimate_state(section, law, (0.05, 0.02))
    push, turn = law.push(0.2, depth, strains[0] / depth)
    heights = np.linspace(0.0, depth, 20001)
    strain = strains[0] * (1 - heights / depth)
    stress = 20e6 * np.where(strain < 2e-3, 1 - (1 - strain / 2e-3) ** 2, 1.0)
    assert push == pytest.approx(np.trapezoid(stress, heights), rel=1e-6)
    assert turn == pytest.approx(np.trapezoid(stress * (0.1 - heights), heights), rel=1e-6)
    assert push + 1e-3 * (lower + upper) == pytest.approx(1e5)
    assert turn + 1e-3 * 0.06 * (upper - lower) == pytest.approx(3e4)


def test_diagrams_of_the_worst_cells(tmp_path):
    study = run(tmp_path, *DECK, "T = POST_VERI_FERRAILLAGE(CHAM_VFER=M, NB_DIAG=2)", text=in_space())
    errors = [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    assert not errors, errors
    rows = study["T"].rows()
    numbers = [row["NUMERO_MAILLE"] for row in rows]
    assert sorted(set(numbers)) == [9, 10] and numbers.count(9) == numbers.count(10)
    first = rows[: len(rows) // 2]
    assert (first[-1]["N"], first[-1]["M"], first[-2]["N"]) == pytest.approx((-3e5, 0.0, 0.0), abs=1e-6)
    assert first[0]["N"] == pytest.approx(-6e5) and first[0]["SIGMA_ACIER_INF"] == pytest.approx(-1.5e8)
    assert first[0]["SIGMA_BETON"] == 0.0 and first[0]["EPSILON_ACIER_SUP"] == pytest.approx(-1.5e8 / 2e11)
