"""CALC_ERREUR's SING_ELEM: orders of singular vertices and the sizes of cells that are wanted; QIZ1_ELEM."""

import numpy as np
import pytest

from pyaster_lite.commands._estimators.singular import _inside, _order_at, _orders, _ratios, _Rings
from pyaster_lite.concepts.mesh import CellBlock, Mesh

from .meshes import run

SECTORS, LAYERS = 16, 5


def disc():
    """Rings of triangles and quadrangles about a vertex at the origin."""
    angles = 2 * np.pi * np.arange(SECTORS) / SECTORS
    nodes = [[0.0, 0.0]] + [[r * np.cos(a), r * np.sin(a)] for r in range(1, LAYERS + 1) for a in angles]
    after = (np.arange(SECTORS) + 1) % SECTORS
    low = 1 + np.arange(SECTORS)
    triangles = np.stack([np.zeros(SECTORS, int), low, 1 + after], axis=1)
    quads = [
        np.stack([low + k, low + k + SECTORS, 1 + after + k + SECTORS, 1 + after + k], axis=1) for k in SECTORS * np.arange(LAYERS - 1)
    ]
    blocks = [
        CellBlock("TRIA3", triangles, np.arange(SECTORS)),
        CellBlock("QUAD4", np.concatenate(quads), np.arange(SECTORS, SECTORS * LAYERS)),
    ]
    return Mesh(np.array(nodes), blocks, {}, {}, space_dimension=2)


def energies(alpha):
    """The energies of the rings' cells, of a density r^(2 alpha - 2)."""
    ends = np.arange(LAYERS + 1.0) ** (2 * alpha)
    return np.repeat(np.diff(ends) * 2 * np.pi / (2 * alpha) / SECTORS, SECTORS)


@pytest.mark.parametrize("alpha", [0.55, 0.7, 0.85])
def test_the_order_is_that_of_the_energy(alpha):
    rings = _Rings(disc(), 2)
    cells, nodes = rings.of(0)
    assert [len(ring) for ring in cells] == [SECTORS] * 3 and [len(ring) for ring in nodes] == [SECTORS] * 3
    assert _order_at(rings, 0, cells, nodes, energies(alpha)) == pytest.approx(alpha, abs=0.02)


def test_singular_vertices_are_where_the_error_is():
    rings = _Rings(disc(), 2)
    error = np.where(np.arange(SECTORS * LAYERS) < SECTORS, 1.0, 0.05)
    order, singular = _orders(rings, error, energies(0.6), 2)
    assert singular and order[0] == pytest.approx(0.6, abs=0.02)
    assert set(order[2 * SECTORS :]) == {1.0}
    assert not _orders(rings, np.ones(len(error)), energies(0.6), 2)[1]


def test_areas_within_circles():
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    assert _inside(square[[0, 1, 3]], np.zeros(2), 0.5, 0.5) == pytest.approx(0.125)
    # as in code_aster, of a quadrangle with its first vertex within: along a side and the diagonal
    assert _inside(square, np.zeros(2), 0.5, 1.0) == pytest.approx(0.125 * np.sqrt(0.5))
    assert _inside(square, np.zeros(2), 3.0, 1.0) == 1.0
    for k in range(4):
        # two vertices within: a trapezium
        assert _inside(np.roll(square, k, axis=0), np.array([0.5, -0.5]), 1.0, 1.0) == pytest.approx(np.sqrt(0.75) - 0.5)


@pytest.mark.parametrize("interest", [False, True])
def test_sizes_give_the_wanted_error(interest):
    rng = np.random.default_rng(0)
    error, order = rng.uniform(0.5, 2.0, 20), np.where(np.arange(20) < 4, 0.6, 1.0)
    total = np.sqrt((error**2).sum())
    ratio = _ratios(error, total, order, 1, 2, 0.1, True, interest)
    power = 1.0 if interest else 2.0
    assert (error**power * ratio ** (2.0 * order)).sum() == pytest.approx((0.1 * total) ** power, abs=2e-6)


def test_in_a_deck(tmp_path):
    study = run(
        tmp_path,
        """\
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA=('PLATE', 'RIM'), PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))
M = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.25))
CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=M))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_MA='LEFT', DX=0.0, DY=0.0))
PULL = AFFE_CHAR_MECA(MODELE=MO, PRES_REP=_F(GROUP_MA='BOTTOM', PRES=4.0))
R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=PULL)))
R = CALC_CHAMP(reuse=R, RESULTAT=R, ENERGIE='EPOT_ELEM')
R = CALC_ERREUR(reuse=R, RESULTAT=R, OPTION=('ERZ1_ELEM',))
R = CALC_ERREUR(reuse=R, RESULTAT=R, OPTION=('SING_ELEM', 'SING_ELNO'), PREC_ERR=0.5, TYPE_ESTI='ERZ1_ELEM')
R = CALC_ERREUR(reuse=R, RESULTAT=R, OPTION='QIZ1_ELEM', RESU_DUAL=R)
""",
    )
    assert not study.diagnostics, [d.message for d in study.diagnostics]
    result = study["R"]
    sing, error = result.field("SING_ELEM", 1), result.field("ERZ1_ELEM", 1)
    cells = study["MA"].cell_group("PLATE")
    size, wanted, ratio = error.component("TAILLE", cells), sing.component("TAILLE", cells), sing.component("RAPPORT", cells)
    np.testing.assert_allclose(wanted * ratio, size)
    at_nodes = result.field("SING_ELNO", 1)
    assert at_nodes.at_cell(cells[0], "DEGRE") == pytest.approx([sing.at_cell(cells[0], "DEGRE")[0]] * 4)
    interest = result.field("QIZ1_ELEM", 1)
    np.testing.assert_allclose(interest.component("ERREST", cells), error.component("ERREST", cells))
    assert result.parameter("ERREUR_QIZ1", 1) == pytest.approx(result.parameter("ERREUR_ERZ1", 1))
