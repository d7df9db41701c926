"""DEFI_CONTACT(FORMULATION='LIAISON_UNIL'): conditions  sum a_i(t) u_i <= b(t, x)  on the unknowns of nodes (u4.44.11)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import wanted_nodes
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.registry import CONTACTS
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.concepts.contact import UnilateralDefinition, UnilateralZone
from pyaster_lite.fe.contact_geometry import ZoneLaw
from pyaster_lite.fe.unilateral import Conditions

FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")


def unilateral_words() -> dict:
    """The words of this formulation."""
    zone = FACT(
        "o",
        max="**",
        rules=(UN_PARMI("GROUP_MA", "GROUP_NO"),),
        GROUP_MA=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
        GROUP_NO=SIMP("f", typ="grno", max="**", validators=(no_repeat,)),
        NOM_CMP=SIMP("o", max="**"),
        COEF_IMPO=SIMP("o", typ=FUNCTION),
        COEF_MULT=SIMP("o", typ=FUNCTION, max="**"),
        SANS_GROUP_NO=SIMP("f", typ="grno", max="**", validators=(no_repeat,)),
        ALGO_CONT=SIMP("f", into=("CONTRAINTE", "PENALISATION"), defaut="CONTRAINTE"),
        b_cont_pen=BLOC(equal("ALGO_CONT", "PENALISATION"), COEF_PENA=SIMP("o", typ="R", val_min=0.0)),
    )
    return dict(ZONE=zone)


def unilateral_definition(args, model) -> UnilateralDefinition:
    """The zones, checked against the mesh and the model."""
    algorithm = args.ZONE[0].ALGO_CONT
    zones = []
    for occurrence in args.ZONE:
        if algorithm != occurrence.ALGO_CONT:
            raise occurrence.wrong("ALGO_CONT", f"all zones have the same algorithm, here {algorithm}")
        zones.append(_zone(occurrence, model))
    return UnilateralDefinition(model, algorithm, zones)


def _zone(occurrence, model):
    names, weights, dofs = occurrence.NOM_CMP, occurrence.COEF_MULT, model.dofs
    if len(names) != len(weights):
        message = f"as many functions as components: there are {len(weights)} for {len(names)}"
        raise occurrence.wrong("COEF_MULT", message)
    for item, name in enumerate(names):
        if name not in dofs.components:
            message = f"the model has no unknown {name}, it has {', '.join(dofs.components)}"
            raise occurrence.wrong("NOM_CMP", message, item=item)
    nodes = wanted_nodes(occurrence, model.mesh)
    equations = np.stack([dofs.index(nodes, name) for name in names], axis=1)
    carried = (equations >= 0).any(axis=1)
    if not carried.any():
        raise occurrence.wrong("NOM_CMP", f"none of the nodes of this zone has the unknowns {', '.join(names)}")
    law = ZoneLaw(occurrence.COEF_PENA) if occurrence.ALGO_CONT == "PENALISATION" else None
    return UnilateralZone(nodes[carried], equations[carried], tuple(weights), occurrence.COEF_IMPO, law)


class ModelConditions:
    """The unilateral conditions of a model, as an evolution asks for its contact."""

    field_word = "CONT_NOEU"

    def __init__(self, definition: UnilateralDefinition, model):
        zones, mesh = definition.zones, model.mesh
        nodes = np.concatenate([zone.nodes for zone in zones])
        owner = np.repeat(np.arange(len(zones)), [len(zone.nodes) for zone in zones])
        width = max(zone.equations.shape[1] for zone in zones)
        equations = np.full((len(nodes), width), -1)
        for index, zone in enumerate(zones):
            equations[owner == index, : zone.equations.shape[1]] = zone.equations
        x, y, z = mesh.coordinates[nodes].T

        def weights(t):
            values = np.zeros(equations.shape)
            for index, zone in enumerate(zones):
                values[owner == index, : len(zone.weights)] = [float(f.evaluate(INST=t)) for f in zone.weights]
            return values

        def bounds(t):
            values = np.empty(len(nodes))
            for index, zone in enumerate(zones):
                own = owner == index
                values[own] = zone.bound.evaluate(INST=t, X=x[own], Y=y[own], Z=z[own])
            return values

        conditions = Conditions(nodes, owner, equations, weights, bounds)
        self.solved = CONTACTS[definition.algorithm](conditions, [zone.law for zone in zones])

    def check(self, state, warn):
        """Every condition is solved for: there is nothing to look at."""

    def field(self, state, dt):
        """There is no field of these conditions."""
        return None

    def multipliers(self):
        """No component of DEPL holds them."""
        return (), None
