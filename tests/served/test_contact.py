"""What a deck's Python asks of DEFI_CONT and of meshes paired with each other."""

from pathlib import Path

import pyaster_lite

MESH = Path(__file__).parents[2] / "meshes/pressed_patches.mail"
DECK = """
import os
from code_aster import CA
from code_aster.MacroCommands.defi_cont import DEFI_CONT
from libaster import PairingMethod

DEBUT()
MESH = LIRE_MAILLAGE(FORMAT="ASTER")
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
CONT = DEFI_CONT(
    MODELE=MODEL,
    INFO=2,
    ZONE=_F(
        GROUP_MA_MAIT="GROUND", GROUP_MA_ESCL="FOOT", ALGO_CONT="NITSCHE", SYME="NON", FROTTEMENT="OUI", TYPE_FROT="COULOMB", COULOMB=0.3
    ),
)
test = CA.TestCase()
zone = CONT.getContactZone(0)
test.assertEqual(zone.getContactParameter().getAlgorithm(), CA.ContactAlgo.Nitsche)
test.assertEqual(zone.getContactParameter().getVariant(), CA.ContactVariant.Robust)
test.assertEqual(zone.getFrictionParameter().getCoulomb(), 0.3)
test.assertEqual(zone.getPairingParameter().getInitialState(), CA.InitialState.Interpenetrated)
test.assertTrue(CONT.hasFriction)
CONT.hasFriction = False
test.assertFalse(CONT.hasFriction)

pairing = CA.ContactPairing(CONT)
pairing.compute()
test.assertEqual(pairing.getNumberOfPairs(), 10)
field = CA.FieldOnNodesReal(NUME_DDL(MODELE=MODEL))
field.setValues(4.0)
pairing.updateCoordinates(field)
test.assertEqual(pairing.getCoordinates().getValues()[:2], [value + 4.0 for value in MESH.getCoordinates().getValues()[:2]])

every = CA.MeshPairing()
every.setMesh(MESH)
every.setPair("FOOT", "GROUND")
every.setMethod(PairingMethod.BrutForce)
every.compute()
test.assertEqual(sorted(every.getListOfPairs()), sorted(pairing.getListOfPairs(0)))
lengths = [every.getIntersectionArea(i) for i in range(every.getNumberOfPairs())]
test.assertAlmostEqual(sum(lengths), 7 * 2.0)
test.assertEqual([len(every.getQuadraturePoints(i)) for i in range(2)], [3, 3])
test.assertEqual(len(pairing.getFiniteElementDescriptor().getVirtualCellsDescriptor()), 10)
FIN()
"""


def test_zones_parameters_and_pairs(tmp_path):
    deck = tmp_path / "deck.comm"
    deck.write_text(DECK)
    study = pyaster_lite.run(deck, units={20: MESH}, output=tmp_path)
    assert [row.label for row in study.tests if not row.passed] == [] and len(study.tests) == 12
