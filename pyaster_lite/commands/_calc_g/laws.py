"""What the cells of a result obey, as the virtual extensions of cracks ask for it."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.commands._calc_g.release import Law, Laws

RELEASING = {f"VMIS_ISOT_{curve}": f"ELAS_VMIS_{curve}" for curve in ("LINE", "PUIS", "TRAC")}
"""The elasticity whose energy is released where plasticity stands."""


def laws_of(args, result) -> Laws:
    """What the evolution says of its cells; plasticity stands for the elasticity on its curve."""
    found = [(law.cells, _law(args, result, law)) for law in getattr(result, "laws", ())]
    return Laws(found, result.model.mesh.n_cells)


def _law(args, result, applied):
    word = applied.relation
    if word in RELEASING:
        if args.ETAT_INIT is not None:
            raise args.ETAT_INIT.wrong("SIGM", f"stresses at rest and {word} do not go together")
        word = RELEASING[word]
    behaviour = BEHAVIOURS.get(word)
    if not hasattr(behaviour, "free_energy"):
        raise args.wrong("RESULTAT", f"{applied.relation} has no energy that an extension could release")
    if applied.deformation not in ("PETIT", "GREEN_LAGRANGE"):
        raise args.wrong("RESULTAT", f"DEFORMATION='{applied.deformation}' is not for CALC_G")
    finite = applied.deformation == "GREEN_LAGRANGE"
    if finite and args.THETA.get("DISCRETISATION") == "LEGENDRE":
        raise args.THETA.wrong("DISCRETISATION", "Legendre's polynomials are for small displacements")
    shown = "ELAS" if behaviour.linear else "ELAS_NL" if applied.relation == word else "PLAS"
    return Law(behaviour, shown, finite, behaviour.linear and (finite or result.prestressed))
