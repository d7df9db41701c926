"""PROJ_MESU_MODAL: measurements as coordinates on a basis (u4.73.01). Sensors along axes of their own are not there."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.expansion import MEASURED, RESOLUTION
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.generalised import Harmonic, Transient
from pyaster_lite.concepts.measured_modes import Measurement
from pyaster_lite.concepts.mesh import UnknownGroup
from pyaster_lite.concepts.modes import Modes
from pyaster_lite.fe.errors import SingularMatrix
from pyaster_lite.fe.modal_expansion import coordinates, rates, summed

_PRODUCTS = {"dyna_trans": "tran_gene", "dyna_harmo": "harm_gene", "mode_meca": "mode_gene", "mode_meca_c": "mode_gene"}
_TRANSLATIONS = ("DX", "DY", "DZ")
_OWN_AXES = ("D1", "D2", "D3")
"""What sensors along axes of their own read; where these point is told by D1X, D1Y, D1Z ..."""
_FELT = 100.0 * np.finfo(float).eps
"""What a component of measured modes must pass at a node for a sensor to be there."""


def _produced(args):
    levels = args.get("MODELE_MESURE")
    return _PRODUCTS.get(kind_of(levels[0].get("MESURE"))) if levels else None


@operator(
    "PROJ_MESU_MODAL",
    produces=_produced,
    keywords=dict(
        MODELE_CALCUL=FACT("o", MODELE=SIMP("o", typ="modele_sdaster"), BASE=SIMP("o", typ="mode_meca")),
        MODELE_MESURE=FACT(
            "o",
            MODELE=SIMP("o", typ="modele_sdaster"),
            MESURE=SIMP("o", typ=tuple(_PRODUCTS)),
            NOM_CHAM=SIMP("f", into=MEASURED, max="**", defaut="DEPL"),
        ),
        CORR_MANU=FACT("f", max="**", NOEU_CALCUL=SIMP("o"), NOEU_MESURE=SIMP("o")),
        NOM_PARA=SIMP("f", max="**"),
        RESOLUTION=RESOLUTION,
    ),
)
def proj_mesu_modal(args, context):
    """Modes, or a transient, in coordinates of the basis."""
    basis, measure = args.MODELE_CALCUL.BASE, args.MODELE_MESURE.MESURE
    moving = measure.kind == "dyna_trans"
    names = list(dict.fromkeys(args.MODELE_MESURE.NOM_CHAM))
    sensors = [sensor for name in names for sensor in _sensors(args, measure, name, moving)]
    if not sensors:
        raise args.MODELE_MESURE.wrong("MESURE", f"{measure.name} has no value at any node")
    measured = np.stack([readings(measure, measure.orders, sensors, name) for name in names]).sum(axis=0)
    axes = _axes(args, measure, sensors)
    seen = np.stack(
        [readings(source, basis.orders, sensors, name, _of_basis(name), near, axes) for name, source, near in _seen(args, context, names)]
    )
    told = _told(args)
    moved = [place for place, (_, node, _) in enumerate(sensors) if node in told]
    if moved:
        there = [(name, told[node], word) for name, node, word in (sensors[place] for place in moved)]
        felt = [axes[place] for place in moved]
        seen[:, :, moved] = [readings(basis, basis.orders, there, name, _of_basis(name), axes=felt) for name in names]
    instants = np.array([measure.parameter("INST" if moving else "FREQ", order) for order in measure.orders], float)
    weights, follow, cutoff = _resolution(args, instants, len(basis.orders))
    try:
        found = coordinates(seen.sum(axis=0).T, measured, weights, follow, cutoff)
    except SingularMatrix as singular:
        raise args.MODELE_CALCUL.wrong("BASE", str(singular)) from None
    args.mark_read("NOM_PARA")
    if measure.kind == "dyna_harmo":
        return _harmonic(basis, measure, names[0], instants, found)
    if moving:
        return _transient(basis, names[0], instants, found)
    made = _modes(args, basis, measure, found)
    made.measurement = Measurement(args.MODELE_MESURE.MODELE, sensors, axes, seen.sum(axis=0).T)
    return made


def _told(args):
    """{node of the sensors' mesh: node of the basis' that CORR_MANU puts it on}."""
    found = {}
    for level in args.CORR_MANU or ():
        meshes = (args.MODELE_MESURE.MODELE.mesh, "NOEU_MESURE"), (args.MODELE_CALCUL.MODELE.mesh, "NOEU_CALCUL")
        try:
            here, there = (mesh.find_node(level[word]) for mesh, word in meshes)
        except UnknownGroup as unknown:
            raise level.wrong(None, str(unknown)) from None
        found[here] = there
    return found


def _of_basis(name):
    """The field of the basis that a measured one is compared with."""
    return {"VITE": "DEPL", "ACCE": "DEPL", "SIEF_NOEU": "SIGM_NOEU"}.get(name, name)


def _seen(args, context, names):
    """(measured field, basis that tells it, node of that basis' mesh for each node of the sensors' or None for the same) of each field."""
    given, there = args.MODELE_CALCUL, args.MODELE_MESURE
    for name in names:
        own = _of_basis(name)
        missing = [order for order in given.BASE.orders if not given.BASE.has_field(own, order)]
        if missing:
            raise given.wrong("BASE", f"{given.BASE.name} has no field {own}", help="CALC_CHAMP computes it")
        if given.MODELE.mesh is there.MODELE.mesh:
            yield name, given.BASE, None
        elif _by_nodes(given.MODELE):
            yield name, given.BASE, _nearest(args, given.MODELE.mesh, there.MODELE.mesh)
        else:
            words = dict(MODELE_1=given.MODELE, MODELE_2=there.MODELE, NOM_CHAM=own)
            yield name, context.run("PROJ_CHAMP", METHODE="COLLOCATION", RESULTAT=given.BASE, **words), None


def _by_nodes(model):
    """Whether sensors are put on nodes, as code_aster does where a model has discretes but neither beams, plates nor shells."""
    names = {group.modelisation for group in model.groups}
    discrete = {name for name in names if name.startswith(("DIS_", "2D_DIS_"))}
    return bool(discrete) and not any(name.startswith(("POU", "TUYAU", "BARRE", "CABLE", "DK", "DS", "Q4", "COQUE")) for name in names)


def _nearest(args, mesh, sensors):
    """(n,) the node of a mesh that is nearest to each node of the sensors' mesh; refused where two of them have the same."""
    apart = np.linalg.norm(sensors.coordinates[:, None] - mesh.coordinates[None], axis=-1)
    near = apart.argmin(axis=1)
    if len(set(near.tolist())) < len(near):
        raise args.MODELE_MESURE.wrong("MODELE", "two nodes of the measurement are nearest to the same node of MODELE_CALCUL")
    return near


