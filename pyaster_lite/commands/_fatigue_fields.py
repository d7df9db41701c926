"""CALC_FATIGUE: damage at the points of the elements, margins under vibration, critical planes at nodes or points (u4.83.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands import _fatigue
from pyaster_lite.commands._critical_plane import SHEARED, Periodic, Varying
from pyaster_lite.commands._mesh_words import chosen_cells, node_groups
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.fe import cycle_damage
from pyaster_lite.fe.cycle_counting import in_order, rainflow
from pyaster_lite.fe.fatigue.history import History, mises, principal
from pyaster_lite.fe.fatigue.planes import TENSOR

_EQUIVALENT = {"SIGM": ("SIEQ", "VMIS_SG"), "EPSI": ("EPEQ", "INVA_2SG"), "EPME": ("EPMQ", "INVA_2SG")}
_FIELDS = {"NOEU": {"SIGM": ("SIGM_NOEU", "SIEF_NOEU"), "EPSI": ("EPSI_NOEU",), "EPSP": ("EPSP_NOEU",)},
           "ELGA": {"SIGM": ("SIEF_ELGA", "SIGM_ELGA"), "EPSI": ("EPSI_ELGA",), "EPSP": ("EPSP_ELGA",)}}  # fmt: skip
_AXES = ["XYZ"[i] + "XYZ"[j] for i, j in TENSOR]
_OWN = ("DTAUM", "VNM{}X", "VNM{}Y", "VNM{}Z", "SINMAX", "SINMOY", "EPNMAX", "EPNMOY", "SIGEQ", "NBRUP", "ENDO")
COMPONENTS = (*(name.format(k) if "{}" in name else f"{name}{k}" for k in (1, 2) for name in _OWN), "VMIS", "TRESCA")
"""What a field of critical planes tells, FACY_R: of two planes the shear, the normal, stress and strain along it, and the life."""


def _series(args, result, name, orders):
    missing = [order for order in orders if not result.has_field(name, order)]
    if missing or not orders:
        where = f" at order {missing[0]}" if missing else ""
        raise args.wrong("RESULTAT", f"{result.name} has no field {name}{where}", help="CALC_CHAMP computes it")
    return [result.field(name, order) for order in orders]


def _equivalent(args, source, result, orders):
    """The fields of the equivalent stress or strain that OPTION names, and its component."""
    place, kind = args.OPTION.split("_")[1:]
    stem, component = _EQUIVALENT[kind]
    args.HISTOIRE.mark_read("EQUI_GD")
    return _series(source, result, f"{stem}_{place}", orders), component


def cumulated(args, context) -> ElementField:
    """The sum of the damage of the cycles of an equivalent stress or strain with a sign, at each point."""
    result = args.HISTOIRE.RESULTAT
    if len(result.orders) < 2:
        raise args.HISTOIRE.wrong("RESULTAT", f"{result.name} has one storage order: no cycle")
    fields, component = _equivalent(args, args.HISTOIRE, result, result.orders)
    damage = _fatigue.damage_of(args, not args.OPTION.endswith("_SIGM"))
    count = in_order if args.DOMMAGE.startswith("TAHERI") else rainflow
    args.mark_read("TAHERI_NAPPE", "TAHERI_FONC")
    return _pointwise(fields, component, lambda values: float(damage(count(values)).sum()))


def _pointwise(fields, component, judge) -> ElementField:
    """A field DOMA of a function of the values (n,) that a component takes at a point."""
    first = fields[0]
    blocks = []
    for block in first.blocks:
        if component not in block.components:
            continue
        points = block.values.shape[1]
        history = np.stack([field.component(component, block.cells)[:, :points] for field in fields], axis=-1)
        found = np.full((*history.shape[:2], 1), np.nan)
        for cell, point in np.argwhere(~np.isnan(history).any(axis=-1)):
            found[cell, point, 0] = judge(history[cell, point])
        blocks.append(ElementBlock(block.cells, found, ("DOMA",), block.element, block.sub))
    return ElementField(first.mesh, "DOMA_R", first.location, blocks)


def margins(args, context) -> ElementField:
    """By how much a vibration may grow: the limit of endurance, less for the mean stress, over the sum of the modes' stresses."""
    given = args.HISTOIRE
    if len(given.NUME_MODE) != len(given.FACT_PARTICI):
        raise given.wrong("FACT_PARTICI", "give one factor for each mode of NUME_MODE")
    if len(given.RESULTAT.orders) != 1:
        raise given.wrong("RESULTAT", f"{given.RESULTAT.name} must have one storage order, the static state")
    curve = _fatigue.law(args, "FATIGUE", "WOHLER")["WOHLER"]
    args.mark_read("DOMMAGE")
    (strength,) = _fatigue.strength(args, "SU")
    modes = [given.MODE_MECA.orders[number - 1] for number in given.NUME_MODE]
    (static,), component = _equivalent(args, given, given.RESULTAT, given.RESULTAT.orders)
    moving, _ = _equivalent(args, given, given.MODE_MECA, modes)
    factors, limit = np.array([1.0, *given.FACT_PARTICI]), float(curve.x[0])

    def margin(values):
        mean, amplitude = values[0], float(factors[1:] @ np.abs(values[1:]))
        allowed = 0.0 if mean > strength else limit
        if 0.0 < mean <= strength:
            allowed *= 1.0 if mean == 0.0 else _mean_share(mean, strength, args.CORR_SIGM_MOYE)
        return allowed / amplitude if amplitude > np.finfo(float).tiny else 1e10

    return _pointwise([static, *moving], component, margin)


