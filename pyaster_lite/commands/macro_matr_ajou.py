"""MACRO_MATR_AJOU: what a fluid adds to the mass of the structures in it, in one command (u4.66.11)."""

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import THERMAL_MODELISATIONS
from pyaster_lite.concepts.load import Load
from pyaster_lite.concepts.material import Material, MaterialField
from pyaster_lite.concepts.model import ElementGroup, Model
from pyaster_lite.loads._imposed import imposed_term

from ._added_matrices import WORDS, in_coordinates, rules_of

SOURCES = ("MODE_MECA", "DEPL_IMPO", "MODELE_GENE")


@operator(
    "MACRO_MATR_AJOU",
    creates=lambda args: [(args.MATR_MASS_AJOU, "matr_asse_gene_r")],
    rules=rules_of(SOURCES),
    keywords=dict(
        **WORDS,
        MAILLAGE=SIMP("o", typ="maillage_sdaster"),
        GROUP_MA_FLUIDE=SIMP("o", typ="grma"),
        GROUP_MA_INTERF=SIMP("o", typ="grma"),
        MODELISATION=SIMP("o", into=("PLAN", "AXIS", "3D")),
        FLUIDE=FACT("o", max="**", RHO=SIMP("o", typ="R"), TOUT=SIMP("f", into=("OUI",)), GROUP_MA=SIMP("f", typ="grma")),
        DDL_IMPO=FACT("o", max="**", GROUP_NO=SIMP("o", typ="grno"), PRES_FLUIDE=SIMP("o", typ="R")),
        DEPL_IMPO=SIMP("f", typ="cham_no_sdaster"),
        MATR_MASS_AJOU=SIMP("o", typ="CO"),
    ),
)
def macro_matr_ajou(args, context):
    """The models of heat, their material and their imposed values are made here, the rest is as in CALC_MATR_AJOU."""
    args.mark_read("NOEUD_DOUBLE", "SOLVEUR")
    mesh = args.MAILLAGE
    inside, shared = (_group(args, word, mesh.cell_group) for word in ("GROUP_MA_FLUIDE", "GROUP_MA_INTERF"))
    sides = _model(args, mesh, shared)
    fluid = _model(args, mesh, np.union1d(inside, shared))
    load = Load("char_ther", fluid, [imposed_term(fluid, _imposed(args, fluid), "TEMP_IMPO")])
    matrix = in_coordinates(args, context, SOURCES, fluid, sides, _materials(args, mesh), load)
    context.create(args.MATR_MASS_AJOU, matrix)


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


def _imposed(args, fluid):
    imposed = {}
    for level in args.DDL_IMPO:
        nodes = _group(level, "GROUP_NO", fluid.mesh.node_group)
        equations = fluid.dofs.index(nodes, "TEMP")
        if not (equations >= 0).any():
            raise level.wrong("GROUP_NO", "none of these nodes is in the fluid")
        imposed |= {int(equation): level.PRES_FLUIDE for equation in equations[equations >= 0]}
    return imposed
