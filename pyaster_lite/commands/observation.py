"""OBSERVATION: the fields of a result as gauges see them: at their places, in their axes, by what they measure (u4.90.03)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.field_choice import order_words
from pyaster_lite.catalogue.commons.places import CELL_WORDS, NODE_WORDS, nodes_of
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.modes import Modes
from pyaster_lite.fe.dofs import Dofs

MOTIONS, STRAIN = ("DEPL", "VITE", "ACCE"), "EPSI_NOEU"
PLACES = ("NOEUD", "GROUP_NO", "GROUP_MA")
_ORDERS = {word: simple for word, simple in order_words().items() if word not in ("ANGLE", "NOM_CAS")}
_WANTED = ("TOUT_ORDRE", *_ORDERS)
_PASSED = ("CAS_FIGURE", "DISTANCE_MAX", "DISTANCE_ALARME", "ALARME", "TYPE_CHAM")
_TENSORS = {"TENS_2D": ("EPXX", "EPYY", "EPZZ", "EPXY"), "TENS_3D": ("EPXX", "EPYY", "EPZZ", "EPXY", "EPXZ", "EPYZ")}
_VECTOR = SIMP("f", typ="R", min=3, max=3)


def _place():
    return {word: NODE_WORDS[word] for word in PLACES}


def _turned():
    """MODI_REPERE."""
    vectors = dict(VECT_X=_VECTOR, VECT_Y=_VECTOR)
    return FACT(
        "f",
        max="**",
        rules=AU_MOINS_UN("TOUT", *PLACES),
        TOUT=SIMP("f", into=("OUI",)),
        **_place(),
        TYPE_CHAM=SIMP("f", into=("VECT_2D", "VECT_3D", *_TENSORS), defaut="VECT_3D"),
        # the components follow from the type
        NOM_CMP=SIMP("f", max="**", advisory=True),
        REPERE=SIMP("o", into=("UTILISATEUR", "CYLINDRIQUE", "NORMALE", "DIR_JAUGE")),
        b_normale=BLOC(equal("REPERE", "NORMALE"), rules=UN_PARMI("VECT_X", "VECT_Y"), **vectors),
        b_utilisateur=BLOC(equal("REPERE", "UTILISATEUR"), ANGL_NAUT=SIMP("o", typ="R", max=3)),
        b_cylindrique=BLOC(
            equal("REPERE", "CYLINDRIQUE"), ORIGINE=SIMP("o", typ="R", min=2, max=3), AXE_Z=SIMP("o", typ="R", min=3, max=3)
        ),
        b_dir_jauge=BLOC(equal("REPERE", "DIR_JAUGE"), **vectors),
    )


@operator(
    "OBSERVATION",
    produces=lambda args: kind_of(args.get("RESULTAT")),
    rules=UN_PARMI("TOUT_ORDRE", "NUME_ORDRE", "FREQ", "LIST_FREQ", "NUME_MODE", "INST", "LIST_INST"),
    keywords=dict(
        MODELE_1=SIMP("o", typ="modele_sdaster"),
        MODELE_2=SIMP("o", typ="modele_sdaster"),
        RESULTAT=SIMP("o", typ=("mode_meca", "evol_elas", "dyna_harmo", "dyna_trans")),
        NOM_CHAM=SIMP("o", max="**", into=(*MOTIONS, STRAIN), validators=(no_repeat,)),
        TOUT_ORDRE=SIMP("f", into=("OUI",)),
        **_ORDERS,
        PROJECTION=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        CAS_FIGURE=SIMP("f", into=("2D", "3D", "2.5D", "1.5D")),
        DISTANCE_MAX=SIMP("f", typ="R"),
        DISTANCE_ALARME=SIMP("f", typ="R"),
        ALARME=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        TYPE_CHAM=SIMP("f", into=("NOEU",)),
        MATR_RIGI=SIMP("f", typ="matr_asse_depl_r"),
        MATR_MASS=SIMP("f", typ="matr_asse_depl_r"),
        VIS_A_VIS=FACT(
            "f",
            max="**",
            rules=(AU_MOINS_UN("TOUT_1", "GROUP_MA_1", "GROUP_NO_1"), AU_MOINS_UN("TOUT_2", "GROUP_MA_2", "GROUP_NO_2")),
            **{f"TOUT_{i}": SIMP("f", into=("OUI",)) for i in (1, 2)},
            **{f"GROUP_MA_{i}": CELL_WORDS["GROUP_MA"] for i in (1, 2)},
            **{f"GROUP_NO_{i}": NODE_WORDS["GROUP_NO"] for i in (1, 2)},
            CAS_FIGURE=SIMP("f", into=("2D", "3D", "2.5D", "1.5D")),
        ),
        MODI_REPERE=_turned(),
        EPSI_MOYENNE=FACT(
            "f", max="**", rules=AU_MOINS_UN(*PLACES), **_place(), SEUIL_VARI=SIMP("f", typ="R", defaut=0.1), MASQUE=SIMP("f", max=6)
        ),
        FILTRE=FACT(
            "f",
            max="**",
            rules=AU_MOINS_UN("TOUT", *PLACES),
            TOUT=SIMP("f", into=("OUI",)),
            **_place(),
            NOM_CHAM=SIMP("o", into=(*MOTIONS, STRAIN)),
            DDL_ACTIF=SIMP("o", max=6),
        ),
        TITRE=SIMP("f", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def observation(args, context):
    """The result on the mesh of the gauges; where fields are filtered all of them, else, as in code_aster, the last of NOM_CHAM alone."""
    for level in args.VIS_A_VIS or ():
        if level.get("GROUP_MA_1") != level.get("GROUP_MA_2"):
            raise level.wrong("GROUP_MA_2", "the groups of cells must have the same names in both meshes")
    args.mark_read("MATR_RIGI", "MATR_MASS")
    made, averaged = None, None
    if args.EPSI_MOYENNE:
        if STRAIN not in args.NOM_CHAM:
            raise args.wrong("EPSI_MOYENNE", f"means are those of {STRAIN}")
        averaged = _averaged(args, context)
    for name in args.NOM_CHAM:
        seen = averaged if name == STRAIN and averaged is not None else args.RESULTAT
        if args.PROJECTION == "OUI":
            seen = _projected(args, context, seen, name)
        for level in args.MODI_REPERE or ():
            if name == (STRAIN if level.TYPE_CHAM in _TENSORS else "DEPL"):
                seen = _in_own_axes(args, context, level, seen, name)
        filtered = _filtered(args, context, seen, name, made)
        made = seen if filtered is None else filtered
    if made is args.RESULTAT:
        made = context.run("COPIER", CONCEPT=made)
    return made


def _projected(args, context, source, name):
    words = {word: args[word] for word in (*_WANTED, *_PASSED) if args.get(word) is not None}
    if args.VIS_A_VIS:
        words["VIS_A_VIS"] = [level.as_dict() for level in args.VIS_A_VIS]
    sides = dict(MODELE_1=args.MODELE_1, MODELE_2=args.MODELE_2)
    return context.run("PROJ_CHAMP", METHODE="COLLOCATION", RESULTAT=source, NOM_CHAM=name, **sides, **words)


def _model(args):
    return args.MODELE_2 if args.PROJECTION == "OUI" else args.MODELE_1


def _along(args, source, order):
    """Where an order stands, as CREA_RESU takes it."""
    if source.kind == "mode_meca":
        return {"NUME_MODE": order, "FREQ": float(source.parameter("FREQ", order))}
    word = "FREQ" if source.kind == "dyna_harmo" else "INST"
    return {word: float(source.parameter(word, order))}


def _averaged(args, context):
    """The strains of the nodes of each place with their means in their stead, and no others."""
    source, rows = args.RESULTAT, []
    for order in source.orders:
        if not source.has_field(STRAIN, order):
            raise args.wrong("RESULTAT", f"{source.name} has no {STRAIN} at order {order}")
        field = source.field(STRAIN, order)
        values = np.full_like(field.values, np.nan)
        for level in args.EPSI_MOYENNE:
            nodes = nodes_of(level, field.mesh)
            mean = field.values[nodes].mean(axis=0)
            _tell(context, level, field, nodes, mean, order)
            values[nodes] = mean
        whole = NodeField(field.mesh, field.quantity, field.components, values)
        rows.append({"CHAM_GD": whole, "MODELE": args.MODELE_1, "NOM_CHAM": STRAIN, **_along(args, source, order)})
    return context.run("CREA_RESU", OPERATION="AFFE", TYPE_RESU=source.kind.upper(), AFFE=rows)


def _tell(context, level, field, nodes, mean, order):
    """A warning where strains of a place differ from their mean by more than SEUIL_VARI."""
    masked = level.MASQUE or ()
    for column, component in enumerate(field.components):
        if component in masked:
            continue
        own = field.values[nodes, column]
        for part, middle in ((own.real, mean[column].real), (own.imag, mean[column].imag)):
            if middle and abs(part - middle).max() > level.SEUIL_VARI * abs(middle):
                context.warn(level, "SEUIL_VARI", f"at order {order} {component} differs from its mean by more than {level.SEUIL_VARI:g}")
                break


def _in_own_axes(args, context, level, source, name):
    place = {word: level[word] for word in ("TOUT", *PLACES) if level.get(word) is not None}
    fields = {"TYPE_CHAM": level.TYPE_CHAM, "NOM_CHAM": name}
    axes, frame = [], "UTILISATEUR"
    if level.REPERE == "CYLINDRIQUE":
        frame, axes = "CYLINDRIQUE", [place | {"ORIGINE": level.ORIGINE, "AXE_Z": level.AXE_Z}]
    elif level.REPERE == "UTILISATEUR":
        axes = [place | {"ANGL_NAUT": level.ANGL_NAUT}]
    elif level.REPERE == "DIR_JAUGE":
        if level.GROUP_MA is None:
            raise level.wrong("REPERE", "the directions of gauges are those of GROUP_MA")
        axes = [{"GROUP_MA": level.GROUP_MA, "ANGL_NAUT": _gauge(level)}]
    else:
        mesh = args.MODELE_2.mesh
        normals = _normals(args, context)
        for node in nodes_of(level, mesh).tolist():
            axes.append({"NOEUD": mesh.node_names[node], "ANGL_NAUT": _upright(level, normals[node])})
    return context.run("MODI_REPERE", RESULTAT=source, TOUT_ORDRE="OUI", REPERE=frame, MODI_CHAM=fields, AFFE=axes)


def _normals(args, context):
    """(n_nodes, 3) the normals of the model's sides where the gauges are."""
    mesh, name = args.MODELE_1.mesh, "_SIDES_"
    context.run("DEFI_GROUP", reuse=mesh, MAILLAGE=mesh, CREA_GROUP_MA={"NOM": name, "TOUT": "OUI"})
    try:
        field = context.run("CREA_CHAMP", MODELE=args.MODELE_1, OPERATION="NORMALE", TYPE_CHAM="NOEU_GEOM_R", GROUP_MA=name)
    finally:
        context.run("DEFI_GROUP", reuse=mesh, MAILLAGE=mesh, DETR_GROUP_MA={"NOM": name})
    moved = {"TOUT": "OUI", "CHAM_GD": field, "NOM_CMP": ("X", "Y", "Z"), "NOM_CMP_RESU": ("DX", "DY", "DZ")}
    field = context.run("CREA_CHAMP", OPERATION="ASSE", TYPE_CHAM="NOEU_DEPL_R", MODELE=args.MODELE_1, ASSE=moved)
    seen = context.run("PROJ_CHAMP", METHODE="COLLOCATION", CHAM_GD=field, MODELE_1=args.MODELE_1, MODELE_2=args.MODELE_2)
    return np.stack([seen.component(name) for name in ("DX", "DY", "DZ")], axis=1)


