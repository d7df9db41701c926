"""IMPR_CONCEPT: what cells were given, and whose axes are asked."""

import numpy as np
import pytest

from pyaster_lite.commands._concept_charts import characteristic_charts, load_charts, material_chart
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


def test_what_is_asked_is_told(tmp_path):
    said = "the axes are those of the elements of MODELE"
    assert any(said in line for line in diagnostics(tmp_path, STEPS, 'IMPR_CONCEPT(CONCEPT=_F(CARA_ELEM=AXES, REPERE_LOCAL="ELEM"))'))


DATA = """
SO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA="PLATE", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
M1 = DEFI_MATERIAU(ELAS=_F(E=1.0, NU=0.0, RHO=2.0))
M2 = DEFI_MATERIAU(ELAS=_F(E=3.0, NU=0.0, RHO=2.0))
CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=(_F(TOUT="OUI", MATER=M1), _F(GROUP_MA="PLATE", MATER=M2)))
BE = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA="BOTTOM", PHENOMENE="MECANIQUE", MODELISATION="POU_D_T"))
CA = AFFE_CARA_ELEM(MODELE=BE, POUTRE=_F(GROUP_MA="BOTTOM", SECTION="RECTANGLE", CARA=("HY", "HZ"), VALE=(2.0, 6.0)))
LO = AFFE_CHAR_MECA(
    MODELE=SO, PESANTEUR=_F(GRAVITE=10.0, DIRECTION=(0.0, -2.0, 0.0)), FORCE_INTERNE=_F(GROUP_MA="PLATE", FX=5.0),
)
"""


def test_what_cells_were_given(tmp_path):
    study = run(tmp_path, DATA)
    mesh = study["MA"]
    ((name, chart),) = material_chart(study["CM"])
    plate, bottom = mesh.cell_group("PLATE"), mesh.cell_group("BOTTOM")
    assert name == ".CHAMP_MAT" and (chart.component("X1", plate) == 2.0).all() and (chart.component("X1", bottom) == 1.0).all()
    ((name, chart),) = characteristic_charts(study["CA"])
    assert name == ".CARGENPO"
    for component, value in (("A1", 12.0), ("A2", 12.0), ("IY1", 36.0), ("IZ2", 4.0)):
        np.testing.assert_allclose(chart.component(component, bottom), value)
    charts = dict(load_charts(study["LO"], None))
    np.testing.assert_allclose(charts[".CHME.PESAN"].on(plate)[0][:, 0], np.broadcast_to([10.0, 0.0, -1.0, 0.0], (len(plate), 4)))
    np.testing.assert_allclose(charts[".CHME.F2D2D"].component("FX", plate), 5.0)
    assert len(charts) == 2


def test_they_are_written_in_both_formats_and_what_is_left_out_is_told(tmp_path, capsys):
    data = DATA.replace('SO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA="PLATE"', 'SO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT="OUI"')
    data = data.replace("FORCE_INTERNE=", 'PRES_REP=_F(GROUP_MA="LEFT", PRES=1.0), FORCE_INTERNE=')
    concepts = "(_F(CHAM_MATER=CM), _F(CARA_ELEM=CA), _F(CHARGE=LO))"
    run(
        tmp_path,
        data,
        *(f'IMPR_CONCEPT(UNITE={unit}, FORMAT="{form}", CONCEPT={concepts})' for unit, form in ((38, "RESULTAT"), (39, "MED"))),
    )
    assert capsys.readouterr().err.count("PRES_REP of LO is left out") == 2
    text = next(path for path in (tmp_path / "out").iterdir() if path.suffix != ".rmed").read_text()
    for name in (".CHAMP_MAT", ".CARGENPO", ".CHME.PESAN", ".CHME.F2D2D"):
        assert name in text


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
