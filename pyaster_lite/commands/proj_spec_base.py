"""PROJ_SPEC_BASE: cross spectra of what turbulence does to modes (u4.63.14).

As in code_aster, pressures that a flow carries along give the terms of the diagonal alone.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.rules import PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands._flow_spectra import flow_spectra
from pyaster_lite.concepts.spectrum import Spectra
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.line_element import LineElement
from pyaster_lite.fe.plate import Plate
from pyaster_lite.fe.quadrature import quadrature
from pyaster_lite.fe.shapes import shape_functions
from pyaster_lite.fe.skin import Side
from pyaster_lite.fe.turbulence import Flow, acceptance, cylinder_places, plane_places

AXES = ("DX", "DY", "DZ")
WHIRLS = (0.1, 0.55)
"""The pulsation over the speed along, times these, is one over the lengths of whirls where nothing else is said (Corcos)."""


@operator(
    "PROJ_SPEC_BASE",
    produces="interspectre",
    rules=(
        UN_PARMI("BASE_ELAS_FLUI", "MODE_MECA", "CHAM_NO"),
        UN_PARMI("TOUT", "GROUP_MA"),
        PRESENT_PRESENT("CHAM_NO", "MODELE_INTERFACE"),
    ),
    keywords=dict(
        SPEC_TURB=SIMP("o", typ="spectre_sdaster", max="**", validators=(no_repeat,)),
        BASE_ELAS_FLUI=SIMP("f", typ="melasflu_sdaster"),
        b_fluide=BLOC(present("BASE_ELAS_FLUI"), VITE_FLUI=SIMP("o", typ="R"), PRECISION=SIMP("f", typ="R", defaut=1e-3)),
        TOUT_CMP=SIMP("f", defaut="OUI", into=("OUI", "NON")),
        MODE_MECA=SIMP("f", typ="mode_meca"),
        CHAM_NO=SIMP("f", typ="cham_no_sdaster"),
        FREQ_INIT=SIMP("o", typ="R", val_min=0.0),
        FREQ_FIN=SIMP("o", typ="R", val_min=0.0),
        NB_POIN=SIMP("o", typ="I", val_min=2),
        OPTION=SIMP("f", defaut="TOUT", into=("TOUT", "DIAG")),
        TOUT=CELL_WORDS["TOUT"],
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        MODELE_INTERFACE=SIMP("f", typ="modele_sdaster"),
        VECT_X=SIMP("f", typ="R", min=3, max=3),
        VECT_Y=SIMP("f", typ="R", min=3, max=3),
        ORIG_AXE=SIMP("f", typ="R", min=3, max=3),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def proj_spec_base(args, context):
    """S_ij at NB_POIN frequencies from FREQ_INIT to FREQ_FIN, modes by their storage order."""
    if args.FREQ_FIN <= args.FREQ_INIT:
        raise args.wrong("FREQ_FIN", f"the band ends at {args.FREQ_FIN:g} Hz, before it starts")
    frequencies = np.linspace(args.FREQ_INIT, args.FREQ_FIN, args.NB_POIN)
    args.mark_read("TOUT_CMP", "OPTION", "TOUT", "GROUP_MA")
    if args.BASE_ELAS_FLUI is not None:
        with context.timer("acceptance"):
            return flow_spectra(args, frequencies)
    if len(args.SPEC_TURB) > 1:
        raise args.wrong("SPEC_TURB", "several spectra add up on modes in a flow only (BASE_ELAS_FLUI)")
    spectrum = args.SPEC_TURB[0]
    if not spectrum.word.startswith("SPEC_CORR_CONV"):
        raise args.wrong("SPEC_TURB", f"{spectrum.name} is a {spectrum.word}, which goes with BASE_ELAS_FLUI")
    shapes = [args.CHAM_NO] if args.CHAM_NO is not None else [args.MODE_MECA.field("DEPL", order) for order in args.MODE_MECA.orders]
    model = args.MODELE_INTERFACE or args.MODE_MECA.model
    if model is None:
        raise args.wrong("MODE_MECA", "the modes come without a model: give MODELE_INTERFACE")
    given, made = spectrum.values, _of_flow
    if spectrum.word == "SPEC_CORR_CONV_3":
        given, made = _functions(args, context, given["TABLE_FONCTION"]), _of_table
    cells = cells_of(args, model.mesh) if "GROUP_MA" in args else np.arange(model.mesh.n_cells)
    with context.timer("acceptance"):
        values = made(args, model, cells, shapes, given, frequencies)
    return Spectra(frequencies, values, "DEPL" if made is _of_table else "SPEC_GENE")


def _of_flow(args, model, cells, shapes, values, frequencies):
    points, fluxes = _fluxes(args, model, cells, shapes)
    places, radius = _places(args, values["METHODE"], points)
    terms = np.zeros((len(frequencies), len(shapes)))
    for row, frequency in enumerate(frequencies):
        level, flow = _flow(args.SPEC_TURB[0].word, values, frequency)
        if level:
            terms[row] = [level * acceptance(flow, places, own, radius) for own in fluxes]
    nothing, count = np.zeros(len(frequencies)), len(shapes)
    return {(i + 1, j + 1): terms[:, i] if i == j else nothing for j in range(count) for i in range(j, count)}


def _fluxes(args, model, cells, shapes):
    """Points (n, 3) of the sides and of plates of four nodes, and per shape the flux (n,) of its displacements through them."""
    points, fluxes = [], [[] for _ in shapes]
    for index, rows in model.rows(cells):
        group = model.groups[index]
        side = group.element if isinstance(group.element, Side) else None
        if isinstance(group.element, Plate) and group.cell_type == "QUAD4":
            side = Side("QUAD4", Space(), "FPG4")
        if side is None:
            continue
        nodes = group.nodes[rows]
        coordinates = model.mesh.coordinates[nodes]
        normals, functions = side.normals(coordinates), side.point_functions
        points.append(side.points(coordinates).reshape(-1, 3))
        for own, shape in zip(fluxes, shapes):
            moves = np.stack([shape.component(name)[nodes] for name in AXES], axis=-1)
            own.append(np.einsum("egi,gn,eni->eg", normals, functions, np.nan_to_num(moves)).ravel())
    if not points:
        raise args.wrong("MODELE_INTERFACE", "there is no side here that a flow could push")
    return np.concatenate(points), [np.concatenate(own) for own in fluxes]


def _places(args, method, points):
    words = ("VECT_X", "VECT_Y") if method == "CORCOS" else ("VECT_X", "ORIG_AXE")
    for word in words:
        if word not in args:
            raise args.wrong(None, f"{method} needs {' and '.join(words)}")
    first, second = (np.array(args[word], float) for word in words)
    return (plane_places(points, first, second), None) if method == "CORCOS" else cylinder_places(points, first, second)


def _flow(word, values, frequency):
    """(the level of the pressure's spectrum, the flow) at a frequency; nothing above the frequency where it ends."""
    speed, end, pulsation = values["VITE_FLUI"], values["FREQ_COUP"], 2.0 * np.pi * frequency
    along, across = values["COEF_VITE_FLUI_A"] * speed, values["COEF_VITE_FLUI_O"] * speed
    if word == "SPEC_CORR_CONV_1":
        size = values["D_FLUI"]
        end = min(end, 10.0 * speed / size)
        level = values["K"] ** 2 * (values["RHO_FLUI"] * speed**2) ** 2 * size**3
        lengths = [along / (share * pulsation) for share in WHIRLS]
        if values["METHODE"] == "AU_YANG":
            lengths = [values["LONG_COR_1"], values["LONG_COR_2"]]
    else:
        level, *lengths = (float(values[name].evaluate(PULS=pulsation)) for name in ("FONCTION", "LONG1_F", "LONG2_F"))
    return (0.0, None) if frequency > end else (level, Flow(along, across, *lengths, pulsation))


def _functions(args, context, table):
    """[(function, component of the first point, of the second)]; a cell may call the function as the deck does."""
    found = []
    for row in table.rows():
        name = row["FONCTION_C"].strip()
        function = table.getObject(row["FONCTION_C"]) or context.called(name)
        if not hasattr(function, "evaluate"):
            raise args.wrong("SPEC_TURB", f"{table.name} names {name}, which is no function")
        found.append((function, row["NUME_ORDRE_I"].strip(), row["NUME_ORDRE_J"].strip()))
    return found


def _of_table(args, model, cells, shapes, functions, frequencies):
    """S_mn = sum over pairs of points and components of f_m(i) S(i, j) f_n(j), on lines."""
    points, weights, moves = _line_points(args, model, cells, shapes)
    count = len(points)
    pairs = np.repeat(np.arange(count), count), np.tile(np.arange(count), count)
    places = dict(zip(("X1", "Y1", "Z1"), points[pairs[0]].T)) | dict(zip(("X2", "Y2", "Z2"), points[pairs[1]].T))
    terms = np.zeros((len(frequencies), len(shapes), len(shapes)), complex)
    for function, first, second in functions:
        for k, frequency in enumerate(frequencies):
            own = [function.evaluate(FREQ=float(frequency), **{n: float(v[p]) for n, v in places.items()}) for p in range(count**2)]
            density = np.array(own).reshape(count, count) * np.outer(weights, weights)
            terms[k] += np.array([[m[first] @ density @ n[second] for n in moves] for m in moves])
    return {(i + 1, j + 1): terms[:, i, j] for i in range(len(shapes)) for j in range(i, len(shapes))}


def _line_points(args, model, cells, shapes):
    """Points (n, 3) of lines, their weights (n,), and the components (n,) of each shape there, by name."""
    rule = quadrature("SEG2", "FPG3")
    functions = shape_functions("SEG2", rule.points)
    nodes = [model.groups[i].nodes[rows] for i, rows in model.rows(cells) if isinstance(model.groups[i].element, LineElement)]
    if not nodes:
        raise args.wrong("GROUP_MA", "SPEC_CORR_CONV_3 acts on beams, and there are none here")
    nodes = np.concatenate(nodes)
    ends = model.mesh.coordinates[nodes]
    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=-1)
    weights = (0.5 * lengths[:, None] * rule.weights).ravel()
    moves = [{name: (np.nan_to_num(shape.component(name)[nodes]) @ functions.T).ravel() for name in shape.components} for shape in shapes]
    return np.einsum("gn,enk->egk", functions, ends).reshape(-1, 3), weights, moves