def _mean_share(mean, strength, line):
    return 0.0 if mean == strength else float(cycle_damage.mean_stress_correction([mean], strength, line)[0])


def critical_planes(args, context):
    """The critical planes at nodes, or at the points of cells."""
    result = args.RESULTAT
    orders = [order for order in result.orders if order > 0]
    if len(orders) < 2:
        raise args.wrong("RESULTAT", f"{result.name} has not the storage orders of a cycle")
    args.mark_read("METHODE", "COURBE_GRD_VIE")
    if args.OPTION == "DOMA_NOEUD":
        return _at_nodes(args, context, orders)
    return _at_points(args, context, orders)


def _at_nodes(args, context, orders):
    mesh = args.MAILLAGE
    if args.GROUP_NO is not None:
        nodes = np.unique(np.concatenate(node_groups(args, "GROUP_NO", mesh)))
    else:
        nodes = np.unique(np.concatenate([mesh.cell_nodes(int(cell)) for cell in chosen_cells(args, mesh, context)]))
    judge = _Judge(args, orders)
    owner = _owners(mesh, nodes) if args.CHAM_MATER is not None else np.full(len(nodes), -1)
    tensors = judge.tensors("NOEU", owner, lambda field, name: field.component(name)[nodes])
    values = np.full((mesh.n_nodes, len(COMPONENTS)), np.nan)
    for row, node in enumerate(nodes.tolist()):
        values[node] = judge(int(owner[row]), History(*(tensors[kind][row] for kind in ("SIGM", "EPSI", "EPSP"))))
    values[nodes] = _never_less(values[nodes])
    return NodeField(mesh, "FACY_R", COMPONENTS, values)


def _owners(mesh, nodes):
    """(n,) a solid cell at each node, whose material counts; any other where there is none."""
    owner = np.full(mesh.n_nodes, -1)
    dims = mesh.cell_dim(np.arange(mesh.n_cells))
    for cell in np.argsort(dims, kind="stable").tolist():
        owner[mesh.cell_nodes(cell)] = cell
    return owner[nodes]


def _at_points(args, context, orders):
    cells = chosen_cells(args, args.MAILLAGE, context) if args.GROUP_NO is None else None
    if cells is None:
        raise args.wrong("GROUP_NO", "points of cells are in GROUP_MA")
    judge = _Judge(args, orders)
    first = judge.first_field("ELGA", cells)
    blocks = []
    for block in first.blocks:
        own = block.cells[np.isin(block.cells, cells)]
        if not len(own):
            continue
        points = block.values.shape[1]
        tensors = judge.tensors("ELGA", own, lambda field, name, own=own, points=points: field.component(name, own)[:, :points].ravel())
        values = np.empty((len(own), points, len(COMPONENTS)))
        for place in range(len(own) * points):
            row, point = divmod(place, points)
            values[row, point] = judge(int(own[row]), History(*(tensors[kind][place] for kind in ("SIGM", "EPSI", "EPSP"))))
        blocks.append(ElementBlock(own, values, COMPONENTS, block.element, block.sub))
    _through_cells(blocks)
    return ElementField(args.MAILLAGE, "FACY_R", "ELGA", blocks)


def _never_less(rows, least=0.0):
    """(n, 24) rows whose VMIS and TRESCA are the largest up to each: code_aster (vampli) starts them at zero once for all the places."""
    told = rows.copy()
    told[:, -2:] = np.maximum(np.maximum.accumulate(rows[:, -2:], axis=0), least)
    return told


def _through_cells(blocks):
    """The same from point to point through the cells of all blocks, by their numbers."""
    places = sorted((int(cell), i, row) for i, block in enumerate(blocks) for row, cell in enumerate(block.cells))
    largest = 0.0
    for _, i, row in places:
        blocks[i].values[row] = _never_less(blocks[i].values[row], largest)
        largest = blocks[i].values[row, -1, -2:]


