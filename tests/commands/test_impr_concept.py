"""IMPR_CONCEPT: what it cannot write yet, and whose axes are asked."""

import pytest

from .meshes import diagnostics, run

STEPS = """
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA="PLATE", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
AXES = AFFE_CARA_ELEM(MODELE=MO, MASSIF=_F(GROUP_MA="PLATE", ANGL_REP=90.0))
"""


def test_plane_solids_have_two_axes(tmp_path):
    write = 'IMPR_CONCEPT(UNITE=39, FORMAT="RESULTAT", CONCEPT=_F(CARA_ELEM=AXES, REPERE_LOCAL="ELNO", MODELE=MO))'
    study = run(tmp_path, STEPS, write)
    assert not study.diagnostics
    (written,) = (tmp_path / "out").iterdir()
    text = written.read_text()
    assert "00000003.REPLO_2" in text and "REPLO_3" not in text


@pytest.mark.parametrize(
    ("concept", "said"),
    [("CARA_ELEM=AXES", "give REPERE_LOCAL"), ('CARA_ELEM=AXES, REPERE_LOCAL="ELEM"', "the axes are those of the elements of MODELE")],
)
def test_what_is_asked_is_told(tmp_path, concept, said):
    assert any(said in line for line in diagnostics(tmp_path, STEPS, f"IMPR_CONCEPT(CONCEPT=_F({concept}))"))
