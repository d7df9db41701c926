"""REST_SPEC_TEMP: what it refuses, what it warns of, which fields it makes."""

import numpy as np
import pytest

from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.generalised import Harmonic, Transient
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.result import Result
from pyaster_lite.diagnostics import Refused

from .runner import Surroundings, run


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


def motion(times):
    mesh = Mesh([[0, 0], [1, 0.0]], [CellBlock("SEG2", np.array([[0, 1]], np.int32), np.array([0]))], {}, {})
    made = Result("dyna_trans", mesh)
    made.name = "MOTION"
    for order, time in enumerate(times):
        values = np.array([[np.nan, time], [1.0, np.cos(2 * np.pi * time)]])
        made.store(order, {"INST": time}, {"DEPL": NodeField(mesh, "DEPL_R", ("DX", "DY"), values)})
    return made


def test_a_transient_becomes_harmonic(around):
    made = run("REST_SPEC_TEMP", around, RESULTAT=motion(np.arange(16) / 8), METHODE="TRONCATURE", SYMETRIE="NON")
    assert made.kind == "dyna_harmo" and made.orders == list(range(1, 9)) and made.parameter("FREQ", 3) == pytest.approx(1.0)
    assert made.field_names() == ["DEPL"] and made.field("DEPL", 3).quantity == "DEPL_C"
    values = made.field("DEPL", 3).values
    assert np.isnan(values[0, 0]) and values[1] == pytest.approx([0.0, 8.0], abs=1e-12)


def test_reduced_responses_keep_what_was_transformed(around):
    spectra = np.zeros((8, 2), complex)
    spectra[2] = 1.0, 2.0j
    source = Harmonic(None, None, None, np.arange(1, 9), np.arange(8) * 0.5, spectra, ("DEPL", "VITE"))
    made = run("REST_SPEC_TEMP", around, RESU_GENE=source, SYMETRIE="NON", N_PUIS=0, NOM_CHAM="VITE")
    assert isinstance(made, Transient) and len(made.times) == 16 and not made.displacements.any() and not made.accelerations.any()
    assert made.velocities[:, 0] == pytest.approx(-2 * np.pi * np.sin(2 * np.pi * made.times) / 8)
    back = run("REST_SPEC_TEMP", around, RESU_GENE=made, SYMETRIE="NON", N_PUIS=0, NOM_CHAM="VITE")
    assert back.of("VITE") == pytest.approx(source.of("VITE"), abs=1e-12) and back.frequencies == pytest.approx(source.frequencies)
    with pytest.raises(KeyError):
        back.of("DEPL")


def test_refusals(around):
    with pytest.raises(Refused, match="has 1 storage order"):
        run("REST_SPEC_TEMP", around, RESULTAT=motion([0.0]), N_PUIS=0)
    with pytest.raises(Refused, match="they must rise"):
        run("REST_SPEC_TEMP", around, RESULTAT=motion([0.0, 0.0, 1.0]), N_PUIS=0)
    with pytest.raises(Refused, match="none of the fields VITE"):
        run("REST_SPEC_TEMP", around, RESULTAT=motion([0.0, 1.0]), NOM_CHAM="VITE", N_PUIS=0)
    run("REST_SPEC_TEMP", around, RESULTAT=motion([0.0, 1.0, 3.0]), N_PUIS=0)
    assert "not equally spaced" in around.warnings[0]