def _sensors(args, measure, name, moving):
    """(field, node, component) of what is measured: of modes the components that one of them feels, else all that are there."""
    fields = []
    for order in measure.orders:
        if not measure.has_field(name, order):
            raise args.MODELE_MESURE.wrong("NOM_CHAM", f"{measure.name} has no field {name} at order {order}")
        fields.append(measure.field(name, order))
    if not isinstance(fields[0], NodeField):
        raise args.MODELE_MESURE.wrong("NOM_CHAM", f"{name} of {measure.name} is no field at nodes")
    if name not in ("DEPL", "VITE", "ACCE"):
        return [(name, int(node), fields[0].components[i]) for node, i in np.argwhere(fields[0].present)]
    if set(_OWN_AXES) & set(fields[0].components):
        seen = ((int(node), fields[0].components[i]) for node, i in np.argwhere(fields[0].present))
        return [(name, node, word) for node, word in seen if word in _OWN_AXES]
    found = {}
    for field in fields[:1] if moving else fields:
        for node, i in np.argwhere(field.present):
            word = field.components[i]
            if word in _TRANSLATIONS and (moving or abs(field.values[node, i].real) > _FELT):
                found.setdefault((name, int(node), word))
    return list(found)


def _axes(args, measure, sensors):
    """For each sensor that has an axis of its own the components that it feels and how much, None for the others."""
    found = []
    for name, node, word in sensors:
        if word not in _OWN_AXES:
            found.append(None)
            continue
        field = measure.field(name, measure.orders[0])
        axis = np.array([field.component(word + end)[node].real for end in "XYZ"])
        size = np.linalg.norm(axis)
        if not size > 0.0:
            raise args.MODELE_MESURE.wrong("MESURE", f"the sensor {word} of node {measure.mesh.node_names[node]} has no direction")
        found.append(dict(zip(_TRANSLATIONS, axis / size)))
    return found