def _upright(level, normal):
    """The nautical angles of axes whose third is the normal, the first or second one being given."""
    if level.VECT_X is not None:
        first = np.array(level.VECT_X, float)
        return _angles(first, np.cross(normal, first))
    second = np.array(level.VECT_Y, float)
    return _angles(np.cross(second, normal), second)


def _gauge(level):
    """Those of axes along VECT_X, or with VECT_Y for the second; with both, the second lies in their plane."""
    x, y = (None if level[word] is None else np.array(level[word], float) for word in ("VECT_X", "VECT_Y"))
    if x is None and y is None:
        return 0.0, 0.0, 0.0
    given = x if x is not None else y
    if x is not None and y is not None:
        first, other = x, y
        second = np.cross(np.cross(first, other), first)
    else:
        # across the axis that it is farthest from, the first of them
        across = np.cross(np.eye(3), given)
        other = across[np.linalg.norm(across, axis=1).argmax()]
        if x is not None:
            first, second = x, np.cross(np.cross(x, other), x)
        else:
            first, second = np.cross(y, np.cross(other, y)), y
    if not first.any() or not second.any():
        raise level.wrong("VECT_X", "the directions of a gauge are zero, or along each other")
    return _angles(first, second)


def _angles(first, second):
    """Nautical angles (degrees) of axes along these vectors, which need not have unit length, as in code_aster (anglnaut)."""
    flat = np.hypot(first[0], first[1])
    about_z = np.arctan2(first[1], first[0]) if flat else 0.0
    about_y = np.arctan2(-first[2], flat)
    middle = np.array([-np.sin(about_z), np.cos(about_z), 0.0])
    about_x = np.arctan2(first @ np.cross(middle, second), middle @ second)
    return tuple(float(angle) for angle in np.degrees([about_z, about_y, about_x]))


