"""REST_SOUS_STRUC: fields on a substructure, or on the skeleton of all, from a calculation on linked substructures (u4.63.32)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import absent
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._cyclic_sectors import RESULTS, around, cyclic_modes, cyclic_words
from pyaster_lite.commands._linked_fields import on_part, on_skeleton, participation, to_coordinates
from pyaster_lite.commands._storage_selection import precision, select
from pyaster_lite.commands._superposition import DERIVED, FIELDS, Superposition, restored_harmonic, restored_transient
from pyaster_lite.concepts.generalised import Transient
from pyaster_lite.concepts.modes import Modes

PRODUCTS = {"tran_gene": "dyna_trans", "mode_gene": "mode_meca", "harm_gene": "dyna_harmo", "mode_cycl": "mode_meca"}


@operator(
    "REST_SOUS_STRUC",
    produces=lambda args: PRODUCTS.get(kind_of(args.get("RESU_GENE"))) or kind_of(args.get("RESULTAT")),
    rules=(
        EXCLUS("TOUT_ORDRE", "NUME_ORDRE", "INST", "LIST_INST", "TOUT_INST", "NUME_MODE", "FREQ", "LIST_FREQ"),
        EXCLUS("NOEUD", "GROUP_NO"),
        UN_PARMI("SQUELETTE", "SOUS_STRUC", "SECTEUR"),
        UN_PARMI("RESU_GENE", "RESULTAT"),
        PRESENT_PRESENT("CYCLIQUE", "RESULTAT"),
    ),
    keywords=dict(
        RESU_GENE=SIMP("f", typ=("tran_gene", "mode_gene", "harm_gene", "mode_cycl")),
        RESULTAT=SIMP("f", typ=RESULTS),
        **cyclic_words(),
        MODE_MECA=SIMP("f", typ="mode_meca"),
        TOUT_ORDRE=SIMP("f", into=("OUI",)),
        NUME_ORDRE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
        NUME_MODE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
        TOUT_INST=SIMP("f", into=("OUI",)),
        INST=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
        LIST_INST=SIMP("f", typ="listr8_sdaster"),
        FREQ=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
        LIST_FREQ=SIMP("f", typ="listr8_sdaster"),
        **precision(),
        INTERPOL=SIMP("f", into=("NON", "LIN"), defaut="NON"),
        TOUT_CHAM=SIMP("f", into=("OUI",)),
        b_nom_cham=BLOC(
            absent("TOUT_CHAM"), NOM_CHAM=SIMP("f", max=8, into=(*FIELDS[:3], *DERIVED), defaut=("ACCE",), validators=(no_repeat,))
        ),
        # an order of unknowns: fields are told by nodes here
        NUME_DDL=SIMP("f", typ="nume_ddl_sdaster", advisory=True),
        GROUP_NO=SIMP("f", typ="grno", max="**", validators=(no_repeat,)),
        NOEUD=SIMP("f", typ="no", max="**", validators=(no_repeat,)),
        GROUP_MA=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
        SQUELETTE=SIMP("f", typ="squelette"),
        SOUS_STRUC=SIMP("f"),
        SECTEUR=SIMP("f", typ="I"),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def rest_sous_struc(args, context):
    """Superpose the vectors of the bases of the substructures, or spread what is known on a sector over all of them."""
    if args.RESULTAT is not None:
        _only_motions(args)
        args.mark_read("CRITERE", "PRECISION", "INTERPOL", "NOM_CHAM", "TOUT_CHAM")
        return around(args)
    source = args.RESU_GENE
    args.mark_read("CRITERE", "PRECISION", "INTERPOL")
    if source.kind == "mode_cycl":
        _only_motions(args)
        args.mark_read("NOM_CHAM", "TOUT_CHAM", "MODE_MECA")
        return cyclic_modes(args)
    if args.SECTEUR is not None:
        raise args.wrong("SECTEUR", "sectors are those of modes of MODE_ITER_CYCL")
    modes = args.MODE_MECA
    if modes is not None and not isinstance(source, Modes):
        # the coordinates are those of modes that are there on the physical unknowns already
        args.mark_read("SQUELETTE", "SOUS_STRUC")
        count = source.of("DEPL").shape[1]
        if modes.shapes.shape[1] < count:
            raise args.wrong("MODE_MECA", f"{modes.name} has {modes.shapes.shape[1]} modes for {count} coordinates")
        turn = Superposition(args, modes.dofs, modes.mesh, modes.model, modes.shapes[:, :count], modes)
        return restored_transient(args, source, turn) if isinstance(source, Transient) else restored_harmonic(args, source, turn)
    args.mark_read("MODE_MECA")
    whole, coordinates = to_coordinates(args, source)
    place = on_part(args, whole) if args.SOUS_STRUC is not None else on_skeleton(args, whole, isinstance(source, Modes))
    if isinstance(source, Modes):
        return _modes(args, source, whole, place, coordinates)
    turn = Superposition(args, place.dofs, place.mesh, place.model, place.shapes @ coordinates)
    return restored_transient(args, source, turn) if isinstance(source, Transient) else restored_harmonic(args, source, turn)


def _only_motions(args):
    """Refuse, where sectors are put side by side, what is summed from the vectors of a basis."""
    for item, name in enumerate(args.NOM_CHAM or ()):
        if name in DERIVED:
            raise args.wrong("NOM_CHAM", f"{name} is made from a transient on the vectors of MODE_MECA only", item=item)


def _modes(args, source, whole, place, coordinates):
    args.mark_read("NOM_CHAM", "TOUT_CHAM", "GROUP_NO", "NOEUD", "GROUP_MA")
    columns = {word: source.access(word) for word in ("FREQ", "NUME_MODE") if word in source.parameters}
    chosen = select(args, source.name, source.orders, columns, False)
    result = Modes("mode_meca", place.dofs, place.mesh, place.model, place.stiffness, place.mass)
    result.material_field, result.characteristics = place.material_field, place.characteristics
    for number, row in enumerate(chosen.first, 1):
        order = source.orders[row]
        vector = coordinates @ source.vectors[order]
        parameters = {word: column[order] for word, column in source.parameters.items() if order in column}
        parameters |= participation(whole, vector, parameters["MASS_GENE"]) | {"TYPE_MODE": "MODE_DYN"}
        result.store_mode(number, place.shapes @ vector, parameters)
    return result
