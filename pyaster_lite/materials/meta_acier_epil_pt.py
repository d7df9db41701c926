"""MetaAcierEPIL_PT and MetaAcierEPIL_PT_FO: plasticity of steel whose phases change, as MFront's law of that name reads it (u4.43.01).

YoungModulus, PoissonRatio; yield stresses SYY and slopes of traction ETT of the five phases, austenite last; FK the plasticity that the
growth of each cold phase causes; of the share of the cold phases, metaF1 how much they count and metaFDF how fast that plasticity goes.
"""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, parameter

WORDS = "YoungModulus PoissonRatio SYY_0 SYY_1 SYY_2 SYY_3 SYY_4 ETT_0 ETT_1 ETT_2 ETT_3 ETT_4 FK_0 FK_1 FK_2 FK_3"
OF_SHARE = "metaF1 metaFDF_0 metaFDF_1 metaFDF_2 metaFDF_3"
PREFIX = "epil_"
"""Before the words in lower case, the names that the law reads."""


class OfShare:
    """A number, or a function of a share of phases, META."""

    def __init__(self, given):
        self._given = given

    def at(self, share):
        """Its values at shares."""
        return np.broadcast_to(self._given if isinstance(self._given, (int, float)) else self._given.evaluate(META=share), np.shape(share))


def properties(occurrence):
    """Every parameter."""
    plain = {PREFIX + word.lower(): parameter(occurrence, word) for word in WORDS.split()}
    return plain | {PREFIX + word.lower(): OfShare(occurrence[word]) for word in OF_SHARE.split()}


both("MetaAcierEPIL_PT", lambda values: FACT("f", **values("o", f"{WORDS} {OF_SHARE}")), properties)
