"""REST_HOMO_LOCAL in a cell of two layers, whose stress and flow across them are known."""

import numpy as np

from pyaster_lite.commands._unit_cell import box_sides, with_skin
from pyaster_lite.concepts.mesh import CellBlock, Mesh

from .meshes import run

LAYERS = """\
COOR_3D
""" + "".join(f"N{1 + i + 3 * j + 6 * k} {i} {2 * j} {2 * k}\n" for k in (0, 1) for j in (0, 1) for i in range(3)) + """\
FINSF
HEXA8
M1 N1 N2 N5 N4 N7 N8 N11 N10
M2 N2 N3 N6 N5 N8 N9 N12 N11
FINSF
GROUP_MA NOM=SOFT
M1
FINSF
GROUP_MA NOM=HARD
M2
FINSF
FIN
"""
MADE = (
    "ES = DEFI_CONSTANTE(VALE=1.0)",
    "EH = DEFI_CONSTANTE(VALE=3.0)",
    "NO = DEFI_CONSTANTE(VALE=0.0)",
    "AS = DEFI_CONSTANTE(VALE=0.01)",
    "AH = DEFI_CONSTANTE(VALE=0.02)",
    "SOFT = DEFI_MATERIAU(ELAS_FO=_F(E=ES, NU=NO, ALPHA=AS, TEMP_DEF_ALPHA=20.0), THER_FO=_F(LAMBDA=ES, RHO_CP=NO))",
    "HARD = DEFI_MATERIAU(ELAS_FO=_F(E=EH, NU=NO, ALPHA=AH, TEMP_DEF_ALPHA=20.0), THER_FO=_F(LAMBDA=EH, RHO_CP=NO))",
    "PARTS = (_F(GROUP_MA='SOFT', MATER=SOFT), _F(GROUP_MA='HARD', MATER=HARD))",
    "P = CALC_MATE_HOMO(MAILLAGE=MA, AFFE=PARTS, VARC=_F(NOM_VARC='TEMP', VALE=(20.0, 60.0)), TYPE_HOMO='MASSIF', "
    "CORR_MECA=CO('CM'), CORR_THER=CO('CT'))",
    "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='3D'))",
    "MT = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='THERMIQUE', MODELISATION='3D'))",
    "STEEL = DEFI_MATERIAU(ELAS=_F(E=1.0, NU=0.0), THER=_F(LAMBDA=1.0, RHO_CP=0.0))",
    "CHM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=STEEL))",
    "UX = FORMULE(NOM_PARA=('X', 'Y', 'Z'), VALE='0.5 + 0.3 * X + 0.1 * Y')",
    "UY = FORMULE(NOM_PARA=('X', 'Y', 'Z'), VALE='0.1 * X + 0.2 * Y')",
    "UZ = FORMULE(NOM_PARA=('X', 'Y', 'Z'), VALE='0.0 * Z')",
    "TT = FORMULE(NOM_PARA=('X', 'Y', 'Z'), VALE='30.0 + 5.0 * X')",
    "FM = AFFE_CHAR_MECA_F(MODELE=MO, DDL_IMPO=_F(TOUT='OUI', DX=UX, DY=UY, DZ=UZ))",
    "FT = AFFE_CHAR_THER_F(MODELE=MT, TEMP_IMPO=_F(TOUT='OUI', TEMP=TT))",
    "L = DEFI_LIST_REEL(VALE=(0.0,))",
    "U = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CHM, EXCIT=_F(CHARGE=FM))",
    "U = CALC_CHAMP(reuse=U, RESULTAT=U, DEFORMATION='EPSI_NOEU')",
    "T = THER_LINEAIRE(MODELE=MT, CHAM_MATER=CHM, EXCIT=_F(CHARGE=FT), TYPE_CALCUL='STAT', INCREMENT=_F(LIST_INST=L))",
    "T = CALC_CHAMP(reuse=T, RESULTAT=T, THERMIQUE='GRAT_NOEU')",
)
LOCAL = "R = REST_HOMO_LOCAL(TYPE_HOMO='MASSIF', POSITION=(1.0, 0.5, 1.0), AFFE=PARTS, {})"


def local(tmp_path, words):
    study = run(tmp_path, *MADE, LOCAL.format(words), text=LAYERS)
    errors = [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    assert not errors, errors
    return study


def test_stress_across_the_layers_is_even(tmp_path):
    study = local(tmp_path, "CORR_MECA=CM, EVOL_ELAS=U, OPTION='SIEF_ELGA'")
    stress = np.array(study["R"].field("SIEF_ELGA", 1).component("SIXX", cells=[0, 1]))
    np.testing.assert_allclose(stress, 0.3 * 1.5, rtol=1e-10)
    field = study["R"].field("DEPL", 1)
    start = 0.5 + 0.3 + 0.05
    np.testing.assert_allclose(field.component("DX")[:3], start + np.array([0.0, 0.45, 0.6]), rtol=1e-10)
    # the stress of a shear of the layers is even too: 0.5 (1 + a) = 1.5 (1 - a)
    np.testing.assert_allclose(field.component("DY")[:3], 0.2 + 0.1 * np.arange(3) + 2 * 0.1 * np.array([0.0, 0.5, 0.0]), rtol=1e-10)


def test_flow_across_the_layers_is_even(tmp_path):
    study = local(tmp_path, "CORR_THER=CT, EVOL_THER=T, OPTION='FLUX_ELGA'")
    flow = np.array(study["R"].field("FLUX_ELGA", 0).component("FLUX", cells=[0, 1]))
    np.testing.assert_allclose(flow, -5.0 * 1.5, rtol=1e-10)
    np.testing.assert_allclose(study["R"].field("TEMP", 0).component("TEMP")[:3], 35.0 + np.array([0.0, 7.5, 10.0]))


def test_the_cell_completed_by_its_images_at_its_place(tmp_path):
    words = "CORR_MECA=CM, EVOL_ELAS=U, CORR_THER=CT, EVOL_THER=T, OPTION='SIEF_ELGA', COMPLET='OUI', TRANSLATION='OUI'"
    study = local(tmp_path, words)
    mesh = study["R"].mesh
    assert mesh.cell_dim(np.arange(mesh.n_cells)).tolist().count(3) == 16
    np.testing.assert_allclose(mesh.coordinates.min(axis=0), [-1.0, -1.5, -1.0])
    assert len(mesh.cell_group("SOFT")) == 8 and len(mesh.cell_group("face_xmin")) == 4 and "face_int" not in mesh.cell_groups


def test_faces_within_the_box_bear_the_pressure():
    places = np.array([[i, j, k] for k in (0, 1) for j in range(3) for i in range(3)], float)

    def cell(i, j):
        first = i + 3 * j
        low = [first, first + 1, first + 4, first + 3]
        return low + [node + 9 for node in low]

    mesh = Mesh(places, [CellBlock("HEXA8", np.array([cell(0, 0), cell(1, 0), cell(0, 1)], np.int32), np.arange(3))])
    box_sides(mesh)
    mesh = with_skin(mesh)
    inner = mesh.cell_group("face_int")
    points = mesh.coordinates[np.array([mesh.cell_nodes(cell) for cell in inner])]
    normals = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    assert sorted(normals.tolist()) == [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]
    assert mesh.n_cells == 3 + 14 and len(mesh.cell_group("face_zmax")) == 3
