"""How a function is read: names of parameters, interpolation, extrapolation."""

from pyaster_lite.catalogue.keywords import SIMP

PARAMETERS = (
    "DX",
    "DY",
    "DZ",
    "DRX",
    "DRY",
    "DRZ",
    "DTAN",
    "TEMP",
    "TSEC",
    "INST",
    "X",
    "Y",
    "Z",
    "EPSI",
    "META",
    "FREQ",
    "PULS",
    "DSP",
    "AMOR",
    "ABSC",
    "SIGM",
    "HYDR",
    "SECH",
    "PORO",
    "SAT",
    "IRRA",
    "PGAZ",
    "PCAP",
    "PLIQ",
    "PVAP",
    "PAD",
    "VITE",
    "ENDO",
    "NORM",
    "EPAIS",
    "EXCENT",
    "NEUT1",
    "NEUT2",
    "NEUT3",
    "NEUT4",
    "XF",
    "YF",
    "ZF",
    "NUME_ORDRE",
)
INTERPOLATIONS = ("LIN", "LOG")
EXTRAPOLATIONS = ("CONSTANT", "LINEAIRE", "EXCLU")


def interpolation(default="LIN"):
    """INTERPOL: one word for both axes, or one for each."""
    return SIMP(max=2, into=INTERPOLATIONS, defaut=default)


def extrapolation(default="EXCLU"):
    """PROL_DROITE or PROL_GAUCHE."""
    return SIMP(into=EXTRAPOLATIONS, defaut=default)
