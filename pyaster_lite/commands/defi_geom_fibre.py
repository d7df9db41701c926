"""DEFI_GEOM_FIBRE: groups of fibres across the section of beams (u4.26.01)."""

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.concepts.fibres import WIDTH, FibreGeometry

PLACE = dict(
    COOR_AXE_POUTRE=SIMP("f", typ="R", min=2, max=2),
    ANGLE=SIMP("f", typ="R", defaut=0.0),
    TABLE_CARA=SIMP("f", typ="table_sdaster"),
    NOM_SEC=SIMP("f"),
)
PLACE_RULES = (UN_PARMI("COOR_AXE_POUTRE", "TABLE_CARA"), PRESENT_PRESENT("TABLE_CARA", "NOM_SEC"))


@operator(
    "DEFI_GEOM_FIBRE",
    produces="gfibre_sdaster",
    early=True,
    rules=(AU_MOINS_UN("SECTION", "FIBRE"),),
    keywords=dict(
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        SECTION=FACT(
            "f",
            max="**",
            rules=(UN_PARMI("TOUT_SECT", "GROUP_MA_SECT"), *PLACE_RULES),
            GROUP_FIBRE=SIMP("o"),
            TOUT_SECT=SIMP("f", into=("OUI",)),
            GROUP_MA_SECT=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
            MAILLAGE_SECT=SIMP("o", typ="maillage_sdaster"),
            **PLACE,
        ),
        FIBRE=FACT(
            "f",
            max="**",
            rules=PLACE_RULES,
            GROUP_FIBRE=SIMP("o"),
            CARA=SIMP("f", into=("SURFACE", "DIAMETRE"), defaut="SURFACE"),
            VALE=SIMP("o", typ="R", max="**"),
            **PLACE,
        ),
        ASSEMBLAGE_FIBRE=FACT(
            "f",
            max="**",
            GROUP_ASSE_FIBRE=SIMP("o"),
            GROUP_FIBRE=SIMP("o", max="**"),
            COOR_GROUP_FIBRE=SIMP("o", typ="R", min=2, max="**"),
            GX_GROUP_FIBRE=SIMP("o", typ="R", max="**"),
        ),
    ),
)
def defi_geom_fibre(args, context):
    """One fibre in the middle of each triangle or quadrangle of a mesh, those given one by one, and assemblies of such groups."""
    groups: dict[str, np.ndarray] = {}
    outlines: dict[str, list[np.ndarray]] = {}

    def add(occurrence, word, fibres, drawn=None):
        if occurrence[word] in groups:
            raise occurrence.wrong(word, f"the group of fibres {occurrence[word]} is there already")
        if not len(fibres):
            raise occurrence.wrong(word, f"the group of fibres {occurrence[word]} would be empty")
        groups[occurrence[word]] = fibres
        outlines[occurrence[word]] = [fibres[:, None, :2]] if drawn is None else drawn

    for occurrence in args.SECTION:
        corners = _of_mesh(occurrence)
        fibres = np.array([_centre_and_area(own) for own in corners]).reshape(-1, 3)
        drawn = [np.array([own for own in corners if len(own) == count]) for count in sorted({len(own) for own in corners})]
        place = _place(occurrence)
        add(occurrence, "GROUP_FIBRE", _placed(place, fibres), [place(own) for own in drawn])
    for occurrence in args.FIBRE:
        values = np.array(occurrence.VALE, float)
        if len(values) % 3:
            raise occurrence.wrong("VALE", f"a fibre is told by three values, but {len(values)} are given")
        fibres = values.reshape(-1, 3)
        if occurrence.CARA == "DIAMETRE":
            fibres = np.column_stack([fibres[:, :2], np.pi / 4 * fibres[:, 2] ** 2])
        add(occurrence, "GROUP_FIBRE", _placed(_place(occurrence), fibres))
    for occurrence in args.ASSEMBLAGE_FIBRE:
        add(occurrence, "GROUP_ASSE_FIBRE", _assembled(occurrence, groups))
    return FibreGeometry(groups, outlines)


