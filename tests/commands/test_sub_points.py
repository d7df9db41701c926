"""Fields with values at sub-points: CREA_CHAMP AFFE_SP and ASSE, where fibres and points of pipes stand."""

from pathlib import Path

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS, OPTIONS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.options._option import Given

from .meshes import diagnostics, run

STRIP = Path(__file__).parents[2] / "meshes" / "heated_layers.mail"
STEPS = """
MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_MA=_F(NOM="THICK", MAILLE=("M1", "M2")))
MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_MA=_F(NOM="REST", DIFFE=("PLATE", "THICK")))
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA="PLATE", PHENOMENE="MECANIQUE", MODELISATION="DKT"))
SECTION = AFFE_CARA_ELEM(MODELE=MO, COQUE=(_F(GROUP_MA="THICK", EPAIS=0.2, COQUE_NCOU=2), _F(GROUP_MA="REST", EPAIS=0.1)))
EVEN = CREA_CHAMP(
    OPERATION="AFFE", TYPE_CHAM="ELGA_SIEF_R", MODELE=MO, PROL_ZERO="OUI", AFFE_SP=_F(CARA_ELEM=SECTION),
    AFFE=(_F(GROUP_MA="THICK", NOM_CMP="SIXX", VALE=3.0), _F(GROUP_MA="REST", NOM_CMP="SIYY", VALE=4.0)),
)
PUT = CREA_CHAMP(
    OPERATION="ASSE", TYPE_CHAM="ELGA_SIEF_R", MODELE=MO, PROL_ZERO="OUI",
    ASSE=(_F(GROUP_MA="THICK", CHAM_GD=EVEN, COEF_R=2.0), _F(GROUP_MA="REST", CHAM_GD=EVEN, NOM_CMP="SIYY", NOM_CMP_RESU="SIXY")),
)
"""


def test_values_stand_at_the_sub_points_that_cells_have(tmp_path):
    study = run(tmp_path, STEPS, text=STRIP.read_text())
    even, put = study["EVEN"], study["PUT"]
    assert {block.sub for block in even.blocks} == {6, 3} or even.sub == 6
    thick, rest = even.component("SIXX", [0]).ravel(), even.component("SIYY", [2]).ravel()
    assert thick.tolist() == [3.0] * 24
    assert rest[~np.isnan(rest)].tolist() == [4.0] * 12
    assert put.component("SIXX", [0]).ravel().tolist() == [6.0] * 24
    twisted = put.component("SIXY", [2]).ravel()
    assert twisted[~np.isnan(twisted)].tolist() == [4.0] * 12


def test_characteristics_of_another_model(tmp_path):
    other = 'ON = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA="PLATE", PHENOMENE="MECANIQUE", MODELISATION="DKT"))\n'
    words = 'MODELE=ON, AFFE_SP=_F(CARA_ELEM=SECTION), AFFE=_F(TOUT="OUI", NOM_CMP="SIXX", VALE=1.0)'
    field = f'WRONG = CREA_CHAMP(OPERATION="AFFE", TYPE_CHAM="ELGA_SIEF_R", {words})'
    said = diagnostics(tmp_path, STEPS, other + field, text=STRIP.read_text())
    assert "SECTION was not made for ON" in said