def _filtered(args, context, source, name, made):
    """The result with what FILTRE lets through of a field, joined to what other fields have `made`; None when it says nothing of it."""
    levels = [level for level in args.FILTRE or () if name == level.NOM_CHAM and level.DDL_ACTIF[0][0] == ("E" if name == STRAIN else "D")]
    if not levels:
        return None
    rows = []
    for order in source.orders:
        parts = []
        for level in levels:
            place = {word: level[word] for word in ("TOUT", *PLACES) if level.get(word) is not None}
            parts.append(place | {"NOM_CMP": level.DDL_ACTIF, "CHAM_GD": source.field(name, order)})
        kind = f"NOEU_{'EPSI' if name == STRAIN else 'DEPL'}_{'C' if source.kind == 'dyna_harmo' else 'R'}"
        field = context.run("CREA_CHAMP", TYPE_CHAM=kind, OPERATION="ASSE", MODELE=_model(args), ASSE=parts)
        rows.append({"CHAM_GD": field, "MODELE": _model(args), "NOM_CHAM": name, **_along(args, source, order)})
    if source.kind == "mode_meca" and made is None:
        return _modes(args, source, rows)
    joined = {"reuse": made, "RESULTAT": made} if made is not None else {}
    return context.run("CREA_RESU", OPERATION="AFFE", TYPE_RESU=source.kind.upper(), AFFE=rows, **joined) or made


def _modes(args, source, rows):
    """Modes whose unknowns are the components that are left; matrices of all of them say nothing of these."""
    first = rows[0]["CHAM_GD"]
    dofs = Dofs(~np.isnan(first.values), first.components)
    result = Modes("mode_meca", dofs, first.mesh, _model(args))
    for order, row in zip(source.orders, rows):
        field = row["CHAM_GD"]
        told = {"NUME_MODE": row["NUME_MODE"], "FREQ": row["FREQ"]}
        result.store_mode(order, dofs.vector({name: np.nan_to_num(field.component(name)) for name in field.components}), told)
    return result
