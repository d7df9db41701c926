"""DEFI_GROUP of what cracks enrich."""

import pytest

from tests.commands.meshes import diagnostics, mesh_after

DECK = """
CRACK = DEFI_FISS_XFEM(
    MAILLAGE=MA, DEFI_FISS=_F(FORM_FISS="DEMI_DROITE", PFON=(1.7, 0.5, 0.0), DTAN=(1.0, 0.0, 0.0)),
    TYPE_ENRI_FOND="{kind}", {more}
)
"""
GROUP = 'MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_{where}=_F(NOM="G", OPTION="FISS_XFEM", FISSURE=CRACK, {words}))'
NARROW = DECK.format(kind="GEOMETRIQUE", more="RAYON_ENRI=0.1")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("TYPE_GROUP='CRACKTIP'", [2, 3, 5, 6]),
        ("TYPE_GROUP='HEAVISIDE'", [1, 4]),
        ("TYPE_GROUP='XFEM'", [1, 2, 3, 4, 5, 6]),
        ("TYPE_GROUP='TORE', RAYON_TORE=0.6", [3, 6]),
        ("TYPE_GROUP='ZONE_MAJ'", [1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ],
)
def test_nodes_of_a_crack(tmp_path, words, expected):
    mesh = mesh_after(tmp_path, NARROW + GROUP.format(where="NO", words=words))
    assert sorted((mesh.node_groups["G"] + 1).tolist()) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("TYPE_GROUP='CRACKTIP'", [2, 3, 4, 10, 12, 13]),
        ("TYPE_GROUP='HEAVISIDE'", [7, 8]),
        ("TYPE_GROUP='MIXTE'", [1, 9, 11]),
        ("TYPE_GROUP='FISSUREE'", [1, 2, 3, 8, 9, 10]),
    ],
)
def test_cells_of_a_crack(tmp_path, words, expected):
    mesh = mesh_after(tmp_path, NARROW + GROUP.format(where="MA", words=words))
    assert sorted((mesh.cell_groups["G"] + 1).tolist()) == expected


def test_a_crack_of_another_mesh(tmp_path):
    group = "DEFI_GROUP(reuse=OTHER, MAILLAGE=OTHER, CREA_GROUP_NO=_F(NOM='G', OPTION='FISS_XFEM', FISSURE=CRACK, TYPE_GROUP='XFEM'))"
    said = diagnostics(tmp_path, NARROW, "OTHER = COPIER(CONCEPT=MA)", f"OTHER = {group}")
    assert "CRACK stands on another mesh than OTHER" in said
