"""AFFE_CHAR_MECA and AFFE_CHAR_MECA_F as they were written in older versions."""

from pyaster_lite.catalogue.legacy import Renamed


def blocked(value):
    """ENCASTRE, the one value that LIAISON had, blocks what a node carries."""
    return ("DEPLACEMENT", "ROTATION") if value == "ENCASTRE" else value


OLD_LOADS = (
    Renamed("DDL_IMPO/LIAISON", "DDL_IMPO/BLOCAGE", blocked, last="15.2.17+", still=True),
    Renamed("LIAISON_XFEM", None, last="12.0.3"),
    Renamed("CONTACT_XFEM", None, last="12.0.3"),
    Renamed("SECH_CALCULEE", None, last="8.3.9"),
    Renamed("HYDR_CALCULEE", None, last="8.2.17"),
)
