"""IMPR_RESU writes meshes, fields and results to files: text, MED, Gmsh, I-DEAS (u4.91.01, u7.05.01)."""

from __future__ import annotations

from datetime import date

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.field_choice import fields_of_result
from pyaster_lite.catalogue.conditions import equal, of_kind, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS
from pyaster_lite.commands._mesh_words import present_groups
from pyaster_lite.commands._named_variables import named
from pyaster_lite.commands._output_fields import chosen_fields, mesh_of, part_of
from pyaster_lite.commands._output_old import OLD_OUTPUT
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.results_by_name import ResultsByName

PARTS = ("REEL", "IMAG", "MODULE", "PHASE")


_SOURCES = ("CHAM_GD", "RESULTAT")
"""What is written of groups that are there; of one that is not it is only said that it is not."""
_MOVES = ("DX", "DY", "DZ")


def _what():
    return dict(
        MAILLAGE=SIMP(typ=("maillage_sdaster", "squelette")),
        CARA_ELEM=SIMP(typ="cara_elem", advisory=True),
        CHAM_GD=SIMP(typ="cham_gd_sdaster"),
        RESULTAT=SIMP(typ=("resultat_sdaster", "ds_dict")),
        b_extrac=fields_of_result(),
        SOUS_TITRE=SIMP(max="**", advisory=True),
    )


def _places():
    return dict(
        TOUT=SIMP(into=("OUI",)),
        GROUP_NO=SIMP(typ="grno", max="**", validators=(no_repeat,), beside=_SOURCES),
        GROUP_MA=SIMP(typ="grma", max="**", validators=(no_repeat,), beside=_SOURCES),
    )


_ONE_SOURCE = (AU_MOINS_UN(*_SOURCES, "MAILLAGE"), EXCLUS(*_SOURCES))
_COMPONENTS = dict(TOUT_CMP=SIMP(into=("OUI",)), NOM_CMP=SIMP(max="**"))


def _unit(default):
    return SIMP(typ="I", defaut=default, val_min=1)


