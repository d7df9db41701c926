"""DYNA_VIBRA, transient on a reduced basis: from keywords to the time loop and back."""

from __future__ import annotations

from dataclasses import dataclass
from math import radians

import numpy as np

from pyaster_lite.catalogue.registry import LOCALISED, MODAL_SCHEMES
from pyaster_lite.commands._flow_bundle import damping_of_flow
from pyaster_lite.commands._time_functions import common_function, scalar_function
from pyaster_lite.commands._vibra_devices import check_shocks, print_devices
from pyaster_lite.commands._vibra_instants import archive_instants, check_step, increments
from pyaster_lite.commands._vibra_sites import sites
from pyaster_lite.commands._vibra_supports import correction, supports
from pyaster_lite.concepts.function import Function
from pyaster_lite.concepts.generalised import DeviceHistory, Transient
from pyaster_lite.fe.modal_system import LocalForces, ModalSystem, Spin, TurningSystem
from pyaster_lite.fe.modal_transient import march
from pyaster_lite.fe.shock_states import ShockStates
from pyaster_lite.fe.substructures import HeldMotions

EPS = np.finfo(float).eps
STATIC_PULSATION = 1e-6
REGULAR = ("DIFF_CENTRE", "NEWMARK")
COUPLED = ("FAISCEAU_TRANS", "GRAPPE")
"""The flows that change single modes."""
EXPLICIT = ("DIFF_CENTRE", "ADAPT_ORDRE1", "ADAPT_ORDRE2", "RUNGE_KUTTA_32", "RUNGE_KUTTA_54")
SOLVING = ("DEVOGE", "NEWMARK", "TRBDF2")
"""The schemes that take the matrices of a rotor into those that they solve with."""
MEMORYLESS = ("DIFF_CENTRE", "RUNGE_KUTTA_32", "RUNGE_KUTTA_54")
"""The schemes that keep nothing but u, v and a from one step to the next."""
JUDGING = ("ADAPT_ORDRE1", "ADAPT_ORDRE2", "RUNGE_KUTTA_32", "RUNGE_KUTTA_54")
"""The schemes whose step depends on what the coordinates are."""


@dataclass
class Setting:
    """The modal system as the localised devices may ask about it while they are made."""

    masses: np.ndarray
    omega2: np.ndarray
    damping: np.ndarray
    mesh: object
    speed: float | None
    info: int
    """What INFO of the command says: an anti-seismic device depends on it."""

    def damping_ratio(self, mode: int) -> float:
        """The reduced damping of a mode."""
        c = self.damping[mode] if self.damping.ndim == 1 else self.damping[mode, mode]
        return float(c / (2.0 * np.sqrt(self.omega2[mode]) * self.masses[mode]))

    def function(self, args, word, parameter):
        """The function that a keyword holds, as a function of one number."""
        return scalar_function(args[word], parameter)

    def turned(self, args):
        """The angle (radians) by which the shaft of a device has turned, a function of time; `speed` is None when it varies."""
        if self.speed is None:
            if args.ANGL_ROTA is None:
                raise args.wrong("RELATION", "a rotor whose speed varies needs ANGL_ROTA, the angle by which it has turned")
            args.mark_read("ANGL_INIT")
            return scalar_function(args.ANGL_ROTA, "INST")
        args.mark_read("ANGL_ROTA")
        start, speed = radians(args.ANGL_INIT), self.speed
        return lambda t: start + speed * t

    def shaft(self, args, site):
        """The direction (3,) of the shaft that two nodes cut: from beyond the second to beyond the first."""
        nodes, beyond = [number - 1 for number in site.numbers], [None, None]
        for cell in range(self.mesh.n_cells):
            ends = self.mesh.cell_nodes(cell).tolist()
            for i, node in enumerate(nodes):
                if 1 < len(ends) < 4 and node in ends and nodes[1 - i] not in ends:
                    beyond[i] = ends[1] if ends[0] == node else ends[0]
        if None in beyond:
            raise args.wrong("RELATION", f"no line goes on from {site.names[beyond.index(None)]}: the shaft has no direction")
        return self.mesh.coordinates[beyond[0]] - self.mesh.coordinates[beyond[1]]

    def points(self, args, word):
        """The points (x, y) of the function that a keyword holds."""
        if not isinstance(args[word], Function):
            raise args.wrong(word, "the law must be given by points (DEFI_FONCTION)")
        return args[word].x, args[word].y


