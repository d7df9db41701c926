"""DYNA_NON_LINE, STAT_NON_LINE, DEFI_LIST_INST and DEFI_CONTACT on decks small enough to know the answer."""

import sys

import numpy as np
import pytest

from pyaster_lite.diagnostics import ExitCode
from pyaster_lite.study.run import Options, Study

MESH = """\
COOR_2D
  N1 0. 0.   N2 1. 0.   N3 0. 0.5  N4 1. 0.5
  N5 -1. -1. N6 2. -1.  N7 2. 0.   N8 -1. 0.  N9 3. 3.
FINSF
QUAD4
  M1 N1 N2 N4 N3
  M2 N5 N6 N7 N8
FINSF
SEG2
  S1 N1 N2  S2 N7 N8  S3 N4 N3  S4 N3 N1
FINSF
POI1
  P1 N9
FINSF
GROUP_MA NOM=BLOCK
  M1
FINSF
GROUP_MA NOM=TABLE
  M2
FINSF
GROUP_MA NOM=UNDER
  S1
FINSF
GROUP_MA NOM=FLOOR
  S2
FINSF
GROUP_MA NOM=TOP
  S3
FINSF
GROUP_MA NOM=SIDE
  S4
FINSF
GROUP_MA NOM=POINT
  P1
FINSF
GROUP_NO NOM=MASS
  N9
FINSF
FIN
"""
K, M, C = 40.0, 2.0, 0.5
OSCILLATOR = f"""
MA = LIRE_MAILLAGE(FORMAT="ASTER")
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA="POINT", PHENOMENE="MECANIQUE", MODELISATION="2D_DIS_T"))
CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET_2D=(
    _F(GROUP_MA="POINT", CARA="K_T_D_N", VALE=({K}, 3.0)),
    _F(GROUP_MA="POINT", CARA="M_T_D_N", VALE={M}),
    _F(GROUP_MA="POINT", CARA="A_T_D_N", VALE=(DAMPER, 0.0)),
))
ST = DEFI_MATERIAU(ELAS=_F(E=1.0, NU=0.0, RHO=1.0))
CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT="OUI", MATER=ST))
PUSH = AFFE_CHAR_MECA(MODELE=MO, FORCE_NODALE=_F(GROUP_NO="MASS", FX=10.0))
GO = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 1.0, 1.0), PROL_DROITE="CONSTANT")
LI = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=1.0, NOMBRE=STEPS))
"""
MOVE = """
U = DYNA_NON_LINE(MODELE=MO, CHAM_MATER=CM, CARA_ELEM=CA, EXCIT=_F(CHARGE=PUSH, FONC_MULT=GO),
    INCREMENT=_F(LIST_INST=LI WHEN), SCHEMA_TEMPS=_F(SCHEME), MORE)
"""
BLOCK = """
MA = LIRE_MAILLAGE(FORMAT="ASTER")
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA=("BLOCK", "TABLE", "UNDER", "FLOOR", "TOP", "SIDE"),
    PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
ST = DEFI_MATERIAU(ELAS=_F(E=1.0E9, NU=0.0, RHO=1000.0))
CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT="OUI", MATER=ST))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_MA="TABLE", DX=0.0, DY=0.0))
DOWN = AFFE_CHAR_MECA(MODELE=MO, PRES_REP=_F(GROUP_MA="TOP", PRES=1000.0))
PUSH = AFFE_CHAR_MECA(MODELE=MO, PRES_REP=_F(GROUP_MA="SIDE", PRES=1200.0))
LI = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=0.06, NOMBRE=30))
GO = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 0.02, 1.0), PROL_DROITE="CONSTANT")
CO = DEFI_CONTACT(MODELE=MO, FROTTEMENT="COULOMB", REAC_GEOM="CONTROLE", NB_ITER_GEOM=2, ZONE=_F(ALGO_CONT="PENALISATION",
    E_N=1.0E8, E_T=1.0E9, COULOMB=0.3, COEF_MATR_FROT=0.9, GROUP_MA_MAIT="FLOOR", GROUP_MA_ESCL="UNDER"))
U = DYNA_NON_LINE(MODELE=MO, CHAM_MATER=CM, CONTACT=CO, 
    EXCIT=(_F(CHARGE=HELD), _F(CHARGE=DOWN, FONC_MULT=GO), _F(CHARGE=PUSH, FONC_MULT=GO)),
    INCREMENT=_F(LIST_INST=LI), SCHEMA_TEMPS=_F(SCHEMA="HHT", FORMULATION="DEPLACEMENT", MODI_EQUI="NON", ALPHA=-0.3),
    CONVERGENCE=_F(ITER_GLOB_MAXI=50))
"""


