"""DEBUT opens a study (u4.11.01)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.start import START, START_LEGACY


@operator("DEBUT", keywords=START, early=True, legacy=START_LEGACY)
def debut(args, context):
    """Nothing to prepare: everything that DEBUT sets steers code_aster's own memory, database and messages."""
