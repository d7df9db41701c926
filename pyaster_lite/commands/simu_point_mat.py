"""SIMU_POINT_MAT: the evolution of one point of a material under imposed strains, stresses or gradients (u4.51.12).

With SUPPORT='ELEMENT' the point is that of a cell of uniform strain, which gives the same.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.archivage import archivage
from pyaster_lite.catalogue.commons.comportement import comportement
from pyaster_lite.catalogue.commons.increment import increment
from pyaster_lite.catalogue.commons.instants import Chosen
from pyaster_lite.catalogue.commons.newton import convergence, line_search, newton
from pyaster_lite.catalogue.commons.observation import suivi_ddl
from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.catalogue.rules import ENSEMBLE, EXCLUS, PRESENT_ABSENT
from pyaster_lite.commands._cara_solid import AXES_OF_POINT, frame_of
from pyaster_lite.commands._evolution_old import OLD_BEHAVIOUR
from pyaster_lite.commands._evolution_options import computed_instants, line_search_of
from pyaster_lite.commands._laws import KINEMATICS, check_materials, law_of
from pyaster_lite.commands._step_measures import largest, remedies
from pyaster_lite.commands._time_functions import scalar_function
from pyaster_lite.concepts.field import ElementBlock
from pyaster_lite.concepts.surroundings import COMPONENTS
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.balance import Criteria
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.evolution import evolve
from pyaster_lite.fe.frames import mandel_rotation
from pyaster_lite.fe.large_strain import Updated
from pyaster_lite.fe.material_point import FollowedPoint, LargePoint, MaterialPoint, RelatedPoint, UpdatedPoint
from pyaster_lite.fe.multiplicative import Multiplicative
from pyaster_lite.fe.newton import Newton, Options, State
from pyaster_lite.fe.point_newton import PointNewton
from pyaster_lite.fe.tensors import AXES, mandel_factors, von_mises
from pyaster_lite.fe.time_scheme import Static
from pyaster_lite.materials.elas import AS_GIVEN

FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")
GRADIENT = tuple(f"F{i}{j}" for i in (1, 2, 3) for j in (1, 2, 3))
RELATIONS = ("MATR_C1", "MATR_C2", "VECT_IMPO")
_ROW, _COLUMN = (SIMP("o", typ="I", val_min=1, val_max=most) for most in (6, 12))
COURSE = ("fonction_sdaster", "formule")
METALS = {name: {f"V{i + 1}": SIMP("o", typ=COURSE) for i in range(count)} for name, count in (("M_ACIER", 9), ("M_ZIRC", 5))}
"""The phases of metals, and what CALC_META knows beside them, which laws do not read."""
SCALARS = tuple(name for name in COMPONENTS if name not in ("GEOM", "EPSA", *METALS))
_ROUNDED = 1e-13
TIGHT = 1e-9
"""The relative residual that steps of a cell are brought below: it costs little."""


def _components(prefix, statut="f", **words):
    return {prefix + axes: SIMP(statut, **words) for axes in AXES}


@operator(
    "SIMU_POINT_MAT",
    produces="table_sdaster",
    legacy=(*OLD_BEHAVIOUR, Renamed("ARCHIVAGE/ARCH_ETAT_INIT", None, last="10.3.13")),
    rules=(
        EXCLUS("EPSI_IMPOSE", "GRAD_IMPOSE"),
        EXCLUS("SIGM_IMPOSE", "GRAD_IMPOSE"),
        *(PRESENT_ABSENT(word, *RELATIONS) for word in ("EPSI_IMPOSE", "SIGM_IMPOSE", "GRAD_IMPOSE")),
    ),
    keywords=dict(
        COMPORTEMENT=comportement(),
        MATER=SIMP("o", typ="mater_sdaster", max=30),
        MASSIF=AXES_OF_POINT,
        INCREMENT=increment(),
        NEWTON=newton(),
        CONVERGENCE=convergence(),
        SUPPORT=SIMP("f", into=("POINT", "ELEMENT"), defaut="POINT"),
        b_point=BLOC(
            equal("SUPPORT", "POINT"),
            FORMAT_TABLE=SIMP("f", into=("CMP_COLONNE", "CMP_LIGNE"), defaut="CMP_COLONNE"),
            NB_VARI_TABLE=SIMP("f", typ="I"),
            OPER_TANGENT=SIMP("f", into=("OUI", "NON"), defaut="NON"),
            **dict.fromkeys(("MATR_C1", "MATR_C2"), FACT("f", max="**", NUME_LIGNE=_ROW, NUME_COLONNE=_COLUMN, VALE=SIMP("o", typ="R"))),
            VECT_IMPO=FACT("f", max="**", NUME_LIGNE=_ROW, VALE=SIMP("o", typ=FUNCTION)),
            GRAD_IMPOSE=FACT("f", rules=(ENSEMBLE(*GRADIENT),), **{word: SIMP("f", typ=FUNCTION) for word in GRADIENT}),
            ARCHIVAGE=FACT(
                "f",
                LIST_INST=SIMP("f", typ="listr8_sdaster"),
                INST=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
                PAS_ARCH=SIMP("f", typ="I"),
                PRECISION=SIMP("f", typ="R", defaut=1e-6),
            ),
        ),
        b_element=BLOC(
            equal("SUPPORT", "ELEMENT"),
            MODELISATION=SIMP("f", into=("3D", "C_PLAN", "D_PLAN"), defaut="3D"),
            RECH_LINEAIRE=line_search("MIXTE"),
            ARCHIVAGE=archivage(),
            SUIVI_DDL=suivi_ddl(),
        ),
        ANGLE=SIMP("f", typ="R", defaut=0.0),
        SIGM_IMPOSE=FACT("f", **_components("SI", typ=FUNCTION)),
        EPSI_IMPOSE=FACT("f", **_components("EP", typ=FUNCTION)),
        SIGM_INIT=FACT("f", **_components("SI", typ="R", defaut=0.0)),
        EPSI_INIT=FACT("f", **_components("EP", "o", typ="R")),
        VARI_INIT=FACT("f", VALE=SIMP("o", typ="R", max="**")),
        AFFE_VARC=FACT(
            "f",
            max="**",
            NOM_VARC=SIMP("o", into=(*SCALARS, *METALS)),
            b_scalar=BLOC(is_in("NOM_VARC", *SCALARS), VALE_FONC=SIMP("o", typ=COURSE)),
            **{f"b_{metal}": BLOC(equal("NOM_VARC", metal), **words) for metal, words in METALS.items()},
            b_reference=BLOC(is_in("NOM_VARC", "TEMP", "SECH"), VALE_REF=SIMP("o", typ="R")),
        ),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def simu_point_mat(args, context):
    """Balance the point step by step; one row of the table for each instant."""
    words = args.COMPORTEMENT[0] if isinstance(args.COMPORTEMENT, list) else args.COMPORTEMENT
    if words is None:
        raise args.wrong(None, "SIMU_POINT_MAT needs COMPORTEMENT")
    continuum = _continuum(args)
    behaviour = _of_the_start(args, words, law_of(words, continuum))
    data = _data(args, words)
    # what SUIVI_DDL follows is only shown beside the step
    args.mark_read("SUPPORT", "ANGLE", "EPSI_INIT", "SIGM_INIT", "VARI_INIT", "SUIVI_DDL")
    check_materials(words, behaviour, data)
    words.mark_read("DEFORMATION", "TOUT")
    if args.get("OPER_TANGENT") == "OUI" and (args.FORMAT_TABLE != "CMP_COLONNE" or args.get("GRAD_IMPOSE") is not None):
        raise args.not_yet("OPER_TANGENT", "the tangent in the table is there with FORMAT_TABLE='CMP_COLONNE' and small strains only")
    instants, times, failures = computed_instants(args, None, lambda quantity: _changes(args, quantity, continuum))
    words.mark_read("TYPE_MATR_TANG", "VALE_PERT_RELA")
    tangents = [None]
    if args.get("GRAD_IMPOSE") is not None:
        course = _by_gradient(args, words, behaviour, data, instants)
    elif words.DEFORMATION == "PETIT" and not hasattr(behaviour, "integrate"):
        raise words.wrong("RELATION", f"{words.RELATION} is no law of a point in small strain by itself")
    else:
        course = _by_components(args, words, behaviour, continuum, data, instants, times, failures, tangents)
    rows = []
    try:
        for row in course:
            rows.append(row)
    except ComputationFailed:
        # the course as far as it went stays known, as a deck that catches the failure expects
        if rows:
            context.keep(_reported(args, rows, None))
        raise
    return _reported(args, rows, tangents[-1])


def _reported(args, rows, tangents):
    rows = _kept(args, rows)
    if args.SUPPORT == "ELEMENT":
        rows = [{"INST": row["INST"], "NUME_ORDRE": order} | row for order, row in enumerate(rows)]
    table = _table(args, rows)
    table.tangents = tangents
    return table


def _of_the_start(args, words, behaviour):
    """The law; where nothing is told of the start, elasticity tells stresses from the whole strain, but in some large strains."""
    told = any(args.get(word) is not None for word in ("SIGM_INIT", "EPSI_INIT", "VARI_INIT"))
    followed = words.DEFORMATION in ("PETIT_REAC", "GROT_GDEP", "GREEN_LAGRANGE")
    return behaviour if told or followed or behaviour is not BEHAVIOURS["ELAS"] else behaviour.total


def _data(args, words):
    material, *more = args.MATER
    material = material.with_others(more)
    courses = {}
    for level in args.AFFE_VARC:
        if level.NOM_VARC in METALS:
            courses |= {name: scalar_function(level[word], "INST") for name, word in COMPONENTS[level.NOM_VARC].items()}
            level.mark_read(*METALS[level.NOM_VARC])
            continue
        courses[level.NOM_VARC] = scalar_function(level.VALE_FONC, "INST")
        if "VALE_REF" in level:
            courses[f"{level.NOM_VARC}_REF"] = lambda t, value=level.VALE_REF: value
    if args.SUPPORT == "POINT" and (words.DEFORMATION == "PETIT" or args.get("GRAD_IMPOSE") is not None) and courses:
        # expansions are moved to the reference temperature by fields of materials, of which a point has none (op0033)
        courses[AS_GIVEN] = lambda t: 1.0
    around = (lambda t: {name: np.full((1, 1), course(t)) for name, course in courses.items()}) if courses else None
    frames = {"material_frame": frame_of(args.MASSIF)[None]} if args.get("MASSIF") is not None else {}
    return ElementData(np.zeros(1, int), np.zeros((1, 4, 3)), [material.properties], np.zeros(1, int), frames, around)


def _continuum(args):
    word = args.get("MODELISATION", "3D")
    return next(e.continuum for e in MODELISATIONS[word].elements.values() if hasattr(e, "continuum") and hasattr(e, "rule"))


def _course(level, word):
    return scalar_function(level[word], "INST") if level is not None and word in level else None


def _by_components(args, words, behaviour, continuum, data, instants, times, failures, tangents):
    """Rows of the table with imposed strains and stresses; what neither is given for has no stress. `tangents` takes those compared."""
    scale, imposed, stresses = mandel_factors(continuum.strains), {}, {}
    for i, axes in enumerate(continuum.strains):
        if axes == "ZZ" and continuum.dim == 2:
            # as in code_aster nothing is imposed across a plane, whatever is given
            for level, word in ((args.EPSI_IMPOSE, "EPZZ"), (args.SIGM_IMPOSE, "SIZZ")):
                if level is not None:
                    level.mark_read(word)
            imposed[i] = lambda t: 0.0
            continue
        strain, stress = _course(args.EPSI_IMPOSE, f"EP{axes}"), _course(args.SIGM_IMPOSE, f"SI{axes}")
        if strain is not None and stress is not None:
            raise args.SIGM_IMPOSE.wrong(f"SI{axes}", f"EP{axes} is imposed already")
        if strain is not None:
            imposed[i] = lambda t, f=strain, s=scale[i]: s * f(t)
        elif stress is not None:
            stresses[i] = lambda t, f=stress, s=scale[i]: s * f(t)
    _check_across(args, continuum, instants)
    imposed, stresses = _turned(args, continuum, imposed, stresses)
    given = np.zeros(len(scale))

    def loads(t):
        for i, course in stresses.items():
            given[i] = course(t)
        return given.copy()

    point = _related(args, data, behaviour, continuum) or _point(args, words, data, behaviour, continuum, imposed, loads)
    strain = _initial(args.EPSI_INIT, "EP", continuum)
    stress = _initial(args.SIGM_INIT, "SI", continuum)
    internal = np.zeros(behaviour.internal_size + point.added_variables)
    if args.VARI_INIT is not None:
        if len(args.VARI_INIT.VALE) != len(internal):
            raise args.VARI_INIT.wrong("VALE", f"the law has {len(internal)} variables, {len(args.VARI_INIT.VALE)} are given")
        internal[:] = args.VARI_INIT.VALE
    zero = np.zeros(len(scale))
    state = State(float(instants[0]), strain, zero, zero, zero, stress, stress, point.start(strain, stress, internal))
    if args.SUPPORT == "POINT" and not isinstance(point, FollowedPoint):
        perturbed = words.get("TYPE_MATR_TANG") in ("PERTURBATION", "VERIFICATION")
        loop = PointNewton(point, _options(args, _of_point(args.CONVERGENCE)), state.time, perturbed)
    else:
        loop = Newton(point, _options(args, _of_cell(args.CONVERGENCE, getattr(behaviour, "approached", False))))
    before = state
    tangent = args.get("OPER_TANGENT") == "OUI"
    first = _row(state.time, strain, stress, state.internal.internal[0, 0], continuum, 0) | (_tangent(np.zeros((6, 6))) if tangent else {})
    # without a cell the invariants of the start are told as nothing, as code_aster does
    yield first | ({} if isinstance(point, FollowedPoint) or args.SUPPORT == "ELEMENT" else {"TRACE": 0.0, "VMIS": 0.0})
    rules = remedies(failures, lambda quantity: _changes(args, quantity, continuum))
    for advance in evolve(loop, Static(), times, state, rules):
        before, state = state, advance.state
        held = state.internal
        matrix = _tangent(point.stiffness(before, state.u - before.u, state.time, True)) if tangent else {}
        yield _row(state.time, _shown(point, state), held.stress[0, 0], held.internal[0, 0], continuum, len(advance.course)) | matrix
    if words.get("TYPE_MATR_TANG") == "VERIFICATION":
        tangents.append(_two_tangents(point, before, state, words.VALE_PERT_RELA, continuum))


def _shown(point, state):
    """(n,) the strains that the table tells: in plane stress the one across is what EPSI_ELGA has, elastic from those in the plane."""
    strain, continuum = point.shown_strain(state.u), point.continuum
    if not continuum.flat or isinstance(point, FollowedPoint):
        return strain
    data, strain = point.data.between(state.time, state.time), strain[None, None]
    others = anelastic_strain(data, continuum.strains)
    return continuum.shown(strain, strain if others is None else strain - others, data)[0, 0]


def _two_tangents(point, before, state, share, continuum):
    """That of the law after the last step, and that by centred differences; None where the step has changed no strain.

    What rounding leaves of terms is nothing. Both are slopes of stress i by strain j, where code_aster compares one with the other's
    transpose: tests ask for no difference.
    """
    increment = state.u - before.u
    step = share * abs(increment).max()
    if step < np.finfo(float).tiny:
        return None
    aside = step * np.eye(len(increment))
    ahead, behind = (np.array([point.internal_forces(before, increment + one, state.time)[0] for one in s * aside]) for s in (1.0, -1.0))
    slopes = (ahead - behind).T / (2.0 * step)
    kept = [i for i, axes in enumerate(continuum.strains) if not (continuum.flat and axes == "ZZ")]
    places = np.ix_(kept, kept)
    pair = point.stiffness(before, increment, state.time, True)[places], slopes[places]
    return tuple(np.where(abs(matrix) > _ROUNDED * abs(matrix).max(), matrix, 0.0) for matrix in pair)


def _point(args, words, data, behaviour, continuum, imposed, loads):
    """The point that strains and stresses are imposed on; one in large strain is always that of a cell, as in code_aster."""
    if words.DEFORMATION == "PETIT":
        return MaterialPoint(data, behaviour, continuum, imposed, loads)
    kind = KINEMATICS[words.DEFORMATION]
    if kind is Multiplicative and getattr(behaviour, "kirchhoff", None) is None:
        raise words.wrong("DEFORMATION", f"SIMO_MIEHE does not exist for {words.RELATION}")
    if args.get("OPER_TANGENT") == "OUI":
        raise words.not_yet("DEFORMATION", "tangents of a point in large strain are not there yet")
    if kind is Updated:
        return UpdatedPoint(data, behaviour, continuum, imposed, loads)
    if words.DEFORMATION == "SIMO_MIEHE" or hasattr(behaviour, "integrate"):
        return LargePoint(data, behaviour, continuum, imposed, loads, kind)
    raise words.wrong("RELATION", f"{words.RELATION} is no law of a point by itself")


def _related(args, data, behaviour, continuum):
    """The point that MATR_C1 stress + MATR_C2 strain = VECT_IMPO holds, None where they say nothing; rows left out are stresses.

    Shears stand in the matrices times sqrt 2, as those of VECT_IMPO are multiplied; columns 7 to 12 of MATR_C1 are those of strains.
    """
    if not any(args.get(word) for word in RELATIONS):
        return None
    n, values = len(continuum.strains), {}
    sides = {"MATR_C1": np.zeros((n, n)), "MATR_C2": np.zeros((n, n))}
    for word, matrix in sides.items():
        for level in args.get(word) or ():
            column = level.NUME_COLONNE - 1
            if word == "MATR_C2" and column > 5:
                raise level.wrong("NUME_COLONNE", "a strain has 6 components")
            side = sides["MATR_C2"] if column > 5 else matrix
            side[level.NUME_LIGNE - 1, column % 6] = level.VALE
    for level in args.get("VECT_IMPO") or ():
        values[level.NUME_LIGNE - 1] = scalar_function(level.VALE, "INST")
    free = ~(sides["MATR_C1"].any(axis=1) | sides["MATR_C2"].any(axis=1))
    sides["MATR_C1"][free, free] = 1.0

    def right_side(t):
        return np.array([values[i](t) if i in values else 0.0 for i in range(n)]) * mandel_factors(continuum.strains)

    return RelatedPoint(data, behaviour, continuum, sides["MATR_C1"], sides["MATR_C2"], right_side)


def _changes(args, quantity, continuum):
    """What DELTA_GRANDEUR of a list of instants measures of a point."""
    if quantity.field == "DEPL":
        raise args.INCREMENT.wrong("LIST_INST", "DELTA_GRANDEUR of the list is about displacements, which a point has none of")

    def fields(name, state):
        if name == "VARI_ELGA":
            names = tuple(f"V{i + 1}" for i in range(state.internal.shape[-1]))
            return [ElementBlock(np.array([0]), state.internal, names)]
        names = tuple(f"SI{axes}" for axes in continuum.strains)
        return [ElementBlock(np.array([0]), state.stress / mandel_factors(continuum.strains), names)]

    return largest(quantity, None, fields)


def _check_across(args, continuum, instants):
    """A plane problem has no shear across: it may be imposed as nothing only."""
    if len(continuum.strains) < 6:
        for level, prefix in ((args.EPSI_IMPOSE, "EP"), (args.SIGM_IMPOSE, "SI")):
            for word in (f"{prefix}XZ", f"{prefix}YZ"):
                course = _course(level, word)
                if course is not None and any(course(float(t)) != 0.0 for t in instants):
                    raise level.wrong(word, "a plane problem has no shear across")


def _turned(args, continuum, imposed, stresses):
    """Imposed strains and stresses turned by ANGLE about Z; a cell is turned whole, and its results back."""
    angle = np.radians(args.ANGLE)
    if not angle or args.SUPPORT == "ELEMENT":
        return imposed, stresses
    c, s = np.cos(angle), np.sin(angle)
    turn = mandel_rotation(np.array([[[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]]))[0].T
    for i, k in np.argwhere(abs(turn) > _ROUNDED):
        if (i in imposed) != (k in imposed):
            raise args.not_yet("ANGLE", "turned strains and stresses go together where both axes across Z are of one kind only")

    def component(i, given):
        own = [(turn[i, k], course) for k, course in given.items()]
        return lambda t: float(sum(share * course(t) for share, course in own))

    others = [i for i in range(len(continuum.strains)) if i not in imposed]
    return {i: component(i, imposed) for i in imposed}, {i: component(i, stresses) for i in others}


def _initial(level, prefix, continuum):
    if level is None:
        return np.zeros(len(continuum.strains))
    return np.array([level[prefix + axes] for axes in continuum.strains]) * mandel_factors(continuum.strains)


def _of_point(convergence):
    """The criteria of a point by itself, of RESI_GLOB_MAXI only where RESI_GLOB_RELA is not given."""
    relative, absolute = convergence.get("RESI_GLOB_RELA"), convergence.get("RESI_GLOB_MAXI")
    return Criteria(None, absolute) if relative is None and absolute is not None else Criteria(relative or 1e-6)


def _of_cell(convergence, approached):
    """Those of a cell: steps of laws that answer within a precision only, whose path counts, are brought below RESI_GLOB_RELA."""
    absolute = convergence.get("RESI_GLOB_RELA") is None and convergence.get("RESI_GLOB_MAXI") is not None
    return Criteria((convergence.get("RESI_GLOB_RELA") or 1e-6) if approached and not absolute else TIGHT)


def _options(args, criteria):
    words, convergence = args.NEWTON, args.CONVERGENCE
    words.mark_read("MATR_RIGI_SYME")
    convergence.mark_read("RESI_GLOB_RELA", "RESI_GLOB_MAXI", "VERIF")
    if words.PAS_MINI_ELAS:
        raise words.not_yet("PAS_MINI_ELAS", "short steps of a point have no elastic iterations yet")
    convergence.mark_read("ITER_GLOB_ELAS")
    prediction = {"TANGENTE": "tangent", "ELASTIQUE": "elastic", "EXTRAPOLE": "extrapolate"}.get(words.PREDICTION or words.MATRICE)
    if prediction is None:
        raise words.not_yet("PREDICTION", f"{words.PREDICTION} is not there for a point")
    words.mark_read("REAC_INCR", "REAC_ITER", "REAC_ITER_ELAS", "EVOL_NOLI")
    tangent, anyway = words.MATRICE == "TANGENTE", convergence.ARRET == "NON"
    how = dict(most=convergence.ITER_GLOB_MAXI, accept_anyway=anyway, line_search=line_search_of(args.get("RECH_LINEAIRE")))
    # code_aster goes on where perfect plasticity leaves some strain free (mgauss)
    return Options(criteria, prediction, tangent, 1, int(tangent), lenient=True, **how)


def _by_gradient(args, words, behaviour, data, instants):
    """Rows of the table where the gradient is given."""
    if words.DEFORMATION != "SIMO_MIEHE" or getattr(behaviour, "kirchhoff", None) is None:
        raise words.wrong("DEFORMATION", "GRAD_IMPOSE needs DEFORMATION='SIMO_MIEHE' and a law that has it")
    # nothing is iterated for: the gradient is given
    args.mark_read("NEWTON", "CONVERGENCE")
    courses = [scalar_function(args.GRAD_IMPOSE[word], "INST") for word in GRADIENT]
    before, internal, cauchy = np.eye(3), np.zeros(behaviour.internal_size + 6), np.zeros((3, 3))
    yield _gradient_row(float(instants[0]), before, np.zeros((3, 3)), internal)
    for start, t in zip(instants[:-1], instants[1:]):
        gradient = np.array([course(t) for course in courses]).reshape(3, 3)
        shaped = [matrix[None, None] for matrix in (gradient, before)]
        more = (cauchy[None, None],) if getattr(behaviour, "by_stress", False) else ()
        stress, _, found = behaviour.kirchhoff(*shaped, internal[None, None], data.between(float(start), float(t)), *more)
        before, internal, cauchy = gradient, found[0, 0], stress[0, 0] / np.linalg.det(gradient)
        yield _gradient_row(float(t), gradient, cauchy, internal)


def _row(t, strain, stress, internal, continuum, iterations):
    scale = mandel_factors(continuum.strains)
    row = {"INST": t}
    row |= {f"EP{axes}": float(value) for axes, value in zip(continuum.strains, strain / scale)}
    row |= {f"SI{axes}": float(value) for axes, value in zip(continuum.strains, stress / scale)}
    return _finished(row, stress, internal, iterations)


def _gradient_row(t, gradient, stress, internal):
    row = {"INST": t} | {word: float(value) for word, value in zip(GRADIENT, gradient.ravel())}
    pairs = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
    row |= {f"SI{axes}": float(stress[pair]) for axes, pair in zip(AXES, pairs)}
    return _finished(row, np.array([stress[i, j] * (1.0 if i == j else sqrt(2.0)) for i, j in pairs]), internal, 0)


def _tangent(matrix):
    """Its components K11, K12, ... in the notation where shears have sqrt(2); as in code_aster Kij is the slope of stress j by strain i."""
    return {f"K{i + 1}{j + 1}": float(matrix[j, i]) for i in range(6) for j in range(6)}


def _finished(row, stress, internal, iterations):
    row |= {"TRACE": float(stress[:3].sum()), "VMIS": float(von_mises(stress))}
    row |= {f"V{i + 1}": float(value) for i, value in enumerate(internal)}
    return row | {"NB_ITER": float(iterations)}


def _kept(args, rows):
    """What ARCHIVAGE asks for of the rows."""
    level = args.get("ARCHIVAGE")
    if level is None:
        return rows
    if args.SUPPORT == "ELEMENT":
        # fields are told at the end, when all of them are known
        level.mark_read("CHAM_EXCLU")
        chosen = Chosen(level, "PAS_ARCH")
        return [row for n, row in enumerate(rows) if n in (0, len(rows) - 1) or chosen(n, row["INST"])]
    # without a cell the others choose nothing, as in code_aster
    level.mark_read("INST", "PAS_ARCH", "PRECISION")
    if "LIST_INST" not in level:
        return rows
    wanted = np.array(level.LIST_INST.values)
    return [row for row in rows if (abs(wanted - row["INST"]) <= level.PRECISION * np.maximum(abs(wanted), 1e-300)).any()]


def _table(args, rows):
    most = args.get("NB_VARI_TABLE")
    names = [name for name in rows[0] if most is None or not name.startswith("V") or name == "VMIS" or int(name[1:]) <= most]
    if args.get("FORMAT_TABLE", "CMP_COLONNE") == "CMP_COLONNE":
        return Table({name: ("I" if name == "NUME_ORDRE" else "R", [row[name] for row in rows]) for name in names})
    lines = []
    for row in rows:
        for name in names:
            if name not in ("INST", "NUME_ORDRE", "NB_ITER"):
                lines.append({"INST": row["INST"], "GRANDEUR": _quantity(name), "CMP": name, "VALEUR": row[name]})
        lines.append({"INST": row["INST"], "GRANDEUR": "NB_ITER", "CMP": "NB_ITER", "VALEUR": row["NB_ITER"]})
    return Table.from_rows(lines, {"INST": "R", "GRANDEUR": "K8", "CMP": "K8", "VALEUR": "R"})


def _quantity(name):
    if name in ("TRACE", "VMIS"):
        return "SIEQ"
    return {"E": "EPSI", "F": "EPSI", "S": "SIGM", "V": "VARI"}[name[0]]
