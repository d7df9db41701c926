"""AFFE_MATERIAU: which material each cell is made of (u4.43.03)."""

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of, chosen
from pyaster_lite.catalogue.conditions import is_in, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS, UN_PARMI
from pyaster_lite.commands._materials_old import OLD_ASSIGNED
from pyaster_lite.commands._time_functions import scalar_function
from pyaster_lite.concepts.material import Material, MaterialField
from pyaster_lite.concepts.surroundings import COMPONENTS, CommandVariable, Course

FIELDS = (
    "TEMP", "CORR", "IRRA", "NEUT", "GEOM", "HYDR_ELNO", "HYDR_NOEU", "EPSA_ELNO", "EPSA_NOEU", "PTOT", "SECH",
    "META_ELNO", "META_NOEU", "HHO_TEMP",
)  # fmt: skip
"""Names of fields that give variables."""
USUAL_FIELD = {"HYDR": "HYDR_ELNO", "NEUT1": "NEUT", "NEUT2": "NEUT", "NEUT3": "NEUT", "EPSA": "EPSA_ELNO"}
USUAL_FIELD |= {"M_ACIER": "META_ELNO", "M_ZIRC": "META_ELNO"}
"""Those of variables that have not their own name."""


@operator(
    "AFFE_MATERIAU",
    produces="cham_mater",
    early=True,
    legacy=OLD_ASSIGNED,
    rules=(AU_MOINS_UN("MAILLAGE", "MODELE"), UN_PARMI("AFFE", "CHAM_MATER")),
    keywords=dict(
        MAILLAGE=SIMP("f", typ="maillage_sdaster"),
        MODELE=SIMP("f", typ="modele_sdaster"),
        CHAM_MATER=SIMP("f", typ="cham_mater"),
        AFFE=FACT(
            "f",
            max="**",
            rules=(UN_PARMI("TOUT", "GROUP_MA"),),
            **chosen(CELL_WORDS, "TOUT", "GROUP_MA"),
            MATER=SIMP("o", typ="mater_sdaster", max=30),
        ),
        AFFE_COMPOR=FACT(
            "f",
            max="**",
            rules=(UN_PARMI("TOUT", "GROUP_MA"),),
            **chosen(CELL_WORDS, "TOUT", "GROUP_MA"),
            COMPOR=SIMP("o", typ="compor_sdaster"),
        ),
        AFFE_VARC=FACT(
            "f",
            max="**",
            rules=(EXCLUS("GROUP_MA", "TOUT"), UN_PARMI("EVOL", "CHAM_GD")),
            **chosen(CELL_WORDS, "TOUT", "GROUP_MA"),
            NOM_VARC=SIMP("o", into=tuple(COMPONENTS)),
            CHAM_GD=SIMP("f", typ="cham_gd_sdaster"),
            EVOL=SIMP("f", typ="evol_sdaster"),
            b_evol=BLOC(
                present("EVOL"),
                NOM_CHAM=SIMP("f", into=FIELDS),
                PROL_DROITE=SIMP("f", into=("CONSTANT", "LINEAIRE", "EXCLU"), defaut="EXCLU"),
                PROL_GAUCHE=SIMP("f", into=("CONSTANT", "LINEAIRE", "EXCLU"), defaut="EXCLU"),
                FONC_INST=SIMP("f", typ=("fonction_sdaster", "formule")),
            ),
            b_reference=BLOC(is_in("NOM_VARC", "TEMP", "SECH"), VALE_REF=SIMP("o", typ="R")),
        ),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def affe_materiau(args, context):
    """Go through AFFE in order: on each cell the last material holds, and the last of each variable."""
    mesh = args.MAILLAGE or args.MODELE.mesh
    if args.MODELE is not None and args.MODELE.mesh is not mesh:
        raise args.wrong("MODELE", "the model does not stand on this mesh")
    variables = [_variable(occurrence, mesh) for occurrence in args.AFFE_VARC]
    if args.CHAM_MATER is not None:
        if args.CHAM_MATER.mesh is not mesh:
            raise args.wrong("CHAM_MATER", "these materials are on another mesh")
        return MaterialField(mesh, args.CHAM_MATER.materials, args.CHAM_MATER.index, variables, args.MODELE)
    materials, index = [], np.full(mesh.n_cells, -1)
    fibrous = _cells_of_fibres(args.AFFE_COMPOR, mesh)
    for occurrence in args.AFFE:
        material, *more = occurrence.MATER
        cells = cells_of(occurrence, mesh)
        if more and not fibrous[cells].all():
            # which of them each crystal slips by, its COMPOR says
            material = material.with_others(more)
        if material not in materials:
            materials.append(material)
        index[cells] = materials.index(material)
    for occurrence in args.AFFE_COMPOR:
        index[cells_of(occurrence, mesh)] = len(materials)
        materials.append(_of_fibres(occurrence.COMPOR))
    return MaterialField(mesh, materials, index, variables, args.MODELE)


def _cells_of_fibres(occurrences, mesh):
    """(n_cells,) where a section of fibres says what cells are made of."""
    found = np.zeros(mesh.n_cells, bool)
    for occurrence in occurrences:
        found[cells_of(occurrence, mesh)] = True
    return found


def _of_fibres(section):
    """The material of a section with those of its fibres, (properties, law) by the number of their group."""
    fibres = {}
    for number, name in enumerate(section.geometry.names, 1):
        if name in section.groups:
            own = section.groups[name]
            fibres[number] = own.material.properties, BEHAVIOURS[own.relation].fibre
    return Material(section.material.laws, section.material.properties | {"fibres": fibres})


def _variable(occurrence, mesh):
    somewhere = "TOUT" in occurrence or "GROUP_MA" in occurrence
    cells = cells_of(occurrence, mesh) if somewhere else np.arange(mesh.n_cells)
    name = occurrence.NOM_VARC
    if "CHAM_GD" in occurrence:
        source = occurrence.CHAM_GD
        if source.mesh is not mesh:
            raise occurrence.wrong("CHAM_GD", f"{source.name} stands on another mesh")
        held = {component for words in COMPONENTS[name].values() for component in words.split()}
        if not held & set(source.components):
            raise occurrence.wrong("CHAM_GD", f"{source.name} carries {', '.join(source.components)}, which gives no {name}")
    else:
        field = occurrence.NOM_CHAM or USUAL_FIELD.get(name, name)
        if field not in occurrence.EVOL.field_names():
            raise occurrence.wrong("EVOL", f"{occurrence.EVOL.name} has no field {field}")
        clock = scalar_function(occurrence.FONC_INST, "INST") if "FONC_INST" in occurrence else None
        source = Course(occurrence.EVOL, field, occurrence.PROL_GAUCHE, occurrence.PROL_DROITE, clock)
    return CommandVariable(name, cells, source, occurrence.get("VALE_REF"))
