"""What the Python of decks asks of a mesh, field or result to have it in a file."""

from __future__ import annotations

from .base import STUDY


class Printing:
    """Concepts that MED files hold; `printed_as` is the word of IMPR_RESU for them."""

    printed_as = "CHAM_GD"

    def printMedFile(self, fileName, medname="", local=True, version=(), **chosen):
        """Write a MED file, as IMPR_RESU does; raises LookupError outside of a deck's Python.

        local, version  of one process and a format that says its own version nothing depends
        chosen          internalVar: whether internal variables are written under the names that their laws give them
        """
        study, row = STUDY.get(), {self.printed_as: self}
        if self.printed_as == "RESULTAT":
            row |= {"IMPR_NOM_VARI": "OUI" if chosen.get("internalVar", True) else "NON"}
        medname = medname or self.name or getattr(self, "quantity", "")
        if medname and self.printed_as != "MAILLAGE":
            row |= {"NOM_RESU_MED" if self.printed_as == "RESULTAT" else "NOM_CHAM_MED": medname}
        unit = study.files.associate(None, str(fileName), "NEW")
        study.run("IMPR_RESU", FORMAT="MED", UNITE=unit, RESU=[row])
        study.files.release(unit)
        return True
