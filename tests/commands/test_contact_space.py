"""Contact between two cubes of one cell each, with middle nodes on their sides."""

import numpy as np
import pytest

from pyaster_lite.commands._contact_surfaces import paired_zone, play_of
from pyaster_lite.diagnostics import ExitCode
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.pairing_space import KINDS
from pyaster_lite.study.run import Options, Study

CELL = reference_cell("HEXA20")
DECK = """
M = LIRE_MAILLAGE(FORMAT="ASTER")
MO = AFFE_MODELE(MAILLAGE=M, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="3D"))
E = DEFI_MATERIAU(ELAS=_F(E=1.0E5, NU=0.0))
X = AFFE_MATERIAU(MAILLAGE=M, AFFE=_F(TOUT="OUI", MATER=E))
C = DEFI_CONTACT(MODELE=MO, FORMULATION="KIND", WAYS ZONE=_F(GROUP_MA_MAIT="ABOVE", GROUP_MA_ESCL="BELOW", LAW))
B = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_NO="BASE", DX=0.0, DY=0.0, DZ=0.0), _F(GROUP_NO="HEAD", DX=0.0, DY=0.0, DZ=-2.0E-3)))
T = DEFI_LIST_REEL(VALE=(0.0, 1.0))
U = STAT_NON_LINE(MODELE=MO, CHAM_MATER=X, EXCIT=_F(CHARGE=B), CONTACT=C, COMPORTEMENT=_F(RELATION="ELAS"),
                  INCREMENT=_F(LIST_INST=T), CONVERGENCE=_F(RESI_GLOB_RELA=1.0E-10))
"""


def mesh():
    """The cubes [-1, 1]^3 and the one above it; groups of nodes at each height and the two sides that touch."""
    places = np.vstack([CELL.nodes, CELL.nodes + [0.0, 0.0, 2.0]])
    lines = ["COOR_3D", *(f"N{i} {x:g} {y:g} {z:g}" for i, (x, y, z) in enumerate(places)), "FINSF", "HEXA20"]
    lines += [f"M{k} " + " ".join(f"N{20 * k + i}" for i in range(20)) for k in (0, 1)]
    low, high = (np.flatnonzero(CELL.nodes[:, 2] == z) for z in (-1.0, 1.0))
    sides = [next(face for face in CELL.faces if set(face) == set(own)) for own in (high, low)]
    lines += ["FINSF", "QUAD8"]
    lines += [f"{name} " + " ".join(f"N{20 * k + i}" for i in face) for k, (name, face) in enumerate(zip(("TOP", "FOOT"), sides))]
    lines += ["FINSF"]
    groups = {"GROUP_NO BASE": low, "GROUP_NO HEAD": 20 + high}
    lines += [name.replace(" ", " NOM=") + "\n" + " ".join(f"N{i}" for i in own) + "\nFINSF" for name, own in groups.items()]
    lines += ["GROUP_MA NOM=BELOW\nTOP\nFINSF", "GROUP_MA NOM=ABOVE\nFOOT\nFINSF", "FIN"]
    return "\n".join(lines), high, 20 + low


def press(tmp_path, kind, law="", ways=""):
    text, top, foot = mesh()
    (tmp_path / "case.comm").write_text(DECK.replace("KIND", kind).replace("LAW", law).replace("WAYS", ways))
    (tmp_path / "case.mail").write_text(text)
    study = Study(tmp_path / "case.comm", Options(output=tmp_path / "out", verbosity=-1)).run()
    assert study.exit_code is ExitCode.OK, [d.message for d in study.diagnostics]
    result = study["U"]
    return result, result.field("DEPL", 1).component("DZ"), top, foot


@pytest.mark.parametrize(("kind", "law", "ways"), [("DISCRETE", "", ""), ("DISCRETE", 'ALGO_CONT="GCP",', "RESI_ABSO=1.0E-12,")])
def test_middle_nodes_of_quadrangles_are_tied_to_their_vertices_and_carry_nothing(tmp_path, kind, law, ways):
    result, dz, top, foot = press(tmp_path, kind, law, ways)
    assert dz[top] == pytest.approx(-1.0e-3) and dz[foot] == pytest.approx(-1.0e-3)
    carried = result.field("CONT_NOEU", 1).component("RN")
    corners = CELL.nodes[top][:, :2].prod(axis=1) != 0.0
    assert carried[top[corners]] == pytest.approx(50.0) and np.isnan(carried[top[~corners]]).all()


