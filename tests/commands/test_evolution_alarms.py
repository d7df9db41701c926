"""What evolutions warn of, as a deck's Python finds it by the names of code_aster's messages."""

import pytest

from ..served.decks import SQUARE, runner

HEAD = (
    SQUARE
    + """
from code_aster.Messages import MessageLog
model = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
held = AFFE_CHAR_CINE(MODELE=model, MECA_IMPO=_F(GROUP_MA="BOTTOM", DX=0.0, DY=0.0))
pull = AFFE_CHAR_CINE_F(MODELE=model, MECA_IMPO=_F(GROUP_MA="TOP", DY=DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 2.0, 0.2))))
times = DEFI_LIST_REEL(VALE=(0.0, 1.0, 2.0))
warm = CREA_CHAMP(OPERATION="AFFE", TYPE_CHAM="NOEU_TEMP_R", MAILLAGE=mesh, AFFE=_F(TOUT="OUI", NOM_CMP="TEMP", VALE=50.0))

def told(name, material, reference=50.0):
    before = {alarm[0]: alarm[1] for alarm in MessageLog.get_info_alarm()}.get(name, 0)
    field = AFFE_MATERIAU(
        MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=material),
        AFFE_VARC=_F(TOUT="OUI", NOM_VARC="TEMP", CHAM_GD=warm, VALE_REF=reference),
    )
    STAT_NON_LINE(
        MODELE=model, CHAM_MATER=field, EXCIT=(_F(CHARGE=held), _F(CHARGE=pull)), INCREMENT=_F(LIST_INST=times),
        COMPORTEMENT=_F(RELATION="ELAS"),
    )
    return {alarm[0]: alarm[1] for alarm in MessageLog.get_info_alarm()}.get(name, 0) - before
"""
)


@pytest.fixture
def told(tmp_path):
    return runner(tmp_path, HEAD)


def test_a_start_that_is_strained(told):
    told("""
metal = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.0, ALPHA=1e-5))
test.assertEqual(told("MECANONLINE2_97", metal), 0)
test.assertEqual(told("MECANONLINE2_97", metal, 20.0), 1)
""")


def test_points_beyond_the_bounds_of_their_material(told):
    told("""
def metal(**bounds):
    return DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.0), VERI_BORNE=_F(**bounds))

# the strain is 0.2 at the end, its rate 0.1
for word, limit in (("EPSI_MAXI", 0.2), ("VEPS_MAXI", 0.1)):
    test.assertEqual(told("MECANONLINE10_25", metal(**{word: 1.01 * limit})), 0)
    test.assertEqual(told("MECANONLINE10_25", metal(**{word: 0.9 * limit})), 1)
test.assertEqual(told("MECANONLINE10_25", metal(TEMP_MINI=0.0, TEMP_MAXI=60.0)), 0)
test.assertEqual(told("MECANONLINE10_25", metal(TEMP_MINI=0.0, TEMP_MAXI=40.0)), 1)
test.assertEqual(told("MECANONLINE10_25", metal(TEMP_MINI=55.0, TEMP_MAXI=60.0)), 1)
""")
