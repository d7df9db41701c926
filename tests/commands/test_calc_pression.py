"""CALC_PRESSION: the stress on sides of a plate under a uniform strain, where they stand and where they have moved to."""

import numpy as np
import pytest

from .meshes import run

PLATE = (
    "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))",
    "MAT = DEFI_MATERIAU(ELAS=_F(E=5.0, NU=0.25))",
    "CHMAT = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
    "UX = FORMULE(NOM_PARA=('X', 'Y'), VALE='0.1 * X + 0.3 * Y')",
    "UY = FORMULE(NOM_PARA=('X', 'Y'), VALE='-0.2 * X + 0.2 * Y')",
    "HELD = AFFE_CHAR_MECA_F(MODELE=MO, DDL_IMPO=_F(TOUT='OUI', DX=UX, DY=UY))",
    "U = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CHMAT, EXCIT=_F(CHARGE=HELD))",
)
STRESS = np.array([[4 * 0.1 + 2 * 0.3, 4 * 0.05], [4 * 0.05, 4 * 0.2 + 2 * 0.3]])
"""2 mu e + lambda tr(e), with lambda = mu = 2; e = 0.1, 0.2 and a shear of 0.05."""


def sides(normal):
    """PRES, CISA, VX and VY of the stress on a side."""
    force = STRESS @ normal
    pressure = force @ normal
    tangent = force - pressure * normal
    return [pressure, np.linalg.norm(tangent), *tangent]


@pytest.mark.parametrize("shape, along", [("INITIALE", (1.0, 0.0)), ("DEFORMEE", (1.1, -0.2))])
def test_stress_on_a_straight_side(tmp_path, shape, along):
    study = run(tmp_path, *PLATE, f"U = CALC_PRESSION(reuse=U, MAILLAGE=MA, RESULTAT=U, GROUP_MA='BOTTOM', INST=0.0, GEOMETRIE='{shape}')")
    assert not study.diagnostics
    result, mesh = study["U"], study["MA"]
    field = result.field("PRES_NOEU", result.orders[0])
    assert field.components == ("PRES", "CISA", "VX", "VY")
    normal = np.array([along[1], -along[0]]) / np.hypot(*along)
    np.testing.assert_allclose(field.values[:3], [sides(normal)] * 3, rtol=1e-12)
    assert np.isnan(field.values[3:]).all() and mesh.coordinates[1].tolist() == [1.0, 0.0, 0.0]


def test_another_mesh_is_refused(tmp_path):
    study = run(
        tmp_path,
        *PLATE,
        "OTHER = COPIER(CONCEPT=MA)",
        "U = CALC_PRESSION(reuse=U, MAILLAGE=OTHER, RESULTAT=U, GROUP_MA='BOTTOM', TOUT_ORDRE='OUI')",
    )
    assert [d.message for d in study.diagnostics] == ["U is on another mesh"]
