"""CALC_CHAMP's SIRO_ELEM: the stresses of the matter behind sides, against principal stresses of the projected tensor."""

import numpy as np
import pytest

from .meshes import run

STRESS = np.array([[5.0, 1.0, -2.0], [1.0, 3.0, 0.5], [-2.0, 0.5, -4.0]])
TETRA = """\
COOR_3D
A 0 0 0
B 2 0.3 0.1
C 0.2 1.5 -0.2
D 0.1 0.4 1.2
E 2 2 2
FINSF
TETRA4
T A B C D
U B C D E
FINSF
TRIA3
OUTER A C B
INNER B C D
FINSF
GROUP_MA NOM=BODY
T U
FINSF
GROUP_MA NOM=SIDES
OUTER INNER
FINSF
GROUP_MA NOM=ALONE
OUTER
FINSF
FIN
"""
DECK = """\
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='3D'))
M = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.0))
CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=M))
X = FORMULE(VALE='(5*X + 1*Y - 2*Z) / 100', NOM_PARA=('X', 'Y', 'Z'))
Y = FORMULE(VALE='(1*X + 3*Y + 0.5*Z) / 100', NOM_PARA=('X', 'Y', 'Z'))
Z = FORMULE(VALE='(-2*X + 0.5*Y - 4*Z) / 100', NOM_PARA=('X', 'Y', 'Z'))
HELD = AFFE_CHAR_CINE_F(MODELE=MO, MECA_IMPO=_F(TOUT='OUI', DX=X, DY=Y, DZ=Z))
R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, EXCIT=_F(CHARGE=HELD))
R = CALC_CHAMP(reuse=R, RESULTAT=R, CONTRAINTE='SIRO_ELEM')
S = CALC_CHAMP(RESULTAT=R, GROUP_MA='ALONE', CONTRAINTE='SIRO_ELEM')
"""


def of_cell(field, cell):
    """The components of a cell by name."""
    return {name: field.at_cell(cell, name)[0] for name in field.components}


def vector(own, name):
    """The components along x, y, z."""
    return np.array([own[name + axis] for axis in "XYZ"])


@pytest.mark.parametrize("cell, corners", [(2, (0, 2, 1)), (3, (1, 2, 3))])
def test_rosettes_are_those_of_the_projected_stress(tmp_path, cell, corners):
    study = run(tmp_path, DECK, text=TETRA)
    assert not study.diagnostics, [d.message for d in study.diagnostics]
    own = of_cell(study["R"].field("SIRO_ELEM", 1), cell)
    a, b, c = study["MA"].coordinates[list(corners)]
    normal = np.cross(b - a, c - a) / np.linalg.norm(np.cross(b - a, c - a))
    push = STRESS @ normal
    assert own["SIG_N"] == pytest.approx(push @ normal)
    np.testing.assert_allclose(vector(own, "SIG_N"), (push @ normal) * normal, atol=1e-9)
    np.testing.assert_allclose(vector(own, "SIG_T"), push - (push @ normal) * normal, atol=1e-9)
    flat = np.eye(3) - np.outer(normal, normal)
    values, axes = np.linalg.eigh(flat @ STRESS @ flat)
    kept = [i for i in range(3) if abs(axes[:, i] @ normal) < 0.5]
    for name, i in zip(("SIG_T1", "SIG_T2"), kept):
        assert own[name] == pytest.approx(values[i])
        np.testing.assert_allclose(np.outer(*[vector(own, name)] * 2), values[i] ** 2 * np.outer(axes[:, i], axes[:, i]), atol=1e-9)


def test_cells_that_are_asked_for_alone_have_it(tmp_path):
    study = run(tmp_path, DECK, text=TETRA)
    field = study["S"].field("SIRO_ELEM", 1)
    assert [list(block.cells) for block in field.blocks] == [[2]]
    assert of_cell(field, 2) == pytest.approx(of_cell(study["R"].field("SIRO_ELEM", 1), 2))


@pytest.mark.parametrize("kind", ["D_PLAN", "C_PLAN"])
def test_sides_in_the_plane(tmp_path, kind):
    plane = """\
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='KIND'))
M = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.0))
CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=M))
X = FORMULE(VALE='(5*X + 1*Y) / 100', NOM_PARA=('X', 'Y'))
Y = FORMULE(VALE='(1*X + 3*Y) / 100', NOM_PARA=('X', 'Y'))
HELD = AFFE_CHAR_CINE_F(MODELE=MO, MECA_IMPO=_F(TOUT='OUI', DX=X, DY=Y))
R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, EXCIT=_F(CHARGE=HELD))
R = CALC_CHAMP(reuse=R, RESULTAT=R, GROUP_MA='BOTTOM', CONTRAINTE='SIRO_ELEM')
"""
    study = run(tmp_path, plane.replace("KIND", kind))
    assert not study.diagnostics, [d.message for d in study.diagnostics]
    own = of_cell(study["R"].field("SIRO_ELEM", 1), study["MA"].cell_group("BOTTOM")[0])
    # t = x, n = t x z = -y
    found = [own[name] for name in ("SIG_N", "SIG_T1", "SIG_T2", "SIG_TN")]
    np.testing.assert_allclose(found, [3.0, 5.0, 0.0, -1.0], atol=1e-12)
    np.testing.assert_allclose(vector(own, "SIG_N"), [-1.0, -3.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(vector(own, "SIG_T1"), [5.0, 1.0, 0.0], atol=1e-12)
