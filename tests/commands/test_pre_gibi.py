"""PRE_GIBI: the mesh of GIBI becomes a .mail file that LIRE_MAILLAGE reads as the same mesh; a wrong file is refused."""

from pyaster_lite.study.run import Options, Study
from tests.io.test_gibi import GOOD

DECK = """\
DEBUT()
PRE_GIBI(UNITE_GIBI=19, UNITE_MAILLAGE=20)
MA = LIRE_MAILLAGE(UNITE=20, FORMAT='ASTER')
FIN()
"""


def run(tmp_path, text):
    deck = tmp_path / "deck.comm"
    deck.write_text(DECK)
    (tmp_path / "deck.mgib").write_text(text)
    return Study(deck, Options(output=tmp_path / "out", verbosity=-1)).run()


def test_written_and_read_again(tmp_path):
    mesh = run(tmp_path, GOOD)["MA"]
    assert mesh.n_nodes == 8 and mesh.dimension == 2
    assert [mesh.cell_type(cell) for cell in range(mesh.n_cells)] == ["SEG3", "QUAD8"]
    assert mesh.cell_nodes(0).tolist() == [0, 2, 1]
    assert mesh.cell_group("TOUT").tolist() == [0, 1] and mesh.node_group("CORNER").tolist() == [2]


def test_a_file_that_is_cut_short(tmp_path):
    messages = [d.message for d in run(tmp_path, GOOD[:900]).diagnostics]
    assert any("the mesh cannot be read" in message and "cut short" in message for message in messages), messages
