"""INFO_EXEC_ASTER tells units and time; IMPR_JEVEUX goes by."""

import math

from .meshes import run


def test_a_unit_is_open_while_it_stands_for_a_file(tmp_path):
    study = run(
        tmp_path,
        "U = DEFI_FICHIER(ACTION='ASSOCIER', FICHIER='notes.txt', ACCES='NEW')",
        "OPEN = INFO_EXEC_ASTER(LISTE_INFO=('ETAT_UNITE', 'UNITE_LIBRE'), FICHIER='notes.txt')",
        "DEFI_FICHIER(ACTION='LIBERER', UNITE=U)",
        "SHUT = INFO_EXEC_ASTER(LISTE_INFO=('ETAT_UNITE', 'TEMPS_RESTANT'), UNITE=U)",
        "IMPR_JEVEUX(ENTITE='OBJET', NOMOBJ='MA')",
    )
    row = study["OPEN"].EXTR_TABLE().rows[0]
    name = "".join(row[word] for word in sorted(row) if word.startswith("NOMFIC") and row[word])
    assert row["ETAT_UNITE"] == "OUVERT" and name.endswith("notes.txt")
    assert study["OPEN"]["UNITE_LIBRE", 2] != study["U"]
    assert study["SHUT"]["ETAT_UNITE", 1] == "FERME" and study["SHUT"]["TEMPS_RESTANT", 2] == math.inf