def _of_mesh(occurrence):
    """The corners (3 or 4, 2) of each cell of a mesh of the section; lines carry nothing."""
    mesh = occurrence.MAILLAGE_SECT
    occurrence.mark_read("TOUT_SECT")
    cells = np.arange(mesh.n_cells)
    if "GROUP_MA_SECT" in occurrence:
        cells = np.concatenate(list(look_up(occurrence, "GROUP_MA_SECT", mesh.cell_group)))
    found = []
    for cell in cells:
        kind = mesh.cell_type(cell)
        if kind == "SEG2":
            continue
        if kind not in ("TRIA3", "QUAD4"):
            raise occurrence.wrong("MAILLAGE_SECT", f"cell {mesh.cell_names[cell]} is a {kind}: fibres are made of TRIA3 and QUAD4")
        found.append(mesh.coordinates[mesh.cell_nodes(cell), :2])
    return found


def _centre_and_area(corners):
    """(3,) of a triangle, or of a quadrangle: as in code_aster the mean of its corners and the area of two triangles."""
    area = 0.0
    for i in range(1, len(corners) - 1):
        (ax, ay), (bx, by) = corners[i] - corners[0], corners[i + 1] - corners[0]
        area += abs(ax * by - ay * bx) / 2
    return np.array([*corners.mean(axis=0), area])


def _place(occurrence):
    """The function that brings points (..., 2) of the section to the axes of the beam."""
    if "TABLE_CARA" in occurrence:
        angle, centre = _of_table(occurrence)
    else:
        angle, centre = occurrence.ANGLE, np.array(occurrence.COOR_AXE_POUTRE, float)
    cosine, sine = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    turn = np.array([[cosine, sine], [-sine, cosine]])
    return lambda points: (points - centre) @ turn


def _placed(place, fibres):
    """(n, 7) from the axis of the beam, in its own axes."""
    result = np.zeros((len(fibres), WIDTH))
    result[:, :2] = place(fibres[:, :2])
    result[:, 2] = fibres[:, 2]
    return result


def _of_table(occurrence):
    """The turn and the centre of gravity of a section, as MACR_CARA_POUTRE tells them."""
    occurrence.mark_read("ANGLE")
    table, name = occurrence.TABLE_CARA, occurrence.NOM_SEC
    rows = [row for row in table.rows() if str(row.get(table.names[0], "")).strip() == name]
    if not rows:
        raise occurrence.wrong("NOM_SEC", f"the table has no section {name}")
    lacking = [word for word in ("ALPHA", "CDG_Y", "CDG_Z") if rows[0].get(word) is None]
    if lacking:
        raise occurrence.wrong("TABLE_CARA", f"the table has no {lacking[0]} for the section {name}")
    return -float(rows[0]["ALPHA"]), np.array([float(rows[0]["CDG_Y"]), float(rows[0]["CDG_Z"])])


def _assembled(occurrence, groups):
    """(n, 7) of groups put side by side, each a beam of its own that the section keeps plane or not."""
    names = occurrence.GROUP_FIBRE
    for word, count in (("COOR_GROUP_FIBRE", 2 * len(names)), ("GX_GROUP_FIBRE", len(names))):
        if len(occurrence[word]) != count:
            raise occurrence.wrong(word, f"{len(names)} groups need {count} values here, not {len(occurrence[word])}")
    places, parts = np.reshape(occurrence.COOR_GROUP_FIBRE, (-1, 2)), []
    for number, (name, place, torsion) in enumerate(zip(names, places, occurrence.GX_GROUP_FIBRE), 1):
        if name not in groups:
            raise occurrence.wrong("GROUP_FIBRE", f"there is no group of fibres {name}")
        if groups[name][:, 6].any():
            raise occurrence.wrong("GROUP_FIBRE", f"the group {name} is an assembly already")
        part = groups[name].copy()
        part[:, :2] += place
        part[:, 3:] = [*place, torsion, number]
        parts.append(part)
    return np.concatenate(parts)
