"""LIAISON_SOLIDE: what its relations leave free; where it follows the motion, a sheet that a support turns, and what cannot follow."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.loads._member import COMPONENTS
from pyaster_lite.loads._relations import RowList
from pyaster_lite.loads.liaison_solide import _add_body, add_rigid
from tests.commands.meshes import diagnostics, run

SHEET = """\
COOR_2D
N1 0 0
N2 2 0
N3 2 1
N4 0 1
FINSF
QUAD4
M1 N1 N2 N3 N4
FINSF
GROUP_MA NOM=SHEET
M1
FINSF
GROUP_NO NOM=HINGE
N1
FINSF
GROUP_NO NOM=END
N2
FINSF
FIN
"""
MODEL = """\
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))
M = DEFI_MATERIAU(ELAS=_F(E=1.0, NU=0.0))
CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=M))
T = DEFI_LIST_REEL(VALE=(0.0, 1.0))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO='HINGE', DX=0.0, DY=0.0))
RISE = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO='END', DY=1.2))
BODY = AFFE_CHAR_MECA(MODELE=MO, LIAISON_SOLIDE=_F(GROUP_MA='SHEET'))"""
SOLVE = """\
R = STAT_NON_LINE(MODELE=MO, CHAM_MATER=CH, INCREMENT=_F(LIST_INST=T), COMPORTEMENT=_F(RELATION='ELAS', DEFORMATION='GROT_GDEP'),
    CONVERGENCE=_F(RESI_GLOB_MAXI=1e-9, ITER_GLOB_MAXI=50),
    EXCIT=(_F(CHARGE=HELD), _F(CHARGE=RISE, WORD), _F(CHARGE=BODY, TYPE_CHARGE='SUIV')))"""


def test_a_sheet_turns_without_being_strained(tmp_path):
    study = run(tmp_path, MODEL, SOLVE.replace(", WORD", ""), text=SHEET)
    assert not study.diagnostics, [d.message for d in study.diagnostics]
    u = study["R"].field("DEPL", 1).values[:, :2]
    np.testing.assert_allclose(u, [[0, 0], [-0.4, 1.2], [-1.0, 1.0], [-0.6, -0.2]], atol=1e-6)


def test_in_small_rotations_it_grows(tmp_path):
    study = run(tmp_path, MODEL, SOLVE.replace(", WORD", "").replace(", TYPE_CHARGE='SUIV'", ""), text=SHEET)
    assert study["R"].field("DEPL", 1).values[1, 0] == pytest.approx(0.0, abs=1e-9)


def test_other_values_than_zero_do_not_follow_the_motion(tmp_path):
    told = diagnostics(tmp_path, MODEL, SOLVE.replace("WORD", "TYPE_CHARGE='SUIV'"), text=SHEET)
    assert told == ["values other than zero of a load that follows the motion are not there yet"]


def _rows(places, carried, add):
    """The relations (m, n) that a body of nodes at places, each with its own unknowns, gets."""
    table = np.full((len(places), 6), -1)
    held = [(node, COMPONENTS.index(name)) for node, names in enumerate(carried) for name in names]
    table[tuple(np.transpose(held))] = np.arange(len(held))
    dofs = SimpleNamespace(size=len(held), index=lambda nodes, name: table[nodes, COMPONENTS.index(name)])
    space = 3 if any("DZ" in names for names in carried) else 2
    model = SimpleNamespace(dofs=dofs, mesh=SimpleNamespace(coordinates=places), dimension=space)
    rows = RowList(model)
    assert add(rows, model, np.arange(len(places)))
    return rows.term("")[0].relations.matrix.toarray()


PLANE, SPACE = COMPONENTS[:2], COMPONENTS[:3]
ANY = np.random.default_rng(0).random((5, 3))
FLAT = ANY * [1.0, 1.0, 0.0]


@pytest.mark.parametrize(
    "places, carried",
    [
        (ANY, [SPACE] * 5),
        (FLAT, [SPACE] * 5),
        (np.outer(ANY[:, 0], [1.0, 2.0, 3.0]), [SPACE] * 5),
        (0.0 * ANY, [SPACE] * 5),
        (ANY, [SPACE, COMPONENTS] * 2 + [SPACE]),
        (FLAT, [PLANE] * 5),
        (FLAT, [PLANE, (*PLANE, "DRZ")] * 2 + [PLANE]),
    ],
)
def test_rows_leave_every_rigid_motion_and_nothing_else(places, carried):
    told = _rows(places, carried, lambda rows, model, nodes: _add_body(rows, model, nodes, 1e-6))
    motions = _rows(places, carried, lambda rows, model, nodes: add_rigid(rows, model, nodes, 0.0))
    assert len(told) == np.linalg.matrix_rank(told) == len(motions) == np.linalg.matrix_rank(np.vstack([told, motions]))
    np.testing.assert_allclose(abs(told).max(axis=1), 1.0)


def test_two_nodes_in_the_plane_keep_their_distance():
    told = _rows(np.array([[0.0, 0.0, 0.0], [2.0, 1.0, 0.0]]), [PLANE] * 2, lambda rows, model, nodes: _add_body(rows, model, nodes, 1e-6))
    np.testing.assert_allclose(told, [[-1.0, -0.5, 1.0, 0.5]])
