"""MASS_REP: a mass spread over faces or lines, on the points of their nodes; axes told in the mesh of a section."""

import numpy as np
import pytest

from .meshes import GRID, in_space, run

MODEL = (
    "MP = CREA_MAILLAGE(MAILLAGE=MA, CREA_POI1=_F(NOM_GROUP_MA='P', GROUP_MA='{}'))",
    "MO = AFFE_MODELE(MAILLAGE=MP, AFFE=_F(GROUP_MA='P', PHENOMENE='MECANIQUE', MODELISATION='{}'))",
    "F = FORMULE(NOM_PARA=('X', 'Y'), VALE='2 + X')",
    "CA = AFFE_CARA_ELEM(MODELE=MO, MASS_REP=_F(GROUP_MA='{}', GROUP_MA_POI1='P', {}))",
    "T = POST_ELEM(MODELE=MO, CARA_ELEM=CA, MASS_INER=_F(TOUT='OUI'))",
)


def inertia(tmp_path, group, words, kind="DIS_T"):
    text = in_space() if kind == "DIS_T" else GRID
    study = run(tmp_path, *(line.format(*parts) for line, parts in zip(MODEL, ((group,), (kind,), (), (group, words), ()))), text=text)
    errors = [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    return errors or study["T"].rows()[0]


def test_a_total_mass_is_shared_by_area(tmp_path):
    row = inertia(tmp_path, "PLATE", "TYPE='TOTALE', VALE=6.0")
    assert row["MASSE"] == pytest.approx(6.0)
    # the triangles of the upper right corner give their thirds to other nodes than a square gives its quarters
    assert row["CDG_X"] == pytest.approx((0.5 + 1.5 + 0.5 + 0.5 * (4 / 3 + 5 / 3)) / 4)


def test_a_mass_by_area_with_a_factor(tmp_path):
    row = inertia(tmp_path, "PLATE", "TYPE='SURFACIQUE', VALE=3.0, FONC_MULT=F")
    assert row["MASSE"] == pytest.approx(3.0 * (2.5 + 3.5 + 2.5 + (2 + 5 / 3) / 2 + (2 + 4 / 3) / 2))


def test_a_mass_by_length_in_the_plane(tmp_path):
    row = inertia(tmp_path, "BOTTOM", "TYPE='LINEIQUE', VALE=3.0", "2D_DIS_T")
    assert row["MASSE"] == pytest.approx(6.0) and row["CDG_X"] == pytest.approx(1.0)


def test_a_mass_by_area_does_not_suit_lines(tmp_path):
    assert any("SURFACIQUE does not suit lines" in text for text in inertia(tmp_path, "BOTTOM", "TYPE='SURFACIQUE', VALE=3.0"))


def test_axes_of_the_mesh_of_a_section(tmp_path):
    study = run(
        tmp_path,
        "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='BOTTOM', PHENOMENE='MECANIQUE', MODELISATION='POU_D_T'))",
        "T = CREA_TABLE(LISTE=(_F(PARA='LIEU', LISTE_K=('S',)), _F(PARA='ALPHA', LISTE_R=(30.0,))))",
        "CA = AFFE_CARA_ELEM(MODELE=MO, POUTRE=_F(GROUP_MA='BOTTOM', SECTION='CERCLE', CARA='R', VALE=0.1), ORIENTATION="
        "_F(CARA='VECT_MAIL_Y', GROUP_MA='BOTTOM', VALE=(0.0, 1.0, 0.0), TABLE_CARA=T, NOM_SEC='S'))",
        text=in_space(),
    )
    cells, frames = study["CA"].values["frame"][0]
    np.testing.assert_allclose(frames[0], [[1, 0, 0], [0, 0.75**0.5, 0.5], [0, -0.5, 0.75**0.5]], atol=1e-12)
