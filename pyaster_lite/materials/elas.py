"""ELAS and ELAS_FO: isotropic elasticity, density, expansion, damping (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import ENSEMBLE, PRESENT_PRESENT, UN_PARMI

from ._law import MaterialLaw, constant, isotropic

FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")


def properties(occurrence):
    """Isotropic elasticity and what goes with it."""
    value = {word: constant(occurrence, word) for word in occurrence}
    young, poisson = _young_and_poisson(occurrence, value)
    if poisson <= -1.0:
        raise occurrence.wrong("NU", "the Poisson ratio of a stable material lies above -1")
    if poisson >= 0.5:
        raise occurrence.not_yet("NU", "a Poisson ratio of 0.5 needs incompressible elements, which are not there yet")
    names = {"RHO": "density", "ALPHA": "expansion", "AMOR_ALPHA": "stiffness_damping", "AMOR_BETA": "mass_damping"}
    named = {name: value[word] for word, name in (names | {"AMOR_HYST": "loss_factor"}).items() if word in value}
    return {"elasticity": isotropic(young, poisson), "young": young, "poisson": poisson, **named}


def _young_and_poisson(occurrence, value):
    if "E" in value:
        return value["E"], value["NU"]
    if "K" in value:
        bulk, shear = value["K"], value["MU"]
    else:
        shear = value["RHO"] * value["CELE_S"] ** 2
        bulk = value["RHO"] * value["CELE_P"] ** 2 - 4 / 3 * shear
    if bulk <= 0:
        text = "the bulk modulus of a stable material is above zero"
        raise occurrence.wrong(
            "K" if "K" in value else "CELE_P", text, help=None if "K" in value else "it is RHO (CELE_P^2 - 4/3 CELE_S^2)"
        )
    return 9 * bulk * shear / (3 * bulk + shear), (3 * bulk - 2 * shear) / (6 * bulk + 2 * shear)


MATERIALS.add(
    "ELAS",
    MaterialLaw(
        FACT(
            "f",
            rules=(
                UN_PARMI("E", "K", "CELE_P"),
                ENSEMBLE("E", "NU"),
                ENSEMBLE("K", "MU"),
                ENSEMBLE("CELE_P", "CELE_S"),
                PRESENT_PRESENT("CELE_P", "RHO"),
            ),
            E=SIMP("f", typ="R", val_min=0.0),
            NU=SIMP("f", typ="R", val_min=-1.0, val_max=0.5),
            K=SIMP("f", typ="R", val_min=0.0),
            MU=SIMP("f", typ="R", val_min=0.0),
            CELE_P=SIMP("f", typ="R", val_min=0.0),
            CELE_S=SIMP("f", typ="R", val_min=0.0),
            RHO=SIMP("f", typ="R"),
            ALPHA=SIMP("f", typ="R"),
            AMOR_ALPHA=SIMP("f", typ="R"),
            AMOR_BETA=SIMP("f", typ="R"),
            AMOR_HYST=SIMP("f", typ="R"),
            K_DESSIC=SIMP("f", typ="R", defaut=0.0),
            B_ENDOGE=SIMP("f", typ="R", defaut=0.0),
        ),
        properties,
    ),
)
MATERIALS.add(
    "ELAS_FO",
    MaterialLaw(
        FACT(
            "f",
            rules=(PRESENT_PRESENT("ALPHA", "TEMP_DEF_ALPHA"),),
            E=SIMP("o", typ=FUNCTION),
            NU=SIMP("o", typ=FUNCTION),
            RHO=SIMP("f", typ=FUNCTION),
            TEMP_DEF_ALPHA=SIMP("f", typ="R"),
            PRECISION=SIMP("f", typ="R", defaut=1.0),
            ALPHA=SIMP("f", typ=("fonction_sdaster", "formule")),
            AMOR_ALPHA=SIMP("f", typ=FUNCTION),
            AMOR_BETA=SIMP("f", typ=FUNCTION),
            AMOR_HYST=SIMP("f", typ=FUNCTION),
            K_DESSIC=SIMP("f", typ="R", defaut=0.0),
            B_ENDOGE=SIMP("f", typ="R", defaut=0.0),
        ),
        properties,
    ),
)
