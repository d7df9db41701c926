"""Bases of reduction of a chain of masses, as the rooms of dynamics hand them to each other."""

import numpy as np
import pytest

from .test_modal_commands import MESH, K, run

STEPS = """
MOVED = MODE_STATIQUE(MATR_RIGI=K, MODE_STAT=_F(GROUP_NO="WALL", AVEC_CMP="DX"))
PUSHED = MODE_STATIQUE(MATR_RIGI=K, FORCE_NODALE=_F(GROUP_NO="TIP", AVEC_CMP="DX"))
FREE_END = DEFI_INTERF_DYNA(NUME_DDL=NUM, INTERFACE=_F(NOM="TIP", TYPE="MNEAL", GROUP_NO="TIP", MASQUE=("DY", "DZ")))
HELD_END = DEFI_INTERF_DYNA(NUME_DDL=NUM, INTERFACE=_F(NOM="WALL", TYPE="CRAIGB", GROUP_NO="WALL", MASQUE=("DY", "DZ")))
SHAKEN = DEFI_INTERF_DYNA(NUME_DDL=NUM, FREQ=0.5, INTERFACE=_F(NOM="WALL", TYPE="CB_HARMO", GROUP_NO="WALL", MASQUE=("DY", "DZ")))
PULLED = DEFI_BASE_MODALE(CLASSIQUE=_F(INTERF_DYNA=FREE_END, MODE_MECA=MODES, NMAX_MODE=2))
CLAMPED = DEFI_BASE_MODALE(CLASSIQUE=_F(INTERF_DYNA=HELD_END, MODE_MECA=MODES, NMAX_MODE=2))
HARMONIC = DEFI_BASE_MODALE(CLASSIQUE=_F(INTERF_DYNA=SHAKEN, MODE_MECA=MODES, NMAX_MODE=1))
RITZ = DEFI_BASE_MODALE(RITZ=(_F(MODE_MECA=MODES, NMAX_MODE=2), _F(MODE_INTF=PUSHED)), NUME_REF=NUM)
RITZ2 = DEFI_BASE_MODALE(RITZ=(_F(BASE_MODALE=RITZ), _F(MODE_INTF=MOVED)), NUME_REF=NUM)
ALL = DEFI_BASE_MODALE(RITZ=(_F(MODE_MECA=(MODES, PUSHED)),), NUME_REF=NUM, ORTHO="OUI", MATRICE=M)
SOME = DEFI_BASE_MODALE(ORTHO_BASE=_F(BASE=RITZ, MATRICE=K))
DIAGONAL = DEFI_BASE_MODALE(DIAG_MASS=_F(MODE_MECA=FIRST, MODE_STAT=PUSHED))
NUMBERS = NUME_DDL_GENE(BASE=RITZ)
PUSHES = PROJ_VECT_BASE(BASE=RITZ, NUME_DDL_GENE=NUMBERS, VECT_ASSE=F, TYPE_VECT="FORC")
IMPR_GENE(UNITE=38, GENE=_F(RESU_GENE=PUSHES, NUME_CMP_GENE=(1, 3, 99)))
PUSHED = CALC_CHAMP(reuse=PUSHED, RESULTAT=PUSHED, CARA_ELEM=PARTS, FORCE="REAC_NODA")
"""
MASS_NORM = "FIRST = EXTR_MODE(FILTRE_MODE=_F(MODE=NORM_MODE(MODE=MODES, NORME='MASS_GENE'), NUME_MODE=(1, 2)))\n"


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    assert "FREE" in MESH
    return run(tmp_path_factory.mktemp("reduction"), MASS_NORM + STEPS)


def along(basis, order):
    return basis.field("DEPL", order).component("DX")


def test_shapes_of_interfaces(study):
    np.testing.assert_allclose(along(study["PULLED"], 3), np.arange(4) / K, atol=1e-15)
    np.testing.assert_allclose(along(study["CLAMPED"], 3), 1.0)
    assert [study["PULLED"].parameter("TYPE_DEFO", order) for order in (1, 2, 3)] == ["PROPRE", "PROPRE", "ATTACHE"]
    assert study["CLAMPED"].parameter("TYPE_DEFO", 3) == "CONTRAINT"


def test_harmonic_shape_of_a_moving_support(study):
    stiffness, mass = study["K"].matrix, study["M"].matrix
    residual = (stiffness - (2.0 * np.pi * 0.5) ** 2 * mass) @ study["HARMONIC"].vectors[2]
    free = study["HARMONIC"].dofs.index([1, 2, 3], "DX")
    np.testing.assert_allclose(residual[free], 0.0, atol=1e-10)
    assert along(study["HARMONIC"], 2)[0] == 1.0


def test_ritz_bases_keep_the_order_of_their_sources(study):
    basis = study["RITZ2"]
    assert basis.access("NUME_MODE").tolist() == [1, 2, 3, 4]
    assert [basis.parameter("TYPE_MODE", order) for order in basis.orders] == ["MODE_DYN", "MODE_DYN", "MODE_STA", "MODE_STA"]
    np.testing.assert_allclose(basis.access("FREQ")[:2], study["MODES"].access("FREQ")[:2])
    np.testing.assert_allclose(along(basis, 4), 1.0)


def test_orthogonal_bases(study):
    mass, stiffness = study["M"].matrix, study["K"].matrix
    all_of_it, some, diagonal = study["ALL"].shapes, study["SOME"].shapes, study["DIAGONAL"].shapes
    assert all_of_it.shape[1] == 3, "the static shape depends on the three modes"
    np.testing.assert_allclose(all_of_it.T @ mass @ all_of_it, np.eye(3), atol=1e-9)
    np.testing.assert_allclose(some.T @ stiffness @ some, np.eye(3), atol=1e-9)
    np.testing.assert_allclose(diagonal.T @ mass @ diagonal, np.eye(3), atol=1e-9)


def test_coordinates_are_written(study):
    text = next(study.files.output_dir.glob("*.38.*")).read_text()
    rows = [line.split() for line in text.splitlines() if line[:1] == " "]
    assert [int(row[0]) for row in rows] == [1, 3]
    np.testing.assert_allclose([float(row[1]) for row in rows], study["PUSHES"].vector[[0, 2]], rtol=1e-12)


def test_reactions_of_a_mode_of_unit_force_are_those_of_the_support(study):
    np.testing.assert_allclose(study["PUSHED"].field("REAC_NODA", 1).component("DX"), [-1.0, 0.0, 0.0, 0.0], atol=1e-12)