def test_with_a_penalty_vertices_of_the_master_alone_pass_on_what_all_nodes_of_the_slave_feel(tmp_path):
    result, _, top, foot = press(tmp_path, "DISCRETE", 'ALGO_CONT="PENALISATION", E_N=1.0E4,')
    carried = result.field("CONT_NOEU", 1).component("RN")
    corners = CELL.nodes[top][:, :2].prod(axis=1) != 0.0
    assert (carried[top[~corners]] > 0.0).all() and not np.isnan(carried[top]).any()


def test_a_uniform_pressure_needs_no_ties_where_it_is_integrated(tmp_path):
    result, dz, top, foot = press(tmp_path, "CONTINUE")
    assert dz[top] == pytest.approx(-1.0e-3) and dz[foot] == pytest.approx(-1.0e-3)
    assert result.field("DEPL", 1).component("LAGS_C")[top] == pytest.approx(-50.0)


def test_points_of_eight_node_quadrangles_have_no_slave_normals(tmp_path):
    (tmp_path / "case.comm").write_text(DECK.replace("KIND", "CONTINUE").replace("LAW", 'NORMALE="ESCL",').replace("WAYS", ""))
    (tmp_path / "case.mail").write_text(mesh()[0])
    study = Study(tmp_path / "case.comm", Options(output=tmp_path / "out", verbosity=-1)).run()
    assert study.exit_code is ExitCode.WRONG_INPUT and "not all stand on nodes" in study.diagnostics[0].message


SHELLS = """
M = LIRE_MAILLAGE(FORMAT="ASTER")
MO = AFFE_MODELE(MAILLAGE=M, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="COQUE_3D"))
S = AFFE_CARA_ELEM(MODELE=MO, COQUE=_F(GROUP_MA=("LOW", "HIGH"), EPAIS=0.2))
C = DEFI_CONTACT(MODELE=MO, FORMULATION="KIND", ZONE=_F(GROUP_MA_MAIT="LOW", GROUP_MA_ESCL="HIGH", MORE))
"""


def define_shells(tmp_path, kind, more=""):
    """Two QUAD9 above each other, nodes 0 to 8 and 9 to 17, those in their middles having no displacements."""
    flat = reference_cell("QUAD9").nodes
    lines = ["COOR_3D", *(f"N{9 * k + i} {x:g} {y:g} {k:g}" for k in (0, 1) for i, (x, y) in enumerate(flat)), "FINSF", "QUAD9"]
    lines += ["A " + " ".join(f"N{i}" for i in range(9)), "B " + " ".join(f"N{9 + i}" for i in (0, 3, 2, 1, 7, 6, 5, 4, 8))]
    lines += ["FINSF", "GROUP_MA NOM=LOW\nA\nFINSF", "GROUP_MA NOM=HIGH\nB\nFINSF", "FIN"]
    (tmp_path / "case.comm").write_text(SHELLS.replace("KIND", kind).replace("MORE", more))
    (tmp_path / "case.mail").write_text("\n".join(lines))
    return Study(tmp_path / "case.comm", Options(output=tmp_path / "out", verbosity=-1)).run()


def test_middle_nodes_of_thick_shells_take_no_part(tmp_path):
    study = define_shells(tmp_path, "DISCRETE")
    zone = paired_zone(study["C"].zones[0], study["M"], 3)
    assert [KINDS[k] for k in (*zone.master_facets.kinds, *zone.slave_facets.kinds)] == ["QUAD8", "QUAD8"]
    assert sorted(zone.slaves) == list(range(9, 17)) and not zone.straight and not len(study["C"].ties)
    refused = define_shells(tmp_path, "CONTINUE")
    assert refused.exit_code is ExitCode.WRONG_INPUT and "touch at nodes only" in refused.diagnostics[-1].message


def test_half_the_thickness_of_slave_shells_is_taken_off_the_gaps(tmp_path):
    study = define_shells(tmp_path, "DISCRETE", 'DIST_COQUE="OUI", CARA_ELEM=S, DIST_ESCL=DEFI_CONSTANTE(VALE=0.01)')
    zone, mesh = study["C"].zones[0], study["M"]
    paired = paired_zone(zone, mesh, 3)
    assert zone.thickness == pytest.approx([0.1])
    play = play_of(zone, mesh, paired, by_cell=False)
    assert play(0.0, mesh.coordinates[paired.slaves], np.arange(8)) == pytest.approx(np.full(8, 0.11))
    assert play_of(zone, mesh, paired, by_cell=True)(0.0, np.zeros((5, 3)), np.zeros(5, int)) == pytest.approx(np.full(5, 0.11))
    refused = define_shells(tmp_path, "DISCRETE", 'DIST_POUTRE="OUI", CARA_ELEM=S')
    assert "no circular section" in refused.diagnostics[-1].message