def run(tmp_path, text, **words):
    for word, value in words.items():
        text = text.replace(word, value)
    deck = tmp_path / "case.comm"
    deck.write_text(f"DEBUT()\n{text}\nFIN()\n")
    (tmp_path / "case.mail").write_text(MESH)
    return Study(deck, Options(output=tmp_path / "out", verbosity=-1)).run()


def oscillator(tmp_path, scheme, when="", more="", steps=200, damper=C, after=""):
    words = dict(WHEN=when, SCHEME=scheme, MORE=more, STEPS=str(steps), DAMPER=str(damper))
    study = run(tmp_path, OSCILLATOR + MOVE + after, **words)
    assert study.exit_code is ExitCode.OK, [d.message for d in study.diagnostics]
    return study


def ramp_answer(t, damper=C):
    """Displacement under the force 10 t from rest."""
    w, x = np.sqrt(K / M), damper / (2 * np.sqrt(K * M))
    wd, static, lag = w * np.sqrt(1 - x**2), 10 / K, damper / K
    a, b = static * lag, (x * w * static * lag - static) / wd
    return static * (t - lag) + np.exp(-x * w * t) * (a * np.cos(wd * t) + b * np.sin(wd * t))


@pytest.mark.parametrize(
    ("scheme", "tolerance"),
    [
        ("SCHEMA='NEWMARK', FORMULATION='DEPLACEMENT'", 5e-5),
        ("SCHEMA='NEWMARK', FORMULATION='ACCELERATION'", 5e-5),
        ("SCHEMA='HHT', FORMULATION='DEPLACEMENT'", 1e-4),
        ("SCHEMA='HHT', FORMULATION='DEPLACEMENT', MODI_EQUI='NON'", 1e-3),
        ("SCHEMA='HHT', FORMULATION='ACCELERATION', ALPHA=-0.2", 1e-4),
        ("SCHEMA='NOHHT', FORMULATION='DEPLACEMENT'", 1e-4),
        ("SCHEMA='DIFF_CENT', FORMULATION='ACCELERATION', STOP_CFL='NON'", 2e-3),
        ("SCHEMA='TCHAMWA', FORMULATION='ACCELERATION', STOP_CFL='NON'", 2e-3),
    ],
)
def test_every_scheme_follows_an_oscillator(tmp_path, scheme, tolerance):
    result = oscillator(tmp_path, scheme)["U"]
    found = result.values("DEPL", "DX", group="MASS")[:, 0]
    assert abs(found - ramp_answer(result.times)).max() < tolerance * abs(found).max()


@pytest.mark.parametrize("scheme", ["", "SCHEMA_TEMPS=_F(SCHEMA='NEWMARK', FORMULATION='DEPLACEMENT')"])
def test_one_command_for_statics_and_dynamics(tmp_path, scheme):
    name = "DYNA_NON_LINE" if scheme else "STAT_NON_LINE"
    both = "".join(MOVE.replace("U = DYNA", f"{made} = DYNA").replace("DYNA_NON_LINE", command) for made, command in
                   (("ONE", name), ("OTHER", "MECA_NON_LINE")))  # fmt: skip
    both = both.replace("SCHEMA_TEMPS=_F(SCHEME), MORE", scheme).replace("WHEN", "")
    study = run(tmp_path, OSCILLATOR + both, STEPS="20", DAMPER=str(C))
    assert study.exit_code is ExitCode.OK, [d.message for d in study.diagnostics]
    one, other = (study[made].values("DEPL", "DX", group="MASS") for made in ("ONE", "OTHER"))
    np.testing.assert_array_equal(one, other)
    assert len(one) == 21 and abs(one[-1]) > 0.1


