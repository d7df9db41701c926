"""AFFE_MODELE: which finite element each cell carries (u4.41.01)."""

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import CELL_WORDS, LONE, NODE_WORDS, cells_of, chosen, nodes_of
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.registry import ACOUSTIC_MODELISATIONS, MODELISATIONS, THERMAL_MODELISATIONS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI
from pyaster_lite.commands._model_old import OLD_MODEL
from pyaster_lite.concepts.model import ElementGroup, Model
from pyaster_lite.concepts.super_cells import SuperGroup

BY_PHENOMENON = {"MECANIQUE": MODELISATIONS, "THERMIQUE": THERMAL_MODELISATIONS, "ACOUSTIQUE": ACOUSTIC_MODELISATIONS}
"""The open list of MODELISATION of each physics."""


def _formulations():
    """The words of FORMULATION that some MODELISATION has."""
    families = [listed[word] for listed in BY_PHENOMENON.values() for word in listed]
    return tuple(dict.fromkeys(word for family in families for word in family.formulations))


def _family(occurrence, listed):
    """(the words that name it, the modelisation) that an occurrence asks for."""
    word, choice = occurrence.MODELISATION, occurrence.FORMULATION
    family = listed[word]
    if choice is None:
        return (word,), family
    if choice not in family.formulations:
        choices = ", ".join(family.formulations)
        text = f"{word} has {choices} for FORMULATION here" if choices else f"{word} has no choice of FORMULATION"
        raise occurrence.wrong("FORMULATION", text)
    default = choice == next(iter(family.formulations))
    return (word,) if default else (word, choice), family.formulations[choice]


