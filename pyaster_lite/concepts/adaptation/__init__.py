"""Adapting a mesh: chosen cells are cut in regular pieces or put together again, neighbours are cut so that the mesh still conforms.

The method is the one of HOMARD (G. Nicolas, T. Fouquet, Adaptive mesh refinement for conformal hexahedral meshes, Finite Elements in
Analysis and Design 67, 2013; C. Bernardi et al.), after R.E. Bank's red and green triangles:

1. `lineage` keeps the regular cells, those that the first mesh had and the pieces that regular cuts made of them, and which edges and
   faces are cut. The pieces that only make a mesh conform are no part of it: they are gone before the next step.
2. `choice` turns an indicator into cells to cut and cells to put together.
3. `closure` adds what must be cut with them: a face with at most one whole edge, and a face or a volume beside which pieces are cut again.
4. `division` cuts edges, faces and cells in regular pieces.
5. `transition` cuts the cells that have only some edges cut, and makes the new mesh.
"""
