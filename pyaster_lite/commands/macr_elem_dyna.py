"""MACR_ELEM_DYNA: a substructure reduced to its basis (u4.65.01, r4.06.02), or a soil by its impedances on it."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import EXCLUS, PRESENT_ABSENT, UN_PARMI
from pyaster_lite.commands._modal_matrices import is_symmetric, unit_motions
from pyaster_lite.commands._physical_vectors import moved_to
from pyaster_lite.concepts.substructuring import CaseCourse, MacroElement

_PARTS = ("MATR_IMPE_RIGI", "MATR_IMPE_MASS", "MATR_IMPE_AMOR")
_IMPEDANCES = ("MATR_IMPE", *_PARTS)
_COMPLEX = "matr_asse_gene_c"


@operator(
    "MACR_ELEM_DYNA",
    produces="macr_elem_dyna",
    reuse="MACR_ELEM_DYNA",
    rules=(
        EXCLUS("MATR_AMOR", "AMOR_REDUIT"),
        EXCLUS("MODELE_MESURE", "MATR_RIGI"),
        EXCLUS("MODELE_MESURE", "MATR_MASS"),
        EXCLUS("MODELE_MESURE", "MATR_AMOR"),
        EXCLUS("MODELE_MESURE", "AMOR_REDUIT"),
        *(EXCLUS("MODELE_MESURE", word) for word in _IMPEDANCES),
        EXCLUS("SANS_GROUP_NO", "GROUP_NO"),
        *(PRESENT_ABSENT("MATR_IMPE", word) for word in _PARTS),
        *(PRESENT_ABSENT(word, "MATR_RIGI", "MATR_MASS") for word in _IMPEDANCES),
    ),
    keywords=dict(
        MACR_ELEM_DYNA=SIMP("f", typ="macr_elem_dyna"),
        BASE_MODALE=SIMP("o", typ="mode_meca"),
        MATR_RIGI=SIMP("f", typ=("matr_asse_depl_r", "matr_asse_depl_c")),
        MATR_MASS=SIMP("f", typ="matr_asse_depl_r"),
        MATR_AMOR=SIMP("f", typ="matr_asse_depl_r"),
        AMOR_REDUIT=SIMP("f", typ="R", max="**"),
        **{word: SIMP("f", typ=_COMPLEX) for word in _IMPEDANCES},
        b_matr_impe=BLOC(
            present("MATR_IMPE"),
            FREQ_EXTR=SIMP("o", typ="R"),
            AMOR_SOL=SIMP("f", typ="R", defaut=0.0),
            MATR_IMPE_INIT=SIMP("f", typ=_COMPLEX),
        ),
        MODELE_MESURE=FACT(
            "f",
            FREQ=SIMP("o", typ="R", max="**"),
            MASS_GENE=SIMP("o", typ="R", max="**"),
            AMOR_REDUIT=SIMP("f", typ="R", max="**"),
        ),
        SANS_GROUP_NO=SIMP("f", typ="grno"),
        GROUP_NO=SIMP("f", typ="grno"),
        CAS_CHARGE=FACT(
            "f",
            max="**",
            rules=UN_PARMI("VECT_ASSE_GENE", "RESU_GENE"),
            NOM_CAS=SIMP("o"),
            VECT_ASSE_GENE=SIMP("f", typ="vect_asse_gene_r"),
            RESU_GENE=SIMP("f", typ="tran_gene"),
        ),
    ),
)
def macr_elem_dyna(args, context):
    """X^T K X, X^T M X and what the damping is; where its coordinates stand in a mesh, and its load cases."""
    impedance = any(args[word] is not None for word in _IMPEDANCES)
    if args.MACR_ELEM_DYNA is not None and not (impedance and context.reused is args.MACR_ELEM_DYNA):
        raise args.wrong("MACR_ELEM_DYNA", "a macro-element is enriched by impedances, and with reuse only")
    if impedance:
        made = _of_soil(args, context)
    else:
        made = _measured(args.MODELE_MESURE, args.BASE_MODALE, context) if args.MODELE_MESURE is not None else _reduced(args, context)
    if args.GROUP_NO is not None or args.SANS_GROUP_NO is not None:
        mesh = made.basis.mesh
        made.given, made.avoided = (_group(args, word, mesh) for word in ("GROUP_NO", "SANS_GROUP_NO"))
    for level in args.CAS_CHARGE:
        word = "VECT_ASSE_GENE" if level.VECT_ASSE_GENE is not None else "RESU_GENE"
        # the displacements of a transient hold forces then (PROJ_BASE/TYPE_VECT='FORC')
        forces = level[word].vector if word == "VECT_ASSE_GENE" else level[word].displacements
        if forces.shape[-1] != len(made.stiffness):
            raise level.wrong(word, f"it has {forces.shape[-1]} coordinates, and the basis {len(made.stiffness)}")
        made.cases[level.NOM_CAS.strip()] = forces if forces.ndim == 1 else CaseCourse(np.asarray(level[word].times), forces)
    return made


def _group(args, word, mesh):
    """The nodes of a group, in its order."""
    return None if args[word] is None else look_up(args, word, mesh.node_group)[0]


def _reduced(args, context):
    basis = args.BASE_MODALE
    stiffness = _matrix(args, "MATR_RIGI", basis.stiffness)
    mass = _matrix(args, "MATR_MASS", basis.mass)
    if stiffness is None or mass is None:
        raise args.wrong("BASE_MODALE", f"{basis.name} comes without its matrices: give MATR_RIGI and MATR_MASS")
    shapes = moved_to(basis.shapes, basis.dofs, mass.dofs)
    inertia = shapes.T @ (mass.matrix @ unit_motions(mass))
    damping = None
    if args.MATR_AMOR is not None or basis.damping is not None:
        damping = _projected(args.MATR_AMOR if args.MATR_AMOR is not None else basis.damping, basis)
    elif args.AMOR_REDUIT is not None:
        damping = _reduced_damping(args, basis, context)
    made = MacroElement(basis, _projected(stiffness, basis), _projected(mass, basis), damping, inertia)
    made.matrices = stiffness, mass
    return made


def _of_soil(args, context):
    """Its matrices on the static shapes, from an impedance Z(w) with a hysteretic damping b, or with that Z0 at rest, or as told:

    K = Re Z, C = (Im Z - 2 b Re Z) / w;  K = Re Z0, C = Im (Z - Z0) / w, M = Re (Z0 - Z) / w^2  (impe81; above the diagonal counts)
    """
    basis = args.BASE_MODALE
    static = np.array([basis.parameter("TYPE_MODE", order) == "MODE_STA" for order in basis.orders])
    stiffness, mass, damping = (np.zeros((len(static), len(static))) for _ in range(3))

    def impedance(word):
        given = args[word].toNumpy()
        if given.shape != stiffness.shape:
            raise args.wrong(word, f"{args[word].name} has {len(given)} coordinates, and the basis {len(static)}")
        upper = np.triu(given)
        return (upper + np.triu(upper, 1).T) * np.outer(static, static)

    if args.MATR_IMPE is not None:
        pulsation, found = 2.0 * np.pi * args.FREQ_EXTR, impedance("MATR_IMPE")
        stiffness, damping = found.real, (found.imag - 2.0 * args.AMOR_SOL * found.real) / pulsation
        if args.MATR_IMPE_INIT is not None:
            rest = impedance("MATR_IMPE_INIT")
            stiffness, damping, mass = rest.real, (found - rest).imag / pulsation, (rest - found).real / pulsation**2
    else:
        stiffness, mass, damping = (
            impedance(word).real if args[word] is not None else zero for word, zero in zip(_PARTS, (stiffness, mass, damping))
        )
    made = context.reused
    if made is None:
        return MacroElement(basis, stiffness, mass, damping, np.zeros((len(static), 3)))
    if made.stiffness.shape != stiffness.shape:
        raise args.wrong("BASE_MODALE", f"{made.name} has {len(made.stiffness)} coordinates, and the basis {len(static)}")
    made.stiffness, made.mass, made.damping = stiffness, mass, damping
    return made


def _matrix(args, word, default):
    return args[word] if args[word] is not None else default


def _projected(matrix, basis):
    """On the vectors of the basis; that of a symmetric matrix is symmetric, also where rounding is large beside the smallest terms."""
    shapes = moved_to(basis.shapes, basis.dofs, matrix.dofs)
    found = shapes.T @ (matrix.matrix @ shapes)
    return (found + found.T) / 2 if is_symmetric(matrix) else found


def _reduced_damping(args, basis, context):
    """2 a w m on the modes, nothing on the static shapes; the last ratio serves for the modes that are left."""
    rows = [i for i, order in enumerate(basis.orders) if basis.parameter("TYPE_MODE", order) == "MODE_DYN"]
    given = list(args.AMOR_REDUIT)
    if len(given) > len(rows):
        context.warn(args, "AMOR_REDUIT", f"the basis has {len(rows)} modes: the first {len(rows)} dampings of {len(given)} count")
    damping = np.zeros((len(basis.orders), len(basis.orders)))
    for place, i in enumerate(rows):
        order = basis.orders[i]
        ratio = given[min(place, len(given) - 1)]
        damping[i, i] = 4.0 * np.pi * basis.parameter("FREQ", order) * ratio * basis.parameter("MASS_GENE", order)
    return damping


def _measured(level, basis, context):
    size = len(basis.orders)
    for word in ("FREQ", "MASS_GENE", "AMOR_REDUIT"):
        if level[word] is not None and len(level[word]) != size:
            raise level.wrong(word, f"the basis has {size} vectors: give as many values, not {len(level[word])}")
    mass = np.array(level.MASS_GENE, float)
    stiffness = (2.0 * np.pi * np.array(level.FREQ)) ** 2 * mass
    damping = None if level.AMOR_REDUIT is None else np.diag(2.0 * np.array(level.AMOR_REDUIT) * np.sqrt(stiffness * mass))
    context.warn(level, None, "a measured model has no participation of its modes")
    return MacroElement(basis, np.diag(stiffness), np.diag(mass), damping, np.zeros((size, 3)))
