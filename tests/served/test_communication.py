"""One process: communication with itself, folders of a moment, what an installation says that it has."""

from pathlib import Path

import pyaster_lite


def test_a_deck_for_many_processes_runs_with_one(tmp_path):
    deck = tmp_path / "deck.comm"
    deck.write_text("""
from code_aster.Commands import *
from code_aster import CA
from code_aster.CA import MPI
from code_aster.Utilities import SharedTmpdir, config, haveMPI, petscInitialize
petscInitialize("-log_view")
comm = MPI.ASTER_COMM_WORLD
total = comm.allreduce(7, op=MPI.SUM) + comm.rank + 10 * comm.Get_size()
with SharedTmpdir("demo_") as folder:
    path = folder.path
    open(path + "/file", "w").close()
lacking = not config["ASTER_HAVE_PETSC4PY"] and not haveMPI()
here = str(CA.basedir)
F = DEFI_CONSTANTE(VALE=float(total))
""")
    study = pyaster_lite.run(deck, output=tmp_path / "out")
    assert study["F"](0.0) == 17.0 and study["lacking"] is True
    assert not Path(study["path"]).exists() and Path(study["here"]) == tmp_path


def test_a_mesh_of_many_processes_is_the_part_that_is_read(tmp_path):
    from tests.commands.meshes import GRID

    (tmp_path / "part.mail").write_text(GRID)
    deck = tmp_path / "deck.comm"
    deck.write_text(f"""
from code_aster.Commands import *
from code_aster import CA
DEBUT()
first = LIRE_MAILLAGE(FORMAT="ASTER", UNITE=20)
unit = DEFI_FICHIER(FICHIER="{tmp_path}/part.med", ACTION="ASSOCIER", TYPE="LIBRE", ACCES="NEW")
IMPR_RESU(FORMAT="MED", UNITE=unit, RESU=_F(MAILLAGE=first))
DEFI_FICHIER(UNITE=unit, ACTION="LIBERER")
mesh = CA.ParallelMesh()
mesh.readMedFile("{tmp_path}/part.med", partitioned=True)
count = mesh.getNumberOfNodes()
""")
    study = pyaster_lite.run(deck, output=tmp_path / "out", units={20: tmp_path / "part.mail"})
    assert study["count"] == 9
