"""The scalar searches of laws, at many points at once, as code_aster goes about them: where its path stops within the precision counts.

Each finds x in [low, high] with |f(x)| < close, f being negative at `low` and positive at `high`, and tells how many tries each took;
`ends` are f(low) and f(high) where they are known.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pyaster_lite.fe.errors import LawFailed

UNSOLVED = "the equation of a step is not solved within ITER_INTE_MAXI tries"


def secant(function: Callable, low, high, close: float, tries: int, ends=None):
    """(x, tries): the secant through the last two points, or through the bounds where it leaves them."""
    left, right = np.array(low, float), np.array(high, float)
    f_left, f_right = ends or (function(left), function(right))
    last, f_last, x, f = left.copy(), f_left.copy(), right.copy(), f_right.copy()
    took, done = np.zeros(x.shape, int), np.zeros(x.shape, bool)
    for step in range(1, tries + 1):
        new = ~done & (abs(f) < close)
        took[new], done = step, done | new
        if done.all():
            return x, took
        below, above = f < 0.0, f > 0.0
        left, f_left = np.where(below, x, left), np.where(below, f, f_left)
        right, f_right = np.where(above, x, right), np.where(above, f, f_right)
        with np.errstate(divide="ignore", invalid="ignore"):
            slope = (f - f_last) / (x - last)
            found = last - f_last / slope
            share = (found - left) / (right - left)
            chord = left - f_left * (right - left) / (f_right - f_left)
        found = np.where((share > 0.0) & (share < 1.0), found, chord)
        stays = done | (last == x)
        last, f_last = np.where(stays, last, x), np.where(stays, f_last, f)
        x = np.where(stays, x, found)
        f = np.where(stays, f, function(x))
    raise LawFailed(UNSOLVED)


def brent(function: Callable, low, high, close: float, tries: int, ends=None):
    """(x, tries): Brent's method of inverse quadratic interpolation and halving."""
    a, b = np.array(low, float), np.array(high, float)
    fa, fb = ends or (function(a), function(b))
    if ((fa > 0.0) & (fb > 0.0) | (fa < 0.0) & (fb < 0.0)).any():
        raise LawFailed("the equation of a step has no solution between its bounds")
    c, fc, d, e = b.copy(), fb.copy(), b - a, b - a
    took, done = np.zeros(b.shape, int), np.zeros(b.shape, bool)
    for step in range(1, tries + 1):
        same = (fb > 0.0) & (fc > 0.0) | (fb < 0.0) & (fc < 0.0)
        c, fc, d = np.where(same, a, c), np.where(same, fa, fc), np.where(same, b - a, d)
        e = np.where(same, d, e)
        nearer = abs(fc) < abs(fb)
        a, b, c = np.where(nearer, b, a), np.where(nearer, c, b), np.where(nearer, b, c)
        fa, fb, fc = np.where(nearer, fb, fa), np.where(nearer, fc, fb), np.where(nearer, fb, fc)
        least, half = 2 * np.finfo(float).eps * abs(b), 0.5 * (c - b)
        new = ~done & ((abs(half) <= least) | (abs(fb) < close))
        took[new], done = step, done | new
        if done.all():
            return b, took
        with np.errstate(divide="ignore", invalid="ignore"):
            s, ratio, r = fb / fa, fa / fc, fb / fc
            p = np.where(a == c, 2 * half * s, s * (2 * half * ratio * (ratio - r) - (b - a) * (r - 1)))
            q = np.where(a == c, 1 - s, (ratio - 1) * (r - 1) * (s - 1))
            q, p = np.where(p > 0.0, -q, q), abs(p)
            taken = (abs(e) >= least) & (abs(fa) > abs(fb)) & (2 * p < np.minimum(3 * half * q - abs(least * q), abs(e * q)))
            moved = np.where(taken, p / q, half)
        e, d = np.where(taken, d, half), moved
        a, fa = np.where(done, a, b), np.where(done, fa, fb)
        b = np.where(done, b, b + np.where(abs(d) > least, d, np.copysign(least, half)))
        fb = np.where(done, fb, function(b))
    raise LawFailed(UNSOLVED)


def dekker(function: Callable, guess, close, tries: int, wanted):
    """(x of the `wanted` points, 0 of others; tries) of a rising f with f(0) < 0: from a guess (...) the secant through the last two points
    until f has changed its sign, then the same, or the middle where it leaves the bracket (zerofo).

    The guess itself is not taken, however close, and f is asked for about all points. Raises LawFailed.
    """
    x, y = np.zeros_like(guess), np.array(guess, float)
    fx = function(x)
    found, done = np.zeros_like(y), ~wanted | (abs(fx) < close)
    took = np.where(wanted, 1, 0)
    if done.all():
        return found, took
    fy = function(y)
    low, high, inside = x.copy(), y.copy(), np.zeros(y.shape, bool)
    for step in range(2, tries + 2):
        enters = ~inside & (fy > 0.0)
        low, high, inside = np.where(enters, x, low), np.where(enters, y, high), inside | enters
        if (~done & np.where(inside, fx == fy, fy <= fx)).any():
            raise LawFailed(UNSOLVED)
        with np.errstate(divide="ignore", invalid="ignore"):
            z = y - (y - x) * fy / (fy - fx)
        z = np.where(inside & ((z - low) * (z - high) > 0.0), 0.5 * (low + high), z)
        z = np.where(done, found, z)
        fz = function(z)
        new = ~done & (abs(fz) < close)
        found, done, took = np.where(new, z, found), done | new, np.where(new, step, took)
        if done.all():
            return found, took
        below = inside & (fz < 0.0)
        low, high = np.where(below, z, low), np.where(inside & ~below, z, high)
        x, fx, y, fy = y, fy, z, fz
    raise LawFailed(UNSOLVED)


