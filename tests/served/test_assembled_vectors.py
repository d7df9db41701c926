"""What a deck's Python is told of vectors that ASSEMBLAGE and ASSE_VECTEUR make."""

from .decks import METAL, runner


def test_the_multipliers_of_an_assembled_vector_count_among_its_components(tmp_path):
    """Two components at the nodes and a multiplier for each of them that a load holds."""
    runner(tmp_path, METAL)("""
held = AFFE_CHAR_MECA(MODELE=model, DDL_IMPO=(_F(GROUP_MA="BOTTOM", DX=0.0, DY=0.0)))
ASSEMBLAGE(
    MODELE=model, CHAM_MATER=field, CHARGE=held, NUME_DDL=CO("rows"),
    MATR_ASSE=_F(MATRICE=CO("stiff"), OPTION="RIGI_MECA"), VECT_ASSE=_F(VECTEUR=CO("vector"), OPTION="CHAR_MECA"),
)
again = ASSE_VECTEUR(VECT_ELEM=CALC_VECT_ELEM(OPTION="CHAR_MECA", CHARGE=held), NUME_DDL=rows)
for one in (vector, again):
    test.assertEqual(one.getComponents(), ["DX", "DY", "LAGR:DX", "LAGR:DY"])
    test.assertEqual(one.getNumberOfComponents(), 4)
""")