CREEPING = """
MA = LIRE_MAILLAGE(FORMAT="ASTER")
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA=("BLOCK", "TOP"), PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
ST = DEFI_MATERIAU(ELAS=_F(E=20000.0, NU=0.3, RHO=500.0), LEMAITRE=_F(N=3.0, UN_SUR_K=1.0E-3, UN_SUR_M=0.0))
CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT="OUI", MATER=ST))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(NOEUD="N1", DX=0.0, DY=0.0), _F(NOEUD="N2", DY=0.0)))
DOWN = AFFE_CHAR_MECA(MODELE=MO, PRES_REP=_F(GROUP_MA="TOP", PRES=50.0))
LI = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=2.0, NOMBRE=2))
"""
CREEP = """
MADE = COMMAND(MODELE=MO, CHAM_MATER=CM, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=DOWN)), COMPORTEMENT=_F(RELATION="LEMAITRE"),
    SCHEMA_TEMPS=_F(SCHEMA="NEWMARK", FORMULATION="DEPLACEMENT"), INCREMENT=_F(LIST_INST=LI), CONVERGENCE=_F(RESI_GLOB_MAXI=1.0E10))
"""


HYBRID = (
    ('NOEUD="N1", DX=0.0, DY=0.0), _F(NOEUD="N2", DY=0.0)', 'GROUP_MA="UNDER", DX=0.0, DY=0.0)'),
    ("DDL_IMPO=(_F(", "MECA_IMPO=(_F("),
    ("AFFE_CHAR_MECA(MODELE=MO, MECA", "AFFE_CHAR_CINE(MODELE=MO, MECA"),
    ('MA = LIRE_MAILLAGE(FORMAT="ASTER")', 'M0 = LIRE_MAILLAGE(FORMAT="ASTER")\nMA = CREA_MAILLAGE(MAILLAGE=M0, MODI_HHO=_F(TOUT="OUI"))'),
    ('MODELISATION="D_PLAN"', 'MODELISATION="D_PLAN_HHO", FORMULATION="LINEAIRE"'),
)


@pytest.mark.parametrize("hybrid", [False, True])
def test_a_step_starts_from_what_laws_answer_while_nothing_moves(tmp_path, hybrid):
    """In dynamics, and of hybrid cells: of one iterate a step MECA_NON_LINE, which integrates first everywhere, finds the same."""
    kind = "STAT" if hybrid else "DYNA"
    both = "".join(CREEP.replace("MADE", made).replace("COMMAND", f"{of}_NON_LINE") for made, of in (("ONE", kind), ("OTHER", "MECA")))
    text = CREEPING + both
    if hybrid:
        text = text.replace("""SCHEMA_TEMPS=_F(SCHEMA="NEWMARK", FORMULATION="DEPLACEMENT"), """, "")
        for old, new in HYBRID:
            text = text.replace(old, new)
    study = run(tmp_path, text)
    assert study.exit_code is ExitCode.OK, [d.message for d in study.diagnostics]
    one, other = (study[made].values("HHO_DEPL" if hybrid else "DEPL", "DY", group="BLOCK") for made in ("ONE", "OTHER"))
    np.testing.assert_array_equal(one, other)
    assert abs(one[-1]).max() > 1e-4


def test_an_evolution_is_taken_up_again_as_if_it_had_not_stopped(tmp_path):
    scheme = "SCHEMA='HHT', FORMULATION='DEPLACEMENT'"
    again = "U = DYNA_NON_LINE(reuse=U, RESULTAT=U, " + (MOVE.split("(", 1)[1]).replace("WHEN", "").replace(
        "MORE", "ETAT_INIT=_F(EVOL_NOLI=U)"
    )
    whole = oscillator(tmp_path, scheme, damper=0.0)["U"]
    halves = oscillator(tmp_path, scheme, ", INST_FIN=0.5", damper=0.0, after=again)["U"]
    assert halves.orders == whole.orders
    for field in ("DEPL", "VITE", "ACCE"):
        assert halves.values(field, "DX", group="MASS") == pytest.approx(whole.values(field, "DX", group="MASS"), rel=1e-9)


