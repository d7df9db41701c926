"""A nonlinear evolution from its keywords to its result: what DYNA_NON_LINE and STAT_NON_LINE share."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from pyaster_lite.catalogue.commons.affichage import affichage
from pyaster_lite.catalogue.commons.archivage import archivage
from pyaster_lite.catalogue.commons.comportement import comportement
from pyaster_lite.catalogue.commons.energie import energie
from pyaster_lite.catalogue.commons.etat_init import etat_init
from pyaster_lite.catalogue.commons.excit import FUNCTION, excit
from pyaster_lite.catalogue.commons.increment import increment
from pyaster_lite.catalogue.commons.modal_follow import crit_stab
from pyaster_lite.catalogue.commons.newton import convergence, line_search, newton
from pyaster_lite.catalogue.commons.observation import CELL_FIELDS, observation, suivi_ddl
from pyaster_lite.catalogue.commons.pilotage import pilotage
from pyaster_lite.catalogue.commons.schema_thm import schema_thm
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.commons.substructures import load_cases
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.commands._applied_laws import applied_laws
from pyaster_lite.commands._contact import contact_of, definition_of
from pyaster_lite.commands._continued_laws import check_continued
from pyaster_lite.commands._evolution_alarms import Alarms
from pyaster_lite.commands._evolution_archive import Archive
from pyaster_lite.commands._evolution_energies import energies_of, no_energies
from pyaster_lite.commands._evolution_follow import Observations, monitors
from pyaster_lite.commands._evolution_foreseen import foresee
from pyaster_lite.commands._evolution_model import make_structure, moving_cells
from pyaster_lite.commands._evolution_modes import Analyses
from pyaster_lite.commands._evolution_options import computed_instants, newton_options, rests
from pyaster_lite.commands._evolution_points import states_of_fields
from pyaster_lite.commands._evolution_quality import Quality, crit_qualite
from pyaster_lite.commands._evolution_start import initial_acceleration, read_state, start_state
from pyaster_lite.commands._evolution_steering import steering_of
from pyaster_lite.commands._evolution_supports import moving_supports
from pyaster_lite.commands._radial_steps import RadialSteps
from pyaster_lite.commands._reactions import excitation
from pyaster_lite.commands._reduced_model import TABLE, reduced, reduced_model, shares_told
from pyaster_lite.commands._step_measures import fields_of, largest, remedies
from pyaster_lite.concepts.result import Result
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.corrected_model import CorrectedNewton
from pyaster_lite.fe.errors import ComputationFailed, SingularMatrix
from pyaster_lite.fe.evolution import evolve
from pyaster_lite.fe.moreau import Moreau
from pyaster_lite.fe.newton import Newton

INFO_DBG = ("CONTACT", "MECANONLINE", "PILOTAGE", "FACTOR", "SOLVEUR", "APPARIEMENT", "MECA_NON_LINE", "FACTORISATION")
"""What code_aster's developers may ask to be told more of."""


