"""Hybrid high-order elements: polynomials in the cells and on the faces, nothing at the vertices (r3.06.14).

With k the degree, every cell T carries v_T in P_k(T), every face F carries v_F in P_k(F). From them a cell makes

    the gradient  G v in P_k(T)^d    (G v, q)_T = (grad v_T, q)_T + sum_F (v_F - v_T, q . n)_F          for all q
    the stabilisation                s(v, w) = sum_F (r_F v, r_F w)_F / h_F,
        r_F v = pi_F (v_F - p v) - pi_F (v_T - pi_T p v),   p v in P_k+1(T) with
        (grad p v, grad w)_T = (grad v_T, grad w)_T + sum_F (v_F - v_T, grad w . n)_F                  for all w

pi_T, pi_F project on P_k, h_F is the diameter of the face. Source: Di Pietro, Ern, Lemaire 2014; Abbas, Ern, Pignet 2018.
"""
