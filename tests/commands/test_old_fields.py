"""CALC_ELEM and CALC_NO, and the names that fields had."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite import api
from pyaster_lite.catalogue.checker import renew
from pyaster_lite.catalogue.registry import COMMANDS
from pyaster_lite.commands._fields_old import today
from pyaster_lite.study.promise import Promise
from pyaster_lite.syntax.nodes import UNKNOWN, Factor


def _renewed(command, **words):
    factor = Factor.from_values(words, None)
    renewed, told = renew(COMMANDS[command], factor)
    return renewed.name, {name: argument.value for name, argument in factor.arguments.items()}, {t.last for t in told}


@pytest.mark.parametrize(
    "old, name",
    [
        ("SIGM_ELNO_DEPL", "SIGM_ELNO"),
        ("EQUI_NOEU_SIGM", "SIEQ_NOEU"),
        ("ENDO_ELNO_ELGA", "ENDO_ELNO"),
        ("SIEF_ELGA", "SIEF_ELGA"),
        ("ODD_ONE", "ODD_ONE"),
    ],
)
def test_options_have_their_names_of_today(old, name):
    assert today(old) == name


def test_fields_go_to_the_words_of_their_families():
    name, words, told = _renewed(
        "CALC_ELEM", OPTION=("SIEF_ELNO_ELGA", "EPSI_ELNO_DEPL", "VARI_ELNO_ELGA", "EQUI_ELNO_SIGM"), NOM_CHAM="DEPL"
    )
    assert name == "CALC_CHAMP" and "11.2.15" in told
    assert not words.pop("REPE_COQUE").arguments
    assert words == {
        "CONTRAINTE": ("SIEF_ELNO",),
        "DEFORMATION": ("EPSI_ELNO",),
        "CRITERES": ("SIEQ_ELNO",),
        "VARI_INTERNE": ("VARI_ELNO",),
    }
    name, words, _ = _renewed("CALC_NO", OPTION=("FORC_NODA", "SIEF_NOEU_ELGA"), GROUP_MA_RESU="G")
    assert name == "CALC_CHAMP" and words == {"FORCE": ("FORC_NODA",), "CONTRAINTE": ("SIEF_NOEU",), "GROUP_MA": "G"}


def test_errors_are_for_another_command_and_what_is_unknown_waits():
    name, words, _ = _renewed("CALC_ELEM", OPTION=("ERRE_ELEM_SIGM", "ERZ1_ELEM_SIGM"))
    assert name == "CALC_ERREUR" and words["OPTION"] == ("ERME_ELEM", "ERZ1_ELEM")
    assert _renewed("CALC_ELEM", OPTION=UNKNOWN)[1] == {}


def test_errors_may_be_asked_for_beside_other_fields():
    name, words, _ = _renewed("CALC_ELEM", OPTION=("SIGM_ELNO", "ERME_ELEM"))
    assert name == "CALC_CHAMP" and words == {"OPTION": ("ERME_ELEM",), "CONTRAINTE": ("SIGM_ELNO",)}


PLATE = """
MESH = LIRE_MAILLAGE()
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DKT'))
SOFT = DEFI_MATERIAU(ELAS=_F(E=12.0, NU=0.0))
FIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=SOFT))
THICK = AFFE_CARA_ELEM(MODELE=MODEL, COQUE=_F(GROUP_MA='ALL', EPAIS=0.5))
BENT = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=(
    _F(GROUP_MA='LEFT', DX=0.0, DY=0.0, DZ=0.0, DRX=0.0, DRY=0.0, DRZ=0.0),
    _F(GROUP_MA='RIGHT', DX=0.0, DY=0.0, DZ=-0.005, DRX=0.0, DRY=0.01, DRZ=0.0)))
