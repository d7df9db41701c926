"""Measured coefficients of wear of pairs of alloys, by contact (u4.84.22; where one number stands, only the tube's wear was measured)."""

from __future__ import annotations

ARCHARD = {
    "TUBE_BAV": {
        "I600_I600": 1.2e-13,
        "I600TT_I600": 4.5e-14,
        "I600TT_I600TT": 1.4e-15,
        "I600_I600CR": 7.2e-14,
        "I600TT_I600CR": 9.1e-16,
        "I690TT_I600CR": 1.2e-15,
        "I600_Z10C13": 9.9e-14,
        "I600_A405": 6.2e-14,
        "I690_A405": 4.1e-16,
        "I600TT_Z6C13": 9.2e-15,
        "I600_Z6C13": 7.1e-15,
        "I690_Z6C13": 7.7e-15,
        "I600_A347": 1.0e-13,
    },
    "TUBE_ALESAGE": {
        "I690_Z10C13": 6.0e-17,
        "I600_I600": 1.6e-13,
        "I690_I600": 5.2e-14,
        "I600_I600CR": 2.2e-15,
        "I690_I600CR": 4.4e-15,
    },
    "TUBE_4_ENCO": {
        "I600_Z10C13": 2.4e-16,
        "I690_Z10C13": 8.2e-17,
        "I600_A405": 6.5e-14,
        "I600TT_A405": 1.4e-15,
        "I690_A405": 7.8e-15,
    },
    "TUBE_3_ENCO": {"I600_Z10C13": 2.5e-16, "I690_Z10C13": 2.4e-16},
    "TUBE_TUBE": {"I600_I600": 1.8e-13, "I690_I690": 1.0e-12},
    "GRAPPE_ALESAGE": {
        "A304L_A304L": (10.0e-15, 15.0e-15),
        "A316L_A304L": (10.0e-15, 5.0e-15),
        "NITRURE_A304L": (0.1e-15, 70.0e-15),
        "CHROME_A304L": (0.1e-15, 50.0e-15),
    },
    "GRAPPE_1_ENCO": {"A304L_A304L": (20.0e-15, 20.0e-15), "A316L_A304L": (30.0e-15, 20.0e-15)},
}
"""m3/J, of the tube or of both parts."""

KWU_EPRI = {"TUBE_BAV": {"I600_I600": {"COEF_USURE": 1.4e-15, "COEF_VTAN": 1.4e-15, "COEF_FNOR": 1.4e-15, "COEF_K": 5.0, "COEF_C": 10.0}}}
EDF_MZ = {"TUBE_BAV": {"I600_I600": {"COEF_USURE": 1.0e-13, "COEF_S": 1.14e-16, "COEF_B": 1.2, "COEF_N": 2.44e-8}}}
"""Of the tube, under the words of POST_USURE."""
