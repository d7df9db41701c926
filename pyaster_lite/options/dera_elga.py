"""DERA_ELGA, DERA_ELNO, DERA_NOEU: how stresses unload and turn from one storage order to the next (u4.81.04, te0489).

With s the stresses, x the centre of VMIS_CINE_LINE (0 for other laws), d = (s - x)', a subscript + for the next storage order:

    DCHA_V = (|d+| - |d|) / |d+|,  DCHA_T = (|s+| - |s|) / |s+|, 0 where both vanish and -1 where the second does
    ERR_RADI = |n+ - n| / 2,  n the direction of (s - X)' where metal flows at both orders, X the centre of the law's surface

and of VMIS_ISOT_LINE, _TRAC and _PUIS, p the cumulated plastic strain:

    RADI_V = 1 - |s' : ds'| / (|s'| |ds'|)
    IND_DCHA   1 nothing has flowed; 2 loads;  -1 unloads within a surface of kinematic hardening that stands where that of the law does;
               -2 loads by turning back, or flows on the way back with that surface (VAL_DCHA = |s' - X'| / R(0));  -2 stays

X11 to X23 are the centre of that surface, (1 - R(0)/R(p)) s. Where cells unload for a second order and on, code_aster compares the
stresses of their first points with components of the field before that stand two places before the centre: it is followed.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS, origin_of
from pyaster_lite.fe.errors import ComputationFailed

from ._family import everywhere

EPSILON = np.finfo(float).eps
VANISHES, FLOWS = 10 * EPSILON, 1000 * EPSILON
NAMES = ("DCHA_V", "DCHA_T", "IND_DCHA", "VAL_DCHA", "X11", "X22", "X33", "X12", "X13", "X23", "RADI_V", "ERR_RADI")
STATE, SIZE, CENTRE, TURNED, ERROR = 2, 3, 4, 10, 11
ISOTROPIC = ("VMIS_ISOT_LINE", "VMIS_ISOT_TRAC", "VMIS_ISOT_PUIS")
MIXED = ("VMIS_ECMI_LINE", "VMIS_ECMI_TRAC")
CHABOCHE = {
    "VMIS_CIN1_CHAB": 1, "VISC_CIN1_CHAB": 1, "VMIS_CIN2_CHAB": 2, "VISC_CIN2_CHAB": 2, "VMIS_CIN2_MEMO": 2, "VISC_CIN2_MEMO": 2,
}  # fmt: skip
"""How many back stresses the laws of Chaboche have."""


def indicators(element, data, given):
    """All of them at the points of solids."""
    continuum = getattr(element, "continuum", None)
    if continuum is None:
        return None
    names = [f"SI{axes}" for axes in continuum.strains]
    stresses = given.components("stress", names), given.after.components("stress", names)
    if stresses[0] is None or stresses[1] is None:
        return None
    shape = stresses[0].shape[:2]
    variables = [np.nan_to_num(part.fields["variables"][0]) for part in (given, given.after)]
    earlier = np.zeros((*shape, len(NAMES))) + given.former()
    found = np.zeros((*shape, len(NAMES)))
    for rows, law in given.laws():
        law = origin_of(law)
        word = next((own for own in ("VMIS_CINE_LINE", *ISOTROPIC, *MIXED, *CHABOCHE) if law is BEHAVIOURS[own]), "")
        if law is BEHAVIOURS["VMIS_ISOT_NL"]:
            raise ComputationFailed("DERA_ELGA is not for VMIS_ISOT_NL, as in code_aster")
        own = [part[rows] for part in stresses], [part[rows] for part in variables]
        found[rows] = _of_law(word, law, data.subset(rows), *own, earlier[rows])
    return found, NAMES


def _of_law(word, law, data, stresses, variables, earlier):
    ns = stresses[0].shape[-1]
    found = np.zeros((*stresses[0].shape[:2], len(NAMES)))
    kinematic = word == "VMIS_CINE_LINE"
    parts = [_deviator(stress - (inner[..., :ns] if kinematic else 0.0)) for stress, inner in zip(stresses, variables)]
    found[..., 0], found[..., 1] = _lost(*parts), _lost(*stresses)
    if word:
        flowing = 6 if kinematic else 1
        flows = np.logical_and(*(np.rint(inner[..., flowing]) > 0 for inner in variables))
        centres = [_centre(word, data, inner, ns) for inner in variables]
        found[..., ERROR] = np.where(flows, _turn(*(_deviator(stress - x) for stress, x in zip(stresses, centres))), 0.0)
    if word in ISOTROPIC:
        found[..., TURNED], cosine = _radiality(*parts)
        hardening = law.make(data, found.shape[:2], False).hardening
        p, after = (inner[..., 0] for inner in variables)
        limit = hardening.at(after if word == "VMIS_ISOT_PUIS" else p)[0]
        first = np.broadcast_to(hardening.first, p.shape)
        _unloaded(found, earlier, stresses[0], p, after - p, cosine, limit, first)
    return found


def _centre(word, data, inner, ns):
    """The centre of the surface of a law from its variables (ne, np, nv)."""
    if word == "VMIS_CINE_LINE":
        return inner[..., :ns]
    if word in MIXED:
        return inner[..., 2 : 2 + ns]
    moduli = [data.at_points(f"chaboche_modulus_{i + 1}") for i in range(CHABOCHE.get(word, 0))]
    return sum((modulus[..., None] / 1.5 * inner[..., 2 + 6 * i : 2 + 6 * i + ns] for i, modulus in enumerate(moduli)), np.zeros(ns))


def _unloaded(found, earlier, stress, p, growth, cosine, limit, first):
    """IND_DCHA, VAL_DCHA and the centre of the surface of kinematic hardening, into `found`."""
    ns = stress.shape[-1]
    before, flowed = earlier[..., STATE], p > FLOWS
    lost, waits = abs(before + 2) <= FLOWS, abs(before + 1) <= FLOWS
    centre = stress * (1 - first / limit)[..., None]
    shifted = _deviator(stress - centre), _deviator(stress[:, :1] - earlier[..., STATE : STATE + ns])
    sizes = [_size(part) for part in shifted]
    held = abs(np.sqrt(1.5) * sizes[0] - first) <= FLOWS, np.sqrt(1.5) * sizes[1] <= first
    loads = flowed & ~lost & (growth > FLOWS)
    starts, goes_on = (flowed & ~lost & ~loads & part for part in (~waits, waits))
    kept = flowed & lost
    found[..., STATE] = np.select(
        [~flowed, loads, starts, goes_on],
        [1.0, np.where(cosine > FLOWS, 2.0, -2.0), np.where(held[0], -1.0, -2.0), np.where(held[1], -1.0, -2.0)],
        -2.0,
    )
    back = starts & ~held[0], goes_on & ~held[1]
    found[..., SIZE] = np.select([*back, kept], [sizes[0] / first, sizes[1] / first, earlier[..., SIZE]], 0.0)
    old = earlier[..., CENTRE : CENTRE + ns]
    places = [part[..., None] for part in (starts, back[1] | kept)]
    found[..., CENTRE : CENTRE + ns] = np.select(places, [centre, old], 0.0)


def _weights(tensor):
    return np.where(np.arange(tensor.shape[-1]) < 3, 1.0, 2.0)


def _size(tensor):
    return np.sqrt((tensor**2 * _weights(tensor)).sum(axis=-1))


def _deviator(tensor):
    found = tensor.copy()
    found[..., :3] -= tensor[..., :3].mean(axis=-1, keepdims=True)
    return found


def _lost(now, after):
    before, size = _size(now), _size(after)
    still = np.where(before <= VANISHES, 0.0, -1.0)
    return np.where(size <= VANISHES, still, (size - before) / np.where(size <= VANISHES, 1.0, size))


def _radiality(now, after):
    """RADI_V and the cosine of the step to the stresses; zero where either vanishes."""
    step = after - now
    size, length = _size(now), _size(step)
    told = (size > VANISHES) & (length > VANISHES) & (length > 1e4 * EPSILON * size)
    cosine = np.where(told, (now * step * _weights(now)).sum(axis=-1) / np.where(told, size * length, 1.0), 0.0)
    return np.where(told, 1 - abs(cosine), 0.0), cosine


def _turn(now, after):
    sizes = _size(now), _size(after)
    told = np.minimum(*sizes) > FLOWS * np.maximum(*sizes)
    first, last = (part / np.where(told, size, 1.0)[..., None] for part, size in zip((now, after), sizes))
    return np.where(told, _size(last - first) / 2, 0.0)


everywhere("DERA", "DERA_R", indicators, needs={"stress": "SIEF_ELGA", "variables": "VARI_ELGA"}, follows=True, leads=True)