def dekker_halved(function: Callable, guess, close: float, tries: int, wanted):
    """(x of the `wanted` points, the guess of others; which are done) of a rising f with f(0) < 0 (zerof2): the chord of the last two
    points until f is positive at the upper one, then that of the bracket, or its middle every third try, until |f| < close or the bracket
    is no wider than `close` beside its upper end.
    """
    low, high = np.zeros_like(guess), np.array(guess, float)
    f_low, f_high = function(low), function(high)
    found, done = high, ~wanted | (abs(f_high) < close)
    for step in range(1, tries + 1):
        if done.all():
            break
        inside = f_high > 0.0
        with np.errstate(divide="ignore", invalid="ignore"):
            z = (low * f_high - high * f_low) / (f_high - f_low)
        z = np.where(inside & (step % 3 == 0), 0.5 * (low + high), z)
        found = np.where(done, found, z)
        f = function(found)
        done = done | (abs(f) < close) | inside & (high - low <= close * high)
        upper = inside & (f >= 0.0)
        low, f_low = (np.where(upper, old, np.where(inside, new, last)) for old, new, last in ((low, found, high), (f_low, f, f_high)))
        high, f_high = (np.where(upper | ~inside, new, last) for new, last in ((found, high), (f, f_high)))
    return found, done


def falling(function: Callable, low, high, close, tries: int, bounds=None):
    """(n,) x with |f(x)| < close of an f that is positive at `low` and negative at `high` (zeroco).

    function gives f and the slope that Newton's method goes by; `bounds` are those of Newton's steps where not low and high. Each try is
    a chord, that of the bracket where the last two points' leaves it, and a step of Newton from there, which is kept if |f| falls.
    """
    y2, y1 = function(low)[0], function(high)[0]
    if (y2 < 0.0).any() or (y1 > 0.0).any():
        raise LawFailed(UNSOLVED)
    least, most = (low, high) if bounds is None else bounds
    x1, x2, x3, y3, x4, y4 = high, low, high, y1, low, y2
    p, open_ = low.copy(), np.ones(len(low), bool)
    for _ in range(tries):
        past, short = open_ & (y4 < 0.0), open_ & (y4 > 0.0)
        x1, y1 = np.where(past, x4, x1), np.where(past, y4, y1)
        x2, y2 = np.where(short, x4, x2), np.where(short, y4, y2)
        moves = x3 != x4
        chord = (y4 - y3) / (x4 - x3)
        ahead = x3 - y3 / chord
        share = (ahead - x1) / (x2 - x1)
        inside = (chord != 0.0) & (share > 0.0) & (share < 1.0)
        ahead = np.where(inside, ahead, x1 - y1 * (x2 - x1) / (y2 - y1))
        x3, y3 = np.where(moves, x4, x3), np.where(moves, y4, y3)
        x4 = np.where(moves, ahead, x4)
        y4, slope = function(x4)
        p = np.where(open_, x4, p)
        open_ &= ~(abs(y4) < close)
        new = x4 - y4 / slope
        new = np.where((new >= least) & (new <= most), new, x4)
        left = function(new)[0]
        better = open_ & (abs(left) < abs(y4))
        x4, y4 = np.where(better, new, x4), np.where(better, left, y4)
        p = np.where(open_, x4, p)
        open_ &= ~(abs(y4) < close)
        if not open_.any():
            return p
    raise LawFailed(UNSOLVED)


SEARCHES = {"SECANTE": secant, "BRENT": brent}
"""By ALGO_INTE."""


def bracketed(function: Callable, high, close: float, tries: int):
    """(high, met, f(high)): an upper bound from a guess, the least of its tens where f is positive; `met` where |f| <= close already.

    f is negative at zero.
    """
    high = np.array(high, float)
    f = function(high)
    met = abs(f) <= close
    shrinks, grows = ~met & (f > 0.0), ~met & (f < 0.0)
    for _ in range(tries):
        if not (shrinks.any() or grows.any()):
            break
        high = np.where(shrinks, high / 10, np.where(grows, high * 10, high))
        f = function(high)
        near = (shrinks | grows) & (abs(f) <= close)
        met |= near
        back = shrinks & ~near & (f < 0.0)
        shrinks, grows = shrinks & ~near & (f > 0.0), grows & ~near & (f < 0.0)
        if back.any():
            high = np.where(back, high * 10, high)
            f = function(high)
    return high, met, f
