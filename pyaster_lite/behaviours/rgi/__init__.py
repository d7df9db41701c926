"""Concrete that creeps, cracks and swells by reactions within: what the laws _PORO_BETON, _ENDO_PORO and RGI_BETON share."""
