"""CALC_G: energy release rate and stress intensity factors of a crack by virtual extensions (u4.82.03)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.excit import FUNCTION
from pyaster_lite.catalogue.commons.field_choice import ORDERS_OR_MODES, orders_or_modes
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.catalogue.versions import version
from pyaster_lite.commands._calc_g.extension import THETA, Extension
from pyaster_lite.commands._calc_g.laws import laws_of
from pyaster_lite.commands._calc_g.old import OLD_RELEASE
from pyaster_lite.commands._calc_g.release import Release
from pyaster_lite.commands._output_orders import some_orders
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.table import Table

BY_LENGTH = version("16")
"""Since then G alone is that of unit length of a front of revolution, as with K; it had been by radian."""
_OPTIONS = ("G", "G_EPSI", "K", "KJ", "KJ_EPSI")
_COLUMNS = {"G": ("G",), "G_EPSI": ("G_EPSI",), "KJ": ("KJ", "G"), "KJ_EPSI": ("KJ_EPSI", "G_EPSI")}


def _made(args):
    theta = args.get("THETA")
    named = theta.get("CHAM_THETA") if theta is not None else None
    return [(named, "cham_no_sdaster")] if named is not None and not isinstance(named, NodeField) else []


@operator(
    "CALC_G",
    produces="table_sdaster",
    creates=_made,
    rules=EXCLUS(*ORDERS_OR_MODES),
    legacy=OLD_RELEASE,
    keywords=dict(
        RESULTAT=SIMP("o", typ=("evol_elas", "evol_noli", "dyna_trans", "mode_meca")),
        **orders_or_modes(),
        THETA=THETA,
        EXCIT=FACT("f", max="**", CHARGE=SIMP("o", typ=("char_meca", "char_cine_meca")), FONC_MULT=SIMP("f", typ=FUNCTION)),
        OPTION=SIMP("o", max="**", into=_OPTIONS),
        ETAT_INIT=FACT("f", SIGM=SIMP("o", typ=("cham_no_sdaster", "cham_elem"))),
        FORM_FISS=SIMP("f", into=("ELLIPSE", "CERCLE")),
        b_ellipse=BLOC(equal("FORM_FISS", "ELLIPSE"), DEMI_GRAND_AXE=SIMP("o", typ="R"), DEMI_PETIT_AXE=SIMP("o", typ="R")),
        b_cercle=BLOC(equal("FORM_FISS", "CERCLE"), RAYON=SIMP("o", typ="R")),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def calc_g(args, context):
    """A row for each storage order and point of the front."""
    result = args.RESULTAT
    _check(args, result)
    orders = some_orders(args, result, context)
    extension = Extension(args, context)
    if extension.mesh is not result.model.mesh:
        raise args.THETA.wrong("FISSURE", f"{extension.crack.name} is in another mesh than that of {result.name}")
    initial = None if args.ETAT_INIT is None else args.ETAT_INIT.SIGM
    release = Release(args, result, extension, laws_of(args, result), initial, _curvature(args, extension.flat))
    if release.loads.strained and "G" in args.OPTION:
        raise args.wrong(
            "OPTION", "with strains imposed by PRE_EPSI the stresses of the result are not those that G asks for: ask for G_EPSI"
        )
    whole = extension.flat and set(args.OPTION) == {"G"} and context.time is not None and context.time < BY_LENGTH
    by = release.radius if whole else 1.0
    rows = [row for order in orders for row in _rows(args.OPTION, result, extension, release, order, by)]
    made = _made(args)
    if made:
        context.create(made[0][0], extension.field())
    return Table.from_rows(rows, _types(args.OPTION, result, extension), title="CALC_G")


def _check(args, result):
    if result.kind.startswith("mode_meca") and set(args.OPTION) != {"K"}:
        raise args.wrong("OPTION", "modes of vibration have stress intensity factors only: OPTION='K'")
    if args.EXCIT and result.kind in ("evol_elas", "evol_noli"):
        raise args.wrong("EXCIT", f"the loads of {result.name} are known")
    if result.model is None:
        raise args.wrong("RESULTAT", f"{result.name} comes without a model")
    if args.ETAT_INIT is not None and "G_EPSI" in args.OPTION and len(args.OPTION) == 1:
        raise args.ETAT_INIT.wrong("SIGM", "stresses at rest are for the other options than G_EPSI")
    if args.ETAT_INIT is not None and result.kind != "evol_noli":
        raise args.ETAT_INIT.wrong("SIGM", f"stresses at rest are those of a nonlinear evolution, {result.name} is none")


def _curvature(args, flat):
    """Function of places on the front giving its radius, None when FORM_FISS says nothing and for a front that is a point."""
    if flat:
        args.mark_read("FORM_FISS", "RAYON", "DEMI_GRAND_AXE", "DEMI_PETIT_AXE")
        return None
    if args.FORM_FISS == "CERCLE":
        return lambda places: np.full(places.shape[:-1], args.RAYON)
    if args.FORM_FISS != "ELLIPSE":
        return None
    a, b = args.DEMI_GRAND_AXE, args.DEMI_PETIT_AXE

    def radius(places):
        angle = np.arctan2(a * places[..., 1], b * places[..., 0])
        return np.sqrt(a**2 * np.sin(angle) ** 2 + b**2 * np.cos(angle) ** 2) ** 3 / (a * b)

    return radius


def _columns(options, dim):
    for option in options:
        if option == "K":
            yield from ("K1", "K2", *(("K3",) if dim == 3 else ()), "G_IRWIN")
        else:
            yield from _COLUMNS[option]


def _rows(options, result, extension, release, order, by):
    """The rows of one storage order, what is released times `by`."""
    found = {option: by * extension.along(release.terms(order, option)) for option in dict.fromkeys(options)}
    modal = result.kind.startswith("mode_meca")
    head = {"NUME_MODE": order} if modal else {"NUME_ORDRE": order, "INST": release.time(order)}
    for i, (name, point) in enumerate(zip(extension.names, extension.points)):
        row = {**head, "NOEUD": name, "NUM_PT": i + 1, "COOR_X": point[0], "COOR_Y": point[1]}
        if not extension.flat:
            s = extension.abscissas[i]
            row |= {"COOR_Z": point[2], "ABSC_CURV": s, "ABSC_CURV_NORM": s / extension.length}
        row["COMPORTEMENT"] = "XXXXXXXX" if name == "XXXXXXXX" else release.laws.shown(extension.cells_at(i))
        for option, values in found.items():
            row |= _told(option, values[i], extension.half)
        yield row


def _told(option, values, symmetric):
    """The cells of a point for an option; half of a symmetric body releases half, and opens only."""
    values = values * (np.array([2.0, 2.0, 0.0, 0.0, 2.0, 0.0, 0.0]) if symmetric else 1.0)
    if option == "K":
        return {"K1": values[1], "K2": values[2], "K3": values[3], "G_IRWIN": (values[4:] ** 2).sum()}
    end = option.removeprefix("KJ").removeprefix("G")
    told = {f"G{end}": values[0]}
    return told | {option: np.sqrt(max(values[1], 0.0))} if option.startswith("KJ") else told


def _types(options, result, extension):
    types = {"NUME_MODE": "I"} if result.kind.startswith("mode_meca") else {"NUME_ORDRE": "I", "INST": "R"}
    types |= {"NOEUD": "K8", "NUM_PT": "I", "COOR_X": "R", "COOR_Y": "R"}
    if not extension.flat:
        types |= dict.fromkeys(("COOR_Z", "ABSC_CURV", "ABSC_CURV_NORM"), "R")
    types["COMPORTEMENT"] = "K8"
    return types | dict.fromkeys(_columns(options, 2 if extension.flat else 3), "R")
