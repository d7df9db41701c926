"""What every material law and every behaviour owes."""

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.diagnostics import Refused
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.kinematics import PlaneStress
from pyaster_lite.materials._law import isotropic
from pyaster_lite.materials.elas_orth import unstable
from tests.commands.runner import Surroundings, run


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


@pytest.mark.parametrize("word", list(MATERIALS))
def test_every_file_declares_keywords_and_properties(word):
    law = MATERIALS[word]
    assert law.keywords.upper == 1 and callable(law.properties)


def elas(around, **words):
    return run("DEFI_MATERIAU", around, ELAS=words).properties


def test_plane_stress_condenses_the_stress_across():
    full = isotropic(2e11, 0.3)
    plane = PlaneStress().elasticity(full)
    np.testing.assert_allclose(plane[:2, :2], 2e11 / (1 - 0.09) * np.array([[1, 0.3], [0.3, 1]]), rtol=1e-12)
    np.testing.assert_allclose(plane[2], 0, atol=1e-4)
    assert plane[3, 3] == pytest.approx(2e11 / 1.3)


def test_three_ways_to_say_the_same_elasticity(around):
    by_young = elas(around, E=2e11, NU=0.25, RHO=8000.0)["elasticity"]
    by_bulk = elas(around, K=2e11 / 1.5, MU=8e10)["elasticity"]
    celerity = {"CELE_S": np.sqrt(8e10 / 8000.0), "CELE_P": ((2e11 / 1.5 + 4 / 3 * 8e10) / 8000.0) ** 0.5, "RHO": 8000.0}
    np.testing.assert_allclose(by_bulk, by_young, rtol=1e-12, atol=1.0)
    np.testing.assert_allclose(elas(around, **celerity)["elasticity"], by_young, rtol=1e-12, atol=1.0)


def test_functions_that_do_not_vary_are_honoured_and_others_said_not_there_yet(around):
    flat = Function([0.0, 100.0], [2e11, 2e11])
    poisson = Function([0.0], [0.3])
    made = run("DEFI_MATERIAU", around, ELAS_FO={"E": flat, "NU": poisson, "RHO": Function([0.0], [7800.0])})
    assert made.properties["density"] == 7800.0
    varying = run("DEFI_MATERIAU", around, ELAS_FO={"E": Function([0.0, 100.0], [2e11, 1e11], Properties("TEMP", "E")), "NU": poisson})
    data = ElementData(
        np.arange(2), np.zeros((2, 4, 3)), [varying.properties], np.zeros(2, int), surroundings=lambda t: {"TEMP": TEMPERATURES}
    )
    np.testing.assert_allclose(data.at_points("young"), 2e11 - 1e9 * TEMPERATURES)
    np.testing.assert_allclose(data.elasticity()[1, 2], isotropic(1e11, 0.3), rtol=1e-12)
    mixed = replace(data, materials=[varying.properties, made.properties], owner=np.array([0, 1]))
    np.testing.assert_allclose(mixed.at_points("young"), [2e11 - 1e9 * TEMPERATURES[0], np.full(TEMPERATURES.shape[1], 2e11)])
    with pytest.raises(ComputationFailed, match="depends on a field"):
        data.property("young")
    with pytest.raises(Refused, match="AMOR_ALPHA varies"):
        run("DEFI_MATERIAU", around, ELAS_FO={"E": flat, "NU": poisson, "AMOR_ALPHA": Function([0.0, 100.0], [2.0, 1.0])})


TEMPERATURES = np.array([[0.0, 10.0, 20.0], [50.0, 60.0, 100.0]])


