"""GIBI: piles of meshes, points and coordinates; what is left out; where a file is said to be wrong."""

import pytest

from pyaster_lite.io.errors import FileProblem
from pyaster_lite.io.gibi import read_mesh

# Points 1 to 8 with coordinates for nine (the sixth is no point); an edge, a quadratic square, both in TOUT, and a mesh of no name.
GOOD = """\
 ENREGISTREMENT DE TYPE   4
 NIVEAU  11 NIVEAU ERREUR   0 DIMENSION   2
 DENSITE 0.00000E+00
 ENREGISTREMENT DE TYPE   7
 NOMBRE INFO CASTEM2000   8
 IFOUR  -1 NIFOUR   0 IFOMOD  -1 IECHO   1 IIMPI   0 IOSPI   0 ISOTYP   1
 NSDPGE     0
 ENREGISTREMENT DE TYPE   2
 PILE NUMERO   1NBRE OBJETS NOMMES       4NBRE OBJETS       4
 EDGE     #HIDDEN  TOUT     SQUARE  
       1       1       3       2
       3       0       0       3       1
       0
       1       2       3
      10       0       1       8       1
       1
       7
       1       2       3       4       5       6       7       8
       0       2       0       0       0
       1       2
       2       0       0       2       1
       0
       1       3
 ENREGISTREMENT DE TYPE   2
 PILE NUMERO  32NBRE OBJETS NOMMES       2NBRE OBJETS       8
 CORNER   #P      
       3       1
       8
       1       2       3       4       5       7       8       9
 ENREGISTREMENT DE TYPE   2
 PILE NUMERO  33NBRE OBJETS NOMMES       0NBRE OBJETS       1
      27
  0.00000000000000D+00  0.00000000000000D+00  0.00000000000000D+00
  5.00000000000000D-01  0.00000000000000D+00  0.00000000000000D+00
  1.00000000000000D+00  0.00000000000000D+00  0.00000000000000D+00
  1.00000000000000D+00  5.00000000000000D-01  0.00000000000000D+00
  1.00000000000000D+00  1.00000000000000D+00  0.00000000000000D+00
  9.00000000000000D+00  9.00000000000000D+00  0.00000000000000D+00
  5.00000000000000D-01  1.00000000000000D+00  0.00000000000000D+00
  0.00000000000000D+00  1.00000000000000D+00  0.00000000000000D+00
  0.00000000000000D+00  5.00000000000000D-01  0.00000000000000D+00
 ENREGISTREMENT DE TYPE   5
LABEL AUTOMATIQUE :   1
"""


def read(tmp_path, text):
    path = tmp_path / "mesh.mgib"
    path.write_text(text)
    return read_mesh(path)


def test_meshes_and_points(tmp_path):
    mesh = read(tmp_path, GOOD)
    assert mesh.n_nodes == 8 and mesh.dimension == 2
    assert [mesh.cell_type(cell) for cell in range(mesh.n_cells)] == ["SEG3", "QUAD8"]
    corners = mesh.coordinates[mesh.cell_nodes(1)][:, :2].tolist()
    assert corners == [[0, 0], [1, 0], [1, 1], [0, 1], [0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5]]
    assert mesh.cell_nodes(0).tolist() == [0, 2, 1]
    assert {name: ids.tolist() for name, ids in mesh.cell_groups.items()} == {"EDGE": [0], "SQUARE": [1], "TOUT": [0, 1]}
    assert {name: ids.tolist() for name, ids in mesh.node_groups.items()} == {"CORNER": [2]}


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("       1       2       3\n", "       1       2       x\n", 14, "expected 3 integers, found: 1       2       x"),
        ("       3       0       0       3       1", "       5       0       0       3       1", 12, "objects of GIBI's type 5 have no"),
        ("  5.00000000000000D-01  0.0", "                   NAN  0.0", 34, "a coordinate is not a number"),
        (" ENREGISTREMENT DE TYPE   5\nLABEL AUTOMATIQUE :   1\n", "", 41, "the file ends without a record of type 5: it is cut short"),
        (" NIVEAU  11", " NIVEAU", 2, "expected NIVEAU and DIMENSION"),
    ],
)
def test_what_is_wrong_is_located(tmp_path, old, new, line, reason):
    assert old in GOOD
    with pytest.raises(FileProblem) as caught:
        read(tmp_path, GOOD.replace(old, new, 1))
    assert (caught.value.line, caught.value.reason[: len(reason)]) == (line, reason)


def test_cut_short_in_the_middle(tmp_path):
    with pytest.raises(FileProblem, match="cut short"):
        read(tmp_path, "\n".join(GOOD.splitlines()[:36]))