def modal_transient(args, context):
    """March the modal system and archive it."""
    basis = args.MATR_MASS.basis
    for word in ("MATR_RIGI", "MATR_AMOR"):
        if args[word] is not None and (args[word].basis is not basis or args[word].size != args.MATR_MASS.size):
            raise args.wrong(word, f"{args[word].name} and {args.MATR_MASS.name} are not projected on the same basis")
    matrices, flow = _matrices(args), _acting(args, context)
    still = None if flow is None else _diagonal(matrices[2]) / _diagonal(matrices[0])
    mass, stiffness, damping, omega2 = _in_flow(args, flow, *matrices)
    n = len(mass)
    shapes = basis.shapes[:, :n] if basis.basis is None else basis.basis.shapes @ basis.shapes[:, :n]
    support = supports(args)
    varies = args.VITESSE_VARIABLE == "OUI"
    setting = Setting(_diagonal(mass), omega2, damping, basis.mesh, None if varies else args.VITE_ROTA, args.get("INFO") or 1)
    devices = _devices(args, basis, shapes, support, setting)
    check_shocks(args, context, basis, stiffness, devices)
    word = args.SCHEMA_TEMPS.SCHEMA
    links, load = _links(args), _load(args, basis, n)
    held = (mass, stiffness, damping, load)
    if links is not None:
        links, held = _linked(args, (mass, stiffness, damping), load, links)
    transform = None if links is None else links.transform
    local = LocalForces(devices, _support_rows(devices, support), transform) if devices else None
    start, end, step = increments(args, word)
    check_step(args, context, word, step, np.sqrt(omega2), setting.masses, devices)
    u, v, a, start = _initial_state(args, basis, n, devices, start)
    if links is not None:
        u, v, a = (None if values is None else links.coordinates(values) for values in (u, v, a))
    spin = _spin(args, word) if varies else None
    system = TurningSystem(*held, local, spin, start) if varies and word in SOLVING else ModalSystem(*held, local, spin)
    if links is None and not varies and mass.ndim == 2:
        system.coupled = True
        if args.MATR_AMOR is None:
            system.rates = damping.diagonal() / mass.diagonal()
    if _implicit(args, flow, devices):
        scheme = _shock_states(args, context, flow, system, (start, step, u, v, a), still)
    else:
        scheme = MODAL_SCHEMES[word](system, start, step, u, v, a, args=args.SCHEMA_TEMPS)
    scheme.date(context.time)
    instants, every, most = archive_instants(args, start, end, step, scheme.adaptive)

    log = _Log(devices, support, transform)
    log.archive(scheme, 0)
    with context.progress("time", end - start) as progress, context.timer("time steps"):
        march(scheme, end, instants, every, log.archive, most, _progress(progress, start, (end - start) / 200.0))
    context.say(f"{word}: {log.steps} steps, {len(log.times)} archived")
    transient = log.transient(args, basis, support, correction(args, basis, n, stiffness))
    transient.regular = word in REGULAR
    print_devices(args, context, transient)
    if context.reused is not None:
        return context.reused.extend(transient)
    return transient


def _implicit(args, flow, devices) -> bool:
    """Whether the stiffness of shocks joins the matrices while they last: where it is asked for, and in a flow where the scheme allows it,
    as code_aster does without being asked."""
    asked, word = args.TRAITEMENT_NONL, args.SCHEMA_TEMPS.SCHEMA
    shocks = [device.relation == "DIS_CHOC" for device in devices]
    if not any(shocks) or asked == "EXPLICITE" or (asked is None and (flow is None or word not in MEMORYLESS)):
        return False
    if word not in MEMORYLESS:
        raise args.not_yet("TRAITEMENT_NONL", f"TRAITEMENT_NONL='IMPLICITE' goes with {', '.join(MEMORYLESS)} only yet")
    if not all(shocks):
        raise args.not_yet("TRAITEMENT_NONL", "TRAITEMENT_NONL='IMPLICITE' goes with no other RELATION than DIS_CHOC yet")
    if args.VITESSE_VARIABLE == "OUI":
        raise args.not_yet("TRAITEMENT_NONL", "TRAITEMENT_NONL='IMPLICITE' does not go with a speed that varies yet")
    if args.MATR_MASS.links is not None:
        raise args.not_yet("TRAITEMENT_NONL", "TRAITEMENT_NONL='IMPLICITE' does not go with linked substructures yet")
    return True


