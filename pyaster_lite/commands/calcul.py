"""CALCUL: one step of the laws from a given state, with the matrices and forces it makes, for loops of decks themselves (u4.51.10)."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.comportement import comportement
from pyaster_lite.catalogue.commons.excit import FUNCTION
from pyaster_lite.catalogue.commons.schema_thm import schema_thm
from pyaster_lite.catalogue.conditions import is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.commands._elementary import nodal_field
from pyaster_lite.commands._evolution_model import make_structure, moving_cells
from pyaster_lite.commands._evolution_points import internal_field, states_of_fields, stress_field
from pyaster_lite.commands._evolution_start import Given, start_state
from pyaster_lite.commands._physical_vectors import on_unknowns, vector_of
from pyaster_lite.concepts.matrix import ElementaryMatrix, ElementaryVector
from pyaster_lite.concepts.result import Result
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.errors import LawFailed

LAWS = ("COMPORTEMENT", "FORC_INTE_ELEM", "MATR_TANG_ELEM")
"""The options that ask the laws."""
COLUMNS = {"NOM_OBJET": "K16", "TYPE_OBJET": "K16", "NOM_SD": "K24", "NUME_ORDRE": "I", "VALE_I": "I"}


@operator(
    "CALCUL",
    produces=lambda args: None if args.get("__use_namedtuple__") else "table_container",
    reuse="TABLE",
    keywords=dict(
        __use_namedtuple__=SIMP("f", typ="L"),
        PHENOMENE=SIMP("f", into=("MECANIQUE",), defaut="MECANIQUE", advisory=True),
        MODELE=SIMP("o", typ="modele_sdaster"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        CHAM_MATER=SIMP("o", typ="cham_mater"),
        TABLE=SIMP("f", typ="table_container", advisory=True),
        INCREMENT=FACT("o", LIST_INST=SIMP("o", typ="listr8_sdaster"), NUME_ORDRE=SIMP("o", typ="I")),
        OPTION=SIMP("f", max="**", validators=(no_repeat,), into=(*LAWS, "FORC_NODA_ELEM"), defaut=("COMPORTEMENT",)),
        EXCIT=FACT(
            "f",
            max="**",
            CHARGE=SIMP("o", typ=("char_meca", "char_cine_meca")),
            FONC_MULT=SIMP("f", typ=FUNCTION),
            TYPE_CHARGE=SIMP("f", into=("FIXE_CSTE",), defaut="FIXE_CSTE"),
        ),
        DEPL=SIMP("f", typ="cham_no_sdaster"),
        INCR_DEPL=SIMP("f", typ="cham_no_sdaster"),
        SIGM=SIMP("f", typ="cham_elem"),
        VARI=SIMP("f", typ="cham_elem"),
        SCHEMA_THM=schema_thm(),
        COMPORTEMENT=comportement(kits=True),
        b_tangent=BLOC(is_in("OPTION", "MATR_TANG_ELEM"), PHASE=SIMP("f", into=("PREDICTION", "CORRECTION"), defaut="CORRECTION")),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def calcul(args, context):
    """A table of what was made, by NOM_OBJET and NUME_ORDRE; with __use_namedtuple__ its rows as attributes instead."""
    order, (before, after) = _instants(args)
    with context.timer("assembly"):
        structure = make_structure(args, False, np.zeros(args.MODELE.dofs.size))
        if structure.links is not None:
            raise args.not_yet("EXCIT", "rigid bodies that follow the motion are not there yet")
        made = _objects(args, context, structure, before, after)
    if args.get("__use_namedtuple__"):
        return SimpleNamespace(**made)
    return _table(context.reused, order, made)


def _instants(args):
    """(order, instants between which the step goes)."""
    increment = args.INCREMENT
    times, order = increment.LIST_INST.values, increment.NUME_ORDRE
    if not 1 <= order < len(times):
        raise increment.wrong("NUME_ORDRE", f"the list has no step {order}, they go from 1 to {len(times) - 1}")
    return order, (float(times[order - 1]), float(times[order]))


def _objects(args, context, structure, before, after):
    """By name: concepts, and CODE_RETOUR_INTE, 1 where the laws have failed.

    FORC_DIRI_ELEM are the forces by which relations balance the internal ones: there are no multipliers that could tell of others.
    """
    model, options = args.MODELE, args.OPTION
    given = Given({"DEPL": _vector(args, "DEPL")}, args.get("SIGM"), args.get("VARI"))
    state = start_state(given, structure, before, lambda g, u, rest: states_of_fields(g, u, structure, rest, before))
    u, states, made = state.u + _vector(args, "INCR_DEPL"), state.internal, {}
    predicting = args.get("PHASE") == "PREDICTION"
    structure.begin(state, after)
    try:
        if predicting:
            made["MATR_TANG_ELEM"] = _matrix(args, structure, structure.respond(state.u, states, True, before, after, True)[2])
        if set(options) & set(LAWS) - ({"MATR_TANG_ELEM"} if predicting else set()):
            wanted = not predicting and "MATR_TANG_ELEM" in options
            forces, states, tangents = structure.respond(u, states, wanted, before, after)
            made["CODE_RETOUR_INTE"] = 0
            if wanted:
                made["MATR_TANG_ELEM"] = _matrix(args, structure, tangents)
    except LawFailed:
        return {"CODE_RETOUR_INTE": 1}
    if "CODE_RETOUR_INTE" in made:
        held = structure.assembler.vector(forces)
        made["FORC_DIRI_ELEM"] = _vector_of(model, "FORC_DIRI_ELEM", -structure.elimination.supported(held))
        if "FORC_INTE_ELEM" in options:
            made["FORC_INTE_ELEM"] = _vector_of(model, "FORC_INTE_ELEM", held)
        if "COMPORTEMENT" in options:
            made["SIEF_ELGA"] = stress_field(model.mesh, structure, states)
            made["VARI_ELGA"] = internal_field(model.mesh, structure, states)
    if "FORC_NODA_ELEM" in options:
        made["FORC_NODA_ELEM"] = _vector_of(model, "FORC_NODA_ELEM", _nodal_forces(args, context, structure, u, states))
    return made


def _nodal_forces(args, context, structure, u, states):
    """(n,) what CALC_CHAMP makes of the state."""
    model = args.MODELE
    held = Result("evol_noli", model.mesh, model, args.CHAM_MATER, args.get("CARA_ELEM"))
    held.moving_cells = moving_cells(structure)
    held.store(0, {"INST": 0.0}, {"DEPL": nodal_field(model, u), "SIEF_ELGA": stress_field(model.mesh, structure, states)})
    shown = context.run("CALC_CHAMP", RESULTAT=held, FORCE="FORC_NODA")
    return vector_of(shown.field("FORC_NODA", 0), model.dofs)


def _vector(args, word):
    """(n,) of a field, zero where it is not given."""
    model = args.MODELE
    return on_unknowns(args, word, model.dofs, model.mesh) if word in args else np.zeros(model.dofs.size)


def _vector_of(model, option, vector):
    return ElementaryVector("vect_elem_depl_r", model, option, vector)


def _matrix(args, structure, tangents):
    """The tangents of the parts, put where the groups of the model have their cells."""
    model = args.MODELE
    _, row = model.place_of_cells
    blocks = [None] * len(model.groups)
    for part, tangent in zip(structure.parts, tangents):
        if tangent is None:
            continue
        ((group, _),) = model.rows(part.data.cells)
        if blocks[group] is None:
            blocks[group] = np.zeros((len(model.groups[group].cells), *tangent.shape[1:]))
        blocks[group][row[part.data.cells]] = tangent
    relations = structure.elimination.relations
    origins = (args.CHAM_MATER, args.get("CARA_ELEM"))
    return ElementaryMatrix("matr_elem_depl_r", model, "MATR_TANG_ELEM", blocks, relations, origins)


def _table(old, order, made):
    """What was made beside what the table holds of other orders; NOM_SD are the keys of its objects."""
    rows = [] if old is None else [row for row in old.rows() if row["NUME_ORDRE"] != order]
    objects = {} if old is None else {row["NOM_SD"]: old.objects[row["NOM_SD"]] for row in rows if row["NOM_SD"]}
    for name, value in made.items():
        row = dict.fromkeys(COLUMNS) | {"NOM_OBJET": name, "NUME_ORDRE": order}
        if isinstance(value, int):
            row |= {"TYPE_OBJET": "ENTIER", "VALE_I": value}
        else:
            key = f"{name}_{order}"
            row |= {"TYPE_OBJET": value.kind.upper(), "NOM_SD": key}
            objects[key] = value
        rows.append(row)
    columns = {name: (kind, [row[name] for row in rows]) for name, kind in COLUMNS.items()}
    return Table(columns, kind="table_container", objects=objects)
