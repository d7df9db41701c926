"""FORC_NODA, REAC_NODA: the nodal forces that hold the stresses, and these less the loads and with inertia (u4.81.04)."""

from pyaster_lite.catalogue.registry import OPTIONS

from ._option import Option


def forces(element, data, given):
    """Of the stresses or forces at the points, where the cells stand."""
    values, _ = given.fields["stress"]
    if hasattr(element, "resisting_forces"):
        return element.resisting_forces(data, given.u, element.kept(data, values), given.moved)
    if given.moved is not None and given.moved.any():
        data = element.moved(data, given.u * given.moved[:, None])
        if hasattr(element, "placed") and given.structural is not None:
            data = element.placed(data, given.structural)
    if element.structural:
        structural = element.elastic_state(data, given.u).structural if given.structural is None else given.structural
        return element.structural_forces(data, structural)
    if element.stepwise and given.before is not None:
        former, _ = given.before.fields["stress"]
        step = data.between(given.before.time, given.time)
        return element.step_forces(step, element.kept(data, former), element.kept(data, values))
    return element.nodal_forces(data, element.kept(data, values))


OPTIONS.add("FORC_NODA", Option("UNKNOWNS", "DEPL_R", forces, {"stress": "SIEF_ELGA"}, follows=True))
OPTIONS.add("REAC_NODA", Option("UNKNOWNS", "DEPL_R", forces, {"stress": "SIEF_ELGA"}, follows=True, balanced=True))
