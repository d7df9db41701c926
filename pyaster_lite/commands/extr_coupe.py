"""EXTR_COUPE: results on the cuts of a table, in their own axes or linearised through the thickness where that is asked (u4.81.15)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.field_choice import field_names
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._cut_lines import Line, mesh_of_lines
from pyaster_lite.commands._cut_paths import paths_of
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.result import Result
from pyaster_lite.concepts.results_by_name import ResultsByName
from pyaster_lite.fe.frames import angles_of_axes

_TURNED = {2: "VECT_2D", 3: "VECT_3D", 4: "TENS_2D", 6: "TENS_3D"}
"""What a field is made of, by how many components it has."""
_MEANS = ("MOYE_INT", "MOMENT_0", "MOYE_EXT")
"""The line through the field by its moments: its first end, its middle, its last end."""
_NEXT = 1e-7
"""How far from the ends the points of the linearised part stand."""


@operator(
    "EXTR_COUPE",
    remeshes=True,
    produces=lambda values: kind_of(values.get("RESULTAT")),
    keywords=dict(
        RESULTAT=SIMP("o", typ=("evol_elas", "evol_noli", "evol_ther", "ds_dict")),
        COUPE=SIMP("o", typ="table_sdaster"),
        NOM_CHAM=SIMP("f", max="**", into=field_names, validators=(no_repeat,)),
        REPERE=SIMP("f", defaut="GLOBAL", into=("GLOBAL", "LOCAL")),
        LINEARISATION=SIMP("f", defaut="NON", into=("OUI", "NON")),
        b_linearisation=BLOC(
            equal("LINEARISATION", "NON"),
            REPARTITION=SIMP("f", defaut="UNIFORME", into=("UNIFORME", "GAUSSIENNE", "UTILISATEUR")),
            b_repartition_utilisateur=BLOC(equal("REPARTITION", "UTILISATEUR"), FORMULE=SIMP("o", typ="formule")),
            b_repartition_gaussien=BLOC(
                equal("REPARTITION", "GAUSSIENNE"),
                MOYENNE=SIMP("o", typ="R"),
                ECART_TYPE=SIMP("o", typ="R", val_min=0.0),
            ),
        ),
    ),
)
def extr_coupe(args, context):
    """The result on a mesh of the cuts; for several results by name, the like of each."""
    paths = paths_of(args, args.COUPE)
    few = next((path for path in paths if path.count < 2), None)
    if few is not None:
        raise args.wrong("COUPE", f"the cut {few.name} needs two points or more")
    source = args.RESULTAT
    if not isinstance(source, ResultsByName):
        return _on_cuts(args, context, source, paths)
    return ResultsByName(source.kind, {name: _on_cuts(args, context, result, paths) for name, result in source.items()})


def _on_cuts(args, context, result, paths):
    mesh = _mesh(paths, [_spread(args, path) for path in paths], result.mesh)
    fields = {"TOUT_CHAM": "OUI"} if args.NOM_CHAM is None else {"NOM_CHAM": args.NOM_CHAM}
    made = context.run("PROJ_CHAMP", MAILLAGE_1=result.mesh, MAILLAGE_2=mesh, RESULTAT=result, TOUT_ORDRE="OUI", **fields)
    if args.REPERE == "LOCAL":
        made = _in_own_axes(context, made, paths)
    return _linearised(context, made, paths) if args.LINEARISATION == "OUI" else made


def _spread(args, path):
    """(n,) shares of the way at which the points of a cut stand."""
    kind = args.get("REPARTITION") or "UNIFORME"
    if kind == "UNIFORME" or path.count == 2:
        args.mark_read("MOYENNE", "ECART_TYPE", "FORMULE")
        return np.linspace(0.0, 1.0, path.count)
    x = np.linspace(0.0, 1.0, path.count - 1)
    if kind == "GAUSSIENNE":
        density = np.exp(-(((x - args.MOYENNE) / args.ECART_TYPE) ** 2) / 2) / (args.ECART_TYPE * np.sqrt(2 * np.pi))
    else:
        density = np.array([args.FORMULE(value) for value in x], float)
        density -= density.min()
    # As in code_aster: the points but the last one divide the density evenly, so that the last but one stands at the end as well.
    share = np.concatenate([[0.0], np.cumsum((density[1:] + density[:-1]) / 2 * np.diff(x) + 1e-12)])
    return np.concatenate([np.interp(x, share / share[-1], x), [1.0]])


def _mesh(paths, shares, source):
    """Segments along the cuts; groups of the cuts by name and by GROUP, NODES_IN and NODES_OUT of their ends."""
    lines = [Line(path.name, path.points[0] + own[:, None] * (path.points[1] - path.points[0])) for path, own in zip(paths, shares)]
    mesh = mesh_of_lines(lines, source)
    for groups in (mesh.node_groups, mesh.cell_groups):
        own = {path.name: groups[path.name] for path in paths}
        for name in dict.fromkeys(group for path in paths for group in path.groups):
            groups[name] = np.concatenate([own[path.name] for path in paths if name in path.groups])
    mesh.node_groups["NODES_IN"] = np.array([mesh.node_groups[path.name][0] for path in paths])
    mesh.node_groups["NODES_OUT"] = np.array([mesh.node_groups[path.name][-1] for path in paths])
    return mesh


def _in_own_axes(context, result, paths):
    """Turned to axes along each cut; in the plane the angle to the first axis is taken without its sign, as in code_aster."""
    places = []
    for path in paths:
        if result.mesh.dimension == 2:
            axes = {"ANGL_NAUT": float(np.degrees(np.arccos(np.clip(path.direction[0], -1.0, 1.0))))}
        else:
            axes = {"ANGL_NAUT": np.degrees(angles_of_axes(path.direction, path.points[2] - path.points[0])).tolist()}
        places.append({"GROUP_NO": path.name, **axes})
    known = {name: len(result.field(name, result.orders[0]).components) for name in result.field_names()}
    what = [{"NOM_CHAM": name, "TYPE_CHAM": _TURNED[count]} for name, count in known.items() if count in _TURNED]
    return context.run("MODI_REPERE", RESULTAT=result, TOUT_ORDRE="OUI", REPERE="UTILISATEUR", AFFE=places, MODI_CHAM=what)


def _linearised(context, result, paths):
    """Five points on each cut: the field at its ends, and between them the straight line of the same moments."""
    shares = [np.array([0.0, _NEXT / path.length, 0.5, 1.0 - _NEXT / path.length, 1.0]) for path in paths]
    made = Result(result.kind, _mesh(paths, shares, result.mesh))
    for name in result.field_names():
        asked = dict(OPERATION="MOYENNE", RESULTAT=result, NOM_CHAM=name, TOUT_ORDRE="OUI", TOUT_CMP="OUI")
        table = context.run("POST_RELEVE_T", ACTION=[dict(INTITULE=path.name, GROUP_NO=path.name, **asked) for path in paths])
        rows = {(row["INTITULE"], row["NUME_ORDRE"], row["QUANTITE"]): row for row in table.rows()}
        for order in result.orders:
            field = result.field(name, order)
            values = []
            for path in paths:
                ends = field.values[result.mesh.node_groups[path.name][[0, -1]]]
                inner = [[rows[path.name, order, mean][word] for word in field.components] for mean in _MEANS]
                values += [ends[:1], inner, ends[1:]]
            made.store(
                order,
                {"INST": result.parameter("INST", order)},
                {name: NodeField(made.mesh, field.quantity, field.components, np.concatenate(values))},
            )
    return made
