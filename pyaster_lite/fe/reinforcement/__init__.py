"""Design of reinforced concrete sections: bars of bending and of shear, by limit states (r7.04.05)."""
