"""POST_FM, RAFF_GP and POST_ERREUR/LAGR_RELA: the correction of plasticity, the strip that is made finer, the norm of a pressure."""

import numpy as np

from pyaster_lite.commands.post_fm import corrected
from pyaster_lite.commands.raff_gp import in_strip
from tests.served.decks import runner

SLAB = """
from code_aster.Commands import *
from code_aster import CA
CA.init("--test")
test = CA.TestCase()
mesh = CA.Mesh.buildSquare(refine=3)
"""


def test_plasticity_adds_to_what_grows():
    k_e, k_p = np.array([1.0, 2.0, 3.0, 2.0, 2.5]), np.array([1.0, 2.5, 3.2, 9.0, 2.6])
    found, below = corrected(k_e, k_p)
    assert not below
    np.testing.assert_allclose(found, k_e + np.array([0.0, 0.5, 0.5, 0.5, 0.5]))


def test_plasticity_takes_away_where_it_unloads():
    k_e, k_p = np.array([0.0, 2.0, 4.0, 3.0]), np.array([0.0, 1.5, 3.0, 2.5])
    found, below = corrected(k_e, k_p)
    assert below
    np.testing.assert_allclose(found, [0.0, 1.5, 3.0, 2.0])


def test_the_strip_is_hollow_at_its_start_and_round_at_its_end():
    ahead = np.array([0.6, 0.8])
    across = np.array([-0.8, 0.6])
    points = np.array([0.5 * ahead, 1.5 * ahead, 0.2 * ahead + 0.99 * across, 4.9 * ahead, 4.5 * ahead + 0.95 * across, -0.1 * ahead])
    assert in_strip(points, np.zeros(2), ahead, 4.0, 1.0).tolist() == [False, True, True, True, False, False]


def test_a_slab_is_made_finer_in_the_strip(tmp_path):
    runner(tmp_path, SLAB)(
        """
finer = RAFF_GP(MAILLAGE_N=mesh, TRANCHE_2D=_F(CENTRE=(0.3, 0.5), RAYON=0.05, ANGLE=0.0, TAILLE=0.1, NB_ZONE=3), NB_RAFF=2)
test.assertTrue(finer.getNumberOfCells() > mesh.getNumberOfCells() + 20)
"""
    )


def test_norm_of_a_pressure_on_a_side(tmp_path):
    runner(tmp_path, SLAB)(
        """
model = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
pressure = CREA_CHAMP(OPERATION="AFFE", TYPE_CHAM="NOEU_DEPL_R", MAILLAGE=mesh, AFFE=_F(TOUT="OUI", NOM_CMP="LAGS_C", VALE=3.0))
known = FORMULE(NOM_PARA=("X", "Y"), VALE="2.0 * X + 0.0 * Y")
table = POST_ERREUR(OPTION="LAGR_RELA", MODELE=model, CHAM_GD=pressure, GROUP_MA="BOTTOM", LAGS_C=known)
test.assertAlmostEqual(table["REFERENCE", 1] ** 2, 4.0 / 3.0, delta=1e-9)
test.assertAlmostEqual(table["DIFFERENCE", 1] ** 2, 9.0 - 6.0 + 4.0 / 3.0, delta=1e-9)
"""
    )
