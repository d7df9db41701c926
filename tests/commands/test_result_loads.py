"""CREA_RESU OPERATION='CONV_CHAR': what loads push with at instants; stresses of evolutions that are elastic and did not keep them."""

import numpy as np
import pytest

from tests.served.decks import METAL, runner

PUSHED = """
times = DEFI_LIST_REEL(VALE=(0.0, 1.0, 2.0))
grow = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 2.0, 6.0))
hold = AFFE_CHAR_MECA(MODELE=model, DDL_IMPO=_F(GROUP_MA="BOTTOM", DX=0.0, DY=0.0))
press = AFFE_CHAR_MECA_F(MODELE=model, PRES_REP=_F(GROUP_MA="TOP", PRES=grow))
"""


@pytest.fixture
def run(tmp_path):
    return runner(tmp_path, METAL + PUSHED)


@pytest.mark.parametrize("kind,name", [("DYNA_TRANS", "DEPL"), ("EVOL_CHAR", "FORC_NODA")])
def test_the_forces_of_a_load_are_told_at_each_instant(run, kind, name):
    study = run(f"""
ASSEMBLAGE(MODELE=model, CHAM_MATER=field, CHARGE=(hold,), NUME_DDL=CO("nu"), MATR_ASSE=_F(MATRICE=CO("k"), OPTION="RIGI_MECA"))
forces = CREA_RESU(
    OPERATION="CONV_CHAR", TYPE_RESU="{kind}", CONV_CHAR=_F(CHARGE=press, CHAM_MATER=field, MATR_RIGI=k, LIST_INST=times)
)
test.assertEqual(forces.getNumberOfIndexes(), 3)
""")
    found = study["forces"]
    assert list(found.orders) == [1, 2, 3]
    total = [np.nansum(found.field(name, order).component("DY")) for order in found.orders]
    np.testing.assert_allclose(total, [0.0, -3.0, -6.0], atol=1e-12)


def test_stresses_that_an_elastic_evolution_did_not_keep_are_those_of_its_displacements(run):
    words = "MODELE=model, CHAM_MATER=field, EXCIT=(_F(CHARGE=hold), _F(CHARGE=press)), INCREMENT=_F(LIST_INST=times)"
    study = run(f"""
law = _F(RELATION="ELAS")
whole = STAT_NON_LINE({words}, COMPORTEMENT=law)
bare = STAT_NON_LINE({words}, COMPORTEMENT=law, ARCHIVAGE=_F(LIST_INST=times, CHAM_EXCLU="SIEF_ELGA"))
whole = CALC_CHAMP(reuse=whole, RESULTAT=whole, FORCE="FORC_NODA")
bare = CALC_CHAMP(reuse=bare, RESULTAT=bare, FORCE="FORC_NODA")
test.assertEqual(len(bare.getIndexes()), len(whole.getIndexes()))
""")
    first, second = (study[name].field("FORC_NODA", 2).component("DY") for name in ("whole", "bare"))
    np.testing.assert_allclose(first, second, atol=1e-12)
    assert np.nanmax(abs(first)) > 1.0
