"""Time discretisation of DYNA_VIBRA on a reduced basis: increments, checks of the step, instants to archive."""

from __future__ import annotations

from math import pi

import numpy as np

from pyaster_lite.fe.modal_transient import EPS

TOLERANT = 1e5 * EPS
NEVER = 2**31
MOST_STEPS = 1e10
"""No computation ends that has more."""


def increments(args, scheme):
    """(initial time, final time, step)."""
    given = args.INCREMENT
    if "PAS" in given:
        start = given.get("INST_INIT", 0.0)
        check_end(given, start, given.INST_FIN)
        return start, given.INST_FIN, given.PAS
    if scheme.startswith("RUNGE") or scheme.startswith("ADAPT"):
        raise given.wrong("LIST_INST", f"the scheme {scheme} chooses its steps: give PAS and INST_FIN instead of LIST_INST")
    values = np.asarray(given.LIST_INST.values, float)
    steps = np.diff(values)
    if not steps.size or (abs(steps - steps.min()) > 1e-6 * steps.min()).any():
        raise given.wrong("LIST_INST", "the steps must all be equal on a reduced basis")
    end = values[-1]
    if "NUME_FIN" in given:
        end = values[min(given.NUME_FIN, len(values) - 1)]
    elif "INST_FIN" in given:
        end = given.INST_FIN
        check_end(given, values[0], end)
    return float(values[0]), float(end), float(values[-1] - values[0]) / (len(values) - 1)


def check_end(given, start, end):
    """Refuse an end that does not come after the start, or that no number of steps reaches."""
    if end <= start:
        raise given.wrong("INST_FIN", f"the end, t = {end:g}, does not come after the start, t = {start:g}")
    if "PAS" in given and (end - start) / given.PAS > MOST_STEPS:
        raise given.wrong("PAS", f"more than {MOST_STEPS:g} steps lead from t = {start:g} to t = {end:g}")


def check_step(args, context, scheme, step, pulsations, masses, devices):
    """VERI_PAS: a step too long for the quickest mode, stiffened by the devices, is refused (or told of)."""
    given = args.INCREMENT
    strict = given.VERI_PAS == "OUI"
    shortest = _shortest_period(pulsations, masses, devices)
    longest = args.SCHEMA_TEMPS.get("PAS_MAXI")
    if longest is not None and longest < step:
        raise args.SCHEMA_TEMPS.wrong("PAS_MAXI", f"PAS_MAXI ({longest:g}) must be at least PAS ({step:g})")
    if scheme.startswith("RUNGE"):
        return
    limit = shortest / (10.0 if scheme in ("DEVOGE", "NEWMARK", "TRBDF2") else 20.0)
    if step <= limit:
        return
    place = "PAS" if "PAS" in given else "LIST_INST"
    text = f"the step {step:.3g} is longer than {limit:.3g}, what the shortest period of the system asks for"
    if strict and not scheme.startswith("ADAPT") and scheme not in ("NEWMARK", "TRBDF2"):
        raise given.wrong(place, text, help="shorten it, or say VERI_PAS='NON'")
    context.warn(given, place, text)


def _shortest_period(pulsations, masses, devices):
    periods = [1e10]
    moving = (abs(pulsations) > TOLERANT) & (abs(masses) > TOLERANT)
    periods += (2.0 * pi / pulsations[abs(pulsations) > TOLERANT]).tolist()
    for device in devices:
        for stiffness in device.stiffness:
            if abs(stiffness) > TOLERANT:
                shapes = device.site.shapes[: 2 if device.paired else 1, :3][..., moving]
                stiffened = pulsations[moving] ** 2 + stiffness * shapes**2 / masses[moving]
                periods.append(float((2.0 * pi / np.sqrt(stiffened)).min(initial=1e10)))
    return min(periods)


def archive_instants(args, start, end, step, adaptive):
    """(instants to fall on, the last one being the end; every how many steps; how many archives at most).

    The number of archives bounds schemes of constant step only, as in code_aster.
    """
    given = args.ARCHIVAGE
    instants, every = [], 1
    if given is not None:
        word = "LIST_INST" if "LIST_INST" in given else "INST"
        instants = [float(t) for t in given[word]] if word in given else []
        every = given.PAS_ARCH if "PAS_ARCH" in given else NEVER
        every = every if every > 0 else NEVER
        for item, t in enumerate(instants):
            if not start - EPS <= t <= end + EPS:
                raise given.wrong(word, f"the instant {t:g} is not between {start:g} and {end:g}", item=item)
        descent = next((i + 1 for i, (a, b) in enumerate(zip(instants, instants[1:])) if b <= a), None)
        if descent is not None:
            raise given.wrong(word, "the instants must ascend", item=descent)
        instants = [t for t in instants if abs(t - start) > EPS]
    if not instants or abs(instants[-1] - end) > EPS:
        instants.append(end)
    most = None if adaptive else _count(instants, start, end, step, every)
    return instants, every, most


def _count(instants, start, end, step, every):
    """How many archives after the initial one: the regular ones and the instants that do not fall on them."""
    period = every * step
    regular = 0 if period > end - start else int((end + EPS * (1 + round((end - start) / period)) - start) / period)
    return regular + sum(_off_beat(t, start, step, period) for t in instants)


def _off_beat(t, start, step, period):
    width = int((t - start) / step) * EPS
    rest = min((t - start) % period, abs(t - period))
    return rest > width and abs(rest - period) > width
