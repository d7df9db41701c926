"""POST_LIQUEFACTION: each criterion by hand, and states that it cannot be told of."""

import numpy as np
import pytest

from pyaster_lite.diagnostics import Refused
from tests.served.decks import SQUARE, runner

STATES = """
curved = CREA_MAILLAGE(MAILLAGE=mesh, LINE_QUAD=_F(TOUT="OUI"))
model = AFFE_MODELE(MAILLAGE=curved, AFFE=_F(GROUP_MA="SURFACE", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN_HM_SI"))


def state(pores, along, across):
    names = ("SIPXX", "SIPYY", "SIXX", "SIYY", "SIZZ")
    return CREA_CHAMP(
        OPERATION="AFFE", TYPE_CHAM="ELGA_SIEF_R", MODELE=model, PROL_ZERO="OUI",
        AFFE=_F(GROUP_MA="SURFACE", NOM_CMP=names, VALE=(0.0, pores, across, along, across)),
    )


def followed(*fields):
    steps = [_F(NOM_CHAM="SIEF_ELGA", CHAM_GD=field, MODELE=model, INST=float(i)) for i, field in enumerate(fields)]
    return CREA_RESU(OPERATION="AFFE", TYPE_RESU="EVOL_NOLI", AFFE=steps)


rest = followed(state(-10.0, -40.0, -25.0))
shaken = followed(state(-10.0, -40.0, -25.0), state(-22.0, -28.0, -10.0))
"""


@pytest.fixture
def run(tmp_path):
    return runner(tmp_path, SQUARE + STATES)


def test_every_criterion_by_hand(run):
    study = run("""
for word in ("DP_SIGV_REF", "DP_SIGM_REF", "DP"):
    globals()[word] = POST_LIQUEFACTION(AXE="Y", CRITERE=word, RESULTAT=shaken, RESU_REF=rest, INST_REF=0.0)
P_SIGM = POST_LIQUEFACTION(AXE="Y", CRITERE="P_SIGM", RESULTAT=shaken)
NONE = POST_LIQUEFACTION(AXE="Y", CRITERE="DP_SIGV_REF", RESULTAT=shaken, RESU_REF=followed(state(-10.0, 0.0, -25.0)), INST_REF=0.0)
test.assertEqual(len(P_SIGM.getIndexes()), 2)
""")
    expected = {"DP_SIGV_REF": (0.0, 0.3), "DP_SIGM_REF": (0.0, 0.4), "DP": (0.0, -12.0), "P_SIGM": (1 / 3, 1.375), "NONE": (0.0, 0.0)}
    for word, values in expected.items():
        result = study[word]
        for order, value in zip(result.orders, values):
            block = result.field("SIEF_ELGA", order).blocks[0]
            np.testing.assert_allclose(block.values[..., block.components.index("SIPYY")], value, rtol=1e-12)
            np.testing.assert_array_equal(block.values[..., block.components.index("SIYY")], 0.0)


def test_a_reference_must_be_at_an_instant_that_there_is(run):
    with pytest.raises(Refused, match="has no instant 3; the nearest is 0"):
        run('found = POST_LIQUEFACTION(AXE="Y", CRITERE="DP", RESULTAT=shaken, RESU_REF=rest, INST_REF=3.0)')