class _Judge:
    """What the criterion makes of the history of a place, with the material of its cell."""

    def __init__(self, args, orders):
        self.args, self.orders, self.criteria = args, orders, {}
        self.first = self._beginning()

    def _beginning(self):
        """The storage order of INST_INIT_CYCL, counted among all of them as code_aster does."""
        args = self.args
        if args.get("INST_INIT_CYCL") is None:
            args.mark_read("INST_CRIT", "PRECISION")
            return 0
        found = args.RESULTAT.orders_at("INST", args.INST_INIT_CYCL, args.PRECISION, args.INST_CRIT)
        if not found:
            raise args.wrong("INST_INIT_CYCL", f"{args.RESULTAT.name} has no storage order there")
        return args.RESULTAT.orders.index(found[0])

    def criterion(self, cell):
        """The criterion with the material of a cell; None for VMIS_TRESCA, which asks for none."""
        args = self.args
        if args.CRITERE == "VMIS_TRESCA":
            args.mark_read("TYPE_CHARGE", "CHAM_MATER", "COEF_PREECROU")
            return None
        material = args.CHAM_MATER.of_cell(cell) if args.CHAM_MATER is not None and cell >= 0 else None
        if id(material) not in self.criteria:
            kind = Periodic if args.TYPE_CHARGE == "PERIODIQUE" else Varying
            self.criteria[id(material)] = kind(args, material, args.get("COURBE_GRD_VIE"))
        return self.criteria[id(material)]

    def first_field(self, place, cells):
        """A field that tells the places."""
        kinds = self._kinds(cells)
        return self._fields(place, "SIGM" if "SIGM" in kinds else sorted(kinds)[0])[0]

    def _kinds(self, cells):
        criterion = self.criterion(int(cells[0]))
        return criterion.tensors() if criterion is not None else {"SIGM"}

    def _fields(self, place, kind):
        names = _FIELDS[place][kind]
        result = self.args.RESULTAT
        name = next((name for name in names if result.has_field(name, self.orders[0])), names[0])
        return _series(self.args, result, name, self.orders)

    def tensors(self, place, cells, values) -> dict[str, np.ndarray]:
        """(places, n, 6) of each tensor, zeros where the criterion is not about it; `values`(field, component) gives (places,)."""
        kinds, found, shape = self._kinds(cells), {}, None
        criterion, result = self.criterion(int(cells[0])), self.args.RESULTAT
        if criterion is not None:
            kinds = kinds | {kind for kind in criterion.useful() if result.has_field(_FIELDS[place][kind][0], self.orders[0])}
        for kind in kinds:
            stem = "SI" if kind == "SIGM" else "EP"
            fields = self._fields(place, kind)
            lacking = [axis for axis in _AXES if stem + axis not in fields[0].components]
            if lacking:
                raise self.args.wrong("RESULTAT", f"fatigue in space needs all of the tensor: the fields have no {stem}{lacking[0]}")
            parts = [np.stack([values(field, stem + axis) for axis in _AXES], axis=-1) for field in fields]
            found[kind] = np.stack(parts, axis=1)
            if np.isnan(found[kind]).any():
                raise self.args.wrong("RESULTAT", f"the fields of {kind} are not there on all of the group")
            shape = found[kind].shape
        return {kind: found.get(kind, np.zeros(shape)) for kind in ("SIGM", "EPSI", "EPSP")}

    def __call__(self, cell, history) -> np.ndarray:
        """The components of FACY_R."""
        row = dict.fromkeys(COMPONENTS, 0.0)
        criterion = self.criterion(cell)
        if criterion is None:
            row["VMIS"], row["TRESCA"] = _widest(history.stress)
        elif isinstance(criterion, Periodic):
            for k, plane in enumerate(criterion.judge(history, self.first)[1], start=1):
                told = [plane[name] for name in SHEARED]
                told = [told[0], *plane["normal"].tolist(), *told[1:], plane["grdeq"], plane["life"], plane["damage"]]
                row |= dict(zip((name.format(k) if "{}" in name else f"{name}{k}" for name in _OWN), told))
        else:
            first, second, row["ENDO1"] = criterion.judge(history)
            row |= dict(zip(("VNM1X", "VNM1Y", "VNM1Z", "VNM2X", "VNM2Y", "VNM2Z"), (*first, *second)))
        return np.array(list(row.values()))


def _widest(stress):
    """The largest equivalent stresses, of von Mises and of Tresca, of the differences between instants."""
    first, second = np.triu_indices(len(stress), 1)
    apart = stress[first] - stress[second]
    most, least, _ = principal(apart)
    return float(mises(apart).max()), float((most - least).max())
