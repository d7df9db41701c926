"""PROJ_CHAMP, METHODE='ECLA_PG', between squares of 4 by 4 and of 2 by 2 cells of four points: each coarse point is told by the fine
cell around it, at its point in the same quarter of that cell."""

import pytest

from tests.served.decks import METAL, runner

BOTH = (
    METAL.replace("refine=1", "refine=2")
    + """
coarse = CA.Mesh.buildSquare(refine=1)
other = AFFE_MODELE(MAILLAGE=coarse, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
place = CREA_CHAMP(TYPE_CHAM="NOEU_GEOM_R", OPERATION="EXTR", MAILLAGE=mesh, NOM_CHAM="GEOMETRIE")
places = CREA_CHAMP(TYPE_CHAM="ELGA_GEOM_R", OPERATION="DISC", MODELE=model, CHAM_GD=place, PROL_ZERO="OUI")
stress = CREA_CHAMP(TYPE_CHAM="ELGA_SIEF_R", OPERATION="ASSE", MODELE=model, PROL_ZERO="OUI",
                    ASSE=_F(TOUT="OUI", CHAM_GD=places, NOM_CMP=("X", "Y"), NOM_CMP_RESU=("SIXX", "SIYY")))
"""
)


@pytest.fixture
def run(tmp_path):
    return runner(tmp_path, BOTH)


def test_a_point_is_told_what_the_share_around_it_holds(run):
    run("""
import numpy as np
moved = PROJ_CHAMP(METHODE="ECLA_PG", CHAM_GD=stress, MODELE_1=model, MODELE_2=other)
own = CREA_CHAMP(TYPE_CHAM="NOEU_GEOM_R", OPERATION="EXTR", MAILLAGE=coarse, NOM_CHAM="GEOMETRIE")
own = CREA_CHAMP(TYPE_CHAM="ELGA_GEOM_R", OPERATION="DISC", MODELE=other, CHAM_GD=own, PROL_ZERO="OUI")
near = [np.array(moved.getValuesWithDescription(name, [])[0]) for name in ("SIXX", "SIYY")]
meant = [np.array(own.getValuesWithDescription(name, ["SURFACE"])[0]) for name in "XY"]
fine = 0.25 * (np.arange(4)[:, None] + 0.5 + np.array([-0.5, 0.5]) / 3**0.5).ravel()
for there, x in zip(near, meant):
    part = np.clip((x * 8).astype(int), 0, 7)
    test.assertAlmostEqual(abs(there - fine[part]).max(), 0.0, places=12)
""")


def test_a_result_is_taken_over_with_its_instants(run):
    run("""
told = CREA_RESU(OPERATION="AFFE", TYPE_RESU="EVOL_NOLI", AFFE=_F(NOM_CHAM="SIEF_ELGA", CHAM_GD=stress, MODELE=model, INST=(0.0, 2.0)))
made = PROJ_CHAMP(METHODE="ECLA_PG", RESULTAT=told, NOM_CHAM="SIEF_ELGA", MODELE_1=model, MODELE_2=other)
test.assertEqual(made.LIST_PARA()["INST"], [0.0, 2.0])
once = PROJ_CHAMP(METHODE="ECLA_PG", CHAM_GD=stress, MODELE_1=model, MODELE_2=other)
test.assertEqual(made.getField("SIEF_ELGA", 2).getValuesWithDescription("SIXX", [])[0], once.getValuesWithDescription("SIXX", [])[0])
""")
