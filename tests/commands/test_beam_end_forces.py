"""EFGE_ELNO of beams under loads along them: without weight and FORCE_POUTRE, and without nothing else, as in code_aster."""

import numpy as np
import pytest

from pyaster_lite import api

MESH = "COOR_3D\nN1 0. 0. 0.\nN2 2. 0. 0.\nFINSF\nSEG2\nM1 N1 N2\nFINSF\nGROUP_NO\nFOOT N1\nFINSF\nFIN\n"
AREA, DENSITY, LENGTH = 0.01, 7800.0, 2.0
DECK = f"""DEBUT()
MA = LIRE_MAILLAGE(FORMAT='ASTER')
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='%s'))
M = DEFI_MATERIAU(ELAS=_F(E=2.0e11, NU=0.3, RHO={DENSITY}))
CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=M))
CA = AFFE_CARA_ELEM(MODELE=MO, POUTRE=_F(GROUP_MA='M1', SECTION='RECTANGLE', CARA='H', VALE=0.1))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO='FOOT', DX=0.0, DY=0.0, DZ=0.0, DRX=0.0, DRY=0.0, DRZ=0.0%s))
PULL = AFFE_CHAR_MECA(MODELE=MO, %s)
R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, CARA_ELEM=CA, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=PULL)))
R = CALC_CHAMP(reuse=R, RESULTAT=R, CONTRAINTE='EFGE_ELNO')
FIN()
"""
MASS = AREA * DENSITY * LENGTH
WEIGHT = "PESANTEUR=_F(GRAVITE=10.0, DIRECTION=(1.0, 0.0, 0.0))"
PUSHED = "FORCE_POUTRE=_F(TOUT='OUI', FX=50.0)"
SPIN = "ROTATION=_F(VITESSE=3.0, AXE=(0.0, 0.0, 1.0), CENTRE=(0.0, 0.0, 0.0))"
LONGER = "PRE_EPSI=_F(TOUT='OUI', EPX=1.0e-6)"


def ends(folder, word, load):
    deck = folder / "demo.comm"
    deck.write_text(DECK % (word, ", GRX=0.0" if word == "POU_D_TG" else "", load))
    (folder / "demo.mail").write_text(MESH.replace("GROUP_NO", "GROUP_MA\nM1 M1\nFINSF\nGROUP_NO"))
    field = api.run(deck, output=folder / "out")["R"].field("EFGE_ELNO", 1)
    return field.component("N", np.array([0])).ravel()


@pytest.mark.parametrize(
    "word, load, expected",
    [
        ("POU_D_T", WEIGHT, (MASS * 10.0, 0.0)),
        ("POU_D_T", PUSHED, (100.0, 0.0)),
        ("POU_D_TG", PUSHED, (100.0, 0.0)),
        # what the stiffness makes of the displacements alone: the tip bears what reaches it of the load, the foot as much
        ("POU_D_TG", WEIGHT, (MASS * 5.0, MASS * 5.0)),
        ("POU_D_T", LONGER, (2.0e11 * AREA * 1e-6,) * 2),
    ],
)
def test_ends_hold(tmp_path, word, load, expected):
    assert ends(tmp_path, word, load) == pytest.approx(expected, abs=1e-6)


def test_a_spinning_beam_has_one_force(tmp_path):
    foot, tip = ends(tmp_path, "POU_D_T", SPIN)
    assert foot == pytest.approx(tip) and foot > 0.0
