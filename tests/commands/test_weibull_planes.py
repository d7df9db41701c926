"""POST_BEREMIN on planes through a cube of two layers that is stretched everywhere alike."""

import pytest

from tests.served.decks import runner

CUBE = """
from code_aster.Commands import *
from code_aster import CA
CA.init("--test")
test = CA.TestCase()
mesh = CA.Mesh.buildCube(refine=1)
mesh = DEFI_GROUP(
    reuse=mesh, MAILLAGE=mesh,
    CREA_GROUP_MA=(
        _F(NOM="BODY", TOUT="OUI", TYPE_MAILLE="3D"),
        _F(NOM="STIFF", OPTION="BANDE", POINT=(0.0, 0.0, 0.0), VECT_NORMALE=(0.0, 0.0, 1.0), DIST=0.1, TYPE_MAILLE="3D"),
    ),
    CREA_GROUP_NO=[
        _F(NOM=name, OPTION="PLAN", POINT=(0.0, 0.0, z), VECT_NORMALE=(0.0, 0.0, 1.0), PRECISION=1e-6)
        for name, z in (("LOW", 0.0), ("MIDDLE", 0.5), ("HIGH", 1.0))
    ],
)
model = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="3D"))
hard = DEFI_MATERIAU(ELAS=_F(E=200.0, NU=0.0))
soft = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.0))
field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=(_F(TOUT="OUI", MATER=soft), _F(GROUP_MA="STIFF", MATER=hard)))
stretch = FORMULE(NOM_PARA=("X", "INST"), VALE="0.01*X*INST")
zero = DEFI_CONSTANTE(VALE=0.0)
load = AFFE_CHAR_MECA_F(MODELE=model, DDL_IMPO=_F(TOUT="OUI", DX=stretch, DY=zero, DZ=zero))
result = STAT_NON_LINE(
    MODELE=model, CHAM_MATER=field, EXCIT=_F(CHARGE=load), INCREMENT=_F(LIST_INST=DEFI_LIST_REEL(VALE=(0.0, 1.0)))
)
given = dict(
    RESULTAT=result, DEFORMATION="PETIT", FILTRE_SIGM="SIGM_ELMOY", COEF_MULT=3.0, WEIBULL=_F(GROUP_MA="BODY", M=4.0, VOLU_REFE=2.0)
)
"""


@pytest.fixture
def run(tmp_path):
    return runner(tmp_path, CUBE)


def test_between_two_layers_a_plane_has_the_mean_of_both(run):
    run(
        """
for name, power in (("LOW", 16.0), ("MIDDLE", 8.5), ("HIGH", 1.0)):
    table = POST_BEREMIN(METHODE_2D=_F(GROUP_NO_PLAN=name, UNITE_RESU=81), **given)
    test.assertAlmostEqual(table["SIGMA_WEIBULL**M", 2], 1.5 * power, delta=1e-9)
    test.assertEqual(table["GROUP_MA", 2].strip(), name)
fields = LIRE_MAILLAGE(FORMAT="MED", UNITE=81)
test.assertEqual(fields.getNumberOfCells(), 4)
"""
    )


def test_a_mesh_of_a_plane_may_stand_anywhere_in_the_body(run):
    run(
        """
plane = CREA_MAILLAGE(MAILLAGE=mesh, RESTREINT=_F(GROUP_MA="BOTTOM", TOUT_GROUP_MA="NON"))
plane = MODI_MAILLAGE(reuse=plane, MAILLAGE=plane, TRANSLATION=(0.0, 0.0, 0.3))
table = POST_BEREMIN(METHODE_2D=_F(MAILLAGE_PLAN=plane, NOM_MAIL_MED="CUT"), **given)
test.assertAlmostEqual(table["SIGMA_WEIBULL**M", 2], 1.5 * 16.0, delta=1e-9)
"""
    )
