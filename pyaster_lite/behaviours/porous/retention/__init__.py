"""How much liquid the pores hold and let through (the hydraulic law of RELATION_KIT), one per file."""
