"""What the correctors of CALC_MATE_HOMO are called in MED files, whose names of results have eight letters."""

_SHORT = (("CORR_", "Z"), ("THER", "TH"), ("MECA", "ME"), ("DILA", "DI"), ("MEMB", "MB"), ("FLEX", "FL"), ("PINT", "PI"))
WIDTH = 8


def in_file(name: str) -> str:
    """ZME11_MB of CORR_MECA11_MEMB."""
    for word, short in _SHORT:
        name = name.replace(word, short)
    return name


def from_file(field: str, component: str) -> str | None:
    """CORR_MECA11_MEMB of the field ZME11_MBDEPL, whose `component` is DEPL; None of one that is no corrector's."""
    if not (field.startswith("Z") and field.endswith(component)):
        return None
    name = field.removesuffix(component).rstrip("_")
    for word, short in _SHORT:
        name = name.replace(short, word)
    return name
