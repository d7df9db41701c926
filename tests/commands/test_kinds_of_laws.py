"""Laws are sorted by the method that they answer by: no other law may have one of these names by chance."""

import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.commands._laws import KINDS_OF_LAWS


@pytest.mark.parametrize("word", ["MAZARS", "ENDO_ISOT_BETON", "VMIS_ISOT_LINE", "GTN", "LEMAITRE"])
def test_laws_of_solids_are_of_no_other_kind(word):
    assert not [kind.name for kind in KINDS_OF_LAWS if hasattr(BEHAVIOURS[word], kind.method) and not kind.elsewhere]
