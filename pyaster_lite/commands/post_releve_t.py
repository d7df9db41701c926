"""POST_RELEVE_T reads fields along nodes into a table: values, means, sums, extremes (u4.81.21)."""

from __future__ import annotations

import sys

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.field_choice import field_names, precision
from pyaster_lite.catalogue.commons.places import nodes_of
from pyaster_lite.catalogue.conditions import equal, is_in, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.catalogue.rules import AU_MOINS_UN, ENSEMBLE, EXCLUS, PRESENT_ABSENT, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands import _releve_summary as summary
from pyaster_lite.commands._mesh_words import chosen_cells
from pyaster_lite.commands._real_fields import refuse_complex
from pyaster_lite.commands._releve_fields import COLUMN_TYPES, access_words, column_of, fields_of
from pyaster_lite.commands._releve_values import PLANE_AXES, TENSORS, abscissas, invariants, principal_values, read, traces
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.table import Table

INVARIANTS = ("VMIS", "TRESCA", "TRACE", "DETER")
PRINCIPAL = (*(f"PRIN_{i}" for i in (1, 2, 3)), *(f"VECT_{i}_{axis}" for i in (1, 2, 3) for axis in "XYZ"))
PLACES = ("ABSC_CURV", "COOR_X", "COOR_Y", "COOR_Z")
_TENSOR_FIELDS = tuple(f"{name}_{place}" for name in ("SIGM", "SIEF", "EPSI", "EPSG", "EPME", "EPMG") for place in ("ELNO", "NOEU"))


def _orders():
    integers = {word: SIMP(typ="I", max="**", validators=(no_repeat,)) for word in ("NUME_ORDRE", "NUME_MODE")}
    texts = {word: SIMP(max="**", validators=(no_repeat,)) for word in ("NOEUD_CMP", "NOM_CAS")}
    reals = {word: SIMP(typ="R", max="**", validators=(no_repeat,)) for word in ("FREQ", "INST")}
    kinds = {"LIST_ORDRE": "listis_sdaster", "LIST_MODE": "listis_sdaster", "LIST_FREQ": "listr8_sdaster", "LIST_INST": "listr8_sdaster"}
    lists = {word: SIMP(typ=kind) for word, kind in kinds.items()}
    words = {"TOUT_ORDRE": SIMP(into=("OUI",)), **integers, **texts, **reals, **lists}
    return BLOC(
        present("RESULTAT"),
        rules=EXCLUS(*words),
        NOM_CHAM=SIMP("o", into=field_names),
        **words,
        **precision(),
    )


def _entities():
    return dict(
        TOUT=SIMP(into=("OUI",)),
        GROUP_MA=SIMP(typ="grma", max="**", validators=(no_repeat,)),
        GROUP_NO=SIMP(typ="grno", max="**", validators=(no_repeat,)),
        TOUT_CMP=SIMP(into=("OUI",)),
        NOM_CMP=SIMP(max="**"),
    )


NOTHING = sys.float_info.max


