"""POST_CZM_FISS on a row of four joints that a given opening leaves broken, damaged and whole."""

import numpy as np
import pytest

from .meshes import run

ROWS = ("B", -1), ("L", 0), ("U", 0), ("T", 1)
NODES = "\n".join(f"{row}{x} {x} {y}" for row, y in ROWS for x in range(4 if row == "B" else 5))
JOINTS, UPPER, LOWER = (
    "\n".join(f"{name}{x} {low}{x} {low}{x + 1} {high}{x + 1} {high}{x}" for x in range(count))
    for name, low, high, count in (("J", "L", "U", 4), ("S", "U", "T", 4), ("G", "B", "L", 3))
)
TEXT = f"COOR_2D\n{NODES}\nFINSF\nQUAD4\n{JOINTS}\n{UPPER}\n{LOWER}\nFINSF\n"
for name, own in {
    "CRACK": "J0 J1 J2 J3",
    "SOLID": "S0 S1 S2 S3 G0 G1 G2",
}.items():
    TEXT += f"GROUP_MA NOM={name}\n{own}\nFINSF\n"
for name, own in {"FOOT": "B", "GROUND": "L", "EDGE": "U", "TOP": "T"}.items():
    TEXT += f"GROUP_NO NOM={name}\n{' '.join(f'{row}{x}' for row in own for x in range(4 if own == 'B' else 5))}\nFINSF\n"
TEXT += "FIN\n"

OPENED = (
    "MA = MODI_MAILLAGE(reuse=MA, MAILLAGE=MA, ORIE_FISSURE=_F(GROUP_MA='CRACK'))",
    "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=(_F(GROUP_MA='SOLID', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'), "
    "_F(GROUP_MA='CRACK', PHENOMENE='MECANIQUE', MODELISATION='PLAN_JOINT')))",
    "MAT = DEFI_MATERIAU(ELAS=_F(E=1.0, NU=0.25), RUPT_FRAG=_F(GC=0.5, SIGM_C=1.0, PENA_ADHERENCE=1.0E-3))",
    "CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
    "OPEN = DEFI_FONCTION(NOM_PARA='X', VALE=(0.0, 2.5, 1.0, 1.25, 2.0, 0.4, 3.0, 0.0, 4.0, 0.0))",
    "ABOVE = DEFI_FONCTION(NOM_PARA='X', VALE=(0.0, 2.8, 1.0, 1.2, 2.0, 0.4, 3.0, 0.1, 4.0, -0.1))",
    "BELOW = DEFI_FONCTION(NOM_PARA='X', VALE=(0.0, -0.1, 1.0, 0.2, 2.0, 0.1, 3.0, -0.3))",
    "ZERO = DEFI_CONSTANTE(VALE=0.0)",
    "LOAD = AFFE_CHAR_MECA_F(MODELE=MO, DDL_IMPO=(_F(GROUP_NO='FOOT', DX=ZERO, DY=BELOW), _F(GROUP_NO='GROUND', DX=ZERO, DY=ZERO), "
    "_F(GROUP_NO='EDGE', DX=ZERO, DY=OPEN), _F(GROUP_NO='TOP', DX=ZERO, DY=ABOVE)))",
    "RAMP = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 1.0))",
    "LI = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=1.0, NOMBRE=1))",
    "R = STAT_NON_LINE(MODELE=MO, CHAM_MATER=CH, EXCIT=_F(CHARGE=LOAD, FONC_MULT=RAMP), INCREMENT=_F(LIST_INST=LI), "
    "COMPORTEMENT=(_F(RELATION='CZM_LIN_REG', GROUP_MA='CRACK'), _F(RELATION='ELAS', GROUP_MA='SOLID')))",
)
NEAR = 0.5 - 0.5 / np.sqrt(3.0)
"""How far the first point of a joint is from its end."""

LENGTHS = "T = POST_CZM_FISS(RESULTAT=R, OPTION='LONGUEUR', GROUP_MA='CRACK', POINT_ORIG={}, VECT_TANG={})"


def study_of(tmp_path, *lines):
    study = run(tmp_path, *OPENED, *lines, text=TEXT)
    assert not [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    return study


def test_the_ends_of_the_crack_are_half_way_between_points_of_joints(tmp_path):
    table = study_of(tmp_path, LENGTHS.format((0.0, 0.0), (2.0, 0.0)))["T"]
    assert table.names == ["INST", "LONG_FIS", "LONG_TOT", "LONG_COH"]
    first, last = ([row[name] for name in table.names] for row in table.rows())
    assert first == pytest.approx([0.0, NEAR, NEAR, 0.0])
    assert last == pytest.approx([1.0, 1.5, 3.0, 1.5])


def test_only_what_is_ahead_of_the_origin_counts(tmp_path):
    table = study_of(tmp_path, LENGTHS.format((1.5, 0.0), (1.0, 0.0)))["T"]
    last = list(table.rows())[-1]
    assert [last[name] for name in table.names] == pytest.approx([1.0, 0.5 - NEAR, 1.5, 1.0 + NEAR])


@pytest.mark.parametrize(
    ("origin", "along", "said"),
    [
        ((0.0, 1.0), (1.0, 0.0), "this point is not on the line"),
        ((0.0, 0.0), (1.0, 0.1), "this direction is not along the line"),
        ((5.0, 0.0), (1.0, 0.0), "no point of the cells is on this side"),
    ],
)
def test_a_half_line_that_is_not_the_crack_is_refused(tmp_path, origin, along, said):
    study = run(tmp_path, *OPENED, LENGTHS.format(origin, along), text=TEXT)
    assert any(said in d.message for d in study.diagnostics)


def test_triaxiality_of_the_solids_beside(tmp_path):
    study = study_of(tmp_path, "C = POST_CZM_FISS(RESULTAT=R, OPTION='TRIAXIALITE')")
    result, mesh, chart = study["R"], study["MA"], study["C"]
    stress = result.field("SIEF_ELGA", result.orders[-1])

    def mean(name):
        cell = [mesh.cell_names.index(name)]
        xx, yy, zz, xy = (stress.component(c, cell)[0] for c in ("SIXX", "SIYY", "SIZZ", "SIXY"))
        mises = np.sqrt(((xx - yy) ** 2 + (yy - zz) ** 2 + (zz - xx) ** 2) / 2.0 + 3.0 * xy**2)
        return ((xx + yy + zz) / 3.0 / mises).mean()

    joints = [mesh.cell_names.index(f"J{x}") for x in range(4)]
    above, below = [mean(f"S{x}") for x in range(4)], [mean(f"G{x}") for x in range(3)]
    expected = [*(np.array(above[:3]) + below) / 2.0, above[3]]
    assert chart.component("X1", joints).ravel() == pytest.approx(expected)
