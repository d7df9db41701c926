"""HYDR_UTIL: retention and relative permeabilities given by functions of the material (r7.01.11)."""

from pyaster_lite.catalogue.registry import RETENTIONS

from .._retention import Retention


class Given(Retention):
    """SATU_PRES of the capillary pressure PCAP; PERM_LIQU and PERM_GAZ of the saturation SAT and the gas pressure PGAZ."""

    def saturation(self, point, pressure, temperature):
        """(value, its derivative by the capillary pressure)."""
        around = dict(PCAP=pressure, TEMP=temperature)
        return point.read("skeleton.satu_pres", **around), point.read("skeleton.d_satu_pres", 0.0, **around)

    def liquid(self, point, saturation, gas):
        """(relative permeability, its derivative by the saturation) of the liquid."""
        around = dict(SAT=saturation, PGAZ=gas, TEMP=point.t)
        return point.read("skeleton.perm_liqu", **around), point.read("skeleton.d_perm_liqu_satu", 0.0, **around)

    def gas(self, point, saturation, gas):
        """(relative permeability, its derivatives by the saturation and by the pressure) of the gas."""
        around = dict(SAT=saturation, PGAZ=gas, TEMP=point.t)
        rates = (point.read(f"skeleton.{name}", 0.0, **around) for name in ("d_perm_satu_gaz", "d_perm_pres_gaz"))
        return point.read("skeleton.perm_gaz", **around), *rates


RETENTIONS.add("HYDR_UTIL", Given())
