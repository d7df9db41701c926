"""CALC_GP: the energy that slices ahead of a notch store, by what they would uncover (u4.82.31, r7.02.16)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._post_elem.quantity import derivation_of
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.table import Table

_BOOK = {"INST": "R", "ZONE": "K24", "ENER ELAS": "R", "DELTA L": "R", "GP": "R", "MAX_INST": "I"}
_NEAR = 1e-6


def _made(args):
    slices = args.get("TRANCHE_2D")
    field = slices.get("CHAMP_VISU") if slices is not None else None
    return [(made, kind) for made, kind in ((field, "cham_elem"), (args.get("GPMAX"), "table_sdaster")) if made is not None]


@operator(
    "CALC_GP",
    produces="table_sdaster",
    creates=_made,
    rules=(UN_PARMI("TRANCHE_2D", "TRANCHE_3D"),),
    keywords=dict(
        RESULTAT=SIMP("o", typ=("evol_elas", "evol_noli")),
        LIST_INST=SIMP("o", typ="listr8_sdaster"),
        PRECISION=SIMP("f", typ="R", val_min=0.0, val_max=1e-3, defaut=1e-6),
        CRITERE=SIMP("f", into=("RELATIF", "ABSOLU"), defaut="ABSOLU"),
        TRANCHE_2D=FACT(
            "f",
            ZONE_MAIL=SIMP("o", into=("NON", "OUI")),
            b_cop=BLOC(
                equal("ZONE_MAIL", "OUI"),
                GROUP_MA=SIMP("o", typ="grma", max="**", validators=(no_repeat,)),
                TAILLE=SIMP("o", typ="listr8_sdaster"),
            ),
            b_ss_cop=BLOC(
                equal("ZONE_MAIL", "NON"),
                CENTRE=SIMP("o", typ="R", max=2),
                RAYON=SIMP("o", typ="R"),
                ANGLE=SIMP("o", typ="R"),
                TAILLE=SIMP("o", typ="R"),
                NB_ZONE=SIMP("o", typ="I"),
                CHAMP_VISU=SIMP("f", typ="CO"),
            ),
        ),
        TRANCHE_3D=FACT("f", max="**", GROUP_MA=SIMP("o", typ="grma", max="**", validators=(no_repeat,))),
        b_tranche_2d=BLOC(present("TRANCHE_2D"), SYME=SIMP("o", into=("OUI", "NON"))),
        b_tranche_3d=BLOC(present("TRANCHE_3D"), FOND_FISS=SIMP("o", typ="fond_fissure")),
        GPMAX=SIMP("f", typ="CO"),
    ),
)
def calc_gp(args, context):
    """A row for each slice and instant, the slice of the largest GP of an instant being marked."""
    derivation = derivation_of(args)
    if derivation.model.dimension != (3 if args.TRANCHE_3D else 2):
        raise args.wrong("RESULTAT", f"the model is in {derivation.model.dimension}D: TRANCHE_2D and TRANCHE_3D go with that")
    rows, largest = [], []
    cut = _in_space if args.TRANCHE_3D else _meshed if args.TRANCHE_2D.ZONE_MAIL == "OUI" else _drawn
    slices, energies = cut(args, derivation, context)
    share = 2.0 if (args.FOND_FISS.symmetric if args.TRANCHE_3D else args.SYME == "OUI") else 1.0
    for order in _orders(args, derivation.result):
        own = []
        for (name, size), energy in zip(slices, energies(order)):
            told = (derivation.time(order), name, share * energy, size, share * energy / size, 0)
            own.append(dict(zip(_BOOK, told)))
        best = max(own, key=lambda row: row["GP"])
        best["MAX_INST"] = 1
        rows += own
        largest.append({word: value for word, value in best.items() if word != "MAX_INST"})
    if args.get("GPMAX") is not None:
        context.create(args.GPMAX, Table.from_rows(largest, {word: kind for word, kind in _BOOK.items() if word != "MAX_INST"}))
    return Table.from_rows(rows, _BOOK, title="CALC_GP")


def _orders(args, result):
    for t in args.LIST_INST.values:
        found = result.orders_at("INST", float(t), args.PRECISION, args.CRITERE)
        if len(found) != 1:
            raise args.wrong("LIST_INST", f"{result.name} has {len(found) or 'no'} storage orders at {t:g}: there must be one")
        yield found[0]


def _of_groups(derivation, groups):
    """A function of the order giving the energies of tension of groups of cells."""

    def energies(order):
        values = np.nan_to_num(derivation.field("ENTR_ELEM", order).component("TOTALE")[:, 0])
        return [float(values[derivation.model.mesh.cell_group(name)].sum()) for name in groups]

    return energies


def _meshed(args, derivation, context):
    level = args.TRANCHE_2D
    sizes = list(level.TAILLE.values)
    if len(level.GROUP_MA) != len(sizes):
        raise level.wrong("TAILLE", f"{len(level.GROUP_MA)} groups and {len(sizes)} sizes: there must be as many")
    return list(zip(level.GROUP_MA, map(float, sizes))), _of_groups(derivation, level.GROUP_MA)


def _drawn(args, derivation, context):
    """Slices of growing length ahead of a round notch, each closed by half a disc; points lie in them or not."""
    level, model = args.TRANCHE_2D, derivation.model
    ahead = np.array([np.cos(np.radians(level.ANGLE)), np.sin(np.radians(level.ANGLE))])
    shares = {}
    for index, group in enumerate(model.groups):
        if getattr(group.element, "strain_kind", None) == "solid":
            away = group.element.points(derivation.data[index].coordinates)[..., :2] - np.asarray(level.CENTRE)
            lengths = level.TAILLE * np.arange(1, level.NB_ZONE + 1)
            shares[index] = np.stack([_inside(away, ahead, level.RAYON, length) for length in lengths], axis=-1)
    names = tuple(f"X{i + 1}" for i in range(level.NB_ZONE))
    if level.get("CHAMP_VISU") is not None:
        blocks = [ElementBlock(model.groups[i].cells, values, names, model.groups[i].element) for i, values in shares.items()]
        context.create(level.CHAMP_VISU, ElementField(model.mesh, "NEUT_R", "ELGA", blocks))

    def energies(order):
        total, field = np.zeros(level.NB_ZONE), derivation.field("ENEL_ELGA", order)
        for index, values in shares.items():
            group = model.groups[index]
            found, own = field.on(group.cells)
            weights = group.element.point_weights(derivation.data[index])
            density = np.nan_to_num(found[:, : weights.shape[1], own.index("TOTALE")])
            total += np.einsum("eg,eg,egz->z", weights, density, values)
        return total.tolist()

    return [(f"COPS_{i + 1}", level.TAILLE * (i + 1)) for i in range(level.NB_ZONE)], energies


def _inside(away, ahead, radius, length):
    """1 in the strip ahead of the notch's disc up to a length, and in the half disc at its end; the disc of the notch is left out."""
    x, y = away @ ahead, away @ np.array([-ahead[1], ahead[0]])
    strip = (x >= 0.0) & (x <= length) & (abs(y) <= radius)
    end = ((x - length) ** 2 + y**2 <= radius**2) & (x >= length)
    notch = (x**2 + y**2 <= radius**2) & (x >= 0.0)
    return strip.astype(float) + end - notch


