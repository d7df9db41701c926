"""The error estimators of CALC_ERREUR, by family."""
