"""REST_HOMO_LOCAL: what a result of a homogenised body means in one of the cells that it is made of (u4.82.43, r7.02.30).

With P the place of the cell, x its own coordinates (or from P, where the mesh is not moved there), c the correctors of CALC_MATE_HOMO,

    T(x) = T_P + G_P . x + sum G_i c_i                                            G the gradient of T
    u(x) = u_P + e_P x + sum e_ii c_ii + 2 sum e_ij c_ij - (T_P - T_ref) c_dil + p c_pres
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import absent, present
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, ENSEMBLE, EXCLUS
from pyaster_lite.commands._plate_cell import mirrored
from pyaster_lite.commands._unit_cell import MADE_OF, box_sides, part_of, with_skin
from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.point_location import Cells, locate

_STRAINS = (("11", 0, 0), ("22", 1, 1), ("33", 2, 2), ("12", 0, 1), ("23", 1, 2), ("31", 0, 2))
_PLACES = {"DEPL": ("DX", "DY", "DZ"), "TEMP": ("TEMP",), "GRAT_NOEU": ("GRAT_X", "GRAT_Y", "GRAT_Z")}
_TENSOR = ("EPXX", "EPYY", "EPZZ", "EPXY", "EPXZ", "EPYZ")
_MIRRORS = {"12": (1, 0, 2), "31": (2, 1, 0), "23": (0, 2, 1)}
"""Which component turns its sign in the image along x, y and z; of the others it is the one across the mirror."""


def _option(*fields):
    return SIMP("f", into=(*fields, "SANS"), defaut="SANS", max=max(len(fields), 1))


@operator(
    "REST_HOMO_LOCAL",
    produces=lambda args: "evol_elas" if args.get("CORR_MECA") is not None else "evol_ther",
    rules=(
        AU_MOINS_UN("CORR_MECA", "CORR_THER"),
        AU_MOINS_UN("EVOL_ELAS", "EVOL_THER"),
        ENSEMBLE("EVOL_THER", "CORR_THER"),
        EXCLUS("TOUT_INST", "INST"),
    ),
    keywords=dict(
        TYPE_HOMO=SIMP("o", into=("MASSIF",)),
        POSITION=SIMP("o", typ="R", min=3, max=3),
        CORR_MECA=SIMP("f", typ="evol_elas_dict"),
        CORR_THER=SIMP("f", typ="evol_ther_dict"),
        PRESSION=SIMP("f", typ=("fonction_sdaster", "formule")),
        EVOL_ELAS=SIMP("f", typ="evol_elas"),
        EVOL_THER=SIMP("f", typ="evol_ther"),
        INST=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
        TOUT_INST=SIMP("f", into=("OUI",)),
        CRITERE=SIMP("f", into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
        PRECISION=SIMP("f", typ="R", defaut=1e-6, val_min=0.0),
        AFFE=MADE_OF,
        COMPLET=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        TRANSLATION=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        b_onlyther=BLOC(present("CORR_THER") & absent("CORR_MECA"), OPTION=_option("FLUX_ELGA")),
        b_onlymeca=BLOC(present("CORR_MECA") & absent("CORR_THER"), OPTION=_option("SIEF_ELGA")),
        b_therandmeca=BLOC(present("CORR_MECA") & present("CORR_THER"), OPTION=_option("SIEF_ELGA", "FLUX_ELGA")),
    ),
)
def rest_homo_local(args, context):
    """The displacements, or the temperatures where no displacements are asked for."""
    args.mark_read("TOUT_INST", "TYPE_HOMO")
    cell = _Cell(args)
    reference = {_reference(part.MATER) for part in args.AFFE}
    if len(reference) > 1:
        raise args.wrong("AFFE", "the materials of a cell have one TEMP_DEF_ALPHA", known_as="HOMO1_14")
    (reference,) = reference
    parts = [{word: part[word] for word in ("TOUT", "GROUP_MA", "MATER") if word in part} for part in args.AFFE]
    option = args.OPTION if isinstance(args.OPTION, tuple) else (args.OPTION,)
    heat, temperatures = None, None
    if "EVOL_THER" in args:
        heat, temperatures = _heated(args, context, cell)
        heat.model = _model(context, cell.mesh, "THERMIQUE")
        heat.material_field = context.run("AFFE_MATERIAU", MODELE=heat.model, AFFE=parts)
        if "FLUX_ELGA" in option:
            heat = context.run("CALC_CHAMP", reuse=heat, RESULTAT=heat, THERMIQUE="FLUX_ELGA")
    if "CORR_MECA" not in args:
        return heat
    if "EVOL_ELAS" not in args:
        raise args.wrong("CORR_MECA", "displacements come from EVOL_ELAS")
    made = _strained(args, cell, reference, temperatures)
    made.model = _model(context, cell.mesh, "MECANIQUE")
    even = NodeField(cell.mesh, "TEMP_R", ("TEMP",), np.full((cell.mesh.n_nodes, 1), reference))
    cause = {"EVOL": heat, "NOM_CHAM": "TEMP"} if heat is not None else {"CHAM_GD": even}
    cause |= {"NOM_VARC": "TEMP", "VALE_REF": reference}
    made.material_field = context.run("AFFE_MATERIAU", MODELE=made.model, AFFE=parts, AFFE_VARC=cause)
    return context.run("CALC_CHAMP", reuse=made, RESULTAT=made, CONTRAINTE="SIEF_ELGA") if "SIEF_ELGA" in option else made


def _model(context, mesh, phenomenon):
    return context.run("AFFE_MODELE", MAILLAGE=mesh, AFFE={"TOUT": "OUI", "PHENOMENE": phenomenon, "MODELISATION": "3D"})


def _reference(material) -> float:
    """The temperature without dilation."""
    given = next((given["TEMP_DEF_ALPHA"] for given in material.laws.values() if given.get("TEMP_DEF_ALPHA") is not None), 20.0)
    return float(given)


class _Cell:
    """The correctors on the mesh of the cell, completed by their images and moved to its place where that is asked."""

    def __init__(self, args):
        self.args, self.given = args, {}
        for word in ("CORR_MECA", "CORR_THER"):
            self.given |= dict(args[word].items()) if word in args else {}
        if any("FLEX" in name for name in self.given):
            raise args.wrong("CORR_MECA", "these are correctors of a plate", known_as="HOMO1_16")
        self.place = np.array(args.POSITION, float)
        mesh = next(iter(self.given.values())).mesh
        self.taken = []
        if args.COMPLET == "OUI":
            mesh = part_of(mesh, np.flatnonzero(mesh.cell_dim(np.arange(mesh.n_cells)) == 3))
            for axis in range(3):
                mesh, apart = mirrored(mesh, axis)
                self.taken.append(apart)
            box_sides(mesh)
            mesh = with_skin(mesh)
        self.arms = mesh.coordinates.copy()
        if args.TRANSLATION == "OUI":
            mesh = with_coordinates(mesh, mesh.coordinates + self.place)
        self.mesh = mesh

    def corrector(self, name, field, value):
        """(n, components) at a temperature, zero where there is none of that name."""
        components = _PLACES[field]
        if name not in self.given:
            if name != "CORR_PINT":
                raise self.args.wrong(None, f"there is no corrector {name}")
            return np.zeros((self.mesh.n_nodes, len(components)))
        result = self.given[name]
        try:
            found = result.interpolateField(field, value, crit=self.args.CRITERE, prec=self.args.PRECISION)
        except ValueError as outside:
            raise self.args.wrong(None, f"{name}: {outside}") from None
        values = np.stack([np.nan_to_num(found.component(word)) for word in components], axis=1)
        for axis, apart in enumerate(self.taken):
            # temperatures are taken over as they are, though those of a gradient across the mirror turn their sign, as in code_aster
            image = values[apart].copy()
            if len(components) == 3:
                image[:, _MIRRORS.get(name[-2:], (0, 1, 2))[axis]] *= -1.0
            values = np.concatenate([values, image])
        return values


def with_coordinates(mesh, coordinates):
    """The mesh with its nodes elsewhere."""
    moved = mesh.copy()
    moved.coordinates = coordinates
    return moved


def _orders(args, result):
    """The storage orders that are asked for, with their instants."""
    orders = list(result.orders)
    if "INST" in args:
        orders = []
        for value in args.INST:
            found = result.orders_at("INST", value, args.PRECISION, args.CRITERE)
            if len(found) != 1:
                raise args.wrong("INST", f"{result.name} has {len(found)} orders at the instant {value:g}")
            orders += found
    return [(order, float(result.parameter("INST", order))) for order in orders]


def _at(args, result, word, names):
    """Function of a storage order: the values of fields {name: components} of a result at the place."""
    mesh = result.mesh
    parts = [Cells(b.type, CELL_TYPES[b.type].linear, b.cells, b.nodes) for b in mesh.blocks if b.dim == 3]
    found = locate(np.array([args.POSITION], float), mesh.coordinates, parts)
    if found.cells[0] < 0:
        raise args.wrong("POSITION", f"the place lies outside of the mesh of {result.name}")
    terms = found.terms(0)

    def read(order):
        values = []
        for name, components in names.items():
            if not result.has_field(name, order):
                raise args.wrong(word, f"{result.name} has no {name}", help="CALC_CHAMP makes it", known_as="HOMO1_6")
            field = result.field(name, order)
            columns = [np.nan_to_num(field.component(component)) for component in components]
            values.append(np.array([sum(weight * column[node] for node, weight in terms) for column in columns]))
        return values

    return read


def _heated(args, context, cell):
    """The temperatures in the cell, and the function of time at its place."""
    whole = args.EVOL_THER
    read = _at(args, whole, "EVOL_THER", {name: _PLACES[name] for name in ("TEMP", "GRAT_NOEU")})
    told = {order: read(order) for order in whole.orders}
    times, values = [float(whole.parameter("INST", order)) for order in whole.orders], [told[order][0][0] for order in whole.orders]
    made = Result("evol_ther", cell.mesh)
    for rank, (order, time) in enumerate(_orders(args, whole)):
        (temperature,), gradient = told[order]
        field = temperature + cell.arms @ gradient
        for axis in range(3):
            field = field + gradient[axis] * cell.corrector(f"CORR_THER{axis + 1}{axis + 1}", "TEMP", temperature)[:, 0]
        made.store(rank, {"INST": time}, {"TEMP": NodeField(cell.mesh, "TEMP_R", ("TEMP",), field[:, None])})
    return made, lambda time: float(np.interp(time, times, values))


def _strained(args, cell, reference, temperatures):
    """The displacements in the cell."""
    whole, pressure = args.EVOL_ELAS, args.get("PRESSION")
    read = _at(args, whole, "EVOL_ELAS", {"DEPL": _PLACES["DEPL"], "EPSI_NOEU": _TENSOR})
    made = Result("evol_elas", cell.mesh)
    for rank, (order, time) in enumerate(_orders(args, whole), 1):
        shift, (xx, yy, zz, xy, xz, yz) = read(order)
        strain = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        at = reference if temperatures is None else temperatures(time)
        field = shift + cell.arms @ strain
        for name, i, j in _STRAINS:
            field = field + (1.0 if i == j else 2.0) * strain[i, j] * cell.corrector(f"CORR_MECA{name}", "DEPL", at)
        field = field - (at - reference) * cell.corrector("CORR_DILA", "DEPL", at)
        if pressure is not None:
            field = field + float(pressure.evaluate(INST=time)) * cell.corrector("CORR_PINT", "DEPL", at)
        made.store(rank, {"INST": time}, {"DEPL": NodeField(cell.mesh, "DEPL_R", _PLACES["DEPL"], field)})
    return made
