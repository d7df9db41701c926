"""Python in decks: commands as functions, concepts as values, macros from the deck's own modules."""

import builtins

import pytest

from pyaster_lite import Refused, api
from pyaster_lite.catalogue.registry import COMMANDS
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.study import prepare


def run(folder, text):
    deck = folder / "demo.comm"
    deck.write_text(text)
    return api.run(deck, output=folder / "out")


def test_commands_run_in_loops_and_give_values(tmp_path):
    study = run(tmp_path, "F = [None] * 3\nfor i in range(3):\n    F[i] = DEFI_CONSTANTE(VALE=float(i))\nx = [f(0.0) for f in F]\n")
    assert study["x"] == [0.0, 1.0, 2.0]


def test_a_command_is_called_by_another_name(tmp_path):
    assert run(tmp_path, "make = DEFI_CONSTANTE\nF = make(VALE=2.0)\n")["F"](0.0) == 2.0


def test_keywords_kept_in_a_name_are_a_dictionary_in_python(tmp_path):
    text = "words = _F(INTERVALLE=_F(JUSQU_A=1.0, NOMBRE=2), DEBUT=0.0)\nwords['INTERVALLE']['NOMBRE'] = 4\n"
    text += "x = 1\nwords['DEBUT'] += 0.5\nL = DEFI_LIST_REEL(**words)\n"
    assert run(tmp_path, text)["L"].values.tolist() == [0.5, 0.625, 0.75, 0.875, 1.0]


def test_keywords_kept_in_sequences_are_dictionaries_in_python_too(tmp_path):
    text = "steps = [_F(JUSQU_A=1.0, NOMBRE=2)]\nby = {'a': (_F(JUSQU_A=3.0, PAS=1.0), 7)}\nfor name in ['L']:\n"
    text += "    steps[0]['NOMBRE'] *= 2\n    steps.append(by['a'][0])\nL = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=steps)\n"
    assert run(tmp_path, text)["L"].values.tolist() == [0.0, 0.25, 0.5, 0.75, 1.0, 2.0, 3.0]


def test_names_that_a_block_computes_for_concepts_are_known_afterwards(tmp_path):
    text = "for name in 'AB':\n"
    text += "    vars()['T' + name] = DEFI_CONSTANTE(VALE=2.0)\nboth = {'x': (TA, TB)}\nx = both['x'][1](0.0)\n"
    assert run(tmp_path, text)["x"] == 2.0


def test_a_macro_of_the_decks_own_module_is_called(tmp_path):
    (tmp_path / "macros.py").write_text("from code_aster.Commands import *\ndef MAKE(x):\n    return DEFI_CONSTANTE(VALE=x)\n")
    study = run(tmp_path, "from macros import *\nF = MAKE(2.0)\n")
    assert study["F"](0.0) == 2.0 and study["F"].name == "F"


OWN = """F = DEFI_CONSTANTE(VALE=1.0)
def twice(x):
    F = DEFI_CONSTANTE(VALE=x)
    G = DEFI_CONSTANTE(VALE=2 * x)
    {more}
    return F(0.0) + G(0.0)
y = twice(5.0)
seen = "G" in globals()
H = COPIER(CONCEPT=F)
"""


def test_what_a_function_makes_under_a_name_of_the_deck_is_its_own(tmp_path):
    study = run(tmp_path, OWN.format(more=""))
    assert (study["y"], study["seen"], study["H"](0.0), "G" in study.environment) == (15.0, False, 1.0, False)


def test_names_that_a_function_calls_global_are_those_of_the_deck(tmp_path):
    study = run(tmp_path, OWN.format(more="").replace("    F =", "    global F, G\n    F ="))
    assert (study["y"], study["seen"], study["H"](0.0)) == (15.0, True, 5.0)


def test_a_function_may_destroy_its_own(tmp_path):
    study = run(tmp_path, OWN.format(more="z = F(0.0); DETRUIRE(NOM=F)").replace("return F(0.0)", "return z"))
    assert (study["y"], study["H"](0.0)) == (15.0, 1.0)


