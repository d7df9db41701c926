"""code_aster.Coupling: two programs in one deck that give each other fields on the meshes of their interface.

Each program is a process of its own (see communication.World). What one sends is moved to the mesh of the other by the matrix of the
intersections of both meshes, cell by cell (P0) or by the dual cells of nodes (P1), which the library medcoupling makes; its rows are
those of the program that begins, and the other way it is taken transposed.
"""

from __future__ import annotations

import pickle
from types import SimpleNamespace

import numpy as np

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts import med_coupling
from pyaster_lite.concepts.base import failure
from pyaster_lite.concepts.result import Result

from .communication import KINDS, Communicator, World
from .simple_fields import CellTableKind, NodeTableKind
from .time_stepper import TimeStepper


class Parameters:
    """The course of a coupling: its instants, iterations and their tolerance."""

    def __init__(self):
        self.epsilon, self.nb_iter, self.stepper, self.adapt_step = 1e-6, 1, None, False

    def set_values(self, given):
        """Take what is given of epsilon, nb_iter, and the instants: time_list, or init_time with two of final_time, delta_t, nb_step."""
        self.epsilon, self.nb_iter = given.get("epsilon", self.epsilon), given.get("nb_iter", self.nb_iter)
        start, count, end, step, times = (given.get(word) for word in ("init_time", "nb_step", "final_time", "delta_t", "time_list"))
        if times is None and (count or end or step):
            end = start + count * step if end is None else end
            count = int((end - start) / step) if count is None else count
            times = np.linspace(start, end, count + 1)
        if times is not None and len(times):
            self.stepper = TimeStepper(times, initial=float(times[0]))
        if given.get("final_time"):
            self.final_time = given["final_time"]
        if start:
            self.init_time = start

    @property
    def init_time(self):
        """The instant that the course begins at."""
        return self.stepper.getInitial()

    @init_time.setter
    def init_time(self, time):
        self.stepper.setInitial(time)

    @property
    def final_time(self):
        """The last instant."""
        return self.stepper.getFinal()

    @final_time.setter
    def final_time(self, time):
        self.stepper.setFinal(time)

    @property
    def delta_t(self):
        """The step that comes."""
        return self.stepper.getIncrement()


class Parley:
    """Single values that two programs tell each other, each by a step and a name that both must call alike."""

    def __init__(self, partner):
        self._partner = partner

    def send(self, iteration, name, value, typ=None):
        """Tell the other program a value."""
        self._partner.send((iteration, name, value), "words")

    def recv(self, iteration, name, typ=None):
        """What the other program tells; raises Refused when it is another value."""
        told = self._partner.receive("words")
        if told[:2] != (iteration, name):
            raise failure(f"expecting {name} of step {iteration}, got {told[1]} of step {told[0]}")
        return told[2]

    def bcast(self, root, iteration, name, value, typ=None):
        """The value of the program that says to be the root."""
        if not root:
            return self.recv(iteration, name, typ)
        self.send(iteration, name, value, typ)
        return value

    def allreduce(self, iteration, name, value, typ, op):
        """Whether it holds for both programs."""
        if (op, typ.name) != ("LAND", "BOOL"):
            raise NotImplementedError(f"{op} of {typ.name}")
        self.send(iteration, name, bool(value), typ)
        return self.recv(iteration, name, typ) and bool(value)


