"""Contractions by kept plans: the same numbers as those of numpy, whatever the shapes."""

import numpy as np
import pytest

from pyaster_lite.fe.contraction import contracted

CASES = (
    ("egsd,egs,eg->ed", (4, 8, 6, 24), (4, 8, 6), (4, 8)),
    ("egsd,ed->egs", (1, 8, 6, 24), (1, 24)),
    ("emcak,egak,ean->egmnc", (4, 6, 3, 4, 3), (4, 8, 4, 3), (4, 4, 8)),
    ("...ai,kab,...bj->...kij", (5, 2, 3, 3), (6, 3, 3), (5, 2, 3, 3)),
    ("...ij,...j->...i", (4, 3, 3), (5, 4, 3)),
    ("eii,ej->j", (4, 3, 3), (4, 2)),
    ("ei,ej->eij", (4, 3), (4, 2)),
    ("egi,egi->e", (4, 1, 3), (4, 8, 3)),
    ("ij->ji", (2, 3)),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_contractions_are_those_of_numpy(case):
    subscripts, *shapes = case
    generator = np.random.default_rng(7)
    for _ in range(2):
        operands = [generator.normal(size=shape) for shape in shapes]
        expected = np.einsum(subscripts, *operands)
        np.testing.assert_allclose(contracted(subscripts, *operands), expected, rtol=1e-12, atol=1e-13)


def test_shapes_that_do_not_fit_are_refused():
    with pytest.raises(ValueError):
        contracted("ij,jk->ik", np.ones((2, 3)), np.ones((4, 5)))
