"""EPVC: the strains of what surrounds a body, cause by cause."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS, OPTIONS
from pyaster_lite.commands._elementary import anelastic_forces
from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.options._option import Given

from .meshes import run


def test_each_cause_tells_its_own_strain(tmp_path):
    study = run(
        tmp_path,
        "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))",
        "MAT = DEFI_MATERIAU(ELAS=_F(E=2.0, NU=0.3, ALPHA=0.1, K_DESSIC=0.01, B_ENDOGE=0.5))",
        *[
            f"{name} = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_{kind}_R', MAILLAGE=MA, "
            f"AFFE=_F(TOUT='OUI', NOM_CMP='{component}', VALE={value}))"
            for name, kind, component, value in (("T", "TEMP", "TEMP", 3.0), ("S", "TEMP", "TEMP", 7.0), ("H", "HYDR", "HYDR", 0.2))
        ],
        "CHMAT = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT), AFFE_VARC=("
        "_F(NOM_VARC='TEMP', CHAM_GD=T, VALE_REF=1.0), _F(NOM_VARC='SECH', CHAM_GD=S, VALE_REF=10.0), _F(NOM_VARC='HYDR', CHAM_GD=H)))",
        "LOAD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_MA='LEFT', DX=0.0, DY=0.0))",
        "R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CHMAT, EXCIT=_F(CHARGE=LOAD))",
        "R = CALC_CHAMP(reuse=R, RESULTAT=R, DEFORMATION=('EPVC_ELGA', 'EPVC_NOEU'))",
    )
    assert not [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    result = study["R"]
    at_points, at_nodes = (result.field(name, result.orders[-1]) for name in ("EPVC_ELGA", "EPVC_NOEU"))
    expected = {"EPTHER_L": 0.2, "EPTHER_N": 0.2, "EPSECH": -0.03, "EPHYDR": -0.1, "EPPTOT": 0.0}
    for name, value in expected.items():
        block = at_points.blocks[0]
        np.testing.assert_allclose(block.values[..., block.components.index(name)], value, atol=1e-14)
        np.testing.assert_allclose(at_nodes.component(name)[at_nodes.present[:, 0]], value, atol=1e-14)


def test_temperature_strains_along_the_axes_of_the_material():
    element = MODELISATIONS["D_PLAN"].elements["QUAD4"]
    turned = {"material_frame": np.array([[[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]])}
    warm = {"TEMP": np.full((1, 4), 30.0), "TEMP_REF": np.full((1, 4), 20.0), "INST": np.zeros((1, 4))}
    square = np.array([[[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]])
    material = [{"expansion": np.array([1e-5, 2e-5, 3e-5])}]
    data = ElementData(np.array([0]), square, material, np.array([0]), turned, surroundings=lambda t: warm)
    values, _ = OPTIONS["EPVC_ELGA"].compute(element, data, Given())
    np.testing.assert_allclose(values[0, :, :3], np.tile([1e-4, 2e-4, 3e-4], (4, 1)))
    np.testing.assert_allclose(anelastic_strain(data, ("XX", "YY"))[0, 0], [2e-4, 1e-4])


@pytest.mark.parametrize("word,strained", [("DIS_T", False), ("DIS_TR", True)])
def test_in_statics_only_discretes_that_turn_ask_for_a_nonlinear_evolution_where_they_are_warm(word, strained):
    element = MODELISATIONS[word].elements["SEG2"]
    frame, warm = {"frame": np.eye(3)[None]}, {"TEMP": np.array([[120.0]]), "TEMP_REF": np.array([[20.0]]), "INST": np.array([[0.0]])}
    stiffness = {"stiffness": np.eye(element.size)[None]}
    places = np.array([[[0.0, 0, 0], [2.0, 0, 0]]])
    data = ElementData(np.array([0]), places, [{"expansion": 1e-5}], np.array([0]), frame | stiffness, surroundings=lambda t: warm)
    group = SimpleNamespace(element=element, modelisation=word)
    model = SimpleNamespace(groups=[group], assembler=SimpleNamespace(vector=lambda blocks: blocks))
    if strained:
        with pytest.raises(ComputationFailed, match="discretes expand"):
            anelastic_forces(model, [data])
    else:
        assert anelastic_forces(model, [data]) == [None]
