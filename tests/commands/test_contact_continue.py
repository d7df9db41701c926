"""FORMULATION='CONTINUE' on two blocks whose meshes do not match: what is transmitted, what sticks, what slides."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.commands._contact import ModelContact
from pyaster_lite.diagnostics import ExitCode
from pyaster_lite.fe.contact_report import Report
from pyaster_lite.study.run import Options, Study

MESH = """\
COOR_2D
  U1 0. 0.  U2 0.3 0.  U3 0.5 0.  U4 1. 0.
  T1 0. 1.  T2 0.3 1.  T3 0.5 1.  T4 1. 1.
  L1 0. -2. L2 1. -2.  L3 1. 0.   L4 0. 0.
FINSF
QUAD4
  Q1 U1 U2 T2 T1  Q2 U2 U3 T3 T2  Q3 U3 U4 T4 T3  Q4 L1 L2 L3 L4
FINSF
SEG2
  S1 U1 U2  S2 U2 U3  S3 U3 U4  M1 L3 L4  P1 T2 T1  P2 T3 T2  P3 T4 T3  B1 L1 L2
FINSF
GROUP_MA NOM=UPPER
  Q1 Q2 Q3
FINSF
GROUP_MA NOM=LOWER
  Q4
FINSF
GROUP_MA NOM=SLAVE
  S1 S2 S3
FINSF
GROUP_MA NOM=MASTER
  M1
FINSF
GROUP_MA NOM=TOP
  P1 P2 P3
FINSF
GROUP_MA NOM=BASE
  B1
FINSF
GROUP_NO NOM=HEAD
  T1 T2 T3 T4
FINSF
GROUP_NO NOM=FOOT
  U1 U2 U3 U4
FINSF
GROUP_NO NOM=SIDE
  U1 T1
FINSF
FIN
"""
DECK = """
DEBUT()
MA = LIRE_MAILLAGE(FORMAT="ASTER")
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="KIND"))
HARD = DEFI_MATERIAU(ELAS=_F(E=1.0E5, NU=0.0))
SOFT = DEFI_MATERIAU(ELAS=_F(E=5.0E4, NU=0.0))
CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=(_F(GROUP_MA="UPPER", MATER=HARD), _F(GROUP_MA="LOWER", MATER=SOFT)))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_MA="BASE", DX=0.0, DY=0.0), SIDE))
LOAD = AFFE_CHAR_MECA(MODELE=MO, PRES_REP=_F(GROUP_MA="TOP", PRES=100.0))
LI = DEFI_LIST_REEL(VALE=INSTANTS)
GO = DEFI_FONCTION(NOM_PARA="INST", VALE=COURSE)
PLAY = DEFI_CONSTANTE(VALE=0.01)
CO = DEFI_CONTACT(MODELE=MO, FORMULATION="CONTINUE", WAYS ZONE=_F(GROUP_MA_MAIT="MASTER", GROUP_MA_ESCL="SLAVE", LAW))
U = STAT_NON_LINE(MODELE=MO, CHAM_MATER=CM, CONTACT=CO, EXCIT=(_F(CHARGE=HELD MOVED), _F(CHARGE=LOAD, FONC_MULT=GO)),
    INCREMENT=_F(LIST_INST=LI), CONVERGENCE=_F(ITER_GLOB_MAXI=30, RESI_GLOB_RELA=1.0E-10, RESI_GLOB_MAXI=1.0E-9, VERIF="AU_MOINS_UN"))