def test_an_evolution_taken_up_before_its_end_forgets_what_came_after(tmp_path):
    """A step that is done again starts from its own start, as loops of coupled programs want it, not from where it ended before."""
    once = 'SCHEMA="NEWMARK", FORMULATION="DEPLACEMENT"'
    again = MOVE.replace("U = DYNA_NON_LINE(", "U = DYNA_NON_LINE(reuse=U, RESULTAT=U, ETAT_INIT=_F(EVOL_NOLI=U), ").replace("MORE", "")
    later = again.replace("WHEN", ", INST_INIT=0.4").replace("SCHEME", once)
    whole, twice = (oscillator(tmp_path, once, steps=10, after=after)["U"] for after in ("", later))
    assert twice.orders == whole.orders
    np.testing.assert_allclose(twice.values("DEPL", "DX", group="MASS"), whole.values("DEPL", "DX", group="MASS"), rtol=1e-12)
    text = (OSCILLATOR + MOVE + later).replace("ETAT_INIT=_F(EVOL_NOLI=U)", "ETAT_INIT=_F(EVOL_NOLI=U, INST=0.8)")
    study = run(tmp_path, text, WHEN="", SCHEME=once, MORE="", STEPS="10", DAMPER=str(C))
    assert "no instants at t = 0.8 up to the initial instant" in study.diagnostics[-1].message


def test_schemes_of_several_steps_know_nothing_of_what_damped_before_they_were_taken_up(tmp_path):
    """As in code_aster: M a / (1 - eta) + C v + K u = p + eta / (1 - eta) (p_ - K u_) in the first step, without C v_."""
    again = "V = DYNA_NON_LINE(" + (MOVE.split("(", 1)[1]).replace("WHEN", "").replace("MORE", "ETAT_INIT=_F(EVOL_NOLI=U)")
    scheme = "SCHEMA='HHT', FORMULATION='DEPLACEMENT', ALPHA=-0.2"
    study = oscillator(tmp_path, scheme, ", INST_FIN=0.5", damper=5.0, steps=10, after=again)
    u, v, a = (study["V"].values(name, "DX", group="MASS")[:, 0] for name in ("DEPL", "VITE", "ACCE"))
    lack = M * a[1] / 0.8 + 5.0 * v[1] + K * u[1] - 6.0 - 0.25 * (5.0 - K * u[0])
    assert lack == pytest.approx(0.0, abs=1e-9)
    assert (M * a[2] + 5.0 * (0.8 * v[2] + 0.2 * v[1])) / 0.8 + K * u[2] == pytest.approx(7.0 + 0.25 * (6.0 - K * u[1]))


@pytest.mark.parametrize(
    ("words", "instants"),
    [("PAS_ARCH=3", [0, 0.3, 0.6, 0.9, 1.0]), ("INST=(0.2, 0.7)", [0, 0.2, 0.7, 1.0]), ("PAS_ARCH=0", [0, 1.0])],
)
def test_archives(tmp_path, words, instants):
    more = f"ARCHIVAGE=_F({words}, CHAM_EXCLU=('VITE', 'SIEF_ELGA'))"
    result = oscillator(tmp_path, "SCHEMA='NEWMARK', FORMULATION='DEPLACEMENT'", more=more, steps=10)["U"]
    assert result.times == pytest.approx(instants)
    middle = result.orders[1:-1]
    assert not any(result.has_field("VITE", order) for order in middle) and all(result.has_field("ACCE", order) for order in middle)
    assert result.has_field("VITE", result.orders[-1])


