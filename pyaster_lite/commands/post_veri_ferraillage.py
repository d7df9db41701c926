"""POST_VERI_FERRAILLAGE: diagrams of interaction of reinforced plates on their worst facets, and their state there (u4.81.47)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP, no_repeat
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.reinforcement.bending import diagram
from pyaster_lite.fe.reinforcement.margin import OUTSIDE
from pyaster_lite.fe.reinforcement.section import Section
from pyaster_lite.fe.reinforcement.service import Service
from pyaster_lite.fe.reinforcement.state import UNKNOWN, Reinforced, UltimateLaw, service_axis, service_state, ultimate_state
from pyaster_lite.fe.reinforcement.ultimate import Ultimate

_COLUMNS = ("N", "M", "HAUTEUR_COMPRIMEE", "EPSILON_BETON", "EPSILON_ACIER_INF", "EPSILON_ACIER_SUP", "SIGMA_BETON")
_COLUMNS = (*_COLUMNS, "SIGMA_ACIER_INF", "SIGMA_ACIER_SUP")
_START_RATIO = 15.0
"""Of the moduli, in the state of service from which the ultimate one is searched."""


@operator(
    "POST_VERI_FERRAILLAGE",
    produces="table_sdaster",
    keywords=dict(
        CHAM_VFER=SIMP("o", typ="cham_elem"),
        GROUP_MA=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
        SEUIL_MIN_MARGE=SIMP("f", typ="R"),
        NB_DIAG=SIMP("f", typ="I"),
    ),
)
def post_veri_ferraillage(args, context):
    """For each cell the points of its diagram, then its reference and its acting point."""
    field = args.CHAM_VFER
    if "MARGE" not in field.components:
        raise args.wrong("CHAM_VFER", "a field MARG_ELEM is needed, as VERI_FERRAILLAGE makes it")
    given = [word for word in ("GROUP_MA", "SEUIL_MIN_MARGE", "NB_DIAG") if word in args]
    if len(given) != 1:
        raise args.wrong(None, "one of GROUP_MA, SEUIL_MIN_MARGE and NB_DIAG chooses the cells", known_as="VERIFERRAILLAGE_15")
    rows = []
    for cell in _cells(args, field):
        own = {name: float(field.component(name, [cell])[0, 0]) for name in field.components}
        if own["MARGE"] < 0:
            context.warn(args, "CHAM_VFER", "the state of a section beyond its limit is that of the limit", known_as="VERIFERRAILLAGE_17")
        normals, moments, state = (_ultimate if own["TYPCMB"] == 0 else _service)(args, context, own)
        points = zip([*normals.tolist(), own["N0"], own["NED"]], [*moments.tolist(), own["M0"], own["MED"]])
        rows += [{"NUMERO_MAILLE": cell + 1, **dict(zip(_COLUMNS, map(float, (*point, *state))))} for point in points]
    return Table.from_rows(rows, {"NUMERO_MAILLE": "I", **dict.fromkeys(_COLUMNS, "R")})


def _cells(args, field):
    """The numbers of the cells, from 0."""
    mesh = field.mesh
    margins = field.component("MARGE")[:, 0]
    known = np.flatnonzero(~np.isnan(margins))
    if "GROUP_MA" in args:
        missing = [name for name in args.GROUP_MA if name not in mesh.cell_groups]
        if missing:
            raise args.wrong("GROUP_MA", f"the mesh has no group of cells {missing[0]}", known_as="VERIFERRAILLAGE_12")
        return np.intersect1d(known, np.concatenate([mesh.cell_group(name) for name in args.GROUP_MA])).tolist()
    if "SEUIL_MIN_MARGE" in args:
        chosen = known[margins[known] <= args.SEUIL_MIN_MARGE]
        if not len(chosen):
            raise args.wrong("SEUIL_MIN_MARGE", "no margin is as small as that", known_as="VERIFERRAILLAGE_13")
        return chosen.tolist()
    if len(known) < args.NB_DIAG:
        raise args.wrong("NB_DIAG", f"there are {len(known)} cells", known_as="VERIFERRAILLAGE_14")
    return known[np.argsort(margins[known], kind="stable")[: args.NB_DIAG]].tolist()


def _reinforced(own):
    """The section under its forces, or at its limit where it is beyond; the sign of the acting moment tells what is up."""
    forces = ("N_DIAG", "M_DIAG") if own["MARGE"] < 0 else ("NED", "MED")
    covers, areas = (own["ENROBI"], own["ENROBS"]), (own["DNSINF"], own["DNSSUP"])
    return Reinforced.of(own["HT"], covers, areas, *(own[name] for name in forces), own["MED"] < 0)


def _curve(law, own):
    section = Section(own["HT"], own["BW"], own["ENROBI"], own["ENROBS"])
    normals, moments, _ = diagram(law, section, np.array([own["DNSINF"]]), np.array([own["DNSSUP"]]))
    return normals[0], moments[0]


def _service(args, context, own):
    scale = 1.0 if own["UC"] == 1 else 1e-6
    law = Service(own["SIGS"], own["SIGCI"], own["SIGCS"], own["CEQUI"], scale)
    depth, strains, stresses = service_state(_reinforced(own), own["CEQUI"], own["EYS"])
    return *_curve(law, own), (depth, *strains, *stresses)


def _ultimate(args, context, own):
    scale, euro = 1.0 if own["UC"] == 1 else 1e-6, own["TYPCO"] == 2
    given = [own[name] for name in ("FBETON", "ALPHACC", "GAMMAC", "FACIER", "GAMMAS", "EYS")]
    ductility = "ABC"[int(own["CLACIER"])]
    law = Ultimate.eurocode(*given, ductility, own["TYPDIAG"] == 1, scale) if euro else Ultimate.bael(*given)
    curve = _curve(law, own)
    nothing = (UNKNOWN,) * 7
    if not euro:
        return *curve, nothing
    if own["FBETON"] * scale > 50 or own["MARGE"] == OUTSIDE:
        text, name = ("concrete beyond 50 MPa", "16") if own["FBETON"] * scale > 50 else ("a reference beyond its limit", "11")
        context.warn(args, "CHAM_VFER", f"no state is told of {text}", known_as=f"VERIFERRAILLAGE_{name}")
        return *curve, nothing
    section = _reinforced(own)
    gain = {"A": 1.05, "B": 1.08, "C": 1.15}[ductility]
    # the code followed takes the two diagrams of steel the other way round here
    steel = UltimateLaw(law.concrete, law.steel, law.young, law.pivot_c, law.pivot_a, gain, own["TYPDIAG"] != 1, law.pivot_b)
    start = service_axis(section, _START_RATIO, own["EYS"])
    depth, strains, stresses = ultimate_state(section, steel, start)
    return *curve, (depth, *strains, *stresses)