def test_expansion_from_another_temperature_than_the_reference(around):
    """alpha(T) (T - T_def) less what it was at the reference, at the points that define alpha."""
    x, y = np.array([0.0, 50.0, 100.0]), np.array([1e-5, 1.2e-5, 1.6e-5])
    alpha, flat = Function(x, y, Properties("TEMP", "ALPHA")), Function([0.0], [0.3])
    made = run("DEFI_MATERIAU", around, ELAS_FO={"E": flat, "NU": flat, "ALPHA": alpha, "TEMP_DEF_ALPHA": -20.0}).properties
    around = {"TEMP": np.array([x]), "TEMP_REF": np.full((1, 3), 25.0)}
    found = made["expansion"](around) * (x - 25.0)
    np.testing.assert_allclose(found[0], y * (x + 20.0) - 1.1e-5 * 45.0, rtol=1e-12)
    around["TEMP_REF"][:] = 50.0
    slope = (0.2e-5 / 50.0 + 0.4e-5 / 50.0) / 2
    assert made["expansion"](around)[0, 1] == pytest.approx(slope * 70.0 + 1.2e-5, rel=1e-12)


def test_what_cannot_be_compressed_has_no_elasticity_for_solids(around):
    """Beams and bars may still be made of it."""
    made = elas(around, E=1.0, NU=0.5)
    assert "elasticity" not in made and made["poisson"] == 0.5


def test_an_orthotropic_solid_of_equal_moduli_is_isotropic(around):
    orth = {"E_L": 3.0, "E_T": 3.0, "E_N": 3.0, "NU_LT": 0.2, "NU_LN": 0.2, "NU_TN": 0.2, "G_LT": 1.25, "G_LN": 1.25, "G_TN": 1.25}
    istr = {"E_L": 3.0, "E_N": 3.0, "NU_LT": 0.2, "NU_LN": 0.2, "G_LN": 1.25}
    for law, words in (("ELAS_ORTH", orth), ("ELAS_ISTR", istr)):
        made = run("DEFI_MATERIAU", around, **{law: words}).properties["elasticity"]
        np.testing.assert_allclose(made, isotropic(3.0, 0.2), atol=1e-14)
    with pytest.raises(Refused, match="not those of a stable material"):
        run("DEFI_MATERIAU", around, ELAS_ORTH=orth | {"NU_LT": 1.0, "NU_LN": 0.0, "NU_TN": 0.0})
    # One that is unstable in space only may serve in the plane
    made = run("DEFI_MATERIAU", around, ELAS_ISTR=istr | {"E_N": 6.0, "NU_LN": 0.6}).properties["elasticity"]
    assert np.linalg.eigvalsh(made).min() < 0.0


def test_turned_material_axes():
    """Turned by 90 degrees about z, what was stiff along x is stiff along y."""
    from pyaster_lite.materials.elas_orth import orthotropic

    own = orthotropic([10.0, 2.0, 3.0], [0.1, 0.2, 0.3], [1.0, 4.0, 5.0])
    frames = np.array([[[0, 1, 0], [-1, 0, 0], [0, 0, 1]], np.zeros((3, 3))], float)
    data = ElementData(np.arange(2), np.zeros((2, 4, 3)), [{"elasticity": own}], np.zeros(2, int), {"material_frame": frames})
    turned, kept = data.elasticity()[:, 0]
    np.testing.assert_array_equal(kept, own)
    order = [1, 0, 2, 3, 5, 4]
    np.testing.assert_allclose(turned, own[np.ix_(order, order)], atol=1e-14)


def test_an_elasticity_that_is_not_stable_is_told(around):
    wood = {"E_L": 2.0, "E_T": 4.0, "E_N": 2.0, "G_LT": 0.5, "G_TN": 0.5, "G_LN": 0.4, "NU_LT": 0.1, "NU_LN": 0.1, "NU_TN": 0.02}
    assert unstable("ELAS_ORTH", wood) == []
    assert unstable("ELAS_ORTH", wood | {"NU_LN": 1.1}) == ["space"]
    assert unstable("ELAS_ORTH", {"E_L": 1.0, "E_T": 4.0, "G_LT": 0.5, "NU_LT": 0.6}) == ["plane stress"]
    assert unstable("ELAS_ISTR", {"E_L": 1.0, "E_N": 4.0, "NU_LT": 0.2, "NU_LN": 0.6, "G_LN": 1.0}) == ["space"]
    run("DEFI_MATERIAU", around, ELAS_ORTH=wood | {"NU_LN": 1.1})
    assert around.warnings == ["this elasticity is not stable in space"]
