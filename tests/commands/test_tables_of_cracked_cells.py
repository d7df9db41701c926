"""CREA_TABLE of values at the points of cells that interfaces run through: the rows say where the points of the pieces stand."""

import numpy as np

import pyaster_lite

DECK = """
from code_aster.Commands import *
from code_aster import CA
CA.init()
mesh = CA.Mesh.buildSquare(refine=1)
plane = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
cut = DEFI_FISS_XFEM(
    MAILLAGE=mesh, TYPE_DISCONTINUITE="INTERFACE", DEFI_FISS=_F(FORM_FISS="DROITE", POINT=(0.0, 0.3), DTAN=(1.0, 0.0))
)
model = MODI_MODELE_XFEM(MODELE_IN=plane, FISSURE=cut)
metal = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.0))
field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=metal))
held = AFFE_CHAR_MECA(MODELE=model, DDL_IMPO=(_F(GROUP_MA="BOTTOM", DX=0.0, DY=0.0), _F(GROUP_MA="TOP", DX=0.0, DY=0.1)))
moved = MECA_STATIQUE(MODELE=model, CHAM_MATER=field, EXCIT=_F(CHARGE=held))
stress = CREA_CHAMP(TYPE_CHAM="ELGA_SIEF_R", OPERATION="EXTR", RESULTAT=moved, NOM_CHAM="SIEF_ELGA", NUME_ORDRE=1)
rows = CREA_TABLE(RESU=_F(CHAM_GD=stress, TOUT="OUI", NOM_CMP="SIYY"))
CA.close()
"""


def test_points_of_pieces_have_their_places(tmp_path):
    path = tmp_path / "deck.comm"
    path.write_text(DECK)
    table = pyaster_lite.run(path, output=tmp_path / "out")["rows"]
    cell = np.array([int(label) for label in table.column("MAILLE")])
    x, y = np.array(table.column("COOR_X")), np.array(table.column("COOR_Y"))
    assert set(np.bincount(cell - 1)) == {72, 24}
    for number in set(cell):
        own = cell == number
        assert x[own].max() - x[own].min() < 0.5 and y[own].max() - y[own].min() < 0.5
    through = np.isin(cell, (1, 2))
    assert ((y < 0.5) == through).all()
    assert {*(y[through] > 0.3)} == {False, True}
