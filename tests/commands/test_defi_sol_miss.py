"""DEFI_SOL_MISS: layers as told, or cut at the nodes of a buried foundation."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused

MESH = """COOR_3D
 A1 0. 0. 0.
 B1 1. 0. 0.
 A2 0. 0. -2.
 B2 1. 0. -2.
 A3 0. 0. -3.
 B3 1. 0. -3.
FINSF
QUAD4
 Q1 A1 B1 B2 A2
 Q2 A2 B2 B3 A3
FINSF
GROUP_MA NOM=WALL
 Q1 Q2
FINSF
GROUP_NO NOM=NODES
 A1 A2 A3
FINSF
FIN
"""
SOFT, HARD = "_F(E=1.E9, NU=0.3, RHO=2000., AMOR_HYST=0.1)", "_F(E=5.E9, NU=0.2, RHO=2200., AMOR_HYST=0.05)"


def rows(tmp_path, words):
    """The table of a command of those words."""
    deck = tmp_path / "deck.comm"
    (tmp_path / "deck.mail").write_text(MESH)
    (tmp_path / "deck.export").write_text("F comm deck.comm D 1\nF mail deck.mail D 20\n")
    deck.write_text(f"DEBUT()\nM = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)\nT = DEFI_SOL_MISS({words})\nFIN()\n")
    return pyaster_lite.run(tmp_path / "deck.export", output=tmp_path / "out")["T"].rows()


def column(table, name):
    return [row[name] for row in table]


def test_layers_as_they_are_told(tmp_path):
    found = rows(
        tmp_path,
        f"MATERIAU=({SOFT}, {HARD}), COUCHE=(_F(EPAIS=2., NUME_MATE=1, SOURCE='OUI', RECEPTEUR='OUI'), _F(SUBSTRATUM='OUI', NUME_MATE=2))",
    )
    assert column(found, "EPAIS") == [2.0, 0.0] and column(found, "E") == [1e9, 5e9] and column(found, "NUME_COUCHE") == [1, 2]
    assert column(found, "SUBSTRATUM") == [None, "OUI"] and column(found, "SOURCE") == ["OUI", "NON"]


def test_a_uniform_soil_is_cut_between_the_nodes(tmp_path):
    words = "HOMOGENE='OUI', EPAIS_PHYS=10., GROUP_NO='NODES', NOMBRE_RECEPTEUR=2, GROUP_MA_INTERF='WALL', MAILLAGE=M"
    found = rows(tmp_path, f"MATERIAU={SOFT}, COUCHE_AUTO=_F({words})")
    assert column(found, "EPAIS") == [1.0, 1.0, 0.5, 0.5, 7.0, 0.0]
    assert column(found, "SOURCE") == ["NON", "OUI", "NON", "OUI", "OUI", "NON"]
    assert column(found, "RECEPTEUR") == ["OUI"] * 5 + ["NON"]
    assert column(found, "NUME_MATE") == [1] * 5 + [2] and set(column(found, "E")) == {1e9}


def test_a_slice_takes_the_material_of_its_thicker_part(tmp_path):
    words = (
        "HOMOGENE='NON', EPAIS_PHYS=(1.75, 4.), NUME_MATE=(1, 2), NUME_MATE_SUBSTRATUM=1, GROUP_MA='WALL', NOMBRE_RECEPTEUR=2,"
        " GROUP_MA_INTERF='WALL', MAILLAGE=M"
    )
    found = rows(tmp_path, f"MATERIAU=({SOFT}, {HARD}), COUCHE_AUTO=_F({words})")
    assert column(found, "NUME_MATE") == [1, 1, 2, 2, 2, 1]
    assert np.allclose(column(found, "EPAIS"), [1.0, 1.0, 0.5, 0.5, 2.75, 0.0])


def test_on_the_surface_only_the_first_layer_sends(tmp_path):
    words = "HOMOGENE='NON', SURF='OUI', EPAIS_PHYS=(1., 4.), NUME_MATE=(1, 2), NUME_MATE_SUBSTRATUM=2"
    found = rows(tmp_path, f"MATERIAU=({SOFT}, {HARD}), COUCHE_AUTO=_F({words})")
    assert column(found, "EPAIS") == [1.0, 4.0, 0.0] and column(found, "RECEPTEUR") == ["OUI", "NON", "NON"]


def test_a_material_of_no_layer_is_refused(tmp_path):
    with pytest.raises(Refused, match="no layer"):
        rows(tmp_path, f"MATERIAU=({SOFT}, {HARD}), COUCHE=(_F(EPAIS=2., NUME_MATE=2), _F(SUBSTRATUM='OUI', NUME_MATE=2))")
