"""MODE_FOURIER: which harmonic of the angle cells of revolution are in."""

from __future__ import annotations

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.fe.fourier_series import in_harmonic

MODE_FOURIER = SIMP("f", typ="I", val_min=0, defaut=0)


def cells_in_harmonic(element, data, number: int):
    """The data of cells in the nth harmonic, as they are where their element knows none."""
    return in_harmonic(data, number) if number and getattr(element, "harmonic", False) else data


def data_in_harmonic(model, data, number: int) -> list:
    """The data of a model's groups in the nth harmonic."""
    return [cells_in_harmonic(group.element, own, number) for group, own in zip(model.groups, data)]


def harmonic_of(args, model) -> int:
    """MODE_FOURIER; refused where no cell knows harmonics and it is not zero."""
    number = args.get("MODE_FOURIER") or 0
    if number and not any(getattr(g.element, "harmonic", False) for g in model.groups):
        raise args.wrong("MODE_FOURIER", f"{model.name} has no cell of AXIS_FOURIER: there are no harmonics")
    return number
