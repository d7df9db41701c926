"""Decks whose Python computes: a square of metal, and a run of which every test must pass."""

import pyaster_lite

SQUARE = """
from code_aster.Commands import *
from code_aster import CA
from code_aster.Solvers import BaseHook, NonLinearOperator, TimeStepper
CA.init("--test")
test = CA.TestCase()
mesh = CA.Mesh.buildSquare(refine=1)
"""
METAL = (
    SQUARE
    + """
model = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
metal = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.25), ECRO_LINE=_F(D_SIGM_EPSI=10.0, SY=0.5))
field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=metal))
"""
)


def runner(folder, head):
    """A function of the text that goes on after a head: its study, every test of which has passed."""

    def run(text):
        path = folder / "deck.comm"
        path.write_text(head + text + "\nCA.close()\n")
        study = pyaster_lite.run(path, output=folder / "out")
        assert study.tests and all(row.passed for row in study.tests), [row for row in study.tests if not row.passed]
        return study

    return run
