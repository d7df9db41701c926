"""What DEFI_MAILLAGE makes of its keywords: nodes that are the same, and the names of nodes and groups (u4.23.01)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.commons.places import look_up


@dataclass
class Placed:
    """A substructure where it stands: `points` (k, 3) its exterior nodes, numbered from `start`."""

    macro: object
    points: np.ndarray
    rotation: np.ndarray
    start: int

    @property
    def shortest(self) -> float:
        """The shortest distance between two of its exterior nodes, m."""
        from scipy.spatial.distance import pdist

        return float(pdist(self.points).min(initial=np.inf)) if len(self.points) > 1 else 0.0

    def outer(self, group) -> np.ndarray:
        """The numbers of the exterior nodes among some inner nodes, in their order."""
        rows = {node: row for row, node in enumerate(self.macro.exterior.tolist())}
        return self.start + np.array([rows[node] for node in np.asarray(group).tolist() if node in rows], int)


def _found(level, word, cells, name, item=0):
    try:
        return cells[name.strip()]
    except KeyError:
        raise level.wrong(word, f"there is no super-cell {name}", item=item) from None


def _same(same, first, second):
    """The later of two nodes is the earlier one."""
    low, high = min(first, second), max(first, second)
    same[high] = low


def _tolerance(level, first, second):
    return level.PRECISION * (1.0 if level.CRITERE == "ABSOLU" else min(first.shortest, second.shortest))


def _near(points, first, second, tolerance):
    """Pairs of nodes that are no further apart."""
    from scipy.spatial import cKDTree

    hits = cKDTree(points[first]).query_ball_tree(cKDTree(points[second]), tolerance)
    return [(first[i], second[j]) for i, own in enumerate(hits) for j in own]


def glued_everywhere(level, cells, points, same):
    """RECO_GLOBAL: nodes of different super-cells at the same place, written into `same` (n,)."""
    chosen = list(cells.values())
    if "SUPER_MAILLE" in level:
        chosen = [_found(level, "SUPER_MAILLE", cells, name, item) for item, name in enumerate(level.SUPER_MAILLE)]
    level.mark_read("TOUT", "CRITERE", "PRECISION")
    for i, first in enumerate(chosen):
        for second in chosen[i + 1 :]:
            own, other = (cell.start + np.arange(len(cell.points)) for cell in (first, second))
            for pair in _near(points, own, other, _tolerance(level, first, second)):
                _same(same, *pair)


def glued_by_groups(level, context, cells, points, same):
    """RECO_SUPER_MAILLE: nodes of groups of different super-cells, by their order or by their place."""
    names = level.SUPER_MAILLE
    if len(level.GROUP_NO) != len(names) or len(names) < 2:
        raise level.wrong("GROUP_NO", "give as many groups as super-cells, two or more")
    chosen = [_found(level, "SUPER_MAILLE", cells, name, item) for item, name in enumerate(names)]
    rows = [cell.outer(_group(level, "GROUP_NO", cell, group)) for cell, group in zip(chosen, level.GROUP_NO)]
    for i, first in enumerate(chosen):
        for j, second in enumerate(chosen[i + 1 :], i + 1):
            own, other = rows[i], rows[j]
            if len(own) != len(other):
                context.warn(level, "GROUP_NO", f"the groups have {len(own)} and {len(other)} exterior nodes")
            count = min(len(own), len(other))
            if level.OPTION == "GEOMETRIQUE":
                pairs = _near(points, own, other, _tolerance(level, first, second))
                if len(pairs) < count:
                    context.warn(level, "GROUP_NO", f"{count - len(pairs)} nodes of the first group have none at their place in the second")
            else:
                turned = own[:count][::-1] if level.OPTION == "INVERSE" and i == 0 else own[:count]
                pairs = zip(turned, other[:count])
            for pair in pairs:
                _same(same, *pair)


def _group(level, word, cell, name):
    try:
        return cell.macro.mesh.node_group(name)
    except KeyError as unknown:
        raise level.wrong(word, str(unknown)) from None


def _built(prefix, index, cell, inner):
    """A name from the letters of those of a super-cell and of what is inside it."""
    a, b, c, d = index
    return f"{prefix or ''}{cell[a - 1 : b]}{inner[c - 1 : d]}"


def labels(mesh) -> list[str]:
    """What meshes that are put together call their nodes."""
    return mesh.node_names if mesh.own_names else [f"N{i + 1}" for i in range(mesh.n_nodes)]


def node_names(levels, context, cells, same) -> list[str]:
    """The names that DEFI_NOEUD gives, by number; empty where it gives none."""
    names = [""] * len(same)
    for level in levels:
        if level.TOUT is not None:
            for name, cell in cells.items():
                known = labels(cell.macro.mesh)
                for row, node in enumerate(cell.macro.exterior):
                    names[cell.start + row] = _built(level.PREFIXE, level.INDEX, name, known[node])
            continue
        cell = _found(level, "SUPER_MAILLE", cells, level.SUPER_MAILLE)
        (node,) = look_up(level, "NOEUD_INIT", lambda name, mesh=cell.macro.mesh: mesh.find_node(name))
        found = cell.outer(node)
        if not len(found):
            context.warn(level, "NOEUD_INIT", f"{level.NOEUD_INIT} is not an exterior node of {level.SUPER_MAILLE}")
        elif same[found[0]] != found[0]:
            context.warn(
                level, "NOEUD_INIT", f"{level.NOEUD_INIT} of {level.SUPER_MAILLE} is also a node of an earlier super-cell: name that one"
            )
        else:
            names[found[0]] = level.NOEUD_FIN.strip()
    return names


def group_names(levels, context, cells) -> dict[str, np.ndarray]:
    """The groups of nodes that DEFI_GROUP_NO names, nodes as they were numbered before the same ones were found."""
    groups = {}
    for level in levels:
        if level.GROUP_NO_FIN is not None:
            cell = _found(level, "SUPER_MAILLE", cells, level.SUPER_MAILLE)
            nodes = cell.outer(_group(level, "GROUP_NO_INIT", cell, level.GROUP_NO_INIT))
            if len(nodes):
                groups[level.GROUP_NO_FIN.strip()] = nodes
            else:
                context.warn(level, "GROUP_NO_INIT", f"no node of {level.GROUP_NO_INIT} is exterior: the group is not made")
            continue
        level.mark_read("TOUT")
        for name, cell in cells.items():
            if "SUPER_MAILLE" in level and name != level.SUPER_MAILLE.strip():
                continue
            for group, members in cell.macro.mesh.node_groups.items():
                nodes = cell.outer(members)
                if len(nodes):
                    groups[_built(level.PREFIXE, level.INDEX, name, group)] = nodes
    return groups
