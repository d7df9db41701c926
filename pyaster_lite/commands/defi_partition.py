"""DEFI_PARTITION: the parts of a mesh for several processes, a command of versions up to 13; one process has them all."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.concepts.base import Concept


class Partition(Concept):
    """Nothing: no part is another process'."""

    kind = "sd_partit"


@operator("DEFI_PARTITION", produces="sd_partit", keywords={}, others=True)
def defi_partition(args, context):
    """A partition that no command looks into."""
    args.others()
    return Partition()
