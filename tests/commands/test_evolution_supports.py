"""Laws that moving supports go with in nonlinear evolutions."""

from types import SimpleNamespace

import pytest

from pyaster_lite.commands._evolution_supports import _check_laws


class Level(SimpleNamespace):
    """A factor keyword that refuses."""

    DEFORMATION = "PETIT"

    def wrong(self, word, message):
        return ValueError(message)

    def not_yet(self, word, message):
        return NotImplementedError(message)


def test_a_law_needs_a_stop_beside_it():
    plastic = Level(RELATION="VMIS_ISOT_LINE")
    with pytest.raises(ValueError, match="linear structures"):
        _check_laws([Level(RELATION="ELAS"), plastic])
    _check_laws([plastic, Level(RELATION="DIS_CONTACT")])
    _check_laws([Level(RELATION="ELAS")])
    with pytest.raises(ValueError, match="linear structures"):
        _check_laws([Level(RELATION="ELAS", DEFORMATION="GROT_GDEP")])


def test_an_elastic_stop_is_not_told_of_the_supports():
    with pytest.raises(NotImplementedError, match="CHOC_ELAS_TRAC"):
        _check_laws([Level(RELATION="CHOC_ELAS_TRAC"), Level(RELATION="CHOC_ENDO")])
