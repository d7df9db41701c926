"""EPFP and EPFD: strains of creep of concrete, the basic one and that of drying (u4.81.04); none under laws without creep (te0528)."""

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._family import everywhere


def by_law(method):
    """What the law of creep that a material is made for tells of its variables by `method`; zero for other laws."""

    def compute(element, data, given):
        if getattr(element, "strain_kind", None) != "solid":
            return None
        laws, variables = [BEHAVIOURS[word] for word in BEHAVIOURS if hasattr(BEHAVIOURS[word], method)], given.fields["variables"][0]
        strains = element.continuum.strains
        values = np.zeros((*variables.shape[:2], len(strains)))
        for rows, material in data.by_material():
            law = next((law for law in laws if all(material.get(name) is not None for name in law.needs)), None)
            if law is not None:
                values[rows] = getattr(law, method)(variables[rows], data.subset(rows), len(strains))
        return (values / element.mandel, tuple(f"EP{name}" for name in strains))

    return compute


everywhere("EPFP", "EPSI_R", by_law("basic_creep"), needs={"variables": "VARI_ELGA"})
everywhere("EPFD", "EPSI_R", by_law("drying_creep"), needs={"variables": "VARI_ELGA"})
