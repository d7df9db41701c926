"""The quantities of POST_ELEM, by family."""
