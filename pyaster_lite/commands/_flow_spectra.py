"""What turbulence does to modes in a flow: their spectra at one of its velocities."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._flow_bundle import tube
from pyaster_lite.commands._flow_forms import along_rod
from pyaster_lite.commands._flow_line import AXES
from pyaster_lite.commands._flow_rod import at_places
from pyaster_lite.concepts.spectrum import Spectra
from pyaster_lite.fe.flow import tube_spectra


def velocity_of(args, made) -> int:
    """The number from 0 of VITE_FLUI among the velocities."""
    near = np.flatnonzero(abs(made.speeds - args.VITE_FLUI) < args.PRECISION)
    if not len(near):
        raise args.wrong("VITE_FLUI", f"{made.name} has no velocity {args.VITE_FLUI:g} within {args.PRECISION:g}")
    return int(near[-1])


def flow_spectra(args, frequencies) -> Spectra:
    """PROJ_SPEC_BASE on modes in a flow; the kinds of turbulence add up."""
    made, spectra = args.BASE_ELAS_FLUI, list(args.SPEC_TURB)
    count = args.NB_POIN
    if count & (count - 1):
        raise args.wrong("NB_POIN", f"the number of frequencies must be a power of 2, not {count}")
    if made.frequencies is None:
        raise args.wrong("BASE_ELAS_FLUI", f"{made.name} has Connors' velocities only: CALC_FLUI_STRU had no damping for the coupling")
    velocity_of(args, made)
    first, last = _band(args, made)
    whole = args.OPTION == "TOUT"
    total = sum(_term(args, made, spectrum, place, frequencies) for place, spectrum in enumerate(spectra))
    chosen = range(first, last + 1)
    pairs = [(i, j) for j in chosen for i in chosen if i <= j and (whole or i == j)]
    values = {(made.orders[i], made.orders[j]): total[:, i, j] for i, j in pairs}
    return Spectra(frequencies, values, "SPEC_GENE", whole)


def _band(args, made):
    """The first and last mode whose frequencies stay in the band at all velocities."""
    above = np.flatnonzero((made.frequencies > args.FREQ_INIT).all(axis=0))
    below = np.flatnonzero((made.frequencies <= args.FREQ_FIN).all(axis=0))
    first = int(above[0]) if len(above) else 0
    if not len(below) or below[-1] < first:
        raise args.wrong("FREQ_FIN", "no mode keeps its frequency between FREQ_INIT and FREQ_FIN at all velocities")
    return first, int(below[-1])


def _term(args, made, spectrum, place, frequencies):
    """(nf, nm, nm) of one kind of turbulence."""
    if spectrum.word.startswith("SPEC_LONG_COR"):
        return _on_tube(args, made, spectrum, place, frequencies)
    if spectrum.word == "SPEC_FONC_FORME":
        return along_rod(args, made, spectrum, frequencies)
    if spectrum.word == "SPEC_EXCI_POINT":
        return at_places(args, made, spectrum, frequencies)
    raise args.wrong("SPEC_TURB", f"{spectrum.name} is a {spectrum.word}, which goes with MODE_MECA or CHAM_NO")


def _on_tube(args, made, spectrum, place, frequencies):
    configuration = made.configuration
    if configuration.word != "FAISCEAU_TRANS":
        raise args.wrong("SPEC_TURB", f"{spectrum.word} goes with modes of a FAISCEAU_TRANS")
    profiles = [level["PROF_VITE_FLUI"] for level in configuration.levels]
    own = spectrum.values["PROF_VITE_FLUI"]
    zone = next((i for i, profile in enumerate(profiles) if profile is own), None)
    if zone is None:
        raise args.wrong("SPEC_TURB", f"the velocity of {spectrum.name} is that of no zone of {configuration.name}")
    line = tube(args, "BASE_ELAS_FLUI", made)
    ends, means, mean = line.places
    # as in code_aster, the mean is that of the zone which stands where the spectrum does
    zone_mean = means[min(place, len(means) - 1)]
    part = slice(ends[zone][0], ends[zone][1] + 1)
    velocity = np.zeros(len(line.abscissas))
    velocity[part] = line.profiles[zone][part] / zone_mean
    axes = range(3) if args.TOUT_CMP == "OUI" else [AXES.index(configuration.value("NOM_CMP"))]
    length, diameter = spectrum.values["LONG_COR"] * line.section[0], line.section[0]
    limits = tuple(float(line.abscissas[i]) for i in ends[zone])
    correlated = sum(
        tube_spectra.correlations(line.abscissas, limits, length, velocity, line.outside, line.shapes[:, :, axis]) for axis in axes
    )
    speed = args.VITE_FLUI * zone_mean / mean
    reduced = abs(frequencies * diameter / speed)
    level = 0.25 * diameter**3 * speed**2 * abs(speed) * _shape(spectrum, reduced, speed, diameter, line.outside[part])
    return level[:, None, None] * correlated


def _shape(spectrum, reduced, speed, diameter, densities):
    value = spectrum.values
    if spectrum.word == "SPEC_LONG_COR_1":
        return tube_spectra.smooth_peak(reduced, abs(speed * diameter / value["VISC_CINE"]))
    if spectrum.word == "SPEC_LONG_COR_2":
        return tube_spectra.falling(reduced, value["FREQ_COUP"], value["PHI0"], value["BETA"])
    if spectrum.word == "SPEC_LONG_COR_3":
        pairs = ((value[f"PHI0_{i}"], value[f"BETA_{i}"]) for i in (1, 2))
        return tube_spectra.two_slopes(reduced, value["FREQ_COUP"], *pairs)
    flow = abs(densities.mean() * speed)
    return tube_spectra.two_phases(reduced, value["TAUX_VIDE"], value["BETA"], flow, value["GAMMA"])
