"""SPEC_FONC_FORME: modes that move as the forms do take their spectra as they are."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.commands import _flow_forms
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.function import Function
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.spectrum import Spectra
from tests.commands.runner import Surroundings
from tests.commands.test_model_data import model_of

FREQUENCIES = np.array([0.0, 10.0])
GIVEN = Spectra(FREQUENCIES, {(1, 1): [2.0, 4.0], (1, 2): [1.0 + 1.0j, 0.5], (2, 2): [3.0, 3.0]})


@pytest.fixture
def rod(tmp_path, monkeypatch):
    """Modes DY = x and DZ = 1 of a rod from 0 to 4 m along X, the flow on its two metres in the middle."""
    places = np.zeros((5, 3))
    places[:, 0] = np.arange(5.0)
    mesh = Mesh(places, [CellBlock("SEG2", np.array([[i, i + 1] for i in range(4)]), np.arange(4))], {}, {"ROD": np.arange(4)})
    model = model_of(Surroundings(tmp_path), mesh, ("ROD", "POU_D_E"))
    monkeypatch.setattr(_flow_forms, "rod_place", lambda *given: (2, 0, 0.01))
    motions = {1: (places[:, 0], 0.0 * places[:, 0]), 2: (0.0 * places[:, 0], np.ones(5))}
    shapes = {order: NodeField(mesh, "DEPL_R", ("DY", "DZ"), np.column_stack(motion)) for order, motion in motions.items()}
    made = SimpleNamespace(configuration=SimpleNamespace(word="GRAPPE"), orders=[1, 2], shape=shapes.get)
    return made, {"MODELE": model, "CARA_ELEM": None, "GROUP_NO": "MIDDLE"}


def spectra_of(rod, forms, given):
    made, values = rod
    spectrum = SimpleNamespace(name="TURB", values={**values, "FONCTION": forms, "INTE_SPEC": given})
    return _flow_forms.along_rod(None, made, spectrum, FREQUENCIES)


def test_modes_that_are_the_forms(rod):
    line = Function([0.0, 1.0, 2.0], [1.0, 2.0, 3.0])
    none, one = Function([0.0, 1.0, 2.0], [0.0] * 3), Function([0.0, 1.0, 2.0], [1.0] * 3)
    found = spectra_of(rod, [[line, none], [none, one]], GIVEN)
    np.testing.assert_allclose(found, [[[2, 1 + 1j], [1 - 1j, 3]], [[4, 0.5], [0.5, 3]]], atol=1e-12)


def test_a_mode_that_is_no_form_takes_its_share(rod):
    """DY = x on the form 1 over 1 to 3 m: the mean of x, 2."""
    one, none = Function([0.0, 1.0, 2.0], [1.0] * 3), Function([0.0, 1.0, 2.0], [0.0] * 3)
    found = spectra_of(rod, [[one, none], [none, one]], GIVEN)
    np.testing.assert_allclose(found[:, 0, 0], 4 * np.array([2.0, 4.0]))
