"""ENER_SOL, AMOR_INTERNE and AMOR_SOL of CALC_AMOR_MODAL: modes of a structure on springs of ground (u4.52.13)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import ENSEMBLE, EXCLUS, PRESENT_ABSENT, UN_PARMI
from pyaster_lite.fe.ground_damping import of_mean_motion, of_springs, with_ground

from ._foundation import centre_of, shares, to_share

_COMPONENTS = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")
_STIFFNESS = ("KX", "KY", "KZ", "KRX", "KRY", "KRZ")
_FUNCTIONS = ("fonction_sdaster", "nappe_sdaster", "formule")
_GROUPS = dict(max="**", validators=(no_repeat,))

FACTS = {
    "ENER_SOL": FACT(
        "f",
        rules=(
            UN_PARMI("GROUP_NO_RADIER", "GROUP_MA_RADIER"),
            PRESENT_ABSENT("COEF_GROUP", "FONC_GROUP"),
            ENSEMBLE(*_STIFFNESS[3:]),
            EXCLUS("GROUP_NO_CENTRE", "COOR_CENTRE"),
        ),
        METHODE=SIMP("f", into=("DEPL", "RIGI_PARASOL"), defaut="DEPL"),
        MODE_MECA=SIMP("o", typ="mode_meca"),
        GROUP_NO_RADIER=SIMP("f", typ="grno", **_GROUPS),
        GROUP_MA_RADIER=SIMP("f", typ="grma", **_GROUPS),
        FONC_GROUP=SIMP("f", typ=_FUNCTIONS, max="**"),
        COEF_GROUP=SIMP("f", typ="R", max="**"),
        **{word: SIMP("o" if word in _STIFFNESS[:3] else "f", typ="R") for word in _STIFFNESS},
        GROUP_NO_CENTRE=SIMP("f", typ="grno"),
        COOR_CENTRE=SIMP("f", typ="R", max=3),
    ),
    "AMOR_INTERNE": FACT(
        "f",
        ENER_POT=SIMP("o", typ="table_sdaster"),
        GROUP_MA=SIMP("o", typ="grma", **_GROUPS),
        AMOR_REDUIT=SIMP("o", typ="R", max="**"),
    ),
    "AMOR_SOL": FACT(
        "f",
        AMOR_REDUIT=SIMP("f", typ="R", defaut=0.0),
        FONC_AMOR_GEO=SIMP("o", typ=_FUNCTIONS, max="**"),
        HOMOGENE=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        SEUIL=SIMP("f", typ="R", defaut=0.3),
    ),
}


def damping_with_ground(args, context) -> np.ndarray:
    """(m,) reduced damping of the modes that the table of energies knows; raises Refused."""
    table = _Energies(args.AMOR_INTERNE)
    inner, structure = _inside(args.AMOR_INTERNE, table)
    energies = _energies(args.ENER_SOL, table.orders)
    ground = args.AMOR_SOL
    if len(ground.FONC_AMOR_GEO) != energies.shape[1]:
        raise ground.wrong(
            "FONC_AMOR_GEO", f"{energies.shape[1]} stiffnesses of the ground take as many functions, not {len(ground.FONC_AMOR_GEO)}"
        )
    radiation = np.array([[float(function.evaluate(FREQ=f)) for function in ground.FONC_AMOR_GEO] for f in table.frequencies])
    # On even ground the functions give twice the reduced damping (the loss factor).
    radiation = radiation / (2.0 if ground.HOMOGENE == "OUI" else 1.0)
    found = with_ground(inner, 1.0 - structure, energies, radiation, ground.AMOR_REDUIT)
    return _mended(args, context, table.orders, np.minimum(found, ground.SEUIL))


def _mended(args, context, orders, found):
    """With the modes that would gain energy refused, told of, or given COEF_CORR_AMOR."""
    low = found <= 0.0
    if not low.any():
        args.mark_read("COEF_CORR_AMOR")
        return found
    which = ", ".join(str(order) for order, bad in zip(orders, low) if bad)
    if args.CORR_AMOR_NEGATIF == "NON":
        raise args.wrong("CORR_AMOR_NEGATIF", f"modes {which} have a damping that is not positive")
    if args.CORR_AMOR_NEGATIF == "IGNORE":
        context.warn(args, "CORR_AMOR_NEGATIF", f"modes {which} have a damping that is not positive")
        return found
    return np.where(low, args.COEF_CORR_AMOR, found)


class _Energies:
    """A table of ENER_POT: `orders` and `frequencies` of its modes, and the shares of places."""

    def __init__(self, level):
        table = level.ENER_POT
        lost = {"NUME_ORDRE", "FREQ", "LIEU", "ENTITE", "POUR_CENT"} - set(table.names)
        if lost:
            raise level.wrong("ENER_POT", f"{table.name} has no column {', '.join(sorted(lost))}")
        rows = table.rows()
        frequencies = {row["NUME_ORDRE"]: row["FREQ"] for row in rows}
        self.orders = sorted(frequencies)
        self.frequencies = [frequencies[order] for order in self.orders]
        if not any(row["ENTITE"].strip() == "TOUT" for row in rows):
            raise level.wrong("ENER_POT", f"{table.name} has no row of the whole structure (TOUT='OUI')")
        self._shares = {(row["NUME_ORDRE"], row["LIEU"].strip()): row["POUR_CENT"] / 100.0 for row in rows}

    def share(self, level, group):
        """(m,) share of a group of cells in the energy of each mode."""
        if any((order, group) not in self._shares for order in self.orders):
            raise level.wrong("GROUP_MA", f"{level.ENER_POT.name} has no energy of the group {group} in each mode")
        return np.array([self._shares[order, group] for order in self.orders])


def _inside(level, table):
    """What the parts of the structure bring, and their share of the energy: (m,) each."""
    if len(level.AMOR_REDUIT) != len(level.GROUP_MA):
        raise level.wrong("AMOR_REDUIT", f"{len(level.GROUP_MA)} groups take as many values, not {len(level.AMOR_REDUIT)}")
    parted = np.array([table.share(level, group) for group in level.GROUP_MA])
    return np.array(level.AMOR_REDUIT) @ parted, parted.sum(axis=0)


def _energies(level, orders):
    """(m, 3 or 6) energies of the ground."""
    modes = level.MODE_MECA
    mesh = modes.mesh
    stiffness = np.array([level[word] for word in _STIFFNESS if level.get(word) is not None])
    count = len(stiffness)
    if level.METHODE == "DEPL":
        level.mark_read("COEF_GROUP", "FONC_GROUP", "GROUP_NO_CENTRE", "COOR_CENTRE")
        return of_mean_motion(_shapes(level, modes, orders, _nodes(level, mesh), count), stiffness)
    if "GROUP_MA_RADIER" not in level:
        raise level.wrong("METHODE", "RIGI_PARASOL shares the stiffness by GROUP_MA_RADIER")
    if "COEF_GROUP" not in level and "FONC_GROUP" not in level:
        raise level.wrong("METHODE", "RIGI_PARASOL takes COEF_GROUP or FONC_GROUP")
    if (abs(stiffness) <= np.finfo(float).eps).any():
        raise level.wrong("METHODE", "RIGI_PARASOL takes stiffnesses that are not zero")
    nodes, share = shares(level, mesh, 3, "GROUP_MA_RADIER")
    centre, places = centre_of(level, mesh), mesh.coordinates[nodes]
    at_nodes = share[:, None] * to_share(stiffness, places, centre, share, False)
    return of_springs(_shapes(level, modes, orders, nodes, count), stiffness, at_nodes, places - centre)


def _nodes(level, mesh):
    """Of groups of nodes, each as often as it is named; or of the cells of groups, each once."""
    if "GROUP_NO_RADIER" in level:
        return np.concatenate(list(look_up(level, "GROUP_NO_RADIER", mesh.node_group)))
    cells = np.concatenate(list(look_up(level, "GROUP_MA_RADIER", mesh.cell_group)))
    return np.unique(np.concatenate([mesh.cell_nodes(cell) for cell in cells]))


def _shapes(level, modes, orders, nodes, count):
    """(m, n, count) motions of nodes."""
    lost = [order for order in orders if order not in modes.orders]
    if lost:
        raise level.wrong("MODE_MECA", f"{modes.name} has no mode {lost[0]}, which the table of energies has")
    fields = [modes.field("DEPL", order) for order in orders]
    names = _COMPONENTS[:count]
    if any(name not in field.components for field in fields for name in names):
        raise level.wrong("MODE_MECA", f"the modes of {modes.name} do not have {', '.join(names)}")
    values = np.array([[field.component(name)[nodes] for name in names] for field in fields]).transpose(0, 2, 1)
    if np.isnan(values).any():
        raise level.wrong("MODE_MECA", f"a node of the foundation does not have {', '.join(names)}")
    return values
