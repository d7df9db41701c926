"""MACRO_MATR_AJOU: what a fluid adds to the matrices of the structures in it, in one command (u4.66.11)."""

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.registry import THERMAL_MODELISATIONS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS, UN_PARMI
from pyaster_lite.concepts.load import Load
from pyaster_lite.concepts.material import Material, MaterialField
from pyaster_lite.concepts.matrix import GeneralisedVector
from pyaster_lite.concepts.model import ElementGroup, Model
from pyaster_lite.fe.skin import Side
from pyaster_lite.loads._imposed import imposed_term

from ._added_matrices import AXES, WORDS, added_by_flow, added_force, in_coordinates, rules_of, steady_potential
from ._static_modes import driven_by, unit_direction

SOURCES = ("MODE_MECA", "DEPL_IMPO", "MODELE_GENE")
MADE = ("MATR_MASS_AJOU", "MATR_AMOR_AJOU", "MATR_RIGI_AJOU")


def _made(args):
    made = [(args.get(word), "matr_asse_gene_r") for word in MADE if args.get(word) is not None]
    return made + [(level.VECTEUR, "vect_asse_gene_r") for level in args.get("FORC_AJOU") or ()]


@operator(
    "MACRO_MATR_AJOU",
    creates=_made,
    rules=(*rules_of(SOURCES), AU_MOINS_UN(*MADE), EXCLUS("MONO_APPUI", "MODE_STAT")),
    keywords=dict(
        **WORDS,
        MAILLAGE=SIMP("o", typ="maillage_sdaster"),
        GROUP_MA_FLUIDE=SIMP("o", typ="grma"),
        GROUP_MA_INTERF=SIMP("o", typ="grma"),
        MODELISATION=SIMP("o", into=("PLAN", "AXIS", "3D")),
        FLUIDE=FACT("o", max="**", RHO=SIMP("o", typ="R"), TOUT=SIMP("f", into=("OUI",)), GROUP_MA=SIMP("f", typ="grma")),
        DDL_IMPO=FACT(
            "o",
            max="**",
            rules=UN_PARMI("PRES_FLUIDE", "PRES_SORTIE"),
            GROUP_NO=SIMP("o", typ="grno"),
            PRES_FLUIDE=SIMP("f", typ="R"),
            PRES_SORTIE=SIMP("f", typ="R"),
        ),
        ECOULEMENT=FACT(
            "f",
            GROUP_MA_1=SIMP("o", typ="grma"),
            GROUP_MA_2=SIMP("o", typ="grma"),
            VNOR_1=SIMP("o", typ="R"),
            VNOR_2=SIMP("o", typ="R"),
        ),
        DEPL_IMPO=SIMP("f", typ="cham_no_sdaster"),
        **{word: SIMP("f", typ="CO") for word in MADE},
        MONO_APPUI=SIMP("f", into=("OUI",)),
        MODE_STAT=SIMP("f", typ="mode_meca"),
        FORC_AJOU=FACT(
            "f",
            max="**",
            DIRECTION=SIMP("o", typ="R", max=3),
            GROUP_NO=SIMP("f", typ="grno", max="**", validators=(no_repeat,)),
            VECTEUR=SIMP("o", typ="CO"),
        ),
    ),
)
def macro_matr_ajou(args, context):
    """The models of heat, their material and their imposed values are made here, the rest is as in CALC_MATR_AJOU."""
    # without FORC_AJOU nothing is moved
    args.mark_read("NOEUD_DOUBLE", "SOLVEUR", "MONO_APPUI", "MODE_STAT")
    mesh = args.MAILLAGE
    inside, shared = (_group(args, word, mesh.cell_group) for word in ("GROUP_MA_FLUIDE", "GROUP_MA_INTERF"))
    sides = _model(args, mesh, shared)
    fluid = _model(args, mesh, np.union1d(inside, shared))
    load = Load("char_ther", fluid, [imposed_term(fluid, _imposed(args, fluid, "PRES_FLUIDE"), "TEMP_IMPO")])
    given = SOURCES, fluid, sides, _materials(args, mesh), load
    if args.MATR_MASS_AJOU is not None:
        context.create(args.MATR_MASS_AJOU, in_coordinates(args, context, *given))
    for level in args.FORC_AJOU or ():
        if args.MODE_MECA is None:
            raise args.not_yet("FORC_AJOU", "what a fluid does to substructures whose supports move is not there yet")
        basis, size = args.MODE_MECA, args.NUME_DDL_GENE.size
        force = added_force(context, *given[1:], basis, args.DIST_REFE, _support_motion(args, level, basis))
        context.create(level.VECTEUR, GeneralisedVector("vect_asse_gene_r", basis, force[:size]))
    asked = [word for word in MADE[1:] if args[word] is not None]
    if not asked:
        args.mark_read("ECOULEMENT")
        return
    if "MODELE_GENE" in args:
        raise args.not_yet("MODELE_GENE", "what a flow adds to substructures is not there yet")
    potential = _steady_flow(args, mesh, inside)
    for word in asked:
        context.create(args[word], in_coordinates(args, context, *given, added_by_flow(word.removeprefix("MATR_"), potential)))