def _in_space(args, derivation, context):
    mesh, crack = derivation.model.mesh, args.FOND_FISS
    groups = [name for level in args.TRANCHE_3D for name in level.GROUP_MA]
    normal = crack.normals[0] / np.linalg.norm(crack.normals[0])
    flat = abs((mesh.coordinates - crack.points[0]) @ normal) <= _NEAR
    sizes = []
    for name in groups:
        there = flat.copy()
        there[np.setdiff1d(np.arange(mesh.n_nodes), mesh.nodes_of_cells(mesh.cell_group(name)))] = False
        area = 0.0
        for block in mesh.blocks:
            if block.dim != 2:
                continue
            sides = block.nodes[there[block.nodes].all(axis=1)]
            if len(sides) and not block.type.startswith("QUAD"):
                raise args.wrong("TRANCHE_3D", f"the face of {name} on the plane of the crack is not made of quadrangles")
            corners = mesh.coordinates[sides[:, :4]]
            edges = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=-1)
            area += float(((edges[:, 0] + edges[:, 2]) / 2 * (edges[:, 1] + edges[:, 3]) / 2).sum())
        if area == 0.0:
            raise args.wrong("TRANCHE_3D", f"{name} has no face on the plane of the crack")
        sizes.append(area)
    return list(zip(groups, sizes)), _of_groups(derivation, groups)
