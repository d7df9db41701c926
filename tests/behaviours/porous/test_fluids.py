"""The contract of laws of the pores and of retention: calm at rest, slopes that are derivatives, the same by one step or by two."""

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import FLUIDS, RETENTIONS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.porous import dual
from tests.fe.porous.medium import cells, medium, moved

OWN_SLOPES = ("LIQU_AD_GAZ_VAPE", "LIQU_AD_GAZ")
"""Code_aster's tangents of these are not the derivatives of the laws."""
CASES = [(fluid, thermal) for fluid in FLUIDS for thermal in (False, True)]


def follow(element, data, law, u, state, tangent=False):
    strain = element.strains_of(data, u)
    return law.follow(strain, state, data, element.layout, element.n_solid, tangent), strain


@pytest.mark.parametrize("fluid,thermal", CASES)
def test_nothing_comes_in_while_nothing_changes(fluid, thermal):
    element, data = cells("QUAD8", fluid, not FLUIDS[fluid].still, thermal)
    law = medium(fluid, not FLUIDS[fluid].still)
    rest = element.start(data, law)
    (stress, internal), _ = follow(element, data.between(0.0, 1.0), law, np.zeros((2, element.size)), rest)
    solid = ("skeleton", "pores") if element.layout.mechanical else ()
    for name in (*solid, *(("mass", own) for own in element.layout.constituents)):
        np.testing.assert_allclose(stress[..., element.layout.stress[name]], 0.0, atol=1e-9)
    names = law.internal_names
    assert internal.shape[-1] == len(names) == law.internal_size
    for name in set(names) & {"POROSITE", "RHOLIQ"}:
        np.testing.assert_allclose(internal[..., names.index(name)], 0.0, atol=1e-12)


@pytest.mark.parametrize("fluid,thermal", [case for case in CASES if case[0] not in OWN_SLOPES])
def test_masses_and_heats_follow_their_slopes_from_rest(fluid, thermal):
    element, data = cells("QUAD8", fluid, not FLUIDS[fluid].still, thermal)
    law, data = medium(fluid, not FLUIDS[fluid].still), data.between(0.0, 1.0)
    rest, change = element.start(data, law), moved(element, data, 1e-3)
    (stress, _), _ = follow(element, data, law, np.zeros((2, element.size)), rest, True)
    (up, _), strain = follow(element, data, law, change, rest)
    (down, _), _ = follow(element, data, law, -change, rest)
    layout = element.layout
    kinds = ["mass", "enthalpy"] if thermal else ["mass"]
    for name in (*((kind, own) for kind in kinds for own in layout.constituents), *(("heat",) if thermal else ())):
        rows = layout.stress[name]
        slope = (dual.value_of(stress.slope[..., rows, :]) @ strain[..., None])[..., 0]
        np.testing.assert_allclose(0.5 * (up - down)[..., rows], slope, rtol=2e-3, atol=2e-4 * abs(slope).max() + 1e-15)


@pytest.mark.parametrize("fluid", [fluid for fluid in FLUIDS if fluid not in OWN_SLOPES])
def test_two_steps_bring_as_much_as_one(fluid):
    """At one temperature densities and porosities are functions of where they are, whatever the way."""
    element, data = cells("QUAD8", fluid, mechanical=False)
    law, data = medium(fluid, mechanical=False), data.between(0.0, 1.0)
    rest, u = element.start(data, law), moved(element, data)
    once = element.respond(data, law, u, rest, False)[2]
    halfway = element.respond(data, law, 0.4 * u, rest, False)[2]
    twice = element.respond(data, law, u, halfway, False)[2]
    at = [element.layout.stress["mass", own] for own in element.layout.constituents]
    for rows in at:
        np.testing.assert_allclose(twice.stress[..., rows], once.stress[..., rows], atol=2e-3 * abs(once.stress[..., rows]).max() + 1e-15)


@pytest.mark.parametrize("word", list(RETENTIONS))
def test_saturation_and_permeabilities_have_their_slopes(word):
    element, data = cells("QUAD8", "LIQU_GAZ", mechanical=False)
    law = medium("LIQU_GAZ", mechanical=False, retention=word)
    rest = element.start(data, law)
    pressures = np.linspace(-2e5, 4e6, 2 * element.n_solid).reshape(2, -1)
    # the cube keeps its slope beyond the end of the curves, where it stays as it is
    saturations = np.linspace(0.3, 0.98 if word == "HYDR_VGC" else 0.9985, 2 * element.n_solid).reshape(2, -1)

    class Seen:
        """What a law of retention asks of a point."""

        t = np.full((2, element.n_solid), 300.0)

        def read(self, name, default=None, **variables):
            value = data.materials[0].get(name, default)
            return value(variables) if callable(value) else np.full((2, 1), value)

    own, point = law.retention, Seen()
    gas = np.full_like(pressures, 1e5)
    for function, x, step in (
        (lambda p: own.saturation(point, p, point.t), pressures, 1.0),
        (lambda s: own.liquid(point, s, gas), saturations, 1e-7),
        (lambda s: own.gas(point, s, gas)[:2], saturations, 1e-7),
    ):
        value, slope = function(x)
        up, down = function(x + step)[0], function(x - step)[0]
        np.testing.assert_allclose(np.broadcast_to(slope, x.shape), (up - down) / (2 * step), rtol=2e-5, atol=1e-12)
    assert rest.internal.shape[-1] == 3


