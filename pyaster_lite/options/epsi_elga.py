"""EPSI, EPME, EPSG, EPMG: strains at points and nodes; G those of Green and Lagrange, M those that stress causes (u4.81.04)."""

from ._family import WALLS, along_line, everywhere, layer_warming

_SPACE = ("EPXX", "EPYY", "EPZZ", "EPXY", "EPXZ", "EPYZ")


def _strains(finite, caused):
    def compute(element, data, given):
        if given.u is not None and not finite and hasattr(element, "fibre_strains"):
            strain = element.fibre_strains(data, given.u, given.structural)
            strain = strain if caused else strain - element.fibre_free_strains(data)
            return strain, ("EPXX",), element.sub_points(data)
        if given.u is not None and not finite and hasattr(element, "line_strains"):
            strain, names = element.line_strains(data, given.u)
            if not caused and len(names) > 1:
                return None
            return (strain if caused else strain - along_line(element, data)), names
        if given.u is not None and hasattr(element, "layer_strains") and not finite and (caused or element.section_points in WALLS):
            names, strain = getattr(element, "layer_names", _SPACE), element.layer_strains(data, given.u)
            if not caused:
                strain[..., [names.index("EPXX"), names.index("EPYY")]] -= layer_warming(element, data)[..., None]
            return strain, names, element.sub_points(data)
        if given.u is None or not hasattr(element, "strains") or (finite and getattr(element, "harmonic", False)):
            return None
        strain = getattr(element, "told_strains", element.strains)(data, given.u, finite, caused)
        return None if strain is None else (strain / element.strain_factors, tuple(f"EP{name}" for name in element.continuum.strains))

    return compute


for stem, finite, caused in (("EPSI", False, True), ("EPSG", True, True), ("EPME", False, False), ("EPMG", True, False)):
    everywhere(stem, "EPSI_R", _strains(finite, caused), complexes="NONE" if finite else "APART")
