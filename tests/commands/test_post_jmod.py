"""POST_JMOD: tubes along a straight front, and J of a block that is pulled against CALC_G and where nothing is released."""

import itertools

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.commands._front_tubes import FrontTubes

WIDE, HIGH, DEEP, STEP, SLICE = 6, 6, 4, 0.5, 0.7


def block():
    """Half of a cracked block: x from -3 to 3 (the lip where x < 0, y = 0), y from 0 to 3, the front along z."""
    nodes = {p: i + 1 for i, p in enumerate(itertools.product(range(-WIDE, WIDE + 1), range(HIGH + 1), range(DEEP + 1)))}
    lines = ["COOR_3D"] + [f"N{i} {STEP * x} {STEP * y} {SLICE * z}" for (x, y, z), i in nodes.items()] + ["FINSF"]
    groups = {}

    def cells(kind, found):
        lines.append(kind)
        for name, corners in found:
            number = sum(map(len, groups.values())) + 1
            groups.setdefault(name, []).append(f"C{number}")
            lines.append(f"C{number} " + " ".join(f"N{nodes[corner]}" for corner in corners))
        lines.append("FINSF")

    grid = list(itertools.product(range(-WIDE, WIDE), range(HIGH), range(DEEP)))
    base = ((0, 0), (1, 0), (1, 1), (0, 1))
    cells("HEXA8", [("BODY", [(x + a, y + b, z + c) for c in (0, 1) for a, b in base]) for x, y, z in grid])
    flat = [("LIP" if x < 0 else "PLANE", [(x + a, 0, z + b) for a, b in base]) for x, y, z in grid if y == 0]
    flat += [("TOP", [(x + a, HIGH, z + b) for a, b in base]) for x, y, z in grid if y == 0]
    flat += [("SIDES", [(x + a, y + b, z) for a, b in base]) for x, y, c in grid for z in (0, DEEP) if c == 0]
    cells("QUAD4", flat)
    cells("SEG2", [("FRONT", [(0, 0, z), (0, 0, z + 1)]) for z in range(DEEP)])
    for name, members in groups.items():
        lines += [f"GROUP_MA NOM={name}", *members, "FINSF"]
    return "\n".join([*lines, f"GROUP_NO NOM=CORNER\nN{nodes[-WIDE, HIGH, 0]}\nFINSF", "FIN"]) + "\n"


DECK = """
DEBUT()
FIRST = LIRE_MAILLAGE(FORMAT="ASTER")
MESH = {mesh}
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="3D"))
STEEL = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.3))
FIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", MATER=STEEL))
CRACK = DEFI_FOND_FISS(MAILLAGE=MESH, SYME="OUI", FOND_FISS=_F(GROUP_MA="FRONT"), LEVRE_SUP=_F(GROUP_MA="LIP"))
HOLD = AFFE_CHAR_MECA(
    MODELE=MODEL, DDL_IMPO=(_F(GROUP_MA="PLANE", DY=0.0), _F(GROUP_MA="SIDES", DZ=0.0), _F(GROUP_NO="CORNER", DX=0.0)),
    FORCE_FACE=_F(GROUP_MA="TOP", FY=1.0),
)
U = MECA_STATIQUE(MODELE=MODEL, CHAM_MATER=FIELD, EXCIT=_F(CHARGE=HOLD))
J = POST_JMOD(RESULTAT=U, FOND_FISS=CRACK, NB_COUCHES=3)
G = CALC_G(RESULTAT=U, OPTION="G", THETA=_F(FISSURE=CRACK, NB_COUCHE_INF=1, NB_COUCHE_SUP=3))
X = FORMULE(NOM_PARA=("X", "Y", "Z"), VALE="X")
Y = FORMULE(NOM_PARA=("X", "Y", "Z"), VALE="-0.3 * Y")
Z = FORMULE(NOM_PARA=("X", "Y", "Z"), VALE="-0.3 * Z")
PLACES = CREA_CHAMP(OPERATION="EXTR", TYPE_CHAM="NOEU_GEOM_R", NOM_CHAM="GEOMETRIE", MAILLAGE=MESH)
RULES = CREA_CHAMP(
    OPERATION="AFFE", TYPE_CHAM="NOEU_NEUT_F", MAILLAGE=MESH, AFFE=_F(TOUT="OUI", NOM_CMP=("X1", "X2", "X3"), VALE_F=(X, Y, Z))
)
VALUES = CREA_CHAMP(OPERATION="EVAL", TYPE_CHAM="NOEU_NEUT_R", CHAM_F=RULES, CHAM_PARA=PLACES)
DRAWN = CREA_CHAMP(
    OPERATION="ASSE", TYPE_CHAM="NOEU_DEPL_R", MAILLAGE=MESH,
    ASSE=_F(TOUT="OUI", CHAM_GD=VALUES, NOM_CMP=("X1", "X2", "X3"), NOM_CMP_RESU=("DX", "DY", "DZ")),
)
EVEN = CREA_RESU(
    OPERATION="AFFE", TYPE_RESU="EVOL_ELAS", AFFE=_F(NOM_CHAM="DEPL", CHAM_GD=DRAWN, INST=0.0, MODELE=MODEL, CHAM_MATER=FIELD)
)
NONE = POST_JMOD(RESULTAT=EVEN, FOND_FISS=CRACK, NB_COUCHES=2, NB_POINT_FOND=3)
BEFORE = CREA_CHAMP(
    OPERATION="AFFE", TYPE_CHAM="NOEU_EPSI_R", MAILLAGE=MESH,
    AFFE=_F(TOUT="OUI", NOM_CMP=("EPXX", "EPYY", "EPZZ", "EPXY", "EPXZ", "EPYZ"), VALE=(0.0,) * 6),
)
AFTER = POST_JMOD(RESULTAT=U, FOND_FISS=CRACK, NB_COUCHES=3, ETAT_INIT=_F(EPSI=BEFORE))
FIN()
"""


