"""POST_ENDO_FISS: the crest of a field along a known line, and what opens across it; the steps of the search by hand."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused
from pyaster_lite.fe import crest

SLOPE, BAND, JUMP = 0.3, 0.12, 0.02

DECK = """
DEBUT()
MESH = LIRE_MAILLAGE(FORMAT="ASTER")
LINE = "(Y - {slope} * X) / sqrt(1.0 + {slope}**2)"
HUMP = FORMULE(NOM_PARA=("X", "Y"), VALE="exp(-({{0}} / {band})**2) * (1.0 - 0.05 * (X - 1.0)**2)".format(LINE))
MOVE = "{jump} / 2.0 * tanh({{0}} / {band})".format(LINE)
ALONG = FORMULE(NOM_PARA=("X", "Y"), VALE="-{slope} / sqrt(1.0 + {slope}**2) * " + MOVE)
ACROSS = FORMULE(NOM_PARA=("X", "Y"), VALE="1.0 / sqrt(1.0 + {slope}**2) * " + MOVE)
PLACES = CREA_CHAMP(OPERATION="EXTR", TYPE_CHAM="NOEU_GEOM_R", NOM_CHAM="GEOMETRIE", MAILLAGE=MESH)
RULES = CREA_CHAMP(
    OPERATION="AFFE", TYPE_CHAM="NOEU_NEUT_F", MAILLAGE=MESH, AFFE=_F(TOUT="OUI", NOM_CMP=("X1", "X2", "X3"), VALE_F=(HUMP, ALONG, ACROSS))
)
VALUES = CREA_CHAMP(OPERATION="EVAL", TYPE_CHAM="NOEU_NEUT_R", CHAM_F=RULES, CHAM_PARA=PLACES)
STRAIN = CREA_CHAMP(
    OPERATION="ASSE", TYPE_CHAM="NOEU_EPSI_R", MAILLAGE=MESH,
    ASSE=_F(TOUT="OUI", CHAM_GD=VALUES, NOM_CMP=("X1",), NOM_CMP_RESU=("EPXX",)),
)
MOTION = CREA_CHAMP(
    OPERATION="ASSE", TYPE_CHAM="NOEU_DEPL_R", MAILLAGE=MESH,
    ASSE=_F(TOUT="OUI", CHAM_GD=VALUES, NOM_CMP=("X2", "X3"), NOM_CMP_RESU=("DX", "DY")),
)
U = CREA_RESU(
    OPERATION="AFFE", TYPE_RESU="EVOL_NOLI",
    AFFE=(_F(NOM_CHAM="EPSI_NOEU", CHAM_GD=STRAIN, INST=1.0), _F(NOM_CHAM="DEPL", CHAM_GD=MOTION, INST=1.0)),
)
PATH = POST_ENDO_FISS(
    TABLE=CO("TAB"), RESULTAT=U, INST=1.0, NOM_CMP="EPXX", NOM_CHAM="EPSI_NOEU", OUVERTURE="OUI",
    RECHERCHE=_F(LONG_ORTH=0.5, NB_POINT=101, PAS=0.1, LONG_REG=0.02, BORNE_MIN=0.5, BORNE_MAX=0.4, GROUP_MA="PLATE"),
)
ALONE = POST_ENDO_FISS(
    TABLE=CO("TAB2"), CHAM_GD=STRAIN, NOM_CMP="EPXX", NOM_CHAM="EPSI_NOEU",
    RECHERCHE=_F(TOUT="OUI", LONG_ORTH=0.5, NB_POINT=101, PAS=0.1, LONG_REG=0.02, BORNE_MIN=0.5),
)
FIN()
"""


def plate(step=0.05):
    """x from 0 to 2, y from -0.5 to 1.1."""
    xs, ys = np.arange(0.0, 2.0 + step / 2, step), np.arange(-0.5, 1.1 + step / 2, step)
    number = np.arange(1, len(xs) * len(ys) + 1).reshape(len(xs), len(ys))
    lines = ["COOR_2D"] + [f"N{number[i, j]} {x:.12g} {y:.12g}" for i, x in enumerate(xs) for j, y in enumerate(ys)] + ["FINSF", "QUAD4"]
    cells = [(i, j) for i in range(len(xs) - 1) for j in range(len(ys) - 1)]
    rows = [(number[i, j], number[i + 1, j], number[i + 1, j + 1], number[i, j + 1]) for i, j in cells]
    lines += [f"M{k} " + " ".join(f"N{n}" for n in row) for k, row in enumerate(rows)] + ["FINSF", "GROUP_MA NOM=PLATE"]
    return "\n".join([*lines, *(f"M{k}" for k in range(len(rows))), "FINSF", "FIN"]) + "\n"


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("crest")
    (folder / "deck.mail").write_text(plate())
    (folder / "deck.comm").write_text(DECK.format(slope=SLOPE, band=BAND, jump=JUMP))
    return pyaster_lite.run(folder / "deck.comm", output=folder / "out")


def test_the_crest_is_followed_from_edge_to_edge(study):
    table = study["TAB"]
    x, y = np.array(table.column("COORX")), np.array(table.column("COORY"))
    assert abs(y - SLOPE * x).max() < 0.02
    assert abs(np.hypot(np.diff(x), np.diff(y)) - 0.1).max() < 0.01
    assert x.min() < 0.12 and x.max() > 1.88
    assert set(table.column("FISSURE")) == {"PLATE"} and set(table.column("COORZ")) == {0.0}
    values = np.array(table.column("CHAMP"))
    # one point is told its place along Z instead
    assert np.count_nonzero(values == 0.0) == 1
    np.testing.assert_allclose(values[values > 0], (1.0 - 0.05 * (x - 1.0) ** 2)[values > 0], atol=0.06)


def test_segments_join_the_points(study):
    path = study["PATH"]
    assert path.n_nodes == len(study["TAB"].column("COORX")) and path.n_cells == path.n_nodes - 1
    assert list(path.cell_groups) == ["PLATE"] and path.dimension == 2
    np.testing.assert_allclose(path.coordinates[:, 0], study["TAB"].column("COORX"))


def test_a_field_alone_has_the_same_crest(study):
    assert study["TAB2"].column("COORX") == study["TAB"].column("COORX")
    assert "OUVERTURE" not in study["TAB2"].names and set(study["TAB2"].column("FISSURE")) == {"FISS1"}


def test_the_sides_go_apart_by_what_the_motion_tells(study):
    opened = np.array([value for value in study["TAB"].column("OUVERTURE") if value is not None])
    x = np.array(study["TAB"].column("COORX"))[: len(opened)]
    top = 1.0 - 0.05 * (x - 1.0) ** 2
    half = np.sqrt(np.log(top / 0.4))
    np.testing.assert_allclose(opened, JUMP * np.tanh(half), rtol=0.05)


def test_turns_that_are_too_sharp_end_it():
    def bent(points):
        x, y = points.T
        return np.exp(-((np.where(x < 0.5, y, y - 3.0 * (x - 0.5)) / 0.05) ** 2)) * (1.0 - 0.01 * (x - 0.2) ** 2)

    whole, _ = crest.follow(bent, np.array([0.2, 0.0]), 0.0, crest.Search(0.1, 0.6, 0.01, 201, 0.3, 180.0))
    cut, _ = crest.follow(bent, np.array([0.2, 0.0]), 0.0, crest.Search(0.1, 0.6, 0.01, 201, 0.3, 60.0))
    assert cut[:, 0].max() < 0.65 < whole[:, 0].max()


def test_humps():
    values, moves = np.array([0.0, 0.5, 0.9, 0.5, 0.1, 0.6, 0.2]), np.arange(7.0)
    assert crest.opening(values, moves, 0.4, 3) == 2.0
    assert crest.opening(values, moves, 0.4, 6) == 0.0
    assert crest.opening(values, moves, 0.95, 2) is None
    assert crest.opening(np.ones(4), np.arange(4.0), 0.5, 2) is None


def test_openings_need_a_bound(tmp_path):
    (tmp_path / "deck.mail").write_text(plate(0.4))
    text = DECK.format(slope=SLOPE, band=BAND, jump=JUMP).replace("BORNE_MAX=0.4, ", "")
    (tmp_path / "deck.comm").write_text(text)
    with pytest.raises(Refused, match="needs BORNE_MAX"):
        pyaster_lite.run(tmp_path / "deck.comm", output=tmp_path / "out")
