"""RELATION='META_...': plasticity (P) or viscoplasticity (V) of metals whose phases change, with isotropic (IL) or kinematic (CL) linear
hardening or isotropic hardening by curves (INL), with plasticity of transformation (PT) and restoration of hardening (RE) (r4.04.02)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._phases import Phased

for flow in "PV":
    for hardening in ("IL", "INL", "CL"):
        for more in ("", "_PT", "_RE", "_PT_RE"):
            law = Phased(flow == "V", hardening == "CL", "_PT" in more, "_RE" in more, curved=hardening == "INL")
            BEHAVIOURS.add(f"META_{flow}_{hardening}{more}", law)
