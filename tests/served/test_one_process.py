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
