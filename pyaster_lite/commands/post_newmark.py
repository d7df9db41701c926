"""POST_NEWMARK: how far what slides off an embankment goes in an earthquake, as a block on a slope does (u4.84.48).

The mean acceleration a of what slides is the resultant of the nodal forces between it and the rest by its mass. With the critical
acceleration a_y the block goes on with the speed v, and stops with it:

    v_i = max(0, v_{i-1} + (a_i + a_{i-1} - 2 a_y) (t_i - t_{i-1}) / 2)                 (Newmark 1965)

With the stresses of gravity the factor of safety is known (see _slip_line). Where a_y is not given, it comes from the line by least squares
of that factor on a, over factors between 0.8 and 1.2: its slope and its constant are both lessened by NB_ECART_TYPE of their deviations,
and a_y is where that line has the factor 1. It is a tenth above every a where all factors pass 1.2, zero where none reaches 0.8.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI
from pyaster_lite.commands._sliding_mass import verified
from pyaster_lite.commands._sliding_zone import Zone
from pyaster_lite.commands._slip_line import SlipLine
from pyaster_lite.concepts.table import Table

GRAVITY = 9.81
_GROUPS = SIMP("f", typ="grma", max="**")


def _made(args):
    level = args.get("MAILLAGE_RESU")
    meshes = [] if level is None else [level.get("MAILLAGE"), level.get("MAILLAGE_MASSE")]
    made = [(mesh, "maillage_sdaster") for mesh in meshes if mesh is not None]
    told = args.get("CHAM_FS")
    return [*made, (told, "cham_elem")] if told is not None and args.get("RESULTAT") is None else made


@operator(
    "POST_NEWMARK",
    produces="table_sdaster",
    creates=_made,
    rules=(UN_PARMI("RAYON", "MAILLAGE_GLIS"), AU_MOINS_UN("RESULTAT", "RESULTAT_PESANTEUR")),
    modifies=("MAILLAGE_GLIS",),
    keywords=dict(
        MAILLAGE_GLIS=SIMP("f", typ="maillage_sdaster"),
        RAYON=SIMP("f", typ="R", val_min=0.0),
        b_RAYON=BLOC(
            present("RAYON"),
            CENTRE_X=SIMP("o", typ="R"),
            CENTRE_Y=SIMP("o", typ="R"),
            RAFF_CERCLE=SIMP("f", typ="I", defaut=7, val_min=0),
        ),
        b_MAIL_GLIS=BLOC(present("MAILLAGE_GLIS"), GROUP_MA_GLIS=_GROUPS, GROUP_MA_LIGNE=_GROUPS),
        POSITION=SIMP("f", into=("AMONT", "AVAL"), defaut="AVAL"),
        RESULTAT=SIMP("f", typ=("dyna_trans", "evol_noli")),
        b_RESULTAT=BLOC(
            present("RESULTAT"),
            VERI_MASSE=SIMP("f", into=("OUI", "NON"), defaut="NON"),
            b_VERI_MASS=BLOC(
                equal("VERI_MASSE", "OUI"),
                RESI_RELA=SIMP("f", typ="R", defaut=0.05, val_min=0.0),
                ITER_MAXI=SIMP("f", typ="I", defaut=2, val_min=1),
                CHAM_MATER=SIMP("f", typ="cham_mater"),
            ),
        ),
        RESULTAT_PESANTEUR=SIMP("f", typ=("evol_noli", "evol_elas")),
        b_RESULTAT_PESANTEUR=BLOC(
            present("RESULTAT_PESANTEUR"),
            CHAM_PHI=SIMP("o", typ="cham_no_sdaster"),
            CHAM_COHESION=SIMP("o", typ="cham_no_sdaster"),
            CHAM_FS=SIMP("f", typ="CO"),
            NB_ECART_TYPE=SIMP("f", typ="R", val_min=0.0, val_max=6.0, defaut=3.0),
            METHODE=SIMP("f", into=("ECLA_PG", "COLLOCATION"), defaut="ECLA_PG"),
        ),
        KY=SIMP("f", typ="R"),
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
    """The table of the mean acceleration, of the speed, of the way and of the factor of safety of what slides, by instant; of the latter
    alone where there is no earthquake."""
    side = -1.0 if args.POSITION == "AMONT" else 1.0
    moving, still = args.RESULTAT, args.RESULTAT_PESANTEUR
    word = "RESULTAT" if moving is not None else "RESULTAT_PESANTEUR"
    model = _model(args, word)
    if moving is not None and still is None and args.KY is None:
        raise args.wrong("KY", "without RESULTAT_PESANTEUR the critical acceleration is not known: give KY")
    # deviations count where something moves and KY is not given
    args.mark_read("NB_ECART_TYPE")
    if still is None:
        # only factors of safety look at the line
        args.mark_read("GROUP_MA_LIGNE")
    with Zone(args, context, model.mesh) as zone:
        factors = _factors(args, context, zone, side) if still is not None else None
        if moving is not None:
            times, force = _pushes(context, moving, zone)
            mass = _mass(args, context, zone)
        zone.keep()
    if moving is None:
        return _table({"INST": [0.0], "FS": factors})
    acceleration = side * force / mass
    critical = _critical(factors, acceleration, args.NB_ECART_TYPE) if args.KY is None else args.KY * GRAVITY
    speed = _speeds(times, acceleration - critical)
    way = np.concatenate([[0.0], np.cumsum(0.5 * (speed[1:] + speed[:-1]) * np.diff(times))])
    columns = {"INST": times, "ACCE_MOY": acceleration, "VITE": speed, "DEPL": way}
    if factors is not None:
        columns["FS"] = factors
        if args.KY is None:
            columns["KY"] = np.full(len(times), critical / GRAVITY)
    return _table(columns)


def _table(columns):
    return Table({name: ("R", [float(x) for x in values]) for name, values in columns.items()})


def _model(args, word):
    model = args[word].model
    if model is None:
        raise args.wrong(word, "this result stands on no model")
    if model.dimension != 2:
        raise args.wrong(word, "only plane models slide")
    return model


def _factors(args, context, zone, side):
    """(orders,) factors of safety in the earthquake; (1,) that of gravity where there is none, and the field CHAM_FS of it."""
    still, moving = args.RESULTAT_PESANTEUR, args.RESULTAT
    line = SlipLine(args, context, zone)
    ((normal,), (shear,)) = line.stresses(still, _model(args, "RESULTAT_PESANTEUR"), still.orders[-1:])
    here, alone = line.soil()
    friction, cohesion = (alone.component(name, np.concatenate([b.cells for b in alone.blocks]))[:, 0] for name in ("X1", "X2"))
    slope = np.tan(np.pi * friction / 180.0)
    holds, pushes = (normal * slope - cohesion).sum(), shear.sum()
    if moving is None:
        phi, c = here.T
        with np.errstate(divide="ignore"):
            local = (normal * np.tan(np.pi * phi / 180.0) - c) / shear
        if args.CHAM_FS is not None:
            context.create(args.CHAM_FS, line.by_itself(local[:, None], ("X1",)))
        return np.array([side * holds / pushes])
    args.mark_read("CHAM_FS")
    normals, shears = line.stresses(moving, moving.model, moving.orders)
    return side * (holds - (normals * slope).sum(axis=1)) / (pushes - shears.sum(axis=1))


def _critical(factors, acceleration, deviations):
    """The acceleration at which the factor of safety is 1, on the safe side."""
    near = (factors > 0.8) & (factors < 1.2)
    if not near.any():
        return 1.1 * acceleration.max() if factors.min() > 1.0 else 0.0
    basis = np.stack([acceleration[near], np.ones(near.sum())], axis=1)
    line = np.linalg.lstsq(basis, factors[near], rcond=None)[0]
    left = ((basis @ line - factors[near]) ** 2).sum() / max(near.sum() - 2, 1)
    spread = np.sqrt(np.diag(np.linalg.inv(basis.T @ basis)) * left)
    slope, constant = line - deviations * spread
    return (1.0 - constant) / slope


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
