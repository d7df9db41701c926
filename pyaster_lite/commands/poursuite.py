"""POURSUITE takes up the concepts of an earlier run (u4.11.03)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.start import START, START_LEGACY


@operator("POURSUITE", keywords=START, early=True, legacy=START_LEGACY)
def poursuite(args, context):
    """Concepts come from the command files before this one in the same run, or from a saved base."""
    if not context.take_up():
        raise args.wrong(None, "POURSUITE has nothing to take up: no command file ran before it and no base is given", "give --base DIR")