class FieldCoupler:
    """Fields on the interface: those of the deck as those of the library medcoupling, given to the other program and taken from it.

    mesh         the mesh of the program,  mesh_interf  its part on the interface,  mc_interf  the same for medcoupling
    exch_fields  {name: field}
    """

    def __init__(self, partner, log):
        self._partner, self._log = partner, log
        self.mesh = self.mesh_interf = self.mc_interf = None
        self.exch_fields, self._matrices = {}, {}

    def init_coupling(self, ranks1, ranks2):
        """The processes of the program that begins and of the other one."""
        self._first = self._partner.rank in ranks1

    def create_mesh_interface(self, mesh, groupsOfCells):
        """The interface is some groups of cells, of one dimension; raises Refused for several."""
        self.mesh, self.mesh_interf = mesh, mesh.restrict(groupsOfCells)
        file = self.mesh_interf.createMedCouplingMesh()
        levels = file.getGrpsNonEmptyLevels([name for name in groupsOfCells if mesh.hasGroupOfCells(name)])
        if len(levels) != 1:
            raise failure("the groups of an interface have cells of one dimension")
        self.mc_interf = file.getMeshAtLevel(levels[0])

    def add_field(self, field_name, components, field_type):
        """A field that is exchanged, on "NODES" or "CELLS", of zeros so far."""
        if field_name in self.exch_fields:
            return
        mc = med_coupling.library()
        nodes = {"NODES": True, "CELLS": False}[field_type]
        count = self.mc_interf.getNumberOfNodes() if nodes else self.mc_interf.getNumberOfCells()
        self.exch_fields[field_name] = _field_on(self.mc_interf, field_name, np.zeros((count, len(components))), nodes, components, mc)

    def get_field(self, name, silent=False):
        """A field that is exchanged; raises KeyError when there is none, None if `silent`."""
        if name not in self.exch_fields and not silent:
            raise KeyError(f"Field {name} was not defined beforehand!")
        return self.exch_fields.get(name)

    def send(self, fields):
        """Give the other program fields."""
        for name, field in fields.items():
            own = self.get_field(name)
            own.setArray(field.getArray())
            self._agree(own)
            self._partner.send((name, own.getArray().toNumPyArray()), "fields")
            self._log(f"field {name} is sent")

    def recv(self, fields_names):
        """{name: field} that the other program gives, on this interface; raises Refused when it gives other ones."""
        made = {}
        for name in fields_names:
            own = self.get_field(name)
            matrix, other = self._agree(own)
            told, values = self._partner.receive("fields")
            if told != name:
                raise failure(f"expecting the field {name}, got {told}")
            mc = med_coupling.library()
            nodes, components = own.getTypeOfField() == mc.ON_NODES, list(own.getArray().getInfoOnComponents())
            given = _field_on(other, name, values, nodes, components, mc)
            move = matrix.reverseTransferField if self._first else matrix.transferField
            array = move(given, 0.0).getArray()
            array.setInfoOnComponents(components)
            own.setArray(array)
            made[name] = own
            self._log(f"field {name} is received")
        return made

    def _agree(self, field):
        """(matrix, mesh of the other program) for a field at nodes or cells, made when the first of its kind is exchanged."""
        mc = med_coupling.library()
        method = "P1P1" if field.getTypeOfField() == mc.ON_NODES else "P0P0"
        if method not in self._matrices:
            meshes = [pickle.loads(one) for one in self._partner.exchange(pickle.dumps(self.mc_interf), "meshes")]
            other = meshes[1 - self._partner.rank]
            matrix = mc.MEDCouplingRemapper()
            pair = (self.mc_interf, other) if self._first else (other, self.mc_interf)
            matrix.prepare(*pair, method)
            self._matrices[method] = matrix, other
        return self._matrices[method]

    def restrict_field(self, field, cmps=()):
        """A field of the deck as a table on the interface."""
        table = field.toSimpleFieldOnNodes() if field.getLocalization() == "NOEU" else field.toSimpleFieldOnCells()
        return table.transfert(self.mesh_interf, cmps)

    def extent_field(self, field, cmps=()):
        """A table on the interface as one on the whole mesh."""
        return field.transfert(self.mesh, cmps)

    def import_field(self, mc_field, model=None):
        """A field of the interface as one of the deck: at nodes, or on the elements of a model's cells of the interface."""
        mc = med_coupling.library()
        if mc_field.getTypeOfField() == mc.ON_NODES:
            table = NodeTableKind.fromMedCouplingField(_REAL_NODES, mc_field, self.mesh_interf)
            return self.extent_field(table).toFieldOnNodes()
        table = CellTableKind.fromMedCouplingField(_REAL_CELLS, mc_field, self.mesh_interf)
        elements = model.getFiniteElementDescriptor().restrict(self.mesh_interf.getGroupsOfCells())
        return self.extent_field(table).toFieldOnCells(elements)

    def export_field(self, field, field_name=None, cmps=()):
        """A field of the deck as one of the interface, by its own name or another one."""
        made = self.restrict_field(field, cmps or field.getComponents()).toMedCouplingField(self.mc_interf)
        if field_name:
            made.setName(field_name)
        return made

    def _import_as(self, mc_field, quantity, model=None):
        mc_field.getArray().setName(quantity)
        return self.import_field(mc_field, model)

    def import_displacement(self, mc_displ):
        """Displacements at nodes."""
        return self._import_as(mc_displ, "DEPL_R")

    import_velocity = import_displacement

    def import_temperature(self, mc_temp):
        """Temperatures at nodes."""
        return self._import_as(mc_temp, "TEMP_R")

    def import_pressure(self, mc_pres):
        """Pressures at nodes."""
        return self._import_as(mc_pres, "PRES_R")

    def import_fluidforces(self, mc_fluidf, model, time=0.0):
        """Forces on surfaces, as a result that loads are made of."""
        made = Result("evol_char")
        made.allocate(1)
        made.setModel(model, 0)
        made.setTime(time, 0)
        made.setField(self._import_as(mc_fluidf, "FORC_R", model), "FSUR_3D", 0)
        made.build()
        return made

    def export_displacement(self, displ, field_name=None):
        """Displacements at nodes."""
        return self.export_field(displ, field_name, ["DX", "DY", "DZ"])

    export_velocity = export_displacement

    def export_temperature(self, temp, field_name=None):
        """Temperatures at nodes."""
        return self.export_field(temp, field_name, ["TEMP"])

    def export_pressure(self, pres, field_name=None):
        """Pressures at nodes."""
        return self.export_field(pres, field_name, ["PRES"])


