"""OBSERVATION: fields at gauges, in their axes, by the components that they measure."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused

BAR = """COOR_3D
 N1 0. 0. 0.
 N2 1. 0. 0.
 N3 2. 0. 0.
FINSF
SEG2
 S1 N1 N2
 S2 N2 N3
FINSF
FIN
"""
GAUGES = """COOR_3D
 N1 0.5 0. 0.
 N2 1.5 0. 0.
FINSF
POI1
 P1 N1
 P2 N2
FINSF
GROUP_MA NOM=FIRST
 P1
FINSF
GROUP_MA NOM=SECOND
 P2
FINSF
GROUP_NO NOM=BOTH
 N1 N2
FINSF
FIN
"""
DECK = """
M = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)
MO = AFFE_MODELE(MAILLAGE=M, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))
G = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=21)
MO2 = AFFE_MODELE(MAILLAGE=G, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))
U = [CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_DEPL_R', MAILLAGE=M, AFFE=(
    _F(NOEUD='N1', NOM_CMP=('DX', 'DY', 'DZ'), VALE=(0., 0., 0.)), _F(NOEUD='N2', NOM_CMP=('DX', 'DY', 'DZ'), VALE=(s, 2. * s, 3. * s)),
    _F(NOEUD='N3', NOM_CMP=('DX', 'DY', 'DZ'), VALE=(3. * s, 4. * s, 5. * s)))) for s in (1., 10.)]
MOVED = CREA_RESU(OPERATION='AFFE', TYPE_RESU='DYNA_TRANS', AFFE=tuple(
    [_F(NOM_CHAM='DEPL', CHAM_GD=u, INST=float(i), MODELE=MO) for i, u in enumerate(U)]))
SEEN = OBSERVATION(RESULTAT=MOVED, MODELE_1=MO, MODELE_2=MO2, NOM_CHAM='DEPL', TOUT_ORDRE='OUI', %s)
"""


@pytest.fixture
def seen(tmp_path):
    def run(words=""):
        (tmp_path / "deck.comm").write_text(DECK % words)
        (tmp_path / "deck.mail").write_text(BAR)
        (tmp_path / "deck.21").write_text(GAUGES)
        units = {20: tmp_path / "deck.mail", 21: tmp_path / "deck.21"}
        result = pyaster_lite.run(tmp_path / "deck.comm", output=tmp_path / "out", units=units)["SEEN"]
        assert result.kind == "dyna_trans" and result.times.tolist() == [0.0, 1.0]
        fields = [result.field("DEPL", order) for order in result.orders]
        return [np.stack([field.component(name) for name in ("DX", "DY", "DZ") if name in field.components], 1) for field in fields]

    return run


def test_at_the_gauges(seen):
    first, second = seen()
    np.testing.assert_allclose(first, [[0.5, 1.0, 1.5], [2.0, 3.0, 4.0]])
    np.testing.assert_allclose(second, 10.0 * first)


def test_what_they_measure(seen):
    turned = "MODI_REPERE=_F(GROUP_NO='BOTH', REPERE='UTILISATEUR', ANGL_NAUT=(90., 0., 0.)),"
    first = seen(turned + "FILTRE=_F(GROUP_NO='BOTH', NOM_CHAM='DEPL', DDL_ACTIF=('DX', 'DZ'))")[0]
    # the first axis stands along Y
    np.testing.assert_allclose(first, [[1.0, 1.5], [3.0, 4.0]])


@pytest.mark.parametrize(
    "given, along",
    [
        ("VECT_X=(0., 1., 0.)", {0: (0.0, 1.0, 0.0)}),
        ("VECT_Y=(0., 0., 1.)", {1: (0.0, 0.0, 1.0)}),
        ("VECT_X=(0., 0.6, 0.8), VECT_Y=(1., 0.6, 0.8)", {0: (0.0, 0.6, 0.8), 1: (1.0, 0.0, 0.0)}),
    ],
)
def test_gauges_along_directions(seen, given, along):
    levels = f"MODI_REPERE=_F(GROUP_MA=('FIRST', 'SECOND'), REPERE='DIR_JAUGE', {given})"
    first = seen(levels)[0]
    for axis, direction in along.items():
        np.testing.assert_allclose(first[:, axis], np.array([[0.5, 1.0, 1.5], [2.0, 3.0, 4.0]]) @ direction, atol=1e-12)


def test_means_need_strains(seen):
    with pytest.raises(Refused, match="means are those of EPSI_NOEU"):
        seen("EPSI_MOYENNE=_F(GROUP_NO='BOTH')")