FIN()
"""
DEFAULTS = dict(
    KIND="D_PLAN", SIDE='_F(GROUP_NO="SIDE", DX=0.0)', WAYS="", LAW="", MOVED="", INSTANTS="(0.0, 1.0)", COURSE="(0.0, 0.0, 1.0, 1.0)"
)
RUBS = 'FROTTEMENT="COULOMB",'
SLIDES = '_F(GROUP_NO="HEAD", DX=0.02)'


def press(tmp_path, **words):
    """The result of the deck with these words."""
    return pressed(tmp_path, **words)["U"]


def pressed(tmp_path, **words):
    """The study of the deck with these words."""
    text = DECK
    for word, value in (DEFAULTS | words).items():
        text = text.replace(word, value)
    (tmp_path / "case.comm").write_text(text)
    (tmp_path / "case.mail").write_text(MESH)
    study = Study(tmp_path / "case.comm", Options(output=tmp_path / "out", verbosity=-1)).run()
    assert study.exit_code is ExitCode.OK, [d.message for d in study.diagnostics]
    return study


def at(result, word, component, nodes, order=1):
    return result.field(word, order).component(component)[nodes]


FOOT, HEAD, LOWER = np.arange(4), np.arange(4, 8), np.arange(8, 12)

ALL_WAYS = [
    f'ALGO_RESO_GEOM="{geometry}", ALGO_RESO_CONT="{contact}",'
    for geometry, contact in (("POINT_FIXE", "POINT_FIXE"), ("POINT_FIXE", "NEWTON"), ("NEWTON", "NEWTON"))
]
RULES = ["", 'INTEGRATION="GAUSS", ORDRE_INT=2,', 'INTEGRATION="SIMPSON",', 'INTEGRATION="NCOTES", ORDRE_INT=4,']


@pytest.mark.parametrize("way", ALL_WAYS)
@pytest.mark.parametrize("rule", RULES)
def test_a_uniform_pressure_passes_through_meshes_that_do_not_match(tmp_path, way, rule):
    result = press(tmp_path, WAYS=way, LAW=rule)
    assert at(result, "DEPL", "LAGS_C", FOOT) == pytest.approx([-100.0] * 4)
    assert at(result, "DEPL", "DY", FOOT) == pytest.approx([-100.0 * 2 / 5e4] * 4)
    assert at(result, "DEPL", "DY", HEAD) == pytest.approx([-100.0 * 2 / 5e4 - 100.0 / 1e5] * 4)
    assert np.isnan(at(result, "DEPL", "LAGS_C", HEAD)).all()


def test_iterations_are_told_since_contact_made_the_step_begin_anew(tmp_path):
    """As in code_aster; between two loops everything is linear here."""
    result = press(tmp_path, WAYS=ALL_WAYS[0])
    assert [result.parameter("ITER_GLOB", order) for order in (0, 1)] == [0, 1]
    # of statics the instant before is the same there
    assert [result.parameter("INST_PREC", order) for order in (0, 1)] == [0.0, 1.0]


PENALISED = 'ALGO_CONT="PENALISATION", '


@pytest.mark.parametrize(
    "law, adapts",
    [
        ("", {"cycles"}),
        ('ADAPTATION="NON"', set()),
        ('ADAPTATION="TOUT"', {"cycles"}),
        ('ADAPTATION="ADAPT_COEF"', set()),
        (PENALISED + 'ADAPTATION="TOUT"', {"cycles", "depth", "estimate"}),
        ('COULOMB=0.2, ADAPTATION="TOUT"', {"cycles", "estimate", "friction"}),
        ('COULOMB=0.2, ADAPTATION="ADAPT_COEF"', {"estimate", "friction"}),
        ('COULOMB=0.2, ADAPTATION="ADAPT_COEF", ALGO_FROT="PENALISATION"', {"cycles", "depth", "estimate"}),
        ('COULOMB=0.2, ADAPTATION="TOUT", ALGO_FROT="PENALISATION"', set()),
        (PENALISED + 'COULOMB=0.2, ADAPTATION="ADAPT_COEF"', {"depth", "estimate", "friction"}),
    ],
)
def test_adaptation_lets_change_what_the_table_of_the_manual_has(tmp_path, law, adapts):
    rubs = 'FROTTEMENT="COULOMB",' if "COULOMB" in law else ""
    assert pressed(tmp_path, WAYS=rubs, LAW=law)["CO"].zones[0].law.adapts == adapts


def test_the_axis_of_revolution_weighs_with_the_radius(tmp_path):
    result = press(tmp_path, KIND="AXIS", SIDE='_F(GROUP_NO="SIDE", DX=0.0)', LAW='INTEGRATION="GAUSS", ORDRE_INT=3,')
    assert at(result, "DEPL", "LAGS_C", FOOT) == pytest.approx([-100.0] * 4)


@pytest.mark.parametrize("way", ALL_WAYS)
def test_a_penalty_sinks_by_pressure_over_stiffness(tmp_path, way):
    result = press(tmp_path, WAYS=way, LAW='ALGO_CONT="PENALISATION", COEF_PENA_CONT=1.0E4,')
    assert at(result, "DEPL", "LAGS_C", FOOT) == pytest.approx([-100.0] * 4)
    assert at(result, "DEPL", "DY", FOOT) - at(result, "DEPL", "DY", LOWER)[2] == pytest.approx([-0.01] * 4)
    assert at(result, "CONT_NOEU", "JEU", FOOT) == pytest.approx([-0.01] * 4)
    assert at(result, "CONT_NOEU", "RN", FOOT).sum() == pytest.approx(100.0)


@pytest.mark.parametrize("way", ALL_WAYS)
def test_no_step_waits_for_the_depth_allowed(tmp_path, way):
    """The numbers are code_aster's: the first estimate, 1e5 N/m3, stays, and is 9e3 in the forces of an iterate after the second."""
    law = 'ALGO_CONT="PENALISATION", ADAPTATION="ADAPT_COEF", PENE_MAXI=1.0E-4,'
    result = press(tmp_path, WAYS=way, LAW=law, INSTANTS="(0.0, 0.5, 1.0)")
    assert at(result, "DEPL", "LAGS_C", FOOT, 2) == pytest.approx([-100.0] * 4)
    shares = np.array([15.0, 25.0, 35.0, 25.0])
    for order, total in ((1, 0.045 if way == ALL_WAYS[-1] else 0.5), (2, 1.0)):
        assert at(result, "CONT_NOEU", "JEU", FOOT, order) == pytest.approx([-5e-4 * order] * 4)
        assert at(result, "CONT_NOEU", "RN", FOOT, order) == pytest.approx(total * shares)


