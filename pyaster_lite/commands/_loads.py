"""What AFFE_CHAR_MECA, AFFE_CHAR_THER and their sisters with functions share: the open list of loads as factor keywords."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.keywords import OPEN, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN_DE
from pyaster_lite.commands._load_cells import cells_told
from pyaster_lite.concepts.load import Load
from pyaster_lite.concepts.mesh_orientation import NotOrientable, orient_skin

KINDS = {"MECANIQUE": "char_meca", "THERMIQUE": "char_ther", "ACOUSTIQUE": "char_acou", "SECHAGE": "char_ther"}
"""The type of the loads of each phenomenon; drying (SECHAGE) is that of some models of heat."""


def _members(values, functions: bool, phenomenon: str, complexes: bool) -> OPEN:
    """The factor keywords that the command has; `complexes`: that of mechanical loads with complex values."""

    def there(member):
        return phenomenon in member.phenomena and (member.complexes if complexes else member.functions if functions else member.numbers)

    return OPEN(LOADS, lambda member: member.declared(values, phenomenon), there)


def declaration(values, functions: bool, phenomenon: str = "MECANIQUE") -> dict:
    """The keywords of the command, `values` being the type of the values."""
    complexes = values == "C" and phenomenon == "MECANIQUE"
    verified = phenomenon == "MECANIQUE" and not complexes
    return dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        **({"VERI_AFFE": SIMP("f", into=("OUI", "NON"), defaut="OUI", advisory=True)} if verified and not functions else {}),
        DOUBLE_LAGRANGE=SIMP("f", into=("OUI", "NON"), defaut="OUI", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        **({"CARA_ELEM": SIMP("f", typ="cara_elem"), "CHAM_MATER": SIMP("f", typ="cham_mater")} if verified and not functions else {}),
        **({"VERI_NORM": SIMP("f", into=("OUI", "NON"), defaut="OUI")} if verified else {}),
        loads=_members(values, functions, phenomenon, complexes),
    )


def rule(functions: bool, phenomenon: str = "MECANIQUE", complexes: bool = False) -> AU_MOINS_UN_DE:
    """A load has at least one factor keyword."""
    return AU_MOINS_UN_DE(_members(None, functions, phenomenon, complexes))


def load_of(args, context, phenomenon: str = "MECANIQUE", by_functions: bool = False) -> Load:
    """The load that the keywords describe; occurrences that have no effect are told."""
    drying = phenomenon == "SECHAGE"
    if args.MODELE.phenomenon != ("THERMIQUE" if drying else phenomenon):
        raise args.wrong("MODELE", f"{args.MODELE.name} is a model of PHENOMENE='{args.MODELE.phenomenon}'")
    if drying and "SECH" not in args.MODELE.dofs.components:
        raise args.wrong("MODELE", f"{args.MODELE.name} does not dry: its MODELISATION has no _SECH")
    if args.get("VERI_NORM") == "OUI":
        for occurrence in args.get("PRES_REP", ()):
            verify_normals(occurrence, args.MODELE)
        for occurrence in args.get("FACE_IMPO", ()):
            if any(word in occurrence and occurrence[word] != 0.0 for word in ("DNOR", "DTAN")):
                verify_normals(occurrence, args.MODELE)
    terms = []
    for word in LOADS.among(args):
        occurrences = args[word] if isinstance(args[word], list) else [args[word]]
        acting = [one for one in occurrences if not _idle(LOADS[word], word, one, args.MODELE, occurrences[0], context)]
        told = (cells_told(args),) if LOADS[word].by_cell else ()
        terms += LOADS[word].terms(acting, args.MODELE, *told) if acting else []
    return Load(KINDS[phenomenon], args.MODELE, terms, by_functions)


def _idle(member, word, occurrence, model, first, context):
    """Whether an occurrence has no effect, which is told."""
    why = member.idle(occurrence, model, first) if member.idle is not None else None
    if why is not None:
        occurrence.mark_read()
        context.warn(occurrence, None, f"{word} has no effect here: {why}")
    return why is not None


def verify_normals(occurrence, model):
    """Refuse sides whose normal points into the solid that carries them."""
    mesh = model.mesh
    solids = [g.cells for g in model.groups if g.element.dim == model.dimension]
    groups = look_up(occurrence, "GROUP_MA", mesh.cell_group) if occurrence.GROUP_MA else ()
    for item, (name, cells) in enumerate(zip(occurrence.GROUP_MA or (), groups)):
        sides = cells[mesh.cell_dim(cells) == model.dimension - 1]
        if not len(sides) or not solids:
            continue
        try:
            turned, _ = orient_skin(mesh.copy(), sides, np.concatenate(solids))
        except NotOrientable:
            continue
        if turned:
            message = f"{turned} of the {len(sides)} sides of {name} have their normal pointing into the solid"
            help = "MODI_MAILLAGE/ORIE_PEAU turns them; VERI_NORM='NON' takes them as they are"
            raise occurrence.wrong("GROUP_MA", message, help=help, item=item)