@operator(
    "POST_RELEVE_T",
    produces="table_sdaster",
    legacy=(Renamed("TITRE", "TITRE", lambda title: title if isinstance(title, str) else " ".join(title), still=True),),
    keywords=dict(
        ACTION=FACT(
            "o",
            max="**",
            rules=UN_PARMI("RESULTAT", "CHAM_GD"),
            OPERATION=SIMP("o", max=2, into=("EXTRACTION", "MOYENNE", "MOYENNE_ARITH", "EXTREMA"), validators=(no_repeat,)),
            INTITULE=SIMP("o"),
            CHAM_GD=SIMP(typ=("cham_no_sdaster", "cham_elem")),
            RESULTAT=SIMP(typ="resultat_sdaster"),
            b_extrac=_orders(),
            b_extrema=BLOC(equal("OPERATION", "EXTREMA"), rules=EXCLUS("TOUT_CMP", "NOM_CMP"), **_entities()),
            b_moyenne_arith=BLOC(equal("OPERATION", "MOYENNE_ARITH"), rules=EXCLUS("TOUT_CMP", "NOM_CMP"), **_entities()),
            b_autre=BLOC(
                ~is_in("OPERATION", "EXTREMA", "MOYENNE_ARITH"),
                rules=(
                    AU_MOINS_UN("CHEMIN", "GROUP_NO"),
                    EXCLUS("CHEMIN", "GROUP_NO"),
                    PRESENT_ABSENT("CHEMIN", "GROUP_MA"),
                    UN_PARMI("TOUT_CMP", "NOM_CMP", "INVARIANT", "ELEM_PRINCIPAUX", "RESULTANTE"),
                    ENSEMBLE("MOMENT", "POINT"),
                    PRESENT_PRESENT("MOMENT", "RESULTANTE"),
                    PRESENT_PRESENT("ORIGINE", "AXE_Z"),
                    EXCLUS("TRAC_NOR", "TRAC_DIR"),
                    PRESENT_PRESENT("TRAC_DIR", "DIRECTION"),
                    PRESENT_PRESENT("TRAC_NOR", "NOM_CMP"),
                    PRESENT_PRESENT("TRAC_DIR", "NOM_CMP"),
                ),
                # A word of versions up to 13.1.
                CHEMIN=SIMP(typ=("courbe_sdaster", "surface_sdaster")),
                **_entities(),
                INVARIANT=SIMP(into=("OUI",)),
                ELEM_PRINCIPAUX=SIMP(into=("OUI",)),
                TRAC_NOR=SIMP(into=("OUI",)),
                TRAC_DIR=SIMP(into=("OUI",)),
                DIRECTION=SIMP(typ="R", max=3),
                RESULTANTE=SIMP(max="**", into=("DX", "DY", "DZ", "NXX", "NYY", "NXY", "PRE1", "PRE2", "TEMP")),
                MOMENT=SIMP(max="**", into=("DRX", "DRY", "DRZ", "MXX", "MYY", "MXY")),
                POINT=SIMP(typ="R", max="**"),
                REPERE=SIMP(into=("GLOBAL", "UTILISATEUR", "CYLINDRIQUE", *PLANE_AXES), defaut="GLOBAL"),
                ANGL_NAUT=SIMP(typ="R", min=3, max=3),
                ORIGINE=SIMP(typ="R", min=3, max=3),
                AXE_Z=SIMP(typ="R", min=3, max=3),
                VECT_Y=SIMP(typ="R", min=2, max=3),
                MOYE_NOEUD=SIMP(into=("OUI", "NON"), defaut="OUI"),
            ),
            FORMAT_C=SIMP(into=("MODULE", "REEL", "IMAG"), defaut="MODULE"),
        ),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP(),
    ),
)
def post_releve_t(args, context):
    """One table for all actions; its columns are those that any of them fills."""
    rows = []
    for action in args.ACTION:
        kind = action.OPERATION[0]
        if kind in ("EXTREMA", "MOYENNE_ARITH"):
            rows += _over_entities(action, context, kind)
        else:
            rows += _along_nodes(action, context)
    # what a field tells by the largest number there is (a gap where contact faces nothing) is an empty cell, as in code_aster
    told = [{name: value for name, value in row.items() if value != NOTHING} for row in rows]
    return Table.from_rows(told, _columns(args.ACTION, rows), title=args.TITRE or "")


def _over_entities(action, context, kind):
    rows = []
    for origin, field in fields_of(action, context, every_access=True):
        names = action.NOM_CMP or field.components
        action.mark_read("TOUT_CMP", "FORMAT_C")
        refuse_complex(action, "OPERATION", field, f"{kind} is")
        if isinstance(field, NodeField):
            nodes = nodes_of(action, field.mesh)
            nodes = nodes if len(nodes) else np.arange(field.mesh.n_nodes)
            found = summary.means(field, nodes, names) if kind == "MOYENNE_ARITH" else summary.extremes(action, field, nodes, None, names)
        elif kind == "MOYENNE_ARITH" or field.location != "ELNO":
            where = "at nodes" if kind == "MOYENNE_ARITH" else "at nodes or ELNO"
            raise action.wrong("OPERATION", f"{kind} takes a field {where}, this one is {field.location}")
        elif action.GROUP_NO:
            raise action.wrong("GROUP_NO", "the extremes of an ELNO field are looked for on cells: give GROUP_MA")
        else:
            found = summary.extremes(action, field, None, chosen_cells(action, field.mesh, context), names)
        rows += [{**origin, **row} for row in found]
    return rows


def _along_nodes(action, context):
    rows = []
    for origin, field, path in _with_paths(action, fields_of(action, context)):
        traced = action.TRAC_NOR or action.TRAC_DIR
        action.mark_read("DIRECTION")  # which says nothing without TRAC_DIR
        reading = traces(action, field) if traced else read(action, field, _components(action, field))
        if action.RESULTANTE is not None:
            if action.OPERATION != ("EXTRACTION",):
                raise action.wrong("OPERATION", "RESULTANTE goes with EXTRACTION alone")
            rows.append({**origin, **summary.resultant(action, field.mesh, reading)})
            continue
        names, values = reading.components, reading.values
        if action.INVARIANT:
            names, values = INVARIANTS, invariants(values)
        elif action.ELEM_PRINCIPAUX:
            names, values = PRINCIPAL, principal_values(values)
        if "EXTRACTION" in action.OPERATION:
            rows += _values(origin, field.mesh, reading, names, values, path)
        if "MOYENNE" in action.OPERATION:
            nodes, values = _one_value_a_node(reading, values)
            if len(nodes) < 2:
                raise action.wrong("OPERATION", "a mean along a path needs two nodes at least")
            for word, means in zip(summary.QUANTITIES, summary.path_means(field.mesh, nodes, values)):
                rows.append({**origin, "QUANTITE": word, **_known(names, means)})
    return rows


