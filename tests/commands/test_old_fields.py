"""CALC_ELEM and CALC_NO, and the names that fields had."""

from types import SimpleNamespace

import pytest

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