def test_observations_make_a_table(tmp_path):
    more = """OBSERVATION=(_F(NOM_CHAM="DEPL", NOM_CMP=("DX", "DY"), GROUP_NO="MASS", PAS_OBSE=5, TITRE="end"),
        _F(NOM_CHAM="VITE", NOM_CMP="DX", TOUT="OUI", EVAL_CHAM="MAXI_ABS", INST=(0.4,), OBSE_ETAT_INIT="NON"),
        _F(NOM_CHAM="FORC_NODA", NOM_CMP="DX", GROUP_NO="MASS", INST=(0.3, 0.7), OBSE_ETAT_INIT="NON")),
        SUIVI_DDL=(_F(NOM_CHAM="DEPL", NOM_CMP="DX", GROUP_NO="MASS"), _F(NOM_CHAM="FORC_NODA", NOM_CMP="DX", GROUP_NO="MASS"))"""
    after = "T = RECU_TABLE(CO=U, NOM_TABLE='OBSERVATION')"
    study = oscillator(tmp_path, "SCHEMA='NEWMARK', FORMULATION='DEPLACEMENT'", more=more, steps=10, after=after)
    rows = study["T"].rows()
    ends = [row for row in rows if row["NOM_OBSERVATION"] == "end" and row["NOM_CMP"] == "DX"]
    assert [row["INST"] for row in ends] == pytest.approx([0.0, 0.5, 1.0])
    assert [row["VALE"] for row in ends] == pytest.approx(study["U"].values("DEPL", "DX", group="MASS")[[0, 5, 10], 0])
    forces = [row["VALE"] for row in rows if row["NOM_CHAM"] == "FORC_NODA"]
    moved = study["U"].values("DEPL", "DX", group="MASS")[[3, 7], 0]
    assert forces[0] / forces[1] == pytest.approx(moved[0] / moved[1]) and not study["U"].has_field("FORC_NODA", 3)
    (speed,) = [row for row in rows if row["NOM_CHAM"] == "VITE"]
    assert speed["INST"] == pytest.approx(0.4) and speed["VALE"] == pytest.approx(study["U"].values("VITE", "DX", group="MASS")[4, 0])


def test_measures_of_the_steps_go_to_a_file(tmp_path):
    study = oscillator(tmp_path, "SCHEMA='NEWMARK', FORMULATION='DEPLACEMENT'", more="MESURE=_F(TABLE='OUI', UNITE=38)", steps=4)
    (found,) = tmp_path.rglob("*.38*")
    head, *rows = found.read_text().split()
    assert head == "INST;Count_Newt_Iter;SECONDS" and [float(row.split(";")[0]) for row in rows] == pytest.approx(study["U"].times[1:])
    assert all(int(row.split(";")[1]) >= 1 and float(row.split(";")[2]) >= 0.0 for row in rows)


def test_an_adaptive_list_lengthens_its_steps(tmp_path):
    text = OSCILLATOR.replace(
        "INTERVALLE=_F(JUSQU_A=1.0, NOMBRE=STEPS)", "INTERVALLE=(_F(JUSQU_A=0.1, NOMBRE=1), _F(JUSQU_A=1.0, NOMBRE=1))"
    )
    text += "LA = DEFI_LIST_INST(METHODE='AUTO', DEFI_LIST=_F(LIST_INST=LI, PAS_MAXI=0.3), ADAPTATION=_F(NB_INCR_SEUIL=1, PCENT_AUGM=50.0))"
    study = run(tmp_path, text + MOVE.replace("LI WHEN", "LA"), SCHEME="SCHEMA='NEWMARK', FORMULATION='DEPLACEMENT'", MORE="", DAMPER="0.5")
    steps = np.diff(study["U"].times)
    assert steps[:3] == pytest.approx([0.1, 0.15, 0.225]) and steps.max() <= 0.3 + 1e-12 and study["U"].times[-1] == 1.0


def test_a_static_balance_of_springs(tmp_path):
    text = OSCILLATOR + "U = STAT_NON_LINE(" + (MOVE.split("(", 1)[1]).replace(", SCHEMA_TEMPS=_F(SCHEME), MORE", "")
    result = run(tmp_path, text, WHEN="", STEPS="4", DAMPER="0.5")["U"]
    assert result.values("DEPL", "DX", group="MASS")[:, 0] == pytest.approx(10 * result.times / K)
    assert result.values("SIEF_ELGA", "N", group="POINT")[-1, 0, 0] == pytest.approx(10.0)