def _shock_states(args, context, flow, system, start, still):
    """The scheme that changes its basis with the state of contact, from (time, step, u, v, a); `still` is C/M (n,) where nothing flows."""
    scheme, flowing, added = MODAL_SCHEMES[args.SCHEMA_TEMPS.SCHEMA], None, None
    if flow is not None:
        if flow.configuration.word != "FAISCEAU_TRANS":
            raise args.not_yet("BASE_ELAS_FLUI", f"shocks do not go with the flow of {flow.configuration.word} yet")
        if list(flow.orders) != list(range(1, system.size + 1)):
            raise args.not_yet("BASE_ELAS_FLUI", "shocks in a flow need all modes of the basis, and no other, to be in the flow yet")
        flowing = _diagonal(system.damping) / _diagonal(system.mass) - still
        added = damping_of_flow(args, context, "BASE_ELAS_FLUI", flow, flow.speeds[args.NUME_VITE_FLUI - 1])
    return ShockStates(lambda *state: scheme(*state, args=args.SCHEMA_TEMPS), system, *start, still=flowing, flow=added)


def _links(args):
    """What links the substructures that the matrices are of, or None."""
    links = args.MATR_MASS.links
    if links is not None:
        for word in ("AMOR_MODAL", "MODE_STAT", "MODE_CORR"):
            if args.get(word):
                raise args.not_yet(word, f"{word} is not there yet for substructures that links hold together")
    return links


def _linked(args, matrices, load, links):
    """What holds the links, and M, K, C and the force in its coordinates: those of the motions that the links allow, q = T z, or all of
    them with multipliers where the scheme judges its error by them."""
    by_multipliers = not links.plain and links.size == links.transform.shape[0] - len(links.conditions)
    if args.SCHEMA_TEMPS.SCHEMA in JUDGING and by_multipliers:
        held = HeldMotions(links.conditions, *matrices, args.MATR_AMOR is not None)
        return held, (held.mass, held.stiffness, held.damping, lambda t: held.transform.T @ load(t))
    return links, (*(links.reduce_matrix(matrix) for matrix in matrices), lambda t: links.transform.T @ load(t))


def _spin(args, word):
    """The gyroscopic matrices of a rotor whose speed varies, and its speed and acceleration in time."""
    if word not in (*EXPLICIT, *SOLVING):
        raise args.SCHEMA_TEMPS.wrong("SCHEMA", f"{word} needs diagonal matrices: those of a rotor (MATR_GYRO) are not")
    full = [None if args[name] is None else args[name].matrix for name in ("MATR_GYRO", "MATR_RIGY")]
    gyroscopic, circulatory = (np.diag(m) if m is not None and m.ndim == 1 else m for m in full)
    speed = scalar_function(args.VITE_ROTA, "INST")
    args.mark_read("ACCE_ROTA")
    if circulatory is None or args.ACCE_ROTA is None:
        return Spin(gyroscopic, speed)
    return Spin(gyroscopic, speed, circulatory, scalar_function(args.ACCE_ROTA, "INST"))


def _diagonal(matrix):
    return matrix if matrix.ndim == 1 else matrix.diagonal()


def _matrices(args):
    """M, K and C, (n,) or (n, n), and omega^2 (n,); a static mode gets a mass that makes it quick, critically damped."""
    mass, stiffness = args.MATR_MASS.matrix.copy(), args.MATR_RIGI.matrix.copy()
    m, k = _diagonal(mass), _diagonal(stiffness)
    still = abs(m) <= EPS
    omega2 = np.where(still, STATIC_PULSATION**2, abs(k / np.where(still, 1.0, m)))
    omega = np.sqrt(omega2)
    if still.any() and mass.ndim == 1:
        stiffness_of_still = np.where(abs(k) > EPS, k, omega2)
        mass = np.where(still, stiffness_of_still / omega2, mass)
    damping = args.MATR_AMOR.matrix.copy() if args.MATR_AMOR is not None else None
    if damping is None:
        ratios = _damping_ratios(args, len(m), mass.ndim == stiffness.ndim == 1)
        rates = 2.0 * omega * np.where(still, 1.0, ratios)
        damping = rates * mass if mass.ndim == 1 else rates[:, None] * mass
        if args.VITESSE_VARIABLE == "OUI" and mass.ndim == 2:
            # As in code_aster, which multiplies from the other side then.
            damping = mass * rates
    elif damping.ndim == 1:
        damping = np.where(still, 2.0 * omega * _diagonal(mass), damping)
    return mass, stiffness, damping, omega2


