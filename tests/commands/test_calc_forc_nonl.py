"""CALC_FORC_NONL: forces of shocks at displacements that are given."""

import numpy as np

import pyaster_lite

MESH = """COOR_3D
 N1 0. 0. 0.
 N2 1. 0. 0.
 N3 2. 0. 0.
FINSF
POI1
 P1 N3
FINSF
SEG2
 S1 N1 N2
FINSF
GROUP_MA NOM=SPRING
 S1
FINSF
GROUP_MA NOM=STOP
 P1
FINSF
FIN
"""
DECK = """
M = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)
MO = AFFE_MODELE(MAILLAGE=M, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))
CARA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=(
    _F(GROUP_MA='SPRING', CARA='K_T_D_L', VALE=(3., 2., 1.)), _F(GROUP_MA='STOP', CARA='K_T_D_N', VALE=(5., 0., 0.))))
LAW = DEFI_MATERIAU(DIS_CONTACT=_F(RIGI_NOR=100., DIST_1=0.5, DIST_2=0.45))
FREE = DEFI_MATERIAU(DIS_CONTACT=_F(RIGI_NOR=100., JEU=0.2))
MATE = AFFE_MATERIAU(MAILLAGE=M, AFFE=(_F(GROUP_MA='SPRING', MATER=LAW), _F(GROUP_MA='STOP', MATER=FREE)))
U = [CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_DEPL_R', MAILLAGE=M, AFFE=(
    _F(TOUT='OUI', NOM_CMP=('DX', 'DY', 'DZ'), VALE=(0., 0., 0.)), _F(NOEUD=('N2', 'N3'), NOM_CMP=('DX', 'DY'), VALE=(x, 0.3)),
)) for x in (-0.3, -0.1, 0.1)]
MOVED = CREA_RESU(OPERATION='AFFE', TYPE_RESU='DYNA_TRANS', AFFE=tuple(
    [_F(NOM_CHAM='DEPL', CHAM_GD=u, INST=float(i), MODELE=MO) for i, u in enumerate(U)]))
FORCES = CALC_FORC_NONL(
    RESULTAT=MOVED, MODELE=MO, CHAM_MATER=MATE, CARA_ELEM=CARA, COMPORTEMENT=_F(RELATION='DIS_CHOC', TOUT='OUI'), INST=(0., 1., 2.))
"""


def test_closed_and_open(tmp_path):
    (tmp_path / "deck.comm").write_text(DECK)
    (tmp_path / "deck.mail").write_text(MESH)
    forces = pyaster_lite.run(tmp_path / "deck.comm", output=tmp_path / "out")["FORCES"]
    assert forces.kind == "dyna_trans" and forces.times.tolist() == [0.0, 1.0, 2.0]
    found = np.array([np.stack([forces.field("DEPL", order).component(name) for name in ("DX", "DY")], 1) for order in forces.orders])
    # the first node feels nothing; between N1 and N2 the gap is 0.05, before N3 it is 0.2; where they are open the spring is taken away
    assert not found[:, 0].any()
    np.testing.assert_allclose(found[:, 1, 0], [100.0 * (0.05 - 0.3) + 3.0 * 0.3, 100.0 * (0.05 - 0.1) + 3.0 * 0.1, -3.0 * 0.1])
    np.testing.assert_allclose(found[:, 2, 0], [100.0 * (0.2 - 0.3) + 5.0 * 0.3, 5.0 * 0.1, -5.0 * 0.1])
    np.testing.assert_allclose(found[2, 1, 1], -2.0 * 0.3)
