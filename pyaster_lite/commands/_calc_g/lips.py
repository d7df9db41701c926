"""What an extension of a crack of level sets releases on its own lips under pressure (r7.02.12, 5)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe import crack_tip as tip
from pyaster_lite.fe.extended.lips import ABOVE, BELOW


def terms(release, order, option) -> np.ndarray:
    """(n_thetas, 7) of all loads on lips at a storage order: the work of the pressure, times the divergence of the extension, on straight
    facets."""
    found = np.zeros((len(release.extension.thetas), 7))
    for factor, index, lips, values in release.loads.lips(release.time(order), order):
        if any(np.ptp(value) for value in values.values()):
            raise release.args.not_yet("RESULTAT", "pressures that vary along the lips of the crack are not there yet")
        lips = lips.straightened()
        pressure, shear = (factor * np.full(lips.points.weights.shape, np.ravel(values.get(word, 0.0))[0]) for word in ("PRES", "CISA_2D"))
        nodes = release.model.groups[index].nodes[lips.points.owner]
        works = np.concatenate([_opened(release, index, lips, order)[None], 0.5 * _modes(release, index, lips, nodes)])
        works = np.einsum("wfgi,fgi->wfg", works, lips.push(pressure, shear)) * lips.areas()
        for row, theta in enumerate(release.extension.thetas):
            moved = theta.reaches(nodes)
            if not moved.any():
                continue
            value, slope = theta.at(nodes[moved], lips.points.functions[moved], lips.points.gradients[moved])
            spread = np.trace(slope[..., : slope.shape[-1], :], axis1=-2, axis2=-1)
            if lips.element.continuum.revolves:
                spread = spread + value[..., 0] / lips.points.places[moved][..., 0]
            forms = np.einsum("wfg,fg->wf", works[:, moved], spread)
            found[row, 0] += forms[0].sum()
            if option == "K":
                factors = _factors(release, index, lips)[:, moved]
                found[row, 1:4] += (forms[1:] * factors).sum(axis=1)
                found[row, 4:] += (forms[1:] * np.sqrt(factors)).sum(axis=1)
    return found


def _opened(release, index, lips, order):
    """(nf, ng, dim) how far the lips are apart, the lower one less the upper one."""
    u = release.derivation.vector("DEPL", order)[release.model.assembler.equations[index]][lips.points.owner]
    data = release.data[index]
    return np.einsum("fgid,fd->fgi", lips.values(data, BELOW) - lips.values(data, ABOVE), u)


def _elastic(release, index, lips):
    return (release.data[index].overall(name)[lips.points.owner] for name in ("young", "poisson"))


def _modes(release, index, lips, nodes):
    """(3, nf, ng, dim) the same of the modes of opening."""
    axes = release.extension.crack.axes
    nodal = (release.data[index].coordinates[lips.points.owner], axes.places[nodes], axes.directions[nodes], axes.normals[nodes])
    frame = tip.TipFrame.at(lips.points.functions, *nodal)
    young, poisson = _elastic(release, index, lips)
    kolosov = (3 - poisson) / (1 + poisson) if lips.element.continuum.flat else 3 - 4 * poisson
    shear = young / (2 * (1 + poisson))
    below, above = (tip.displacements(frame.r, np.full_like(frame.r, angle), kolosov[:, None], shear[:, None]) for angle in (-np.pi, np.pi))
    return np.einsum("fgik,mfgk->mfgi", frame.axes, below - above)[..., : lips.element.basic]


def _factors(release, index, lips):
    """(3, nf) what turns the forms into stress intensity factors: those of plane strain, in plane stress too as in code_aster."""
    young, poisson = _elastic(release, index, lips)
    plane = young / (1 - poisson**2)
    return np.stack([plane, plane, young / (1 + poisson) if lips.element.basic == 3 else np.zeros_like(young)])
