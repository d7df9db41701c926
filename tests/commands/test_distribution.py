"""How the volume of a strip is shared out over a field that grows along it."""

import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused

NODES = "\n".join(f"N{10 * j + i} {i}. {j}." for j in range(2) for i in range(5))
CELLS = "\n".join(f"M{i} N{i} N{i + 1} N{11 + i} N{10 + i}" for i in range(4))
MESH = f"COOR_2D\n{NODES}\nFINSF\nQUAD4\n{CELLS}\nFINSF\nGROUP_MA NOM=END\nM3\nFINSF\nFIN\n"
DECK = """
DEBUT()
MA = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))
F = FORMULE(VALE='2.0 * X', NOM_PARA='X')
C = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_NEUT_F', MAILLAGE=MA, AFFE=_F(TOUT='OUI', NOM_CMP='X1', VALE_F=F))
G = CREA_CHAMP(OPERATION='EXTR', TYPE_CHAM='NOEU_GEOM_R', MAILLAGE=MA, NOM_CHAM='GEOMETRIE')
X = CREA_CHAMP(OPERATION='EVAL', TYPE_CHAM='NOEU_NEUT_R', CHAM_F=C, CHAM_PARA=G)
T = POST_ELEM(MODELE=MO, CHAM_GD=X, VOLUMOGRAMME=_F(NOM_CMP='X1', {words}))
FIN()
"""


@pytest.fixture
def table(tmp_path):
    def run(words):
        (tmp_path / "strip.mail").write_text(MESH)
        (tmp_path / "deck.comm").write_text(DECK.format(words=words))
        return pyaster_lite.run(tmp_path / "deck.comm", output=tmp_path / "out", units={20: tmp_path / "strip.mail"})["T"]

    return run


@pytest.mark.parametrize(
    "words, shares",
    [
        ("TOUT='OUI', NB_INTERV=2", [50.0, 50.0]),
        ("TOUT='OUI', NB_INTERV=4, NORME='ABSOLU'", [1.0, 1.0, 1.0, 1.0]),
        ("TOUT='OUI', SEUIL=2.0", [25.0, 75.0]),
        ("TOUT='OUI', NB_INTERV=1, BORNES=(0.0, 4.0), NORME='ABSOLU'", [2.0]),
        ("GROUP_MA='END', NB_INTERV=2, NORME='ABSOLU', TYPE_MAILLE='2D'", [0.5, 0.5]),
    ],
)
def test_shares(table, words, shares):
    assert table(words).column("DISTRIBUTION") == pytest.approx(shares)


def test_an_absent_component_is_refused(table):
    with pytest.raises(Refused, match="no X1 on these cells"):
        table("GROUP_MA='END', NB_INTERV=2, TYPE_MAILLE='3D'")
