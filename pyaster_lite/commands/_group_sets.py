"""Groups made from other groups: union, intersection, difference, a part; the same for nodes and cells."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.concepts.cell_types import CELL_TYPES

LONGEST_NAME = 24
PART = dict(
    rules=(EXCLUS("POSITION", "NUME_INIT"),),
    NUME_INIT=SIMP(typ="I", val_min=1),
    POSITION=SIMP(into=("INIT", "FIN", "MILIEU")),
    b_nume_init=BLOC(present("NUME_INIT"), NUME_FIN=SIMP(typ="I", val_min=1)),
)
TYPES = ("TOUT", "1D", "2D", "3D", *(name for name in CELL_TYPES if name not in ("TETRA15", "PENTA21", "PYRAM19", "HEXA9", "PENTA7")))


def combined(args, find) -> np.ndarray | None:
    """What UNION, INTERSEC or DIFFE makes, in the order of the first group, then of the next ones; None without them.

    `find(args, word)` gives the members of each group named by a keyword.
    """
    if args.get("UNION"):
        return np.array(list(dict.fromkeys(np.concatenate(find(args, "UNION")).tolist())), int)
    for word, keep in (("INTERSEC", True), ("DIFFE", False)):
        if args.get(word):
            first, *others = find(args, word)
            for other in others:
                first = first[np.isin(first, other) == keep]
            return first
    return None


def part(args, members) -> np.ndarray:
    """The part of a group that POSITION, or NUME_INIT and NUME_FIN (counted from 1), asks for; all of it without them."""
    count = len(members)
    position = args.get("POSITION")
    if position:
        place = {"INIT": 0, "FIN": count - 1, "MILIEU": (count + 1) // 2 - 1}[position]
        return members[place : place + 1]
    first, last = args.get("NUME_INIT", 1), args.get("NUME_FIN", count)
    if last < first:
        raise args.wrong("NUME_FIN", f"NUME_FIN = {last} comes before NUME_INIT = {first}")
    if last > count:
        raise args.wrong("NUME_FIN", f"the group has {count} members, so none of number {last}")
    return members[first - 1 : last]


def check_name(args, word, name, item=None):
    """Refuse a name that no group can have."""
    if not name.strip():
        raise args.wrong(word, "the name of a group is empty", item=item)
    if len(name) > LONGEST_NAME:
        raise args.wrong(word, f"the name of a group has at most {LONGEST_NAME} characters: {name}", item=item)


def add_group(args, context, groups, name, members, alarm=True, item=None):
    """Add a group to the mesh's own; refused where the name is taken or too long, a warning where it would be empty."""
    if name in groups:
        help = "DETR_GROUP_MA or DETR_GROUP_NO removes a group"
        raise args.wrong("NOM", f"the mesh already has a group {name}", help, item)
    check_name(args, "NOM", name, item)
    if len(members):
        groups[name] = np.array(members, int)
    elif alarm:
        context.warn(args, "NOM", f"the group {name} would be empty: it is not made")