@pytest.mark.parametrize("way", ALL_WAYS)
def test_a_penalty_that_need_not_grow_is_that_of_the_master_cells(tmp_path, way):
    result = press(tmp_path, WAYS=way, LAW='ALGO_CONT="PENALISATION", ADAPTATION="ADAPT_COEF", PENE_MAXI=1.0E-2, COEF_PENA_CONT=1.0E3,')
    assert at(result, "CONT_NOEU", "JEU", FOOT) == pytest.approx([-100.0 / 1e5] * 4)


FRICTIONS = [
    'COULOMB=0.1, ALGO_FROT="STANDARD",',
    'COULOMB=0.1, ALGO_FROT="PENALISATION", COEF_PENA_FROT=1.0E6,',
    'COULOMB=0.1, ALGO_CONT="PENALISATION", COEF_PENA_CONT=1.0E7,',
]


@pytest.mark.parametrize("law", FRICTIONS)
@pytest.mark.parametrize("way", [*ALL_WAYS, 'ALGO_RESO_FROT="POINT_FIXE",'])
def test_a_sliding_block_rubs_at_the_limit_everywhere(tmp_path, way, law):
    result = press(tmp_path, WAYS=RUBS + way, SIDE=SLIDES, LAW=law)
    total = sum(at(result, "CONT_NOEU", word, FOOT).sum() for word in ("RTAX", "RTGX"))
    assert total == pytest.approx(0.1 * 100.0, rel=1e-3)
    assert abs(at(result, "DEPL", "LAGS_F1", FOOT)) == pytest.approx(np.ones(4), rel=1e-3)
    assert at(result, "CONT_NOEU", "CONT", FOOT).tolist() == [2.0] * 4
    across = at(result, "DEPL", "DX", FOOT) - at(result, "DEPL", "DX", LOWER)[2:].mean()
    assert at(result, "CONT_NOEU", "GLI", FOOT) == pytest.approx(abs(across), rel=1e-2)


