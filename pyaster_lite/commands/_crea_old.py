"""CREA_MAILLAGE as it was written in older versions: new nodes and cells were given names."""

from pyaster_lite.catalogue.legacy import Old, Renamed

_NAMED = {
    "CREA_FISS": ("MAILLE", "NUME"),
    "MODI_MAILLE": ("NOEUD", "MAILLE", "NUME"),
    "COQU_VOLU": ("NOEUD", "MAILLE", "NUME"),
    **dict.fromkeys(("LINE_QUAD", "HEXA20_27", "PENTA15_18"), ("NOEUD", "NUME")),
}
OLD_MESHES = (
    Renamed("CREA_GROUP_MA", "CREA_MAILLE", last="12.3.0"),
    *(Old(f"CREA_MAILLE/PREF_{what}", "the group NOM", "15.2.17+") for what in ("MAILLE", "NUME")),
    *(Renamed(f"{factor}/PREF_{what}", None, last="15.2.17+") for factor, words in _NAMED.items() for what in words),
)