def _acting(args, context):
    """BASE_ELAS_FLUI, None where it acts on no mode by itself: as in code_aster it is then left, and told of."""
    flow = args.BASE_ELAS_FLUI
    if flow is None or flow.configuration.coupled and flow.configuration.word in COUPLED:
        return flow
    args.mark_read("NUME_VITE_FLUI")
    context.warn(args, "BASE_ELAS_FLUI", f"the flow of {flow.name} ({flow.configuration.word}) does not act on the modes")
    return None


def _in_flow(args, flow, mass, stiffness, damping, omega2):
    """The same with m, w and xi of the modes in a flow for those that it acts on."""
    if flow is None:
        return mass, stiffness, damping, omega2
    velocity = args.NUME_VITE_FLUI - 1
    if velocity >= len(flow.speeds):
        raise args.wrong("NUME_VITE_FLUI", f"{flow.name} has {len(flow.speeds)} velocities")
    if not mass.ndim == stiffness.ndim == damping.ndim == 1:
        raise args.not_yet("BASE_ELAS_FLUI", "modes in a flow go with diagonal matrices (STOCKAGE='DIAG') only yet")
    masses = flow.masses if flow.masses.ndim == 1 else flow.masses[velocity]
    for i, order in enumerate(flow.orders):
        if order <= len(mass):
            pulsation = 2.0 * np.pi * flow.frequencies[velocity, i]
            omega2[order - 1] = pulsation**2
            mass[order - 1], stiffness[order - 1] = masses[i], masses[i] * pulsation**2
            damping[order - 1] = 2.0 * flow.dampings[velocity, i] * pulsation * masses[i]
    return mass, stiffness, damping, omega2


def _damping_ratios(args, n, diagonal):
    """AMOR_MODAL, the last value standing for all modes that follow; else what the modes of the basis carry."""
    given = args.AMOR_MODAL
    if given is not None and ("AMOR_REDUIT" in given or "LIST_AMOR" in given):
        values = list(given.AMOR_REDUIT if "AMOR_REDUIT" in given else given.LIST_AMOR)
        return np.array((values + values[-1:] * n)[:n], float)
    own = args.MATR_MASS.basis.access("AMOR_REDUIT")[:n] if diagonal else np.zeros(n)
    return np.nan_to_num(own)


def _load(args, basis, n):
    """The external force as a function of time."""
    constant, vectors, functions, tables = np.zeros(n), [], [], []
    for level in args.EXCIT:
        vector = _vector(level, basis, n)
        if "COEF_MULT" in level:
            constant = constant + level.COEF_MULT * vector
        else:
            word = "FONC_MULT" if "FONC_MULT" in level else "ACCE"
            vectors.append(vector)
            functions.append(level[word])
    for level in args.EXCIT_RESU:
        other = level.RESULTAT
        if other.basis is not basis:
            raise level.wrong("RESULTAT", f"{other.name} lives on another basis")
        tables.append((other.times, level.COEF_MULT * other.displacements))
    if not functions and not tables:
        return lambda t: constant
    if len(functions) == 1 and not tables and not constant.any():
        vector, function = vectors[0], scalar_function(functions[0], "INST")
        return lambda t: function(t) * vector
    stacked, values_at = np.array(vectors).reshape(-1, n), common_function(functions, "INST")

    def load(t):
        force = constant + values_at(t) @ stacked if functions else constant
        for times, values in tables:
            i = min(max(int(np.searchsorted(times, t, side="right")), 1), len(times) - 1)
            share = (t - times[i - 1]) / (times[i] - times[i - 1])
            force = force + values[i - 1] + share * (values[i] - values[i - 1])
        return force

    return load


def _vector(level, basis, n):
    if "NUME_ORDRE" in level:
        if not 1 <= level.NUME_ORDRE <= n:
            raise level.wrong("NUME_ORDRE", f"the basis has {n} vectors, there is none of number {level.NUME_ORDRE}")
        vector = np.zeros(n)
        vector[level.NUME_ORDRE - 1] = 1.0
        return vector
    given = level.VECT_ASSE_GENE
    if given.basis is not basis or len(given.vector) != n:
        raise level.wrong("VECT_ASSE_GENE", f"{given.name} is not projected on the basis of the matrices")
    return given.vector


