"""ITER_INTE_PAS: which laws go in steps within each step, those of porous skeletons among them."""

import pytest

from pyaster_lite.behaviours._substeps import Substepped
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.commands._porous_laws import _skeleton
from pyaster_lite.commands._substepped import substepped


class Occurrence(dict):
    PARM_THETA = 1.0

    def __getattr__(self, word):
        return self[word]

    def wrong(self, word, text, help=None):
        return ValueError(f"{word}: {text}")


def occurrence(count, relation="VMIS_ISOT_LINE", deformation="PETIT"):
    return Occurrence(ITER_INTE_PAS=count, RELATION=relation, DEFORMATION=deformation)


@pytest.mark.parametrize(("count", "taken"), [(-10, None), (0, None), (1, None), (3, 3)])
def test_a_law_goes_in_so_many_steps_but_in_those_of_failure(count, taken):
    law = BEHAVIOURS["VMIS_ISOT_LINE"]
    found = substepped(occurrence(count), law)
    assert found is law if taken is None else (isinstance(found, Substepped) and found.count == taken and found.law is law)


def test_what_is_linear_goes_at_once():
    assert substepped(occurrence(3), BEHAVIOURS["ELAS"]) is BEHAVIOURS["ELAS"]


@pytest.mark.parametrize("given", [("KIT_DDI", "PETIT"), ("VMIS_ISOT_LINE", "SIMO_MIEHE")])
def test_some_do_not(given):
    with pytest.raises(ValueError, match="steps within steps"):
        substepped(occurrence(3, *given), BEHAVIOURS["VMIS_ISOT_LINE"])


def test_a_skeleton_goes_in_steps_as_well():
    found = _skeleton(occurrence(3, "KIT_HM"), "HUJEUX", None)
    assert isinstance(found, Substepped) and found.pressed and found.internal_names == BEHAVIOURS["HUJEUX"].internal_names
