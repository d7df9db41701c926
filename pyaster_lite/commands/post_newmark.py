"""POST_NEWMARK: how far what slides off an embankment goes in an earthquake, as a block on a slope does (u4.84.48).

The mean acceleration a of what slides is the resultant of the nodal forces between it and the rest by its mass. With the critical
acceleration a_y the block goes on with the speed v, and stops with it:

    v_i = max(0, v_{i-1} + (a_i + a_{i-1} - 2 a_y) (t_i - t_{i-1}) / 2)                 (Newmark 1965)
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._sliding_mass import verified
from pyaster_lite.commands._sliding_zone import Zone
from pyaster_lite.concepts.table import Table

GRAVITY = 9.81
_GROUPS = SIMP("f", typ="grma", max="**")


def _made(args):
    level = args.get("MAILLAGE_RESU")
    meshes = [] if level is None else [level.get("MAILLAGE"), level.get("MAILLAGE_MASSE")]
    return [(mesh, "maillage_sdaster") for mesh in meshes if mesh is not None]


@operator(
    "POST_NEWMARK",
    produces="table_sdaster",
    creates=_made,
    rules=UN_PARMI("RAYON", "MAILLAGE_GLIS"),
    modifies=("MAILLAGE_GLIS",),
    keywords=dict(
        MAILLAGE_GLIS=SIMP("f", typ="maillage_sdaster"),
        RAYON=SIMP("f", typ="R", val_min=0.0),
        b_RAYON=BLOC(
            present("RAYON"),
            CENTRE_X=SIMP("o", typ="R"),
            CENTRE_Y=SIMP("o", typ="R"),
            RAFF_CERCLE=SIMP("f", typ="I", defaut=7, advisory=True),
        ),
        b_MAIL_GLIS=BLOC(present("MAILLAGE_GLIS"), GROUP_MA_GLIS=_GROUPS, GROUP_MA_LIGNE=_GROUPS),
        POSITION=SIMP("f", into=("AMONT", "AVAL"), defaut="AVAL"),
        RESULTAT=SIMP("o", typ=("dyna_trans", "evol_noli")),
        VERI_MASSE=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        b_VERI_MASS=BLOC(
            equal("VERI_MASSE", "OUI"),
            RESI_RELA=SIMP("f", typ="R", defaut=0.05, val_min=0.0),
            ITER_MAXI=SIMP("f", typ="I", defaut=2, val_min=1),
            CHAM_MATER=SIMP("f", typ="cham_mater"),
        ),
        KY=SIMP("o", typ="R"),
        GROUP_MA_CALC=SIMP("o", typ="grma", max="**"),
        MAILLAGE_RESU=FACT(
            "f",
            NOM_GROUP=SIMP("f"),
            MAILLAGE=SIMP("f", typ="CO"),
            MAILLAGE_MASSE=SIMP("f", typ="CO"),
        ),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def post_newmark(args, context):
    """The table of the mean acceleration, of the speed and of the way of what slides, by instant."""
    result, model = args.RESULTAT, args.RESULTAT.model
    if model is None:
        raise args.wrong("RESULTAT", "this result stands on no model")
    if model.dimension != 2:
        raise args.wrong("RESULTAT", "only plane models slide")
    with Zone(args, context, model.mesh) as zone:
        times, force = _pushes(context, result, zone)
        mass = _mass(args, context, zone)
        zone.keep()
    side = -1.0 if args.POSITION == "AMONT" else 1.0
    acceleration = side * force / mass
    speed = _speeds(times, acceleration - args.KY * GRAVITY)
    way = np.concatenate([[0.0], np.cumsum(0.5 * (speed[1:] + speed[:-1]) * np.diff(times))])
    columns = {"INST": times, "ACCE_MOY": acceleration, "VITE": speed, "DEPL": way}
    return Table({name: ("R", [float(x) for x in values]) for name, values in columns.items()})


def _pushes(context, result, zone):
    """(instants, horizontal resultant of the forces that the rest puts on what slides)."""
    words = dict(MODELE=result.model, CHAM_MATER=result.material_field, FORCE="FORC_NODA", GROUP_MA=zone.name)
    forces = context.run("CALC_CHAMP", RESULTAT=result, **words)
    rest = np.zeros(zone.mesh.n_nodes, bool)
    rest[zone.mesh.nodes_of_cells(zone.beside)] = True
    found = [np.nansum(forces.field("FORC_NODA", order).component("DX")[rest]) for order in forces.orders]
    return forces.access("INST"), np.array(found)


def _mass(args, context, zone):
    """That of what slides, on finer and finer meshes where VERI_MASSE asks for it."""
    table = context.run("POST_ELEM", RESULTAT=args.RESULTAT, MASS_INER=[{"GROUP_MA": zone.name}])
    mass = table["MASSE", 1]
    return verified(args, context, zone, mass) if args.VERI_MASSE == "OUI" else mass


def _speeds(times, driving):
    """(n,) speeds from driving accelerations."""
    speed = np.zeros(len(times))
    for i in range(1, len(times)):
        speed[i] = max(0.0, speed[i - 1] + 0.5 * (driving[i] + driving[i - 1]) * (times[i] - times[i - 1]))
    return speed