U = MECA_STATIQUE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=THICK, EXCIT=_F(CHARGE=BENT), OPTION='SANS')
"""
SQUARE = """
COOR_3D
N1 0. 0. 0.
N2 1. 0. 0.
N3 1. 1. 0.
N4 0. 1. 0.
FINSF
QUAD4
C1 N1 N2 N3 N4
FINSF
SEG2
L1 N4 N1
R1 N2 N3
FINSF
GROUP_MA
LEFT L1
FINSF
GROUP_MA
ALL C1
FINSF
GROUP_MA
RIGHT R1
FINSF
FIN
"""


@pytest.mark.parametrize(
    "words, stresses",
    [
        ("", (0.0, 0.0)),
        ("REPE_COQUE=_F(NIVE_COUCHE='SUP')", (0.03, 0.0)),
        ("NIVE_COUCHE='INF'", (-0.03, 0.0)),
        ("REPE_COQUE=(_F(NIVE_COUCHE='INF'), _F(GROUP_MA='ALL', NIVE_COUCHE='SUP', ANGL_REP=(90.0, 0.0)))", (0.0, 0.03)),
    ],
)
def test_stresses_of_shells_are_told_at_one_place_of_the_thickness(tmp_path, words, stresses):
    """A strip bent to the curvature k = 0.01: E k z at the height z."""
    (tmp_path / "deck.comm").write_text(PLATE + f"U = CALC_ELEM(reuse=U, RESULTAT=U, OPTION='SIGM_ELNO_DEPL', {words})\n")
    (tmp_path / "deck.mail").write_text(SQUARE)
    field = api.run(tmp_path / "deck.comm", output=tmp_path / "out")["U"].field("SIGM_ELNO", 1)
    (block,) = field.blocks
    told = block.values[..., [block.components.index(name) for name in ("SIXX", "SIYY")]]
    assert block.sub == 1
    np.testing.assert_allclose(told, np.broadcast_to(stresses, told.shape), atol=1e-12)


def test_names_of_fields_change_wherever_they_stand():
    read = Factor.from_values({"NOM_CHAM": ("SIEF_ELNO_ELGA", "DEPL")}, None)
    _, words, told = _renewed("LIRE_RESU", FORMAT_MED=read)
    assert words["FORMAT_MED"].arguments["NOM_CHAM"].value == ("SIEF_ELNO", "DEPL") and told == {"10.3.5"}


def test_what_glued_cracks_alone_is_a_load_of_nothing():
    _, words, told = _renewed("AFFE_CHAR_MECA", LIAISON_XFEM="OUI", MODELE=UNKNOWN)
    assert words["FORCE_INTERNE"].arguments["FX"].value == 0.0 and told == {"12.0.3"}
    pressed = Factor.from_values({"PRES": 1.0}, None)
    assert set(_renewed("AFFE_CHAR_MECA", LIAISON_XFEM="OUI", PRES_REP=pressed)[1]) == {"PRES_REP"}


def test_a_crack_stands_on_the_mesh_of_its_model():
    mesh = Promise("maillage_sdaster", "M")
    assert _renewed("DEFI_FISS_XFEM", MODELE=Promise("modele_sdaster", "MO", mesh))[1]["MAILLAGE"] is mesh
    assert _renewed("DEFI_FISS_XFEM", MODELE=UNKNOWN)[1] == {}


def test_the_only_storage_order_goes_without_saying():
    one, two = SimpleNamespace(orders=[3]), SimpleNamespace(orders=[1, 2])
    assert _renewed("CREA_CHAMP", RESULTAT=one)[1]["NUME_ORDRE"] == 3
    assert "NUME_ORDRE" not in _renewed("CREA_CHAMP", RESULTAT=two)[1]
    assert _renewed("CREA_CHAMP", RESULTAT=two, INST=1.0)[1].keys() == {"RESULTAT", "INST"}
    waiting = Factor.from_values({"RESULTAT": Promise("evol_elas", "U")}, None)
    renew(COMMANDS["CREA_CHAMP"], waiting)
    assert waiting.partial


def test_a_guess_beside_a_steady_start_is_left_out():
    start = Factor.from_values({"STATIONNAIRE": "OUI", "VALE": 1.5}, None)
    _, words, _ = _renewed("THER_NON_LINE", ETAT_INIT=start, INCREMENT=UNKNOWN)
    assert words["ETAT_INIT"].arguments.keys() == {"STAT"}