def _with_paths(action, found):
    """Each field with None; with CHEMIN, what each stretch of the path takes of it, with that stretch."""
    for origin, field in found:
        if action.CHEMIN is None:
            yield origin, field, None
            continue
        if action.CHEMIN.mesh is not field.mesh:
            raise action.wrong("CHEMIN", f"this path is in the mesh {action.CHEMIN.mesh.name}, the field on {field.mesh.name}")
        if not isinstance(field, NodeField):
            if field.location != "ELNO":
                raise action.wrong("CHEMIN", f"a path takes a field at nodes or ELNO, this one is {field.location}")
            if action.MOYE_NOEUD == "NON":
                raise action.not_yet("MOYE_NOEUD", "along a path pyaster-lite gives means over cells only")
        for stretch in action.CHEMIN.stretches:
            yield origin, action.CHEMIN.along(field, stretch), stretch


def _components(action, field):
    """The components to read, in the order of the columns."""
    if action.RESULTANTE is not None:
        return (*action.RESULTANTE, *(action.MOMENT or ()))
    if action.INVARIANT or action.ELEM_PRINCIPAUX:
        name = action.NOM_CHAM if action.RESULTAT is not None else None
        tensor = TENSORS.get(next((c for c in field.components if c[2:] in ("XX", "YY")), "")[:2])
        if tensor is None or (name is not None and name not in _TENSOR_FIELDS):
            word = "INVARIANT" if action.INVARIANT else "ELEM_PRINCIPAUX"
            raise action.wrong(
                word, f"{'invariants' if action.INVARIANT else 'principal values'} are those of a field of stresses or strains"
            )
        return tensor
    if action.TOUT_CMP:
        return field.components
    missing = [name for name in action.NOM_CMP if name not in field.components]
    if missing:
        where = action.NOM_CMP.index(missing[0])
        raise action.wrong("NOM_CMP", f"the field has no component {missing[0]}, it has {', '.join(field.components)}", item=where)
    return action.NOM_CMP


def _values(origin, mesh, reading, names, values, stretch=None):
    path = list(dict.fromkeys(reading.nodes.tolist()))
    along = dict(zip(path, abscissas(mesh, path).tolist()))
    rows = []
    for i, node in enumerate(reading.nodes.tolist()):
        row = {**origin}
        if stretch is None:
            row["NOEUD"] = mesh.node_label(node)
        elif stretch.nodes is not None:
            row["NOEUD"] = f"N{stretch.nodes[node] + 1}"
        if reading.cells is not None:
            row["MAILLE"] = mesh.cell_label(reading.cells[i])
        row |= dict(zip(PLACES, (along[node] + (stretch.start if stretch else 0.0), *mesh.coordinates[node].tolist())))
        rows.append(row | _known(names, values[i]))
    return rows


def _known(names, values) -> dict:
    """The value of each name, None where it is NaN."""
    return {name: None if np.isnan(value) else value for name, value in zip(names, values.tolist())}


def _one_value_a_node(reading, values):
    """Where values of several cells are kept apart, their mean at each node."""
    if reading.cells is None:
        return reading.nodes, values
    nodes = np.array(list(dict.fromkeys(reading.nodes.tolist())))
    return nodes, np.array([np.nanmean(values[reading.nodes == node], axis=0) for node in nodes])


def _columns(actions, rows) -> dict[str, str]:
    """Name -> type of the columns, in code_aster's order."""
    operations = {word for action in actions for word in action.OPERATION}
    results = [action.RESULTAT for action in actions if action.RESULTAT is not None]
    extraction = any("EXTRACTION" in action.OPERATION and action.get("RESULTANTE") is None for action in actions)
    columns = {"INTITULE": "K16"}
    if extraction and (not rows or any("NOEUD" in row and "ABSC_CURV" in row for row in rows)):
        columns["NOEUD"] = "K8"
    if len(results) < len(actions):
        columns["CHAM_GD"] = "K8"
    if results:
        columns |= {"RESU": "K8", "NOM_CHAM": "K16", "NUME_ORDRE": "I"}
    accesses = {column_of(word) for result in results for word in access_words(result)}
    columns |= {word: kind for word, kind in COLUMN_TYPES.items() if word in accesses or any(word in row for row in rows)}
    if any("MAILLE" in row for row in rows) and not operations & {"EXTREMA"}:
        columns["MAILLE"] = "K8"
    if extraction:
        columns |= dict.fromkeys(PLACES, "R")
    known = {"QUANTITE": "K16", "EXTREMA": "K8", "MAILLE": "K8", "NOEUD": "K8", "CMP": "K8", "VALE": "R", "MOYENNE": "R"}
    for row in rows:
        columns |= {name: "R" for name in row if name not in columns and name not in known}
    if "MOYENNE" in operations:
        columns["QUANTITE"] = "K16"
    if "EXTREMA" in operations:
        columns |= {name: known[name] for name in ("EXTREMA", "MAILLE", "NOEUD", "CMP", "VALE") if name not in columns}
    if "MOYENNE_ARITH" in operations:
        columns |= {name: known[name] for name in ("CMP", "MOYENNE") if name not in columns}
    return columns
