"""CALC_MATE_HOMO of plates: the stiffness of a plate whose material repeats itself in its plane (r7.02.30).

The half of a cell above z = 0 is given; it and its image below make the cell, of thickness h. With the strains at rest, minus these,
whose displacements correct those of a uniform membrane strain e, curvature k and transverse shear g,

    C = 1/S (integral of the stiffness - work of the correctors),   S = volume / h, and so on for D (weighted by z2) and G

Under transverse shear the two faces z = -h/2, h/2 do not slide on each other in the mean, which holds all correctors.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.quadrature import quadrature
from pyaster_lite.fe.shapes import shape_derivatives, shape_functions
from pyaster_lite.fe.sides import side_kind

TYPES = ("PLAQUE", "PLAQUE_CT_MINDLIN", "PLAQUE_CT_TOURATIER")
_NEAR = 1e-10
_STRETCHED = {"lock_rigi": ("DZ",), "face_x": ("DX",), "face_y": ("DY",)}
_TWISTED = {"lock_rigi": ("DZ",), "face_x": ("DY",), "face_y": ("DX",)}
_SHEARED_31 = {"lock_rigi": ("DX",), "face_x": ("DZ",), "face_y": ("DY",)}
_SHEARED_23 = {"lock_rigi": ("DY",), "face_x": ("DX",), "face_y": ("DZ",)}
_FACE_RULES = {"TRIA3": "FPG3", "TRIA6": "FPG6", "QUAD4": "FPG4", "QUAD8": "FPG9", "QUAD9": "FPG9"}


def whole_cell(half: Mesh) -> Mesh:
    """The cells and then their images through the plane z = 0, whose nodes they share."""
    return mirrored(half, 2)[0]


def mirrored(half: Mesh, axis: int) -> tuple[Mesh, np.ndarray]:
    """The cells and then their images through the plane where a coordinate is zero, whose nodes they share, each image in the groups of
    its cell; and the nodes (n,) whose images are new, in the order that these have behind the others."""
    apart = np.abs(half.coordinates[:, axis]) > _NEAR
    image = np.arange(half.n_nodes)
    image[apart] = half.n_nodes + np.arange(apart.sum())
    coordinates = np.concatenate([half.coordinates, half.coordinates[apart] * np.where(np.arange(3) == axis, -1.0, 1.0)])
    blocks = []
    for block in half.blocks:
        nodes = np.concatenate([block.nodes, image[block.nodes][:, _turned_over(block.type)]])
        blocks.append(CellBlock(block.type, nodes.astype(np.int32), np.concatenate([block.cells, half.n_cells + block.cells])))
    groups = {name: np.concatenate([cells, half.n_cells + np.asarray(cells)]) for name, cells in half.cell_groups.items()}
    return Mesh(coordinates, blocks, {}, groups, space_dimension=3), np.flatnonzero(apart)


def _turned_over(cell: str) -> np.ndarray:
    """(nn,) an order of the nodes that a mirror makes: two axes of the reference cell change places."""
    nodes = reference_cell(cell).nodes
    for axes in ((1, 0, 2), (0, 2, 1), (2, 1, 0)):
        distance = np.abs(nodes[:, None] - nodes[:, axes][None]).max(axis=-1)
        if (distance.min(axis=0) < _NEAR).all():
            return distance.argmin(axis=0)
    raise AssertionError(f"{cell} has no mirror")


def held_corner(mesh: Mesh) -> np.ndarray:
    """(1,) the node of the edge y = 0, z = 0 with the least x, which keeps the cell in place."""
    edge = np.flatnonzero(
        (np.abs(mesh.coordinates[:, 2]) <= _NEAR) & (np.abs(mesh.coordinates[:, 1] - mesh.coordinates[:, 1].min()) <= _NEAR)
    )
    return edge[[mesh.coordinates[edge, 0].argmin()]]


def slide(mesh: Mesh, component: str) -> NodeField:
    """What a unit traction along x or y on the upper face, and its opposite on the lower one, does at the nodes."""
    heights, share = mesh.coordinates[:, 2], np.zeros(mesh.n_nodes)
    for sign, level in ((-1.0, heights.min()), (1.0, heights.max())):
        on_face = np.abs(heights - level) <= _NEAR
        for block in mesh.blocks:
            for side in reference_cell(block.type).faces:
                nodes = block.nodes[:, list(side)]
                nodes = nodes[on_face[nodes].all(axis=1)]
                kind = side_kind(block.type, side)
                rule = quadrature(kind, _FACE_RULES[kind])
                tangents = np.einsum("gdn,enk->egdk", shape_derivatives(kind, rule.points), mesh.coordinates[nodes])
                area = np.linalg.norm(np.cross(tangents[:, :, 0], tangents[:, :, 1]), axis=-1) * rule.weights
                np.add.at(share, nodes, sign * np.einsum("eg,gn->en", area, shape_functions(kind, rule.points)))
    return NodeField(mesh, "DEPL_R", (component,), np.where(share == 0.0, np.nan, share)[:, None])


def plate(cell, materials, box: float, thickness: float, kind: str):
    """The properties, by name, and the displacements of the correctors, by name, of a cell of one volume and thickness.

    kind  PLAQUE for no transverse shear, _CT_MINDLIN for an even one, _CT_TOURATIER for one that goes with the cosine of the height
    """
    young, ratio, dilation = (np.array([one[word] for one in materials]) for word in ("E", "NU", "ALPHA"))
    lame, shear = young * ratio / ((1 + ratio) * (1 - 2 * ratio)), young / (2 * (1 + ratio))
    bulk = dilation * young / (1 - 2 * ratio)
    ties = [] if kind == "PLAQUE" else [slide(cell.mesh, component) for component in ("DX", "DY")]

    def answer(strain, held):
        spread = {f"{name}{end}" if name.startswith("face") else name: words for name, words in held.items() for end in _ends(name)}
        return cell.strained(strain, spread, ties)

    def by_height(scale):
        return cell.context.run("FORMULE", VALE=f"{float(scale)!r} * Z", NOM_PARA=("Z",))

    found, corrected, surface = {}, {}, box / thickness
    for stem, weight, told in (("MEMB", cell.volumes, lambda size: -size), ("FLEX", _heights(cell, lambda z: z**2), by_height)):
        fields = {
            "11": answer({"EPXX": told(1.0)}, _STRETCHED),
            "22": answer({"EPYY": told(1.0)}, _STRETCHED),
            "12": answer({"EPXY": told(0.5)}, _TWISTED),
        }
        stretch = [dict.fromkeys(("EPXX", "EPYY", "EPZZ"), told(own)) for own in dilation.tolist()]
        fields["DILA"] = answer(stretch, _STRETCHED)
        corrected |= {f"CORR_{'DILA' if name == 'DILA' else f'MECA{name}'}_{stem}": field for name, field in fields.items()}
        first, second, third = (weight @ values for values in (lame, shear, bulk))
        found[f"{stem}_L"] = (first + 2 * second - cell.work(fields["11"], fields["11"])) / surface
        found[f"{stem}_T"] = (first + 2 * second - cell.work(fields["22"], fields["22"])) / surface
        found[f"{stem}_LT"] = (first - cell.work(fields["11"], fields["22"])) / surface
        found[f"{stem}_G_LT"] = (second - cell.work(fields["12"], fields["12"])) / surface
        if stem == "MEMB":
            thermal = [(third - cell.work(fields[name], fields["DILA"])) / surface for name in ("11", "22")]
    found |= {"CISA_L": 0.0, "CISA_T": 0.0}
    if kind != "PLAQUE":
        even = kind == "PLAQUE_CT_MINDLIN"
        weight = cell.volumes if even else _heights(cell, lambda z: np.cos(np.pi * z / thickness))
        half = -0.5 if even else cell.context.run("FORMULE", VALE=f"-0.5 * cos(pi * Z / {float(thickness)!r})", NOM_PARA=("Z",))
        for name, word, strain, held in (("CISA_L", "31", "EPXZ", _SHEARED_31), ("CISA_T", "23", "EPYZ", _SHEARED_23)):
            corrected[f"CORR_MECA{word}_CT"] = field = answer({strain: half}, held)
            found[name] = (weight @ shear - cell.work(field, field)) / surface
    stiffness = np.array([[found["MEMB_L"], found["MEMB_LT"]], [found["MEMB_LT"], found["MEMB_T"]]])
    along, across = np.linalg.solve(stiffness, thermal)
    found |= {"ALPHA": (along + across) / 2, "MEMB_ALPHA_T": across, "MEMB_ALPHA_L": along, "FLEX_ALPHA_T": 0.0, "FLEX_ALPHA_L": 0.0}
    found["RHO"] = cell.mean([one["RHO"] for one in materials], box)
    found["TEMP_DEF_ALPHA"] = materials[0]["TEMP_DEF_ALPHA"]
    return {word: float(value) for word, value in found.items()}, corrected


def _ends(name):
    return ("min", "max") if name.startswith("face") else ("",)


def _heights(cell, function) -> np.ndarray:
    """(n,) integrals over the zones of a function of the height."""
    model, field = cell.mechanics
    found = np.zeros(len(cell.materials))
    for group, data in zip(model.groups, model.data(field, None)):
        values = group.element.integral(data, function(group.element.points(data.coordinates)[..., 2]))
        for zone in range(len(found)):
            found[zone] += values[np.isin(group.cells, cell.mesh.cell_groups[f"ZONE{zone}"])].sum()
    return found
