"""The laws of a problem that a deck's Python steps itself are those of STAT_NON_LINE."""

import pytest

from .decks import METAL, runner

DECK = (
    METAL
    + """
held = AFFE_CHAR_CINE(MODELE=model, MECA_IMPO=(_F(GROUP_MA="LEFT", DX=0.0, DY=0.0), _F(GROUP_MA="RIGHT", DX=0.02)))
law = _F(RELATION="VMIS_ISOT_LINE")
problem = CA.PhysicalProblem(model, field)
problem.computeBehaviourProperty(COMPORTEMENT=law)
problem.addDirichletBC(held)
computation = CA.DiscreteComputation(problem)
stress = CA.FieldOnCellsReal(model, "ELGA", "SIEF_R")
test.assertEqual(stress.getComponents(), ["SIXX", "SIYY", "SIZZ", "SIXY"])
inner = CA.FieldOnCellsReal(model, "ELGA", "VARI_R", problem.getBehaviourProperty())
test.assertEqual(inner.getComponents(), ["V1", "V2"])
test.assertEqual(inner.norm("NORM_1"), 0.0)
"""
)


@pytest.fixture
def deck(tmp_path):
    return runner(tmp_path, DECK)


def test_a_step_of_the_command_balances_here_too(deck):
    deck("""
result = STAT_NON_LINE(
    MODELE=model, CHAM_MATER=field, EXCIT=_F(CHARGE=held), COMPORTEMENT=law, INCREMENT=_F(LIST_INST=DEFI_LIST_REEL(VALE=(0.0, 1.0))),
    CONVERGENCE=_F(RESI_GLOB_RELA=1e-10),
)
end, rest = result.getField("DEPL", 1), result.getField("DEPL", 0)
_, code, variables, found, forces = computation.getInternalForces(rest, end, stress, inner, inner, 0.0, 1.0)
test.assertEqual(code, 0)
test.assertAlmostEqual((found - result.getField("SIEF_ELGA", 1)).norm("NORM_INFINITY"), 0.0)
test.assertAlmostEqual((variables - result.getField("VARI_ELGA", 1)).norm("NORM_INFINITY"), 0.0)
test.assertGreater(variables.norm("NORM_INFINITY"), 1e-3)
shown = CALC_CHAMP(RESULTAT=result, FORCE="FORC_NODA").getField("FORC_NODA", 1)
test.assertAlmostEqual((forces - shown).norm("NORM_INFINITY"), 0.0)
for chart in (result.getField("COMPORTEMENT", 1), problem.getBehaviourProperty().getBehaviourField()):
    again = computation.getMechanicalNodalForces(found, end, behaviourMap=chart)
    test.assertAlmostEqual((again - shown).norm("NORM_INFINITY"), 0.0)
with test.assertRaisesRegex(RuntimeError, "COMPORTEMENT"):
    problem.computeBehaviourProperty(COMPORTEMENT="ELAS")
test.assertAlmostEqual((computation.getMechanicalReactionForces(found, end) - shown).norm("NORM_INFINITY"), 0.0)
half = result.interpolateField("DEPL", 0.25)
test.assertAlmostEqual((4.0 * half - end).norm("NORM_INFINITY"), 0.0)
for bad in (dict(value=2.0), dict(value=0.5, crit="ABSOREL"), dict(value=0.5, prec=-1.0)):
    with test.assertRaises(ValueError):
        result.interpolateField("DEPL", **bad)
""")


def test_parts_of_a_tangent_make_the_whole(deck):
    study = deck("""
mesh.setGroupOfCells("ONE", mesh.getCells()[::2])
mesh.setGroupOfCells("REST", mesh.getCells()[1::2])
still = CA.FieldOnNodesReal(problem.getDOFNumbering())
numbering = NUME_DDL(MODELE=model)
parts = []
for groups in ((), ["ONE"], ["REST"]):
    _, code, matrix = computation.getTangentStiffnessMatrix(still, still, stress, inner, inner, 0.0, 1.0, groupOfCells=groups)
    parts.append(ASSE_MATRICE(MATR_ELEM=matrix, NUME_DDL=numbering).toNumpy())
test.assertAlmostEqual(abs(parts[0] - parts[1] - parts[2]).max(), 0.0)
test.assertGreater(abs(parts[1]).max(), 1.0)
test.assertGreater(abs(parts[2]).max(), 1.0)
""")
    assert len(study.tests) == 6
