"""The words of MODELISATION of heat."""