def test_supports_move_beside_the_relative_motion(tmp_path):
    text = (
        OSCILLATOR.replace("FX=10.0", f"FX={-M}")
        + """
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO="MASS", DX=0.0))
KE = CALC_MATR_ELEM(MODELE=MO, OPTION="RIGI_MECA", CHAM_MATER=CM, CARA_ELEM=CA, CHARGE=HELD)
KA = ASSE_MATRICE(MATR_ELEM=KE, NUME_DDL=NUME_DDL(MATR_RIGI=KE))
ST_ = MODE_STATIQUE(MATR_RIGI=KA, MODE_STAT=_F(GROUP_NO="MASS", AVEC_CMP="DX"))
A = FORMULE(NOM_PARA="INST", VALE="6.0 * INST")
V = FORMULE(NOM_PARA="INST", VALE="3.0 * INST ** 2")
D = FORMULE(NOM_PARA="INST", VALE="INST ** 3")
"""
        + MOVE.replace("FONC_MULT=GO", "ACCE=A, VITE=V, DEPL=D, MULT_APPUI='OUI', DIRECTION=(1.0, 0.0, 0.0), GROUP_NO='MASS'")
    )
    words = dict(WHEN="", SCHEME="SCHEMA='NEWMARK', FORMULATION='DEPLACEMENT'", STEPS="200", DAMPER="0.0")
    result = run(tmp_path, text, MORE="MODE_STAT=ST_", **words)["U"]
    relative = result.values("DEPL", "DX", group="MASS")[:, 0]
    assert relative == pytest.approx(-6 * M / 10 * ramp_answer(result.times, 0.0), abs=1e-4)
    for word, power, factor in (("DEPL", 3, 1.0), ("VITE", 2, 3.0), ("ACCE", 1, 6.0)):
        own, absolute = (result.values(name, "DX", group="MASS")[:, 0] for name in (word, f"{word}_ABSOLU"))
        assert absolute - own == pytest.approx(factor * result.times**power)


@pytest.mark.parametrize(("counted", "expected"), [("", 0.3), (", NUME_DIDI=1", 0.2)])
def test_differential_motions_are_counted_from_a_chosen_state(tmp_path, counted, expected):
    text = (
        OSCILLATOR
        + """
MOVE = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO="MASS", DX=0.1))
UP = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 1.0, 2.0))
U = STAT_NON_LINE(MODELE=MO, CHAM_MATER=CM, CARA_ELEM=CA, EXCIT=_F(CHARGE=MOVE, FONC_MULT=UP), INCREMENT=_F(LIST_INST=LI))
L2 = DEFI_LIST_REEL(VALE=(1.0, 2.0))
V = STAT_NON_LINE(MODELE=MO, CHAM_MATER=CM, CARA_ELEM=CA, EXCIT=_F(CHARGE=MOVE, TYPE_CHARGE="DIDI"),
    INCREMENT=_F(LIST_INST=L2), ETAT_INIT=_F(EVOL_NOLI=U COUNTED))
"""
    )
    result = run(tmp_path, text, STEPS="2", DAMPER="0.5", COUNTED=counted)["V"]
    assert result.values("DEPL", "DX", group="MASS")[-1, 0] == pytest.approx(expected)


FOLLOWING = """
MA = LIRE_MAILLAGE(FORMAT="ASTER")
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA=("BLOCK", "UNDER", "TOP"), PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
ST = DEFI_MATERIAU(ELAS=_F(E=1.0E4, NU=0.0))
CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT="OUI", MATER=ST))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_MA="UNDER", DY=0.0), _F(NOEUD="N1", DX=0.0)))
DOWN = AFFE_CHAR_MECA_F(MODELE=MO, PRES_REP=_F(GROUP_MA="TOP", PRES=FORMULE(NOM_PARA=("YF",), VALE="-1000.0 * YF / 0.5")))
LI = DEFI_LIST_REEL(VALE=(0.0, 1.0))
U = STAT_NON_LINE(MODELE=MO, CHAM_MATER=CM, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=DOWN, TYPE_CHARGE="SUIV")),
    INCREMENT=_F(LIST_INST=LI), CONVERGENCE=_F(RESI_GLOB_RELA=1.0E-12, ITER_GLOB_MAXI=30))
"""