@operator(
    "IMPR_RESU",
    legacy=OLD_OUTPUT,
    keywords=dict(
        FORMAT=SIMP(into=("RESULTAT", "ASTER", "MED", "GMSH", "IDEAS"), defaut="MED", dated=(("13.3.11", "RESULTAT"),)),
        PROC0=SIMP(into=("OUI", "NON"), advisory=True),
        b_modele=BLOC(~equal("FORMAT", "MED"), MODELE=SIMP(typ="modele_sdaster")),
        b_format_resultat=BLOC(equal("FORMAT", "RESULTAT"), UNITE=_unit(8)),
        b_format_aster=BLOC(equal("FORMAT", "ASTER"), UNITE=_unit(26)),
        b_format_med=BLOC(
            equal("FORMAT", "MED"),
            UNITE=_unit(80),
            VERSION_MED=SIMP(into=("3.3.1", "4.0.0", "4.1.0"), defaut="3.3.1"),
            FICHIER_UNIQUE=SIMP(into=("OUI", "NON"), defaut="NON", advisory=True),
        ),
        b_format_gmsh=BLOC(equal("FORMAT", "GMSH"), UNITE=_unit(37), VERSION=SIMP(typ="R", into=(1.0, 1.2), defaut=1.2)),
        b_format_ideas=BLOC(equal("FORMAT", "IDEAS"), UNITE=_unit(30), VERSION=SIMP(typ="I", into=(4, 5), defaut=5, advisory=True)),
        b_fmt_med=BLOC(
            equal("FORMAT", "MED"),
            RESU=FACT(
                "o",
                max="**",
                rules=(*_ONE_SOURCE, EXCLUS("TOUT_CMP", "NOM_CMP")),
                **_what(),
                b_visu_sp=BLOC(~present("CARA_ELEM"), VISU_SP=SIMP(into=("NON",), advisory=True)),
                b_rangement=BLOC(of_kind("RESULTAT", "mult_elas"), TYPE_NOM=SIMP(into=("NUME_ORDRE", "NOM_CAS"), defaut="NUME_ORDRE")),
                INFO_MAILLAGE=SIMP(into=("OUI", "NON"), defaut="NON", advisory=True),
                PARTIE=SIMP(into=PARTS),
                IMPR_NOM_VARI=SIMP(into=("OUI", "NON"), defaut="OUI", dated=(("13.2.4", "NON"),)),
                **_COMPONENTS,
                b_med=BLOC(
                    present("CHAM_GD") | present("RESULTAT"),
                    rules=EXCLUS("NOM_CHAM_MED", "NOM_RESU_MED"),
                    NOM_CHAM_MED=SIMP(max="**", validators=(no_repeat,)),
                    NOM_RESU_MED=SIMP(),
                ),
                **_places(),
            ),
        ),
        b_fmt_resultat=BLOC(
            equal("FORMAT", "RESULTAT"),
            RESU=FACT(
                max="**",
                rules=(*_ONE_SOURCE, EXCLUS("TOUT_PARA", "NOM_PARA"), EXCLUS("TOUT_CMP", "NOM_CMP")),
                **_what(),
                PARTIE=SIMP(into=PARTS),
                TOUT_PARA=SIMP(into=("OUI", "NON")),
                NOM_PARA=SIMP(max="**"),
                FORM_TABL=SIMP(into=("OUI", "NON", "EXCEL"), defaut="NON"),
                **_COMPONENTS,
                b_topologie=BLOC(present("CHAM_GD") | present("RESULTAT"), **_places()),
                VALE_MAX=SIMP(into=("OUI",)),
                VALE_MIN=SIMP(into=("OUI",)),
                BORNE_SUP=SIMP(typ="R"),
                BORNE_INF=SIMP(typ="R"),
                IMPR_COOR=SIMP(into=("OUI", "NON"), defaut="NON"),
                FORMAT_R=SIMP(defaut="1PE21.14", dated=(("11.1.3", "1PE12.5"),)),
            ),
        ),
        b_fmt_gmsh=BLOC(
            equal("FORMAT", "GMSH"),
            RESU=FACT(
                max="**",
                rules=_ONE_SOURCE,
                **_what(),
                PARTIE=SIMP(into=("REEL", "IMAG")),
                GROUP_MA=SIMP(typ="grma", max="**", validators=(no_repeat,), beside=_SOURCES),
                TYPE_CHAM=SIMP(into=("SCALAIRE", "VECT_2D", "VECT_3D", "TENS_2D", "TENS_3D"), defaut="SCALAIRE"),
                b_scal=BLOC(equal("TYPE_CHAM", "SCALAIRE"), NOM_CMP=SIMP(max="**")),
                b_vect_2d=BLOC(equal("TYPE_CHAM", "VECT_2D"), NOM_CMP=SIMP("o", min=2, max=2)),
                b_vect_3d=BLOC(equal("TYPE_CHAM", "VECT_3D"), NOM_CMP=SIMP("o", min=3, max=3)),
                b_tens_2d=BLOC(equal("TYPE_CHAM", "TENS_2D"), NOM_CMP=SIMP("o", min=4, max=4)),
                b_tens_3d=BLOC(equal("TYPE_CHAM", "TENS_3D"), NOM_CMP=SIMP("o", min=6, max=6)),
            ),
        ),
        b_fmt_ideas=BLOC(
            equal("FORMAT", "IDEAS"),
            RESU=FACT("o", max="**", rules=(*_ONE_SOURCE, EXCLUS("TOUT_CMP", "NOM_CMP")), **_what(), **_COMPONENTS, **_places()),
        ),
        b_fmt_aster=BLOC(
            equal("FORMAT", "ASTER"),
            RESU=FACT(max="**", rules=_ONE_SOURCE, **_what(), FORMAT_R=SIMP(defaut="1PE21.14", dated=(("11.1.3", "1PE12.5"),))),
        ),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def impr_resu(args, context):
    """Each occurrence of RESU is written in turn; what is not there to write is said."""
    if any(isinstance(occurrence.RESULTAT, ResultsByName) for occurrence in args.RESU):
        words = {word: value for word, value in args.as_dict().items() if args.given(word)}
        context.run("IMPR_RESU", **(words | {"RESU": _one_by_one(args)}))
        return
    _check_meshes(args)
    with context.timer("output"):
        {"MED": _med, "RESULTAT": _resultat, "GMSH": _gmsh, "ASTER": _aster, "IDEAS": _ideas}[args.FORMAT](args, context)


def _one_by_one(args):
    """The occurrences of RESU, those of results by name as one for each, called so in a MED file."""
    found = []
    for occurrence in args.RESU:
        words = {word: value for word, value in occurrence.as_dict().items() if occurrence.given(word)}
        if not isinstance(occurrence.RESULTAT, ResultsByName):
            found.append(words)
            continue
        for name, result in occurrence.RESULTAT.items():
            called = {"NOM_RESU_MED": name} if args.FORMAT == "MED" else {}
            found.append(words | {"RESULTAT": result} | called)
    return found


def _check_meshes(args):
    """MODELE, MAILLAGE and what stands on them must agree."""
    model = args.get("MODELE")
    for occurrence in args.RESU:
        if model is not None and occurrence.MAILLAGE is not None and occurrence.MAILLAGE is not model.mesh:
            raise occurrence.wrong("MAILLAGE", "this is not the mesh of MODELE")


def _chosen(args, context, mesh):
    """(nodes, cells) that GROUP_NO and GROUP_MA restrict to; None for no restriction. Cells bring their nodes."""
    groups_no = present_groups(args, "GROUP_NO", mesh.node_group, context) if args.get("GROUP_NO") else None
    groups_ma = present_groups(args, "GROUP_MA", mesh.cell_group, context) if args.get("GROUP_MA") else None
    if args.get("TOUT"):
        args.mark_read("TOUT")
    if groups_no is None and groups_ma is None:
        return None, None
    cells = np.unique(np.concatenate(groups_ma)) if groups_ma else np.empty(0, int)
    nodes = np.unique(np.concatenate([*(groups_no or ()), mesh.nodes_of_cells(cells)]).astype(int))
    return nodes, cells


def _nothing(args, nodes):
    """Whether no group that is named is there; the other words then have nothing to say anything of."""
    if nodes is None or len(nodes):
        return False
    args.mark_read()
    return True


def _med(args, context):
    from pyaster_lite.io.med_results import NO_STEP, MedResults

    with context.files.writing(args.UNITE, ".rmed", args.span_of("UNITE")) as path, MedResults(path, args.VERSION_MED) as file:
        for occurrence in args.RESU:
            if occurrence.MAILLAGE is not None:
                file.add_mesh(occurrence.MAILLAGE)
            mesh = mesh_of(occurrence)
            nodes, cells = _chosen(occurrence, context, mesh)
            if _nothing(occurrence, nodes):
                continue
            names = _med_names(occurrence)
            for one in chosen_fields(occurrence, context):
                field = part_of(occurrence, one.field, required=True)
                step = NO_STEP if one.order is None else (one.instant(999.999), one.order, one.order)
                word = one.name
                if field.quantity.startswith("VARI") and occurrence.given("IMPR_NOM_VARI") and occurrence.IMPR_NOM_VARI == "OUI":
                    field, word = _with_names(occurrence, field), word if occurrence.get("NOM_CHAM_MED") else f"{word}_NOMME"
                called = names(word)
                if occurrence.get("TYPE_NOM") == "NOM_CAS":
                    called = occurrence.RESULTAT.parameter("NOM_CAS", one.order).strip()[:8].ljust(8, "_") + word
                # groups of nodes alone leave fields on cells whole
                file.add_field(field, called, step, _components(occurrence), nodes, cells if occurrence.get("GROUP_MA") else None)
            occurrence.mark_read("IMPR_NOM_VARI", "TOUT_CMP")


def _with_names(args, field):
    """The internal variables by the names that their laws give them."""
    found = None if args.RESULTAT is None else named(field, args.RESULTAT.laws)
    if found is None:
        raise args.not_yet("IMPR_NOM_VARI", "the names of these internal variables are not known")
    return found


def _med_names(args):
    """What a field is called in the file: NOM_CHAM_MED, else the result's name or NOM_RESU_MED filled up with _ to 8, then the field's."""
    given = args.get("NOM_CHAM_MED")
    if args.CHAM_GD is not None:
        args.mark_read("NOM_RESU_MED")
        return lambda _: given[0] if given else args.CHAM_GD.name
    if given:
        fields = args.NOM_CHAM or ()
        if len(given) != len(fields):
            raise args.wrong("NOM_CHAM_MED", f"NOM_CHAM_MED has {len(given)} names, but NOM_CHAM {len(fields)}")
        return dict(zip(fields, given)).__getitem__
    if args.RESULTAT is None:
        return None
    name = args.get("NOM_RESU_MED") or args.RESULTAT.name
    if len(name) > 8:
        if args.given("NOM_RESU_MED"):
            raise args.wrong("NOM_RESU_MED", f"NOM_RESU_MED takes 8 characters at most, not {len(name)}")
        name = name[:8]
    return lambda field: name.ljust(8, "_") + field


def _components(args):
    return args.get("NOM_CMP")


def _resultat(args, context):
    from pyaster_lite.io.resultat_text import Layout, field_text, parameters_text

    for occurrence in args.RESU:
        layout = Layout(
            occurrence.FORMAT_R,
            occurrence.IMPR_COOR == "OUI",
            occurrence.BORNE_INF,
            occurrence.BORNE_SUP,
            occurrence.VALE_MAX is not None,
            occurrence.VALE_MIN is not None,
        )
        write = _text_output(args, context)
        write("\n " + 80 * "-" + "\n")
        if occurrence.MAILLAGE is not None:
            from pyaster_lite.io.aster_mail_write import mesh_text

            write(mesh_text(occurrence.MAILLAGE, layout.number_format, _cells_of(args)))
        nodes, cells = _chosen(occurrence, context, mesh_of(occurrence))
        if _nothing(occurrence, nodes):
            continue
        fields = list(chosen_fields(occurrence, context))
        parameters = _parameters(occurrence)
        if parameters:
            orders = sorted({one.order for one in fields}) or occurrence.RESULTAT.orders
            write(parameters_text(occurrence.RESULTAT, orders, parameters, occurrence.FORM_TABL != "NON"))
        for one in fields:
            for part, field in _parts(occurrence, one.field):
                text = field_text(field, _components(occurrence), nodes, cells, layout)
                if text.strip():
                    # A field by itself is named on a line with ASTER, which comparisons of files leave out.
                    named = "ASTER CONCEPT " if occurrence.RESULTAT is None else ""
                    write(f"\n ------>\n {named}{one.title}{part}\n{text}")
        occurrence.mark_read("TOUT_CMP", "FORM_TABL")


def _parts(args, field):
    """The parts of a field to show: a complex one in two parts unless PARTIE says which."""
    if not field.is_complex or args.PARTIE is not None:
        yield "", part_of(args, field)
    else:
        yield ", real part", field.mapped(np.real)
        yield ", imaginary part", field.mapped(np.imag)


def _parameters(args):
    if args.RESULTAT is None:
        return []
    if args.NOM_PARA:
        unknown = [name for name in args.NOM_PARA if name not in args.RESULTAT.parameters]
        if unknown:
            raise args.wrong("NOM_PARA", f"{args.RESULTAT.name} has no parameter {unknown[0]}", item=args.NOM_PARA.index(unknown[0]))
        return list(args.NOM_PARA)
    return list(args.RESULTAT.parameters) if args.TOUT_PARA == "OUI" else []


def _text_output(args, context, extension=".resu"):
    """Where text goes: the unit's file, the terminal for unit 6."""
    unit, span = args.UNITE, args.span_of("UNITE")
    if unit == 6:
        return lambda text: context.write(6, text)
    return lambda text: context.files.append(unit, text, span, extension)


def _gmsh(args, context):
    from pyaster_lite.io.gmsh_results import mesh_text
    from pyaster_lite.io.gmsh_views import format_text

    shown = [occurrence.RESULTAT is not None or occurrence.CHAM_GD is not None for occurrence in args.RESU]
    if any(shown) and any(o.MAILLAGE is not None and not s for o, s in zip(args.RESU, shown)):
        raise args.wrong("RESU", "a Gmsh file holds a mesh or results, not both")
    write = _text_output(args, context, ".pos" if any(shown) else ".msh")
    for place, occurrence in enumerate(args.RESU):
        if occurrence.RESULTAT is None and occurrence.CHAM_GD is None:
            text, numbers = mesh_text(occurrence.MAILLAGE, args.VERSION)
            occurrence.mark_read("TYPE_CHAM", "NOM_CMP")
            write(text)
            for name, number in numbers.items():
                context.say(f"group {name} has the number {number} in the Gmsh file")
            continue
        nodes, cells = _chosen(occurrence, context, mesh_of(occurrence))
        if _nothing(occurrence, nodes):
            continue
        if place == 0:
            write(format_text(args.VERSION))
        for text in _views(args.VERSION, occurrence, context, cells):
            write(text)


def _views(version, occurrence, context, cells):
    """The text of every view: of each component of each field over all orders, or of vectors and tensors as TYPE_CHAM says."""
    from pyaster_lite.io.gmsh_views import Views

    views = Views(mesh_of(occurrence), cells, version)
    for kind in sorted(views.unknown):
        context.warn(occurrence, None, f"Gmsh's format has no shape for cells {kind}: nothing is written there")
    series = {}
    for one in chosen_fields(occurrence, context):
        series.setdefault(one.name, []).append((one.instant(0.0), part_of(occurrence, one.field, required=True)))
    called = context.inner_name(occurrence.RESULTAT if occurrence.RESULTAT is not None else occurrence.CHAM_GD)[:8]
    for name, steps in series.items():
        times, fields = [time for time, _ in steps], [field for _, field in steps]
        title = f"{called}_{name}" if occurrence.RESULTAT is not None else called
        for label, components, kind in _shown_together(version, occurrence, context, fields[0]):
            yield views.text(f"{title}_{label} ", fields, times, components, kind)


def _shown_together(version, occurrence, context, field):
    """(label, components, kind) of each view of a field; version 1.0 shows displacements as vectors and everything by components."""
    wanted, kind, at_nodes = tuple(occurrence.NOM_CMP or field.components), occurrence.TYPE_CHAM, isinstance(field, NodeField)
    if version < 1.1:
        if at_nodes and not occurrence.NOM_CMP and set(_MOVES) & set(wanted):
            yield "VECTEUR", _MOVES, "VECT_3D"
        # Without NOM_CMP a field of displacements alone has no view of its components
        alone = at_nodes and not occurrence.NOM_CMP and set(wanted) <= set(_MOVES)
        yield from ((name, (name,), "SCALAIRE") for name in (() if alone else wanted))
        return
    if not at_nodes and (kind.startswith("VECT") or kind.startswith("TENS") and field.location != "ELNO"):
        context.warn(occurrence, "TYPE_CHAM", f"a field {field.location} is shown by components")
        kind = "SCALAIRE"
    if kind == "SCALAIRE":
        yield from ((name, (name,), kind) for name in wanted)
    else:
        yield ("VECTEUR" if kind.startswith("VECT") else "TENSEUR"), wanted, kind


def _cells_of(args):
    """The cells that MODELE puts elements on; None without MODELE."""
    return None if args.MODELE is None else np.concatenate([group.cells for group in args.MODELE.groups])


def _aster(args, context):
    from pyaster_lite.io.aster_mail_write import mesh_text

    write = _text_output(args, context, ".mail")
    for occurrence in args.RESU:
        if occurrence.MAILLAGE is None:
            raise occurrence.wrong(None, "FORMAT='ASTER' writes meshes only: give MAILLAGE")
        write(mesh_text(occurrence.MAILLAGE, occurrence.FORMAT_R, _cells_of(args)))


def _ideas(args, context):
    from pyaster_lite.commands._output_ideas import step_of
    from pyaster_lite.io.ideas_write import field_text, mesh_text, title_text

    write = _text_output(args, context, ".unv")
    for occurrence in args.RESU:
        write(title_text(date.today()))
        if occurrence.MAILLAGE is not None:
            write(mesh_text(occurrence.MAILLAGE, lambda text, at=occurrence: context.warn(at, "MAILLAGE", text)))
        nodes, cells = _chosen(occurrence, context, mesh_of(occurrence))
        if _nothing(occurrence, nodes):
            continue
        for one in chosen_fields(occurrence, context):
            write(field_text(one.title, one.name, one.field, step_of(one), _components(occurrence), nodes, cells))
        occurrence.mark_read("TOUT_CMP")