def test_a_deck_may_name_a_concept_anew(tmp_path):
    study = run(tmp_path, "F = [DEFI_CONSTANTE(VALE=2.0)]\nF[0].userName = 'TWO'\nnames = F[0].userName, F[0].getName()\n")
    assert study["names"] == ("TWO", "TWO")


def test_values_of_a_module_replace_those_of_the_deck(tmp_path):
    (tmp_path / "numbers_of_ours.py").write_text("x = 1.0\n")
    study = run(tmp_path, "x = 100.0\nfrom numbers_of_ours import *\nF = DEFI_CONSTANTE(VALE=x)\n")
    assert study["F"](0.0) == 1.0


def test_concepts_of_a_module_replace_those_of_the_deck(tmp_path):
    (tmp_path / "made_by_ours.py").write_text("from code_aster.Commands import *\nF = DEFI_CONSTANTE(VALE=1.0)\n")
    text = "F = DEFI_CONSTANTE(VALE=100.0)\nfrom made_by_ours import *\nG = FORMULE(VALE='2 * F(INST)', NOM_PARA='INST', F=F)\n"
    assert run(tmp_path, text)["G"](0.0) == 2.0


def test_factors_are_known_in_every_module(tmp_path):
    (tmp_path / "lists.py").write_text(
        "from code_aster.Commands import DEFI_LIST_REEL\n"
        "def LIST():\n    return DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=1.0, NOMBRE=2))\n"
    )
    assert run(tmp_path, "from lists import LIST\nL = LIST()\n")["L"].values.tolist() == [0.0, 0.5, 1.0]
    assert not hasattr(builtins, "_F")


def test_concepts_made_by_co_in_python_are_known_afterwards(tmp_path):
    text = "for name in ('A', 'B'):\n    x = CO(name)\nF = DEFI_CONSTANTE(VALE=1.0)\nDETRUIRE(NOM=F)\nF = DEFI_CONSTANTE(VALE=2.0)\n"
    assert run(tmp_path, text)["F"](0.0) == 2.0


def test_a_deck_may_catch_what_a_command_raises(tmp_path):
    text = "import aster\ntry:\n    F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 1.0, 2.0))\nexcept aster.error:\n    caught = True\n"
    assert run(tmp_path, text)["caught"] is True


def test_what_a_command_had_made_before_it_failed_is_there_for_the_deck_that_catches(tmp_path, monkeypatch):
    command = COMMANDS["DEFI_CONSTANTE"]

    def fail(args, context):
        context.keep(command.run(args, context))
        raise ComputationFailed("it went no further")

    monkeypatch.setitem(COMMANDS._members, "DEFI_CONSTANTE", type(command)(**{**vars(command), "run": fail}))
    text = "import aster\ntry:\n    F = DEFI_CONSTANTE(VALE=2.0)\nexcept aster.error:\n    x = F(0.0)\n"
    assert run(tmp_path, text)["x"] == 2.0


def test_an_exception_is_told_at_its_line(tmp_path):
    with pytest.raises(Refused) as refused:
        run(tmp_path, "x = 1\nfor i in range(2):\n    y = x / (i - 1)\n    z = [][5]\n")
    (found,) = refused.value.diagnostics
    assert found.span.line == 4 and "IndexError" in found.message


def test_a_deck_cannot_catch_what_is_not_there_yet(tmp_path):
    with pytest.raises(Refused) as refused:
        run(tmp_path, "import aster\nname = 'X'\ntry:\n    X = CALC_MISS(**{name: 1})\nexcept Exception:\n    pass\n")
    assert refused.value.diagnostics[0].code == "M001"


