"""Stresses at rest in cells that cracks cut: fields at the points of their pieces, and what they release."""

import numpy as np
import pytest

import pyaster_lite

DECK = """
from code_aster.Commands import *
from code_aster import CA
CA.init()
mesh = CA.Mesh.buildSquare(refine=2)
plane = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
crack = DEFI_FISS_XFEM(MAILLAGE=mesh, DEFI_FISS=_F(FORM_FISS="DEMI_DROITE", PFON=(0.52, 0.45, 0.0), DTAN=(1.0, 0.0, 0.0)))
model = MODI_MODELE_XFEM(MODELE_IN=plane, FISSURE=crack)
metal = DEFI_MATERIAU(ELAS=_F(E=10.0, NU=0.0))
field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=metal))
held = AFFE_CHAR_MECA(MODELE=model, DDL_IMPO=(_F(GROUP_MA="BOTTOM", DY=0.0), _F(GROUP_MA="RIGHT", DX=0.0)))
geometry = CREA_CHAMP(TYPE_CHAM="NOEU_GEOM_R", OPERATION="EXTR", MAILLAGE=mesh, NOM_CHAM="GEOMETRIE")
places = CREA_CHAMP(TYPE_CHAM="ELGA_GEOM_R", OPERATION="DISC", PROL_ZERO="OUI", MODELE=model, CHAM_GD=geometry)
rises = FORMULE(VALE="1.0 + X", NOM_PARA=("X", "Y"))
law = CREA_CHAMP(TYPE_CHAM="ELGA_NEUT_F", OPERATION="AFFE", MODELE=model, PROL_ZERO="OUI", AFFE=_F(TOUT="OUI", NOM_CMP="X1", VALE_F=rises))
known = CREA_CHAMP(TYPE_CHAM="ELGA_NEUT_R", OPERATION="EVAL", CHAM_F=law, CHAM_PARA=places)
rising = CREA_CHAMP(
    TYPE_CHAM="ELGA_SIEF_R", OPERATION="ASSE", MODELE=model, PROL_ZERO="OUI",
    ASSE=_F(TOUT="OUI", CHAM_GD=known, NOM_CMP="X1", NOM_CMP_RESU="SIYY"),
)
even = CREA_CHAMP(
    TYPE_CHAM="ELGA_SIEF_R", OPERATION="AFFE", MODELE=model, PROL_ZERO="OUI", AFFE=_F(TOUT="OUI", NOM_CMP=("SIXX", "SIYY"), VALE=(2.0, 3.0))
)
once = DEFI_LIST_REEL(VALE=(0.0, 1.0))
words = dict(
    MODELE=model, CHAM_MATER=field, EXCIT=_F(CHARGE=held), COMPORTEMENT=_F(RELATION="ELAS"), INCREMENT=_F(LIST_INST=once),
    CONVERGENCE=_F(RESI_GLOB_MAXI=1e-9),
)
slack = STAT_NON_LINE(ETAT_INIT=_F(SIGM=even), **words)
risen = STAT_NON_LINE(ETAT_INIT=_F(SIGM=rising), **words)
reach = dict(RESULTAT=risen, INST=1.0, THETA=_F(FISSURE=crack, R_INF=0.1, R_SUP=0.35), ETAT_INIT=_F(SIGM=rising))
energy = CALC_G_XFEM(OPTION="CALC_G", **reach)
both = CALC_G_XFEM(OPTION="CALC_K_G", **reach)
CA.close()
"""


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rest")
    (folder / "deck.comm").write_text(DECK)
    return pyaster_lite.run(folder / "deck.comm", output=folder / "out")


def test_fields_stand_at_the_points_of_the_pieces(study):
    found = {block.cells[0]: block.values[..., 0] for block in study["known"].blocks}
    for block in study["slack"].field("SIEF_ELGA", 1).blocks:
        assert found[block.cells[0]].shape == block.values.shape[:2]
    for block, value in zip(study["places"].blocks, study["known"].blocks):
        np.testing.assert_allclose(value.values[..., 0], 1.0 + block.values[..., 0])


def test_an_even_stress_at_rest_goes_where_nothing_holds_it(study):
    for block in study["slack"].field("SIEF_ELGA", 1).blocks:
        np.testing.assert_allclose(block.values, 0.0, atol=1e-10)


def test_both_options_release_the_same(study):
    energy, both = (np.array(study[name].column("G"))[-1] for name in ("energy", "both"))
    assert energy == pytest.approx(both, rel=1e-9) and energy != 0.0
