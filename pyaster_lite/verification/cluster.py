"""Decks handed to a dask scheduler: many machines that see the same folders.

A deck whose worker dies is given to another one by the scheduler itself, up to `TRIES` times.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from pyaster_lite.diagnostics import Diagnostic, Refused, Severity
from pyaster_lite.verification.outcome import Fate, Outcome
from pyaster_lite.verification.trial import Bounds, Trials

TRIES = 3


def away(decks, bounds: Bounds, address: str) -> Iterator[Outcome]:
    """The outcomes as they fall; one deck at a time on each thread of each worker.

    Raises Refused without the package distributed, or when no scheduler answers at `address`.
    """
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise _refused("--cluster needs the package distributed: pip install 'pyaster-lite[cluster]'") from None
    try:
        client = Client(address, timeout=10)
    except (OSError, TimeoutError, ValueError) as problem:
        raise _refused(f"--cluster {address}: no scheduler answers there ({problem})") from None
    with client:
        futures = {client.submit(_try, deck, bounds, retries=TRIES, pure=False): deck for deck in decks}
        try:
            for future in as_completed(futures):
                yield _outcome(future, futures[future])
        finally:
            client.cancel(list(futures))


def _outcome(future, deck):
    lost = future.exception()
    return future.result() if lost is None else Outcome(deck.name, str(deck.path), Fate.CRASH, 0.0, f"its worker was lost: {lost}")


def _try(deck, bounds):
    return _trials(bounds).run(deck)


@functools.cache
def _trials(bounds):
    """Those of this worker: what one deck loaded serves the next."""
    return Trials(bounds)


def _refused(message):
    return Refused([Diagnostic(Severity.ERROR, "F001", message)])
