"""MACR_ELEM_STAT: a structure condensed statically on some of its nodes (u4.62.01, r4.06.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, ENSEMBLE, PRESENT_PRESENT
from pyaster_lite.commands._physical_vectors import moved_to
from pyaster_lite.commands.proj_mesu_modal import readings
from pyaster_lite.concepts.measured_modes import MeasuredModes
from pyaster_lite.concepts.super_cells import LoadCase, StaticMacroElement, case_force, tied_relations
from pyaster_lite.fe.constraints import Relations


@operator(
    "MACR_ELEM_STAT",
    produces="macr_elem_stat",
    reuse="MACR_ELEM",
    rules=(AU_MOINS_UN("DEFINITION", "RIGI_MECA", "MASS_MECA", "CAS_CHARGE"), ENSEMBLE("DEFINITION", "EXTERIEUR")),
    keywords=dict(
        MACR_ELEM=SIMP("f", typ="macr_elem_stat"),
        DEFINITION=FACT(
            "f",
            rules=PRESENT_PRESENT("PROJ_MESU", "MODE_MESURE"),
            MODELE=SIMP("o", typ="modele_sdaster"),
            CHAM_MATER=SIMP("f", typ="cham_mater"),
            CARA_ELEM=SIMP("f", typ="cara_elem"),
            CHAR_MACR_ELEM=SIMP("f", typ="char_meca"),
            INST=SIMP("f", typ="R", defaut=0.0),
            PROJ_MESU=SIMP("f", typ=("mode_gene", "tran_gene", "harm_gene")),
            MODE_MESURE=SIMP("f", typ="mode_meca"),
            NMAX_CAS=SIMP("f", typ="I", defaut=10, advisory=True),
            NMAX_CHAR=SIMP("f", typ="I", defaut=10, advisory=True),
        ),
        EXTERIEUR=FACT(
            "f",
            rules=(AU_MOINS_UN("NOEUD", "GROUP_NO"),),
            NOEUD=SIMP("f", typ="no", max="**", validators=(no_repeat,)),
            GROUP_NO=SIMP("f", typ="grno", max="**", validators=(no_repeat,)),
        ),
        RIGI_MECA=FACT("f"),
        MASS_MECA=FACT("f"),
        AMOR_MECA=FACT("f"),
        CAS_CHARGE=FACT(
            "f",
            max="**",
            NOM_CAS=SIMP("o"),
            SUIV=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
            CHARGE=SIMP("f", typ="char_meca", max="**", validators=(no_repeat,)),
            INST=SIMP("f", typ="R", defaut=0.0),
        ),
    ),
)
def macr_elem_stat(args, context):
    """What is condensed, then its stiffness, its mass and its load cases, as far as they are asked for."""
    macro = context.reused
    if macro is None:
        if args.DEFINITION is None:
            raise args.wrong(None, "a new super-element needs DEFINITION and EXTERIEUR")
        macro = _defined(args.DEFINITION, args.EXTERIEUR, context)
    elif args.DEFINITION is not None:
        raise args.wrong("DEFINITION", f"{macro.name} is defined already")
    if args.RIGI_MECA is not None:
        if macro.stiffness is not None:
            raise args.wrong("RIGI_MECA", f"{macro.name} has its stiffness already")
        with context.timer("factorisation"):
            macro.condense()
    for word in ("MASS_MECA", "CAS_CHARGE"):
        if args[word] and macro.stiffness is None:
            raise args.wrong(word, "the stiffness comes first: give RIGI_MECA")
    if args.MASS_MECA is not None:
        macro.mass = macro.reduced("mass")
    if args.AMOR_MECA is not None:
        if macro.measured is None:
            raise args.wrong("AMOR_MECA", "only super-elements of measured modes are damped")
        macro.damping = macro.reduced("damping")
    if args.CAS_CHARGE and macro.measured is not None:
        raise args.wrong("CAS_CHARGE", "super-elements of measured modes have no load cases")
    for level in args.CAS_CHARGE:
        macro.cases[level.NOM_CAS.strip()] = _case(level, macro)
    return macro


def _defined(level, outside, context):
    model, load = level.MODELE, level.CHAR_MACR_ELEM
    if load is not None and load.model is not model:
        raise level.wrong("CHAR_MACR_ELEM", f"the load {load.name} is on another model")
    held = [load.relations()] if load is not None and load.imposes else []
    relations = Relations.stacked(model.dofs.size, [*tied_relations(model), *held])
    found = look_up(outside, "NOEUD", model.mesh.find_node) + look_up(outside, "GROUP_NO", model.mesh.node_group)
    nodes = np.array(list(dict.fromkeys(np.concatenate(found).tolist())), int)
    carried = (model.dofs.table[nodes] >= 0).any(axis=1)
    if not carried.all():
        context.warn(outside, None, f"{np.count_nonzero(~carried)} exterior nodes carry no unknown: they are left out")
    macro = StaticMacroElement(model, model.data(level.CHAM_MATER, level.CARA_ELEM), nodes[carried], relations, level.INST)
    macro.load = load
    if level.PROJ_MESU is not None:
        macro.measured = _measured(level, macro)
    return macro


def _measured(level, macro):
    """The measured modes, at the exterior unknowns by the basis that the measurement was projected on."""
    source, modes = level.PROJ_MESU, level.MODE_MESURE
    measurement = getattr(source, "measurement", None)
    if measurement is None:
        raise level.wrong("PROJ_MESU", f"{source.name} is no projection of measured modes by PROJ_MESU_MODAL")
    basis = source.basis
    told = readings(modes, modes.orders, measurement.sensors, measurement.sensors[0][0], axes=measurement.axes).T
    rows = moved_to(basis.shapes, basis.dofs, macro.model.dofs)[macro.equations]
    if len(measurement.sensors) < basis.shapes.shape[1] or len(rows) < len(modes.orders):
        raise level.wrong("PROJ_MESU", "there are fewer sensors than vectors of the basis, or fewer exterior unknowns than modes")
    columns = []
    for word in ("OMEGA2", "MASS_GENE", "AMOR_GENE"):
        column = modes.access(word)
        if word == "OMEGA2" and np.isnan(column).any():
            column = (2.0 * np.pi * modes.access("FREQ")) ** 2
        columns.append(np.nan_to_num(column))
    return MeasuredModes(measurement, told.real, rows, *columns)


def _case(level, macro):
    """Forces of the loads, and of the case of the same name of the super-elements inside."""
    name, size = level.NOM_CAS.strip(), macro.model.dofs.size
    data = [own.between(level.INST, level.INST) for own in macro.data]
    force, imposed = case_force(macro.model, name), np.zeros(len(macro.relations))
    for item, load in enumerate(level.CHARGE or ()):
        if load.model is not macro.model:
            raise level.wrong("CHARGE", f"the load {load.name} is on another model", item=item)
        force = force + load.vector(data, level.INST)
        if load.imposes and load is not macro.load:
            raise level.wrong("CHARGE", f"{load.name} imposes displacements that are not in CHAR_MACR_ELEM", item=item)
        if load.imposes:
            imposed = macro.relations.value(level.INST)
            if imposed[~macro.reduction.inner].any():
                raise level.not_yet("CHARGE", "displacements imposed between exterior nodes are not there yet", item=item)
    return LoadCase(np.zeros(size) + force, imposed, level.SUIV == "OUI")
