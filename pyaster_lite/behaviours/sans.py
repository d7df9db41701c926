"""RELATION='SANS': cells that are there and do nothing, as tendons are before they are pulled (u4.51.11)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._law import Law


class NothingAlong(Law):
    """No stress along a line."""

    def stretch(self, increment, stress, internal, data, total=None):
        """Zero stress and tangent."""
        return np.zeros_like(increment), internal, np.zeros_like(increment)


class Nothing(Law):
    """No stress."""

    def integrate(self, strain, state, data, continuum):
        """Zero stress and tangent."""
        ns = strain.shape[-1]
        return np.zeros_like(strain), state.internal, np.zeros((*strain.shape[:2], ns, ns))


BEHAVIOURS.add("SANS", Nothing().with_fibre(NothingAlong()))
