"""The words of MODELISATION of sound."""
