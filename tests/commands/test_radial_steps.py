"""RESI_RADI_RELA: steps in which plastic flow turns too far are refused."""

import pytest

from ..served.decks import METAL, runner

HEAD = (
    METAL
    + """
held = AFFE_CHAR_CINE(MODELE=model, MECA_IMPO=_F(GROUP_MA="BOTTOM", DX=0.0, DY=0.0))
up = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 1.0, 0.02, 2.0, 0.02))
aside = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 1.0, 0.0, 2.0, 0.02))
top = AFFE_CHAR_CINE_F(MODELE=model, MECA_IMPO=_F(GROUP_MA="TOP", DX=aside, DY=up))
times = DEFI_LIST_REEL(VALE=(0.0, 0.5, 1.0, 1.5, 2.0))

def walked(relation, limit, steps=times):
    try:
        return STAT_NON_LINE(
            MODELE=model, CHAM_MATER=field, EXCIT=(_F(CHARGE=held), _F(CHARGE=top)), INCREMENT=_F(LIST_INST=steps),
            COMPORTEMENT=_F(RELATION=relation, **({} if limit is None else {"RESI_RADI_RELA": limit})),
        )
    except CA.AsterError as error:
        return str(error)
"""
)


@pytest.fixture
def told(tmp_path):
    return runner(tmp_path, HEAD)


@pytest.mark.parametrize("relation", ["VMIS_ISOT_LINE", "VMIS_CINE_LINE"])
def test_flow_that_turns_too_far_stops_the_step(told, relation):
    told(f"""
metal = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.25), ECRO_LINE=_F(D_SIGM_EPSI=10.0, SY=0.5), PRAGER=_F(C=5.0))
field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=metal))
test.assertTrue("direction of plastic flow turns" in walked("{relation}", 0.05))
test.assertEqual(walked("{relation}", 1.0).getLastIndex(), 4)
""")


def test_steps_are_cut_until_it_turns_little(told):
    told("""
cut = DEFI_LIST_INST(DEFI_LIST=_F(LIST_INST=times), ECHEC=_F(SUBD_NIVEAU=8))
whole, fine = walked("VMIS_ISOT_LINE", None, cut), walked("VMIS_ISOT_LINE", 0.1, cut)
test.assertEqual(whole.getLastIndex(), 4)
test.assertTrue(fine.getLastIndex() > 6)
""")
