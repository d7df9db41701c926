"""Pictures of periodic responses: the curve over the frequency with its stable and unstable branches, and loops of contacts."""

from __future__ import annotations

import math

COLOURS = ("#1f5f8b", "#d1495b", "#3a9d5d", "#e08e1b")
"""One for each place shown; further places are left out."""


def draw_periodic(pyplot, name, concept) -> dict:
    """{name of the picture: figure} of a result that holds the tables of a periodic response; empty for any other."""
    tables = getattr(concept, "tables", None) or {}
    found = {}
    if "EQUI_HARM" in tables:
        curve = _curve(pyplot, name, tables["EQUI_HARM"].rows())
        if curve is not None:
            found[f"{name}_response"] = curve
        if "BOUCLE" in tables:
            found[f"{name}_loop"] = _loops(pyplot, name, tables["EQUI_HARM"].rows(), tables["BOUCLE"].rows())
    return found


def _place(row):
    contact = row["NUME_CONT"]
    return f"{row['NOM_CMP']} at {row['NOEUD']}" + (f", contact {contact}" if contact is not None else "")


def _by_place(rows):
    """The rows of the first places: those that were observed, else those of the contacts."""
    places: dict[str, list] = {}
    observed = [row for row in rows if row["NUME_CONT"] is None] or rows
    for row in observed:
        if row["NUME_HARM"] == 0:
            places.setdefault(_place(row), []).append(row)
    return list(places.items())[: len(COLOURS)]


def _curve(pyplot, name, rows):
    places = _by_place(rows)
    if not places or len(places[0][1]) < 3:
        return None
    figure, axes = pyplot.subplots(figsize=(8, 4.2), layout="constrained")
    axes.grid(True)
    dashed = False
    for (place, points), colour in zip(places, COLOURS):
        label = place
        for stable, x, y in _branches(points):
            dashed |= not stable
            axes.plot(x, y, color=colour, linewidth=1.6, linestyle="-" if stable else (0, (4, 2)), label=label)
            label = None
    if dashed:
        axes.plot([], [], color="#333333", linewidth=1.6, linestyle=(0, (4, 2)), label="unstable")
    axes.set_xlabel("frequency (Hz)")
    axes.set_ylabel("amplitude over the period")
    axes.set_title(f"{name}, periodic response")
    axes.legend(loc="best")
    return figure


def _branches(points):
    """(whether it is stable, frequencies, amplitudes) of each stretch in the order of the branch; neighbours share their ends."""
    stretches: list[tuple[bool, list, list]] = []
    for point in points:
        stable, x, y = point["STABLE"] != "NON", point["FREQ"], point["DEPL_MAX"]
        if not stretches or stretches[-1][0] != stable:
            joined = ([stretches[-1][1][-1]], [stretches[-1][2][-1]]) if stretches else ([], [])
            stretches.append((stable, *joined))
        stretches[-1][1].append(x)
        stretches[-1][2].append(y)
    return stretches


def _loops(pyplot, name, rows, loops):
    """The loop of each of the first contacts at the response that moves it most."""
    largest: dict[int, tuple[float, int]] = {}
    for row in rows:
        if row["NUME_CONT"] is not None:
            largest[row["NUME_CONT"]] = max(largest.get(row["NUME_CONT"], (-math.inf, 0)), (row["DEPL_MAX"], row["NUME_ORDRE"]))
    figure, axes = pyplot.subplots(figsize=(5.4, 4.2), layout="constrained")
    axes.grid(True)
    rubs = any(row["FT"] for row in loops)
    across, along = ("DEPL_T", "FT") if rubs else ("DEPL_N", "FN")
    for (contact, (_, order)), colour in zip(sorted(largest.items()), COLOURS):
        points = [row for row in loops if row["NUME_CONT"] == contact and row["NUME_ORDRE"] == order]
        frequency = f", {points[0]['FREQ']:.6g} Hz" if points else ""
        axes.plot(
            [row[across] for row in points],
            [row[along] for row in points],
            color=colour,
            linewidth=1.6,
            label=f"contact {contact}{frequency}",
        )
    axes.set_xlabel("sliding" if rubs else "approach")
    axes.set_ylabel("tangential force" if rubs else "normal force")
    axes.set_title(f"{name}, contacts over a period")
    axes.legend(loc="best")
    return figure