def _support_motion(args, level, basis):
    """(n_nodes, 3) the motion of the structure along DIRECTION, or the one that static modes of its supports give it.

    Of the static mode of a component only this component counts, as in code_aster (phi199).
    """
    direction = unit_direction(level)
    moved = np.zeros((basis.mesh.n_nodes, 3))
    if args.MODE_STAT is None:
        level.mark_read("GROUP_NO")
        moved[:, : len(direction)] = direction
        return moved
    modes = args.MODE_STAT
    for axis in np.flatnonzero(direction):
        along = driven_by(level, modes, np.eye(len(direction))[axis] * direction[axis])
        equations = modes.dofs.index(np.arange(modes.mesh.n_nodes), AXES[axis])
        moved[equations >= 0, axis] = along[equations[equations >= 0]]
    return moved


def _steady_flow(args, mesh, inside):
    """(n_nodes,) the potential of a flow that enters through one side and leaves through another, with given velocities."""
    level = args.ECOULEMENT
    if level is None or args.MODELISATION != "3D":
        raise args.wrong("ECOULEMENT", "dampings and stiffnesses are those of a flow in space: ECOULEMENT gives it, MODELISATION='3D'")
    groups = [_group(level, word, mesh.cell_group) for word in ("GROUP_MA_1", "GROUP_MA_2")]
    fluid = _model(args, mesh, np.concatenate([inside, *groups]))
    speeds = np.zeros(mesh.n_cells)
    for group, speed in zip(groups, (level.VNOR_1, level.VNOR_2)):
        speeds[group] += speed
    right = np.zeros(fluid.dofs.size)
    for group, data, equations in zip(fluid.groups, fluid.data(None), fluid.assembler.equations):
        if isinstance(group.element, Side):
            np.add.at(right, equations, group.element.inflow(data, speeds[group.cells, None]))
    imposed = imposed_term(fluid, _imposed(args, fluid, "PRES_SORTIE"), "TEMP_IMPO")
    return steady_potential(fluid, _materials(args, mesh), Load("char_ther", fluid, [imposed]), right)


def _group(level, word, find):
    try:
        return find(level[word])
    except KeyError as unknown:
        raise level.wrong(word, str(unknown)) from None


def _model(args, mesh, cells):
    family = THERMAL_MODELISATIONS[args.MODELISATION]
    blocks = [block for block in mesh.select(cells) if family.element(block.type) is not None]
    if not blocks:
        raise args.wrong("MODELISATION", f"{args.MODELISATION} has no element for any cell of the fluid")
    return Model(mesh, "THERMIQUE", [ElementGroup(args.MODELISATION, family.element(b.type), b.cells, mesh) for b in blocks])


def _materials(args, mesh):
    """The densities as heat capacities, by cell; one alone is that of all cells."""
    index, materials = np.full(mesh.n_cells, -1), []
    for number, level in enumerate(args.FLUIDE):
        level.mark_read("TOUT")
        cells = slice(None)
        if "GROUP_MA" in level and len(args.FLUIDE) > 1:
            cells = _group(level, "GROUP_MA", mesh.cell_group)
        elif len(args.FLUIDE) > 1:
            raise level.wrong(None, "each of several fluids needs its GROUP_MA")
        level.mark_read("GROUP_MA")
        index[cells] = number
        materials.append(Material({"THER": {"LAMBDA": 1.0, "RHO_CP": level.RHO}}, {"conductivity": np.eye(3), "heat_capacity": level.RHO}))
    return MaterialField(mesh, materials, index)


def _imposed(args, fluid, word):
    """The equations where a word of DDL_IMPO gives the pressure, with the values."""
    imposed = {}
    for level in args.DDL_IMPO:
        if word not in level:
            continue
        nodes = _group(level, "GROUP_NO", fluid.mesh.node_group)
        equations = fluid.dofs.index(nodes, "TEMP")
        if not (equations >= 0).any():
            raise level.wrong("GROUP_NO", "none of these nodes is in the fluid")
        imposed |= {int(equation): level[word] for equation in equations[equations >= 0]}
    return imposed
