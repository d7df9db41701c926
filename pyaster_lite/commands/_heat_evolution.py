"""Evolutions of temperature, and of water in what dries: the keywords, the instants, the initial state and the results they share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.commons.archivage import archivage
from pyaster_lite.catalogue.commons.excit import FUNCTION
from pyaster_lite.catalogue.commons.increment import increment
from pyaster_lite.catalogue.commons.instants import Chosen
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.legacy import Idle, Made, Renamed, Told, levels, new_argument
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI
from pyaster_lite.commands._elementary import check_models, given_equations, nodal_field
from pyaster_lite.commands._extended_fields import temperatures_at_points
from pyaster_lite.commands._physical_vectors import vector_of
from pyaster_lite.commands._reactions import excitation
from pyaster_lite.commands._time_functions import scalar_function
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.hybrid import is_hybrid, uniform, values_at_nodes
from pyaster_lite.concepts.result import Result
from pyaster_lite.concepts.step_list import StepList
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.heat_flow import HeatFlow, Inflow
from pyaster_lite.fe.heat_law import ABSOLUTE_ZERO


@dataclass(frozen=True)
class Steady:
    """Without INCREMENT a steady state was meant, at the instant 0; an initial state was only where iterations began."""

    last: str = "15.2.17+"

    def apply(self, factor) -> list[Told]:
        """Say so."""
        if factor.partial or {"INCREMENT", "TYPE_CALCUL"} & factor.arguments.keys():
            return []
        factor.arguments.pop("ETAT_INIT", None)
        level = type(factor)
        instants = Made("DEFI_LIST_REEL", level.from_values({"VALE": 0.0}, factor.span), "listr8_sdaster", "L_INST")
        increment = level.from_values({"LIST_INST": instants}, factor.span)
        for word, value in (("TYPE_CALCUL", "STAT"), ("INCREMENT", increment)):
            factor.arguments[word] = new_argument(word, value, factor)
        return [Told(factor.span, "INCREMENT is not there: it is TYPE_CALCUL='STAT' now", self.last)]


@dataclass(frozen=True)
class Guess:
    """A temperature beside the steady state that begins was where its iterations began."""

    last: str = "15.2.17+"

    def apply(self, factor) -> list[Told]:
        """Leave it out."""
        told = []
        for holder in levels(factor, ("ETAT_INIT",)):
            guess = holder.arguments.pop("VALE", None) if "STAT" in holder.arguments else None
            told += [Told(guess.name_span, "ETAT_INIT/VALE has no effect beside STAT", self.last)] if guess is not None else []
        return told


OLD_HEAT = (
    Steady(),
    Renamed("PARM_THETA", "SCHEMA_TEMPS/THETA", still=True),
    Renamed("ETAT_INIT/STATIONNAIRE", "ETAT_INIT/STAT", still=True),
    Guess(),
    Idle("INCREMENT/PRECISION", ("INST_INIT", "INST_FIN")),
    Idle("ETAT_INIT/PRECISION", ("INST",)),
)


@dataclass(frozen=True)
class Kind:
    """What evolves: the field in a result of type `result`, which goes under the keyword `word`; `called` in messages."""

    field: str
    result: str
    called: str

    @property
    def word(self) -> str:
        """EVOL_THER, EVOL_SECH."""
        return self.result.upper()


ROUNDED = 1e-12
"""How far apart (s) instants may be told to be the same."""
HEAT = Kind("TEMP", "evol_ther", "temperature")
WATER = Kind("SECH", "evol_sech", "concentration")


def initial_state(kind: Kind = HEAT) -> FACT:
    """Steady, uniform, a field, or an instant of another evolution."""
    return FACT(
        "f",
        rules=(UN_PARMI("STAT", kind.word, "CHAM_NO", "VALE"),),
        STAT=SIMP("f", into=("OUI",)),
        **{kind.word: SIMP("f", typ=kind.result)},
        CHAM_NO=SIMP("f", typ="cham_no_sdaster"),
        VALE=SIMP("f", typ="R"),
        b_evol=BLOC(
            present(kind.word),
            rules=EXCLUS("NUME_ORDRE", "INST"),
            NUME_ORDRE=SIMP("f", typ="I"),
            INST=SIMP("f", typ="R"),
            b_inst=BLOC(
                present("INST"),
                CRITERE=SIMP("f", into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
                b_prec_rela=BLOC(equal("CRITERE", "RELATIF"), PRECISION=SIMP("f", typ="R", defaut=1e-6)),
                b_prec_abso=BLOC(equal("CRITERE", "ABSOLU"), PRECISION=SIMP("o", typ="R")),
            ),
        ),
    )


def keywords(kind: Kind = HEAT, **more) -> dict:
    """The keywords that the commands share; `more` are those of one of them."""
    scheme = FACT(
        "d",
        SCHEMA=SIMP("f", into=("THETA",), defaut="THETA", advisory=True),
        THETA=SIMP("f", typ="R", defaut=0.57, val_min=0.0, val_max=1.0),
    )
    shared = dict(
        RESULTAT=SIMP("f", typ=kind.result, advisory=True),
        MODELE=SIMP("o", typ="modele_sdaster"),
        CHAM_MATER=SIMP("o", typ="cham_mater"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        EXCIT=FACT(
            "o",
            max="**",
            CHARGE=SIMP("o", typ=("char_ther", "char_cine_ther")),
            FONC_MULT=SIMP("f", typ=FUNCTION),
            TYPE_CHARGE=SIMP("f", into=("FIXE_CSTE",), defaut="FIXE_CSTE", advisory=True),
        ),
        TYPE_CALCUL=SIMP("f", into=("STAT", "TRAN"), defaut="TRAN"),
        b_trans=BLOC(equal("TYPE_CALCUL", "TRAN"), ETAT_INIT=initial_state(kind), SCHEMA_TEMPS=scheme),
        INCREMENT=increment(),
        SOLVEUR=solveur(),
        ARCHIVAGE=archivage(),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    )
    return shared | more


def heat_flow(args, nonlinear: bool, materials=None, moving: bool = False, newer: bool = False) -> HeatFlow:
    """The model with its loads; a load that depends on the temperature otherwise than linearly is for `nonlinear` ones.

    materials  those of the cells, None for CHAM_MATER
    moving     whether velocities of the body are honoured
    newer      whether by code_aster's newer nonlinear solver, where SOUR_NL takes the factor of another load (`_factors_of_sources`); by
               the older one all of a load takes its factor at the end of a step, what depends on the temperature in the explicit part
               alone and there only what is linear in it
    """
    model, inflows, relations = args.MODELE, [], []
    sources = _factors_of_sources(args.EXCIT) if newer else {}
    for occurrence in args.EXCIT:
        load = occurrence.CHARGE
        check_models(occurrence, "CHARGE", [load], model)
        if load.transports and not moving:
            raise occurrence.wrong(
                "CHARGE", f"{load.name} has CONVECTION, which has no effect here", help="THER_NON_LINE_MO follows sources"
            )
        course = _course(occurrence)
        if load.imposes:
            relations.append(load.relations(course))
        for term in load.forces:
            if term.word == "ECHANGE" and "FONC_MULT" in occurrence:
                raise occurrence.wrong("FONC_MULT", f"{load.name} has ECHANGE, which takes no factor", known_as="CHARGES9_39")
            if term.word in NONLINEAR and not nonlinear:
                raise occurrence.wrong("CHARGE", f"{load.name} has {term.word}, which is not linear", help="THER_NON_LINE solves it")
            linear = term.word not in NONLINEAR
            if newer or not nonlinear:
                own, explicit = sources.get(load, course) if term.word == "SOUR_NL" else course, None
            else:
                own, explicit = _unchanged if term.follows else course, course if linear else _unchanged
            inflows.append(Inflow(term, own, linear, NONLINEAR.get(term.word), explicit))
    data = model.data(args.CHAM_MATER if materials is None else materials, args.get("CARA_ELEM"))
    elimination = Elimination(Relations.stacked(model.dofs.size, relations))
    elements = [group.element for group in model.groups]
    return HeatFlow(model.assembler, elements, data, inflows, elimination, model.describe)


def _course(occurrence):
    """The factor in time of a load."""
    return scalar_function(occurrence.FONC_MULT, "INST") if "FONC_MULT" in occurrence else _unchanged


def _unchanged(t):
    """No factor."""
    return 1.0


def _factors_of_sources(excit) -> dict:
    """The factor in time of SOUR_NL, by load: code_aster 17 numbers its loads by functions from one on where it makes them
    (getThermalNonLinearVolumetricForces), whereas in its list they stand behind those by numbers and before AFFE_CHAR_CINE."""
    listed = sorted(excit, key=lambda occurrence: (occurrence.CHARGE.kind != "char_ther", occurrence.CHARGE.by_functions))
    sources = (occurrence.CHARGE for occurrence in listed if occurrence.CHARGE.by_functions)
    return {load: _course(occurrence) for load, occurrence in zip(sources, listed)}


NONLINEAR = {"RAYONNEMENT": ABSOLUTE_ZERO, "FLUX_NL": None, "SOUR_NL": None}
"""Loads that are not linear in the temperature, with the temperature at which they have their free part (fe.heat_flow.Inflow)."""


def instants(args, begin: float | None, every: bool = False) -> tuple[float, list[float]]:
    """(initial instant, instants to compute): those after the initial one, or `every` one of the list.

    The initial one is `begin`, or what INCREMENT says, or the first of the list. PRECISION is absolute, and there only where
    INCREMENT has INST_INIT or INST_FIN: elsewhere instants are the same when they are within ROUNDED, as in code_aster's TimeStepper.
    """
    increment = args.INCREMENT
    given = increment.LIST_INST
    listed = [float(t) for t in (given.instants if isinstance(given, StepList) else given.values)]
    if (np.diff(listed) <= 0.0).any():
        raise increment.wrong("LIST_INST", "the instants must ascend")

    def numbered(word):
        if increment[word] >= len(listed):
            raise increment.wrong(word, f"the list has no instant {increment[word]}, they go from 0 to {len(listed) - 1}")
        return listed[increment[word]]

    first = increment.get("INST_INIT", listed[0])
    if increment.get("NUME_INST_INIT"):
        first = numbered("NUME_INST_INIT")
    last = numbered("NUME_INST_FIN") if increment.get("NUME_INST_FIN") else increment.get("INST_FIN", listed[-1])
    first = first if begin is None else begin
    width = increment.get("PRECISION", ROUNDED * max(1.0, abs(first)))
    kept = [t for t in listed if (every or t > first + width) and t <= last + width]
    if "INST_FIN" in increment and (not kept or last > kept[-1] + width):
        kept.append(last)
    return first, kept


def is_steady(initial) -> bool:
    """Whether ETAT_INIT, None where it is not given, asks for the steady state."""
    return initial is None or initial.get("STAT") is not None


def initial_temperatures(initial, model, kind: Kind = HEAT) -> np.ndarray:
    """(n,) the temperatures, or what else evolves, that ETAT_INIT gives."""
    if "VALE" in initial:
        return uniform(model, initial.VALE, "T") if is_hybrid(model) else np.full(model.dofs.size, initial.VALE)
    if "CHAM_NO" in initial:
        return _temperatures(initial, "CHAM_NO", initial.CHAM_NO, model, kind)
    return _temperatures(initial, kind.word, initial[kind.word].field(kind.field, order_of_state(initial, kind)), model, kind)


def _temperatures(initial, word, field, model, kind):
    if field.mesh is not model.mesh:
        raise initial.wrong(word, f"these {kind.called}s stand on another mesh than the model")
    if not set(field.components) & set(model.dofs.components):
        raise initial.wrong(word, f"the field carries {', '.join(field.components)}, no {kind.called}")
    return vector_of(field, model.dofs)


def order_of_state(initial, kind: Kind = HEAT) -> int:
    """The storage order of EVOL_THER (EVOL_SECH) that ETAT_INIT means: the last one when it does not say."""
    evolution = initial[kind.word]
    orders = [order for order in evolution.orders if evolution.has_field(kind.field, order)]
    if "NUME_ORDRE" in initial:
        orders = [order for order in orders if order == initial.NUME_ORDRE]
    elif "INST" in initial:
        found = evolution.orders_at("INST", initial.INST, initial.PRECISION, initial.CRITERE)
        orders = [order for order in orders if order in found]
    if not orders:
        raise initial.wrong(kind.word, f"{evolution.name} has no {kind.called}s there")
    return orders[-1]


class HeatArchive:
    """Puts temperatures into a result under its storage orders, at the steps that ARCHIVAGE asks for.

    A result that is taken up again goes on from the initial instant `begin` (None: from its last one); its own temperatures there
    are kept when they are the initial state. `first`: the first storage order of a new result; `materials`: as `heat_flow` has them.
    The temperatures know the multipliers of the relations of `flow` but those of AFFE_CHAR_CINE.
    """

    def __init__(self, args, context, flow: HeatFlow, begin: float | None, first: int = 0, kind: Kind = HEAT, materials=None):
        self._flow, self._silent = flow, given_equations(args.EXCIT)
        self.model, self.result, self._next, self._keeps_start, self._kind = args.MODELE, context.reused, first, True, kind
        self._chosen = Chosen(args.ARCHIVAGE, "PAS_ARCH")
        self._left_out = set(args.ARCHIVAGE.CHAM_EXCLU)
        if self.result is None:
            materials = args.CHAM_MATER if materials is None else materials
            self.result = Result(kind.result, self.model.mesh, self.model, materials, args.get("CARA_ELEM"))
        elif self.result.orders:
            there = [] if begin is None else self.result.orders_at("INST", begin)
            self._next = there[-1] if there else self.result.orders[-1]
            self.result.truncate_after(self._next)
            initial = args.get("ETAT_INIT")
            if initial is not None and initial.get(kind.word) is self.result:
                self._next, self._keeps_start = self._next + 1, False
        self.result.excitations = [excitation(occurrence) for occurrence in args.EXCIT]

    def store(
        self, number: int, t: float, temperature: np.ndarray, reaction: np.ndarray | None = None, last=False, hydration=None, **parameters
    ):
        """Keep the temperatures of a step, and degrees of hydration, if they are wanted, or `last`; number 0 is the initial state.

        temperature, reaction  (n,), what the relations take up; None where nothing was solved
        """
        if not (last or self._chosen(number, t)) if number else not self._keeps_start:
            return
        field = nodal_field(self.model, temperature)
        if reaction is not None and isinstance(self._flow.elimination, Elimination):
            field.hold(self._flow.elimination, reaction, self._silent)
        fields = {self._kind.field: field}
        if is_hybrid(self.model):
            fields["HHO_TEMP"] = lambda: values_at_nodes(self.model, temperature, "TEMP_R")
        if self.model.cracks:
            fields["TEMP_ELGA"] = lambda: temperatures_at_points(self.model, temperature)
        if hydration is not None and any(degree is not None for degree in hydration):
            parts = [(g.cells, degree) for g, degree in zip(self.model.groups, hydration) if degree is not None]
            blocks = [ElementBlock(cells, degree[..., None], ("HYDR",)) for cells, degree in parts]
            fields["HYDR_ELGA"] = ElementField(self.model.mesh, "HYDR_R", "ELGA", blocks)
        fields = {name: field for name, field in fields.items() if name not in self._left_out}
        self.result.store(self._next, {"INST": float(t), **parameters}, fields)
        self._next += 1
