"""med_aster: what a MED file holds."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.io.med_fields import MedFields


@SERVED.register("med_aster.get_nom_champ_med")
def field_names(study):
    """get_nom_champ_med(file): {field: its components} of a file that the deck calls by its name."""

    def names(file):
        with MedFields(study.files.find(file)) as fields:
            return {name: tuple(fields.components(name)) for name in fields.names}

    return names
