"""The check: everything wrong at once, each with its place, nothing told twice."""

from pathlib import Path

import pytest

from pyaster_lite import api
from pyaster_lite.diagnostics import Severity


@pytest.fixture
def check(tmp_path):
    def checked(text, **options):
        deck = tmp_path / "demo.comm"
        deck.write_text(text)
        return [(d.code, d.span.line if d.span else None, d.message) for d in api.check(deck, **options)]

    return checked


def test_a_sound_deck_has_nothing_to_say(check):
    assert check("DEBUT()\nF = DEFI_CONSTANTE(VALE=1.0)\nFIN()\n") == []


def test_all_errors_are_said_at_once_in_order(check):
    found = check("DEBUT()\nF = DEFI_CONSTANTE(VALLE=1.0)\nG = DEFI_CONSTANTE(VALE='a')\nH = DEFI_KONSTANTE()\nFIN()\n")
    assert [(code, line) for code, line, _ in found] == [("C001", 2), ("C004", 3), ("C000", 4)]


def test_known_but_absent_commands_are_not_errors(tmp_path):
    deck = tmp_path / "demo.comm"
    deck.write_text("X = CALC_MISS()\n")
    (found,) = api.check(deck)
    assert (found.severity, found.code) == (Severity.MISSING, "M001")


def test_use_before_making_names_the_line_of_the_making(check):
    ((code, line, message),) = check("TEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=0.0, VALE_CALC=1.0))\nF = DEFI_CONSTANTE(VALE=1.0)\n")
    assert (code, line) == ("G001", 1) and "before it exists" in message


def test_use_after_destruction_names_the_line_of_the_destruction(check):
    text = "F = DEFI_CONSTANTE(VALE=1.0)\nDETRUIRE(NOM=F)\nTEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=0.0, VALE_CALC=1.0))\n"
    ((code, line, message),) = check(text)
    assert (code, line) == ("G002", 3) and "line 2" in message


def test_python_may_be_forbidden(check):
    ((code, line, _),) = check("for i in range(3):\n    print(i)\n", python=False)
    assert (code, line) == ("S020", 1)


def test_a_keyword_of_a_closed_block_says_when_it_is_read(check):
    text = "F = DEFI_CONSTANTE(VALE=1.0)\nTEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=0.0, VALE_CALC=1.0, VALE_REFE=1.0))\n"
    found = check(text)
    assert found == [("C003", 2, "TEST_FONCTION/VALEUR reads VALE_REFE only when REFERENCE is given")]


def test_nan_is_no_number(check):
    ((code, _, message),) = check("F = DEFI_CONSTANTE(VALE=float('nan'))\n")
    assert code == "C008" and "NaN" in message


def test_groups_made_after_a_computation_are_known_to_the_model_by_then(tmp_path):
    """A mesh that a computation holds may only change in the run: what rests on it, here by its model, waits too."""
    project = Path(__file__).parents[2]
    deck = tmp_path / "late.comm"
    source = (project / "comm" / "plate_patch.comm").read_text()
    late = """
DEFI_GROUP(reuse=MESH, MAILLAGE=MESH, CREA_GROUP_MA=_F(NOM="LATE", TOUT="OUI"))
FRAME = AFFE_CARA_ELEM(MODELE=THIN, MASSIF=_F(GROUP_MA="LATE", ANGL_REP=(0.0,)))
FIN()"""
    deck.write_text(source.replace("\nFIN()", late))
    assert api.check(deck, units={20: project / "meshes" / "plate_patch.mail"}) == []


def test_a_mesh_that_moves_late_is_not_moved_before_what_comes_first(tmp_path):
    (tmp_path / "bar.mail").write_text("COOR_2D\nA 0. 0.\nB 2. 0.\nFINSF\nSEG2\nM A B\nFINSF\nGROUP_MA NOM=BAR\nM\nFINSF\nFIN\n")
    path = tmp_path / "deck.comm"
    path.write_text("""DEBUT()
MA = LIRE_MAILLAGE(FORMAT="ASTER")
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
BEFORE = CALC_CHAM_ELEM(MODELE=MO, OPTION="COOR_ELGA")
MA = MODI_MAILLAGE(reuse=MA, MAILLAGE=MA, TRANSLATION=(5.0, 0.0))
AFTER = CALC_CHAM_ELEM(MODELE=MO, OPTION="COOR_ELGA")
FIN()
""")
    study = api.run(path, output=tmp_path / "out", units={20: tmp_path / "bar.mail"})
    found = [study[name].component("X", [0]).mean() for name in ("BEFORE", "AFTER")]
    assert found == pytest.approx([1.0, 6.0])


def test_what_an_earlier_command_writes_is_not_read_before(tmp_path):
    """A file that lies there by another run's doing, behind the unit that the deck writes first."""
    grid = "COOR_2D\nN1 0 0\nN2 1 0\nN3 0 1\n{more}FINSF\nTRIA3\nM1 N1 N2 N3\nFINSF\nFIN\n"
    (tmp_path / "deck.40").write_text(grid.format(more="N4 5 5\n"))
    (tmp_path / "deck.mail").write_text(grid.format(more=""))
    (tmp_path / "deck.comm").write_text(
        "MA = LIRE_MAILLAGE(FORMAT='ASTER')\nIMPR_RESU(FORMAT='ASTER', UNITE=40, RESU=_F(MAILLAGE=MA))\n"
        "AGAIN = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=40)\n"
    )
    study = api.run(tmp_path / "deck.comm", output=tmp_path / "out")
    assert study["MA"].n_nodes == study["AGAIN"].n_nodes == 3


def test_a_place_that_a_command_of_the_run_fills_is_a_concept_from_then_on(check):
    lines = [
        "DEBUT()",
        "kept = [None]",
        "kept[0] = LIRE_MAILLAGE(UNITE=21)",
        'place = CO("place")',
        'MACR_ADAP_MAIL(MAILLAGE_N=kept[0], MAILLAGE_NP1=place, ADAPTATION="RAFFINEMENT_UNIFORME")',
        'model = AFFE_MODELE(MAILLAGE=place, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="3D"))',
        "FIN()",
    ]
    assert not [said for said in check("\n".join(lines)) if said[0] == "C004"]
