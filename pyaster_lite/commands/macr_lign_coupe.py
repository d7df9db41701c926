"""MACR_LIGN_COUPE: values of a result along lines through the mesh, as a table (u4.81.13).

The fields are taken over to a mesh of the lines (PROJ_CHAMP), turned where that is asked (MODI_REPERE) and read (POST_RELEVE_T).
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.field_choice import field_names, precision
from pyaster_lite.catalogue.conditions import equal, is_in, of_kind, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import ENSEMBLE, EXCLUS, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands._cut_lines import along_group, along_segment, lines_of, mesh_of_lines
from pyaster_lite.commands._output_orders import output_orders
from pyaster_lite.concepts.result import Result
from pyaster_lite.concepts.table import Table

_MECHANICAL = ("evol_elas", "evol_noli", "mode_meca", "comb_fourier", "mult_elas", "fourier_elas", "dyna_trans")
_TURNED = {
    "DEPL": "VECT", "SIEF_ELNO": "TENS", "SIGM_NOEU": "TENS", "SIGM_ELNO": "TENS", "FLUX_ELNO": "VECT", "FLUX_NOEU": "VECT",
}  # fmt: skip
"""The fields that can be turned, and what they are made of."""
_OF_QUANTITY = {"TEMP_R": ("evol_ther", "TEMP"), "DEPL_R": ("evol_elas", "DEPL"), "NEUT_R": ("evol_varc", "NEUT")}
_ASKED = ("NOM_CMP", "INVARIANT", "ELEM_PRINCIPAUX", "TRAC_NOR", "TRAC_DIR", "DIRECTION", "RESULTANTE", "MOMENT", "POINT")
"""What POST_RELEVE_T is told as it is given."""
_ORDERS = ("NUME_ORDRE", "NUME_MODE", "LIST_ORDRE", "INST", "LIST_INST")


def _ends():
    words = {f"COOR_{end}": SIMP("f", typ="R", min=2, max=3) for end in ("ORIG", "EXTR")}
    return words | {f"GROUP_NO_{end}": SIMP("f", typ="grno") for end in ("ORIG", "EXTR")}


def _line():
    return FACT(
        "o",
        max="**",
        rules=(
            EXCLUS("NOM_CMP", "INVARIANT", "ELEM_PRINCIPAUX", "RESULTANTE"),
            ENSEMBLE("MOMENT", "POINT"),
            EXCLUS("TRAC_NOR", "TRAC_DIR"),
            PRESENT_PRESENT("TRAC_DIR", "DIRECTION"),
            PRESENT_PRESENT("TRAC_NOR", "NOM_CMP"),
            PRESENT_PRESENT("TRAC_DIR", "NOM_CMP"),
        ),
        INTITULE=SIMP("f"),
        TYPE=SIMP("f", into=("GROUP_NO", "SEGMENT", "ARC", "GROUP_MA"), defaut="SEGMENT"),
        REPERE=SIMP("f", into=("GLOBAL", "LOCAL", "POLAIRE", "UTILISATEUR", "CYLINDRIQUE"), defaut="GLOBAL"),
        OPERATION=SIMP("f", into=("EXTRACTION", "MOYENNE"), defaut="EXTRACTION"),
        NOM_CMP=SIMP("f", max="**"),
        INVARIANT=SIMP("f", into=("OUI",)),
        ELEM_PRINCIPAUX=SIMP("f", into=("OUI",)),
        TRAC_NOR=SIMP("f", into=("OUI",)),
        TRAC_DIR=SIMP("f", into=("OUI",)),
        DIRECTION=SIMP("f", typ="R", max=3),
        b_forc_noda=BLOC(
            is_in("TYPE", "GROUP_NO", "GROUP_MA"),
            rules=PRESENT_PRESENT("MOMENT", "RESULTANTE"),
            RESULTANTE=SIMP("f", max="**", into=("DX", "DY", "DZ", "NXX", "NYY", "NXY")),
            MOMENT=SIMP("f", max="**", into=("DRX", "DRY", "DRZ", "MXX", "MYY", "MXY")),
            POINT=SIMP("f", typ="R", max="**"),
        ),
        b_local=BLOC(equal("REPERE", "LOCAL"), VECT_Y=SIMP("f", typ="R", min=2, max=3)),
        b_utili=BLOC(equal("REPERE", "UTILISATEUR"), ANGL_NAUT=SIMP("o", typ="R", min=3, max=3)),
        b_grno=BLOC(equal("TYPE", "GROUP_NO"), GROUP_NO=SIMP("o", typ="grno")),
        b_grma=BLOC(
            equal("TYPE", "GROUP_MA"),
            GROUP_MA=SIMP("o", typ="grma"),
            MAILLAGE=SIMP("o", typ="maillage_sdaster"),
            GROUP_NO_ORIG=SIMP("f", typ="grno"),
            GROUP_NO_EXTR=SIMP("f", typ="grno"),
            VECT_ORIE=SIMP("f", typ="R", max=3),
        ),
        b_segment=BLOC(
            equal("TYPE", "SEGMENT"),
            rules=(UN_PARMI("COOR_ORIG", "GROUP_NO_ORIG"), UN_PARMI("COOR_EXTR", "GROUP_NO_EXTR")),
            NB_POINTS=SIMP("o", typ="I", val_min=2),
            **_ends(),
        ),
        b_arc=BLOC(
            equal("TYPE", "ARC"),
            NB_POINTS=SIMP("o", typ="I", val_min=2),
            COOR_ORIG=SIMP("o", typ="R", min=2, max=3),
            CENTRE=SIMP("o", typ="R", min=2, max=3),
            ANGLE=SIMP("o", typ="R"),
            DNOR=SIMP("f", typ="R", min=2, max=3),
        ),
        b_cylind=BLOC(
            equal("REPERE", "CYLINDRIQUE") & ~equal("TYPE", "ARC"),
            ORIGINE=SIMP("f", typ="R", min=2, max=3),
            AXE_Z=SIMP("f", typ="R", min=3, max=3),
        ),
        DISTANCE_MAX=SIMP("f", typ="R", defaut=0.0),
        DISTANCE_ALARME=SIMP("f", typ="R"),
    )


@operator(
    "MACR_LIGN_COUPE",
    produces="table_sdaster",
    rules=UN_PARMI("RESULTAT", "CHAM_GD"),
    keywords=dict(
        RESULTAT=SIMP("f", typ=(*_MECHANICAL, "evol_ther", "evol_sech")),
        CHAM_GD=SIMP("f", typ="cham_gd_sdaster"),
        b_extrac=BLOC(
            present("RESULTAT"),
            rules=EXCLUS(*_ORDERS),
            NUME_ORDRE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
            NUME_MODE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
            LIST_ORDRE=SIMP("f", typ="listis_sdaster"),
            INST=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
            LIST_INST=SIMP("f", typ="listr8_sdaster"),
            b_acce_reel=BLOC(present("INST") | present("LIST_INST"), **precision()),
        ),
        b_meca=BLOC(of_kind("RESULTAT", *_MECHANICAL), NOM_CHAM=SIMP("f", into=field_names, defaut="SIGM_NOEU")),
        b_ther=BLOC(of_kind("RESULTAT", "evol_ther"), NOM_CHAM=SIMP("f", into=field_names, defaut="TEMP")),
        b_sech=BLOC(of_kind("RESULTAT", "evol_sech"), NOM_CHAM=SIMP("f", into=field_names, defaut="SECH")),
        b_cham=BLOC(present("CHAM_GD"), NOM_CHAM=SIMP("f", into=field_names)),
        UNITE_MAILLAGE=SIMP("f", typ="I", advisory=True),
        MODELE=SIMP("f", typ="modele_sdaster"),
        VIS_A_VIS=FACT(
            "f",
            max="**",
            rules=EXCLUS("GROUP_MA_1", "MAILLE_1"),
            GROUP_MA_1=SIMP("f", typ="grma"),
            MAILLE_1=SIMP("f", typ="ma", max="**"),
        ),
        LIGN_COUPE=_line(),
    ),
)
def macr_lign_coupe(args, context):
    """A row for each point of each line that the field reaches, order by order."""
    result, name = _source(args)
    model = args.MODELE or result.model
    mesh = model.mesh if model is not None else result.mesh
    if model is None and result.kind != "mode_meca":
        raise args.wrong("RESULTAT", f"{result.name} comes without a model: give MODELE")
    lines = lines_of(args, context, mesh)
    cut = mesh_of_lines(lines, mesh)
    taken = _taken_over(args, context, result, name, model, mesh, cut)
    actions = [_action(args, context, *both, taken, name, mesh) for both in zip(args.LIGN_COUPE, lines)]
    table = context.run("POST_RELEVE_T", ACTION=actions)
    columns = {word: (table.types[word], table.column(word)) for word in table.names if word not in ("RESU", "NOEUD")}
    if any(line.angles for line in lines) and "ABSC_CURV" in table.names:
        by_name = {title["INTITULE"]: line for title, line in zip(actions, lines)}
        columns["ANGLE"] = "R", _angles(table, by_name)
    return Table(columns)


def _source(args):
    """(result, name of the field): a field by itself becomes a result of one instant."""
    if args.RESULTAT is not None:
        return args.RESULTAT, args.NOM_CHAM
    field = args.CHAM_GD
    if args.MODELE is None:
        raise args.wrong("CHAM_GD", "a field by itself needs MODELE")
    kind, name = _OF_QUANTITY.get(field.quantity, ("evol_noli" if field.quantity.startswith("VAR") else "evol_elas", None))
    name = args.NOM_CHAM or name or ("DEPL" if field.quantity == "SIEF_R" else None)
    if name is None:
        raise args.wrong("CHAM_GD", f"{field.name} is of {field.quantity}: give NOM_CHAM")
    made = Result(kind, field.mesh, args.MODELE)
    made.store(1, {"INST": 0.0}, {name: field})
    made.name = field.name
    return made, name


def _taken_over(args, context, result, name, model, mesh, cut):
    """The result on the mesh of the lines; shorter distances of the lines hold for all."""
    orders = output_orders(args, result, context)
    args.mark_read("CRITERE", "PRECISION")
    distances = {}
    for word in ("DISTANCE_MAX", "DISTANCE_ALARME"):
        given = [level[word] for level in args.LIGN_COUPE if level.get(word)]
        distances[word] = min(given, default=0.0)
        if len(set(given)) > 1:
            context.warn(args, "LIGN_COUPE", f"the smallest {word}, {distances[word]:.6g}, holds for all lines")
    sides = [{word: pair[word] for word in ("GROUP_MA_1", "MAILLE_1") if word in pair} | {"TOUT_2": "OUI"} for pair in args.VIS_A_VIS]
    first = {"MODELE_1": model} if model is not None else {"MAILLAGE_1": mesh}
    words = dict(RESULTAT=result, NOM_CHAM=name, NUME_ORDRE=orders, TYPE_CHAM="NOEU", METHODE="COLLOCATION", MAILLAGE_2=cut)
    made = context.run("PROJ_CHAMP", VIS_A_VIS=sides or None, **words, **distances, **first)
    made.name = result.name
    return made


def _action(args, context, level, line, taken, name, mesh):
    """What POST_RELEVE_T is to do for a line."""
    group = line.name
    if level.TYPE in ("SEGMENT", "ARC"):
        group = group.replace("LICOU", "LICOF")
        taken.mesh.node_groups[group] = _reached(args, context, level, line, taken, name)
    title = level.INTITULE or (line.name if level.TYPE.startswith("GROUP") else line.name.replace("LICOU", "l.coupe"))
    words = {word: level[word] for word in _ASKED if level.get(word) is not None}
    if not {"NOM_CMP", "INVARIANT", "ELEM_PRINCIPAUX", "RESULTANTE"} & set(words):
        words["TOUT_CMP"] = "OUI"
    result = taken
    if level.REPERE != "GLOBAL" and name not in _TURNED:
        level.mark_read("VECT_Y", "ANGL_NAUT", "ORIGINE", "AXE_Z")
        context.warn(level, "REPERE", f"{name} is not turned: its components stay those of the global axes")
    elif level.REPERE == "POLAIRE":
        words["REPERE"] = "POLAIRE"
    elif level.REPERE != "GLOBAL":
        result = _turned(context, level, line, taken, name, mesh)
    return dict(OPERATION=level.OPERATION, INTITULE=title, RESULTAT=result, NOM_CHAM=name, GROUP_NO=group, **words)


def _reached(args, context, level, line, taken, name):
    """The points of a line at which the field tells the first component that is asked for, or any."""
    nodes = taken.mesh.node_group(line.name)
    there = np.zeros(len(nodes), bool)
    for order in taken.orders:
        field = taken.field(name, order)
        asked = [level.NOM_CMP[0]] if level.NOM_CMP else field.components
        if level.NOM_CMP and asked[0] not in field.components:
            raise level.wrong("NOM_CMP", f"the field has no component {asked[0]}, it has {', '.join(field.components)}", item=0)
        there |= np.any([~np.isnan(field.component(component)[nodes]) for component in asked], axis=0)
    if not there.any():
        raise level.wrong("TYPE", "no point of this line is in the mesh")
    if not there.all():
        context.warn(level, None, f"{(~there).sum()} of the {len(nodes)} points of this line are outside the mesh: they are left out")
    return nodes[there]


def _turned(context, level, line, taken, name, mesh):
    """The result in the axes of a line."""
    what = [{"NOM_CHAM": name, "TYPE_CHAM": f"{_TURNED[name]}_{mesh.dimension}D"}]
    if level.REPERE == "CYLINDRIQUE":
        if level.TYPE == "ARC":
            place = {"ORIGINE": level.CENTRE, "AXE_Z": level.DNOR}
        else:
            place = {"ORIGINE": level.ORIGINE, "AXE_Z": level.AXE_Z}
        place = {word: value for word, value in place.items() if value is not None} | {"TOUT": "OUI"}
        return _by_axes(context, taken, "CYLINDRIQUE", what, place)
    if level.TYPE == "ARC":
        raise level.wrong("REPERE", f"an arc has no axes {level.REPERE}: CYLINDRIQUE or POLAIRE")
    if level.REPERE == "UTILISATEUR":
        angles = list(level.ANGL_NAUT)[: 3 if mesh.dimension == 3 else 1]
    elif level.TYPE == "SEGMENT":
        angles, changed = along_segment(level, mesh)
        if changed is not None:
            shown = ", ".join(f"{value:.6g}" for value in changed)
            context.warn(level, "VECT_Y", f"VECT_Y is not across the line: ({shown}) takes its place")
    else:
        return _point_by_point(context, level, line, taken, what, mesh.dimension)
    return _by_axes(context, taken, "UTILISATEUR", what, {"ANGL_NAUT": angles, "TOUT": "OUI"})


def _point_by_point(context, level, line, taken, what, dimension):
    """Axes that change along the line: an occurrence of AFFE for each of its points."""
    nodes = taken.mesh.node_group(line.name)
    names = [f"LINE{node}" for node in nodes]
    taken.mesh.node_groups.update((name, np.array([node])) for name, node in zip(names, nodes))
    places = [{"ANGL_NAUT": angles, "GROUP_NO": name} for name, angles in zip(names, along_group(level, line, dimension))]
    made = _by_axes(context, taken, "UTILISATEUR", what, places)
    for name in names:
        del taken.mesh.node_groups[name]
    return made


def _by_axes(context, taken, frame, what, places):
    made = context.run("MODI_REPERE", RESULTAT=taken, REPERE=frame, MODI_CHAM=what, AFFE=places)
    made.name = taken.name
    return made


def _angles(table, by_name):
    """The angle of each row of the table, by the rank of its point on its arc."""
    found, at, last = [], -1, None
    for title, abscissa in zip(table.column("INTITULE"), table.column("ABSC_CURV")):
        at = 0 if title != last or abscissa == 0.0 else at + 1
        last = title
        angles = by_name[title].angles
        found.append(angles[at] if abscissa is not None and at < len(angles) else None)
    return found
