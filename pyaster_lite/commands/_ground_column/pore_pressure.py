"""What shaking does to the water of sand: volume strains and pore pressure of Byrne's model, from one half cycle of shear to the next."""

from __future__ import annotations

from itertools import groupby

import numpy as np

_LIQUEFIED, _LEFT = 0.95, 0.05


def byrne(times, strains, blows: float):
    """(times, volume strains, pressure ratios) at the peaks of the half cycles of a shear strain.

    With e the volume strain, g the peak and N the corrected blow count of the layer:

        de = g C1/2 exp(-C2 e/g)     C1 = 8.7 N^-1.25     C2 = 0.4/C1     ru = 1 - exp(-K0 e)     K0 = 10 N + 160

    The first peak changes nothing. Half cycles of both signs are taken by pairs, those left alone at the end are not taken, nor is one
    that the signal does not leave. Sources: P. M. Byrne (1991), J. Wu (2001); macro-command DEFI_SOL_EQUI.
    """
    peaks = {1.0: [], -1.0: []}
    for sign, own in peaks.items():
        outside = sign * strains > 0.0
        for inside, run in groupby(range(len(strains)), key=outside.__getitem__):
            run = list(run)
            if inside and run[-1] + 1 < len(strains):
                own.append(run[int(np.argmax(sign * strains[run]))])
    pairs = min(map(len, peaks.values()))
    if not pairs:
        return times[:1], np.zeros(1), np.zeros(1)
    above, below = peaks[1.0][:pairs], peaks[-1.0][:pairs]
    first, second = (above, below) if times[above[0]] < times[below[0]] else (below, above)
    order = np.column_stack((first, second)).ravel()
    heights = np.abs(strains[order])
    c1 = 8.7 / blows**1.25 if blows else 0.0
    c2 = 0.4 / c1 if blows else 0.0
    volume = [0.0]
    for height in heights[1:]:
        volume.append(volume[-1] + 0.5 * height * c1 * np.exp(-c2 * volume[-1] / height))
    volume = np.array(volume)
    return times[order], volume, 1.0 - np.exp(-(10.0 * blows + 160.0) * volume)


def weakened(ratios, pressures, share: float):
    """G/Gmax (n,) with the greatest pressure ratios (n,), a share of which counts; liquefied ground keeps a little stiffness."""
    left = np.sqrt(np.maximum(1.0 - share * pressures, 0.0))
    return np.where(pressures > _LIQUEFIED, _LEFT, ratios * left)
