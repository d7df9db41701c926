"""ITER_INTE_PAS: which laws go in steps within each step, those of porous skeletons among them."""

import pytest

from pyaster_lite.behaviours._substeps import Substepped
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.commands._porous_laws import _skeleton
from pyaster_lite.commands._substepped import substepped


class Occurrence(dict):
    def __getattr__(self, word):
        return self[word]

    def mark_read(self, *words):
        """Words that are read stand in the dictionary or are None."""

    def wrong(self, word, text, help=None):
        return ValueError(f"{word}: {text}")


def occurrence(count, relation="VMIS_ISOT_LINE", deformation="PETIT"):
    return Occurrence(ITER_INTE_PAS=count, RELATION=relation, DEFORMATION=deformation)


@pytest.mark.parametrize("count", [-1, 0, 1])
def test_a_law_goes_at_once_where_nothing_else_is_said(count):
    assert substepped(occurrence(count), BEHAVIOURS["VMIS_ISOT_LINE"]) is BEHAVIOURS["VMIS_ISOT_LINE"]


@pytest.mark.parametrize(("count", "spared"), [(-10, True), (10, False)])
def test_a_law_goes_in_so_many_steps_and_below_zero_only_where_it_fails(count, spared):
    law = BEHAVIOURS["VMIS_ISOT_LINE"]
    found = substepped(occurrence(count), law)
    assert isinstance(found, Substepped) and (found.law, found.count, found.spared) == (law, 10, spared)


def test_what_is_linear_goes_at_once():
    assert substepped(occurrence(3), BEHAVIOURS["ELAS"]) is BEHAVIOURS["ELAS"]


@pytest.mark.parametrize("given", [("KIT_DDI", "PETIT"), ("VMIS_ISOT_LINE", "SIMO_MIEHE")])
def test_some_do_not(given):
    with pytest.raises(ValueError, match="steps within steps"):
        substepped(occurrence(3, *given), BEHAVIOURS["VMIS_ISOT_LINE"])


def test_a_skeleton_goes_in_steps_as_well():
    found = _skeleton(occurrence(3, "KIT_HM"), "HUJEUX", None)
    assert isinstance(found, Substepped) and found.pressed and found.internal_names == BEHAVIOURS["HUJEUX"].internal_names
