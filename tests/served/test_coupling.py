"""Two programs in one deck, which give each other fields of their interface."""

import os

import pytest

import pyaster_lite

pytest.importorskip("medcoupling")
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a study becomes two processes by fork")

PROGRAMS = """
from mpi4py import MPI
from code_aster.Commands import *
from code_aster import CA
from code_aster.Coupling import ExternalCoupling

first = MPI.COMM_WORLD.rank < MPI.COMM_WORLD.size / 2
cpl = ExternalCoupling("one" if first else "two", starter=first)
cpl.init_coupling("two" if first else "one")
CA.init("--test", comm=cpl.MPI.ASTER_COMM_WORLD)
test = CA.TestCase()
mesh = CA.Mesh.buildSquare(refine=1 if first else {refined})
names = ("TEMP", ["TEMP"], "NODES"), ("PRES", ["PRES"], "NODES")

class Solver:
    def run_iteration(self, number, time, step, data):
        own = CREA_CHAMP(OPERATION="EXTR", TYPE_CHAM="NOEU_GEOM_R", NOM_CHAM="GEOMETRIE", MAILLAGE=mesh)
        if first:
            test.assertEqual(data["PRES"] is None, number == 0 and time == 0.5)
            if data["PRES"] is not None:
                self.back = cpl.medcpl.import_pressure(data["PRES"])
            return True, {{"TEMP": cpl.medcpl.export_temperature({field})}}
        self.got = cpl.medcpl.import_temperature(data["TEMP"])
        return True, {{"PRES": cpl.medcpl.export_pressure(self.got.asPhysicalQuantity("PRES_R", {{"TEMP": "PRES"}}))}}

solver = Solver()
cpl.setup((mesh, ["SURFACE"]), *([[names[1]], [names[0]]] if first else [[names[0]], [names[1]]]))
cpl.run(solver, **({{"time_list": [0.0, 0.5, 1.0]}} if first else {{}}))
field = solver.back if first else solver.got
{asserted}
cpl.finalize()
CA.close()
"""
CONSTANT = 'CREA_CHAMP(OPERATION="AFFE", TYPE_CHAM="NOEU_TEMP_R", MAILLAGE=mesh, AFFE=_F(TOUT="OUI", NOM_CMP="TEMP", VALE=3.0))'


def both(folder, **parts):
    """The study of two programs."""
    path = folder / "deck.comm"
    path.write_text(PROGRAMS.format(**parts))
    study = pyaster_lite.run(path, output=folder / "out")
    assert all(row.passed for row in study.tests), [row for row in study.tests if not row.passed]
    return study


def test_a_field_goes_and_comes_back_within_its_bounds(tmp_path):
    """By dual cells a field that rises from 0 to 1 is smoothed, about its middle."""
    within = "v = field.getValues()\ntest.assertAlmostEqual(v[0], 1.0 - v[2])\n"
    within += "test.assertEqual((round(v[4], 9), 0 < v[0] < 0.2), (0.5, True))"
    study = both(tmp_path, refined=1, field='own.asPhysicalQuantity("TEMP_R", {"X": "TEMP"})', asserted=within)
    # two of the starter's iterations, and two of each program at the end
    assert len(study.tests) == 6


def test_a_constant_stays_one_on_another_mesh(tmp_path):
    both(tmp_path, refined=2, field=CONSTANT, asserted="test.assertAlmostEqual(field.norm('NORM_INFINITY'), 3.0)")


def test_an_error_of_the_second_program_is_told(tmp_path):
    with pytest.raises(pyaster_lite.Refused) as refused:
        both(tmp_path, refined=1, field=CONSTANT, asserted="first or 1 / 0")
    assert "ZeroDivisionError" in str(refused.value)


def test_one_program_alone_has_nobody_to_talk_to(tmp_path):
    path = tmp_path / "deck.comm"
    path.write_text("from mpi4py import MPI\nfrom code_aster.Commands import *\nDEBUT()\nMPI.COMM_WORLD.send(1, dest=1)\n")
    with pytest.raises(pyaster_lite.Refused) as refused:
        pyaster_lite.run(path, output=tmp_path / "out")
    assert "no process 1" in str(refused.value)
