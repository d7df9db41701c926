"""NORTON: a viscous stress K (dp/dt)^(1/N) (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP

from ._law import both, parameter


def _declared(make):
    words = make("o", "K N")
    return FACT("f", **(words | {"N": SIMP("o", typ="R", val_min=1.0)} if words["N"].types == ("R",) else words))


both("NORTON", _declared, lambda m: {"viscous_stress": parameter(m, "K"), "viscous_exponent": parameter(m, "N")})
