"""IMPE_FACE: sides of a fluid with p = Z v, beside the openings that today's models have."""

import numpy as np
import pytest

from pyaster_lite.study.run import Options, Study

DECK = """
DEBUT()
MESH = DEFI_MAILLAGE_OF_GRID
AIR = DEFI_MATERIAU(FLUIDE=_F(RHO=2.0, CELE_R=3.0))
FIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", MATER=AIR))
SHUT = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="{physics}", MODELISATION="{kind}"))
OPEN = AFFE_MODELE(
    MAILLAGE=MESH,
    AFFE=(
        _F(TOUT="OUI", PHENOMENE="{physics}", MODELISATION="{kind}"),
        _F(GROUP_MA="END", PHENOMENE="{physics}", MODELISATION="{absorbing}"),
    ),
)
ANSWER = {command}(MODELE=SHUT, IMPE_FACE=_F(GROUP_MA="END", IMPE={value}))
ONE = CALC_MATR_ELEM(MODELE=SHUT, CHAM_MATER=FIELD, OPTION="{option}", CHARGE=ANSWER)
OTHER = CALC_MATR_ELEM(MODELE=OPEN, CHAM_MATER=FIELD, OPTION="{option}")
FIN()
""".replace("DEFI_MAILLAGE_OF_GRID", 'LIRE_MAILLAGE(FORMAT="ASTER")')
MESH = """\
COOR_2D
N1 0 0  N2 2 0  N3 2 3  N4 0 3
FINSF
QUAD4
M1 N1 N2 N3 N4
FINSF
SEG2
M2 N2 N3
FINSF
GROUP_MA NOM=END
M2
FINSF
FIN
"""
SOUND = {"physics": "ACOUSTIQUE", "kind": "PLAN", "absorbing": "PLAN_ABSO", "command": "AFFE_CHAR_ACOU", "option": "AMOR_ACOU"}
FLUID = {"physics": "MECANIQUE", "kind": "2D_FLUIDE", "absorbing": "2D_FLUI_ABSO", "command": "AFFE_CHAR_MECA", "option": "IMPE_MECA"}


def _run(tmp_path, text):
    mesh, deck = tmp_path / "box.mail", tmp_path / "deck.comm"
    mesh.write_text(MESH)
    deck.write_text(text)
    return Study(deck, Options(units={20: mesh}, output=tmp_path / "out", verbosity=-1)).run()


def _matrix(made):
    return made.model.assembler.matrix(made.blocks).toarray()


@pytest.mark.parametrize("words", [SOUND | {"value": "6.0 + 0j"}, FLUID | {"value": "6.0"}], ids=["sound", "fluid"])
def test_the_impedance_of_a_plane_wave_is_an_opening(tmp_path, words):
    study = _run(tmp_path, DECK.format(**words))
    one, other = _matrix(study["ONE"]), _matrix(study["OTHER"])
    assert np.abs(one).max() > 0.1
    assert np.allclose(one, other, rtol=1e-12)


def test_no_impedance_stands_for_none(tmp_path):
    study = _run(tmp_path, DECK.format(**FLUID, value="0.0"))
    assert not _matrix(study["ONE"]).any()