def test_a_block_that_is_held_does_not_slip(tmp_path):
    result = press(tmp_path, WAYS=RUBS, SIDE='_F(GROUP_NO="HEAD", DX=1.0E-4)', LAW="COULOMB=0.9,")
    assert at(result, "CONT_NOEU", "CONT", FOOT).tolist() == [1.0] * 4
    assert at(result, "CONT_NOEU", "GLI", FOOT) == pytest.approx(np.zeros(4), abs=1e-12)
    assert at(result, "CONT_NOEU", "RTGX", FOOT).tolist() == [0.0] * 4
    assert abs(at(result, "DEPL", "LAGS_F1", FOOT)).max() < 1.0


def test_without_friction_nothing_rubs(tmp_path):
    result = press(tmp_path, WAYS=RUBS, SIDE=SLIDES, LAW='COULOMB=0.1, SANS_GROUP_NO_FR="FOOT", COEF_FROT=1.0E-9,')
    assert at(result, "DEPL", "LAGS_F1", FOOT).tolist() == [0.0] * 4
    assert abs(at(result, "CONT_NOEU", "RTAX", FOOT)).max() < 1e-6


THERE_AND_BACK = dict(INSTANTS="(0.0, 1.0, 2.0)", COURSE="(0.0, 0.0, 1.0, 1.0, 2.0, -1.0)")


def test_a_slideway_holds_what_has_closed(tmp_path):
    result = press(tmp_path, LAW='GLISSIERE="OUI",', **THERE_AND_BACK)
    assert at(result, "DEPL", "LAGS_C", FOOT, 2) == pytest.approx([100.0] * 4)
    assert at(result, "DEPL", "DY", FOOT, 2) == pytest.approx([100.0 * 2 / 5e4] * 4)


def test_a_lifted_block_leaves(tmp_path):
    held = '_F(GROUP_NO="SIDE", DX=0.0), _F(GROUP_NO="HEAD", DY=0.1)'
    result = press(tmp_path, SIDE=held)
    assert at(result, "CONT_NOEU", "CONT", FOOT).tolist() == [0.0] * 4
    assert at(result, "CONT_NOEU", "JEU", FOOT) == pytest.approx([0.1] * 4)
    assert at(result, "DEPL", "LAGS_C", FOOT) == pytest.approx([0.0] * 4, abs=1e-9)


def test_play_is_taken_off_the_gap(tmp_path):
    result = press(tmp_path, LAW='DIST_ESCL=PLAY, CONTACT_INIT="OUI",')
    assert at(result, "DEPL", "DY", FOOT) == pytest.approx([0.01 - 100.0 * 2 / 5e4] * 4)
    assert at(result, "DEPL", "LAGS_C", FOOT) == pytest.approx([-100.0] * 4)


def test_zones_that_are_only_looked_at_carry_nothing(tmp_path):
    held = '_F(GROUP_NO="SIDE", DX=0.0), _F(GROUP_NO="HEAD", DY=-0.05)'
    result = press(tmp_path, SIDE=held, LAW='RESOLUTION="NON", TOLE_INTERP=1.0,')
    assert at(result, "CONT_NOEU", "JEU", FOOT) == pytest.approx([-0.05 - 0.0] * 4, abs=2e-3)
    assert "LAGS_C" not in result.field("DEPL", 1).components


def test_what_penetrates_and_what_faces_nothing_is_told_where_zones_are_only_looked_at(tmp_path):
    held = '_F(GROUP_NO="SIDE", DX=0.0), _F(GROUP_NO="HEAD", DY=-0.05)'
    result = press(tmp_path, SIDE=held, LAW='RESOLUTION="NON", TOLE_INTERP=1.0E-4, SANS_GROUP_NO="SIDE",')
    assert at(result, "CONT_NOEU", "CONT", FOOT).tolist() == [-1.0, 3.0, 3.0, 3.0]
    assert at(result, "CONT_NOEU", "JEU", FOOT)[0] == np.finfo(float).max


