"""IMPR_CONCEPT: what it cannot write yet, and whose axes are asked."""

import numpy as np
import pytest

from pyaster_lite.commands._local_axes import local_axes

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


PIPE = "COOR_3D\nN1 0 0 0\nN2 2 2 0\nN3 1 1 0\nFINSF\nSEG3\nM1 N1 N2 N3\nFINSF\n"
PIPE += "GROUP_MA NOM=PIPE\nM1\nFINSF\nGROUP_NO NOM=END\nN1\nFINSF\nFIN\n"


def test_a_full_pipe_has_axes_from_its_generator(tmp_path):
    study = run(
        tmp_path,
        "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='TUYAU_3M'))",
        "CA = AFFE_CARA_ELEM(MODELE=MO, POUTRE=_F(GROUP_MA='PIPE', SECTION='CERCLE', CARA='R', VALE=0.2),"
        " ORIENTATION=_F(GROUP_NO='END', CARA='GENE_TUYAU', VALE=(0.0, 0.0, 1.0)))",
        text=PIPE,
    )
    along, _, across = local_axes(study["MO"], study["CA"], True)
    np.testing.assert_allclose(along.blocks[0].values, np.broadcast_to([0.5**0.5, 0.5**0.5, 0.0], (1, 3, 3)), atol=1e-12)
    assert abs(across.blocks[0].values[..., 2]).min() == pytest.approx(1.0)
    assert local_axes(study["MO"], study["CA"], False)[0].blocks[0].values.shape == (1, 1, 3)
