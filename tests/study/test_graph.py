"""The command graph: who makes, reads, changes and removes which concept."""

from pyaster_lite.study import drawing, graph
from pyaster_lite.syntax import parser

DECK = """\
DEBUT()
n = 3
A = LIRE_MAILLAGE()
A = DEFI_GROUP(reuse=A, MAILLAGE=A, CREA_GROUP_NO=_F(TOUT_GROUP_MA="OUI"))
B = AFFE_MODELE(MAILLAGE=A, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
ASSEMBLAGE(MODELE=B, NUME_DDL=CO("NU"))
for i in range(n):
    C = NUME_DDL(MODELE=B)
DETRUIRE(NOM=A)
FIN()
"""


def built():
    return graph.build([parser.parse(DECK, "demo.comm")])


def step(label):
    return next(s for s in built().steps if s.label == label)


def test_reuse_changes_and_does_not_make():
    group = step("DEFI_GROUP")
    assert group.changes == {"A"} and group.makes == set()


def test_co_makes_a_concept():
    assert step("ASSEMBLAGE").makes == {"NU"}


def test_python_block_reads_and_makes():
    block = step("python")
    assert {"B", "n"} <= block.reads and "C" in block.makes


def test_destroyed_concepts_are_removed():
    assert step("DETRUIRE").removes == {"A"}


def test_a_broken_mesh_starves_what_stands_on_it():
    whole = built()
    mesh = next(s.index for s in whole.steps if s.label == "LIRE_MAILLAGE")
    starved = {whole.steps[i].label for i in whole.needed_by(mesh)}
    assert starved == {"DEFI_GROUP", "AFFE_MODELE", "ASSEMBLAGE", "python", "DETRUIRE"}


def test_every_edge_is_drawn_in_every_format():
    whole = built()
    arrows = len(whole.edges)
    assert drawing.dot(whole).count("->") == arrows
    assert drawing.mermaid(whole).count("-->") == arrows
    assert drawing.svg(whole).count("marker-end") == arrows
