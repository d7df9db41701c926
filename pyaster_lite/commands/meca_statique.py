"""MECA_STATIQUE: linear elastic equilibrium at one or several instants (u4.51.01)."""

from __future__ import annotations

from types import SimpleNamespace

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.excit import FUNCTION
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.conditions import absent, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.legacy import Renamed, Values
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS
from pyaster_lite.commands._elementary import anelastic_forces, check_models, given_equations, nodal_field
from pyaster_lite.commands._evolution_points import stress_field
from pyaster_lite.commands._reactions import excitation
from pyaster_lite.commands._solver_failures import told_by_solver
from pyaster_lite.commands._time_functions import scalar_function
from pyaster_lite.concepts.result import Result
from pyaster_lite.concepts.super_cells import tied_relations
from pyaster_lite.fe.algebra import is_symmetric
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.structure import Part


def _excit(statut):
    return FACT(
        statut,
        max="**",
        CHARGE=SIMP("o", typ=("char_meca", "char_cine_meca")),
        FONC_MULT=SIMP("f", typ=FUNCTION),
        TYPE_CHARGE=SIMP("f", into=("FIXE_CSTE",), defaut="FIXE_CSTE"),
    )


@operator(
    "MECA_STATIQUE",
    legacy=(
        Renamed("NIVE_COUCHE", None, last="8.0.4"),
        Renamed("NUME_COUCHE", None, last="8.0.4"),
        Values("EXCIT/TYPE_CHARGE", (("FIXE", "FIXE_CSTE"),), "13.1.9"),
        Values("OPTION", (("SIEF_ELGA_DEPL", "SIEF_ELGA"),), "10.3.5"),
    ),
    produces="evol_elas",
    reuse="RESULTAT",
    rules=(EXCLUS("INST", "LIST_INST"), AU_MOINS_UN("CHAM_MATER", "CARA_ELEM")),
    keywords=dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        CHAM_MATER=SIMP("f", typ="cham_mater"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        b_excit_cara=BLOC(present("CARA_ELEM"), EXCIT=_excit("f")),
        b_excit_ncara=BLOC(absent("CARA_ELEM"), EXCIT=_excit("o")),
        RESULTAT=SIMP("f", typ="evol_elas", advisory=True),
        INST=SIMP("f", typ="R"),
        LIST_INST=SIMP("f", typ="listr8_sdaster"),
        b_list=BLOC(present("LIST_INST"), INST_INIT=SIMP("f", typ="R"), INST_FIN=SIMP("f", typ="R")),
        OPTION=SIMP("f", into=("SIEF_ELGA", "SANS"), defaut="SIEF_ELGA"),
        SOLVEUR=solveur(),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def meca_statique(args, context):
    """K u = f(t) under the relations of the loads; K is factorised once, unless the materials depend on what changes in time."""
    model = args.MODELE
    data = model.data(args.CHAM_MATER, args.CARA_ELEM)
    with context.timer("assembly"):
        changing = any(own.varies("elasticity") for own in data)
        forces, relations = _loads(args, model, data, changing)
        elimination = Elimination(relations)
    given = given_equations(args.EXCIT)
    solver = None
    result = context.reused or Result("evol_elas", model.mesh, model, args.CHAM_MATER, args.CARA_ELEM)
    result.excitations = [excitation(occurrence) for occurrence in args.EXCIT]
    instants = _instants(args)
    last = max(result.orders, default=0)
    with context.progress("instants", len(instants)) as line, context.timer("solution"), told_by_solver(args.SOLVEUR):
        for order, t in enumerate(instants, start=last + 1):
            data = [own.between(t, t) for own in data]
            if solver is None or changing:
                with context.timer("assembly"):
                    stiffness = model.matrix("stiffness", data)
                with context.timer("factorisation"):
                    unchecked = args.SOLVEUR.get("NPREC", 0) < 0
                    solver = elimination.factorised(stiffness, is_symmetric(stiffness), model.describe, unchecked)
            offset = elimination.offset(t)
            force = sum((force(t, data) for force in forces), anelastic_forces(model, data))
            u = elimination.expand(solver.solve(elimination.reduce_vector(force - stiffness @ offset)), offset)
            displacements = nodal_field(model, u)
            displacements.hold(elimination, force - stiffness @ u, given)
            fields = {"DEPL": displacements}
            if args.OPTION == "SIEF_ELGA":
                fields["SIEF_ELGA"] = _stresses(model, data, u)
            result.store(order, {"INST": float(t)}, fields)
            line.update(order - last)
    return result


def _instants(args):
    """Those of LIST_INST between INST_INIT and INST_FIN, or INST."""
    if "LIST_INST" not in args:
        return [args.INST or 0.0]
    first, last = args.get("INST_INIT"), args.get("INST_FIN")
    chosen = [t for t in args.LIST_INST.values if (first is None or t >= first * (1 - 1e-12)) and (last is None or t <= last * (1 + 1e-12))]
    if not chosen:
        raise args.wrong("LIST_INST", "no instant lies between INST_INIT and INST_FIN")
    return chosen


def _loads(args, model, data, changing):
    """Functions of time, and of the data then, giving the forces, and the relations; `changing`: materials depend on time."""
    forces, relations = [], tied_relations(model)
    for occurrence in args.EXCIT:
        load = occurrence.CHARGE
        check_models(occurrence, "CHARGE", [load], model)
        occurrence.mark_read("TYPE_CHARGE")
        course = scalar_function(occurrence.FONC_MULT, "INST") if "FONC_MULT" in occurrence else lambda t: 1.0
        if load.imposes:
            relations.append(load.relations(course))
        for term in load.forces:
            kept = term.vector(data, 0.0, None) if term.constant and not changing else None
            forces.append(lambda t, own, f=course, v=kept, term=term: f(t) * (term.vector(own, t, None) if v is None else v))
    return forces, Relations.stacked(model.dofs.size, relations)


def _stresses(model, data, u):
    """A function that makes SIEF_ELGA when it is asked for."""

    def make():
        behaviour = BEHAVIOURS["ELAS"]
        parts, states = [], []
        for group, own, equations in zip(model.groups, data, model.assembler.equations):
            element = group.element
            rest = element.start(own, behaviour) if element.telling else None
            parts.append(Part(element, own, equations, None if rest is None else behaviour))
            if rest is None:
                states.append(None)
            elif hasattr(element, "elastic_state"):
                states.append(element.elastic_state(own, u[equations]))
            else:
                states.append(element.respond(own, behaviour, u[equations], rest, False)[2])
        return stress_field(model.mesh, SimpleNamespace(parts=parts), states)

    return make
