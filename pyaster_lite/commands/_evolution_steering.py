"""PILOTAGE in the words of the nonlinear loop."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.pilotage import BY_CELLS
from pyaster_lite.catalogue.commons.places import cells_of, nodes_of
from pyaster_lite.fe.graded import Graded
from pyaster_lite.fe.interface import Interface
from pyaster_lite.fe.joint import Joint
from pyaster_lite.fe.large_strain import Followed
from pyaster_lite.fe.solid import Solid
from pyaster_lite.fe.steered_search import SteeredSearch
from pyaster_lite.fe.steering import Arc, Bounds, Component, Prediction, Steering, Work

SELECTIONS = {"NORM_INCR_DEPL": "change", "ANGL_INCR_DEPL": "angle", "RESIDU": "residual", "MIXTE": "mixed"}
FOLLOWING = {"SANS": "", "CROISSANT": "rising", "DECROISSANT": "falling"}
AXES = ("DX", "DY", "DZ")


def steering_of(args, structure) -> Steering | None:
    """How the intensity of the steered loads is chosen, None without PILOTAGE."""
    words = args.get("PILOTAGE")
    search = args.get("RECH_LINEAIRE")
    if words is None:
        if search is not None and search.METHODE == "PILOTAGE":
            raise search.wrong("METHODE", "the search of steered loads needs PILOTAGE")
        if structure.steered:
            raise args.wrong("EXCIT", "loads of TYPE_CHARGE='FIXE_PILO' or 'SUIV_PILO' need PILOTAGE")
        return None
    if not structure.steered:
        raise args.wrong("PILOTAGE", "no load has TYPE_CHARGE='FIXE_PILO' or 'SUIV_PILO'")
    if words.COEF_MULT == 0.0:
        raise words.wrong("COEF_MULT", "it must not be zero")
    if args.get("CONTACT") is not None:
        raise args.wrong("PILOTAGE", "loads are not steered together with CONTACT")
    if search is not None and words.TYPE == "DDL_IMPO":
        raise args.wrong("RECH_LINEAIRE", "there is nothing to search where a component is imposed", known_as="MECANONLINE5_34")
    if args.NEWTON.PREDICTION in ("EXTRAPOLE", "DEPL_CALCULE"):
        raise args.NEWTON.wrong("PREDICTION", f"{args.NEWTON.PREDICTION} does not go with PILOTAGE", known_as="MECANONLINE5_36")
    dofs = args.MODELE.dofs
    moving = np.zeros(dofs.size)
    for axis in AXES:
        if axis in dofs.components:
            found = dofs.index(np.arange(dofs.n_nodes), axis)
            moving[found[found >= 0]] = 1.0
    steering = Steering(_control(words, args, structure), words.COEF_MULT, SELECTIONS[words.SELECTION], _bounds(words), moving)
    if search is not None:
        # code_aster has one search for steered loads, whatever METHODE says
        search.mark_read("METHODE")
        bounds = (search.RHO_MIN, search.RHO_MAX, search.RHO_EXCL)
        steering.search = SteeredSearch(search.RESI_LINE_RELA, search.ITER_LINE_MAXI, *bounds)
    return steering


def _bounds(words):
    bounds = Bounds(
        words.get("ETA_PILO_R_MIN", -np.inf), words.get("ETA_PILO_R_MAX", np.inf), words.get("ETA_PILO_MIN", -np.inf),
        words.get("ETA_PILO_MAX", np.inf), words.PROJ_BORNES == "OUI", FOLLOWING[words.EVOL_PARA],
    )  # fmt: skip
    if np.isfinite(bounds.high) and bounds.high > bounds.greatest:
        raise words.wrong("ETA_PILO_MAX", "it is above ETA_PILO_R_MAX")
    if np.isfinite(bounds.low) and bounds.low < bounds.least:
        raise words.wrong("ETA_PILO_MIN", "it is below ETA_PILO_R_MIN")
    return bounds


def _control(words, args, structure):
    kind, mesh = words.TYPE, args.MODELE.mesh
    if kind == "ANA_LIM":
        return Work()
    if kind in BY_CELLS:
        chosen = np.zeros(mesh.n_cells, bool)
        chosen[cells_of(words, mesh) if "GROUP_MA" in words else slice(None)] = True
        return Prediction(_lines(words, structure, chosen))
    nodes, names = nodes_of(words, mesh), words.get("NOM_CMP", ())
    if kind == "DDL_IMPO" and (len(nodes) != 1 or len(names) != 1):
        raise words.wrong("TYPE", "DDL_IMPO follows one component of one node")
    if not len(nodes) or not names:
        raise words.wrong("TYPE", "LONG_ARC needs nodes and NOM_CMP")
    weights = np.zeros(args.MODELE.dofs.size)
    for item, name in enumerate(names):
        equations = args.MODELE.dofs.index(nodes, name) if name in args.MODELE.dofs.components else np.full(len(nodes), -1)
        if (equations < 0).any():
            node = mesh.node_names[nodes[np.flatnonzero(equations < 0)[0]]]
            raise words.wrong("NOM_CMP", f"node {node} has no {name}", item=item)
        weights[equations] = 1.0 if kind == "DDL_IMPO" else 1.0 / len(nodes)
    return Component(weights) if kind == "DDL_IMPO" else Arc(weights)


def _lines(words, structure, chosen):
    """The lines of the laws of the chosen cells."""
    by_law = words.TYPE == "PRED_ELAS"
    option = "reaches" if by_law else "strain_reaches"
    parts = []
    for index, part in enumerate(structure.parts):
        rows = np.flatnonzero(chosen[part.data.cells])
        if len(rows) and part.behaviour is not None:
            known = type(part.element) in (Solid, Joint, Interface, Graded) or (isinstance(part.element, Followed) and not by_law)
            if not known or not hasattr(part.element, option):
                raise words.not_yet("TYPE", f"{words.TYPE} is not there for the elements of some of the cells")
            if by_law and not hasattr(part.behaviour, "driven_reaches" if type(part.element) is Graded else "reaches"):
                raise words.not_yet("TYPE", "the law of some of the cells has no PRED_ELAS, or not yet", help="GROUP_MA names cells")
            parts.append((index, rows))
    bounds = words.get("ETA_PILO_R_MIN", -np.inf), words.get("ETA_PILO_R_MAX", np.inf)

    def lines(trial):
        found = []
        for index, rows in parts:
            part = structure.parts[index]
            own = part.equations[rows]
            motion = trial.u[own], (trial.increment + trial.fixed)[own], trial.steered[own]
            given = getattr(part.element, option)(
                part.data.subset(rows), part.behaviour, trial.states[index].subset(rows), *motion, trial.reach, bounds
            )
            if given is None:
                return None
            found.append(given.reshape(-1, 2))
        every = np.concatenate(found)
        return every[~np.isnan(every[:, 0])]

    return lines
