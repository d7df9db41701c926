"""Commands that code_aster has no more: what has taken their place, and the last version with them.

Some are commands of pyaster-lite still, the others are not read. Old commands that are
read as today's are declared beside those (see command.formerly).
"""

FORMER = {
    "FACT_LDLT": ("FACTORISER", "9.1.13"),
    "FACT_GRAD": ("FACTORISER", "9.1.13"),
    "RESO_LDLT": ("RESOUDRE", "9.1.13"),
    "RESO_GRAD": ("RESOUDRE", "9.1.13"),
    "CALC_THETA": ("CALC_G", "13.1.3"),
    "CALC_G_THETA_T": ("CALC_G", "8.2.20"),
    "CALC_G_LOCAL_T": ("CALC_G", "8.2.20"),
    "IMPR_COURBE": ("IMPR_FONCTION", "7.3.28"),
    "INTE_MAIL_2D": ("MACR_LIGN_COUPE", "13.1.1"),
    "INTE_MAIL_3D": ("MACR_LIGN_COUPE", "13.1.1"),
    "MACRO_MODE_MECA": ("CALC_MODES", "12.2.14"),
    "CALC_MODAL": ("CALC_MODES", "12.1.16"),
    "DEFUFI": ("DEFI_FICHIER", "7.2.0"),
    "COMB_CHAM_NO": ("COMB_FOURIER", "8.3.11"),
    "COMB_CHAM_ELEM": ("COMB_FOURIER", "8.3.11"),
    "DYNA_TRAN_EXPLI": ("DYNA_NON_LINE", "9.0.16"),
    "IMPR_STURM": ("INFO_MODE", "11.1.1"),
    "POST_GP": ("CALC_GP", "11.3.17"),
    "POST_K_BETA": ("POST_KCP", "15.2.17+"),
    "PROPA_XFEM": ("PROPA_FISS", "12.3.18"),
    "MACRO_VISU_MEIDEE": ("CALC_ESSAI", "9.3.16"),
}
