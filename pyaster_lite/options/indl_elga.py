"""INDL_ELGA and PDIL_ELGA: where plane solids may form bands, and the modulus that micro-dilation needs there (u4.81.04).

Both look at the tangent of rates of the state. As code_aster does, the shear stress goes into the law as it is shown.
"""

import numpy as np

from pyaster_lite.catalogue.registry import OPTIONS
from pyaster_lite.fe.data import Step
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.localisation import bands, dilation_modulus

from ._option import Option

NAMES = ("INDICE", *(f"DIR{i}" for i in range(1, 5)))


def at_points(measure, names):
    """What `measure(tangent_of, stress)` says at the points of plane cells whose law tells the tangent of its states."""

    def compute(element, data, given):
        continuum = getattr(element, "continuum", None)
        if getattr(continuum, "dim", 0) != 2 or getattr(element, "selective", False):
            return None
        stress = given.components("stress", [f"SI{axes}" for axes in continuum.strains])
        if stress is None:
            return None
        variables, found = given.fields["variables"][0], np.zeros((*stress.shape[:2], len(names)))
        for rows, law in given.laws():
            if not getattr(law, "localises", False):
                raise ComputationFailed("the law of these cells does not tell where bands form; DRUCK_PRAGER and HUJEUX do")
            own, shape = data.subset(rows), stress[rows].shape
            own.step = Step(data.step.before, data.step.after, predicting=True)
            internal = variables[rows][..., : law.internal_size]

            def tangent_of(at, law=law, own=own, internal=internal, shape=shape):
                zero = np.zeros(shape)
                tangent = law.integrate(zero, PointState(zero, at.reshape(shape), internal), own, continuum)[2]
                return np.broadcast_to(tangent, (*shape, shape[-1])).reshape(-1, shape[-1], shape[-1])

            found[rows] = measure(tangent_of, stress[rows].reshape(-1, shape[-1])).reshape(*shape[:2], len(names))
        return found, names

    return compute


NEEDS = {"stress": "SIEF_ELGA", "variables": "VARI_ELGA"}
OPTIONS.add("INDL_ELGA", Option("ELGA", "INDL_R", at_points(lambda tangent_of, stress: bands(tangent_of(stress)), NAMES), NEEDS))
OPTIONS.add("PDIL_ELGA", Option("ELGA", "PDIL_R", at_points(dilation_modulus, ("A1_LC2",)), NEEDS))
