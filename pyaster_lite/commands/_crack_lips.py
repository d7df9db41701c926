"""Displacements of the lips of a crack along lines behind its front."""

from __future__ import annotations

import numpy as np

_MOST = 20
"""Nodes of a line that count."""
_AXES = ("DX", "DY", "DZ")


class RuledLips:
    """Lines of nodes of the mesh, as DEFI_FOND_FISS found them.

    places  ranks of the nodes of the front that have lines long enough
    """

    def __init__(self, args, context, crack, chosen, reach, field, orders):
        self.crack, self.result, self.field = crack, args.RESULTAT, field
        if not any(len(row) for row in crack.rows_above):
            raise args.wrong("FOND_FISS", f"{crack.name} has no lines of nodes across its front")
        self._rows, far, apart = {}, reach * (1.0 + args.PREC_VIS_A_VIS / 10.0), args.PREC_VIS_A_VIS * reach
        for i in chosen:
            found = self._pair(i, far, apart, lambda text: context.warn(args, "FOND_FISS", text))
            if found is not None:
                self._rows[i] = found
        self.places = list(self._rows)
        if not self.places:
            raise args.wrong(
                "FOND_FISS", f"no node of the front of {crack.name} has three nodes behind it, on each lip, within {reach:.6g}"
            )

    def _pair(self, i, far, apart, warn):
        """(upper nodes, lower nodes or None) of a line, None when it is too short."""
        crack, places = self.crack, self.crack.mesh.coordinates
        name = crack.mesh.node_names[crack.nodes[i]]
        above = crack.rows_above[i][:_MOST] if i < len(crack.rows_above) else np.empty(0, int)
        near = np.linalg.norm(places[above] - places[crack.nodes[i]], axis=1) < far
        upper, lower = above[near], None
        if not crack.symmetric:
            below = crack.rows_below[i][:_MOST] if i < len(crack.rows_below) else np.empty(0, int)
            count = min(len(above), len(below))
            facing = np.linalg.norm(places[above[:count]] - places[below[:count]], axis=1) <= apart
            if not facing[near[:count]].all():
                warn(f"nodes of the lips behind {name} do not face each other")
            lower = below[:count][near[:count] & facing]
        if len(upper) < 3 or (lower is not None and len(lower) < 3):
            warn(f"the node {name} of the front has fewer than three nodes behind it: nothing is told of it")
            return None
        return tuple(None if nodes is None else self._sorted(nodes, i) for nodes in (upper, lower))

    def _sorted(self, nodes, i):
        places = self.crack.mesh.coordinates
        return nodes[np.argsort(np.linalg.norm(places[nodes] - places[self.crack.nodes[i]], axis=1), kind="stable")]

    def line(self, i, order):
        """(distances (n,), displacements of the upper lip (n, 3), of the lower one or None)."""
        upper, lower = self._rows[i]
        places = self.crack.mesh.coordinates
        distance = np.linalg.norm(places[upper] - places[self.crack.nodes[i]], axis=1)
        return distance, self._moved(upper, order), None if lower is None else self._moved(lower, order)

    def _moved(self, nodes, order):
        field = self.result.field(self.field, order)
        return np.stack([field.component(axis)[nodes] if axis in field.components else np.zeros(len(nodes)) for axis in _AXES], axis=-1)


class FreeLips:
    """Lines of equal steps, on whose points the displacements of the cells of the lips are read; attributes as RuledLips."""

    def __init__(self, args, context, crack, chosen, reach, field, orders):
        self.places, self._orders = list(chosen), orders
        result = args.RESULTAT
        lines = []
        for i in chosen:
            start = crack.points[i]
            end = start - reach * crack.directions[i]
            words = {"TYPE": "SEGMENT", "NB_POINTS": args.NB_NOEUD_COUPE, "DISTANCE_MAX": reach * args.PREC_VIS_A_VIS}
            lines.append(words | {"COOR_ORIG": tuple(start.tolist()), "COOR_EXTR": tuple(end.tolist())})
        words = dict(RESULTAT=result, NOM_CHAM=field, MODELE=result.model, LIGN_COUPE=lines, NUME_ORDRE=list(orders))
        names = [name for name in crack.lips if name]
        self._tables = [_by_line(context.run("MACR_LIGN_COUPE", VIS_A_VIS={"GROUP_MA_1": name}, **words)) for name in names]

    def line(self, i, order):
        """As RuledLips.line."""
        key = f"l.coupe{self.places.index(i) + 1}", order
        distance, above = self._tables[0].get(key, (np.empty(0), np.empty((0, 3))))
        if len(self._tables) == 1:
            return distance, above, None
        _, below = self._tables[1].get(key, (distance, np.empty((0, 3))))
        count = min(len(above), len(below))
        return distance[:count], above[:count], below[:count]


def _by_line(table):
    """{(title of the line, order): (abscissas, displacements (n, 3))}."""
    rows = {}
    for row in table.rows():
        moved = [row.get(axis) or 0.0 for axis in _AXES]
        rows.setdefault((row["INTITULE"].strip(), row["NUME_ORDRE"]), []).append((row["ABSC_CURV"], moved))
    return {key: (np.array([s for s, _ in own]), np.array([u for _, u in own])) for key, own in rows.items()}
