"""DYNA_VIBRA, transient on physical unknowns: from keywords to the time loop and back."""

from __future__ import annotations

import itertools
from math import pi

import numpy as np

from pyaster_lite.catalogue.registry import DIRECT_SCHEMES
from pyaster_lite.commands._evolution_energies import COLUMNS, PART_OF
from pyaster_lite.commands._evolution_follow import Observations
from pyaster_lite.commands._modal_matrices import agree
from pyaster_lite.commands._physical_vectors import on_unknowns, vector_of
from pyaster_lite.commands._time_functions import scalar_function
from pyaster_lite.commands._vibra_instants import check_end
from pyaster_lite.commands._vibra_loads import made_of, physical_loads
from pyaster_lite.commands._vibra_modal import _progress
from pyaster_lite.commands._vibra_supports import supports as moving_supports
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.result import Result
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.constraints import Elimination
from pyaster_lite.fe.direct_transient import DirectSystem, ModalDamping
from pyaster_lite.fe.energy_balance import EnergyBalance

FIELDS = ("DEPL", "VITE", "ACCE")


def direct_transient(args, context):
    """March the system and store its fields."""
    agree(args, "MATR_RIGI", "MATR_MASS", "MATR_AMOR")
    stiffness, dofs = args.MATR_RIGI, args.MATR_RIGI.dofs
    mesh = stiffness.model.mesh
    word = args.SCHEMA_TEMPS.SCHEMA
    load, relations = _loads(args, dofs, mesh)
    supports = moving_supports(args)
    damping = args.MATR_AMOR.matrix if args.MATR_AMOR is not None else None
    base = None if supports is None else lambda t: supports.shapes @ supports.velocity(t)
    system = DirectSystem(args.MATR_MASS.matrix, stiffness.matrix, damping, Elimination(relations), load, _modal_damping(args), base)
    if DIRECT_SCHEMES[word].explicit and args.MATR_MASS.option != "MASS_MECA_DIAG":
        raise args.wrong("MATR_MASS", f"the scheme {word} needs a diagonal mass: assemble it with OPTION='MASS_MECA_DIAG'")

    with context.timer("factorisation"):
        start, state = _initial_state(args, system, dofs, mesh)
    groups = _groups(args, start)
    start = groups[0][0]
    scheme = DIRECT_SCHEMES[word](system, start, *state, args=args.SCHEMA_TEMPS)
    if hasattr(scheme, "neighbours"):
        scheme.neighbours(dofs.component)
    store = _Store(args, context, dofs, mesh, supports, groups)
    if context.reused is None:
        store.keep(scheme, 0)
    end = groups[-1][0] + groups[-1][1] * groups[-1][2]
    with context.progress("time", end - start) as progress, context.timer("time steps"):
        tell = _progress(progress, start, (end - start) / 200.0)
        scheme.march(groups, store.archive, store.follower(args, context, scheme, lambda scheme: tell(scheme.t)))
    store.finish()
    args.INCREMENT.mark_read("VERI_PAS")
    args.mark_read("MODELE", "CHAM_MATER", "CARA_ELEM")
    return store.result


def _loads(args, dofs, mesh):
    """(external force as a function of time, relations with their imposed values)."""
    forces, relations = physical_loads(args, dofs, mesh, _factor, args.MATR_RIGI.relations)
    tables = [_series(level, dofs) for level in args.EXCIT_RESU]

    def load_at(t):
        total = np.zeros(dofs.size)
        for vector, factor in forces:
            total += factor(t) * vector(t)
        for times, values, coefficient in tables:
            total += coefficient * _interpolated(times, values, t)
        return total

    return load_at, relations


def _factor(level):
    if "COEF_MULT" in level:
        value = level.COEF_MULT
        return lambda t: value
    for word in ("FONC_MULT", "ACCE"):
        if level[word] is not None:
            return scalar_function(level[word], "INST")
    return lambda t: 1.0


def _series(level, dofs):
    result = level.RESULTAT
    values = [vector_of(result.field("DEPL", order), dofs) for order in result.orders]
    return result.access("INST"), np.array(values), level.COEF_MULT


def _interpolated(times, values, t):
    """Linear between the instants, constant beyond them."""
    i = int(np.searchsorted(times, t, side="right"))
    if i == 0 or i == len(times):
        return values[min(i, len(times) - 1)]
    share = (t - times[i - 1]) / (times[i] - times[i - 1])
    return (1.0 - share) * values[i - 1] + share * values[i]


