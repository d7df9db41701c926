"""REST_GENE_PHYS: fields on the physical unknowns from a calculation in generalised coordinates (u4.63.31)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import formerly, operator
from pyaster_lite.catalogue.conditions import absent
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS, PRESENT_ABSENT, PRESENT_PRESENT
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._storage_selection import precision, select
from pyaster_lite.commands._superposition import DERIVED, FIELDS, Superposition, restored_harmonic, restored_transient
from pyaster_lite.commands._time_functions import scalar_function
from pyaster_lite.concepts.generalised import Transient
from pyaster_lite.concepts.modes import Modes

PRODUCTS = {"tran_gene": "dyna_trans", "mode_gene": "mode_meca", "mode_meca": "mode_meca", "harm_gene": "dyna_harmo"}
FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")


@operator(
    "REST_GENE_PHYS",
    produces=lambda args: PRODUCTS.get(kind_of(args.get("RESU_GENE"))),
    rules=(
        EXCLUS("INST", "LIST_INST", "TOUT_INST", "TOUT_ORDRE", "NUME_ORDRE", "NUME_MODE"),
        EXCLUS("FREQ", "LIST_FREQ"),
        EXCLUS("MULT_APPUI", "CORR_STAT"),
        EXCLUS("MULT_APPUI", "ACCE_MONO_APPUI"),
        PRESENT_ABSENT("MULT_APPUI", "NOEUD", "GROUP_NO", "GROUP_MA"),
        PRESENT_ABSENT("CORR_STAT", "NOEUD", "GROUP_NO", "GROUP_MA"),
        EXCLUS("NOEUD", "GROUP_NO"),
        PRESENT_PRESENT("ACCE_MONO_APPUI", "DIRECTION"),
    ),
    keywords=dict(
        RESU_GENE=SIMP("o", typ=("tran_gene", "mode_gene", "harm_gene", "mode_meca")),
        MODE_MECA=SIMP("f", typ="mode_meca"),
        NUME_DDL=SIMP("f", typ="nume_ddl_sdaster"),
        TOUT_INST=SIMP("f", into=("OUI",)),
        INST=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
        LIST_INST=SIMP("f", typ="listr8_sdaster"),
        TOUT_ORDRE=SIMP("f", into=("OUI",)),
        NUME_ORDRE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
        NUME_MODE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
        FREQ=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
        LIST_FREQ=SIMP("f", typ="listr8_sdaster"),
        **precision(),
        INTERPOL=SIMP("f", defaut="NON", into=("NON", "LIN")),
        MULT_APPUI=SIMP("f", into=("OUI",)),
        CORR_STAT=SIMP("f", into=("OUI",)),
        TOUT_CHAM=SIMP("f", into=("OUI",)),
        b_nom_cham=BLOC(
            absent("TOUT_CHAM"),
            NOM_CHAM=SIMP("f", max=8, defaut=("ACCE",), into=(*FIELDS, *DERIVED), validators=(no_repeat,)),
        ),
        GROUP_NO=SIMP("f", typ="grno", max="**", validators=(no_repeat,)),
        NOEUD=SIMP("f", typ="no", max="**", validators=(no_repeat,)),
        GROUP_MA=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
        ACCE_MONO_APPUI=SIMP("f", typ=FUNCTION, max=3),
        DIRECTION=SIMP("f", typ="R", min=3, max=9),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def rest_gene_phys(args, context):
    """Superpose the vectors of the basis, at the instants and nodes that are asked for."""
    source = args.RESU_GENE
    args.mark_read("CRITERE", "PRECISION", "INTERPOL", "NUME_DDL")
    if args.MODE_MECA is not None and not isinstance(source, Modes) and len(args.MODE_MECA.orders) < source.displacements.shape[1]:
        wanted, there = source.displacements.shape[1], len(args.MODE_MECA.orders)
        raise args.wrong("MODE_MECA", f"{source.name} has {wanted} coordinates, and {args.MODE_MECA.name} only {there} modes")
    if isinstance(source, Modes):
        return _modes(args, source)
    turn = _turn(args, source, source.of("DEPL").shape[1])
    if isinstance(source, Transient):
        return restored_transient(args, source, turn, lambda name: _beyond(args, source, name, turn.dofs))
    return restored_harmonic(args, source, turn)


def _turn(args, source, size):
    """How coordinates of the source become fields: by MODE_MECA, else by the basis of the calculation."""
    basis = args.MODE_MECA if args.MODE_MECA is not None else source.basis
    below = basis if basis.basis is None else basis.basis
    if below.dofs is None:
        raise args.wrong("RESU_GENE", f"{source.name} is made of linked substructures: use REST_SOUS_STRUC, or give MODE_MECA")
    shapes = basis.shapes[:, :size] if basis.basis is None else below.shapes @ basis.shapes[:, :size]
    return Superposition(args, below.dofs, below.mesh, below.model, shapes, below)


def _beyond(args, source, name, dofs):
    """What is not in the basis, as a function of time: moving supports, static correction, acceleration of the ground."""
    if name in DERIVED:
        for word in ("MULT_APPUI", "CORR_STAT"):
            if args[word] == "OUI":
                raise args.not_yet(word, f"what moving supports and static correction add to {name} is not there yet")
        return None
    for word, motion in (("MULT_APPUI", source.supports), ("CORR_STAT", source.correction)):
        if args[word] == "OUI":
            if motion is None:
                raise args.wrong(word, f"{source.name} was not computed with {word}")
            short = name.removesuffix("_ABSOLU")
            of_time = {"DEPL": motion.displacement, "VITE": motion.velocity, "ACCE": motion.acceleration}[short]
            return lambda t: motion.shapes @ of_time(t)
    if name != "ACCE_ABSOLU":
        return None
    if args.ACCE_MONO_APPUI is None:
        raise args.wrong("NOM_CHAM", "ACCE_ABSOLU needs ACCE_MONO_APPUI")
    return _ground(args, dofs)


def _ground(args, dofs):
    functions = [scalar_function(f, "INST") for f in args.ACCE_MONO_APPUI]
    if len(args.DIRECTION) != 3 * len(functions):
        raise args.wrong("DIRECTION", f"give three components per function: {3 * len(functions)}, not {len(args.DIRECTION)}")
    directions = np.reshape(np.array(args.DIRECTION, float), (-1, 3))
    lengths = np.linalg.norm(directions, axis=1)
    if not lengths.all():
        raise args.wrong("DIRECTION", "a direction is zero")
    directions = directions / lengths[:, None]
    shapes = np.zeros((dofs.size, len(functions)))
    for axis, component in enumerate(("DX", "DY", "DZ")):
        if component in dofs.components:
            shapes[dofs.component == dofs.components.index(component)] = directions[:, axis]
    return lambda t: shapes @ np.array([f(t) for f in functions])


def _modes(args, source):
    """Generalised modes as modes of the structure, on the unknowns of the basis; those of eliminated matrices are so already."""
    if source.basis is None and getattr(source.stiffness, "kind", "") == "matr_asse_elim_r":
        args.mark_read("NOM_CHAM", "TOUT_CHAM")
        return source.part(source.orders, source.field_names())
    if source.basis is None:
        raise args.wrong("RESU_GENE", f"{source.name} is on physical unknowns already")
    if source.basis.dofs is None:
        raise args.wrong("RESU_GENE", f"{source.name} is made of linked substructures: use REST_SOUS_STRUC")
    columns = {word: source.access(word) for word in ("FREQ", "NUME_MODE") if word in source.parameters}
    chosen = select(args, source.name, source.orders, columns, False)
    args.mark_read("NOM_CHAM", "TOUT_CHAM")
    basis = source.basis
    result = Modes("mode_meca", basis.dofs, basis.mesh, basis.model, basis.stiffness, basis.mass, basis.damping)
    for number, row in enumerate(chosen.first, 1):
        order = source.orders[row]
        vector = source.vectors[order]
        parameters = {word: column[order] for word, column in source.parameters.items() if order in column}
        result.store_mode(number, basis.shapes[:, : len(vector)] @ vector, parameters)
    return result


formerly("REST_BASE_PHYS", "REST_GENE_PHYS", "9.3.16")
