"""Laws written in the language MFront, read from their text and run over arrays of all points.

A file is an outline of directives (outline.py), which describe a law (description.py); its blocks of code, in a part of C++, become
functions of arrays (code.py, expressions.py, over the tensors of values.py); a DSL (dsl/) says when which block runs.

The language is that of the TFEL project, T. Helfer and others, "Introducing the open-source MFront code generator" (2015), and the
pages of its site; nothing of that project's code is used, and no compiler.
"""
