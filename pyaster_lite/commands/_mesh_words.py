"""Groups, nodes and cells that a keyword names, found in a mesh; what is not there is said at its place."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.mesh import UnknownGroup
from pyaster_lite.diagnostics import Refused


def cell_groups(args, word, mesh) -> list[np.ndarray]:
    """The cells of each group that the keyword names, group by group; every unknown name is said at once."""
    return _each(args, word, mesh.cell_group)


def node_groups(args, word, mesh) -> list[np.ndarray]:
    """The nodes of each group that the keyword names, group by group."""
    return _each(args, word, mesh.node_group)


def present_groups(args, word, find, context) -> list[np.ndarray]:
    """What `find` gives for each group that the keyword names; of one that is not there it is only said."""
    found = []
    for name in _names(args, word):
        try:
            found.append(find(name))
        except UnknownGroup as unknown:
            likely = f" (did you mean {unknown.close[0]}?)" if unknown.close else ""
            context.warn(args, word, f"{unknown}{likely}: nothing is written of it")
    return found


def named_cells(args, word, mesh, context) -> np.ndarray:
    """The cells that the keyword names one by one (MAILLE), in the order given, each once."""
    return _named(args, word, mesh, context, "cell", mesh.find_cell)


def named_nodes(args, word, mesh, context) -> np.ndarray:
    """The nodes that the keyword names one by one (NOEUD), in the order given, each once."""
    return _named(args, word, mesh, context, "node", mesh.find_node)


def chosen_cells(args, mesh, context, everything=True) -> np.ndarray:
    """The cells that TOUT, GROUP_MA and MAILLE choose together: ascending, each once.

    When none of these words is given: all cells, or none unless `everything`.
    """
    parts = []
    if args.get("GROUP_MA"):
        parts += cell_groups(args, "GROUP_MA", mesh)
    if args.get("MAILLE"):
        parts.append(named_cells(args, "MAILLE", mesh, context))
    if args.get("TOUT") or not parts and everything:
        return np.arange(mesh.n_cells)
    return np.unique(np.concatenate(parts)) if parts else np.empty(0, int)


def one_node(args, context, mesh, group_word, node_word=None) -> int | None:
    """The node that a group of one node or a node name gives; None when neither is given.

    Of a larger group the first node counts, with a warning, as in code_aster.
    """
    if node_word and args.get(node_word):
        return int(named_nodes(args, node_word, mesh, context)[0])
    if not args.get(group_word):
        return None
    (nodes,) = node_groups(args, group_word, mesh)
    if len(nodes) > 1:
        context.warn(args, group_word, f"the group {_names(args, group_word)[0]} has {len(nodes)} nodes: the first one is taken")
    return int(nodes[0])


def _named(args, word, mesh, context, kind, find):
    numbers = _each(args, word, find)
    others = [(name, number, mesh.named_in_file(kind, name)) for name, number in zip(_names(args, word), numbers)]
    doubtful = [told for told in others if told[2] not in (None, told[1])]
    if doubtful:
        name, number, other = doubtful[0]
        more = f" (one of {len(doubtful)} such names)" if len(doubtful) > 1 else ""
        context.warn(args, word, f"{name} means {kind} number {number + 1}; the mesh file calls {kind} number {other + 1} so{more}")
    return np.array(list(dict.fromkeys(numbers)), int)


def _names(args, word):
    value = args[word]
    return value if isinstance(value, tuple) else (value,)


def _each(args, word, find):
    found, diagnostics = [], []
    for item, name in enumerate(_names(args, word)):
        try:
            found.append(find(name))
        except UnknownGroup as unknown:
            help = f"did you mean {unknown.close[0]}?" if unknown.close else None
            diagnostics += args.wrong(word, str(unknown), help, item, "D002").diagnostics
    if diagnostics:
        raise Refused(diagnostics)
    return found
