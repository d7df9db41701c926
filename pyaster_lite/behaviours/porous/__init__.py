"""Laws of porous media: a law of the skeleton, one of what fills the pores (fluids/) and one of retention (retention/)."""