@pytest.fixture(scope="module", params=["FIRST", 'CREA_MAILLAGE(MAILLAGE=FIRST, LINE_QUAD=_F(TOUT="OUI"))'], ids=["linear", "quadratic"])
def study(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("jmod")
    (folder / "deck.mail").write_text(block())
    (folder / "deck.comm").write_text(DECK.format(mesh=request.param))
    return pyaster_lite.run(folder / "deck.comm", output=folder / "out")


def test_a_tube_opens_what_its_functions_cover(study):
    """Of linear segments half of both neighbours, of quadratic ones a sixth of each at ends and two thirds of one at its middle."""
    crack = study["CRACK"]
    tubes = FrontTubes(crack, 3)
    moves = tubes.directions()
    np.testing.assert_allclose(moves[:, 1:], 0.0, atol=1e-15)
    assert (moves[:, 0] > 0.0).all() or (moves[:, 0] < 0.0).all()
    found = [tubes.growth(i, np.array([0.01, 0.0, 0.0])) for i in range(len(moves))]
    if crack.quadratic:
        share = np.full(len(found), 2.0 / 3.0)
        share[::2], share[[0, -1]] = 1.0 / 3.0, 1.0 / 6.0
    else:
        share = np.ones(len(found))
        share[[0, -1]] = 0.5
    np.testing.assert_allclose(np.abs(found), 0.01 * SLICE * share, rtol=1e-9)
    assert all(len(tube) for tube in tubes.tubes) and len(np.unique(np.concatenate(tubes.tubes))) == sum(map(len, tubes.tubes))


def test_it_is_what_the_crack_releases(study):
    release = study["G"].column("G")[0]
    assert study["J"].column("NUM_PT") == list(range(1, len(study["CRACK"].nodes) + 1))
    np.testing.assert_allclose(study["J"].column("J"), release, rtol=0.02)


def test_a_bar_along_the_crack_releases_nothing(study):
    assert len(study["NONE"].column("J")) == 3
    np.testing.assert_allclose(study["NONE"].column("J"), 0.0, atol=1e-10)


def test_no_strains_before_change_nothing(study):
    np.testing.assert_allclose(study["AFTER"].column("J"), study["J"].column("J"), rtol=1e-10)


def plate(shift):
    """The same in the plane: x from -3 to 3, y from 0 to 3, moved along x."""
    nodes = {p: i + 1 for i, p in enumerate(itertools.product(range(-2 * WIDE, 2 * WIDE + 1), range(2 * HIGH + 1)))}
    lines = ["COOR_2D"] + [f"N{i} {0.5 * STEP * x + shift} {0.5 * STEP * y}" for (x, y), i in nodes.items()] + ["FINSF", "QUAD4"]
    grid = list(itertools.product(range(-2 * WIDE, 2 * WIDE), range(2 * HIGH)))
    base = ((0, 0), (1, 0), (1, 1), (0, 1))
    lines += [f"Q{k} " + " ".join(f"N{nodes[x + a, y + b]}" for a, b in base) for k, (x, y) in enumerate(grid)] + ["FINSF", "SEG2"]
    for name, x0, y in (("L", -2 * WIDE, 0), ("P", 0, 0), ("T", -2 * WIDE, 2 * HIGH), ("S", 0, 2 * HIGH)):
        lines += [f"{name}{k} N{nodes[x0 + k, y]} N{nodes[x0 + k + 1, y]}" for k in range(2 * WIDE)]
    lines.append("FINSF")
    for name, parts in (("LIP", "L"), ("PLANE", "P"), ("TOP", "TS")):
        lines += [f"GROUP_MA NOM={name}", *(f"{part}{k}" for part in parts for k in range(2 * WIDE)), "FINSF"]
    lines += ["GROUP_NO NOM=TIP", f"N{nodes[0, 0]}", "FINSF", "GROUP_NO NOM=CORNER", f"N{nodes[2 * WIDE, 2 * HIGH]}", "FINSF", "FIN"]
    return "\n".join(lines) + "\n"


FLAT = """
DEBUT()
MESH = LIRE_MAILLAGE(FORMAT="ASTER")
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="{kind}"))
STEEL = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.3))
FIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", MATER=STEEL))
CRACK = DEFI_FOND_FISS(MAILLAGE=MESH, SYME="OUI", FOND_FISS=_F(GROUP_NO="TIP"), LEVRE_SUP=_F(GROUP_MA="LIP"))
HOLD = AFFE_CHAR_MECA(
    MODELE=MODEL, DDL_IMPO=(_F(GROUP_MA="PLANE", DY=0.0), _F(GROUP_NO="CORNER", DX=0.0)), FORCE_CONTOUR=_F(GROUP_MA="TOP", FY=1.0)
)
U = MECA_STATIQUE(MODELE=MODEL, CHAM_MATER=FIELD, EXCIT=_F(CHARGE=HOLD))
J = POST_JMOD(RESULTAT=U, FOND_FISS=CRACK, NB_COUCHES={rings})
G = CALC_G(RESULTAT=U, OPTION="G", THETA=_F(FISSURE=CRACK, NB_COUCHE_INF=1, NB_COUCHE_SUP=4))
NOTHING = CREA_CHAMP(
    OPERATION="AFFE", TYPE_CHAM="ELGA_EPSI_R", MODELE=MODEL,
    AFFE=_F(TOUT="OUI", NOM_CMP=("EPXX", "EPYY", "EPZZ", "EPXY"), VALE=(0.0,) * 4),
)
AFTER = POST_JMOD(RESULTAT=U, FOND_FISS=CRACK, NB_COUCHES={rings}, ETAT_INIT=_F(EPSI=NOTHING))
FIN()
"""


def flat(folder, kind, rings=2, shift=0.0):
    (folder / "deck.mail").write_text(plate(shift))
    (folder / "deck.comm").write_text(FLAT.format(kind=kind, rings=rings))
    return pyaster_lite.run(folder / "deck.comm", output=folder / "out")


@pytest.mark.parametrize("kind,rings", [("D_PLAN", 2), ("C_PLAN", 2), ("D_PLAN", 6)])
def test_a_crack_in_the_plane(tmp_path, kind, rings):
    study = flat(tmp_path, kind, rings)
    value, factor = study["J"].column("J")[0], study["J"].column("K")[0]
    assert value == pytest.approx(study["G"].column("G")[0], rel=0.03)
    assert factor**2 * (0.91 if kind == "D_PLAN" else 1.0) / 100.0 == pytest.approx(value)
    assert study["AFTER"].column("J")[0] == pytest.approx(value, rel=1e-9)


def test_a_ring_crack_of_a_large_radius_is_weighed_by_it_once_more(tmp_path):
    """As code_aster's formulae have it."""
    far = flat(tmp_path, "AXIS", shift=1e4)
    assert "K" not in far["J"].names
    assert far["J"].column("J")[0] / 1e4 == pytest.approx(far["G"].column("G")[0], rel=0.03)
