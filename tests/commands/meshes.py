"""A small mesh that the tests of mesh commands share, and a way to run commands on it.

Nodes 1 to 9 on a grid of step 1, three in a row; segments M1 to M8 around it, from node 1 to the right; quadrangles M9 to M11 and
two triangles M12 M13 in the upper right corner.
"""

from pyaster_lite.study.run import Options, Study

GRID = """\
COOR_2D
N1 0 0
N2 1 0
N3 2 0
N4 0 1
N5 1 1
N6 2 1
N7 0 2
N8 1 2
N9 2 2
FINSF
SEG2
M1 N1 N2  M2 N2 N3  M3 N3 N6  M4 N6 N9
M5 N9 N8  M6 N8 N7  M7 N7 N4  M8 N4 N1
FINSF
QUAD4
M9 N1 N2 N5 N4
M10 N2 N3 N6 N5
M11 N4 N5 N8 N7
FINSF
TRIA3
M12 N5 N6 N9
M13 N5 N9 N8
FINSF
GROUP_MA NOM=BOTTOM
M1 M2
FINSF
GROUP_MA NOM=LEFT
M7 M8
FINSF
GROUP_MA NOM=RIM
M1 M2 M3 M4 M5 M6 M7 M8
FINSF
GROUP_MA NOM=PLATE
M9 M10 M11 M12 M13
FINSF
GROUP_NO NOM=ENDS
N1 N3
FINSF
GROUP_NO NOM=DIAGONAL
N9 N5 N1
FINSF
GROUP_NO NOM=MIDDLE
N5
FINSF
FIN
"""


def in_space(slope=0.0):
    """The grid in space, raised along x by a slope."""
    text = GRID.replace("COOR_2D", "COOR_3D")
    for node in range(9):
        place = f"N{node + 1} {node % 3} {node // 3}"
        text = text.replace(f"{place}\n", f"{place} {slope * (node % 3)}\n")
    return text


def run(tmp_path, *commands, text=GRID, first="MA"):
    """The study of a deck that reads the mesh and runs the commands."""
    deck = tmp_path / "deck.comm"
    (tmp_path / "deck.mail").write_text(text)
    deck.write_text("\n".join(["DEBUT()", f"{first} = LIRE_MAILLAGE(FORMAT='ASTER')", *commands, "FIN()", ""]))
    return Study(deck, Options(output=tmp_path / "out", verbosity=-1)).run()


def mesh_after(tmp_path, *commands, text=GRID, first="MA"):
    """The mesh MA when the commands have run; fails with the messages where they are refused."""
    study = run(tmp_path, *commands, text=text, first=first)
    errors = [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    assert not errors, errors
    return study["MA"]


def diagnostics(tmp_path, *commands, text=GRID):
    """What is said of a deck that is wrong."""
    return [d.message for d in run(tmp_path, *commands, text=text).diagnostics]
