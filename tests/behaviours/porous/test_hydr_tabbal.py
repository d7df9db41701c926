"""HYDR_TABBAL: full pores push by their share of the capillary pressure, layers by theirs; volumes are those of the reference state."""

import numpy as np
import pytest

from pyaster_lite.behaviours.porous._point import Point
from pyaster_lite.catalogue.registry import RETENTIONS
from pyaster_lite.fe.porous import dual
from tests.fe.porous.medium import cells, medium, moved

LAW = RETENTIONS["HYDR_TABBAL"]
FULL = {"skeleton.s_bjh": 0.7, "skeleton.w_bjh": 0.0, "skeleton.epai": 0.0, "skeleton.a0": 0.0, "skeleton.shuttle": 0.0}
LAYERED = {
    "skeleton.s_bjh": lambda v: 0.8 - 1e-9 * v["PCAP"], "skeleton.w_bjh": lambda v: 0.2 + 1e-9 * v["PCAP"],
    "skeleton.epai": lambda v: 1e-9 - 1e-17 * v["PCAP"], "skeleton.a0": 6e7, "skeleton.shuttle": 0.05,
}  # fmt: skip


def point_of(words, first, second):
    """A point of each cell whose p1 and p2 change by so much from rest."""
    element, data = cells("QUAD8", "LIQU_GAZ")
    data = data.between(0.0, 1.0)
    data.materials[0].update(words)
    layout = element.layout
    before = np.zeros((len(data), len(element.rule()), layout.n_strains))
    strain = before.copy()
    strain[..., layout.strain["p1"].start], strain[..., layout.strain["p2"].start] = first, second
    seeded = dual.Dual(strain, np.broadcast_to(np.eye(layout.n_strains), (*strain.shape, layout.n_strains)))
    return Point(data, layout, seeded, before, None, None)


def test_without_layers_it_is_the_share_of_the_full_pores():
    pressed = LAW.pressed(point_of(FULL, 3e4, 5e4), None)
    np.testing.assert_allclose(pressed.value, 5e4 - 0.7 * 3e4)


def test_layers_add_the_work_of_their_thickness_and_of_their_surface():
    pressed = LAW.pressed(point_of(LAYERED, 3e5, 0.0), None)
    old, new, wet = 1e6, 1.3e6, 6e7 / 0.3
    s, w, t = ([f(p) for p in (old, new)] for f in (lambda p: 0.8 - 1e-9 * p, lambda p: 0.2 + 1e-9 * p, lambda p: 1e-9 - 1e-17 * p))
    full = s[0] * old - s[1] * new + (s[1] - s[0]) * (old + new) / 3
    layers = wet / 3 * ((w[0] * t[0] + w[1] * t[1]) * (new - old) + 0.1 * (w[1] - w[0]))
    np.testing.assert_allclose(pressed.value, full - layers, rtol=1e-12)


@pytest.mark.parametrize("fluid", ["LIQU_GAZ", "LIQU_AD_GAZ"])
def test_what_comes_into_the_pores_is_counted_without_the_strains(fluid):
    element, data = cells("QUAD8", fluid)
    data = data.between(0.0, 1.0)
    data.materials[0].update(FULL)
    law, u = medium(fluid, retention="HYDR_TABBAL"), moved(element, data)
    rest = element.start(data, law)
    _, _, state = element.respond(data, law, u, rest, False)
    stress, names = element.shown(data, state.stress)
    known = dict(zip(law.internal_names, np.moveaxis(state.internal, -1, 0)))
    if fluid == "LIQU_GAZ":
        held = (1000.0 + known["RHOLIQ"]) * (0.3 + known["POROSITE"]) * known["SATLIQ"]
        np.testing.assert_allclose(stress[..., names.index("M11")], held - 1000.0 * 0.3 * (1.0 - 1e-7 * 1e6), rtol=1e-9, atol=1e-9)
    # the pores open by b tr e + dp (b - phi_0)(1 - b)/K
    strain = element.strains_of(data, u)[..., element.layout.strain["strain"]][..., :3].sum(axis=-1)
    pushed = (stress[..., names.index("SIPXX")] / -0.9) * (0.9 - 0.3) * 0.1 / (5e8 / 1.8)
    np.testing.assert_allclose(known["POROSITE"], 0.9 * strain + pushed, rtol=1e-9, atol=1e-13)
