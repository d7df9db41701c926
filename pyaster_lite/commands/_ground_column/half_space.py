"""The table of layers that goes from a column of ground to the impedances of a foundation on it or in it."""

from __future__ import annotations

from pyaster_lite.concepts.table import Table

_TYPES = {
    "NUME_COUCHE": "I",
    "EPAIS": "R",
    "RHO": "R",
    "E": "R",
    "NU": "R",
    "AMOR_HYST": "R",
    "RECEPTEUR": "K8",
    "SOURCE": "K8",
    "NUME_MATE": "I",
    "SUBSTRATUM": "K8",
}


def half_space(layers, state, buried: int | None, receivers: int = 2) -> Table:
    """The layers with their last moduli and dampings, the rock and what lies under it.

    buried     the layers that the foundation goes through, each cut in as many parts as it has `receivers`, the last part but one
               (of four) or the last (of two) having sources; None for a foundation on the surface
    """
    rows, thickness, n = [], layers.thickness, layers.count

    def put(layer, part=1.0, source=False, receiver=False, **more):
        words = {True: "OUI", False: "NON"}
        rows.append(
            {
                "NUME_COUCHE": len(rows) + 1,
                "EPAIS": float(thickness[layer] * part),
                "RHO": float(layers.density[layer]),
                "E": float(state.young[layer]),
                "NU": float(layers.poisson[layer]),
                "AMOR_HYST": float(state.damping[layer]),
                "RECEPTEUR": words[receiver],
                "SOURCE": words[source],
                "NUME_MATE": layer + 1,
                **more,
            }
        )

    if buried is None:
        for layer in range(n + 1):
            put(layer, source=layer == 0, receiver=layer == 0)
    else:
        deepest = min(buried, n)
        heart = {2: 1, 4: 2}[receivers]
        for layer in range(deepest):
            for part in range(receivers):
                put(layer, 1.0 / receivers, source=part == heart, receiver=True)
        for layer in range(deepest, n + 1):
            put(layer, source=layer == deepest, receiver=layer == deepest)
    put(n, 0.0, SUBSTRATUM="OUI")
    return Table.from_rows(rows, _TYPES)
