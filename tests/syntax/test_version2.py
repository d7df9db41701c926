"""Statements of Python 2 and what they become."""

import pytest

from pyaster_lite.syntax.version2 import rewrite


@pytest.mark.parametrize(
    "old, new",
    [
        ("print 'a', b", "print('a', b)"),
        ("print 'a' % (b, c),", "print('a' % (b, c), end=\" \")"),
        ("print >>f, 'a', b", "print('a', b, file=f)"),
        ("print >>f", "print(file=f)"),
        ("print (a), b", "print( (a), b)"),
        ("print ('%d') % a", "print( ('%d') % a)"),
        ("print('a')", "print('a')"),
        ("print", "print()"),
        ("exec code", "exec(code)"),
        ("exec code in a, b", "exec(code , a, b)"),
        ("x = `a`", "x = repr(a)"),
        ("x = a <> b", "x = a != b"),
        ("x = 0777 + 10L + 0 + 00", "x = 511 + 10 + 0 + 00"),
        ("x = ur'a'", "x = r'a'"),
        ("raise E, 'text'", "raise E('text')"),
        ("raise E, 'text', tb", "raise E('text')"),
        ("x = [i for i in 1, 2, 3 if i]", "x = [i for i in (1, 2, 3) if i]"),
        ("try: pass\nexcept E, e: print e", "try: pass\nexcept E as e: print(e)"),
        ("if a:\n\tb = 1\n        c = 2", "if a:\n        b = 1\n        c = 2"),
        ("print lambda x: `x` <> 01", "print(lambda x: repr(x) != 1)"),
    ],
)
def test_rewriting(old, new):
    assert rewrite(old + "\n", "deck.comm") == new + "\n"
    compile(new + "\n", "deck.comm", "exec")