def test_the_objects_of_co_become_what_a_command_puts_there(tmp_path):
    """A list of places that loops fill one by one serves the commands that come after."""
    (tmp_path / "line.mail").write_text("COOR_3D\nN1 0. 0. 0.\nN2 1. 0. 0.\nFINSF\nSEG2\nM1 N1 N2\nFINSF\nGROUP_MA\nG M1\nFINSF\nFIN\n")
    text = """
DEFI_FICHIER(UNITE=20, FICHIER='line.mail', ACTION='ASSOCIER', ACCES='OLD')
MA = LIRE_MAILLAGE(FORMAT='ASTER')
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='BARRE'))
E = DEFI_MATERIAU(ELAS=_F(E=2.0, NU=0.0, RHO=3.0))
CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=E))
CA = AFFE_CARA_ELEM(MODELE=MO, BARRE=_F(GROUP_MA='G', SECTION='CERCLE', CARA='R', VALE=1.0))
K, S = [None] * 2, [None] * 2
for i in range(2):
    K[i] = CO('K_%d' % i)
    ASSEMBLAGE(MODELE=MO, CHAM_MATER=CM, CARA_ELEM=CA, NUME_DDL=CO('N_%d' % i), MATR_ASSE=_F(MATRICE=K[i], OPTION='RIGI_MECA'))
    S[i] = COMB_MATR_ASSE(COMB_R=_F(MATR_ASSE=K[i], COEF_R=2.0 + i))
ratio = S[1].toNumpy()[0, 0] / S[0].toNumpy()[0, 0]
T = COMB_MATR_ASSE(COMB_R=_F(MATR_ASSE=K[1], COEF_R=1.0))
own = K[0].toNumpy()[0, 0] / T.toNumpy()[0, 0]
made = ASSEMBLAGE(MODELE=MO, CHAM_MATER=CM, CARA_ELEM=CA, NUME_DDL=CO('NU'), MATR_ASSE=_F(MATRICE=CO('M'), OPTION='MASS_MECA'))
count, whole = len(made), made.main is None and made.M is M
"""
    found = run(tmp_path, text)
    assert found["ratio"] == pytest.approx(1.5, rel=1e-12) and found["own"] == 1.0
    assert found["count"] == 3 and found["whole"]


def test_words_that_python_makes_wait_for_the_run(tmp_path):
    text = "def words():\n    return {'LISTE': [{'PARA': 'A', 'LISTE_I': [1, 2]}]}\nm = words()\nT = CREA_TABLE(TYPE_TABLE='TABLE', **m)\n"
    table = run(tmp_path, text)["T"]
    assert table.column("A") == [1, 2] and table["A", 2] == 2
    with pytest.raises(RuntimeError, match="row"):
        table[2]


def test_a_place_that_is_filled_again_holds_the_new_concept(tmp_path):
    text = (
        "found = []\n"
        "for thickness in (0.006, 0.012):\n"
        "    P = DEFI_PRES_EC8(Z_FOND=0.0, RAYON=5.0, HAUT_EAU=9.0, RHO_EAU=1000.0, ACCE_SP_H=2.0, ACCE_FLEX_H_N=5.0, ACCE_FLEX_V=3.0,\n"
        "                      ACCE_SP_V=1.5, ACCE_CONV_H=0.8,\n"
        "                      EVAL=_F(RHO=7800.0, LIST_H=(0.0,), LIST_EPAIS=(thickness,), TABLE=CO('T')))\n"
        "    T = CALC_TABLE(reuse=T, TABLE=T, ACTION=_F(OPERATION='RENOMME', NOM_PARA=('PIF', 'OWN')))\n"
        "    found.append((T['OWN', 1], P(5.0, 0.0, 0.0, thickness, 7800.0) - T['PTOT', 1]))\n"
    )
    found = run(tmp_path, text)["found"]
    assert found[0][0] != found[1][0]
    assert [rest for _, rest in found] == [0.0, 0.0]


def test_blocks_far_down_a_long_deck_are_looked_through_in_a_moment():
    # blank lines stand for what precedes a block; with a look at all of them from each of them this would not end
    before = "\n" * 200_000
    assert not prepare._TRY.search(f"{before}x = 1\n") and prepare._TRY.search(f"{before}  try:\n")
