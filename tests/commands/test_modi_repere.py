"""MODI_REPERE: vectors and tensors in axes that turn them into known components."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.result import Result
from pyaster_lite.diagnostics import Refused

from .runner import Surroundings, run
from .test_model_data import model_of


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


def result(space):
    """A square around (2, 0); DEPL is the position, the stress pulls along it: s = x x^T."""
    z = 1.0 if space else 0.0
    x = np.array([[1, -1, 0], [3, -1, z], [3, 1, z], [1, 1, 0.0]])
    mesh = Mesh(x, [CellBlock("QUAD4", np.array([[0, 1, 2, 3]], np.int32), np.array([0]))], {"ONE": np.array([2])}, {"ALL": np.array([0])})
    made = Result("evol_elas", mesh)
    made.name = "RESU"
    names = ("DX", "DY", "DZ")[: 3 if space else 2]
    tensor = np.stack([x[:, i] * x[:, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))], axis=1)
    tensor, kept = (tensor, ("XX", "YY", "ZZ", "XY", "XZ", "YZ")) if space else (tensor[:, :4], ("XX", "YY", "ZZ", "XY"))
    block = ElementBlock(np.array([0]), tensor[None], tuple("SI" + name for name in kept))
    fields = {
        "DEPL": NodeField(mesh, "DEPL_R", names, x[:, : len(names)].copy()),
        "SIGM_ELNO": ElementField(mesh, "SIEF_R", "ELNO", [block]),
    }
    made.store(1, {"INST": 0.0}, fields)
    return made


def turned(around, source, name, kind, frame, **affe):
    place = affe if {"GROUP_NO", "GROUP_MA"} & set(affe) else affe | {"TOUT": "OUI"}
    made = run("MODI_REPERE", around, RESULTAT=source, REPERE=frame, AFFE=place, MODI_CHAM={"NOM_CHAM": name, "TYPE_CHAM": kind})
    assert made.field_names() == [name] and made.parameter("INST", 1) == 0.0
    return made.field(name, 1)


@pytest.mark.parametrize("space", [False, True])
def test_turned_by_an_angle(around, space):
    source = result(space)
    angles = (90.0, 0.0, 0.0) if space else 90.0
    field = turned(around, source, "DEPL", "VECT_3D" if space else "VECT_2D", "UTILISATEUR", ANGL_NAUT=angles)
    np.testing.assert_allclose(field.values[:, :2], source.field("DEPL", 1).values[:, 1::-1] * [1, -1], atol=1e-15)
    field = turned(around, source, "SIGM_ELNO", "TENS_3D" if space else "TENS_2D", "UTILISATEUR", ANGL_NAUT=angles)
    np.testing.assert_allclose(field.at_cell(0, "SIXX"), [1, 1, 1, 1], atol=1e-15)
    np.testing.assert_allclose(field.at_cell(0, "SIXY"), [1, 3, -3, -1], atol=1e-15)


def test_a_radial_pull_is_radial_in_a_cylinder(around):
    source = result(False)
    field = turned(around, source, "SIGM_ELNO", "TENS_2D", "CYLINDRIQUE", ORIGINE=(0.0, 0.0))
    np.testing.assert_allclose(field.at_cell(0, "SIXX"), [2, 10, 10, 2])
    for name in ("SIYY", "SIZZ", "SIXY"):
        np.testing.assert_allclose(field.at_cell(0, name), 0, atol=1e-14)
    space = turned(around, result(True), "DEPL", "VECT_3D", "CYLINDRIQUE", ORIGINE=(0.0, 0.0, 0.0), AXE_Z=(0.0, 0.0, 2.0))
    np.testing.assert_allclose(space.values, [[np.sqrt(2), 0, 0], [np.sqrt(10), 1, 0], [np.sqrt(10), 1, 0], [np.sqrt(2), 0, 0]], atol=1e-14)


def test_a_node_on_the_axis_has_the_radius_of_its_cell(around):
    field = turned(around, result(False), "DEPL", "VECT_2D", "CYLINDRIQUE", ORIGINE=(1.0, -1.0))
    assert field.values[0, 0] == pytest.approx(0.0) and np.isfinite(field.values).all()
    field = turned(around, result(False), "SIGM_ELNO", "TENS_2D", "CYLINDRIQUE", ORIGINE=(1.0, -1.0))
    assert field.at_cell(0, "SIXX")[0] == pytest.approx(0.0) and field.at_cell(0, "SIZZ")[0] == pytest.approx(2.0)


def test_points_after_the_first_on_the_axis_have_the_radius_of_their_cell(around):
    """As in code_aster: those before it have their own."""
    field = turned(around, result(False), "SIGM_ELNO", "TENS_2D", "CYLINDRIQUE", ORIGINE=(1.0, -1.0))
    np.testing.assert_allclose(field.at_cell(0, "SIXX"), [0, 2, 8, 2], atol=1e-14)
    field = turned(around, result(False), "SIGM_ELNO", "TENS_2D", "CYLINDRIQUE", ORIGINE=(3.0, 1.0))
    np.testing.assert_allclose(field.at_cell(0, "SIXX"), [0, 1, 8, 2], atol=1e-14)


def test_a_group_of_cells_restricts_shells_alone(around):
    source = result(True)
    source.mesh.cell_groups["NONE"] = np.array([], int)
    level = {"NOM_CHAM": "DEPL", "TYPE_CHAM": "VECT_3D", "GROUP_MA": "ALL"}
    places = [{"TOUT": "OUI", "ANGL_NAUT": (90.0, 0.0, 0.0)}, {"GROUP_MA": "NONE", "ANGL_NAUT": 5.0}]
    field = run("MODI_REPERE", around, RESULTAT=source, REPERE="UTILISATEUR", AFFE=places, MODI_CHAM=level).field("DEPL", 1)
    np.testing.assert_allclose(field.values[:, 1], -source.field("DEPL", 1).values[:, 0], atol=1e-15)


def test_two_directions_and_parts(around):
    source = result(True)
    field = turned(around, source, "DEPL", "VECT_3D", "UTILISATEUR", VECT_X=(0.0, 0.0, 3.0), VECT_Y=(1.0, 0.0, 5.0), GROUP_NO="ONE")
    np.testing.assert_allclose(field.values[2], [1, 3, 1])
    np.testing.assert_array_equal(field.values[1], source.field("DEPL", 1).values[1])
    with pytest.raises(Refused, match="say where by GROUP_MA"):
        turned(around, source, "SIGM_ELNO", "TENS_3D", "UTILISATEUR", ANGL_NAUT=(1.0, 0.0, 0.0), GROUP_NO="ONE")
    with pytest.raises(Refused, match="no field of tensors"):
        turned(around, source, "DEPL", "TENS_3D", "UTILISATEUR", ANGL_NAUT=(1.0, 0.0, 0.0))
    with pytest.raises(Refused, match="tell no axes"):
        turned(around, source, "DEPL", "VECT_3D", "UTILISATEUR", VECT_X=(0.0, 0.0, 3.0), VECT_Y=(0.0, 0.0, 5.0))


def test_cells_that_hold_no_tensor_stay_as_they_are(around):
    source, x = result(False), np.array([[0.0, 5.0, 0.0], [1.0, 5.0, 0.0]])
    mesh, given = source.mesh, source.field("SIGM_ELNO", 1)
    own = mesh.coordinates
    blocks = [*mesh.blocks, CellBlock("SEG2", np.array([[4, 5]], np.int32), np.array([1]))]
    both = Mesh(np.vstack([own, x]), blocks, mesh.node_groups, {"ALL": np.array([0, 1])})
    made = Result("evol_elas", both)
    made.name = "RESU"
    bars = ElementBlock(np.array([1]), np.array([[[7.0], [8.0]]]), ("N",))
    made.store(1, {"INST": 0.0}, {"SIGM_ELNO": ElementField(both, "SIEF_R", "ELNO", [*given.blocks, bars])})
    field = turned(around, made, "SIGM_ELNO", "TENS_2D", "UTILISATEUR", ANGL_NAUT=90.0)
    np.testing.assert_allclose(field.at_cell(0, "SIXX"), [1, 1, 1, 1], atol=1e-15)
    np.testing.assert_array_equal(field.at_cell(1, "N"), [7.0, 8.0])


BEAM = """DEBUT()
MESH = LIRE_MAILLAGE(FORMAT="ASTER")
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="POU_D_E"))
STEEL = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.0))
FIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", MATER=STEEL))
CARA = AFFE_CARA_ELEM(MODELE=MODEL, POUTRE=_F(GROUP_MA="BAR", SECTION="CERCLE", CARA="R", VALE=0.1))
LOAD = AFFE_CHAR_MECA(
    MODELE=MODEL, DDL_IMPO=_F(GROUP_NO="FOOT", DX=0.0, DY=0.0, DZ=0.0, DRX=0.0, DRY=0.0, DRZ=0.0),
    FORCE_NODALE=_F(GROUP_NO="TIP", FX=1.0, FY=2.0, FZ=3.0, MX=4.0, MY=5.0, MZ=6.0),
)
U = MECA_STATIQUE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, EXCIT=_F(CHARGE=LOAD))
U = CALC_CHAMP(reuse=U, RESULTAT=U, CONTRAINTE="EFGE_ELNO")
GLOBAL = MODI_REPERE(
    RESULTAT=U, MODI_CHAM=_F(NOM_CHAM="EFGE_ELNO", TYPE_CHAM="1D_GENE"), REPERE="UTILISATEUR",
    AFFE=_F(TOUT="OUI", ANGL_NAUT=(0.0, 0.0, 0.0)),
)
FIN()
"""
BAR = """COOR_3D
N1 0. 0. 0.
N2 1. 2. -1.
FINSF
SEG2
M1 N1 N2
FINSF
GROUP_MA NOM=BAR
M1
FINSF
GROUP_NO NOM=FOOT
N1
FINSF
GROUP_NO NOM=TIP
N2
FINSF
FIN
"""


def test_the_forces_of_a_beam_in_the_global_axes_are_those_at_its_tip(tmp_path):
    (tmp_path / "d.comm").write_text(BEAM)
    (tmp_path / "d.mail").write_text(BAR)
    study = pyaster_lite.run(tmp_path / "d.comm", output=tmp_path, units={20: tmp_path / "d.mail"})
    field = study["GLOBAL"].field("EFGE_ELNO", 1)
    found = [field.at_cell(0, name)[1] for name in ("N", "VY", "VZ", "MT", "MFY", "MFZ")]
    np.testing.assert_allclose(found, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], rtol=1e-9)


def plate_in_layers(around):
    """A tilted plate of two layers whose stresses, in global axes, are one tensor S everywhere: (model, characteristics, S, axes)."""
    x = np.array([[1.0, 0.0, 0.0], [3.0, 0.0, 1.0], [3.0, 1.0, 1.0], [1.0, 1.0, 0.0]])
    mesh = Mesh(x, [CellBlock("QUAD4", np.array([[0, 1, 2, 3]], np.int32), np.array([0]))], {}, {"ALL": np.array([0])})
    model = model_of(around, mesh, (("ALL",), "DKT"))
    words = {"GROUP_MA": "ALL", "EPAIS": 0.2, "COQUE_NCOU": 2, "VECTEUR": (0.0, 1.0, 0.0)}
    own = run("AFFE_CARA_ELEM", around, MODELE=model, COQUE=[words])
    first, across = np.array([0.0, 1.0, 0.0]), np.array([-1.0, 0.0, 2.0]) / np.sqrt(5)
    stress = np.array([[3.0, 1.0, 2.0], [1.0, -4.0, 0.5], [2.0, 0.5, 6.0]])
    return model, own, stress, np.array([first, np.cross(across, first), across])


def in_layers(model, tensor, place):
    flat = tensor[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
    names = tuple("SI" + name for name in ("XX", "YY", "ZZ", "XY", "XZ", "YZ"))
    block = ElementBlock(np.array([0]), np.tile(flat, (1, 24, 1)), names, model.groups[0].element, 6)
    return ElementField(model.mesh, "SIEF_R", place, [block])


def test_stresses_in_layers_from_global_axes_to_the_users(around):
    model, own, stress, axes = plate_in_layers(around)
    field = in_layers(model, stress, "ELGA")
    made = run("MODI_REPERE", around, CHAM_GD=field, REPERE="GLOBAL_UTIL", AFFE=[{"TOUT": "OUI"}], CARA_ELEM=own)
    np.testing.assert_allclose(made.blocks[0].values, in_layers(model, axes @ stress @ axes.T, "ELGA").blocks[0].values, atol=1e-12)
    with pytest.raises(Refused, match="GLOBAL_UTIL"):
        run("MODI_REPERE", around, CHAM_GD=field, REPERE="COQUE_INTR_UTIL", AFFE=[{"TOUT": "OUI"}], CARA_ELEM=own)


def test_stresses_in_layers_around_an_axis(around):
    """The radius is that of each sub-point: here it changes with the height, since the plate is tilted."""
    model, own, stress, axes = plate_in_layers(around)
    source = Result("evol_elas", model.mesh, model, characteristics=own)
    source.store(1, {"INST": 0.0}, {"SIGM_ELNO": in_layers(model, axes @ stress @ axes.T, "ELNO")})
    what = {"NOM_CHAM": "SIGM_ELNO", "TYPE_CHAM": "TENS_3D"}
    place = {"GROUP_MA": "ALL", "ORIGINE": (0.0, -1.0, 0.0), "AXE_Z": (0.0, 0.0, 2.0)}
    made = run("MODI_REPERE", around, RESULTAT=source, REPERE="COQUE_UTIL_CYL", AFFE=[place], MODI_CHAM=[what]).field("SIGM_ELNO", 1)
    heights = np.array([-0.1, -0.05, 0.0, 0.0, 0.05, 0.1])
    points = model.mesh.coordinates[:, None] + heights[:, None] * axes[2] - [0.0, -1.0, 0.0]
    radius = points[..., :2] / np.linalg.norm(points[..., :2], axis=-1, keepdims=True)
    expected = np.einsum("npi,ij,npj->np", radius, stress[:2, :2], radius)
    np.testing.assert_allclose(made.blocks[0].values[0, :, 0], expected.ravel())
    np.testing.assert_allclose(made.blocks[0].values[0, :, 1], stress[2, 2])
    with pytest.raises(Refused, match="AXE_Z"):
        bare = {"GROUP_MA": "ALL", "ORIGINE": (0.0, -1.0, 0.0)}
        run("MODI_REPERE", around, RESULTAT=source, REPERE="COQUE_UTIL_CYL", AFFE=[bare], MODI_CHAM=[what])


def test_generalised_strains_are_turned_as_efforts_are(around):
    model, own, *_ = plate_in_layers(around)
    given, element = np.tile([1.0, 2.0, 3.0, 4.0, 5.0], (1, 4, 1)), model.groups[0].element
    made = {}
    for name, quantity, names in (
        ("EFGE_ELNO", "SIEF_R", ("NXX", "NYY", "NXY", "QX", "QY")),
        ("DEGE_ELNO", "EPSI_R", ("EXX", "EYY", "EXY", "GAX", "GAY")),
    ):
        source = Result("evol_elas", model.mesh, model, characteristics=own)
        field = ElementField(model.mesh, quantity, "ELNO", [ElementBlock(np.array([0]), given.copy(), names, element)])
        source.store(1, {"INST": 0.0}, {name: field})
        what, place = {"NOM_CHAM": name, "TYPE_CHAM": "COQUE_GENE"}, {"GROUP_MA": "ALL", "ANGL_REP": (30.0, 0.0)}
        turned = run("MODI_REPERE", around, RESULTAT=source, REPERE="COQUE", AFFE=[place], MODI_CHAM=[what])
        made[name] = turned.field(name, 1).blocks[0].values
    assert made["DEGE_ELNO"] == pytest.approx(made["EFGE_ELNO"]) and not np.allclose(made["EFGE_ELNO"], given)