_REAL_NODES = NodeTableKind("SimpleFieldOnNodesReal", (), {"scalar": float})
_REAL_CELLS = CellTableKind("SimpleFieldOnCellsReal", (), {})


def _field_on(mesh, name, values, nodes, components, mc):
    """The MEDCouplingFieldDouble of values (k, n) on a mesh: at nodes one that keeps to their bounds, on cells an intensive one."""
    field = mc.MEDCouplingFieldDouble(mc.ON_NODES if nodes else mc.ON_CELLS, mc.ONE_TIME)
    field.setName(name)
    field.setNature(mc.IntensiveMaximum if nodes else mc.IntensiveConservation)
    field.setMesh(mesh)
    array = mc.DataArrayDouble(np.ascontiguousarray(values, float).ravel().tolist(), *values.shape)
    array.setInfoOnComponents(components)
    field.setArray(array)
    return field


@SERVED.register("code_aster.Coupling.ExternalCoupling", "code_aster.Coupling.external_coupling.ExternalCoupling")
def external_coupling(study):
    """The class."""
    return _made(study)[0]


@SERVED.register("code_aster.Coupling.SaturneCoupling", "code_aster.Coupling.external_coupling.SaturneCoupling")
def saturne_coupling(study):
    """The class."""
    return _made(study)[1]


