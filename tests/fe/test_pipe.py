"""Pipes: rigid motions, pressure, mass, laws, and walls with different numbers of points."""

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS, OPTIONS
from pyaster_lite.commands._cara_pipes import _cell, _four
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.pipe.geometry import Geometry
from pyaster_lite.materials._law import isotropic
from pyaster_lite.options import epsp_elga
from pyaster_lite.options._option import Given

MATERIAL = {"young": 2e11, "poisson": 0.3, "density": 8000.0, "elasticity": isotropic(2e11, 0.3)}
OUTER, THICKNESS, BEND, TURN = 0.11, 0.02, 1.0, 0.4
INNER = OUTER - THICKNESS
KINDS = [("TUYAU_3M", "SEG3"), ("TUYAU_3M", "SEG4"), ("TUYAU_6M", "SEG3")]


def places(cell, bent):
    """Of the nodes, on a line askew of the axes."""
    along = {"SEG3": [0, 1, 0.5], "SEG4": [0, 1, 1 / 3, 2 / 3]}[cell]
    x = np.array([[BEND * np.sin(TURN * s), BEND * (1 - np.cos(TURN * s)), 0.0] if bent else [s, 0.0, 0.0] for s in along])
    axes, _ = np.linalg.qr(np.random.default_rng(3).standard_normal((3, 3)))
    return x @ axes.T


def pipe(word, cell, bent, walls=((3, 16),)):
    """An element and as many cells as there are numbers of layers and sectors."""
    x = places(cell, bent)
    line, frames, *_ = (_cell if cell == "SEG3" else _four)(x, np.array([0.2, 1.0, 0.7]), 1, 1e-4, True)
    given = {"pipe": np.array([[OUTER, THICKNESS, *wall, 1.0] for wall in walls])}
    given |= {"pipe_line": np.array([line] * len(walls)), "pipe_frames": np.array([frames] * len(walls))}
    own = np.arange(len(walls))
    return MODELISATIONS[word].elements[cell], ElementData(own, np.array([x] * len(walls)), [MATERIAL], own * 0, given)


def rigid(element, data, shift, turn=(0.0, 0.0, 0.0)):
    u = np.zeros((len(data), len(element.components), len(element.components[0])))
    u[..., :3] = shift + np.cross(turn, data.coordinates)
    u[..., 3:6] = turn
    return u.reshape(len(data), -1)


@pytest.mark.parametrize("word,cell", KINDS)
@pytest.mark.parametrize("bent", [False, True])
def test_rigid_motions_make_no_strain(word, cell, bent):
    element, data = pipe(word, cell, bent)
    assert abs(element.wall_strains(data, rigid(element, data, [0.1, -0.2, 0.3]))).max() < 1e-12
    turned = abs(element.wall_strains(data, rigid(element, data, [0.0, 0.0, 0.0], [0.1, 0.2, -0.3]))).max()
    assert turned < (2e-3 if bent else 1e-12)


@pytest.mark.parametrize("word,cell", KINDS)
@pytest.mark.parametrize("bent", [False, True])
def test_the_mass_is_that_of_the_wall(word, cell, bent):
    element, data = pipe(word, cell, bent)
    unit, found = rigid(element, data, [1.0, 0.0, 0.0])[0], element.inertia(data)[0]
    whole = MATERIAL["density"] * np.pi * (OUTER**2 - INNER**2) * (BEND * TURN if bent else 1.0)
    assert unit @ element.mass(data)[0] @ unit == pytest.approx(whole, rel=1e-3)
    assert found[0] == pytest.approx(whole)
    assert element.weight(data, [0.0, 0.0, -2.0]).reshape(len(element.components), -1)[:, 2].sum() == pytest.approx(-2 * whole, rel=1e-3)


@pytest.mark.parametrize("bent", [False, True])
def test_reactions_see_the_inertia_of_the_last_point_alone(bent):
    """As in code_aster: a unit translation of it, times one and its mass."""
    walls = ((3, 16), (1, 8))
    element, data = pipe("TUYAU_3M", "SEG3", bent, walls)
    geometry = Geometry.of(data)
    volumes = geometry.volumes(geometry.wall(), "FPG3")[:, -1]
    last = [volumes[cell, (2 * layers + 1) * (2 * sectors + 1) - 1] for cell, (layers, sectors) in enumerate(walls)]
    moved = rigid(element, data, [0.0, 0.6, 0.8])
    found = np.einsum("ea,eab,eb->e", moved, element.reaction_mass(data), moved)
    np.testing.assert_allclose(found, 1.0 + 8000.0 * np.array(last), rtol=1e-12)


def test_the_inertia_of_a_bend_is_that_of_its_points():
    element, data = pipe("TUYAU_3M", "SEG3", True)
    q, t, r = np.meshgrid((np.arange(60) + 0.5) / 60 * TURN, np.arange(24) / 12 * np.pi, INNER + (np.arange(60) + 0.5) / 60 * THICKNESS)
    away, aside = BEND + r * np.sin(t), r * np.cos(t)
    x = np.stack([away * np.sin(q), BEND - away * np.cos(q), aside]).reshape(3, -1)
    share = (r * away).ravel() / (r * away).sum()
    axes, _ = np.linalg.qr(np.random.default_rng(3).standard_normal((3, 3)))
    x, found = axes @ x, element.inertia(data)[0]
    centre = x @ share
    np.testing.assert_allclose(found[1:4], centre, atol=1e-5)
    spread = found[0] * ((x - centre[:, None]) * share) @ (x - centre[:, None]).T
    tensor = np.trace(spread) * np.eye(3) - spread
    np.testing.assert_allclose(found[4:7], np.diag(tensor), rtol=1e-3)