def test_impulses_add_up_once_for_each_cell_of_a_node_and_projections_move_with_the_master(tmp_path):
    result = press(tmp_path, INSTANTS="(0.0, 1.0, 3.0)", COURSE="(0.0, 0.0, 1.0, 1.0, 3.0, 2.0)")
    cells, (first, second) = np.array([1, 2, 2, 1]), (at(result, "CONT_NOEU", "R", FOOT, order) for order in (1, 2))
    np.testing.assert_allclose(at(result, "CONT_NOEU", "I", FOOT, 1), cells * first, rtol=1e-8)
    np.testing.assert_allclose(at(result, "CONT_NOEU", "I", FOOT, 2), cells * (first + 2.0 * second), rtol=1e-8)
    np.testing.assert_allclose(at(result, "CONT_NOEU", "PROJ_Y", FOOT, 2), at(result, "DEPL", "DY", FOOT, 2), atol=1e-9)
    np.testing.assert_array_equal(at(result, "CONT_NOEU", "CONT", FOOT, 0), 0.0)


def test_impulses_start_again_from_zero_where_contact_opens(tmp_path):
    lift = 'LIFT = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 1.0, -0.01, 2.0, 0.5))'
    side = '_F(GROUP_NO="SIDE", DX=0.0), _F(GROUP_NO="HEAD", DY=1.0)'
    course = dict(INSTANTS="(0.0, 1.0, 2.0)", COURSE="(0.0, 0.0, 2.0, 0.0)", MOVED=", FONC_MULT=LIFT", PLAY=f"{lift}\nPLAY")
    result = press(tmp_path, SIDE=side, **course)
    assert (at(result, "CONT_NOEU", "I", FOOT, 1) > 0.0).all()
    np.testing.assert_array_equal(at(result, "CONT_NOEU", "I", FOOT, 2), 0.0)


def test_what_contact_leaves_out_is_told_as_such(tmp_path):
    result = press(tmp_path, LAW='SANS_GROUP_NO="SIDE"')
    status = at(result, "CONT_NOEU", "CONT", FOOT)
    assert status[0] == -1.0 and (status[1:] == 2.0).all()
    gap = at(result, "CONT_NOEU", "JEU", FOOT)[0]
    above = at(result, "DEPL", "DY", FOOT)[0] - at(result, "CONT_NOEU", "PROJ_Y", FOOT)[0]
    assert gap < 0.0 and gap == pytest.approx(above, rel=1e-3)


def test_discrete_contact_tells_of_links_by_the_ranks_of_nodes_and_keeps_what_it_told():
    """As cfresu: the second link is told by the second node, which has none; node 3 keeps its row once it is lost."""

    class Solved:
        def __init__(self, nodes):
            n, none = len(nodes), np.zeros((len(nodes), 2))
            status, ones = np.full(n, 2.0), np.ones(n)
            self.answer = Report(np.array(nodes), ones, ones > 0, status, 0 * ones, none, none, none, none)

        def report(self, increment):
            return self.answer

    contact = object.__new__(ModelContact)
    contact._points, contact._told_last = np.array([3, 5, 7]), None
    state = SimpleNamespace(increment=None)
    contact.solved = Solved([3, 7])
    contact._told_last = contact._rows(state, 1.0, [])
    assert contact._told_last[1][:, 0].tolist() == [2.0, -1.0]
    contact.solved = Solved([5, 7])
    nodes, rows = contact._rows(state, 1.0, [])
    assert dict(zip(nodes.tolist(), rows[:, 0].tolist())) == {3: 2.0, 5: -1.0, 7: 2.0}


def test_in_the_plane_a_given_normal_changes_nothing(tmp_path):
    slope = '_F(GROUP_NO="SIDE", DX=0.0), _F(GROUP_NO="HEAD", DY=-0.01)'
    free, given = (press(tmp_path, SIDE=slope, LAW=law) for law in ("", 'VECT_MAIT="FIXE", MAIT_FIXE=(0.5, 1.0, 0.0)'))
    np.testing.assert_array_equal(at(given, "DEPL", "DY", FOOT), at(free, "DEPL", "DY", FOOT))
