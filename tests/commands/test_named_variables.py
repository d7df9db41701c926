"""Internal variables by their names."""

import numpy as np

from pyaster_lite.commands._named_variables import named
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.result import AppliedLaw

MESH = Mesh(np.zeros((4, 2)), [CellBlock("SEG2", np.array([[0, 1], [1, 2], [2, 3]]), np.arange(3))])


def field(components):
    values = np.arange(3.0 * components).reshape(3, 1, components)
    return ElementField(MESH, "VARI_R", "ELGA", [ElementBlock(np.arange(3), values, tuple(f"V{i + 1}" for i in range(components)))])


def test_each_cell_has_the_names_of_its_own_law():
    laws = [AppliedLaw("VMIS_ISOT_LINE", "PETIT"), AppliedLaw("VMIS_CINE_LINE", "PETIT", np.array([2]))]
    found = named(field(2), laws)
    np.testing.assert_array_equal(found.component("EPSPEQ", [0, 1])[:, 0], [0.0, 2.0])
    assert np.isnan(found.component("EPSPEQ", [2])).all()


def test_kinematics_add_their_own():
    found = named(field(8), [AppliedLaw("VMIS_ISOT_TRAC", "GDEF_LOG")])
    assert found.components == ("EPSPEQ", "INDIPLAS", "TXX", "TYY", "TZZ", "TXY", "TXZ", "TYZ")


def test_more_values_than_names_are_told():
    assert named(field(3), [AppliedLaw("VMIS_ISOT_LINE", "PETIT")]) is None


def test_a_kit_names_skeleton_density_and_fluids():
    kit = ("LIQU_GAZ", "DRUCK_PRAGER", "HYDR_UTIL")
    found = named(field(6), [AppliedLaw("KIT_HHM", "PETIT", kit=kit)])
    assert found.components == ("EPSPEQ", "EPSPVOL", "INDIPLAS", "RHOLIQ", "POROSITE", "SATLIQ")
    found = named(field(4), [AppliedLaw("KIT_THH", "PETIT", kit=("LIQU_VAPE_GAZ", "HYDR_UTIL"))])
    assert found.components == ("RHOLIQ", "POROSITE", "PVP", "SATLIQ")