@pytest.mark.parametrize("word,cell", KINDS)
def test_a_pressure_pushes_a_bend_away_from_its_centre(word, cell):
    element, data = pipe(word, cell, True)
    nodes = element.inner_pressure(data, np.full((1, len(element.components)), 3.0)).reshape(len(element.components), -1)
    frames = Geometry.of(data).frames[0]
    section = 3.0 * np.pi * INNER**2
    np.testing.assert_allclose(nodes[:, :3].sum(axis=0), section * (frames[0, 0] - frames[1, 0]), atol=1e-3 * section)
    assert nodes[:, -3].sum() == pytest.approx(3.0 * 2 * np.pi * INNER * BEND * TURN)


@pytest.mark.parametrize("word,cell", KINDS)
@pytest.mark.parametrize("bent", [False, True])
def test_the_elastic_law_gives_the_stiffness(word, cell, bent):
    element, data = pipe(word, cell, bent)
    u = 1e-4 * np.random.default_rng(1).standard_normal((1, element.size))
    force, tangent, state = element.respond(data, BEHAVIOURS["ELAS"], u, element.start(data, BEHAVIOURS["ELAS"]))
    stiffness = element.stiffness(data)
    np.testing.assert_allclose(tangent, stiffness, atol=1e-9 * abs(stiffness).max())
    np.testing.assert_allclose(force[0], stiffness[0] @ u[0], atol=1e-9 * abs(force).max())
    np.testing.assert_allclose(state.stress, element.elastic_state(data, u).stress, atol=1e-9 * abs(state.stress).max())


def test_walls_with_less_points_stand_beside_others():
    element, both = pipe("TUYAU_3M", "SEG3", True, ((1, 8), (3, 16)))
    _, alone = pipe("TUYAU_3M", "SEG3", True, ((1, 8),))
    u = 1e-4 * np.random.default_rng(1).standard_normal((2, element.size))
    np.testing.assert_allclose(element.stiffness(both)[0], element.stiffness(alone)[0])
    shown, _ = element.shown(both, element.elastic_state(both, u).stress)
    assert np.isnan(shown[0]).any() and not np.isnan(shown[1]).any()
    np.testing.assert_allclose(element.nodal_forces(both, shown)[0], element.stiffness(both)[0] @ u[0], rtol=1e-9, atol=1e-6)


def test_a_straight_pipe_carries_the_moment_of_its_stresses():
    element, data = pipe("TUYAU_3M", "SEG3", False)
    bent = np.zeros((3, 21))
    bent[:, 4] = [0.0, 1e-3, 0.5e-3]
    bent[:, 2] = [0.0, -0.5e-3, -0.125e-3]
    u = np.einsum("eji,ej->ei", element.turn(data), bent.reshape(1, -1))
    forces, _ = element.forces_at_points(data, element.elastic_state(data, u).stress)
    second = np.pi / 4 * (OUTER**4 - INNER**4)
    np.testing.assert_allclose(forces[0, :, 4], MATERIAL["young"] / (1 - 0.3**2) * second * 1e-3, rtol=1e-4)
    strains, _ = element.section_strains(data, u, True)
    np.testing.assert_allclose(strains[0, :, 4], 1e-3, rtol=1e-9)


def test_stresses_and_warming_explain_the_strains_of_an_elastic_wall():
    element, data = pipe("TUYAU_3M", "SEG3", True, walls=((1, 4), (2, 6)))
    warm = {**MATERIAL, "expansion": 1e-5, "expansion_reference": 20.0}
    data = replace(
        data, materials=[warm], surroundings=lambda t: {name: np.full((2, 1), v) for name, v in (("TEMP", 70.0), ("TEMP_REF", 20.0))}
    )
    u = 1e-4 * np.random.default_rng(5).standard_normal((2, sum(map(len, element.components))))
    stress, names = element.shown(data, element.elastic_state(data, u).stress)
    given = Given(u=u, fields={"stress": (stress, names)})
    left, _, sub = epsp_elga.compute(element, data, given)
    total, mechanical = (element.layer_strains(data, u), OPTIONS["EPME_ELGA"].compute(element, data, given)[0])
    there = ~np.isnan(total)
    assert sub == element.sub_points(data) and (np.isnan(left) == ~there).all()
    np.testing.assert_allclose(left[..., :3][there[..., :3]], 0.0, atol=1e-12)
    # as in code_aster the shear is told twice, and the stress explains it once
    np.testing.assert_allclose(left[..., 3][there[..., 3]], total[..., 3][there[..., 3]] / 2)
    np.testing.assert_allclose((total - mechanical)[..., :2][there[..., :2]], 1e-5 * 50.0)
    np.testing.assert_array_equal((total - mechanical)[..., 2:][there[..., 2:]], 0.0)
