"""CREA_MAILLAGE, GEOM_FIBRE: fibres as cells of a plane."""

import numpy as np

from .meshes import run


def test_fibres_are_drawn_where_the_beam_has_them(tmp_path):
    study = run(
        tmp_path,
        "GF = DEFI_GEOM_FIBRE(SECTION=_F(GROUP_FIBRE='CELLS', MAILLAGE_SECT=MA, TOUT_SECT='OUI', COOR_AXE_POUTRE=(1.0, 1.0), ANGLE=90.0),"
        " FIBRE=_F(GROUP_FIBRE='BARS', CARA='SURFACE', COOR_AXE_POUTRE=(0.0, 0.0), VALE=(0.5, 0.0, 0.1, -0.5, 0.0, 0.1)))",
        "SECTION = CREA_MAILLAGE(GEOM_FIBRE=GF)",
    )
    mesh = study["SECTION"]
    assert {block.type: len(block) for block in mesh.blocks} == {"POI1": 2, "TRIA3": 2, "QUAD4": 3}
    bars = mesh.coordinates[mesh.nodes_of_cells(mesh.cell_group("BARS"))]
    np.testing.assert_allclose(sorted(bars[:, 0]), [-0.5, 0.5])
    cells = mesh.coordinates[mesh.nodes_of_cells(mesh.cell_group("CELLS")), :2]
    np.testing.assert_allclose(cells.min(axis=0), -1.0)
    np.testing.assert_allclose(cells.max(axis=0), 1.0)
    triangles = mesh.coordinates[mesh.nodes_of_cells(mesh.block("TRIA3").cells), :2]
    # the triangles stand at x > 1, y > 1 of the section; a quarter of a turn brings (y, z) to (-z, y)
    assert triangles[:, 0].max() < 1e-12 and triangles[:, 1].min() > -1e-12
