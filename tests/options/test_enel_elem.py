"""ENEL_ELEM beside ENEL_ELGA where a material has axes of its own."""

import numpy as np

from tests.commands.meshes import run

TURNED = """
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='PLATE', PHENOMENE='MECANIQUE', MODELISATION='C_PLAN'))
MAT = DEFI_MATERIAU(ELAS_ORTH=_F(E_L=100.0, E_T=25.0, E_N=25.0, NU_LT=0.0, NU_LN=0.0, NU_TN=0.0, G_LT=10.0, G_LN=10.0, G_TN=10.0))
CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))
CA = AFFE_CARA_ELEM(MODELE=MO, MASSIF=_F(GROUP_MA='PLATE', ANGL_REP=90.0))
STRETCH = FORMULE(NOM_PARA='X', VALE='0.01*X')
HELD = AFFE_CHAR_MECA_F(MODELE=MO, DDL_IMPO=_F(GROUP_MA='PLATE', DX=STRETCH))
FIXED = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_MA='PLATE', DY=0.0))
R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CM, CARA_ELEM=CA, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=FIXED)))
R = CALC_CHAMP(reuse=R, RESULTAT=R, ENERGIE=('ENEL_ELGA', 'ENEL_ELEM'))
"""


def test_the_energy_of_cells_is_that_of_a_material_along_the_axes_of_all(tmp_path):
    study = run(tmp_path, TURNED)
    assert not [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    at_points, of_cells = ([block.values for block in study["R"].field(name, 1).blocks] for name in ("ENEL_ELGA", "ENEL_ELEM"))
    # a stress 0.25 across the fibres: 0.25^2/2/25 by volume, and by 100 where they are taken to lie along it
    for values in at_points:
        np.testing.assert_allclose(values, 0.25**2 / 50.0, rtol=1e-9)
    np.testing.assert_allclose(sum(values.sum() for values in of_cells), 4.0 * 0.25**2 / 200.0, rtol=1e-9)


def test_strains_across_of_large_displacements_are_those_of_a_material_along_the_axes_of_all(tmp_path):
    """EPSI is told of the axes of the material in code_aster, EPSG and EPSL are not."""
    deck = TURNED.replace("NU_LT=0.0", "NU_LT=0.4").replace("NU_LN=0.0", "NU_LN=0.2")
    deck = deck.replace("ENERGIE=('ENEL_ELGA', 'ENEL_ELEM')", "DEFORMATION=('EPSI_ELGA', 'EPSG_ELGA', 'EPSL_ELGA')")
    study = run(tmp_path, deck)
    assert not [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    # compliances that couple fibres 0.4/100 and 0.2/100 to the sides; a stretch e along a side, or along the fibres, the other strain none
    solid = np.linalg.inv(np.array([[1, -0.4, -0.2], [-0.4, 4, 0], [-0.2, 0, 4]]) / 100.0)
    across = {"EPSI": (0.01, 1), "EPSG": (0.01 + 0.01**2 / 2, 0), "EPSL": (np.log(1.01), 0)}
    for word, (stretch, axis) in across.items():
        for block in study["R"].field(f"{word}_ELGA", 1).blocks:
            values = block.values[..., list(block.components).index("EPZZ")]
            np.testing.assert_allclose(values, -solid[2, axis] / solid[2, 2] * stretch, rtol=1e-9)
