"""What DEFI_CONT refuses, and by which name a deck's Python catches it."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.commands._contact_mortar import bodies_behind
from pyaster_lite.concepts.mesh import CellBlock, Mesh

HEAD = """
from code_aster.Commands import *
from code_aster import CA
DEBUT()
test = CA.TestCase()
M = CA.Mesh.buildSquare(refine=1)
BODY = AFFE_MODELE(MAILLAGE=M, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
HEAT = AFFE_MODELE(MAILLAGE=M, AFFE=_F(TOUT="OUI", PHENOMENE="THERMIQUE", MODELISATION="PLAN"))


def caught(model, *zones, **words):
    try:
        DEFI_CONT(MODELE=model, ZONE=[_F(GROUP_MA_MAIT=a, GROUP_MA_ESCL=b, VERI_NORM="NON", **words) for a, b in zones])
    except CA.AsterError as error:
        return error.id_message
    return "fine"


"""


@pytest.mark.parametrize(
    "call, expected",
    [
        ("BODY, ('LEFT', 'RIGHT')", "fine"),
        ("BODY, ('LEFT', 'TOP')", "CONTACT1_1"),
        ("BODY, ('LEFT', 'RIGHT'), ('LEFT', 'RIGHT')", "CONTACT1_1"),
        ("HEAT, ('LEFT', 'RIGHT')", "CONTACT1_2"),
        ("BODY, ('LEFT', 'RIGHT'), ALGO_CONT='NITSCHE'", "fine"),
    ],
)
def test_refusals_have_names(tmp_path, call, expected):
    path = tmp_path / "deck.comm"
    path.write_text(HEAD + f"test.assertEqual(caught({call}), {expected!r})\n")
    (row,) = pyaster_lite.run(path, output=tmp_path / "out").tests
    assert row.passed, row.computed


def test_a_skin_has_one_body_behind_or_none():
    skins = CellBlock("SEG2", np.array([[0, 1], [1, 2], [4, 5]], np.int32), np.arange(3))
    bodies = CellBlock("QUAD4", np.array([[0, 1, 2, 3], [1, 6, 7, 2]], np.int32), np.arange(3, 5))
    mesh = Mesh(np.zeros((8, 2)), [skins, bodies], {}, {}, space_dimension=2)
    assert bodies_behind(mesh, np.arange(3)).tolist() == [3, -1, -1]
