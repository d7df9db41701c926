"""Four quarters of a ring: a translation of all of them is a motion with one nodal diameter, told on one quarter and a copy of it."""

import numpy as np
import pytest

import pyaster_lite

MESH = """COOR_2D
A 1. 0.
B 2. 0.
C 0. 2.
D 0. 1.
FINSF
QUAD4
Q1 A B C D
FINSF
GROUP_MA NOM=ALL
Q1
FINSF
GROUP_NO NOM=START
A B
FINSF
FIN
"""
DECK = """DEBUT()
MESH = LIRE_MAILLAGE(FORMAT="ASTER")
ONE = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="C_PLAN"))
BOTH = ASSE_MAILLAGE(MAILLAGE_1=MESH, MAILLAGE_2=MESH, OPERATION="SUPERPOSE")
TWICE = AFFE_MODELE(MAILLAGE=BOTH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="C_PLAN"))
WORDS = dict(GROUP_MA_MAIT1="ALL", GROUP_MA_MAIT2="ALL____0", ANGL_NAUT=90.0, CENTRE=(0.0, 0.0))
LINK = AFFE_CHAR_MECA(
    MODELE=TWICE,
    LIAISON_CYCL=(
        _F(GROUP_NO_ESCL="START", COEF_MAIT1=0.0, COEF_MAIT2=1.0, **WORDS),
        _F(GROUP_NO_ESCL="START__0", COEF_MAIT1=-1.0, COEF_MAIT2=0.0, **WORDS),
    ),
)
ALONG = CREA_CHAMP(TYPE_CHAM="NOEU_DEPL_R", OPERATION="AFFE", MODELE=ONE, AFFE=_F(TOUT="OUI", NOM_CMP=("DX", "DY"), VALE=(1.0, 0.0)))
ACROSS = CREA_CHAMP(TYPE_CHAM="NOEU_DEPL_R", OPERATION="AFFE", MODELE=ONE, AFFE=_F(TOUT="OUI", NOM_CMP=("DX", "DY"), VALE=(0.0, -1.0)))
COSINE, SINE = [
    CREA_RESU(OPERATION="AFFE", TYPE_RESU="EVOL_ELAS", AFFE=_F(NOM_CHAM="DEPL", CHAM_GD=field, INST=0.0, MODELE=ONE))
    for field in (ALONG, ACROSS)
]
RING = DEFI_SQUELETTE(CYCLIQUE=_F(NB_SECTEUR=4, MAILLAGE=MESH), SECTEUR=_F(GROUP_MA="ALL"))
MOVED = REST_SOUS_STRUC(RESULTAT=SINE, SQUELETTE=RING, CYCLIQUE=_F(NB_SECTEUR=4, NUME_DIAMETRE=1, RESULTAT2=COSINE))
SAME = REST_SOUS_STRUC(RESULTAT=COSINE, SQUELETTE=RING, CYCLIQUE=_F(NB_SECTEUR=4))
FIN()
"""


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ring")
    (folder / "ring.mail").write_text(MESH)
    (folder / "ring.comm").write_text(DECK)
    return pyaster_lite.run(folder / "ring.comm", units={20: folder / "ring.mail"}, output=folder / "out")


def test_the_translation_obeys_the_links(study):
    relations, dofs = study["LINK"].relations(), study["TWICE"].dofs
    assert len(relations) == 8
    motion = np.zeros(dofs.size)
    motion[dofs.index(np.arange(4), "DX")] = 1.0
    motion[dofs.index(np.arange(4, 8), "DY")] = 1.0
    np.testing.assert_allclose(relations.matrix @ motion, 0.0, atol=1e-12)
    assert abs(relations.matrix @ np.roll(motion, 1)).max() > 0.1


def test_the_ring_moves_along_x(study):
    ring, field = study["RING"], study["MOVED"].field("DEPL", 1)
    assert (ring.n_nodes, ring.n_cells, sorted(ring.cell_groups)) == (16, 4, ["MASEC1", "MASEC2", "MASEC3", "MASEC4"])
    np.testing.assert_allclose(np.linalg.norm(ring.coordinates, axis=1), np.tile([1.0, 2.0, 2.0, 1.0], 4))
    np.testing.assert_allclose(field.component("DX"), 1.0)
    np.testing.assert_allclose(field.component("DY"), 0.0, atol=1e-12)


def test_without_diameters_each_sector_moves_outward_alike(study):
    field = study["SAME"].field("DEPL", 1)
    np.testing.assert_allclose(field.component("DX"), np.repeat([1.0, 0.0, -1.0, 0.0], 4), atol=1e-12)
    np.testing.assert_allclose(field.component("DY"), np.repeat([0.0, 1.0, 0.0, -1.0], 4), atol=1e-12)