def readings(result, orders, sensors, name, own=None, near=None, axes=None):
    """(n_orders, n_sensors) what the sensors of a field read, zero at the others; `near` is where the nodes are in the result's mesh,
    `axes` what each feels there."""
    rows = []
    sensors = sensors if near is None else [(of, int(near[node]), word) for of, node, word in sensors]
    felt = [axis or {word: 1.0} for (_, _, word), axis in zip(sensors, axes or [None] * len(sensors))]
    for order in orders:
        field = result.field(own or name, order)
        row = np.zeros(len(sensors), field.values.dtype)
        for place, ((of, node, _), parts) in enumerate(zip(sensors, felt)):
            known = [word for word in parts if of == name and word in field.components]
            row[place] = sum(parts[word] * np.nan_to_num(field.values[node, field.components.index(word)]) for word in known)
        rows.append(row)
    return np.array(rows)


def _resolution(args, instants, count):
    """Weights (n_instants, n), whether they are of what changes, and the cutoff of singular values."""
    asked = args.RESOLUTION
    weights = np.zeros((len(instants), count))
    if asked is None:
        return weights, False, None
    cutoff = asked.EPS if asked.METHODE == "SVD" else None
    if asked.REGUL == "NON":
        return weights, False, cutoff
    if asked.COEF_PONDER is not None:
        given = np.array(asked.COEF_PONDER, float)
        if len(given) > count or (given < 0.0).any():
            raise asked.wrong("COEF_PONDER", f"give at most {count} weights, none below 0")
        weights[:] = np.concatenate([given, np.full(count - len(given), given[-1])])
    elif asked.COEF_PONDER_F is not None:
        functions = list(asked.COEF_PONDER_F)
        if len(functions) > count:
            raise asked.wrong("COEF_PONDER_F", f"give at most {count} functions")
        functions += functions[-1:] * (count - len(functions))
        for i, function in enumerate(functions):
            if len(function.x) != len(instants):
                raise asked.wrong("COEF_PONDER_F", "the weights must be given at the instants of the measurement")
            weights[:, i] = function.y
    return weights, asked.REGUL == "TIK_RELA", cutoff


def _modes(args, basis, measure, found) -> Modes:
    below = basis if basis.basis is None else basis.basis
    modes = Modes("mode_gene", below.dofs, below.mesh, below.model, basis=basis)
    kept = {"FREQ", "NUME_MODE", "OMEGA2", "MASS_GENE", "RIGI_GENE", "AMOR_GENE", "AMOR_REDUIT", *(args.NOM_PARA or ())}
    for number, (order, vector) in enumerate(zip(measure.orders, found), start=1):
        parameters = {word: measure.parameter(word, order) for word in kept}
        parameters = {word: value for word, value in parameters.items() if value is not None}
        modes.store_mode(number, vector, {"NUME_MODE": number, **parameters})
    return modes


def _harmonic(basis, measure, name, frequencies, found) -> Harmonic:
    """The amplitudes of one field; those of the others follow from it."""
    size = {"VITE": 2j * np.pi * frequencies, "ACCE": -((2.0 * np.pi * frequencies) ** 2)}.get(name, np.ones(len(found)))
    known = size != 0.0
    displacements = np.zeros(found.shape, complex)
    displacements[known] = found[known] / size[known, None]
    return Harmonic(basis, None, None, np.arange(1, len(found) + 1), frequencies, displacements)


def _transient(basis, name, times, found) -> Transient:
    if name == "VITE":
        motion = summed(times, found), found, rates(times, found)
    elif name == "ACCE":
        speeds = summed(times, found)
        motion = summed(times, speeds), speeds, found
    else:
        speeds = rates(times, found)
        motion = found, speeds, rates(times, speeds)
    steps = np.full(len(times), (times[-1] - times[0]) / len(times))
    return Transient(basis, None, None, np.arange(len(times)), times, steps, *motion)