def keywords(dynamic: bool, **more) -> dict:
    """The keywords that both commands have; `more` are those of one of them."""
    shared = dict(
        RESULTAT=SIMP("f", typ="evol_noli", advisory=True),
        MODELE=SIMP("o", typ="modele_sdaster"),
        CHAM_MATER=SIMP("o", typ="cham_mater"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        CONTACT=SIMP("f", typ="char_contact"),
        COMPORTEMENT=comportement(kits=True),
        SCHEMA_THM=schema_thm(),
        ETAT_INIT=etat_init(dynamic),
        INCREMENT=increment(),
        # NEWTON_KRYLOV solves for its corrections roughly as long as it is far from balance: solved well they lead to the same balance
        METHODE=SIMP(
            "f", into=("NEWTON", "NEWTON_KRYLOV", *(() if dynamic else ("IMPLEX", "MODELE_REDUIT"))), defaut="NEWTON", advisory=True
        ),
        NEWTON=newton(),
        RECH_LINEAIRE=line_search("MIXTE", *(() if dynamic else ("PILOTAGE",))),
        CONVERGENCE=convergence(),
        SOLVEUR=solveur(),
        OBSERVATION=observation(cell_fields=CELL_FIELDS),
        SUIVI_DDL=suivi_ddl(),
        ARCHIVAGE=archivage(),
        AFFICHAGE=affichage(),
        CRIT_STAB=crit_stab(),
        ENERGIE=energie(),
        MESURE=FACT("d", advisory=True, TABLE=SIMP("f", into=("OUI", "NON"), defaut="NON"), UNITE=SIMP("f", typ="I")),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        b_info=BLOC(equal("INFO", 2), INFO_DBG=SIMP("f", max="**", into=INFO_DBG, advisory=True, validators=(no_repeat,))),
        TITRE=SIMP("f", max="**", advisory=True),
        EXCIT=excit(dynamic),
        SOUS_STRUC=load_cases(FONC_MULT=SIMP("f", typ=FUNCTION)),
    )
    if not dynamic:
        shared["PILOTAGE"], shared["CRIT_QUALITE"] = pilotage(), crit_qualite()
        shared["b_meth_rom"] = BLOC(equal("METHODE", "MODELE_REDUIT"), MODELE_REDUIT=reduced_model(EVOL_NOLI=SIMP("f", typ="evol_noli")))
    return shared | more


def run_evolution(args, context, scheme, dynamic: bool, make_loop=Newton, lumped=False, prepare=None, by_residuals=False):
    """Compute the evolution and give its result.

    scheme     a time scheme, or fe.time_scheme.Static()
    make_loop  what balances the steps: fe.newton.Newton or fe.explicit.Explicit
    lumped     whether the mass is diagonal
    prepare    function (structure, instants, first state) called before the first step
    by_residuals  whether every iterate, the first one too, is the residual of integrated laws, which the result may keep
                  (RESI_NOEU, RESI_RELA_NOEU), and steps that fail are cut as by concepts.step_list.of_stepper: MECA_NON_LINE; in dynamics
                  the first ones are integrated too (NonLinear_module)
    """
    model, dofs = args.MODELE, args.MODELE.dofs
    given = read_state(args, dofs, dynamic, None if by_residuals else context.reused)
    given.mended = dynamic and not given.resumed and context.reused is not None and len(context.reused.orders) > 1

    def changes(quantity):
        return largest(quantity, dofs, lambda name, states: fields_of(model.mesh, structure)(name, states))

    instants, times, failures = computed_instants(args, given.time, changes, by_residuals)
    contact = contact_of(args, model) if "CONTACT" in args else None
    if contact is not None and definition_of(args).model is not model:
        raise args.wrong("CONTACT", f"{definition_of(args).name} is on another model")
    if contact is not None:
        _check_kind(args, contact.solved, make_loop is Moreau)
    with context.timer("assembly"):
        origins = (given.origin, given.vectors["DEPL"], np.zeros(dofs.size))
        structure = make_structure(args, dynamic, next(o for o in origins if o is not None), lumped=lumped)
    laws = applied_laws(args, model.mesh)
    check_continued(args, model, laws, given, structure)
    if args.METHODE == "IMPLEX":
        foresee(args, structure)
    if args.METHODE == "MODELE_REDUIT":
        _reduce(args, structure)
    newton = args.MODELE_REDUIT if args.METHODE == "MODELE_REDUIT" else args.NEWTON
    if newton.given("EVOL_NOLI") and newton.PREDICTION != "DEPL_CALCULE":
        context.warn(newton, "EVOL_NOLI", "only PREDICTION='DEPL_CALCULE' reads it: it has no effect")
    t = float(instants[0])
    state = start_state(given, structure, t, lambda g, u, r: states_of_fields(g, u, structure, r, t))
    if structure.damped_by_tangents:
        structure.stiffness(state, np.zeros(dofs.size), t, "rate")
    # what damps is told with the initial acceleration, matrices that the deck gives left out (nmassi)
    unknown = given.vectors.get("ACCE") is None
    state.damped = unknown and "MATR_ELEM_AMOR" not in args
    if dynamic and unknown:
        # No tangent is made before the first step: a damping that follows it is then that of the mass alone (compDampMatrix of initDyna).
        damping = structure.damping_without_stiffness() if args.get("AMOR_RAYL_RIGI") == "TANGENTE" else None
        if not state.damped:
            damping = 0.0 * structure.mass
        strict = args.SOLVEUR.METHODE in ("LDLT", "MULT_FRONT")
        state.a = initial_acceleration(structure, state, lambda message: context.warn(args, None, message), damping, strict)
    if prepare is not None:
        prepare(structure, instants, state)
    if contact is not None and make_loop is Moreau:
        _check_outside(args, contact.solved, state, model.mesh)
    result = _result(args, context, given, state.time)
    result.excitations = [excitation(occurrence) for occurrence in args.EXCIT]
    result.laws, result.prestressed = laws, args.get("ETAT_INIT") is not None
    result.moving_cells = moving_cells(structure)
    context.keep(result)
    supports = moving_supports(args) if dynamic else None
    if supports is not None:
        structure.drive(supports.shapes, supports.displacement, supports.velocity)
    archive = Archive(args, result, structure, state.internal, dynamic, contact, supports, by_residuals)
    archive.order = max(result.orders) + 1 if result.orders else 0
    observations = Observations(args.OBSERVATION, model.mesh, int(context.reused is not None), result.laws)
    monitor = monitors(args.SUIVI_DDL, model.mesh, result.laws)
    fields = _Fields(archive)
    analyses = Analyses(args, structure, archive, failures, getattr(result, "tables", {}).get("ANALYSE_MODALE"))
    if make_loop is Moreau and args.get("ENERGIE") is not None:
        raise args.not_yet("ENERGIE", "the energies of schemes in velocities are not there yet")
    solved = contact.solved if contact else None
    told_before = getattr(result, "tables", {}).get("PARA_CALC")
    energies = energies_of(args, structure, state, solved, told_before)
    quality = Quality(args, structure, state, given.order)
    if context.reused is None:
        told = _instants(state, state.time, dynamic) | {"ITER_GLOB": 0} | _intensity(None, dynamic)
        archive.store(state, told | quality.parameters, True)
    observations.look(0, state.time, fields.of(state))
    corrected = getattr(structure.elimination, "corrected", None)
    if corrected is not None:
        make_loop = CorrectedNewton
    if structure.links is not None:
        _check_links(args, solved, make_loop)
        solved = structure.links
    # as of motion, the steps of hybrid cells start from what the laws answer (inteForceGetOption)
    integrated = by_residuals or ((dynamic or model.existsHHO()) and not rests(structure))
    loop = make_loop(structure, newton_options(args, structure, integrated), *([] if solved is None else [solved]))
    loop.clock = context.timer
    radial = RadialSteps(args, context, structure, model.mesh.n_cells)
    if radial:
        loop.refuse = radial
    if corrected is not None:
        loop.correct(corrected)
    loop.steering = None if dynamic else steering_of(args, structure)
    say = f"{args.SOLVEUR.METHODE}: {dofs.size} unknowns less {len(structure.elimination.eliminated)} imposed, "
    context.say(say + ("a constant stiffness, factorised once per step length" if structure.linear else "the tangent of every iteration"))
    rules = remedies(failures, changes)
    kept, measure, alarms = True, _Measure(args.MESURE, context, contact), Alarms(args, context, structure, state.time)
    try:
        with context.progress("time", float(instants[-1] - instants[0])) as bar:
            for advance in evolve(loop, scheme, times, state, rules):
                before, state = state.time, advance.state
                structure.ended(state, before)
                if contact is not None:
                    contact.check(state, lambda message: context.warn(args, "CONTACT", message))
                if energies is not None:
                    energies.add(state)
                quality.after(state)
                alarms.after(state)
                analyses.after(advance.number, state)
                if advance.is_last:
                    result.tangents = _compared_tangents(structure)
                kept = advance.is_last or archive.wanted(advance.number, state.time)
                if kept:
                    told = _instants(state, before, dynamic) | _parameters(advance) | _intensity(loop.steering, dynamic)
                    archive.store(state, told | quality.parameters, advance.is_last)
                observations.look(advance.number, state.time, fields.of(state))
                measure.step(state, len(advance.course))
                text = f"t = {state.time:.5g}, {len(advance.course)} iterations"
                bar.update(state.time - float(instants[0]), text if monitor is None else f"{text}, {monitor(fields.of(state))}")
    except SingularMatrix as failure:
        raise failure.at(_place(failure, structure, model)) from failure
    except (ComputationFailed, KeyboardInterrupt):
        if not kept:
            archive.store(state, {"INST": state.time}, True)
        raise
    finally:
        table = observations.table(getattr(result, "tables", {}).get("OBSERVATION"))
        modal = analyses.table()
        made = measure.tables() | ({} if table is None else {"OBSERVATION": table}) | ({} if modal is None else {"ANALYSE_MODALE": modal})
        made["PARA_CALC"] = (told_before or no_energies()) if energies is None else energies.table()
        if args.METHODE == "MODELE_REDUIT" and archive.order > 1:
            made[TABLE] = shares_told(result, "DEPL", structure.elimination, dofs)
        if made:
            result.tables = getattr(result, "tables", {}) | made
    for occurrence in observations.never_met:
        context.warn(occurrence, "NOM_CHAM", f"this evolution has no field {occurrence.NOM_CHAM}: nothing is observed")
    return result


def _result(args, context, given, time):
    """A new result, or the one taken up again, without what comes after the initial instant."""
    result = context.reused
    if result is None:
        return Result("evol_noli", args.MODELE.mesh, args.MODELE, args.CHAM_MATER, args.get("CARA_ELEM"))
    if args.get("ETAT_INIT") is None:
        context.warn(args, None, f"{result.name} is taken up again without ETAT_INIT: the evolution starts from rest")
    result.model, result.material_field, result.characteristics = args.MODELE, args.CHAM_MATER, args.get("CARA_ELEM")
    kept = [order for order in result.orders if result.parameter("INST", order) <= time * (1 + 1e-9) + 1e-300]
    if kept:
        result.truncate_after(max(kept))
    return result


def _reduce(args, structure):
    """The structure moves by the vectors of a basis only."""
    for word in ("CONTACT", "PILOTAGE", "ETAT_INIT", "CRIT_STAB"):
        if args.get(word):
            raise args.not_yet(word, f"{word} does not go with METHODE='MODELE_REDUIT' yet")
    for word in ("RESI_REFE_RELA", "RESI_COMP_RELA"):
        if word in args.CONVERGENCE:
            raise args.CONVERGENCE.wrong(word, "the balance of reduced models is measured along their vectors")
    structure.elimination = reduced(args, "DEPL", structure.elimination)


def _compared_tangents(structure):
    """The last tangent of a cell that was compared, and that by differences, None where none was (TYPE_MATR_TANG='VERIFICATION')."""
    both = [part.perturbation.both() for part in structure.parts if part.perturbation is not None]
    return next((pair for pair in reversed(both) if pair is not None), None)


def _check_links(args, contact, make_loop):
    """Refuse what rigid bodies that follow the motion do not go with."""
    if contact is not None or make_loop is not Newton or args.get("PILOTAGE") is not None or args.METHODE == "MODELE_REDUIT":
        raise args.not_yet("EXCIT", "rigid bodies that follow the motion go without contact, steering, bases and explicit schemes so far")


def _check_kind(args, solved, wanted):
    """Contact between impulses and velocities, and the schemes written in them, go together."""
    impulsive = getattr(solved, "impulsive", False)
    if impulsive and not wanted:
        raise args.wrong("CONTACT", "ALGO_CONT='IMPULSION' acts on velocities", help="DYNA_NON_LINE with SCHEMA='MOREAU' solves it")
    if wanted and solved is not None and not impulsive:
        raise args.wrong("CONTACT", "a scheme in velocities needs contact by impulses", help="ALGO_CONT='IMPULSION' of DEFI_CONTACT")


def _check_outside(args, solved, state, mesh):
    """Impulses change velocities: a body that starts inside another one would stay there."""
    deepest = None if solved is None else solved.inside(state.time, state.u)
    if deepest is not None:
        name, depth = mesh.node_names[deepest[0]], deepest[1]
        text = f"node {name} starts {depth:.6g} m inside its master surface"
        raise args.wrong("CONTACT", text, help=f"move it out by {depth:.6g} m, in the mesh or by ETAT_INIT")


def _intensity(steering, dynamic):
    """Of the steered loads, as statics tells it: zero where there are none."""
    return {} if dynamic else {"ETA_PILOTAGE": 0.0 if steering is None else steering.intensity}


def _instants(state, before, dynamic):
    """The instant and that before, as which statics tells the same, as in code_aster (nmarc0)."""
    return {"INST": state.time, "INST_PREC": before if dynamic else state.time}


def _parameters(advance):
    """Of the iterations those since contact made the step begin anew count, as in code_aster."""
    course = advance.course
    return {
        "ITER_GLOB": len(course) - course.start,
        "RESI_GLOB_RELA": course.relative[-1],
        "RESI_GLOB": course.largest[-1],
    }


def _place(failure, structure, model):
    equation = failure.equation
    if equation is None:
        return "an unknown"
    free = structure.elimination.free
    return model.describe(int(free[equation]) if equation < len(free) else int(equation))


class _Measure:
    """MESURE: for each step its instant, how many iterations it took and for how long (s) it ran, in the table STAT and in a file.

    With contact, also how many slave nodes press at its end, and how many of these stick (mmmcpt).
    """

    COLUMNS = {"INST": "R", "Count_Newt_Iter": "I", "SECONDS": "R"}
    PRESSING, STICKING = {"Count_Cont_NCont": "I"}, {"Count_Cont_NFric": "I"}

    def __init__(self, asked, context, contact):
        self._wanted, self._rows = asked.TABLE == "OUI", []
        self._solved = getattr(contact, "solved", None)
        if not hasattr(self._solved, "report"):
            self._solved = None
        rubs = getattr(self._solved, "frictional", False)
        self._columns = self.COLUMNS | ({} if self._solved is None else self.PRESSING) | (self.STICKING if rubs else {})
        self._unit = asked.get("UNITE") if self._wanted else None
        self._context, self._since = context, perf_counter()
        if self._unit is not None:
            context.write(self._unit, ";".join(self._columns) + "\n")

    def step(self, state, iterations):
        """Note a step that ends with a state."""
        if not self._wanted:
            return
        now = perf_counter()
        row = [state.time, iterations, now - self._since]
        if self._solved is not None:
            status = self._solved.report(state.increment).status
            row += [int((status >= 1.0).sum()), int((status == 1.0).sum())][: len(self._columns) - len(row)]
        self._rows.append(row)
        if self._unit is not None:
            self._context.write(self._unit, ";".join((f"{row[0]:.9g}", str(row[1]), f"{row[2]:.3f}", *map(str, row[3:]))) + "\n")
        self._since = now

    def tables(self) -> dict:
        """By name, that of the steps where it is wanted."""
        if not self._wanted:
            return {}
        columns = {name: (kind, [row[i] for row in self._rows]) for i, (name, kind) in enumerate(self._columns.items())}
        return {"STAT": Table(columns, "")}


class _Fields:
    """The fields of a state by deck word, made once each."""

    def __init__(self, archive):
        self._archive = archive

    def of(self, state):
        made = {}

        def field(word):
            if word not in made:
                made[word] = self._archive.field(word, state)
            return made[word]

        return field
