"""SECTEUR, ETAT_INIT and TUBE_NEUF of POST_USURE: wear by sectors of the section, which goes on from a table (u4.84.22)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.wear.volume import by_sector

from ._wear import Shocks, power_of

SECTOR = FACT("f", max="**", **{word: SIMP("f", typ="R") for word in ("COEF_USUR_MOBILE", "COEF_USUR_OBST", "ANGL_INIT", "ANGL_FIN")})
_WHOLE = ("V_USUR_TUBE", "V_USUR_OBST", "P_USUR_TUBE")
_BY_SECTOR = ("V_USUR_TUBE_SECT", "V_USUR_OBST_SECT", "P_USUR_TUBE_SECT", "P_USUR_OBST_SECT", "V_USUR_TUBE_CUMU", "V_USUR_OBST_CUMU")
_HEAD = ("INST", "DUREE", "ORIG_INST")
_PLACE = {"SECTEUR": "I", "ANGLE_DEBUT": "R", "ANGLE_FIN": "R"}
_BOOK = dict.fromkeys(("PUIS_USUR_GLOBAL", *_HEAD, *_WHOLE), "R") | _PLACE | dict.fromkeys(_BY_SECTOR, "R")
_HEIGHT = 0.011
"""m, of the support where LARGEUR_OBST is not given."""
_CLOSE = 1.0e-4


def with_sectors(args, instants, words) -> Table:
    """The table, which follows that of ETAT_INIT where one is given; raises Refused."""
    args.mark_read("LOI_USURE", "CONTACT", "ANGL_INCLI", "ANGL_ISTHME", "ANGL_IMPACT", "MOBILE", "OBSTACLE", "MATER_USURE", "USURE_OBST")
    if args.get("RESU_GENE") is None:
        raise args.wrong("SECTEUR", "the wear of sectors is that of the shocks of RESU_GENE")
    edges = _edges(args)
    power, _ = power_of(args)
    shocks = Shocks(args)
    sectors = by_sector(shocks.samples.times, shocks.force, shocks.speed, shocks.angle, edges, shocks.samples.blocks)
    times = instants * args.COEF_INST
    coefficients = [[_coefficient(level, word) for level in args.SECTEUR] for word in ("COEF_USUR_MOBILE", "COEF_USUR_OBST")]
    worn = [sectors.volumes(own, times) for own in coefficients]
    deep = [_depths(args, word, volume, np.diff(edges)) for word, volume in zip(("RAYON_MOBILE", "RAYON_OBST"), worn)]
    rows, start, before = _state(args, len(args.SECTEUR))
    rows.append({"PUIS_USUR_GLOBAL": power})
    for k, instant in enumerate(instants):
        head = dict(zip(_HEAD, (float(instant) + start, float(instant), start)))
        rows.append(head | dict(zip(_WHOLE, (float(worn[0][k].sum()), float(worn[1][k].sum()), 0.0))))
        for i in range(len(args.SECTEUR)):
            own = [values[k, i] for values in (*worn, *deep)] + [worn[part][k, i] + before[part][i] for part in (0, 1)]
            place = {"SECTEUR": i + 1, "ANGLE_DEBUT": edges[i], "ANGLE_FIN": edges[i + 1]}
            rows.append(head | place | dict(zip(_BY_SECTOR, map(float, own))))
    return Table.from_rows(rows, _BOOK, **words)


def renewed(args) -> Table:
    """TABL_USURE with a new tube from INST, the last instant without it, on: it has not worn; raises Refused."""
    table = args.TABL_USURE
    lost = set(_BOOK) - set(table.names)
    if lost:
        raise args.wrong("TABL_USURE", f"{table.name} has no column {', '.join(sorted(lost))}")
    rows = table.rows()
    since = args.get("INST")
    since = max(row["INST"] for row in rows if row["INST"] is not None) if since is None else since
    for row in rows:
        if row["INST"] is not None and row["INST"] >= since:
            zeros = ("V_USUR_TUBE", "P_USUR_TUBE", "V_USUR_TUBE_SECT", "P_USUR_TUBE_SECT", "V_USUR_TUBE_CUMU")
            row.update({name: 0.0 for name in zeros if row[name] is not None})
    return Table.from_rows(rows, table.types, title=table.title)


def _edges(args):
    """(s + 1,) degrees that rise from -180 to 180."""
    first = args.SECTEUR[0].get("ANGL_INIT")
    ends = [level.get("ANGL_FIN") for level in args.SECTEUR]
    for level in args.SECTEUR[1:]:
        level.mark_read("ANGL_INIT")
    if first is None or None in ends:
        raise args.wrong("SECTEUR", "the first sector takes ANGL_INIT, and each one ANGL_FIN")
    edges = np.array([first, *ends], float)
    if abs(edges[0] + 180.0) > _CLOSE or abs(edges[-1] - 180.0) > _CLOSE or (np.diff(edges) <= 0.0).any():
        raise args.wrong("SECTEUR", "the angles of sectors rise from -180 to 180")
    return edges


def _coefficient(level, word):
    if level.get(word) is None:
        raise level.wrong(None, f"each sector takes {word}")
    return level[word]


def _depths(args, word, volumes, spans):
    """(nt, s) m. As in code_aster the width of a sector counts in degrees here; the depths are but estimates."""
    radius, height = args.get(word), args.get("LARGEUR_OBST")
    if radius is None:
        raise args.wrong("SECTEUR", f"depths by sector take {word}")
    square = radius**2 - 2.0 * volumes / ((_HEIGHT if height is None else height) * spans)
    if (square < 0.0).any():
        raise args.wrong(word, "a sector is worn through to the axis")
    return radius - np.sqrt(square)


def _state(args, count):
    """Rows to go on from, the instant when they end, and by then the volumes (2, s) of the tube and of its support."""
    state = args.get("ETAT_INIT")
    table = state.get("TABL_USURE") if state is not None else None
    if table is None:
        return [], 0.0, np.zeros((2, count))
    lost = set(_BOOK) - set(table.names)
    if lost:
        raise state.wrong("TABL_USURE", f"{table.name} has no column {', '.join(sorted(lost))}")
    rows = table.rows()
    last = max(row["INST"] for row in rows if row["INST"] is not None)
    start = state.get("INST_INIT")
    if start is not None and start < last:
        rows = [row for row in rows if row["INST"] is not None and row["INST"] <= start * (1.0 + 1.0e-3)]
        if not rows:
            raise state.wrong("INST_INIT", f"{table.name} starts after {start:g}")
        last = max(row["INST"] for row in rows)
    known = {row["SECTEUR"]: row for row in rows if row["SECTEUR"] is not None and abs(row["INST"] - last) <= 1.0e-3 * abs(last)}
    if sorted(known) != list(range(1, count + 1)):
        raise state.wrong("TABL_USURE", f"{table.name} has {len(known)} sectors at {last:g}, SECTEUR {count}")
    both = [[known[i + 1][name] for i in range(count)] for name in ("V_USUR_TUBE_CUMU", "V_USUR_OBST_CUMU")]
    return rows, last, np.array(both)
