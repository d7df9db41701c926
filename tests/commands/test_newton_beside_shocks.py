"""Matrices of NEWTON beside discretes that shock."""

from pathlib import Path

import pyaster_lite
from pyaster_lite.diagnostics import ExitCode

DECK = Path(__file__).parents[2] / "comm" / "rubbing_node.comm"


def test_tangents_are_made_anew_at_every_iteration_whatever_newton_says(tmp_path):
    """Else a node that is pressed on 1e4 N/m would be moved as if it stood on 100 N/m."""
    text = DECK.read_text()
    slow = "NEWTON=_F(PREDICTION='ELASTIQUE', MATRICE='ELASTIQUE', REAC_INCR=0, REAC_ITER=0)"
    for old, new in (
        ('("DIS_CHOC", "DIS_CONTACT")', '("DIS_CHOC",)'),
        ("NEWTON=_F(REAC_ITER=1)", slow),
        ("VALE=(0.0, 0.0, 0.0)", "VALE=(100.0, 100.0, 100.0)"),
        ("ITER_GLOB_MAXI=200", "ITER_GLOB_MAXI=20"),
    ):
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "deck.comm"
    path.write_text(text)
    mesh = next((DECK.parents[1] / "meshes").glob("rubbing_node.*"))
    study = pyaster_lite.run(path, units={20: mesh}, output=tmp_path / "out")
    assert study.exit_code is ExitCode.OK and len(study.tests) == 8
