"""POUTRE, BARRE and CABLE of AFFE_CARA_ELEM: the sections of beams, bars and cables (u4.42.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.excit import FUNCTION
from pyaster_lite.catalogue.commons.places import cells_of, look_up
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS, PRESENT_ABSENT, PRESENT_PRESENT
from pyaster_lite.fe.beam_section import AFFINE, CIRCLE, CONSTANT, HOMOTHETIC, RECTANGLE
from pyaster_lite.fe.cable import Cable
from pyaster_lite.fe.line_element import LineElement
from pyaster_lite.fe.pipe.element import Pipe
from pyaster_lite.fe.tube_bundle import TubeBundle

from ._cara_pipes import pipe_cells, wall
from ._cara_sections import GENERAL, circle, general, rectangle

GROUP_MA = SIMP("o", typ="grma", max="**", validators=(no_repeat,))
VARIATIONS = {"CONSTANT": CONSTANT, "AFFINE": AFFINE, "HOMOTHETIQUE": HOMOTHETIC}
FULL = ("H", "EP", "HY", "HZ", "EPY", "EPZ")
TWO_ENDS = tuple(f"{word}{end}" for end in "12" for word in GENERAL)
BEND = {f"{word}{axes}": SIMP("f", typ="R", val_min=0.0) for word in ("COEF_FLEX", "INDI_SIGM") for axes in ("", "_XY", "_XZ")}
BEND_RULES = (
    *(EXCLUS(word, f"{word}_{axis}") for word in ("COEF_FLEX", "INDI_SIGM") for axis in ("XY", "XZ")),
    *(PRESENT_PRESENT(f"{word}_XY", f"{word}_XZ") for word in ("COEF_FLEX", "INDI_SIGM")),
)

FCX = SIMP("f", typ=FUNCTION)


def _named(words, statut="o"):
    cara = SIMP(statut, max="**", into=tuple(words), validators=(no_repeat,))
    return {"CARA": cara, "VALE": SIMP(statut, typ="R", max="**")}


def _variable(**branches):
    blocks = {f"b_{word.lower()}": BLOC(equal("VARI_SECT", word), **words) for word, words in branches.items()}
    return {"VARI_SECT": SIMP("f", into=tuple(branches), defaut="CONSTANT"), **blocks}


TABLE = {"TABLE_CARA": SIMP("f", typ="table_sdaster"), "NOM_SEC": SIMP("f")}
TABLE_RULES = (
    PRESENT_ABSENT("TABLE_CARA", "CARA"),
    PRESENT_PRESENT("TABLE_CARA", "NOM_SEC"),
    PRESENT_PRESENT("CARA", "VALE"),
)
POUTRE = FACT(
    "f",
    max="**",
    SECTION=SIMP("o", into=("GENERALE", "RECTANGLE", "CERCLE", "COUDE")),
    GROUP_MA=GROUP_MA,
    b_generale=BLOC(
        equal("SECTION", "GENERALE"),
        **_variable(CONSTANT={"rules": TABLE_RULES, **TABLE, **_named(GENERAL, "f")}, HOMOTHETIQUE=_named(TWO_ENDS)),
    ),
    b_rectangle=BLOC(
        equal("SECTION", "RECTANGLE"),
        **_variable(
            CONSTANT=_named(FULL),
            HOMOTHETIQUE=_named([f"{word}{end}" for end in "12" for word in FULL]),
            AFFINE=_named(("HY", "EPY", "HZ1", "EPZ1", "HZ2", "EPZ2")),
        ),
    ),
    b_cercle=BLOC(
        equal("SECTION", "CERCLE"),
        **_variable(CONSTANT=_named(("R", "EP")), HOMOTHETIQUE=_named(("R_DEBUT", "R_FIN", "EP_DEBUT", "EP_FIN"))),
        MODI_METRIQUE=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        FCX=FCX,
        TUYAU_NSEC=SIMP("f", typ="I", val_min=8, val_max=32, defaut=16),
        TUYAU_NCOU=SIMP("f", typ="I", val_min=1, val_max=10, defaut=3),
    ),
    b_coude=BLOC(equal("SECTION", "COUDE"), rules=BEND_RULES, **BEND),
)
BARRE = FACT(
    "f",
    max="**",
    GROUP_MA=GROUP_MA,
    SECTION=SIMP("o", into=("GENERALE", "RECTANGLE", "CERCLE")),
    b_generale=BLOC(equal("SECTION", "GENERALE"), rules=TABLE_RULES, **TABLE, **_named(("A",), "f")),
    b_rectangle=BLOC(equal("SECTION", "RECTANGLE"), **_named(FULL)),
    b_cercle=BLOC(equal("SECTION", "CERCLE"), **_named(("R", "EP"))),
    FCX=FCX,
)

CABLE = FACT(
    "f",
    max="**",
    GROUP_MA=GROUP_MA,
    SECTION=SIMP("o", typ="R", val_min=0.0),
    N_INIT=SIMP("f", typ="R", defaut=5000.0),
    FCX=FCX,
)


def cable_values(occurrences, model) -> dict:
    """Entries of Characteristics.values for the sections and first pulls of cables; raises Refused."""
    entries = {}
    for occurrence in occurrences:
        cells = cells_of(occurrence, model.mesh)
        verify_cells(occurrence, model, cells, Cable, "cable")
        if occurrence.SECTION == 0.0:
            raise occurrence.wrong("SECTION", "the section must be above zero")
        given = np.tile([occurrence.SECTION, occurrence.N_INIT], (len(cells), 1))
        entries.setdefault("cable", []).append((cells, given))
        _drag(occurrence, cells, entries)
    return entries


def section_values(occurrences, model) -> dict:
    """Entries of Characteristics.values for the sections of beams or bars; raises Refused."""
    entries = {}
    for occurrence in occurrences:
        occurrence.mark_read("MODI_METRIQUE")
        cells = cells_of(occurrence, model.mesh)
        verify_cells(occurrence, model, cells, (LineElement, Pipe, TubeBundle))
        pipes = np.intersect1d(cells, pipe_cells(model))
        if len(pipes):
            entries.setdefault("pipe", []).append((pipes, wall(occurrence, pipes)))
            cells = np.setdiff1d(cells, pipes)
        occurrence.mark_read("TUYAU_NCOU", "TUYAU_NSEC")
        if occurrence.SECTION == "COUDE":
            add_bend(occurrence, cells, entries)
            continue
        _drag(occurrence, cells, entries)
        variation = occurrence.get("VARI_SECT", "CONSTANT")
        if occurrence.SECTION == "CERCLE" and variation == "HOMOTHETIQUE":
            cells, sections = _cones(occurrence, model.mesh)
        else:
            sections = np.broadcast_to(_ends(occurrence, variation), (len(cells), 2, len(GENERAL)))
        entries.setdefault("section", []).append((cells, sections))
        shape = {"RECTANGLE": RECTANGLE, "CERCLE": CIRCLE}.get(occurrence.SECTION, 0)
        entries.setdefault("section_shape", []).append((cells, np.full(len(cells), float(shape))))
        entries.setdefault("section_variation", []).append((cells, np.full(len(cells), VARIATIONS[variation])))
    return entries


def _drag(occurrence, cells, entries):
    """FCX: what a wind pushes with by length, a function of its speed VITE across."""
    if occurrence.get("FCX") is not None:
        functions = np.empty(len(cells), object)
        functions[:] = occurrence.FCX
        entries.setdefault("drag", []).append((cells, functions))


def verify_cells(occurrence, model, cells, kind=LineElement, word="beam nor bar"):
    """That all cells of an occurrence carry elements of a kind; raises Refused."""
    group, _ = model.place_of_cells
    for cell in cells:
        if group[cell] < 0 or not isinstance(model.groups[group[cell]].element, kind):
            name = model.mesh.cell_names[cell]
            raise occurrence.wrong("GROUP_MA", f"cell {name} carries no {word} in this model")


def _given(occurrence) -> dict[str, float]:
    """The values by their words."""
    if "TABLE_CARA" in occurrence:
        return _of_table(occurrence)
    if "CARA" not in occurrence:
        raise occurrence.wrong("SECTION", "the section needs CARA and VALE, or TABLE_CARA")
    words, values = np.atleast_1d(occurrence.CARA), np.atleast_1d(occurrence.VALE)
    if len(words) != len(values):
        raise occurrence.wrong("VALE", f"CARA names {len(words)} properties, but VALE has {len(values)} values")
    return {str(word): float(value) for word, value in zip(words, values)}


def _of_table(occurrence):
    table, name = occurrence.TABLE_CARA, occurrence.NOM_SEC
    first = table.names[0]
    rows = [row for row in table.rows() if str(row.get(first, "")).strip() == name]
    if not rows:
        raise occurrence.wrong("NOM_SEC", f"the table has no section {name}")
    return {word: float(rows[0][word]) for word in GENERAL if rows[0].get(word) is not None}


def _ends(occurrence, variation) -> np.ndarray:
    """(2, 15) at both ends."""
    given = _given(occurrence)
    if variation == "CONSTANT":
        return np.stack([_section(occurrence, given)] * 2)
    by_end = []
    for end in "12":
        own = {word[:-1]: value for word, value in given.items() if word.endswith(end)}
        own |= {word: given[word] for word in ("HY", "EPY") if word in given}
        by_end.append(_section(occurrence, own))
    return np.stack(by_end)


def _section(occurrence, given) -> np.ndarray:
    """(15,) of one end."""

    def value(word, least=0.0):
        if word not in given:
            raise occurrence.wrong("CARA", f"the section needs {word}")
        if given[word] <= least:
            raise occurrence.wrong("VALE", f"{word} = {given[word]:g}: it must be above {least:g}")
        return given[word]

    def thickness(word, size):
        if word in given and not 0.0 < given[word] <= size:
            raise occurrence.wrong("VALE", f"{word} = {given[word]:g}: a wall is above 0 and at most {size:g} thick")
        return given.get(word)

    if occurrence.SECTION == "GENERALE":
        for word in ("A",) if "VARI_SECT" not in occurrence else ("A", "IY", "IZ", "JX"):
            value(word)
        return general({word: number for word, number in given.items() if word in GENERAL})
    if occurrence.SECTION == "CERCLE":
        return circle(value("R"), thickness("EP", given["R"]))
    hy, hz = (value("H"),) * 2 if "H" in given else (value("HY"), value("HZ"))
    walls = ("EP", "EP") if "H" in given else ("EPY", "EPZ")
    try:
        return rectangle(hy, hz, thickness(walls[0], hy / 2), thickness(walls[1], hz / 2), "VARI_SECT" in occurrence)
    except ValueError as unknown:
        raise occurrence.wrong("VALE", str(unknown)) from None


def _cones(occurrence, mesh):
    """Cells and sections (k, 2, 15) of tubes whose radius goes linearly along each group of cells that follow one another."""
    given = _given(occurrence)
    all_cells, sections = [], []
    for item, cells in enumerate(look_up(occurrence, "GROUP_MA", mesh.cell_group)):
        nodes = np.array([mesh.cell_nodes(cell) for cell in cells])
        if (nodes[1:, 0] != nodes[:-1, 1]).any():
            raise occurrence.wrong("GROUP_MA", "the cells of a tapered beam must follow one another", item=item)
        length = np.linalg.norm(mesh.coordinates[nodes[:, 1]] - mesh.coordinates[nodes[:, 0]], axis=1)
        place = np.concatenate([[0.0], np.cumsum(length) / length.sum()])

        def along(word, place=place):
            if f"{word}_DEBUT" not in given:
                return [None] * len(place)
            return given[f"{word}_DEBUT"] + (given[f"{word}_FIN"] - given[f"{word}_DEBUT"]) * place

        known = [_section(occurrence, {"R": r} | ({} if t is None else {"EP": t})) for r, t in zip(along("R"), along("EP"))]
        all_cells.append(cells)
        sections.append(np.stack([known[:-1], known[1:]], axis=1))
    return np.concatenate(all_cells), np.concatenate(sections)


def add_bend(occurrence, cells, entries):
    """The flexibility of bends about both axes; their stress factors."""
    for word, name in (("COEF_FLEX", "flexibility"), ("INDI_SIGM", "stress_intensification")):
        both = occurrence.get(word, 1.0)
        values = [occurrence.get(f"{word}_{axis}", both) for axis in ("XY", "XZ")]
        entries.setdefault(name, []).append((cells, np.tile(np.array(values, float), (len(cells), 1))))
