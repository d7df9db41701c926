"""code_aster.CA.saveObjects: the base in the middle of a study."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED


@SERVED.register("code_aster.CA.saveObjects")
def save_objects(study):
    """saveObjects(): as FIN does, but the study goes on; whatever is known is saved, and nothing is deleted."""

    def save(level=1, delete=False, options=None):
        study.save()

    return save
