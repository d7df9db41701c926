"""FORCE_POUTRE: what of a wind pushes a beam, what pipes bear."""

import numpy as np
import pytest

from tests.commands.meshes import diagnostics, run

LINE = """\
COOR_3D
A 0 0 0
B 3 4 0
FINSF
SEG2
ONE A B
FINSF
GROUP_MA NOM=BEAM
ONE
FINSF
GROUP_NO NOM=FOOT
A
FINSF
FIN
"""
MODEL = """\
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='BEAM', PHENOMENE='MECANIQUE', MODELISATION='POU_D_T'))
CA = AFFE_CARA_ELEM(MODELE=MO, POUTRE=_F(GROUP_MA='BEAM', SECTION='CERCLE', CARA='R', VALE=0.1))
M = DEFI_MATERIAU(ELAS=_F(E=1e9, NU=0.0))
CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=M))
F = DEFI_CONSTANTE(VALE=10.0)
G = DEFI_CONSTANTE(VALE=-7.0)
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO='FOOT', DX=0.0, DY=0.0, DZ=0.0, DRX=0.0, DRY=0.0, DRZ=0.0))
BLOWN = AFFE_CHAR_MECA_F(MODELE=MO, FORCE_POUTRE=_F(GROUP_MA='BEAM', TYPE_CHARGE='VENT', WORDS))
R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, CARA_ELEM=CA, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=BLOWN)))
R = CALC_CHAMP(reuse=R, RESULTAT=R, FORCE='REAC_NODA')"""


@pytest.mark.parametrize(
    "words, force",
    [
        ("FX=F", 0.8 * 10.0 * 0.8 * np.array([0.8, -0.6, 0.0])),
        ("FZ=G", np.array([0.0, 0.0, -7.0])),
        ("VY=F", 10.0 * np.array([-0.8, 0.6, 0.0])),
    ],
)
def test_a_wind_pushes_across_by_the_sine_of_its_angle(tmp_path, words, force):
    study = run(tmp_path, MODEL.replace("WORDS", words), text=LINE)
    assert not study.diagnostics, [d.message for d in study.diagnostics]
    held = study["R"].field("REAC_NODA", 1).values[0, :3]
    np.testing.assert_allclose(held, -5.0 * force, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    "first, second, force",
    [
        ("FX=3.0, FY=5.0", "FY=-1.0", np.array([3.0, -1.0, 0.0])),
        ("N=2.0, VY=5.0", "VY=3.0", 2.0 * np.array([0.6, 0.8, 0.0]) + 3.0 * np.array([-0.8, 0.6, 0.0])),
        # axes, once said, hold on
        ("N=2.0", "FY=3.0", 2.0 * np.array([0.6, 0.8, 0.0]) + 3.0 * np.array([-0.8, 0.6, 0.0])),
        ("FX=2.0", "VY=3.0", 2.0 * np.array([0.6, 0.8, 0.0]) + 3.0 * np.array([-0.8, 0.6, 0.0])),
    ],
)
def test_a_later_occurrence_leaves_the_components_that_it_does_not_name(tmp_path, first, second, force):
    given = f"AFFE_CHAR_MECA(MODELE=MO, FORCE_POUTRE=(_F(GROUP_MA='BEAM', {first}), _F(GROUP_MA='BEAM', {second})))"
    text = MODEL.replace("AFFE_CHAR_MECA_F(MODELE=MO, FORCE_POUTRE=_F(GROUP_MA='BEAM', TYPE_CHARGE='VENT', WORDS))", given)
    study = run(tmp_path, text, text=LINE)
    assert not study.diagnostics, [d.message for d in study.diagnostics]
    np.testing.assert_allclose(study["R"].field("REAC_NODA", 1).values[0, :3], -5.0 * force, rtol=1e-9, atol=1e-9)


def test_a_wind_of_numbers_is_refused(tmp_path):
    text = MODEL.replace("AFFE_CHAR_MECA_F", "AFFE_CHAR_MECA").replace("WORDS", "FX=1.0")
    assert "VENT" in diagnostics(tmp_path, text, text=LINE)[0]


PIPE = LINE.replace("B 3 4 0", "B 3 4 0\nC 1.5 2 0").replace("SEG2\nONE A B", "SEG3\nONE A B C")
PIPES = (
    MODEL.replace("POU_D_T", "TUYAU_3M")
    .replace("CARA='R', VALE=0.1", "CARA=('R', 'EP'), VALE=(0.1, 0.01)")
    .replace("))\nM =", "), ORIENTATION=_F(GROUP_NO='FOOT', CARA='GENE_TUYAU', VALE=(0.0, 0.0, 1.0)))\nM =")
    .replace("DX=0.0, DY=0.0, DZ=0.0, DRX=0.0, DRY=0.0, DRZ=0.0", "BLOCAGE=('DEPLACEMENT', 'ROTATION', 'TUYAU_FOURIER')")
    .replace(", TYPE_CHARGE='VENT'", "")
)


@pytest.mark.parametrize(
    "words, force", [("N=2.0, VY=3.0", [2.0, 3.0, 0.0]), ("VZ=4.0, MT=7.0", [0.0, 0.0, 4.0]), ("MX=5.0", [0.0, 0.0, 0.0])]
)
def test_pipes_take_numbers_along_the_axes_of_all_and_no_moments(tmp_path, words, force):
    """As code_aster 17: whether they are given along the axes of the pipe makes no difference."""
    study = run(tmp_path, PIPES.replace("AFFE_CHAR_MECA_F", "AFFE_CHAR_MECA").replace("WORDS", words), text=PIPE)
    assert not study.diagnostics, [d.message for d in study.diagnostics]
    held = study["R"].field("REAC_NODA", 1)
    found = [held.component(name)[0] for name in ("DX", "DY", "DZ")]
    np.testing.assert_allclose(found, -5.0 * np.array(force), rtol=1e-6, atol=1e-6)


def test_functions_along_the_axes_of_a_pipe_are_refused(tmp_path):
    study = run(tmp_path, PIPES.replace("WORDS", "VY=F"), text=PIPE)
    assert ["pipes bear functions" in d.message for d in study.diagnostics] == [True]
