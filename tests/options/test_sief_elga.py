"""Stresses of displacements alone: those elements have none whose laws alone tell them."""

import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS, OPTIONS
from pyaster_lite.options._option import Given


@pytest.mark.parametrize(
    "word, cell",
    [
        ("D_PLAN_GRAD_VARI", "TRIA6"),
        ("3D_GRAD_INCO", "HEXA20"),
        ("AXIS_GVNO", "QUAD8"),
        ("D_PLAN_GRAD_SIGM", "TRIA6"),
        ("3D_JOINT_HYME", "HEXA20"),
        ("PLAN_INTERFACE", "QUAD8"),
        ("PLAN_JHMS", "QUAD8"),
        ("3D_HM", "HEXA20"),
        ("D_PLAN_HH2SUDA", "QUAD9"),
    ],
)
def test_elements_that_only_laws_move_have_no_stresses_of_displacements(word, cell):
    element = MODELISATIONS[word].elements[cell]
    assert not element.telling
    assert OPTIONS["SIEF_ELGA"].compute(element, None, Given(u=object())) is None
