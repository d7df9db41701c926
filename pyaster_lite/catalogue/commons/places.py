"""Where something applies: TOUT, GROUP_MA, MAILLE, GROUP_NO, NOEUD, and what they mean on a mesh."""

from __future__ import annotations

import numpy as np

from ..keywords import SIMP, no_repeat

NODE_WORDS = {
    "TOUT": SIMP("f", into=("OUI",)),
    "GROUP_NO": SIMP("f", typ="grno", max="**"),
    "NOEUD": SIMP("f", typ="no", max="**"),
    "GROUP_MA": SIMP("f", typ="grma", max="**"),
    "MAILLE": SIMP("f", typ="ma", max="**"),
}
"""Ways to name nodes."""
EXCLUDED_NODES = {
    "SANS_GROUP_NO": SIMP("f", typ="grno", max="**"),
    "SANS_NOEUD": SIMP("f", typ="no", max="**"),
    "SANS_GROUP_MA": SIMP("f", typ="grma", max="**"),
    "SANS_MAILLE": SIMP("f", typ="ma", max="**"),
}
"""Ways to leave nodes out again."""
CELL_WORDS = {
    "TOUT": SIMP("f", into=("OUI",)),
    "GROUP_MA": SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
    "MAILLE": SIMP("f", typ="ma", max="**", validators=(no_repeat,)),
}
"""Ways to name cells."""
LONE = ("GROUP_NO", "NOEUD")
"""Ways of old decks to name what stands at nodes by itself."""


def chosen(words: dict, *names: str) -> dict:
    """Some of the words of a table."""
    return {name: words[name] for name in names}


def look_up(occurrence, word: str, find) -> list[np.ndarray]:
    """`find(name)` for each value of a keyword; a name that the mesh does not have is refused where it stands."""
    found, names = [], occurrence.get(word, ())
    for item, name in enumerate((names,) if isinstance(names, str) else names):
        try:
            found.append(np.atleast_1d(find(name)))
        except KeyError as unknown:
            close = getattr(unknown, "close", ())
            likely = f"did you mean {' or '.join(close)}?" if close else None
            raise occurrence.wrong(word, str(unknown), help=likely, item=item) from None
    return found


def cells_of(occurrence, mesh) -> np.ndarray:
    """The cells that TOUT, GROUP_MA and MAILLE name: ascending, each once; raises Refused."""
    if occurrence.get("TOUT") == "OUI":
        return np.arange(mesh.n_cells)
    parts = look_up(occurrence, "GROUP_MA", mesh.cell_group) + look_up(occurrence, "MAILLE", mesh.find_cell)
    return np.unique(np.concatenate(parts)).astype(int) if parts else np.empty(0, int)


def lone_points_of(occurrence, mesh) -> np.ndarray:
    """The cells POI1 at the nodes that GROUP_NO and NOEUD name; raises Refused where none stands."""
    parts = look_up(occurrence, "GROUP_NO", mesh.node_group) + look_up(occurrence, "NOEUD", mesh.find_node)
    if not parts:
        return np.empty(0, int)
    points = mesh.block("POI1")
    standing = {} if points is None else dict(zip(points.nodes[:, 0].tolist(), points.cells.tolist(), strict=True))
    cells = []
    for node in np.unique(np.concatenate(parts)).tolist():
        cell = mesh.lone_points.get(node, standing.get(node))
        if cell is None:
            word = next(word for word in LONE if word in occurrence)
            raise occurrence.wrong(
                word, f"no element stands at node {mesh.node_names[node]} alone", help="CREA_MAILLAGE/CREA_POI1 makes a cell there"
            )
        cells.append(cell)
    return np.array(cells, int)


def nodes_of(occurrence, mesh, prefix: str = "", suffix: str = "") -> np.ndarray:
    """The nodes that TOUT, GROUP_NO, NOEUD, GROUP_MA and MAILLE name (with a prefix such as SANS_, a suffix such as _1).

    Ascending, each once; the excluded ones are not taken away. Raises Refused.
    """
    if not prefix and occurrence.get("TOUT") == "OUI":
        return mesh.nodes_of_cells(np.arange(mesh.n_cells))
    word = lambda name: f"{prefix}{name}{suffix}"  # noqa: E731
    parts = look_up(occurrence, word("GROUP_NO"), mesh.node_group) + look_up(occurrence, word("NOEUD"), mesh.find_node)
    cells = look_up(occurrence, word("GROUP_MA"), mesh.cell_group) + look_up(occurrence, word("MAILLE"), mesh.find_cell)
    parts += [mesh.nodes_of_cells(own) for own in cells]
    return np.unique(np.concatenate(parts)).astype(int) if parts else np.empty(0, int)


def wanted_nodes(occurrence, mesh) -> np.ndarray:
    """The nodes that an occurrence names, less those that its SANS_ words leave out."""
    return np.setdiff1d(nodes_of(occurrence, mesh), nodes_of(occurrence, mesh, prefix="SANS_"))
