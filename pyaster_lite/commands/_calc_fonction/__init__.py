"""The actions of CALC_FONCTION, by families."""
