"""ELAS_GLRC_FO: functions that are constant are the numbers of ELAS_GLRC; others follow what surrounds cells. GonfElas_FO, TYPE_PARA."""

import numpy as np
import pytest

from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.plate_section import PlateSection, plane_stress
from tests.commands.runner import Surroundings, run

GIVEN = {"E_M": 3e10, "NU_M": 0.2, "E_F": 4e10, "NU_F": 0.25, "BT1": 1e8, "BT2": 2e8, "RHO": 2500.0, "AMOR_ALPHA": 1e-4}


def function(*values):
    return Function(np.arange(len(values), dtype=float), np.array(values), Properties("TEMP", "TOUTRESU", ("LIN", "LIN")))


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


def test_constants_are_numbers(around):
    plain = run("DEFI_MATERIAU", around, ELAS_GLRC=GIVEN).properties
    same = run("DEFI_MATERIAU", around, ELAS_GLRC_FO={word: function(value, value) for word, value in GIVEN.items()}).properties
    assert plain["bending_young"] == 4e10 and plain["plate_shear"][1, 1] == 2e8
    for name, value in plain.items():
        np.testing.assert_array_equal(same[name], value)


def test_what_varies_follows_the_temperature_of_the_cell(around):
    given = {word: function(value, value) for word, value in GIVEN.items()}
    given |= {"E_M": function(3e10, 2e10), "E_F": function(4e10, 1e10), "BT1": function(1e8, 5e7)}
    made = run("DEFI_MATERIAU", around, ELAS_GLRC_FO=given | {"ALPHA": function(1e-5, 3e-5), "TEMP_DEF_ALPHA": 0.0}).properties
    half = {"TEMP": np.full((1, 3), 0.5), "TEMP_REF": np.zeros((1, 3))}
    triangle = np.array([[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]])
    data = ElementData(np.zeros(1, int), triangle, [made], np.zeros(1, int), {"thickness": np.array([0.2])}, lambda t: half)
    section = PlateSection.of(data)
    np.testing.assert_allclose(section.membrane[0], plane_stress(np.array([2.5e10]), np.array([0.2]))[0] * 0.2)
    np.testing.assert_allclose(section.bending[0], plane_stress(np.array([2.5e10]), np.array([0.25]))[0] * 0.2**3 / 12)
    np.testing.assert_allclose(section.shear[0], np.diag([7.5e7, 2e8]))
    np.testing.assert_allclose(made["expansion"](half), 2e-5)


def test_functions_of_swelling_clays_are_read_at_the_points(around):
    words = {"YoungModulus": 1e9, "PoissonRatio": 0.2, "BiotCoef": 0.5, "ReferencePressure": 1e6, "betaM": 0.1}
    plain = run("DEFI_MATERIAU", around, GonfElas=words).properties
    made = run("DEFI_MATERIAU", around, GonfElas_FO={word: function(value, 3 * value) for word, value in words.items()}).properties
    for name, value in plain.items():
        np.testing.assert_allclose(made[name]({"TEMP": np.zeros((1, 1))})[0, 0], value)
    np.testing.assert_allclose(made["swelling_biot"]({"TEMP": np.full((1, 1), 0.5)}), 1.0)


def test_words_that_only_tell_what_parameters_are(around):
    for word, kind in (("MONO_VISC1", "ECOU_VISC"), ("MONO_ISOT1", "ECRO_ISOT"), ("MONO_CINE1", "ECRO_CINE")):
        values = {"MONO_VISC1": {"N": 10.0, "K": 40.0, "C": 1.0}, "MONO_ISOT1": {"R_0": 75.0, "Q": 9.0, "B": 19.0, "H": 2.0}}
        run("DEFI_MATERIAU", around, **{word: values.get(word, {"D": 36.0}) | {"TYPE_PARA": kind}})
    plain = run("DEFI_MATERIAU", around, NON_LOCAL={"LONG_CARA": 0.1}).properties
    assert run("DEFI_MATERIAU", around, NON_LOCAL={"LONG_CARA": 0.1, "COEF_RIGI_MINI": 1e-3}).properties == plain
