"""What LIRE_RESU reads of measurements: curves of single sensors, gathered into a field at the nodes for each abscissa."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.field import NodeField
from pyaster_lite.io.errors import FileProblem
from pyaster_lite.io.ideas_curves import read_curves

NUMBERS = {"SIEF_NOEU": 2, "EPSI_NOEU": 3, "DEPL": 8, "VITE": 11, "ACCE": 12}
"""How the file numbers what is measured."""
AXES = ("X", "Y", "Z")
_SENSORS = tuple(f"D{i}" for i in (1, 2, 3))
_TENSORS = {"SIEF_NOEU": "SI", "EPSI_NOEU": "EP"}


def measured_fields(args, path, mesh, access, wanted):
    """(field name, storage order, parameters, field) of every abscissa that is wanted; motions with the axes D1X ... of sensors."""
    curves, complex_wanted = read_curves(path), args.TYPE_RESU == "DYNA_HARMO"
    if args.TYPE_RESU not in ("DYNA_TRANS", "DYNA_HARMO"):
        raise args.wrong("TYPE_RESU", "curves are measured over time (DYNA_TRANS) or frequency (DYNA_HARMO)")
    turned = _directions(args, mesh)
    for name in args.NOM_CHAM:
        if name not in NUMBERS:
            raise args.wrong("NOM_CHAM", f"the file may hold {', '.join(NUMBERS)}")
        own = [curve for curve in curves if curve.quantity == NUMBERS[name]]
        if not own:
            raise FileProblem(path, f"the file has no curve of {name}")
        x = own[0].abscissas
        for curve in own:
            if len(curve.abscissas) != len(x):
                raise FileProblem(path, "all curves have as many abscissas", curve.line)
            if np.iscomplexobj(curve.values) != complex_wanted:
                text = "complex" if complex_wanted else "real"
                raise FileProblem(path, f"a {args.TYPE_RESU} needs {text} values", curve.line)
        components = [word + axis for axis in ("", *AXES) for word in _SENSORS]
        if name in _TENSORS:
            components = [_TENSORS[name] + pair for pair in ("XX", "YY", "ZZ", "XY", "XZ", "YZ")]
        elif len(_SENSORS) < max(abs(curve.direction) for curve in own):
            raise FileProblem(path, "motions are measured along three directions at most")
        tables = np.full((len(x), mesh.n_nodes, len(components)), np.nan, complex if complex_wanted else float)
        for curve in own:
            node, place = mesh.find_node(curve.node), abs(curve.direction) - 1
            tables[:, node, place] = np.sign(curve.direction) * curve.values
            if name not in _TENSORS:
                axis = turned.get((node, place), np.eye(3)[place])
                tables[:, node, [components.index(_SENSORS[place] + own_axis) for own_axis in AXES]] = axis
        quantity = {"SIEF_NOEU": "SIEF", "EPSI_NOEU": "EPSI"}.get(name, "DEPL") + ("_C" if complex_wanted else "_R")
        for order, (value, table) in enumerate(zip(x.tolist(), tables), start=1):
            if wanted(order, value):
                yield name, order, {access: value}, NodeField(mesh, quantity, components, table)


def _directions(args, mesh):
    """{(node, place of the sensor): its axis} that are told to differ from those of the file."""
    found = {}
    for level in args.REDEFI_ORIENT or ():
        for node in level.NOEUD:
            found[mesh.find_node(node), level.CODE_DIR - 1] = np.array(level.DIRECTION, float)
    return found