def _made(study):
    """(ExternalCoupling, SaturneCoupling) of a study."""

    class ExternalCoupling:
        """A program that computes with another one: both instants are the same, the starter gives its fields first.

        app  its name
        """

        def __init__(self, app="code_aster", starter=False, debug=False):
            self._whoami, self._starter, self._debug = app, starter, debug
            self._other_app, self._partner, self._world = None, None, World(study)
            self._medcpl = self._MPI = None
            self._fields_in, self._fields_out, self._params = [], [], Parameters()

        def log(self, *texts, **_):
            """Tell what goes on, when details are asked for."""
            study.say(" ".join(map(str, texts)))

        def init_coupling(self, with_app):
            """Find the other program by its name; raises Refused when it is not there."""
            self._partner, self._other_app = study.partner, with_app
            self._ranks = {name: [rank] for rank, name in enumerate(self._world.allgather(self._whoami))}
            if with_app not in self._ranks:
                raise failure(f"Application {with_app!r} not found!")
            kinds = {name: SimpleNamespace(name=name, size=size) for name, size in KINDS.items()}
            own, parley = Communicator(), Parley(self._partner)
            self._MPI = SimpleNamespace(ASTER_COMM_WORLD=own, COMM_WORLD=self._world, COUPLING_COMM_WORLD=parley, LAND="LAND", **kinds)
            self._medcpl = FieldCoupler(self._partner, self.log)

        @property
        def MPI(self):
            """The processes of this program, of all, and of both programs."""
            return self._MPI

        @property
        def medcpl(self):
            """What exchanges fields."""
            return self._medcpl

        @property
        def mesh(self):
            """The mesh of the program."""
            return self._medcpl.mesh

        @property
        def mesh_interface(self):
            """Its part on the interface."""
            return self._medcpl.mesh_interf

        def sync(self, end_coupling=False):
            """Whether one of both wants to end."""
            return self._world.allreduce(bool(end_coupling), "LOR")

        def set_parameters(self, params):
            """The starter tells the other program its instants, iterations and tolerance."""
            if self._starter:
                self._params.set_values(params)
            words, parley = self._params, self._MPI.COUPLING_COMM_WORLD
            words.nb_iter = parley.bcast(self._starter, 0, "NBSSIT", words.nb_iter)
            words.epsilon = parley.bcast(self._starter, 0, "EPSILO", words.epsilon)
            times = [words.init_time, *words.stepper._times] if words.stepper else []
            times = parley.bcast(self._starter, 0, "STEP", times)
            if times and not self._starter:
                words.set_values({"time_list": times})

        def _init_paramedmem(self, with_app, interface):
            mine, others = self._ranks[self._whoami], self._ranks[with_app]
            self._medcpl.init_coupling(*((mine, others) if self._starter else (others, mine)))
            self._medcpl.create_mesh_interface(*interface)
            for name, components, place in self._fields_in + self._fields_out:
                self._medcpl.add_field(name, components, place)

        def setup(self, interface, input_fields, output_fields, **params):
            """interface (mesh, groups of cells); fields (name, components, "NODES" or "CELLS") that come in and go out."""
            self._fields_in, self._fields_out = input_fields, output_fields
            self.set_parameters(params)
            self._init_paramedmem(self._other_app, interface)

        def recv_input_fields(self):
            """{name: field} that the other program gives."""
            return self._medcpl.recv([name for name, *_ in self._fields_in])

        def send_output_fields(self, outputs):
            """Give the other program {name: field}, all that were announced."""
            if len(outputs) != len(self._fields_out):
                raise failure(f"{len(self._fields_out)} fields were announced, {len(outputs)} are given")
            self._medcpl.send(outputs)

        def testing(self, exec_iteration, data=None):
            """One iteration without the other program, from t = 0 to 1."""
            nothing = {name: None for name, *_ in self._fields_in}
            return exec_iteration(0, 0.0, 1.0, nothing if data is None else data, self._medcpl)

        def run(self, solver, **params):
            """The steps and their iterations, each of solver.run_iteration(number, time, step, fields): (has it converged, fields)."""
            self.set_parameters(params)
            self.sync()
            steps, first, parley = self._params.stepper, self._starter, self._MPI.COUPLING_COMM_WORLD
            while not steps.isFinished():
                time, increment = steps.getCurrent(), steps.getIncrement()
                for number in range(self._params.nb_iter):
                    given = {name: None for name, *_ in self._fields_in} if first else self.recv_input_fields()
                    first = False
                    converged, outputs = solver.run_iteration(number, time, increment, given)
                    if self._starter:
                        self.send_output_fields(outputs)
                    converged = parley.allreduce(number, "ICVAST", converged, self._MPI.BOOL, "LAND")
                    if not self._starter:
                        self.send_output_fields(outputs)
                    if converged:
                        break
                steps.completed()
            if self._starter:
                self.recv_input_fields()
            return True

        def finalize(self):
            """Nothing more is exchanged."""

    class SaturneCoupling(ExternalCoupling):
        """A structure in a fluid that code_saturne computes, or another program under its name: forces come, displacements and
        velocities of the interface go."""

        def __init__(self, app="code_aster", debug=False):
            super().__init__(app, False, debug)

        def setup(self, interface, **params):
            """interface (mesh, groups of cells) of a mesh in space."""
            if interface[0].getDimension() != 3:
                raise RuntimeError("The mesh has to be 3D.")
            moves = [(name, ["DX", "DY", "DZ"], "NODES") for name in ("mesh_displacement", "mesh_velocity")]
            super().setup(interface, [("fluid_forces", ["FX", "FY", "FZ"], "CELLS")], moves, **params)

        def set_parameters(self, params):
            """All is told by the other program."""
            parley, words = self._MPI.COUPLING_COMM_WORLD, self._params
            words.nb_iter = parley.recv(0, "NBSSIT")
            words.adapt_step = bool(parley.recv(0, "TADAPT"))
            words.epsilon = parley.recv(0, "EPSILO")
            start, end, step = (parley.recv(0, name) for name in ("TTINIT", "TTMAX", "PDTREF"))
            words.set_values({"init_time": start, "final_time": end, "delta_t": step, "nb_step": 1})

        def run(self, solver):
            """The steps that the other program takes, solver.run_iteration(number, time, step, forces) giving the fields."""
            words, parley = self._params, self._MPI.COUPLING_COMM_WORLD
            time, whole, number, over = words.init_time, words.final_time - words.init_time, 0, False
            if not words.adapt_step:
                self.sync()
            while not over:
                number += 1
                parley.send(number, "DTAST", whole)
                step = parley.recv(number, "DTCALC")
                time += step
                for iteration in range(words.nb_iter):
                    forces = self.recv_input_fields()["fluid_forces"]
                    outputs = solver.run_iteration(iteration, time, step, forces)
                    converged = bool(parley.recv(number, "ICVAST"))
                    self.send_output_fields({name: outputs[name] for name, *_ in self._fields_out})
                    if converged:
                        break
                over = time >= words.final_time
                if not words.adapt_step:
                    over = self.sync(over)
            return self.sync(True)

    return ExternalCoupling, SaturneCoupling