def _modal_damping(args):
    given = args.AMOR_MODAL
    if given is None:
        return None
    modes = given.MODE_MECA
    number = min(given.NB_MODE, len(modes.orders)) if "NB_MODE" in given else len(modes.orders)
    values = list(given.AMOR_REDUIT if "AMOR_REDUIT" in given else given.LIST_AMOR if "LIST_AMOR" in given else ())
    if not values:
        raise given.wrong(None, "AMOR_MODAL needs AMOR_REDUIT or LIST_AMOR")
    ratios = np.array((values + values[-1:] * number)[:number], float)
    omega = 2.0 * pi * modes.access("FREQ")[:number]
    factors = 2.0 * ratios / (modes.access("MASS_GENE")[:number] * omega**3)
    return ModalDamping(modes.stiffness.matrix @ modes.shapes[:, :number], factors)


def _initial_state(args, system, dofs, mesh):
    """(initial time or None, (u, v, a)): the acceleration is computed only when DEPL or VITE is given, as in code_aster."""
    zero = np.zeros(dofs.size)
    given = args.ETAT_INIT
    if given is None:
        return None, (zero, zero, zero)
    if given.RESULTAT is not None:
        result = given.RESULTAT
        order = _order(given, result)
        fields = []
        for name in FIELDS:
            if not result.has_field(name, order):
                raise given.wrong("RESULTAT", f"{result.name} holds no {name} at its storage order {order}")
            fields.append(vector_of(result.field(name, order), dofs))
        return float(result.parameter("INST", order)), tuple(fields)
    u, v, a = (on_unknowns(given, word, dofs, mesh) if word in given else zero for word in FIELDS)
    if "ACCE" not in given and ("DEPL" in given or "VITE" in given):
        t = _start(args)
        a = system.balance(t, u, v)
    return None, (u, v, a)


def _order(given, result):
    if "NUME_ORDRE" in given:
        if given.NUME_ORDRE not in result.orders:
            raise given.wrong("NUME_ORDRE", f"{result.name} has no storage order {given.NUME_ORDRE}")
        return given.NUME_ORDRE
    if "INST_INIT" in given:
        found = result.orders_at("INST", given.INST_INIT, given.PRECISION, given.CRITERE)
        if len(found) != 1:
            raise given.wrong("INST_INIT", f"{result.name} has {len(found) or 'no'} storage order at INST {given.INST_INIT:g}")
        return found[0]
    return result.orders[-1]


def _start(args):
    given = args.INCREMENT
    return float(given.LIST_INST.values[0]) if "LIST_INST" in given else given.get("INST_INIT", 0.0)


def _groups(args, start):
    """[(start, step, number of steps)] of the time discretisation, from the initial state on."""
    given = args.INCREMENT
    if "PAS" in given:
        first = start if start is not None else given.get("INST_INIT", 0.0)
        given.mark_read("INST_INIT")
        check_end(given, first, given.INST_FIN)
        return [(first, given.PAS, max(1, round((given.INST_FIN - first) / given.PAS)))]
    values = np.asarray(given.LIST_INST.values, float)
    if len(values) < 2 or (np.diff(values) <= 0.0).any():
        raise given.wrong("LIST_INST", "the list must hold at least two instants in ascending order")
    if args.SCHEMA_TEMPS.SCHEMA == "ADAPT_ORDRE2":
        raise given.wrong("LIST_INST", "the scheme ADAPT_ORDRE2 chooses its steps: give PAS and INST_FIN instead of LIST_INST")
    last = len(values) - 1
    if "NUME_FIN" in given:
        last = min(given.NUME_FIN, last)
    elif "INST_FIN" in given:
        near = abs(values - given.INST_FIN)
        last = int(near.argmin())
        if near[last] > 0.1 * np.diff(values).min() and values[-1] > given.INST_FIN:
            raise given.wrong("INST_FIN", f"the list of instants does not hold {given.INST_FIN:g}")
    begin = 0 if start is None else int(np.argmin(abs(values - start)))
    values = values[begin : last + 1]
    steps = np.diff(values)
    if not steps.size:
        raise given.wrong("LIST_INST", "no step of the list is left to compute")
    changes = [0, *(np.flatnonzero(abs(np.diff(steps)) > 1e-6 * steps[1:]) + 1), len(steps)]
    return [(values[i], (values[j] - values[i]) / (j - i), j - i) for i, j in zip(changes, changes[1:])]


