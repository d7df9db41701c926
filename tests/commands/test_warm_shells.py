"""Shells and pipes that are warm before a nonlinear evolution begins."""

import pytest

from pyaster_lite import api

MESH = """COOR_3D
A 1. 0. 0.  B 2. 0. 0.  C 2. 1. 0.  D 1. 1. 0.
E 1.5 0. 0. F 2. .5 0.  G 1.5 1. 0. H 1. .5 0.  I 1.5 .5 0.
FINSF
QUAD4
PLATE A B C D
FINSF
QUAD9
SHELL A B C D E F G H I
FINSF
SEG3
LINE A B E
FINSF
GROUP_MA
PLATES PLATE
FINSF
GROUP_MA
SHELLS SHELL
FINSF
GROUP_MA
LINES LINE
FINSF
GROUP_NO
HELD A
FINSF
GROUP_NO
ENDS A B
FINSF
GROUP_NO
SIDE A D H
FINSF
FIN
"""
DECK = """
DEBUT(CODE="OUI")
mesh = LIRE_MAILLAGE(FORMAT="ASTER", UNITE=20)
model = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(GROUP_MA="CELLS", PHENOMENE="MECANIQUE", MODELISATION="KIND"))
thick = AFFE_CARA_ELEM(MODELE=model, SECTION)
warm = CREA_CHAMP(TYPE_CHAM="NOEU_TEMP_R", OPERATION="AFFE", MAILLAGE=mesh, AFFE=_F(TOUT="OUI", NOM_CMP="TEMP", VALE=50.0))
steel = DEFI_MATERIAU(ELAS=_F(E=2.0e3, NU=0.3, ALPHA=1e-3))
made = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=steel),
    AFFE_VARC=_F(TOUT="OUI", NOM_VARC="TEMP", CHAM_GD=warm, VALE_REF=20.0))
held = AFFE_CHAR_MECA(MODELE=model, DDL_IMPO=_F(GROUP_NO="NODES", FIXED))
once = MECA_STATIQUE(MODELE=model, CHAM_MATER=made, CARA_ELEM=thick, EXCIT=_F(CHARGE=held))
steps = STAT_NON_LINE(MODELE=model, CHAM_MATER=made, CARA_ELEM=thick, EXCIT=_F(CHARGE=held), COMPORTEMENT=_F(RELATION="ELAS", MORE),
    INCREMENT=_F(LIST_INST=DEFI_LIST_REEL(VALE=(0.0, 1.0, 2.0))))
for name, order in (("DEPL", 1), ("DEPL", 2), ("SIEF_ELGA", 2)):
    told = [r.getField(name, o).getValues() for r, o in ((once, 1), (steps, order))]
    expected = told[0] if FROM_REFERENCE else [0.0] * len(told[0])
    assert max(map(abs, told[0])) > 1e-3
    assert max(abs(a - b) for a, b in zip(expected, told[1])) < 1e-9 * max(map(abs, told[0])), name
FIN()
"""
SHELL = "COQUE=_F(GROUP_MA='CELLS', EPAIS=0.1)"
PIPE = "POUTRE=_F(GROUP_MA='CELLS', SECTION='CERCLE', CARA=('R', 'EP'), VALE=(0.1, 0.02), TUYAU_NCOU=1, TUYAU_NSEC=8)"
TURNS = "DX=0.0, DY=0.0, DZ=0.0, DRX=0.0, DRY=0.0, DRZ=0.0"
CASES = [
    ("DKT", "PLATES", "SIDE", TURNS),
    ("COQUE_3D", "SHELLS", "SIDE", TURNS),
    ("COQUE_AXIS", "LINES", "HELD", "DX=0.0, DY=0.0, DRZ=0.0"),
]


def run(tmp_path, kind, cells, nodes, fixed, more="", whole=True, section=SHELL):
    (tmp_path / "mesh.mail").write_text(MESH)
    deck = tmp_path / "deck.comm"
    changes = {
        "CELLS": cells,
        "KIND": kind,
        "NODES": nodes,
        "FIXED": fixed,
        "MORE": more,
        "SECTION": section.replace("CELLS", cells),
        "FROM_REFERENCE": str(whole),
    }
    text = DECK
    for word, value in changes.items():
        text = text.replace(word, value)
    deck.write_text(text)
    study = api.run(deck, output=tmp_path / "out", units={20: tmp_path / "mesh.mail"})
    assert study.exit_code == 0, study.diagnostics


@pytest.mark.parametrize(("kind", "cells", "nodes", "fixed"), CASES)
def test_elastic_ones_feel_the_temperature_since_its_reference(kind, cells, nodes, fixed, tmp_path):
    """As in code_aster (comp_meca_incr), where nothing is told of stresses before."""
    run(tmp_path, kind, cells, nodes, fixed)


def test_one_whose_strains_are_followed_feels_what_changes(tmp_path):
    run(tmp_path, *CASES[2], more="DEFORMATION='PETIT_REAC'", whole=False)


def test_an_elastic_pipe_feels_the_temperature_since_its_reference(tmp_path):
    run(tmp_path, "TUYAU_3M", "LINES", "ENDS", TURNS, section=PIPE)