def _devices(args, basis, shapes, support, setting):
    """The localised devices of COMPORTEMENT, in the deck's order."""
    devices = []
    for level in args.COMPORTEMENT:
        law = LOCALISED[level.RELATION]
        for site in sites(level, law, basis, shapes, None if support is None else support.shapes):
            device = law(site, level, setting)
            device.relation = level.RELATION
            device.number = len(devices) + 1
            devices.append(device)
    return devices


def _support_rows(devices, support):
    if support is None:
        return None
    return np.vstack([device.moved for device in devices]), support.displacement, support.velocity


def _initial_state(args, basis, n, devices, start):
    """u, v, a (None: from the balance of forces) and the initial time."""
    u, v = np.zeros(n), np.zeros(n)
    state = args.ETAT_INIT
    if state is None:
        return u, v, None, start
    earlier = state.RESULTAT
    if earlier is None:
        for word in ("DEPL", "VITE"):
            if word in state:
                vector = state[word]
                if vector.basis is not basis or len(vector.vector) != n:
                    raise state.wrong(word, f"{vector.name} is not projected on the basis of the matrices")
        u = state.DEPL.vector if "DEPL" in state else u
        v = state.VITE.vector if "VITE" in state else v
        return u, v, None, start
    place = _restart_place(state, earlier)
    if earlier.displacements.shape[1] != n:
        raise state.wrong("RESULTAT", f"{earlier.name} has {earlier.displacements.shape[1]} generalised coordinates, not {n}")
    if [d.relation for d in earlier.devices] != [d.relation for d in devices]:
        raise state.wrong("RESULTAT", f"{earlier.name} was made with other localised devices")
    for device, history in zip(devices, earlier.devices):
        device.take_up(history.variables[place])
    return *(values[place] for values in (earlier.displacements, earlier.velocities, earlier.accelerations)), earlier.times[place]


def _restart_place(state, earlier):
    """The archived step to start from: the last one, or that of NUME_ORDRE or INST_INIT."""
    if "NUME_ORDRE" in state:
        found = np.flatnonzero(earlier.orders == state.NUME_ORDRE)
    elif "INST_INIT" in state:
        width = state.PRECISION * (abs(state.INST_INIT) if state.CRITERE == "RELATIF" else 1.0)
        found = np.flatnonzero(abs(earlier.times - state.INST_INIT) <= max(width, np.finfo(float).tiny))
    else:
        return len(earlier.times) - 1
    if not found.size:
        word = "NUME_ORDRE" if "NUME_ORDRE" in state else "INST_INIT"
        raise state.wrong(word, f"{earlier.name} has nothing at {word} {state[word]:g}: it goes to t = {earlier.times[-1]:g}")
    return int(found[0])


def _progress(progress, start, stride):
    """Tell of the time reached, not more often than every `stride` seconds of it."""
    following = start + stride

    def update(t):
        nonlocal following
        if t >= following:
            following = t + stride
            progress.update(t - start, f"t = {t:.6g}")

    return update


class _Log:
    """What is archived, step after step; `transform` (n, m) turns the coordinates that are marched into those of the matrices."""

    def __init__(self, devices, support, transform):
        self.devices, self.support, self.transform = devices, support, transform
        self.orders, self.times, self.steps_done, self.u, self.v, self.a = [], [], [], [], [], []
        self.variables = [[] for _ in devices]
        self.steps = 0

    def archive(self, scheme, number):
        """Keep the state of a scheme."""
        self.steps = number
        self.orders.append(number)
        self.times.append(scheme.t)
        self.steps_done.append(scheme.done)
        motion = (scheme.u, scheme.v, scheme.a)
        for series, values in zip((self.u, self.v, self.a), motion):
            series.append(values if self.transform is None else self.transform @ values)
        if self.devices:
            support = None if self.support is None else self.support.displacement(scheme.t)
            for device, kept in zip(self.devices, self.variables):
                kept.append(device.variables(*device.positions(self.u[-1], support)))

    def transient(self, args, basis, support, completed):
        """The result concept."""
        histories = [
            DeviceHistory(
                device.relation,
                getattr(device, "title", None) or f"{device.relation:<16}{device.number:08d}",
                device.site.names,
                getattr(getattr(device, "obstacle", None), "type", ""),
                np.array(kept),
                device.site.owners,
                device.site.numbers,
            )
            for device, kept in zip(self.devices, self.variables)
        ]
        return Transient(
            basis,
            args.MATR_MASS,
            args.MATR_RIGI,
            *(np.array(series) for series in (self.orders, self.times, self.steps_done, self.u, self.v, self.a)),
            devices=histories,
            supports=support,
            correction=completed,
        )
