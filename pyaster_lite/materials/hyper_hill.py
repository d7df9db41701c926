"""HYPER_HILL: compressible foams by terms of powers of the stretches (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, isotropic

TERMS = 10


def properties(occurrence):
    """(TERMS, 3) mu (Pa), alpha and beta, terms that are not given having no mu; the elasticity is that of small strains."""
    given = [np.atleast_1d(occurrence[word]) for word in ("MU", "ALPHA", "BETA")]
    count = len(given[0])
    for word, values in zip(("ALPHA", "BETA"), given[1:]):
        if len(values) != count:
            raise occurrence.wrong(word, f"{len(values)} values of {word} stand beside {count} of MU: each term has one of both")
    terms = np.array([[0.0, 1.0, 1.0]] * TERMS)
    terms[:count] = np.column_stack(given)
    mu, _, beta = terms.T
    shear, bulk = mu.sum(), 2.0 * (mu * (1 / 3 + beta)).sum()
    young, poisson = 9 * bulk * shear / (3 * bulk + shear), (3 * bulk - 2 * shear) / (6 * bulk + 2 * shear)
    return {"foam_terms": terms, "elasticity": isotropic(young, poisson), "young": young, "poisson": poisson}


MATERIALS.add(
    "HYPER_HILL",
    MaterialLaw(FACT("f", **{word: SIMP("o", typ="R", max=TERMS) for word in ("MU", "ALPHA", "BETA")}), properties),
)
