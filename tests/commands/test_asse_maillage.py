"""ASSE_MAILLAGE: two grids beside each other or glued; MODI_MODELE leaves the model as it is."""

import numpy as np

from tests.commands.meshes import GRID, diagnostics, mesh_after, run

MOVED = "MB = COPIER(CONCEPT=MA0)", "MODI_MAILLAGE(reuse=MB, MAILLAGE=MB, TRANSLATION=({}, 0.0))"
SIDES = "COLLAGE=_F(GROUP_MA_1='RIGHT', GROUP_MA_2='LEFT')"


def with_right(text=GRID):
    """The grid with a group of its right side."""
    head, _, _ = text.rpartition("FIN\n")
    return head + "GROUP_MA NOM=RIGHT\nM3 M4\nFINSF\nFIN\n"


def joined(words, by=2.0):
    commands = [MOVED[0], MOVED[1].format(by), f"MA = ASSE_MAILLAGE(MAILLAGE_1=MA0, MAILLAGE_2=MB, {words})"]
    return commands, dict(text=with_right())


def test_beside_each_other(tmp_path):
    commands, more = joined("OPERATION='SUPERPOSE'")
    mesh = mesh_after(tmp_path, *commands, first="MA0", **more)
    assert (mesh.n_nodes, mesh.n_cells) == (18, 26)
    assert mesh.cell_group("LEFT").tolist() == [6, 7] and mesh.cell_group("LEFT___0").tolist() == [19, 20]
    assert mesh.node_group("DIAGONA0").tolist() == [17, 13, 9]
    np.testing.assert_allclose(mesh.coordinates[9:, 0], mesh.coordinates[:9, 0] + 2.0)


def test_glued_nodes_are_those_of_the_first_mesh(tmp_path):
    commands, more = joined(f"OPERATION='COLLAGE', {SIDES}")
    mesh = mesh_after(tmp_path, *commands, first="MA0", **more)
    assert (mesh.n_nodes, mesh.n_cells) == (18, 24)
    assert sorted(mesh.nodes_of_cells(mesh.cell_group("LEFT___0")).tolist()) == [2, 5, 8]
    assert mesh.cell_group("RIM").tolist() == [0, 1, 2, 3, 4, 5] and mesh.cell_group("RIGHT").tolist() == [13, 14]
    assert mesh.node_group("ENDS___0").tolist() == [2, 11]


def test_what_cannot_be_glued(tmp_path):
    commands, more = joined(f"OPERATION='COLLAGE', {SIDES}", by=2.1)
    found = run(tmp_path, *commands, first="MA0", **more).diagnostics
    assert any("none of the second at its place (0.1 off)" in d.message for d in found)
    commands, more = joined("OPERATION='COLLAGE', COLLAGE=_F(GROUP_MA_1='RIGHT', GROUP_MA_2='RIM')")
    found = run(tmp_path, *commands, first="MA0", **more).diagnostics
    assert any("have 2 and 8 cells" in d.message for d in found)


def test_sharing_between_processes_changes_nothing(tmp_path):
    model = "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))"
    assert not diagnostics(tmp_path, model, "MO = MODI_MODELE(reuse=MO, MODELE=MO, DISTRIBUTION=_F(METHODE='MAIL_DISPERSE'))")
