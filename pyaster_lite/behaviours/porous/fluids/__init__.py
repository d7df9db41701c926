"""What fills the pores (the coupling law of RELATION_KIT), one per file."""
