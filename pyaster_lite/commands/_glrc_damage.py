"""What DEFI_GLRC says of RELATION='GLRC_DAMAGE', and the material that it makes (u4.42.06, r7.01.31)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import ENSEMBLE
from pyaster_lite.fe.reinforced_plate import BarLayers, LayeredSection, between, reach

_SHEAR = 5 / 6
_DAMPING = ("AMOR_ALPHA", "AMOR_BETA")
_PRAGER = tuple(f"C{side}{kind}{axis}" for kind in "NM" for side in (1, 2) for axis in (1, 2, 3))
_MOMENTS = ("MP1X", "MP1Y", "MP2X", "MP2Y")
_PART = dict(MATER=SIMP("o", typ="mater_sdaster"))
_POSITIVE = SIMP("o", typ="R", val_min=0.0)
_SHARE = SIMP("o", typ="R", val_min=0.0, val_max=1.0)
_PLACE = SIMP("o", typ="R", val_min=-1.0, val_max=1.0)
_BARS = dict(OMX=_POSITIVE, OMY=_POSITIVE, RX=_PLACE, RY=_PLACE)

KEYWORDS = dict(
    CISAIL_NL=FACT("f", **dict.fromkeys(("BTD1", "BTD2", "TSD"), SIMP("o", typ="R"))),
    BETON=FACT(
        "o",
        rules=(ENSEMBLE(*_MOMENTS), ENSEMBLE("OMT", "EAT"), ENSEMBLE("BT1", "BT2")),
        **_PART,
        **dict.fromkeys(("EPAIS", *_PRAGER), _POSITIVE),
        **dict.fromkeys(("GAMMA", "QP1", "QP2"), _SHARE),
        **dict.fromkeys(("OMT", "EAT", "BT1", "BT2"), SIMP("f", typ="R", val_min=0.0)),
        **dict.fromkeys(_MOMENTS, SIMP("f", typ="R")),
    ),
    NAPPE=FACT("o", max=10, **_PART, **_BARS),
    CABLE_PREC=FACT("f", **_PART, **_BARS, **dict.fromkeys(("PREX", "PREY"), SIMP("o", typ="R"))),
    LINER=FACT("f", max=10, **_PART, OML=_POSITIVE, RLR=_PLACE),
)


def reinforced(args):
    """The factor keywords of the material with their values, and the properties that the law of sections reads."""
    beton, concrete = args.BETON, args.BETON.MATER
    elastic, strengths = _of(beton, "ELAS", ("E", "NU")), _of(beton, "BETON_ECRO_LINE", ("SYT", "SYC"))
    young, poisson, h = elastic["E"], elastic["NU"], beton.EPAIS
    cables = args.CABLE_PREC
    pulled = (cables.PREX, cables.PREY) if cables is not None else (0.0, 0.0)
    section = LayeredSection(young, poisson, strengths["SYT"], strengths["SYC"], h, _layers(args), pulled)

    em, num, ef, nuf = section.moduli()
    shear = beton["BT1"], beton["BT2"]
    if shear[0] is None:
        bars = beton.EAT * beton.OMT if beton["EAT"] is not None else 0.0
        shear = (_SHEAR * h / 2 * (young / (1 + poisson) + bars),) * 2
    cracking = section.cracking()
    constants = [beton[word] for word in _MOMENTS]
    if constants[0] is None:
        moments = np.stack([section.yield_moments(axis) for axis in (0, 1)])
    else:
        moments = np.zeros((2, 2, 6))
        moments[..., 0], moments[..., 4:] = np.reshape(constants, (2, 2)).T, (1.0, 2.0)
    # as in code_aster, which reads it nowhere
    if args.get("CISAIL_NL") is not None:
        args.CISAIL_NL.mark_read("BTD1", "BTD2", "TSD")

    laws = {
        "GLRC_DAMAGE": {"MF1": cracking[0], "MF2": cracking[1], **{word: beton[word] for word in ("GAMMA", "QP1", "QP2", *_PRAGER)}},
        "ELAS_GLRC": {"E_M": em, "NU_M": num, "E_F": ef, "NU_F": nuf, "BT1": shear[0], "BT2": shear[1], "ALPHA": args["ALPHA"]},
        "BPEL_BETON": {word: concrete.laws.get("BPEL_BETON", {}).get(word) or 0.0 for word in ("PERT_FLUA", "PERT_RETR")},
    }
    laws["ELAS_GLRC"] |= {word: elastic[word] for word in ("RHO", *_DAMPING) if elastic.get(word)}
    own = {"membrane": section.membrane(), "thickness": h, "cracking": np.array(cracking), "yield_moments": moments}
    extremes = np.array([[reach(moments[axis, side], side) for axis in (0, 1)] for side in (0, 1)])
    own |= {"extremes": extremes, "norms": np.array(_norms(moments, extremes))}
    own["prager"] = np.array([[beton[f"C{side}{kind}{axis}"] for kind in "NM" for axis in (1, 2, 3)] for side in (1, 2)])
    own |= {"fading": beton.GAMMA, "left": np.array([beton.QP1, beton.QP2])}
    return laws, {f"glrc_damage.{name}": value for name, value in own.items()}


def _norms(moments, extremes):
    """Half the greatest span of moments that yield, half that of the forces between which both sides are apart."""
    spans = [between(*moments[axis]) for axis in (0, 1)]
    return 0.5 * (extremes[0] - extremes[1]).max(), 0.5 * max(abs(last - first) for first, last in spans) or 1.0


def _of(part, law, words):
    """The parameters of a factor keyword of the material of a part."""
    given = part.MATER.laws.get(law, {})
    lacking = [word for word in words if given.get(word) is None]
    if lacking:
        raise part.wrong("MATER", f"{part.MATER.name} needs {law} with {' and '.join(words)}")
    return given


def _layers(args):
    """Sheets of bars, prestressing cables and liners, one after another."""
    rows = []
    for part in (*(args["NAPPE"] or ()), *([args.CABLE_PREC] if args.CABLE_PREC is not None else ())):
        steel = _of(part, "ELAS", ("E",))["E"], 0.0, _of(part, "ECRO_LINE", ("SY",))["SY"]
        rows.append((*steel, part.OMX, part.OMY, part.RX, part.RY, 0.0))
    for part in args["LINER"] or ():
        elastic = _of(part, "ELAS", ("E", "NU"))
        rows.append((elastic["E"], elastic["NU"], _of(part, "ECRO_LINE", ("SY",))["SY"], part.OML, part.OML, part.RLR, part.RLR, 1.0))
    young, poisson, yields, *areas_and_places, sheet = np.array(rows).T
    return BarLayers(young, poisson, yields, np.array(areas_and_places[:2]), np.array(areas_and_places[2:]), sheet)
