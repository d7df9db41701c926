"""DEFI_CABLE_BP: the tension along tendons of prestressed concrete, and where they stand in it (u4.42.04)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.conditions import absent, equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import PRESENT_ABSENT, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.concepts.mesh_lines import NoLine, ordered_line
from pyaster_lite.concepts.mesh_selection import near_polyline
from pyaster_lite.concepts.table import Table
from pyaster_lite.concepts.tendons import Tendons
from pyaster_lite.fe.beam_section import Section
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.point_location import Cells
from pyaster_lite.fe.tendon import Tendon, relaxed_bpel, relaxed_etcc, trajectory
from pyaster_lite.fe.tendon_ties import in_solids, on_plates

NODES = {
    "NUME_CABLE": "I", "NOEUD_CABLE": "K8", "ABSC_CURV": "R", "ALPHA": "R", "TENSION": "R", "MAILLE_BETON_VOISINE": "K8",
    "NOEUD_BETON_VOISIN": "K8", "INDICE_IMMERSION": "I", "INDICE_PROJECTION": "I", "EXCENTRICITE": "R", "NOM_CABLE": "K24",
    "NOM_ANCRAGE1": "K24", "NOM_ANCRAGE2": "K24", "NOEUD_MILIEU": "K8",
}  # fmt: skip
WHOLE = {
    "TYPE_ANCRAGE1": "K8", "NOM_ANCRAGE1": "K24", "TYPE_ANCRAGE2": "K8", "NOM_ANCRAGE2": "K24", "TENSION": "R", "RECUL_ANCRAGE": "R",
    "ADHERENT": "K8", "ANALYSE": "K8", "TYPE_MAILLE": "K8", "SENS": "I",
}  # fmt: skip
RULES = {"BPEL_ACIER": "BPEL_BETON", "ETCC_ACIER": "ETCC_BETON"}
"""The words of steel and of concrete by the same rules."""
ANALYSES = {"DEFI_CABLE": "DEFI", "MODI_CABLE_ETCC": "ETCC", "MODI_CABLE_RUPT": "RUPT"}
"""What is made of tendons: new ones, relaxed ones from a known tension, and ones of a tension that is given."""


def _tendons(status, **more):
    anchors = SIMP(status, typ="grno", min=2, max=2, validators=(no_repeat,))
    return FACT("f", max="**", GROUP_MA=SIMP(status, typ="grma"), GROUP_NO_ANCRAGE=anchors, **more)


@operator(
    "DEFI_CABLE_BP",
    produces="cabl_precont",
    rules=UN_PARMI(*ANALYSES),
    keywords=dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        CHAM_MATER=SIMP("o", typ="cham_mater"),
        CARA_ELEM=SIMP("o", typ="cara_elem"),
        GROUP_MA_BETON=SIMP("o", typ="grma", max="**"),
        DEFI_CABLE=_tendons(
            "f",
            rules=(
                UN_PARMI("GROUP_MA", "TABL_CABLE"),
                PRESENT_ABSENT("TABL_CABLE", "GROUP_NO_ANCRAGE"),
                PRESENT_PRESENT("GROUP_MA", "GROUP_NO_ANCRAGE"),
                PRESENT_PRESENT("GROUP_NO_ANCRAGE", "GROUP_MA"),
            ),
            TABL_CABLE=SIMP("f", typ="table_sdaster"),
        ),
        MODI_CABLE_RUPT=_tendons("o", TENSION=SIMP("o", typ="table_sdaster")),
        TYPE_ANCRAGE=SIMP("o", min=2, max=2, into=("ACTIF", "PASSIF")),
        ADHERENT=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        b_pull=BLOC(
            absent("MODI_CABLE_RUPT"), TENSION_INIT=SIMP("o", typ="R", val_min=0.0), RECUL_ANCRAGE=SIMP("o", typ="R", val_min=0.0)
        ),
        TYPE_RELAX=SIMP("f", into=("SANS", "BPEL", "ETCC_DIRECT", "ETCC_REPRISE"), defaut="SANS"),
        b_bpel=BLOC(equal("TYPE_RELAX", "BPEL"), R_J=SIMP("o", typ="R", val_min=0.0)),
        b_etcc=BLOC(equal("TYPE_RELAX", "ETCC_DIRECT"), NBH_RELAX=SIMP("o", typ="R", val_min=0.0)),
        b_again=BLOC(
            equal("TYPE_RELAX", "ETCC_REPRISE"),
            MODI_CABLE_ETCC=_tendons("o", TENSION=SIMP("o", typ="table_sdaster")),
            NBH_RELAX=SIMP("o", typ="R", val_min=0.0),
        ),
        CONE=FACT(
            "f",
            RAYON=SIMP("o", typ="R", val_min=0.0),
            LONGUEUR=SIMP("o", typ="R", val_min=0.0),
            PRESENT=SIMP("o", min=2, max=2, into=("OUI", "NON")),
        ),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def defi_cable_bp(args, context):
    """Tendon after tendon: its line, its tension, its place in concrete."""
    mesh = args.MODELE.mesh
    word = next(word for word in ANALYSES if args.get(word))
    pull, slip = args.get("TENSION_INIT") or 0.0, args.get("RECUL_ANCRAGE") or 0.0
    if args.TYPE_ANCRAGE == ("PASSIF", "PASSIF") and pull > 0.0:
        raise args.wrong("TYPE_ANCRAGE", "nothing can pull at tendons of two passive anchors", help="one of them at least is ACTIF")
    steels, concrete, parts = _Steels(args), _concrete(args), _concrete_cells(args)
    flat = parts[0].nodes.size and reference_cell(parts[0].kind).nodes.shape[1] == 2
    rows, whole, ties, cells, forces, rigid = [], [], {}, [], [], []
    for number, asked in enumerate(_asked(args[word]), 1):
        occurrence = asked.occurrence
        nodes, own, sense = _line(asked, args.TYPE_ANCRAGE, mesh)
        places = mesh.coordinates[nodes]
        try:
            s, turned = trajectory(places)
        except ValueError as refused:
            raise occurrence.wrong("GROUP_MA", str(refused)) from None
        tension = _tension(args, steels, concrete, asked, own, s, turned)
        found = (on_plates if flat else in_solids)(places, mesh.coordinates, parts)
        quadratic = len(nodes) > len(own) + 1
        free = np.ones(len(nodes), bool)
        if args.CONE is not None:
            cones, free = _cones(args, mesh, parts, nodes)
            rigid += cones
        for i, (node, tie) in enumerate(zip(nodes.tolist(), found)):
            if tie is None:
                text = f"node {mesh.node_names[node]} of {asked.group} stands outside the concrete"
                raise args.wrong("GROUP_MA_BETON", text)
            if free[i]:
                ties[node] = tie
            row = dict(zip(NODES, (number, str(node + 1), float(s[i]), float(turned[i]), float(tension[i]), str(tie.cell + 1))))
            beside = "INDICE_PROJECTION" if flat else "INDICE_IMMERSION"
            row |= {"NOEUD_BETON_VOISIN": str(tie.nearest + 1), beside: tie.index, "NOM_CABLE": asked.group}
            row |= {"EXCENTRICITE": float(np.linalg.norm(tie.arm))} if flat else {}
            if not flat and not free[i]:
                # as in code_aster (immeca), what stands in a cone is tied by it alone
                row |= dict.fromkeys(("MAILLE_BETON_VOISINE", "NOEUD_BETON_VOISIN", beside))
            rows.append(row | {"NOM_ANCRAGE1": "", "NOM_ANCRAGE2": "", "NOEUD_MILIEU": "OUI" if quadratic and i % 2 else "NON"})
        ends = tension[:: 2 if quadratic else 1]
        cells.append(own)
        forces.append((ends[1:] + ends[:-1]) / 2)
        anchors = [args.TYPE_ANCRAGE[0], asked.anchors[0], args.TYPE_ANCRAGE[1], asked.anchors[1]]
        rest = [pull, slip, args.ADHERENT, ANALYSES[word], "SEG3" if quadratic else "SEG2", sense]
        whole.append(dict(zip(WHOLE, anchors + rest)))
    tables = {"CABLE_BP": Table.from_rows(rows, NODES), "CABLE_GL": Table.from_rows(whole, WHOLE)}
    return Tendons(mesh, tables, ties, np.concatenate(cells), np.concatenate(forces), rigid)


@dataclass(frozen=True)
class _Asked:
    """One tendon: where the deck asks for it, its group of cells, those of its anchors, the table of a known tension or None."""

    occurrence: object
    group: str
    anchors: tuple[str, str]
    tension: object = None


def _asked(occurrences):
    """The tendons in order; a table tells several of them."""
    for occurrence in occurrences:
        table = occurrence.get("TABL_CABLE")
        if table is None:
            yield _Asked(occurrence, occurrence.GROUP_MA, tuple(occurrence.GROUP_NO_ANCRAGE), occurrence.get("TENSION"))
            continue
        missing = [name for name in ("GROUP_MA", "GROUP_NO1", "GROUP_NO2") if name not in table.names]
        if missing or not table.n_rows:
            raise occurrence.wrong("TABL_CABLE", "the table tells GROUP_MA, GROUP_NO1 and GROUP_NO2 of tendons", known_as="CABLE0_23")
        for row in table.rows():
            group, *ends = (str(row[name]).strip() for name in ("GROUP_MA", "GROUP_NO1", "GROUP_NO2"))
            yield _Asked(occurrence, group, tuple(ends))


def _known_tension(asked, s):
    """(n,) N at the nodes, from the table that is given; raises Refused where it is not of this tendon."""
    table, occurrence = asked.tension, asked.occurrence
    if not {"ABSC_CURV", "N"} <= set(table.names):
        raise occurrence.wrong("TENSION", "the table tells ABSC_CURV and N along the tendon", known_as="CABLE0_9")
    rows = [row for row in table.rows() if row["N"] is not None and row["ABSC_CURV"] is not None]
    if len(rows) != len(s):
        raise occurrence.wrong("TENSION", f"the table has {len(rows)} values, the tendon {len(s)} nodes", known_as="CABLE0_10")
    beside = np.concatenate([s[1:2] - s[:1], (s[2:] - s[:-2]) / 2, s[-1:] - s[-2:-1]])
    if (np.array([row["ABSC_CURV"] for row in rows]) - s >= 1e-6 * np.abs(beside)).any():
        raise occurrence.wrong("TENSION", "the values of the table stand elsewhere than the nodes of the tendon", known_as="CABLE0_11")
    return np.array([row["N"] for row in rows], float)


def _group(asked, word, name, find):
    """The group of a tendon, where the deck or its table names it."""
    try:
        return np.atleast_1d(find(name))
    except KeyError:
        place = word if word in asked.occurrence else "TABL_CABLE"
        raise asked.occurrence.wrong(place, f"the mesh has no group {name}") from None


def _cones(args, mesh, parts, nodes):
    """The nodes of the cones of anchors, and which nodes of the tendon (in order) stand outside them."""
    cone, present = args.CONE, [word == "OUI" for word in args.CONE.PRESENT]
    if args.TYPE_ANCRAGE == ("PASSIF", "ACTIF"):
        present.reverse()
    chords = np.linalg.norm(np.diff(mesh.coordinates[nodes], axis=0), axis=1)
    s = np.concatenate([[0.0], np.cumsum(chords)])
    beside = np.zeros(mesh.n_nodes, bool)
    beside[nodes] = True
    for part in parts:
        beside[part.nodes] = True
    found, inside = [], np.zeros(len(nodes), bool)
    for here, line, way in zip(present, (nodes, nodes[::-1]), (s, s[-1] - s)):
        if here:
            near = near_polyline(mesh.coordinates, mesh.coordinates[line], cone.RAYON, cone.LONGUEUR)
            found.append(np.flatnonzero(near & beside))
            inside |= way <= cone.LONGUEUR
    return found, ~inside


def _line(asked, anchors, mesh):
    """Nodes and segments in order, from an active anchor where there is one alone, and the sense of the segments: 1, -1, 0 if linear."""
    occurrence = asked.occurrence
    cells = _group(asked, "GROUP_MA", asked.group, mesh.cell_group)
    ends = [_group(asked, "GROUP_NO_ANCRAGE", name, mesh.node_group) for name in asked.anchors]
    for item, group in enumerate(ends):
        if len(group) != 1:
            raise occurrence.wrong("GROUP_NO_ANCRAGE", f"an anchor is one node, this group has {len(group)}", item=item)
    first, last = (int(group[0]) for group in ends)
    if anchors == ("PASSIF", "ACTIF"):
        first, last = last, first
    try:
        nodes, own = ordered_line(mesh, cells, first, last)
    except NoLine as refused:
        raise occurrence.wrong("GROUP_MA", str(refused)) from None
    if len(nodes) == len(own) + 1:
        return nodes, own, 0
    along = {int(mesh.cell_nodes(cell)[0]) == int(start) for cell, start in zip(own, nodes[::2])}
    if len(along) > 1:
        raise occurrence.wrong("GROUP_MA", "all segments of a tendon run the same way", help="MODI_MAILLAGE/ORIE_LIGNE turns them")
    return nodes, own, 1 if along.pop() else -1


class _Steels:
    """What tendons are made of."""

    def __init__(self, args):
        self._args = args
        model = args.MODELE
        self._data = model.data(args.CHAM_MATER, args.CARA_ELEM)

    def of(self, occurrence, cells):
        """(Young's modulus, area, the words of the material)."""
        args, model = self._args, self._args.MODELE
        found = model.rows(cells)
        if sum(len(rows) for _, rows in found) < len(cells) or any(not hasattr(model.groups[i].element, "forces") for i, _ in found):
            raise occurrence.wrong("GROUP_MA", "the segments of a tendon are bars (BARRE) of the model")
        areas = np.concatenate([Section.of(self._data[i].subset(rows)).area[:, 0] for i, rows in found])
        if np.ptp(areas) > 1e-12 * areas.max():
            raise occurrence.wrong("GROUP_MA", "the section of a tendon is the same everywhere")
        materials = {args.CHAM_MATER.of_cell(int(cell)) for cell in cells}
        steel = materials.pop()
        if materials or steel is None or "ELAS" not in steel.laws:
            raise occurrence.wrong("GROUP_MA", "a tendon is made of one elastic material (ELAS)")
        return steel.laws["ELAS"]["E"], float(areas[0]), steel.laws


def _concrete(args):
    """The rules that concrete goes by, and the share of the tension that it takes: one for all."""
    cells = np.concatenate(look_up(args, "GROUP_MA_BETON", args.MODELE.mesh.cell_group))
    laws = [args.CHAM_MATER.materials[i].laws if i >= 0 else {} for i in np.unique(args.CHAM_MATER.index[cells])]
    for steel, word in RULES.items():
        if any(word in own for own in laws):
            if not all(word in own for own in laws):
                raise args.wrong("GROUP_MA_BETON", f"some of the concrete has {word}, some has not")
            shares = [own[word].get("PERT_FLUA", 0.0) + own[word].get("PERT_RETR", 0.0) for own in laws]
            if np.ptp(shares) > 1e-7:
                raise args.wrong("GROUP_MA_BETON", "concrete loses the same everywhere (PERT_FLUA, PERT_RETR)")
            return steel, shares[0]
    raise args.wrong(
        "GROUP_MA_BETON", "the material of concrete says by what rules it is calculated", help="give it BPEL_BETON or ETCC_BETON"
    )


def _concrete_cells(args):
    mesh = args.MODELE.mesh
    cells = np.concatenate(look_up(args, "GROUP_MA_BETON", mesh.cell_group))
    blocks = mesh.select(cells)
    if len({block.dim for block in blocks}) != 1 or blocks[0].dim < 2:
        raise args.wrong("GROUP_MA_BETON", "concrete is made of solids or of plates")
    return [Cells(block.type, reference_cell(block.type).straight, block.cells, block.nodes) for block in blocks]


def _tension(args, steels, concrete, asked, cells, s, turned):
    """(n,) N at the nodes."""
    (word, share), occurrence = concrete, asked.occurrence
    young, area, laws = steels.of(occurrence, cells)
    steel = laws.get(word)
    if steel is None:
        raise occurrence.wrong("GROUP_MA", f"the material of the tendon has no {word}")
    known = None if asked.tension is None else _known_tension(asked, s)
    if known is not None and "TENSION_INIT" not in args:
        return known
    if args.TENSION_INIT == 0.0:
        return np.zeros(len(s))
    curved = steel["FROT_COURB" if word == "BPEL_ACIER" else "COEF_FROT"]
    along = steel["FROT_LINE"] if word == "BPEL_ACIER" else steel["PERT_LIGNE"] * curved
    tendon = Tendon(args.TENSION_INIT, args.RECUL_ANCRAGE, young * area, curved, along)
    tension = tendon.tension(s, turned, args.TYPE_ANCRAGE == ("ACTIF", "ACTIF"))
    if args.TYPE_RELAX != "SANS" and steel["RELAX_1000"]:
        if not steel.get("F_PRG"):
            raise args.wrong("TYPE_RELAX", f"steel that relaxes needs F_PRG of {word}")
        limit, hours = steel["F_PRG"] * area, steel["RELAX_1000"]
        if args.TYPE_RELAX == "BPEL":
            tension = relaxed_bpel(tension, limit, hours, steel.get("MU0_RELAX", 0.0), args.R_J)
        elif known is not None:
            tension = tension - known + relaxed_etcc(known, limit, hours, args.NBH_RELAX)
        else:
            tension = relaxed_etcc(tension, limit, hours, args.NBH_RELAX)
    return tension - share * args.TENSION_INIT