@pytest.mark.parametrize("fluid,borne", [("LIQU_AD_GAZ_VAPE", True), ("LIQU_VAPE_GAZ", False)])
def test_iterates_with_less_gas_than_steam(fluid, borne):
    """With dissolved air code_aster forgets that it has seen them, and goes on to the balance that they lead to."""
    element, data = cells("QUAD8", fluid, mechanical=False)
    law, data = medium(fluid, mechanical=False), data.between(0.0, 1.0)
    u = np.zeros((2, element.size))
    u[:, element.places.scalar["p2"]] = -2.0 * data.property("initial.pre2")[:, None]
    if borne:
        (stress, _), _ = follow(element, data, law, u, element.start(data, law))
        assert np.isfinite(stress).all()
    else:
        with pytest.raises(LawFailed, match="above that of the gas"):
            follow(element, data, law, u, element.start(data, law))


@pytest.mark.parametrize("fluid,saturation", [("LIQU_SATU", 1.0), ("GAZ", 0.0)])
def test_conduction_and_its_slopes_by_the_porosity_are_code_asters(fluid, saturation):
    """q = - 1.5 S' (1 - phi) grad T with S' = 1 even for a gas; dq = 1.5 ((b - phi) sum of de - S cs dp) grad T, shears too."""
    element, data = cells("QUAD8", fluid, thermal=True)
    told = {"skeleton.lamb_s": lambda v: v["SAT"], "skeleton.lamb_phi": lambda v: 1.0 - v["PORO"], "skeleton.d_lb_phi": -1.0}
    data = replace(data, materials=[data.materials[0] | told]).between(0.0, 1.0)
    law = medium(fluid)
    rest, layout = element.start(data, law), element.layout
    (stress, internal), strain = follow(element, data, law, moved(element, data), rest, True)
    phi = 0.3 + internal[..., law.internal_names.index("POROSITE")]
    gradient = strain[..., layout.strain["grad t"]]
    flow = layout.stress["heat flow"]
    np.testing.assert_allclose(stress.value[..., flow], -1.5 * (1.0 - phi)[..., None] * gradient, rtol=1e-12)
    by_strain = 1.5 * (0.9 - phi)[..., None, None] * gradient[..., None]
    held = stress.slope[..., flow, layout.strain["strain"]]
    np.testing.assert_allclose(held, np.broadcast_to(by_strain, held.shape), rtol=1e-12)
    grains = (0.9 - phi) * 0.1 / (5e8 / (3.0 * 0.6))
    by_pressure = -1.5 * saturation * grains[..., None] * gradient
    np.testing.assert_allclose(stress.slope[..., flow, layout.strain["p1"].start], by_pressure, rtol=1e-12)


def test_flows_beside_steam_alone_have_the_saturation_at_p1_and_the_initial_pressure_of_the_gas():
    """M_l = - rho S^3 / mu K (grad p1 - rho g), q = - 1.5 S grad T, k_g = 1.1 - S + 1e-7 p2, S = 0.8 - 1e-7 p1; SATLIQ is at p_v - p1."""
    element, data = cells("QUAD8", "LIQU_VAPE", mechanical=False, thermal=True)
    told = {"skeleton.lamb_s": lambda v: v["SAT"], "skeleton.perm_gaz": lambda v: 1.1 - v["SAT"] + 1e-7 * v["PGAZ"]}
    data = replace(data, materials=[data.materials[0] | told]).between(0.0, 1.0)
    law, layout = medium("LIQU_VAPE", mechanical=False), element.layout
    (stress, internal), strain = follow(element, data, law, moved(element, data), element.start(data, law))
    p1, gravity = strain[..., layout.strain["p1"].start] - 1e6, np.array([0.0, -9.81])
    named = dict(zip(law.internal_names, np.moveaxis(internal, -1, 0), strict=True))
    steam, density, s = named["PVP"] + 3600.0, named["RHOLIQ"] + 1000.0, 0.8 - 1e-7 * p1
    np.testing.assert_allclose(named["SATLIQ"], 0.8 - 1e-7 * (steam - p1), rtol=1e-12)
    push = density[..., None] * gravity - strain[..., layout.strain["grad p1"]]
    moves = (density * s**3 / 1e-3 * 1e-15)[..., None] * push
    np.testing.assert_allclose(stress[..., layout.stress["flow", (1, 1)]], moves, rtol=1e-10)
    gradient = strain[..., layout.strain["grad t"]]
    np.testing.assert_allclose(stress[..., layout.stress["heat flow"]], -1.5 * s[..., None] * gradient, rtol=1e-10)
    heavy = steam / (strain[..., layout.strain["t"].start] + 300.0) * 0.018 / 8.314
    latent = np.subtract(*(stress[..., layout.stress["enthalpy", own].start] for own in ((1, 2), (1, 1))))
    warmed = (density * latent / (strain[..., layout.strain["t"].start] + 300.0))[..., None] * gradient
    rise = (heavy / density)[..., None] * (strain[..., layout.strain["grad p1"]] + warmed)
    passed = (heavy * (1.1 - s + 0.2) / 1e-5 * 1e-15)[..., None] * (heavy[..., None] * gravity - rise)
    np.testing.assert_allclose(stress[..., layout.stress["flow", (1, 2)]], passed, rtol=1e-10)