def test_energies_stay_known_when_the_evolution_goes_on_without_asking(tmp_path):
    asked = FOLLOWING.replace("INCREMENT=_F(LIST_INST=LI),", "INCREMENT=_F(LIST_INST=LI), ENERGIE=_F(),")
    again = asked.split("\nU = ", 1)[1].replace(" ENERGIE=_F(),", "").replace("(MODELE", "(reuse=U, ETAT_INIT=_F(EVOL_NOLI=U), MODELE", 1)
    text = asked + "LI = DEFI_LIST_REEL(VALE=(1.0, 2.0))\nU = " + again
    rows = run(tmp_path, text)["U"].tables["PARA_CALC"].rows()
    assert [row["INST"] for row in rows] == [0.0, 1.0] and rows[1]["TRAV_EXT"] > 0.0


def test_a_pressure_that_follows_the_motion_is_read_where_the_skin_stands(tmp_path):
    result = run(tmp_path, FOLLOWING)["U"]
    strain = result.values("DEPL", "DY", group="TOP")[-1] / 0.5
    # 1e4 e = 1000 (1 + e)
    assert strain == pytest.approx(1.0 / 9.0, rel=1e-9)
    spread = (
        FOLLOWING.replace("PRES_REP", "FORCE_CONTOUR").replace("PRES=FORMULE", "FY=FORMULE").replace('("YF",)', '("Y",)').replace("YF", "Y")
    )
    assert "FORCE_CONTOUR cannot follow the motion" in run(tmp_path, spread).diagnostics[-1].message


MATRICES = """
KE = CALC_MATR_ELEM(MODELE=MO, OPTION="RIGI_MECA", CHAM_MATER=CM, CARA_ELEM=CA)
ME = CALC_MATR_ELEM(MODELE=MO, OPTION="MASS_MECA", CHAM_MATER=CM, CARA_ELEM=CA)
AE = CALC_MATR_ELEM(MODELE=MO, OPTION="AMOR_MECA", CHAM_MATER=CM, CARA_ELEM=CA, RIGI_MECA=KE, MASS_MECA=ME)
NU = NUME_DDL(MATR_RIGI=KE)
KA = ASSE_MATRICE(MATR_ELEM=KE, NUME_DDL=NU)
MA_ = ASSE_MATRICE(MATR_ELEM=ME, NUME_DDL=NU)
MODES = CALC_MODES(MATR_RIGI=KA, MATR_MASS=MA_, OPTION="PLUS_PETITE", CALC_FREQ=_F(NMAX_FREQ=2))
"""


def test_damping_by_modes_or_matrices_is_that_of_the_elements(tmp_path):
    scheme = "SCHEMA='NEWMARK', FORMULATION='DEPLACEMENT'"
    tight = "CONVERGENCE=_F(RESI_GLOB_RELA=1.0E-11, ITER_GLOB_MAXI=40)"
    expected = oscillator(tmp_path, scheme, more=tight)["U"].values("DEPL", "DX", group="MASS")
    ratio = C / (2 * (K * M) ** 0.5)
    undamped = OSCILLATOR.replace("(DAMPER, 0.0)", "(1.0E-9, 0.0)")
    words = dict(WHEN="", SCHEME=scheme, STEPS="200")
    # modes come in the order of their frequencies: DY, with the spring of 3, then DX
    modal = f"{tight}, AMOR_MODAL=_F(MODE_MECA=MODES, AMOR_REDUIT=(0.0, {ratio!r}))"
    found = run(tmp_path, undamped + MATRICES + MOVE, MORE=modal, **words)["U"].values("DEPL", "DX", group="MASS")
    assert found == pytest.approx(expected, abs=1e-8)
    halved = OSCILLATOR.replace("(DAMPER, 0.0)", f"({C / 2}, 0.0)")
    given = run(tmp_path, halved + MATRICES + MOVE, MORE=f"{tight}, MATR_ELEM_AMOR=AE", **words)["U"]
    assert given.values("DEPL", "DX", group="MASS") == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("criterion", ["RESI_REFE_RELA=1.0E-9, EFFORT_REFE=10.0", "RESI_COMP_RELA=1.0E-9", "RESI_GLOB_MAXI=1.0E-8"])