@operator(
    "AFFE_MODELE",
    legacy=OLD_MODEL,
    rules=(AU_MOINS_UN("AFFE", "AFFE_SOUS_STRUC"),),
    produces="modele_sdaster",
    early=True,
    keywords=dict(
        MAILLAGE=SIMP("o", typ="maillage_sdaster"),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        AFFE_SOUS_STRUC=FACT(
            "f",
            rules=(UN_PARMI("TOUT", "SUPER_MAILLE"),),
            TOUT=SIMP("f", into=("OUI",)),
            SUPER_MAILLE=SIMP("f", max="**", validators=(no_repeat,)),
            PHENOMENE=SIMP("f", into=("MECANIQUE",), defaut="MECANIQUE"),
        ),
        AFFE=FACT(
            "f",
            max="**",
            rules=(UN_PARMI("TOUT", "GROUP_MA", *LONE),),
            **chosen(CELL_WORDS, "TOUT", "GROUP_MA"),
            **chosen(NODE_WORDS, *LONE),
            PHENOMENE=SIMP("o", into=tuple(BY_PHENOMENON)),
            b_mecanique=BLOC(equal("PHENOMENE", "MECANIQUE"), MODELISATION=SIMP("o", into=MODELISATIONS)),
            b_thermique=BLOC(equal("PHENOMENE", "THERMIQUE"), MODELISATION=SIMP("o", into=THERMAL_MODELISATIONS)),
            b_acoustique=BLOC(equal("PHENOMENE", "ACOUSTIQUE"), MODELISATION=SIMP("o", into=ACOUSTIC_MODELISATIONS)),
            FORMULATION=SIMP("f", into=_formulations),
        ),
        # only estimators of errors of porous media read these
        GRANDEUR_CARA=FACT(
            "f", **{word: SIMP("f", typ="R", val_min=0.0, advisory=True) for word in ("LONGUEUR", "PRESSION", "TEMPERATURE")}
        ),
        DISTRIBUTION=FACT(
            "f",
            advisory=True,
            METHODE=SIMP("f", into=("MAIL_CONTIGU", "MAIL_DISPERSE", "CENTRALISE", "GROUP_ELEM", "SOUS_DOMAINE")),
            CHARGE_PROC0_MA=SIMP("f", typ="I"),
            NB_SOUS_DOMAINE=SIMP("f", typ="I"),
            PARTITIONNEUR=SIMP("f", into=("METIS", "SCOTCH")),
        ),
        VERI_JACOBIEN=SIMP("f", into=("OUI", "NON"), defaut="OUI", advisory=True),
        VERI_PLAN=SIMP("f", into=("OUI", "NON"), defaut="OUI", advisory=True),
        VERI_NORM_IFS=SIMP("f", into=("OUI", "NON"), defaut="OUI", advisory=True),
    ),
)
def affe_modele(args, context):
    """Go through AFFE in order: on each cell the last occurrence that has an element for its type holds."""
    mesh, phenomenon = args.MAILLAGE, (*args.AFFE, args.AFFE_SOUS_STRUC)[0].PHENOMENE
    listed = BY_PHENOMENON[phenomenon]
    lone = [mesh.add_points(nodes_of(occurrence, mesh)) if set(LONE) & set(occurrence) else [] for occurrence in args.AFFE]
    carried = np.full(mesh.n_cells, -1)
    chosen_words, families = [], []
    for occurrence, points in zip(args.AFFE, lone, strict=True):
        if phenomenon != occurrence.PHENOMENE:
            raise occurrence.wrong("PHENOMENE", "a model has one phenomenon only")
        words, family = _family(occurrence, listed)
        word, cells = words[0], _cells(occurrence, mesh, points)
        late = family.waiting & {b.type for b in mesh.select(cells)}
        if late:
            raise occurrence.not_yet("MODELISATION", f"{word} on cells {', '.join(sorted(late))} is not there yet")
        served = [b.cells for b in mesh.select(cells) if family.element(b.type) is not None]
        if not served:
            types = ", ".join(sorted({b.type for b in mesh.select(cells)})) or "none"
            raise occurrence.wrong("MODELISATION", f"{word} has no element for any of these cells (types: {types})")
        if family.space == 2 and mesh.dimension == 3:
            nodes = mesh.nodes_of_cells(np.concatenate(served))
            if np.ptp(mesh.coordinates[nodes, 2]) > 0:
                text = f"{word} is plane, but these cells do not lie in one plane z = constant: their Z is left out"
                context.warn(occurrence, "MODELISATION", text)
        if words not in chosen_words:
            chosen_words.append(words)
            families.append(family)
        left = len(cells) - sum(map(len, served))
        if left and occurrence.TOUT is None:
            context.warn(occurrence, "MODELISATION", f"{word} has no element for {left} of these cells: they carry nothing")
        for own in served:
            carried[own] = chosen_words.index(words)
    groups = []
    for index, ((word, *_), family) in enumerate(zip(chosen_words, families)):
        for block in mesh.select(np.flatnonzero(carried == index)):
            groups.append(ElementGroup(word, family.element(block.type), block.cells, mesh))
    if args.AFFE_SOUS_STRUC is not None:
        groups += [SuperGroup(cell, mesh) for cell in _super_cells(args.AFFE_SOUS_STRUC, mesh)]
    model = Model(mesh, phenomenon, groups)
    if args.GRANDEUR_CARA is not None:
        given = args.GRANDEUR_CARA
        model.sizes = {word: given[word] for word in ("LONGUEUR", "PRESSION", "TEMPERATURE") if given.get(word) is not None}
    return model


def _cells(occurrence, mesh, points):
    """Those of TOUT, GROUP_MA, or the `points`: what stands at nodes alone is for occurrences that name the nodes."""
    if len(points):
        return np.unique(points)
    cells = cells_of(occurrence, mesh)
    return np.setdiff1d(cells, list(mesh.lone_points.values())) if occurrence.TOUT and mesh.lone_points else cells


def _super_cells(level, mesh):
    """The condensed substructures that the model has."""
    level.mark_read("TOUT", "PHENOMENE")
    names = [name.strip() for name in level.get("SUPER_MAILLE", mesh.super_cells)]
    for item, name in enumerate(names):
        if name not in mesh.super_cells:
            known = ", ".join(mesh.super_cells) or "none"
            raise level.wrong("SUPER_MAILLE", f"the mesh has no super-cell {name} (there are: {known})", item=item)
    if not names:
        raise level.wrong("TOUT", "the mesh has no super-cells")
    for name in names:
        if mesh.super_cells[name].macro.stiffness is None:
            raise level.wrong(None, f"{mesh.super_cells[name].macro.name} has no stiffness yet: give RIGI_MECA to MACR_ELEM_STAT")
    return [mesh.super_cells[name] for name in names]
