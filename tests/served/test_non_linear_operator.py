"""Steps that a deck's Python runs one after the other are those of one command over all of them."""

from .decks import METAL, runner

DECK = (
    METAL
    + """
held = AFFE_CHAR_MECA(MODELE=model, DDL_IMPO=(_F(GROUP_MA="LEFT", DX=0.0, DY=0.0), _F(GROUP_MA="RIGHT", DX=0.02)))
ramp = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 2.0, 1.0))
words = dict(COMPORTEMENT=_F(RELATION="VMIS_ISOT_LINE"), CONVERGENCE=_F(RESI_GLOB_RELA=1e-10))
whole = MECA_NON_LINE(
    MODELE=model, CHAM_MATER=field, EXCIT=_F(CHARGE=held, FONC_MULT=ramp),
    INCREMENT=_F(LIST_INST=DEFI_LIST_REEL(VALE=(0.0, 1.0, 2.0))), **words,
)
seen = []


class Watch(BaseHook):
    def run(self, operator):
        seen.append(operator.state.time_curr)


problem = CA.PhysicalProblem(model, field)
problem.addLoadFromDict({"CHARGE": held, "FONC_MULT": ramp, "TYPE_CHARGE": "FIXE_CSTE"})
operator = NonLinearOperator.factory(problem, **words)
operator.context.linear_solver = CA.LinearSolver.factory(METHODE="MUMPS")
operator.context.stepper = TimeStepper([1.0, 2.0])
operator.register_hook(Watch())
operator.register_hook(lambda own: seen.append(own.state.internVar.norm("NORM_INFINITY") > 1e-4))
operator.run()
test.assertEqual(seen, [1.0, True, 2.0, True])
test.assertAlmostEqual((operator.state.stress - whole.getField("SIEF_ELGA", 2)).norm("NORM_INFINITY"), 0.0, 12)
test.assertAlmostEqual((operator.state.primal_curr - whole.getField("DEPL", 2)).norm("NORM_INFINITY"), 0.0, 12)
test.assertEqual(operator.result.getIndexes(), [0, 1, 2])
"""
)


def test_steps_one_by_one(tmp_path):
    study = runner(tmp_path, DECK)("")
    assert [row.passed for row in study.tests] == [True] * 4