class _Store:
    """The result, and which steps go into it."""

    def __init__(self, args, context, dofs, mesh, supports, groups):
        self.dofs, self.mesh, self.supports = dofs, mesh, supports
        self.result = context.reused or Result("dyna_trans", mesh, args.MATR_RIGI.model, *made_of(args))
        self.first = 0
        if context.reused is not None:
            order = _order(args.ETAT_INIT, self.result)
            self.result.truncate_after(order)
            self.first = order
        self.total = sum(count for _, _, count in groups)
        self.number = self.first
        given = args.ARCHIVAGE
        excluded = given.get("CHAM_EXCLU", ()) if given is not None else ()
        self.names = [name for name in FIELDS if name not in excluded]
        self.kept = _kept(given, groups, self.total)
        self.observations, self.energies, self.reuse = None, [], int(context.reused is not None)

    def follower(self, args, context, scheme, tell):
        """What to do after every step: observe, and tell of the time."""
        if args.ENERGIE is not None:
            args.ENERGIE.mark_read("CALCUL")
            tell = self._counting(args, scheme, tell)
        if not args.OBSERVATION:
            return lambda scheme: tell(scheme)
        self.observations = Observations(args.OBSERVATION, self.mesh, int(context.reused is not None))
        numbers = itertools.count(1)

        def look(scheme, number):
            state = {"DEPL": scheme.u, "VITE": scheme.v, "ACCE": scheme.a}
            self.observations.look(number, float(scheme.t), lambda name: self._field(state[name]))

        def after_step(scheme):
            look(scheme, next(numbers))
            tell(scheme)

        look(scheme, 0)
        return after_step

    def _counting(self, args, scheme, tell):
        """Tell of the time, and keep the energies of every step: where steps adapt by the instant when it starts (dladap)."""
        balance = EnergyBalance(scheme.system, scheme, self._first_push(args, scheme))
        early, instants = args.SCHEMA_TEMPS.SCHEMA == "ADAPT_ORDRE2", [float(scheme.t)]

        def count(scheme):
            balance.add(scheme)
            instants.append(float(scheme.t))
            energies = {word: balance.totals[part] for word, part in PART_OF.items()}
            self.energies.append({"NUME_REUSE": self.reuse, "INST": instants[-2 if early else -1]} | energies)
            tell(scheme)

        return count

    @staticmethod
    def _first_push(args, scheme):
        """(n,) what pushes at the first instant as code_aster counts it (dltali): what the state takes; nothing from a result without
        energies; None from one that has them."""
        earlier = None if args.ETAT_INIT is None else args.ETAT_INIT.get("RESULTAT")
        if earlier is None:
            system = scheme.system
            return system.stiffness @ scheme.u + system.mass @ scheme.a + system.damped(scheme.v)
        return None if "PARA_CALC" in getattr(earlier, "tables", {}) else np.zeros(scheme.system.size)

    def finish(self):
        """Give the result the tables of what was observed, and of the energies."""
        if self.energies:
            tables = getattr(self.result, "tables", {})
            earlier = tables["PARA_CALC"].rows() if "PARA_CALC" in tables else []
            self.result.tables = {**tables, "PARA_CALC": Table.from_rows([*earlier, *self.energies], COLUMNS)}
        if self.observations is not None:
            tables = getattr(self.result, "tables", {})
            table = self.observations.table(tables.get("OBSERVATION"))
            if table is not None:
                self.result.tables = {**tables, "OBSERVATION": table}

    def archive(self, scheme, number):
        """Store the state when its step is to be kept."""
        if number in self.kept or number == self.total:
            self.number += 1
            self.keep(scheme, self.number, last=number == self.total)

    def keep(self, scheme, order, last=False):
        """Store the state at an order; the last one is whole, for what goes on from it."""
        state = {"DEPL": scheme.u, "VITE": scheme.v, "ACCE": scheme.a}
        fields = {name: state[name] for name in self.names}
        if last and len(fields) < len(FIELDS):
            fields = dict(zip(FIELDS, scheme.carried())) | fields
        if self.supports is not None:
            moved = self.supports.displacement(scheme.t), self.supports.velocity(scheme.t), self.supports.acceleration(scheme.t)
            for name, motion in zip(FIELDS, moved):
                fields[f"{name}_ABSOLU"] = state[name] + self.supports.shapes @ motion
        makers = {name: (lambda vector=vector: self._field(vector)) for name, vector in fields.items()}
        self.result.store(order, {"INST": float(scheme.t)}, makers)

    def _field(self, vector):
        return NodeField(self.mesh, "DEPL_R", self.dofs.components, self.dofs.at_nodes(vector))


def _kept(given, groups, total):
    """The numbers of the steps to store."""
    if given is None:
        return range(1, total + 1)
    for word in ("LIST_INST", "INST"):
        if word in given:
            given.mark_read("PAS_ARCH")
            times = np.concatenate([start + step * np.arange(1, count + 1) for start, step, count in groups])
            wanted = np.array([float(t) for t in given[word]])
            width = given.PRECISION * (abs(wanted) if given.CRITERE == "RELATIF" else np.ones(len(wanted)))
            gaps = abs(times[None, :] - wanted[:, None])
            return {int(i) + 1 for row, w in zip(gaps, width) for i in np.flatnonzero(row <= w)}
    every = given.PAS_ARCH if "PAS_ARCH" in given else 1
    return range(every, total + 1, every)
