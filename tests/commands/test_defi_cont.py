"""What DEFI_CONT refuses, and by which name a deck's Python catches it."""

import pytest

import pyaster_lite

HEAD = """
from code_aster.Commands import *
from code_aster import CA
DEBUT()
test = CA.TestCase()
M = CA.Mesh.buildSquare(refine=1)
BODY = AFFE_MODELE(MAILLAGE=M, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
HEAT = AFFE_MODELE(MAILLAGE=M, AFFE=_F(TOUT="OUI", PHENOMENE="THERMIQUE", MODELISATION="PLAN"))


def caught(model, *zones):
    try:
        DEFI_CONT(MODELE=model, ZONE=[_F(GROUP_MA_MAIT=a, GROUP_MA_ESCL=b, VERI_NORM="NON") for a, b in zones])
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
    ],
)
def test_refusals_have_names(tmp_path, call, expected):
    path = tmp_path / "deck.comm"
    path.write_text(HEAD + f"test.assertEqual(caught({call}), {expected!r})\n")
    (row,) = pyaster_lite.run(path, output=tmp_path / "out").tests
    assert row.passed, row.computed
