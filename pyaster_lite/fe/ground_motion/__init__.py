"""Accelerograms drawn at random: how they rise and fall, their spectral density, and spectra that they have to meet (r4.05.05)."""
