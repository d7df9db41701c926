"""EFFE_FOND: the whole pull is the pressure times the area of the hole."""

import numpy as np

from tests.commands.meshes import run

CUBE = """\
COOR_3D
N1 0 0 0
N2 2 0 0
N3 2 3 0
N4 0 3 0
N5 0 0 1
N6 2 0 1
N7 2 3 1
N8 0 3 1
FINSF
HEXA8
M1 N1 N2 N3 N4 N5 N6 N7 N8
FINSF
QUAD4
M2 N5 N6 N7 N8
FINSF
SEG2
M3 N1 N2  M4 N3 N2  M5 N5 N6  M6 N6 N2  M7 N5 N1
FINSF
GROUP_MA NOM=TOP
M2
FINSF
GROUP_MA NOM=AROUND
M3 M7 M5 M6
FINSF
GROUP_MA NOM=OPEN
M3 M4 M5
FINSF
FIN
"""
MODEL = "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='3D'))"


def load(*occurrences):
    return f"L = AFFE_CHAR_MECA(MODELE=MO, EFFE_FOND=({''.join(f'_F({text}), ' for text in occurrences)}))"


def messages(study):
    return [d.message for d in study.diagnostics if d.severity.name == "ERROR"]


def test_the_section_bears_the_pressure_on_the_hole(tmp_path):
    vector = "V = CALC_VECT_ELEM(OPTION='CHAR_MECA', CHARGE=L)"
    hole = "GROUP_MA='TOP', GROUP_MA_INT='AROUND', PRES={}".format
    study = run(tmp_path, MODEL, load(hole(3.0), hole(5.0)), vector, text=CUBE)
    assert not messages(study)
    forces = study["V"].vector.reshape(-1, 3)
    np.testing.assert_allclose(forces[4:], np.broadcast_to([0.0, 0.0, 5.0 * 2.0 / 4.0], (4, 3)), atol=1e-12)
    np.testing.assert_allclose(forces[:4], 0.0)


def test_what_is_no_hole_is_refused(tmp_path):
    hole = "GROUP_MA='TOP', GROUP_MA_INT='{}', PRES=1.0".format
    for text, told in ((hole("OPEN"), "do not close"), (hole("TOP"), "is no segment")):
        assert any(told in message for message in messages(run(tmp_path, MODEL, load(text), text=CUBE)))