def test_places_of_fibres_make_the_volume_of_the_beam():
    element = MODELISATIONS["POU_D_EM"].elements["SEG2"]
    fibres = np.zeros((1, 3, 7))
    fibres[0, :, :3] = [[0.1, 0.2, 0.01], [-0.1, 0.0, 0.03], [0.0, 0.0, 0.0]]
    frame = np.array([[[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]])
    given = {"fibres": fibres, "fibre_group": np.array([[1, 1, 0]]), "frame": frame}
    data = ElementData(np.array([0]), np.array([[[1.0, 1.0, 0.0], [1.0, 1.0, 2.0]]]), (), None, given)
    places, volumes = element.points_across(data)
    places, volumes = places.reshape(2, 3, 3), volumes.reshape(2, 3)
    assert np.isnan(places[:, 2]).all() and element.sub_counts(data).tolist() == [2]
    np.testing.assert_allclose(np.nansum(volumes), 2.0 * 0.04)
    np.testing.assert_allclose(places[:, 0, :2], [[1.1, 1.2]] * 2)
    np.testing.assert_allclose(places[:, 1, 2], 1 + np.array([1, -1]) / np.sqrt(3))


@pytest.mark.parametrize("bend", [0.0, 3.0])
def test_points_of_a_pipe_make_its_volume(bend):
    element = MODELISATIONS["TUYAU_3M"].elements["SEG3"]
    angle = 0.4 if bend else 0.0
    turns = np.array([-0.2, 0.2, 0.0]) if bend else np.zeros(3)
    along = np.array([-1.0, 1.0, 0.0])
    x = np.stack([bend * np.sin(turns), bend * (np.cos(turns) - 1), 0 * turns], 1) if bend else np.stack([along, 0 * along, 0 * along], 1)
    frames = np.stack([[[np.cos(t), -np.sin(t), 0], [np.sin(t), np.cos(t), 0], [0, 0, 1.0]] for t in turns])[None]
    chord = np.linalg.norm(x[1] - x[0])
    given = {
        "pipe": np.array([[0.2, 0.02, 3, 16, 1.0]]), "pipe_line": np.array([[chord, bend, angle, 0.0]]), "pipe_frames": frames,
    }  # fmt: skip
    data = ElementData(np.array([0]), x[None], (), None, given)
    places, volumes = element.points_across(data)
    length = bend * angle if bend else chord
    assert volumes.sum() == pytest.approx(np.pi * (0.2**2 - 0.18**2) * length, rel=1e-3)
    centre = (places.reshape(-1, 3) * volumes.reshape(-1, 1)).sum(axis=0) / volumes.sum()
    np.testing.assert_allclose(centre[[0, 2]], 0.0, atol=1e-12)
    if not bend:
        np.testing.assert_allclose(np.hypot(*places[0, :, 1:].T).max(), 0.2)


@pytest.mark.parametrize(
    ("words", "said"),
    [("MODELE_2=PLATE", "SECTION was not made for PLATE"), ("MODELE_2=MO, TYPE_CHAM='NOEU'", "TYPE_CHAM does not go")],
)
def test_what_does_not_go_to_sub_points(tmp_path, words, said):
    steps = """
PLATE = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA="PLATE", PHENOMENE="MECANIQUE", MODELISATION="DKTG"))
WARM = CREA_CHAMP(OPERATION="AFFE", TYPE_CHAM="NOEU_TEMP_R", MAILLAGE=MA, AFFE=_F(TOUT="OUI", NOM_CMP="TEMP", VALE=1.0))
"""
    project = f'WRONG = PROJ_CHAMP(METHODE="SOUS_POINT", MAILLAGE_1=MA, CARA_ELEM=SECTION, CHAM_GD=WARM, {words})'
    assert any(said in line for line in diagnostics(tmp_path, STEPS, steps + project, text=STRIP.read_text()))


@pytest.mark.parametrize("word", ["DKT", "GRILLE_EXCENTRE"])
def test_sub_points_turn_with_their_plate(word):
    element = MODELISATIONS[word].elements["QUAD4"]
    x = np.array([[[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [1.0, 2.0, 1.0], [0.0, 2.0, 1.0]]])
    given = {name: np.array([value]) for name, value in {"thickness": 0.2, "layers": 2.0, "grid_offset": 0.3}.items()}
    data = ElementData(np.array([0]), x, (), None, given)
    shift, turn = np.array([1.0, 2.0, 3.0]), np.array([0.3, -0.2, 0.1])
    u = np.concatenate([np.concatenate([shift + np.cross(turn, p), turn]) for p in x[0]])[None]
    found, names, sub = OPTIONS["DEPL_ELGA"].compute(element, data, Given(u=u))
    places = np.einsum("gn,enk->egk", element.point_functions, x)[:, :, None] + element.offsets(data)[:, None]
    assert names == ("DX", "DY", "DZ") and sub == {"DKT": 6, "GRILLE_EXCENTRE": 1}[word]
    np.testing.assert_allclose(found, (shift + np.cross(turn, places)).reshape(1, -1, 3), atol=1e-12)


def test_values_at_sub_points_have_no_mean_at_the_nodes(tmp_path):
    lines = STEPS + 'MEAN = CREA_CHAMP(OPERATION="DISC", TYPE_CHAM="NOEU_SIEF_R", CHAM_GD=EVEN)\n'
    study = run(tmp_path, lines, text=STRIP.read_text())
    assert any("no mean at the nodes" in d.message for d in study.diagnostics)


def test_layers_that_stay_elastic_have_a_variable_each(tmp_path):
    text = (
        STEPS
        + """
METAL = DEFI_MATERIAU(ELAS=_F(E=200.0, NU=0.3))
CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT="OUI", MATER=METAL))
FIXED = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(TOUT="OUI", DX=0.0, DY=0.0, DZ=0.0, DRX=0.0, DRY=0.0, DRZ=0.0))
TIMES = DEFI_LIST_REEL(VALE=(0.0, 1.0))
U = STAT_NON_LINE(
    MODELE=MO, CHAM_MATER=CM, CARA_ELEM=SECTION, EXCIT=_F(CHARGE=FIXED), COMPORTEMENT=_F(RELATION="ELAS"), INCREMENT=_F(LIST_INST=TIMES),
)
"""
    )
    field = run(tmp_path, text, text=STRIP.read_text())["U"].field("VARI_ELGA", 1)
    thick, rest = (field.component("V1", [cell]).ravel() for cell in (0, 2))
    assert field.sub_on([0]) == 6 and thick.tolist() == [0.0] * 24
    assert rest[~np.isnan(rest)].tolist() == [0.0] * 12
