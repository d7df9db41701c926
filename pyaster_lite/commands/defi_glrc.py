"""DEFI_GLRC: the parameters of GLRC_DM or GLRC_DAMAGE from those of the concrete and of its bars (u4.42.06, r7.01.31, r7.01.32)."""

from __future__ import annotations

from math import sqrt

import numpy as np

from pyaster_lite.catalogue.arguments import Keywords
from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.commands._glrc_damage import KEYWORDS as LAYERED
from pyaster_lite.commands._glrc_damage import reinforced
from pyaster_lite.concepts.material import Material
from pyaster_lite.fe.reinforced_section import ReinforcedSection, secant_slope, tangent_slope

_SOFTENING = 5.0
_LEAST = 1e-3
_DAMPING = ("AMOR_ALPHA", "AMOR_BETA", "AMOR_HYST")
_PART = dict(MATER=SIMP("o", typ="mater_sdaster"))
_LAYER = {word: SIMP("o", typ="R", val_min=0.0) for word in ("OMX", "OMY")}
_PLACE = {word: SIMP("o", typ="R", val_min=-1.0, val_max=1.0) for word in ("RX", "RY")}


@operator(
    "DEFI_GLRC",
    produces="mater_sdaster",
    early=True,
    keywords=dict(
        RELATION=SIMP("f", into=("GLRC_DM", "GLRC_DAMAGE"), defaut="GLRC_DAMAGE"),
        ALPHA=SIMP("f", typ="R", val_min=0.0),
        b_glrc_dm=BLOC(
            equal("RELATION", "GLRC_DM"),
            BETON=FACT("o", **_PART, EPAIS=SIMP("o", typ="R", val_min=0.0)),
            NAPPE=FACT("o", **_PART, **_LAYER, **_PLACE),
            **{word: SIMP("f", typ="R", val_min=0.0) for word in ("RHO", *_DAMPING)},
            PENTE=FACT(
                "o",
                TRACTION=SIMP("f", into=("PLAS_ACIER", "UTIL", "RIGI_ACIER"), defaut="RIGI_ACIER"),
                b_trac_util=BLOC(equal("TRACTION", "UTIL"), EPSI_MEMB=SIMP("f", typ="R", defaut=0.0)),
                FLEXION=SIMP("f", into=("UTIL", "RIGI_INIT", "RIGI_ACIER", "PLAS_ACIER"), defaut="RIGI_INIT"),
                b_flex_util=BLOC(equal("FLEXION", "UTIL"), KAPPA_FLEX=SIMP("o", typ="R")),
            ),
            CISAIL=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        ),
        b_glrc_damage=BLOC(equal("RELATION", "GLRC_DAMAGE"), **LAYERED),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def defi_glrc(args, context):
    """A material with ELAS_GLRC and GLRC_DM, or GLRC_DAMAGE as commands._glrc_damage has it.

    1. Elasticity of the mixture, in membrane and in bending; force and moment of the first cracks.
    2. The slopes after them, as PENTE says; CISAIL='OUI' fits shear in the plane rather than traction.
    3. gamma = slope after / slope before; the threshold and gamma in compression from the work of concrete crushed at EPSI_C.
    """
    if args.RELATION == "GLRC_DAMAGE":
        laws, own = reinforced(args)
        made = _material(args, {word: laws[word] for word in ("ELAS_GLRC", "BPEL_BETON")})
        return Material(laws, made.properties | own)
    concrete, steel, bars, h = args.BETON.MATER, args.NAPPE.MATER, args.NAPPE, args.BETON.EPAIS
    young, poisson = (concrete.laws["ELAS"][word] for word in ("E", "NU"))
    if "BETON_GLRC" not in concrete.laws:
        raise args.BETON.wrong("MATER", f"{concrete.name} needs BETON_GLRC, which DEFI_MATER_GC gives")
    peak, peak_strain, tension = (concrete.laws["BETON_GLRC"][word] for word in ("FCJ", "EPSI_C", "FTJ"))
    if peak < tension:
        raise args.BETON.wrong("MATER", "concrete bears more compression (FCJ) than tension (FTJ)")
    plastic = steel.laws.get("ECRO_LINE", {})
    if any(plastic.get(word) is None for word in ("SY", "SIGM_LIM", "EPSI_LIM")):
        raise bars.wrong("MATER", f"{steel.name} needs ECRO_LINE with SY, SIGM_LIM and EPSI_LIM")
    e_bars, yields = steel.laws["ELAS"]["E"], plastic["SY"]
    rx, ry = bars.RX / 2, bars.RY / 2
    b = e_bars * (bars.OMX + bars.OMY)
    a = b * ((rx + ry) / 2) ** 2
    shear = args.CISAIL == "OUI"
    em, num, ef, nuf = _elasticity(young, poisson, h, b, a, shear)

    first = tension * em * h * (1 - poisson**2) / (young * (1 - poisson * num))
    first_strain = first / (h * em)
    stiff = em / (1 + num) / 2 * h if shear else em * h
    moment = tension * ef * h**2 * (1 - poisson**2) / (6 * young * (1 - poisson * nuf))
    after, last, last_force = _traction_slope(args, b, first, first_strain, yields / e_bars, tension, shear)
    section = ReinforcedSection(
        (ef * h**3 / 12 - 2 * e_bars * bars.OMX * (rx * h) ** 2) * 12 / h**3, tension, peak, _SOFTENING, h, e_bars, bars.OMX, rx * h, yields
    )  # fmt: skip
    moment, bent = _bending_slope(args, section, moment, (young, poisson, num, nuf, h, a, b), (ef, e_bars, yields, (rx + ry) / 2))
    gt, mixture = after / stiff, (em, b / e_bars * yields, b, h * peak + b * peak_strain, h, peak_strain, num)
    fitted, gc, start, scale = _compression(*mixture, first, gt)
    if shear:
        first = first / (1 + num) * sqrt(((1 - num) * (1 + 2 * num) * (1 - fitted) + num**2 * (1 - gc)) / (2 - gc - fitted))
        if args.PENTE.TRACTION != "RIGI_ACIER":
            after = (last_force - first) / (last - first / stiff)
        fitted, gc, start, scale = _compression(*mixture, first, after / (em * h / 2 / (1 + num)))
    gf = bent / (ef * h**3 / 12)
    for word, value in (("GAMMA_T", fitted), ("GAMMA_C", gc), ("GAMMA_F", gf), ("ALPHA_C", scale)):
        if value < _LEAST:
            context.warn(args, None, f"{word} comes out as {value:g}: {_LEAST:g} is taken")
    fitted, gc, gf, scale = (max(value, _LEAST) for value in (fitted, gc, gf, scale))

    own = {word: args[word] if args[word] is not None else concrete.laws["ELAS"].get(word) for word in _DAMPING}
    mass = args.RHO
    if mass is None:
        mass = (concrete.laws["ELAS"].get("RHO") or 0.0) + (steel.laws["ELAS"].get("RHO") or 0.0) / h * 2 * (bars.OMX + bars.OMY)
    elastic = {"E_M": em, "NU_M": num, "E_F": ef, "NU_F": nuf, "RHO": mass, "ALPHA": args.ALPHA}
    elastic |= {word: value for word, value in own.items() if value}
    law = {"GAMMA_T": fitted, "GAMMA_C": gc, "GAMMA_F": gf, "NYT": first, "NYC": start, "MYF": moment, "ALPHA_C": scale}
    law |= {"EPSI_C": peak_strain, "EPSI_ELS": plastic["SIGM_LIM"] / e_bars, "EPSI_LIM": plastic["EPSI_LIM"], "RX": rx / 2}
    law |= {"OMX": bars.OMX, "EA": e_bars, "SY": yields, "FTJ": tension, "FCJ": peak}
    return _material(args, {"ELAS_GLRC": elastic, "GLRC_DM": law})


def _material(args, laws):
    properties = {}
    for word, values in laws.items():
        declared = {name: SIMP("f", typ="R") for name in (*MATERIALS[word].keywords.keywords, *values)}
        properties |= MATERIALS[word].properties(Keywords(f"{args.path}/{word}", None, values, {}, declared))
    return Material(laws, properties)


def _elasticity(young, poisson, h, b, a, shear):
    """Moduli and Poisson ratios in membrane and in bending."""
    if shear:
        em, num = young + b * (1 - poisson) / h, poisson + b * (1 - poisson**2) / young / h
    else:
        whole = (1 - poisson**2) * b + young * h
        em, num = b / h + young * (b + young * h) / whole, poisson * young * h / whole
    whole = young * h + 12 * a * (1 - poisson**2)
    return em, num, young * (young * h + 12 * a) / whole + 12 * a / h, poisson * young * h / whole


def _traction_slope(args, b, first, first_strain, yield_strain, tension, shear):
    """The slope after cracks, the strain and the force that it is fitted to (None where it is that of the bars)."""
    kind = args.PENTE.TRACTION
    if kind == "RIGI_ACIER":
        return b, None, None
    last = args.PENTE.EPSI_MEMB if kind == "UTIL" else yield_strain
    if kind == "UTIL" and last < first_strain:
        raise args.PENTE.wrong("EPSI_MEMB", f"the strain {last:g} is below that of the first cracks, {first_strain:g}")
    slope = (b * last - first) / (last - first_strain)
    if not shear:
        return slope, last, b * last
    if kind == "UTIL":
        return slope, last, b * first_strain + tension / 3
    last = sqrt(2.0) * last + 2 * first_strain
    return slope, last, b * last + tension / 3


def _bending_slope(args, section, moment, mixture, more):
    """The moment of the first damage, and the slope of moments after it."""
    kind = args.PENTE.FLEXION
    if kind == "RIGI_INIT":
        return tangent_slope(section)
    if kind == "UTIL":
        return secant_slope(section, args.PENTE.KAPPA_FLEX)
    young, poisson, num, nuf, h, a, b = mixture
    plane = young / (1 - poisson**2)
    m, f = plane * (1 - poisson * num), plane * (1 - poisson * nuf)
    if kind == "RIGI_ACIER":
        f /= 2
        roots = np.roots([f - m, -(b + m * h / 2), -f * h**2 / 4])
        w = min(abs(roots))
        shift = f * (h**2 / 4 - w**2) / (m * (h / 2 - w) + b)
        return moment, -m * shift / 2 * (h**2 / 4 - w**2) + 2 * f / 3 * (h**3 / 8 - w**3) + a * h * h
    ef, e_bars, yields, place = more
    roots = np.sort(np.roots([(f + m) * h**2, b * h + m * h**2 / 2, -f * h**2 / 4]).real)
    w = next(root for root in roots if 0.0 < root < 1.0)
    shift = f * h**2 / 8 * (1 - 4 * w**2) / (m * h / 2 * (1 - 2 * w) + b)
    last = min(abs(yields / e_bars / (shift + side * place * h)) for side in (1, -1))
    slope = -m * shift * h**2 / 8 * (1 - 4 * w**2) + f * h**3 / 24 * (1 - 8 * w**3) + a * h * h
    return moment, (slope * last - moment) / (last - 12 * moment / (h**3 * ef))


def _compression(em, bars_force, b, crushed, h, peak_strain, num, first, gt):
    """(gamma_T, gamma_C, the force of the first damage in compression, ALPHA_C)."""
    damage = (bars_force - first) / (first * gt)
    if damage <= 0.0 or gt >= 1.0:
        gt, damage = 0.0, h * em / b - 1
    rate = damage / (h * em * peak_strain - crushed)
    c0 = rate * num**2 * (1 - gt)
    mixed = (1 - num) * (1 + 2 * num)
    roots = np.roots([1.0, mixed / c0, -rate * (1 - gt) * mixed * first**2 / c0, -(first**2) * num**2 / c0])
    real = roots[abs(roots.imag) <= 1e-9 * abs(roots)].real
    start = float(min(real[real > 0.0]))
    gc = (crushed - start) / (h * em * peak_strain - start)
    return gt, gc, start, rate * start * (1 - gc)
