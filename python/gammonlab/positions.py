"""Positions as arrays and as position IDs.

A position is an array of shape (2, 26), or 52 numbers: the checkers of the player on roll on the
points 1 to 24, on the bar and borne off, then those of the opponent. Each side counts its points
from its own home.
"""
from __future__ import annotations

import base64
from typing import Iterable, Union

import numpy as np

Positions = Union[str, Iterable[str], np.ndarray]
"""What the functions take: a text or texts (position IDs, XGIDs, OGIDs), or an array."""

BAR, OFF = 24, 25
"""Indexes behind the points 1 to 24, whose indexes are 0 to 23."""


def to_array(ids: Union[str, Iterable[str]], checkers: int = 15) -> np.ndarray:
    """Returns the positions of position IDs, of shape (n, 2, 26).

    >>> to_array("4HPwATDgc/ABMA")[0, 0, :8]
    array([0, 0, 0, 0, 0, 5, 0, 3], dtype=uint8)
    """
    ids = [ids] if isinstance(ids, str) else list(ids)
    keys = np.zeros((len(ids), 10), np.uint8)
    for row, text in enumerate(ids):
        try:
            keys[row] = np.frombuffer(base64.b64decode(text + "==", validate=True), np.uint8)
        except (ValueError, TypeError):
            raise ValueError(f"row {row}: {text!r} is no position ID") from None
    bits = np.unpackbits(keys, axis=1, bitorder="little")
    # A side has a bit for each checker, and a 0 after each of its 25 places. The sort brings the
    # indexes of the zeros to the front.
    ends = np.argsort(bits, axis=1, kind="stable")[:, :50].astype(np.int16)
    counts = np.diff(ends, axis=1, prepend=-1) - 1
    counts[bits.sum(1) != counts.sum(1)] = -1  # fewer than 50 zeros, or bits behind them
    out = np.zeros((len(ids), 2, 26), np.int16)
    out[:, ::-1, :OFF] = counts.reshape(-1, 2, 25)  # the side on roll is the second one
    out[:, :, OFF] = checkers - out.sum(2)
    for row in np.flatnonzero((out < 0).any((1, 2))):
        raise ValueError(f"row {row}: {ids[row]!r} is no position of {checkers} checkers")
    return check(out, checkers)


def to_ids(positions: np.ndarray, checkers: int = 15) -> list[str]:
    """Returns the position IDs of an array.

    >>> to_ids(START)
    ['4HPwATDgc/ABMA']
    """
    counts = check(positions, checkers)[:, ::-1, :OFF].reshape(-1, 50).astype(np.int16)
    ends = np.cumsum(counts + 1, axis=1) - 1
    bits = (np.arange(80) < ends[:, -1:]).astype(np.uint8)
    np.put_along_axis(bits, ends, 0, 1)
    return [base64.b64encode(key.tobytes())[:14].decode() for key in np.packbits(bits, axis=1, bitorder="little")]


def swapped(positions: np.ndarray) -> np.ndarray:
    """Returns the positions as the other player sees them."""
    return positions[..., ::-1, :]


def check(positions: np.ndarray, checkers: int = 15) -> np.ndarray:
    """Returns positions as uint8 of shape (n, 2, 26), or raises ValueError, which names the row."""
    array = np.asarray(positions)
    if not np.issubdtype(array.dtype, np.integer):
        raise ValueError(f"positions of {array.dtype}, want integers")
    if array.shape not in ((52,), (2, 26)) and array.shape[1:] not in ((52,), (2, 26)):
        raise ValueError(f"positions of shape {array.shape}, want (n, 2, 26) or (n, 52)")
    array = array.reshape(-1, 2, 26)
    own, other = array[:, 0], array[:, 1]
    closed = (array[:, :, :6] >= 2).all(2) & (array[:, :, BAR] > 0)
    for wrong, what in (
        (((array < 0) | (array > checkers)).any((1, 2)), f"a number of checkers is not 0 to {checkers}"),
        ((array.sum(2) != checkers).any(1), f"a side does not have {checkers} checkers"),
        (((own[:, :24] > 0) & (other[:, 23::-1] > 0)).any(1), "both sides hold a point"),
        (closed.all(1), "both sides are on the bar against closed boards"),
    ):
        if wrong.any():
            raise ValueError(f"row {wrong.argmax()}: {what}")
    return np.ascontiguousarray(array, np.uint8)


_SIDE = np.zeros(26, np.uint8)
_SIDE[[5, 7, 12, 23]] = 5, 3, 5, 2
START = np.stack([_SIDE, _SIDE])
"""The start of a game."""
START.setflags(write=False)
