"""CALC_FATIGUE with VMIS_TRESCA: the largest range up to each place, as code_aster 17 computes."""

import pytest

from pyaster_lite import api

MAIL = """COOR_3D
A 0. 0. 0.
B 1. 0. 0.
C 1. 1. 0.
D 0. 1. 0.
E 2. 0. 0.
F 2. 1. 0.
A1 0. 0. 1.
B1 1. 0. 1.
C1 1. 1. 1.
D1 0. 1. 1.
E1 2. 0. 1.
F1 2. 1. 1.
FINSF
HEXA8
Q1 A B C D A1 B1 C1 D1
Q2 B E F C B1 E1 F1 C1
FINSF
GROUP_MA NOM=ONE
Q1
FINSF
GROUP_MA NOM=TWO
Q2
FINSF
GROUP_NO NOM=LINE
A B C
FINSF
FIN
"""
DECK = """
M = LIRE_MAILLAGE()
MO = AFFE_MODELE(MAILLAGE=M, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='3D'))
AXES = ('SIXX', 'SIYY', 'SIZZ', 'SIXY', 'SIXZ', 'SIYZ')


def state(kind, places):
    where = dict(MAILLAGE=M) if kind.startswith('NOEU') else dict(MODELE=MO, PROL_ZERO='OUI')
    return CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM=kind, **where,
                      AFFE=[_F(NOM_CMP=AXES, VALE=(pull, 0., 0., 0., 0., 0.), **place) for place, pull in places])


def series(name, kind, places):
    return CREA_RESU(OPERATION='AFFE', TYPE_RESU='EVOL_ELAS', AFFE=[
        _F(NOM_CHAM=name, CHAM_GD=state(kind, [(place, k * pull) for place, pull in places]), MODELE=MO, INST=float(k))
        for k in range(3)])


NODES = series('SIGM_NOEU', 'NOEU_SIEF_R', [(dict(NOEUD='A'), 3.), (dict(NOEUD='B'), 1.), (dict(NOEUD='C'), 4.)])
CELLS = series('SIEF_ELGA', 'ELGA_SIEF_R', [(dict(GROUP_MA='ONE'), 5.), (dict(GROUP_MA='TWO'), 2.)])
WORDS = dict(TYPE_CALCUL='FATIGUE_MULTI', TYPE_CHARGE='PERIODIQUE', CRITERE='VMIS_TRESCA', MAILLAGE=M)
AT_NODES = CALC_FATIGUE(OPTION='DOMA_NOEUD', RESULTAT=NODES, GROUP_NO='LINE', **WORDS)
AT_POINTS = CALC_FATIGUE(OPTION='DOMA_ELGA', RESULTAT=CELLS, GROUP_MA=('ONE', 'TWO'), **WORDS)
"""


@pytest.fixture
def study(tmp_path):
    (tmp_path / "deck.comm").write_text(DECK)
    (tmp_path / "deck.mail").write_text(MAIL)
    return api.run(tmp_path / "deck.comm", output=tmp_path / "out")


def test_the_widest_range_is_kept_from_place_to_place(study):
    for name in ("VMIS", "TRESCA"):
        assert study["AT_NODES"].component(name)[:3] == pytest.approx([6.0, 6.0, 8.0])
        assert study["AT_POINTS"].component(name, [0, 1]).ravel() == pytest.approx([10.0] * 16)
