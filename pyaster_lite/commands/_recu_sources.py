"""Where RECU_FONCTION takes its points: results, transients on a basis, fields, tables, surfaces."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._field_values import cell_of, node_of, value_at_cell, value_at_node
from pyaster_lite.commands._flow_recovery import of_flow_modes
from pyaster_lite.commands._named_variables import variable_of
from pyaster_lite.commands._spectra import pair_of, term_of
from pyaster_lite.commands._storage_selection import select
from pyaster_lite.commands._time_functions import scalar_function
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.function import Constant, Function, Properties
from pyaster_lite.concepts.generalised import Harmonic, Transient
from pyaster_lite.concepts.spectrum import RandomSignals
from pyaster_lite.concepts.substructuring import LinkedSubstructures

SHOCK_ROWS = {"FN": 0, "FT1": 1, "FT2": 2, "VN": 9, "VT1": 10, "VT2": 11}
"""Where the archived variables of a shock stand."""
LOCAL_ROWS = {"DXLOC": 3, "DYLOC": 4, "DZLOC": 5}


def ordered(x, y, parameter: str, result: str) -> Function:
    """A function of points put in ascending order."""
    x, y = np.asarray(x, float), np.asarray(y)
    if (np.diff(x) < 0.0).any():
        order = np.argsort(x, kind="stable")
        x, y = x[order], y[order]
    return Function(x, y, Properties(parameter, result))


def of_result(args):
    """The values of a component, or of a parameter, over the storage orders of a result."""
    result = args.RESULTAT
    columns = {word: result.access(word) for word in ("INST", "FREQ", "NUME_MODE") if word in result.parameters}
    parameter = next((word for word in ("INST", "FREQ") if word in columns), "NUME_ORDRE")
    linear = args.get("INTERP_NUME") == "LIN"
    if "NOM_PARA_RESU" in args:
        name = args.NOM_PARA_RESU
        if name not in result.parameters:
            raise args.wrong("NOM_PARA_RESU", f"{result.name} has no parameter {name}")
        chosen = select(args, result.name, result.orders, columns, False)
        return _function(chosen, result, columns, parameter, result.access(name), name)
    name = args.NOM_CHAM
    stored = [order for order in result.orders if result.has_field(name, order)]
    if not stored:
        raise args.wrong("NOM_CHAM", f"{result.name} holds no field {name}", help=_known(result.field_names()))
    rows = [i for i, order in enumerate(result.orders) if result.has_field(name, order)]
    columns = {word: column[rows] for word, column in columns.items()}
    chosen = select(args, result.name, stored, columns, linear)
    series = _FieldSeries(args, result, name, stored)
    needed = np.unique(np.concatenate((chosen.first, chosen.second)))
    values = series.at(needed)
    y = chosen.of(values)
    x = chosen.abscissas if chosen.share.any() else columns.get(parameter, np.asarray(stored, float))[chosen.first]
    return ordered(x, y, parameter, args.NOM_CMP or args.NOM_VARI[:8])


def _function(chosen, result, columns, parameter, values, name):
    x = columns.get(parameter, np.asarray(result.orders, float))
    # a function calls its values by eight letters at most
    return ordered(chosen.of(x), chosen.of(values), parameter, name[:8])


def _known(names):
    return f"it holds {', '.join(names)}" if names else None


class _FieldSeries:
    """One component at one place, over storage orders."""

    def __init__(self, args, result, name, orders):
        self.args, self.result, self.name, self.orders = args, result, name, orders
        self.mesh = result.mesh or result.field(name, orders[0]).mesh
        first = result.field(name, orders[0])
        if isinstance(first, NodeField):
            self.place = node_place(args, self.mesh)
        else:
            self.place = _cell_place(args, self.mesh)

    def at(self, rows) -> np.ndarray:
        """(n_orders,) values, filled in at `rows` only."""
        values = [self._value(self.orders[row]) for row in rows]
        series = np.zeros(len(self.orders), complex if np.iscomplexobj(values) else float)
        series[rows] = values
        return series

    def _value(self, order):
        field = variable_of(self.args, self.result, self.result.field(self.name, order))
        return field_value(self.args, field, self.mesh, self.place)


def node_place(args, mesh):
    """(node, place in words) that GROUP_NO or NOEUD names; a GROUP_MA beside them says nothing."""
    if "GROUP_NO" in args or "NOEUD" in args:
        args.mark_read(*(word for word in ("GROUP_MA", "MAILLE") if word in args))
    if "NOEUD" in args:
        try:
            node = mesh.find_node(args.NOEUD)
        except KeyError as unknown:
            raise args.wrong("NOEUD", str(unknown)) from None
        return int(node), f"node {args.NOEUD}"
    if "GROUP_NO" not in args:
        raise args.wrong("GROUP_MA", "a field at nodes is asked for at GROUP_NO, not at GROUP_MA")
    return node_of(args, mesh, first=True)


def _cell_place(args, mesh):
    if "GROUP_MA" not in args:
        raise args.wrong("GROUP_NO" if "GROUP_NO" in args else "NOEUD", "a field at elements is asked for at GROUP_MA")
    return cell_of(args, mesh)


def field_value(args, field, mesh, place):
    """The component NOM_CMP of a field at a place."""
    index, words = place
    if isinstance(field, NodeField):
        return value_at_node(args, field, index, words)
    return value_at_cell(args, field, mesh, index, words)[0]


def of_basis(args):
    """From a calculation in generalised coordinates."""
    source = args.RESU_GENE
    if isinstance(source, Transient):
        if "NOM_CHAM" not in args:
            return _of_shock(args, source)
        return _of_transient(args, source)
    if isinstance(source, Harmonic):
        return _of_harmonic(args, source)
    return _of_generalised_modes(args, source)


def _of_generalised_modes(args, modes):
    """A parameter or a generalised coordinate of each mode, by frequency.

    As in code_aster (rfmge1), which misses its place by one: a frequency goes with the parameter or the coordinate of the next mode.
    No parameter is left for the last one (zero); of coordinates the first point is at no frequency, and the last frequency has taken
    the place of its value.
    """
    columns = {word: modes.access(word) for word in ("FREQ", "NUME_MODE") if word in modes.parameters}
    chosen = select(args, modes.name, modes.orders, columns, False)
    frequencies = chosen.of(modes.access("FREQ"))
    if "NOM_PARA_RESU" in args:
        name = args.NOM_PARA_RESU
        if name not in modes.parameters:
            raise args.wrong("NOM_PARA_RESU", f"{modes.name} has no parameter {name}")
        return ordered(frequencies, np.append(chosen.of(modes.access(name))[1:], 0.0), "FREQ", name[:8])
    vectors = np.array([modes.vectors[order] for order in modes.orders])
    if np.iscomplexobj(vectors):
        raise args.wrong("RESU_GENE", f"the modes {modes.name} are complex")
    number = args.NUME_CMP_GENE
    if number > vectors.shape[1]:
        raise args.wrong("NUME_CMP_GENE", f"{modes.name} has {vectors.shape[1]} generalised coordinates")
    values = chosen.of(vectors[:, number - 1])
    first = frequencies[-1] if len(values) > 1 else values[0]
    return ordered(np.append(0.0, frequencies[:-1]), np.append(first, values[1:]), "FREQ", args.NOM_CHAM)


def _of_transient(args, transient):
    chosen = select(args, transient.name, transient.orders, {"INST": transient.times}, args.get("INTERP_NUME") == "LIN")
    times = chosen.abscissas if chosen.share.any() else transient.times[chosen.first]
    name = args.NOM_CHAM
    if name == "PTEM":
        return ordered(times, chosen.of(transient.steps), "INST", name)
    if "NUME_CMP_GENE" in args:
        number, n = args.NUME_CMP_GENE, transient.displacements.shape[1]
        if number > n:
            raise args.wrong("NUME_CMP_GENE", f"{transient.name} has {n} generalised coordinates")
        return ordered(times, chosen.of(transient.of(name)[:, number - 1]), "INST", name)
    equation = _equation(args, transient.basis)
    values = chosen.of(transient.of(name)) @ transient.rows([equation])[0]
    values = values + _beyond_basis(args, transient, name, equation, times)
    if args.ACCE_MONO_APPUI is not None:
        if name != "ACCE":
            raise args.wrong("ACCE_MONO_APPUI", "ACCE_MONO_APPUI goes with NOM_CHAM='ACCE'")
        ground = scalar_function(args.ACCE_MONO_APPUI, "INST")
        return ordered(times, values + np.array([ground(t) for t in times]), "INST", "ACCE_ABS")
    return ordered(times, values, "INST", name)


def _of_harmonic(args, harmonic):
    chosen = select(args, harmonic.name, harmonic.orders, {"FREQ": harmonic.frequencies}, args.get("INTERP_NUME") == "LIN")
    frequencies = chosen.abscissas if chosen.share.any() else harmonic.frequencies[chosen.first]
    name = args.NOM_CHAM or "DEPL"
    if name not in harmonic.names:
        raise args.wrong("NOM_CHAM", f"{harmonic.name} holds no field {name}", help=_known(harmonic.names))
    coordinates = chosen.of(harmonic.of(name))
    if "NUME_CMP_GENE" in args:
        if coordinates.shape[1] < args.NUME_CMP_GENE:
            raise args.wrong("NUME_CMP_GENE", f"{harmonic.name} has {coordinates.shape[1]} generalised coordinates")
        return ordered(frequencies, coordinates[:, args.NUME_CMP_GENE - 1], "FREQ", name)
    return ordered(frequencies, coordinates @ harmonic.rows([_equation(args, harmonic.basis)])[0], "FREQ", name)


def _equation(args, basis):
    dofs, mesh = (basis.dofs, basis.mesh) if basis.basis is None else (basis.basis.dofs, basis.basis.mesh)
    node, place = node_place(args, mesh)
    equation = int(dofs.index([node], args.NOM_CMP)[0])
    if equation < 0:
        raise args.wrong("NOM_CMP", f"there is no {args.NOM_CMP} at {place}")
    return equation


def _beyond_basis(args, transient, name, equation, times):
    """What moving supports or the static correction add at one unknown."""
    for word, motion in (("MULT_APPUI", transient.supports), ("CORR_STAT", transient.correction)):
        if args[word] == "OUI":
            if motion is None:
                raise args.wrong(word, f"{transient.name} was not computed with {word}")
            of_time = {"DEPL": motion.displacement, "VITE": motion.velocity, "ACCE": motion.acceleration}[name]
            return np.array([of_time(t) for t in times]) @ motion.shapes[equation]
    return 0.0


def _of_shock(args, transient):
    """Two archived variables of a localised device, one against the other."""
    word = "GROUP_NO_CHOC" if "GROUP_NO_CHOC" in args else "NOEUD_CHOC"
    owner = args.SOUS_STRUC
    mesh = transient.basis.mesh if owner is None else _mesh_of_part(args, transient.basis.basis)
    if mesh is None:
        raise args.wrong(word, f"{transient.name} is made of substructures: give SOUS_STRUC")
    if word == "GROUP_NO_CHOC":
        node = str(mesh.node_names[node_of(args, mesh, word)[0]])
    else:
        node = str(mesh.node_names[int(args.NOEUD_CHOC) - 1]) if args.NOEUD_CHOC.isdigit() else args.NOEUD_CHOC
    device = transient.device(node, args.INTITULE, owner)
    if device is None:
        raise args.wrong(word, f"no localised device of {transient.name} holds the node {node}")
    x, y = (_shock_series(args, w, transient, device, (node, owner)) for w in ("PARA_X", "PARA_Y"))
    if args.LIST_PARA is not None:
        times = np.asarray(args.LIST_PARA.values, float)
        x, y = (Function(transient.times, series, Properties("INST"))(times) for series in (x, y))
    return ordered(x, y, args.PARA_X, args.PARA_Y)


def _mesh_of_part(args, whole):
    part = whole.named(args.SOUS_STRUC) if isinstance(whole, LinkedSubstructures) else None
    if part is None:
        raise args.wrong("SOUS_STRUC", f"there is no substructure {args.SOUS_STRUC}")
    return part.element.basis.mesh


def _shock_series(args, word, transient, device, node):
    name = args[word]
    if name == "INST":
        return transient.times
    if name.startswith("VINT"):
        row = int(name[4:]) - 1
    elif name in LOCAL_ROWS:
        first = device.nodes[0], device.owners[0] if device.owners else None
        row = LOCAL_ROWS[name] + (3 if first != node else 0)
    else:
        row = SHOCK_ROWS[name]
    if row >= device.variables.shape[1] or not (name.startswith("VINT") or device.relation == "DIS_CHOC" or row == 0):
        raise args.wrong(word, f"a device {device.relation} does not keep {name}")
    return device.variables[:, row]


def of_field(args):
    """One value of a field, as a constant."""
    field = args.CHAM_GD
    place = node_place(args, field.mesh) if isinstance(field, NodeField) else _cell_place(args, field.mesh)
    return Constant(float(field_value(args, field, field.mesh, place)), args.NOM_CMP)


def of_table(args):
    """Two columns of a table, or the function that one of its cells names."""
    table = args.TABLE
    if "NOM_PARA_TABL" in args:
        return _named_function(args, _filtered(args, table))
    table = _filtered(args, table)
    for word in ("PARA_X", "PARA_Y"):
        if args[word] not in table.names:
            raise args.wrong(word, f"{args.TABLE.name} has no column {args[word]}", help=f"it has {', '.join(table.names)}")
    pairs = [(x, y) for x, y in zip(table.column(args.PARA_X), table.column(args.PARA_Y)) if x is not None and y is not None]
    if not pairs:
        raise args.wrong("TABLE", f"no row of {args.TABLE.name} has both {args.PARA_X} and {args.PARA_Y}")
    x, y = zip(*pairs)
    for word, values in (("PARA_X", x), ("PARA_Y", y)):
        if any(isinstance(value, str) for value in values):
            raise args.wrong(word, f"{args[word]} is a column of texts")
    return ordered(x, y, args.PARA_X, args.PARA_Y)


def _filtered(args, table):
    from pyaster_lite.commands._tables import filtered

    return filtered(table, args.FILTRE)


def _named_function(args, table):
    column = args.NOM_PARA_TABL
    names = [name for name in table.column(column) if name] if column in table.names else []
    if not names or names[0] not in table.objects:
        raise args.wrong("NOM_PARA_TABL", f"{args.TABLE.name} names no function in a column {column}")
    return table.objects[names[0]]


def of_family(args):
    """The function of a family at a value of its first parameter; nothing is interpolated between two."""
    family, wanted = args.NAPPE, args.VALE_PARA_FONC
    width = args.PRECISION * (abs(wanted) if args.CRITERE == "RELATIF" else 1.0)
    near = np.flatnonzero(np.abs(family.values - wanted) <= width)
    if not near.size:
        values = ", ".join(f"{value:.9g}" for value in family.values)
        text = f"{family.name} has no function at {family.properties.parameter} = {wanted:.9g}"
        raise args.wrong("VALE_PARA_FONC", text, help=f"it has them at {values}")
    function = family.functions[near[0]]
    return function.with_properties(function.properties.changed(result=family.properties.result))


def of_spectra(args):
    """A term of a matrix of spectra, real on its diagonal, or a signal drawn from one."""
    spectra = args.INTE_SPEC
    if isinstance(spectra, RandomSignals) and "NUME_ORDRE" not in args:
        raise args.wrong("INTE_SPEC", f"{spectra.name} holds signals: NUME_ORDRE names one")
    if not isinstance(spectra, RandomSignals) and "NUME_ORDRE" in args:
        raise args.wrong("NUME_ORDRE", f"{spectra.name} holds spectra, no signals: NUME_ORDRE_I and NUME_ORDRE_J name one")
    if isinstance(spectra, RandomSignals):
        if not 1 <= args.NUME_ORDRE <= len(spectra.values):
            raise args.wrong("NUME_ORDRE", f"{spectra.name} holds {len(spectra.values)} signals")
        return Function(spectra.times, spectra.values[args.NUME_ORDRE - 1], Properties("INST", "DSP", left="EXCLU", right="EXCLU"))
    pair = pair_of(args)
    values = term_of(args, spectra, pair, "INTE_SPEC")
    properties = Properties("FREQ", spectra.field, left="LINEAIRE", right="LINEAIRE")
    return Function(spectra.frequencies, values.real if pair[0] == pair[1] else values, properties)


SOURCES = {
    "BASE_ELAS_FLUI": of_flow_modes,
    "CHAM_GD": of_field,
    "INTE_SPEC": of_spectra,
    "RESULTAT": of_result,
    "RESU_GENE": of_basis,
    "TABLE": of_table,
    "NAPPE": of_family,
}
