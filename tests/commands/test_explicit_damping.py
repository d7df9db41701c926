"""Explicit schemes: what damps by the tangent is renewed at the start of each step."""

import pytest

from pyaster_lite import api

MESH = """COOR_3D
A 0. 0. 0.
B 2. 0. 0.
FINSF
SEG2
BAR A B
FINSF
POI1
STOP B
FINSF
GROUP_MA
BARS BAR
FINSF
GROUP_MA
STOPS STOP
FINSF
GROUP_NO
HELD A
FINSF
GROUP_NO
END B
FINSF
FIN
"""
DECK = """
DEBUT(CODE="OUI")
mesh = LIRE_MAILLAGE(FORMAT="ASTER", UNITE=20)
model = AFFE_MODELE(MAILLAGE=mesh, AFFE=(_F(GROUP_MA="BARS", PHENOMENE="MECANIQUE", MODELISATION="BARRE"),
    _F(GROUP_MA="STOPS", PHENOMENE="MECANIQUE", MODELISATION="DIS_T")))
section = AFFE_CARA_ELEM(MODELE=model, BARRE=_F(GROUP_MA="BARS", SECTION="GENERALE", CARA="A", VALE=0.5), DISCRET=(
    _F(GROUP_MA="STOPS", CARA="K_T_D_N", VALE=(0.0, 0.0, 0.0)), _F(GROUP_MA="STOPS", CARA="M_T_D_N", VALE=1.0),
    _F(GROUP_MA="STOPS", CARA="A_T_D_N", VALE=(0.0, 0.0, 0.0))))
steel = DEFI_MATERIAU(ELAS=_F(E=400.0, NU=0.3, RHO=2.0, AMOR_ALPHA=SHARE, AMOR_BETA=0.0), ECRO_LINE=_F(SY=0.8, D_SIGM_EPSI=40.0))
stop = DEFI_MATERIAU(DIS_CONTACT=_F(RIGI_NOR=300.0, AMOR_NOR=20.0, DIST_1=0.0, DIST_2=0.0))
made = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=(_F(GROUP_MA="BARS", MATER=steel), _F(GROUP_MA="STOPS", MATER=stop)))
held = AFFE_CHAR_CINE(MODELE=model, MECA_IMPO=(_F(GROUP_NO="HELD", DX=0.0, DY=0.0, DZ=0.0), _F(GROUP_NO="END", DY=0.0, DZ=0.0)))
pull = AFFE_CHAR_MECA(MODELE=model, FORCE_NODALE=_F(GROUP_NO="END", FX=PULL))
steps = DYNA_NON_LINE(MODELE=model, CHAM_MATER=made, CARA_ELEM=section, EXCIT=(_F(CHARGE=held), _F(CHARGE=pull)), LAWS,
    INCREMENT=_F(LIST_INST=DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=0.2, NOMBRE=20))), MASS_DIAG="OUI",
    SCHEMA_TEMPS=_F(SCHEMA="DIFF_CENT", FORMULATION="ACCELERATION", STOP_CFL="NON"))
u = steps.getField("DEPL", 20).getValues()
assert abs(max(u, key=abs) - (EXPECTED)) < 1e-10, u
FIN()
"""
MASS, DT = 0.5 * 2.0 * 2.0 / 2 + 1.0, 0.01


def central(pull, answer):
    """Displacement after 20 steps of central differences; answer(u_, u) gives the force and the damper of the step."""
    u, v, a = 0.0, 0.0, pull / MASS
    for _ in range(20):
        before, u, v = u, u + DT * v + DT**2 / 2 * a, v + DT / 2 * a
        force, damper = answer(before, u)
        a = (pull - force - damper * v) / MASS
        v += DT / 2 * a
    return u


def run(folder, **words):
    (folder / "m.mail").write_text(MESH)
    text = DECK
    for word, value in words.items():
        text = text.replace(word, str(value))
    (folder / "m.comm").write_text(text)
    api.run(folder / "m.comm", output=folder / "out", units={20: folder / "m.mail"})


@pytest.mark.parametrize("kind", ["ELASTIQUE", "TANGENTE"])
def test_damping_by_the_tangent_is_that_of_the_state_that_the_step_is_from(kind, tmp_path):
    k, kt, limit = 0.5 * 400.0 / 2, 0.5 * 40.0 / 2, 0.8 / 400.0 * 2

    def answer(before, u):
        # pulled one way: yielded once beyond the limit
        force = k * u if u < limit else k * limit + kt * (u - limit)
        return force, 0.02 * (kt if kind == "TANGENTE" and before > limit else k)

    laws = f"AMOR_RAYL_RIGI='{kind}', COMPORTEMENT=(_F(RELATION='VMIS_ISOT_LINE', GROUP_MA='BARS'), _F(RELATION='ELAS', GROUP_MA='STOPS'))"
    run(tmp_path, SHARE=0.02, PULL=1.0, LAWS=laws, EXPECTED=repr(central(1.0, answer)))


def test_dampers_of_stops_act_while_these_are_closed(tmp_path):
    k = 0.5 * 400.0 / 2

    def answer(before, u):
        return k * u + 300.0 * min(u, 0.0), 20.0 if before <= 0.0 else 0.0

    laws = "COMPORTEMENT=(_F(RELATION='ELAS', GROUP_MA='BARS'), _F(RELATION='DIS_CHOC', GROUP_MA='STOPS'))"
    run(tmp_path, SHARE=0.0, PULL=-1.0, LAWS=laws, EXPECTED=repr(central(-1.0, answer)))
