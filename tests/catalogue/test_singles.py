"""NOEUD and MAILLE of old decks, at words that take groups only today."""

import numpy as np

from pyaster_lite.catalogue.commons.singles import Single, one_by_one
from pyaster_lite.catalogue.keywords import FACT, SIMP, Body
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.syntax.nodes import UNKNOWN, Factor

BODY = Body(keywords={"AFFE": FACT(max="**", GROUP_NO=SIMP(typ="grno", max="**"), GROUP_MA_ESCL=SIMP(typ="grma"), NOEUD_CMP=SIMP())})


def renewed(**words):
    factor = Factor.from_values({"AFFE": words})
    told = one_by_one(BODY, factor, "COMMAND/")
    return {word: a.value for word, a in factor.arguments["AFFE"].value.arguments.items()}, [t.text for t in told]


def test_a_name_is_a_group_of_one():
    values, told = renewed(NOEUD=("N1", "N2"), MAILLE_ESCL="M3", NOEUD_CMP="N4")
    assert values == {"GROUP_NO": ["N1", "N2"], "GROUP_MA_ESCL": "M3", "NOEUD_CMP": "N4"}
    alone = [isinstance(v, Single) for v in (*values["GROUP_NO"], values["GROUP_MA_ESCL"], values["NOEUD_CMP"])]
    assert alone == [True, True, True, False]
    assert told == ["COMMAND/AFFE/NOEUD is now AFFE/GROUP_NO", "COMMAND/AFFE/MAILLE_ESCL is now AFFE/GROUP_MA_ESCL"]


def test_a_word_that_is_still_taken_in_silence_is_no_sign_of_an_old_version():
    body = Body(keywords={"RESU": FACT(max="**", GROUP_MA=SIMP(typ="grma", max="**"))})
    (hidden,) = one_by_one(body, Factor.from_values({"RESU": {"MAILLE": "M1"}}), "IMPR_RESU/")
    (gone,) = one_by_one(body, Factor.from_values({"RESU": {"MAILLE": "M1"}}), "COMMAND/")
    assert hidden.last == "" and gone.last


def test_names_join_the_groups_that_are_there():
    values, _ = renewed(GROUP_NO="A", NOEUD="N1")
    assert [(v, getattr(v, "alone", False)) for v in values["GROUP_NO"]] == [("A", False), ("N1", True)]


def test_what_only_the_run_knows_stays_unknown():
    assert renewed(NOEUD=UNKNOWN)[0] == {"GROUP_NO": UNKNOWN}


def test_the_name_in_the_file_comes_before_the_number():
    mesh = Mesh(np.eye(3), [CellBlock("POI1", np.array([[0], [2]]), np.arange(2))], {"N1": np.array([1])}, node_names=["N3", "N2", "B"])
    assert mesh.node_group("N1").tolist() == [1]
    assert mesh.node_group(Single("N3")).tolist() == [0] and mesh.node_group(Single("N1")).tolist() == [0]
    assert mesh.node_group(Single("N3", own=False)).tolist() == [2]
    assert mesh.cell_group(Single("M2")).tolist() == [1]
    assert mesh.find_node("N3") == 2 and mesh.find_node("N3", own=True) == 0
