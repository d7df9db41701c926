"""SIGM_ELGA, SIGM_ELNO, SIGM_NOEU: stresses, where elements keep stresses rather than forces (u4.81.04)."""

from ._family import everywhere


def stresses(element, data, given):
    """Those of SIEF_ELGA."""
    values, names = given.fields["stress"]
    kept = [i for i, name in enumerate(names) if name.startswith("SI") and not name.startswith("SIP")]
    return (values[..., kept], tuple(names[i] for i in kept)) if kept else None


everywhere("SIGM", "SIEF_R", stresses, needs={"stress": "SIEF_ELGA"})
