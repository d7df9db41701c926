"""Options of elements along lines: equivalents of fibres, plastic strains of bars."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS, OPTIONS
from pyaster_lite.fe.beam_section import NAMES
from pyaster_lite.fe.data import ElementData
from pyaster_lite.options._option import Given


def test_the_deviator_of_a_fibre_has_the_one_component_along_it():
    given = Given(fields={"tensor": (np.array([[[6.0], [-3.0]]]), ("SIXX",))}, subs={"tensor": 2})
    values, names = OPTIONS["SIEQ_ELNO"].compute(None, None, given)
    found = {name: values[0, :, i] for i, name in enumerate(names)}
    np.testing.assert_allclose(found["VMIS"], np.sqrt(2 / 3) * np.array([6.0, 3.0]))
    np.testing.assert_allclose(found["VMIS_SG"], np.sqrt(2 / 3) * np.array([6.0, -3.0]))
    np.testing.assert_allclose(found["TRIAX"], [1 / np.sqrt(6), -1 / np.sqrt(6)])
    np.testing.assert_allclose(found["TRESCA"], [6.0, 3.0])
    assert OPTIONS["EPEQ_ELNO"].compute(None, None, given) is None


def test_so_has_that_of_the_strain_of_a_bar():
    given = Given(fields={"tensor": (np.array([[[6e-4], [-3e-4]]]), ("EPXX",))})
    values, names = OPTIONS["EPEQ_ELGA"].compute(None, None, given)
    found = {name: values[0, :, i] for i, name in enumerate(names)}
    np.testing.assert_allclose(found["INVA_2"], np.sqrt(2 / 3) * 2 / 3 * np.array([6e-4, 3e-4]))
    np.testing.assert_allclose(found["INVA_2SG"], np.sqrt(2 / 3) * 2 / 3 * np.array([6e-4, -3e-4]))
    np.testing.assert_allclose([found["PRIN_1"], found["PRIN_3"]], [[0.0, -3e-4], [6e-4, 0.0]], atol=1e-18)
    shell = Given(fields={"tensor": (np.zeros((1, 1, 3)), ("EPXX", "EPYY", "EPXZ"))})
    assert OPTIONS["EPEQ_ELGA"].compute(None, None, shell) is None


def test_the_plastic_strain_of_a_bar_is_what_its_pull_does_not_explain():
    bar, area, young = MODELISATIONS["BARRE"].elements["SEG2"], 2e-3, 2e11
    section = np.array([[[area if name == "area" else 0.0 for name in NAMES]] * 2])
    given = {"section": section, "section_variation": np.array([0]), "frame": np.eye(3)[None]}
    data = ElementData(np.array([0]), np.array([[[0.0, 0, 0], [2.0, 0, 0]]]), [{"young": young}], np.array([0]), given)
    u = np.zeros((1, bar.size))
    u[0, bar.size // 2] = 4e-3
    pull = np.array([[[young * area * 0.5e-3]]])
    values, names = OPTIONS["EPSP_ELGA"].compute(bar, data, Given(u=u, fields={"stress": (pull, ("N",))}))
    assert values.ravel() == pytest.approx([1.5e-3]) and names == ("EPXX",)
