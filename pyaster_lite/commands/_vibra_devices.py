"""What DYNA_VIBRA says of its localised devices: VERI_CHOC before the march, IMPRESSION after it."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.matrix import AssembledMatrix
from pyaster_lite.fe.constraints import Elimination
from pyaster_lite.fe.errors import SingularMatrix
from pyaster_lite.fe.static_modes import StaticResponses

PRINTED = {
    "UNITE_DIS_VISC": ("DIS_VISC", ("FORCE", "DEPLVISC", "DEPL", "PUISS"), (7, 8, 9, 10)),
    "UNITE_DIS_ECRO_TRAC": ("DIS_ECRO_TRAC", ("FX", "UX", "FY", "UY", "FZ", "UZ", "PUISS"), (6, 9, 7, 10, 8, 11, 12)),
}
"""The relation that a unit is for, the titles of its columns, and where the variables are."""


def check_shocks(args, context, basis, stiffness, devices):
    """VERI_CHOC: how much of the static flexibility at the shocks the basis misses, times the stiffness of the shock."""
    given = args.VERI_CHOC
    if given is None:
        return
    shocks = [device for device in devices if device.relation == "DIS_CHOC"]
    physical = basis.stiffness
    if not shocks:
        given.mark_read()
        return
    if basis.basis is not None or not isinstance(physical, AssembledMatrix):
        raise args.not_yet("VERI_CHOC", "VERI_CHOC needs a basis of modes on physical unknowns")
    try:
        responses = StaticResponses(physical.matrix, Elimination(physical.relations))
    except SingularMatrix:
        context.warn(args, "VERI_CHOC", f"{physical.name} is singular: the static flexibility at the shocks is not checked")
        given.mark_read()
        return
    rigidity = stiffness if stiffness.ndim == 1 else stiffness.diagonal()
    compliance = np.where(rigidity > 0.0, 1.0 / np.where(rigidity > 0.0, rigidity, 1.0), 0.0)
    worst = 0.0
    for device in shocks:
        site = device.site
        away = site.coordinates[0] - (site.coordinates[1] if len(site.names) > 1 else device.point)
        normal = away / (np.linalg.norm(away) or 1.0)
        for k in range(2 if device.paired else 1):
            force = basis.dofs.vector(dict(zip(("DX", "DY", "DZ"), normal)), [site.numbers[k] - 1])
            static = float(force @ responses.to_forces(force[:, None])[:, 0])
            seen = normal @ site.shapes[k, :3]
            share = float(seen**2 @ compliance) / static if abs(static) > np.finfo(float).eps else 0.0
            missed = static * (1.0 - share) * device.stiffness[0]
            context.say(
                f"{site.names[k]}: the basis holds {share:.4g} of the static flexibility; what it misses is {missed:.4g} of the shock's"
            )
            worst = max(worst, missed)
    if worst > given.SEUIL:
        text = f"the basis misses {worst:.4g} of the flexibility at a shock, more than {given.SEUIL:g}: it needs more modes, or static ones"
        if given.STOP_CRITERE == "OUI":
            raise given.wrong("SEUIL", text)
        context.warn(given, "SEUIL", text)
    given.mark_read()


def print_devices(args, context, transient):
    """IMPRESSION: the variables of dampers and springs, in the layout of code_aster."""
    for level in args.IMPRESSION or ():
        for word, (relation, titles, places) in PRINTED.items():
            if word in level:
                for number, device in enumerate(transient.devices, 1):
                    if device.relation == relation:
                        context.write(level[word], _printed(context.name, number, device, transient.times, titles, places))


def _printed(name, number, device, times, titles, places):
    nodes = " ".join(f"{node:<8}" for node in [*device.nodes, ""][:2])
    lines = ["#", "#" + "-" * 50, f"#RESULTAT {name}", f"#{device.relation} {number:5d} {nodes}".rstrip()]
    lines.append("".join(f" {title:>18}" for title in ("INST", *titles)))
    for t, row in zip(times, device.variables[:, places]):
        lines.append("".join(" " + _number(value) for value in (t, *row)))
    return "\n".join(lines)


def _number(value):
    """1pE18.10E3 of Fortran."""
    mantissa, exponent = f"{value:.10E}".split("E")
    return f"{mantissa}E{exponent[0]}{int(exponent[1:]):03d}".rjust(18)
