"""CALC_THETA: a virtual extension of a crack as a field, which CALC_G took up to version 13.1.3; today it makes its own (r7.02.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.excit import FUNCTION
from pyaster_lite.catalogue.commons.places import nodes_of
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.catalogue.rules import ENSEMBLE, EXCLUS, PRESENT_ABSENT, UN_PARMI
from pyaster_lite.commands._calc_g.fields import about_front, about_point, along_front, check_radii, directions
from pyaster_lite.commands._mesh_words import one_node
from pyaster_lite.concepts.field import NodeField

_GROUPS = SIMP("f", typ="grno", max="**")
_NODES = SIMP("f", typ="no", max="**")


@operator(
    "CALC_THETA",
    produces="cham_no_sdaster",
    rules=(UN_PARMI("THETA_2D", "THETA_3D"), PRESENT_ABSENT("THETA_2D", "DIRE_THETA"), EXCLUS("DIRECTION", "DIRE_THETA")),
    legacy=(Renamed("OPTION", None, last="11.1.5"),),
    keywords=dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        THETA_3D=FACT(
            "f",
            max="**",
            rules=(
                UN_PARMI("TOUT", "GROUP_NO", "NOEUD"),
                UN_PARMI("MODULE", "MODULE_FO"),
                ENSEMBLE("MODULE_FO", "R_INF_FO", "R_SUP_FO"),
            ),
            TOUT=SIMP("f", into=("OUI",)),
            GROUP_NO=_GROUPS,
            NOEUD=_NODES,
            **{word: SIMP("f", typ="R") for word in ("MODULE", "R_INF", "R_SUP")},
            **{word: SIMP("f", typ=FUNCTION) for word in ("MODULE_FO", "R_INF_FO", "R_SUP_FO")},
        ),
        b_theta_3d=BLOC(present("THETA_3D"), FOND_FISS=SIMP("o", typ="fond_fissure")),
        DIRE_THETA=SIMP("f", typ="cham_no_sdaster"),
        DIRECTION=SIMP("f", typ="R", max=3, min=3),
        THETA_2D=FACT(
            "f",
            max="**",
            rules=UN_PARMI("GROUP_NO", "NOEUD"),
            GROUP_NO=_GROUPS,
            NOEUD=_NODES,
            **{word: SIMP("o", typ="R") for word in ("MODULE", "R_INF", "R_SUP")},
        ),
    ),
)
def calc_theta(args, context):
    """DX, DY (and DZ) of every node; of several THETA_2D the last one counts."""
    mesh = args.MODELE.mesh
    if args.THETA_2D:
        vectors = _in_the_plane(args, context, mesh)
        return NodeField(mesh, "DEPL_R", ("DX", "DY"), vectors[:, :2])
    return NodeField(mesh, "DEPL_R", ("DX", "DY", "DZ"), _about_front(args, context))


def _in_the_plane(args, context, mesh):
    theta = args.THETA_2D[-1]
    if args.DIRECTION is None:
        raise args.wrong("THETA_2D", "where the crack of a body in the plane goes is for DIRECTION to tell")
    for one in args.THETA_2D[:-1]:
        one.mark_read("GROUP_NO", "NOEUD", "MODULE", "R_INF", "R_SUP")
    tip = one_node(theta, context, mesh, "GROUP_NO", "NOEUD")
    check_radii(theta, theta.R_INF, theta.R_SUP)
    return about_point(mesh.coordinates, mesh.coordinates[tip], theta.R_INF, theta.R_SUP, theta.MODULE, args.DIRECTION)


def _about_front(args, context):
    crack = args.FOND_FISS
    sizes, inner, outer = np.zeros((3, len(crack.nodes)))
    for theta in args.THETA_3D:
        named = crack.nodes if theta.TOUT else nodes_of(theta, crack.mesh)
        if len(other := np.setdiff1d(named, crack.nodes)):
            word = "GROUP_NO" if theta.GROUP_NO else "NOEUD"
            raise theta.wrong(word, f"node {crack.mesh.node_names[other[0]]} is not on the front of {crack.name}")
        rows = np.flatnonzero(np.isin(crack.nodes, named))
        sizes[rows], inner[rows], outer[rows] = along_front(theta, crack, crack.abscissas[rows], context)
    return about_front(crack, sizes, inner, outer, directions(args, crack))
