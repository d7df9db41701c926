"""Meshes and fields that a deck's Python writes to files are what is read back."""

import contextvars

import pytest

import pyaster_lite
from pyaster_lite.concepts.mesh_shapes import box

DECK = """
from code_aster.Commands import *
from code_aster import CA
CA.init("--test")
test = CA.TestCase()
mesh = CA.Mesh.buildSquare(refine=1)
mesh.printMedFile("{folder}/mesh.med")
again = CA.Mesh()
again.readMedFile("{folder}/mesh.med")
test.assertEqual(again.getNumberOfCells(), mesh.getNumberOfCells())
test.assertTrue(again.checkConsistency("{folder}/mesh.med") and again.checkJoints())
again.setGroupOfNodes("CORNER", [0])
test.assertFalse(again.checkConsistency("{folder}/mesh.med"))
model = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
field = CREA_CHAMP(TYPE_CHAM="NOEU_DEPL_R", OPERATION="AFFE", MODELE=model, AFFE=_F(TOUT="OUI", NOM_CMP=("DX", "DY"), VALE=(1.0, 2.0)))
field.printMedFile("{folder}/field.med", "SHIFT")
DEFI_FICHIER(UNITE=81, FICHIER="{folder}/field.med", TYPE="BINARY", ACCES="OLD")
read = LIRE_CHAMP(MAILLAGE=mesh, TYPE_CHAM="NOEU_DEPL_R", NOM_MED="SHIFT", NOM_CMP_IDEM="OUI", UNITE=81)
test.assertEqual(read.norm("NORM_1"), 27.0)
result = CREA_RESU(OPERATION="AFFE", TYPE_RESU="EVOL_ELAS", AFFE=_F(NOM_CHAM="DEPL", MODELE=model, CHAM_GD=field, INST=1.0))
test.assertTrue(result.printMedFile("{folder}/result.med", local=True))
CA.close()
"""


def test_what_is_printed_is_read_back(tmp_path):
    path = tmp_path / "deck.comm"
    path.write_text(DECK.format(folder=tmp_path))
    study = pyaster_lite.run(path, output=tmp_path / "out")
    assert [row.passed for row in study.tests] == [True] * 5
    assert (tmp_path / "result.med").stat().st_size > 1000


def test_nothing_prints_outside_of_a_study():
    with pytest.raises(LookupError):
        contextvars.Context().run(box((1.0, 1.0), (1, 1)).printMedFile, "nowhere.med")


def test_python_reads_what_a_command_writes_to_a_unit(tmp_path):
    path = tmp_path / "deck.comm"
    path.write_text("""
from code_aster.Commands import *
from code_aster import CA
from code_aster.Helpers import LogicalUnitFile
CA.init("--test")
test = CA.TestCase()
table = CREA_TABLE(LISTE=_F(PARA="NUMBER", LISTE_R=(12.5, 3.0)))
file = LogicalUnitFile.new_free()
IMPR_TABLE(TABLE=table, UNITE=file.unit)
test.assertIn("1.25", open(file.filename).read())
file.release()
CA.close()
""")
    study = pyaster_lite.run(path, output=tmp_path / "out")
    assert [row.passed for row in study.tests] == [True]
