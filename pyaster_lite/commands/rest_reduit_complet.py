"""REST_REDUIT_COMPLET: the fields of a whole model out of an evolution of a reduced one (u4.67.03)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.commands._field_layout import Layout
from pyaster_lite.commands._reduced_model import TABLE, coordinates_of
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.gappy import recovered

FIELDS = ("DEPL", "TEMP", "SIEF_NOEU", "FLUX_NOEU", "SIEF_ELGA", "VARI_ELGA")


@operator(
    "REST_REDUIT_COMPLET",
    produces=lambda values: values.RESULTAT_REDUIT.kind,
    keywords=dict(
        CHAM_GD=FACT(
            "o",
            max="**",
            NOM_CHAM=SIMP("o", into=FIELDS),
            BASE=SIMP("o", typ="mode_empi"),
            OPERATION=SIMP("o", into=("GAPPY_POD", "COMB")),
            b_gappy=BLOC(equal("OPERATION", "GAPPY_POD"), GROUP_NO_INTERF=SIMP("f", typ="grno")),
        ),
        MODELE=SIMP("o", typ="modele_sdaster"),
        RESULTAT_REDUIT=SIMP("o", typ=("evol_noli", "evol_ther")),
        TABL_COOR_REDUIT=SIMP("f", typ="table_sdaster"),
        INFO=SIMP("f", typ="I", defaut=1, into=(1, 2), advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def rest_reduit_complet(args, context):
    """Each field is a combination of those of its basis, but where the reduced model tells it; the first state is zero."""
    reduced, model = args.RESULTAT_REDUIT, args.MODELE
    if reduced.mesh is not model.mesh:
        raise args.wrong("MODELE", f"{model.name} is on another mesh than {reduced.name}")
    made = Result(reduced.kind, model.mesh, model, reduced.material_field, reduced.characteristics)
    given = args.TABL_COOR_REDUIT or getattr(reduced, "tables", {}).get(TABLE)
    for occurrence in args.CHAM_GD:
        _restore(occurrence, made, reduced, given)
    for order in made.orders:
        made.store(order, {word: reduced.parameter(word, order) for word in reduced.parameters if order in reduced.parameters[word]})
    return made


def _restore(occurrence, made, reduced, given):
    name, base = occurrence.NOM_CHAM, occurrence.BASE
    if base.model is not made.model:
        raise occurrence.wrong("BASE", f"the basis {base.name} is on another model than MODELE")
    if name not in base.field_names():
        raise occurrence.wrong("BASE", f"the basis {base.name} is not of fields {name}")
    first = base.field(name, base.orders[0])
    layout = Layout(first)
    vectors = np.stack([layout.flat(base.field(name, order)) for order in base.orders], axis=1)
    aside = np.zeros(len(vectors), bool)
    if "GROUP_NO_INTERF" in occurrence:
        if not isinstance(first, NodeField):
            raise occurrence.wrong("GROUP_NO_INTERF", f"{name} does not stand at nodes")
        nodes = np.nonzero(layout.there[0])[0]
        aside = np.isin(nodes, made.mesh.node_group(occurrence.GROUP_NO_INTERF))
    coordinates = _combined(occurrence, vectors, given) if occurrence.OPERATION == "COMB" else None
    start = min(reduced.orders)
    made.store(start, None, {name: layout.field(np.zeros(len(vectors)))})
    for order in reduced.orders:
        if order == start:
            continue
        if not reduced.has_field(name, order):
            raise occurrence.wrong("NOM_CHAM", f"{reduced.name} has no {name} at its storage order {order}")
        own = layout.known(reduced.field(name, order))
        known = np.flatnonzero(~np.isnan(own) & ~aside)
        shares = recovered(vectors, known, own[known]) if coordinates is None else coordinates[:, order - 1]
        whole = vectors @ shares
        whole[known] = own[known]
        made.store(order, None, {name: layout.field(whole)})


def _combined(occurrence, vectors, given):
    if given is None:
        raise occurrence.wrong("OPERATION", "there are no reduced coordinates: give TABL_COOR_REDUIT")
    coordinates = coordinates_of(given, "NUME_ORDRE")
    if len(coordinates) != vectors.shape[1]:
        raise occurrence.wrong("BASE", f"the basis has {vectors.shape[1]} modes, the table tells {len(coordinates)}")
    return coordinates
