"""What a deck removes stays as long as something else needs it."""

import pyaster_lite


def test_removed_concepts_live_on_in_others(tmp_path):
    path = tmp_path / "deck.comm"
    path.write_text("""
from code_aster.Commands import *
from code_aster import CA
import libaster
CA.init("--test")
test = CA.TestCase()
mesh = CA.Mesh.buildSquare(refine=1)
model = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
steel = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.0))
field = AFFE_MATERIAU(MAILLAGE=mesh, MODELE=model, AFFE=_F(TOUT="OUI", MATER=steel))
parts = [f"{one.getName():19s}._TCO" for one in (mesh, model, steel)]
DETRUIRE(NOM=(mesh, model, steel))
test.assertTrue(all(map(libaster.debugJeveuxExists, parts)))
test.assertEqual(field.getDependencies(), [])
field.addDependency(steel_again := DEFI_MATERIAU(ELAS=_F(E=1.0, NU=0.0)))
test.assertEqual(field.getDependencies(), [steel_again])
field.removeDependency(steel_again)
test.assertEqual(field.getDependencies(), [])
DETRUIRE(NOM=field)
test.assertFalse(any(map(libaster.debugJeveuxExists, parts)))
CA.close()
""")
    study = pyaster_lite.run(path, output=tmp_path / "out")
    assert [row.passed for row in study.tests] == [True] * 5