def test_other_criteria_balance_the_springs_too(tmp_path, criterion):
    scheme = "SCHEMA='NEWMARK', FORMULATION='DEPLACEMENT'"
    result = oscillator(tmp_path, scheme, more=f"CONVERGENCE=_F({criterion})", steps=20)["U"]
    assert result.values("DEPL", "DX", group="MASS")[-1, 0] == pytest.approx(ramp_answer(1.0), rel=1e-2)


def test_a_pushed_block_slides_by_the_excess_over_friction(tmp_path):
    result = run(tmp_path, BLOCK)["U"]
    mass, excess, lost = 500.0, 600.0 - 0.3 * 1000.0, 0.01
    speed = result.values("VITE", "DX", group="BLOCK")[-1].mean()
    assert speed == pytest.approx(excess / mass * (result.times[-1] - lost), rel=0.05)
    state = result.field("CONT_NOEU", result.orders[-1])
    pressing = ~np.isnan(state.component("CONT"))
    assert pressing.sum() == 2
    assert state.component("RN")[pressing].sum() == pytest.approx(1000.0, rel=0.1)
    assert abs(state.component("RTAX")[pressing]).sum() == pytest.approx(0.3 * state.component("RN")[pressing].sum())
    assert (state.component("JEU")[pressing] < 0).all()


def test_zones_that_are_only_looked_at(tmp_path):
    looked = BLOCK.replace("ZONE=_F(", "STOP_INTERP='OUI', ZONE=_F(RESOLUTION='NON', TOLE_INTERP=1.0E-4, ")
    study = run(tmp_path, looked)
    assert study.exit_code is ExitCode.COMPUTATION_FAILED
    assert "nodes penetrate" in study.diagnostics[-1].message
    assert len(study["U"].orders) > 1


@pytest.mark.parametrize(
    ("change", "by", "message"),
    [
        ('ALGO_CONT="PENALISATION",\n    E_N=1.0E8, ', "", "needs the keyword ALGO_CONT"),
        ('GROUP_MA_ESCL="UNDER"', 'GROUP_MA_ESCL="BLOCK"', "holds QUAD4 cells"),
        ('GROUP_MA_ESCL="UNDER"', 'GROUP_MA_ESCL="FLOOR"', "on the master and on the slave side"),
        ('GROUP_MA_ESCL="UNDER"', 'GROUP_MA_ESCL="UNDR"', "no cell group UNDR"),
        ("INCREMENT=_F(LIST_INST=LI)", "INCREMENT=_F(LIST_INST=LI, INST_FIN=0.0123)", "is not in the list of instants"),
        ('FORMULATION="DEPLACEMENT"', 'FORMULATION="ACCELERATION"', "contact needs FORMULATION='DEPLACEMENT'"),
        ("_F(ITER_GLOB_MAXI=50)", "_F(RESI_REFE_RELA=1E-5, EFFORT_REFE=1.0)", "the elements of the model need SIGM_REFE"),
        ("_F(ITER_GLOB_MAXI=50)", "_F(RESI_REFE_RELA=1E-5)", "SIGM_REFE"),
        ("CONVERGENCE=_F(ITER_GLOB_MAXI=50)", "NEWTON=_F(REAC_INCR=0)", "REAC_INCR must not be 0"),
        ('GROUP_MA="TABLE", DX', 'GROUP_MA="TABL", DX', "did you mean TABLE"),
    ],
)
def test_refusals(tmp_path, change, by, message):
    assert change in BLOCK
    study = run(tmp_path, BLOCK.replace(change, by))
    assert study.exit_code not in (ExitCode.OK, ExitCode.COMPUTATION_FAILED)
    assert any(message in f"{d.message} {d.help}" for d in study.diagnostics)


def test_a_skin_turned_inward_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "MESH", MESH.replace("S2 N7 N8", "S2 N8 N7"))
    study = run(tmp_path, BLOCK)
    assert "points into its body" in study.diagnostics[-1].message
