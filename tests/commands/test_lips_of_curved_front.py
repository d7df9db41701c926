"""POST_K1_K2_K3 behind the middles of the segments of a curved front."""

import numpy as np
import pytest

from pyaster_lite.study.run import Options, Study

SLOPE, TURN = 0.02, np.radians(30.0)
BODY = """
MESH = LIRE_MAILLAGE(FORMAT="ASTER")
SOLID = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="3D"))
STEEL = DEFI_MATERIAU(ELAS=_F(E=10.0, NU=0.0))
FIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", MATER=STEEL))
FRONT = DEFI_FOND_FISS(
    MAILLAGE=MESH, SYME="OUI", LEVRE_SUP=_F(GROUP_MA="LIP"), FOND_FISS=_F(GROUP_MA="LINE", GROUP_NO_ORIG="ORIG", GROUP_NO_EXTR="END")
)
BACK = FORMULE(VALE="sqrt(abs(2.0 - sqrt(X * X + Y * Y)))", NOM_PARA=("X", "Y", "Z"))
PLACES = CREA_CHAMP(OPERATION="EXTR", TYPE_CHAM="NOEU_GEOM_R", NOM_CHAM="GEOMETRIE", MAILLAGE=MESH)
FORMULAS = CREA_CHAMP(
    OPERATION="AFFE", TYPE_CHAM="NOEU_NEUT_F", MAILLAGE=MESH,
    AFFE=_F(TOUT="OUI", NOM_CMP=("X1", "X2", "X3"), VALE_F=(BACK, BACK, BACK)),
)
VALUES = CREA_CHAMP(OPERATION="EVAL", TYPE_CHAM="NOEU_NEUT_R", CHAM_F=FORMULAS, CHAM_PARA=PLACES)
MOVED = CREA_CHAMP(
    OPERATION="ASSE", TYPE_CHAM="NOEU_DEPL_R", MODELE=SOLID,
    ASSE=_F(TOUT="OUI", CHAM_GD=VALUES, NOM_CMP=("X1", "X2", "X3"), NOM_CMP_RESU=("DX", "DY", "DZ")),
)
U = CREA_RESU(
    OPERATION="AFFE", TYPE_RESU="EVOL_NOLI", AFFE=_F(NOM_CHAM="DEPL", CHAM_GD=MOVED, INST=0.0, MODELE=SOLID, CHAM_MATER=FIELD)
)
K = POST_K1_K2_K3(RESULTAT=U, FOND_FISS=FRONT, TOUT="OUI", ABSC_CURV_MAXI=1.1)
"""


def ring():
    """Three sectors of three cells each, the crack inside the second radius, its lip a slightly conical face."""
    names, lines, cells = {}, [], []

    def node(radius, angle, height):
        place = (radius * np.cos(angle), radius * np.sin(angle), SLOPE * (2.0 - radius) + height)
        key = tuple(np.round(place, 9))
        if key not in names:
            names[key] = f"N{len(names) + 1}"
            lines.append(f"{names[key]} {place[0]:.16g} {place[1]:.16g} {place[2]:.16g}")
        return names[key]

    signs = np.array([[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1], [-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]])
    edges = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (1, 5), (2, 6), (3, 7), (4, 5), (5, 6), (6, 7), (7, 4)]
    places = np.concatenate([signs, [(signs[a] + signs[b]) / 2 for a, b in edges]])
    skin = [0, 1, 2, 3, 8, 9, 10, 11]
    lips, front = [], []
    for sector in range(3):
        for inner, outer in ((1.0, 1.5), (1.5, 2.0), (2.0, 3.0)):
            own = [node((inner + outer + x * (outer - inner)) / 2, (sector + (1 + y) / 2) * TURN, (1 + z) / 2) for x, y, z in places]
            cells.append(" ".join(own))
            if outer <= 2.0:
                lips.append(" ".join(own[i] for i in skin))
            if outer == 2.0:
                front.append(f"{own[1]} {own[2]} {own[9]}")
    ends = node(2.0, 0.0, 0.0), node(2.0, 3 * TURN, 0.0)
    told = ["COOR_3D", *lines, "FINSF"]
    for kind, letter, rows in (("HEXA20", "H", cells), ("QUAD8", "Q", lips), ("SEG3", "S", front)):
        told += [kind, *(f"{letter}{i} {row}" for i, row in enumerate(rows)), "FINSF"]
    told += ["GROUP_MA NOM=LIP", *(f"Q{i}" for i in range(len(lips))), "FINSF", "GROUP_MA NOM=LINE", "S0 S1 S2", "FINSF"]
    told += ["GROUP_NO NOM=ORIG", ends[0], "FINSF", "GROUP_NO NOM=END", ends[1], "FINSF", "FIN"]
    return "\n".join(told) + "\n"


def unit(vector):
    return vector / np.linalg.norm(vector)


def test_axes_amid_a_segment_lie_between_those_of_its_ends(tmp_path):
    """The jump 2 sqrt(r) v gives K1 = E sqrt(2 pi) / 8 * 2 v.n; of n the middle of a segment has the mean of both ends."""
    mesh, deck = tmp_path / "ring.mail", tmp_path / "deck.comm"
    mesh.write_text(ring())
    deck.write_text("DEBUT()" + BODY + "FIN()\n")
    study = Study(deck, Options(units={20: mesh}, output=tmp_path / "out", verbosity=-1)).run()
    found = [row["K1"] for row in study["K"].rows() if row["NUM_PT"] == 4]

    def turned(turns, vector):
        c, s = np.cos(turns * TURN), np.sin(turns * TURN)
        return np.array([c * vector[0] - s * vector[1], s * vector[0] + c * vector[1], vector[2]])

    start, beside, behind = np.array([2.0, 0.0, 0.0]), turned(1, [2.0, 0.0, 0.0]), np.array([1.5, 0.0, SLOPE * 0.5])
    first = unit(np.cross(beside - start, behind - start))
    normals = [turned(k, first) for k in range(3)]
    normal = unit(unit(normals[0] + normals[1]) + unit(normals[1] + normals[2]))
    normal *= np.sign(normal[2])
    away = np.sqrt(np.hypot(1.0, SLOPE))
    expected = 10.0 * np.sqrt(2 * np.pi) / 8 * 2 * abs(np.ones(3) @ normal) / away
    assert np.abs(found) == pytest.approx([expected], rel=1e-9)
