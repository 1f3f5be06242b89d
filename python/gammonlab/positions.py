"""Positions as arrays and as position IDs.

A position is an array of shape (2, 26), or 52 numbers: the checkers of the player on roll on the
points 1 to 24, on the bar and borne off, then those of the opponent. Each side counts its points
from its own home.
"""
from __future__ import annotations

import base64
import math
from typing import Iterable, Union

import numpy as np

Positions = Union[str, Iterable[str], np.ndarray]
"""What the functions take: a text or texts (position IDs, XGIDs, OGIDs), or an array."""

BAR, OFF = 24, 25
"""Indexes behind the points 1 to 24, whose indexes are 0 to 23."""


def to_array(ids: Union[str, Iterable[str]], checkers: int = 15) -> np.ndarray:
    """Returns the positions of position IDs or hexadecimal position keys, of shape (n, 2, 26).

    >>> to_array("4HPwATDgc/ABMA")[0, 0, :8]
    array([0, 0, 0, 0, 0, 5, 0, 3], dtype=uint8)
    """
    ids = [ids] if isinstance(ids, str) else list(ids)
    keys = np.zeros((len(ids), 10), np.uint8)
    for row, text in enumerate(ids):
        try:
            key = bytes.fromhex(text) if len(text) == 20 else base64.b64decode(text + "==", validate=True)
            keys[row] = np.frombuffer(key, np.uint8)
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
    return [base64.b64encode(key.tobytes())[:14].decode() for key in _keys(positions, checkers)]


def to_keys(positions: np.ndarray, checkers: int = 15) -> list[str]:
    """Returns the position keys of an array, as hexadecimal digits.

    >>> to_keys(START)
    ['e073f00130e073f00130']
    """
    return [key.tobytes().hex() for key in _keys(positions, checkers)]


def _keys(positions: np.ndarray, checkers: int) -> np.ndarray:
    """Returns the position keys of an array, 10 bytes each."""
    counts = check(positions, checkers)[:, ::-1, :OFF].reshape(-1, 50).astype(np.int16)
    ends = np.cumsum(counts + 1, axis=1) - 1
    bits = (np.arange(80) < ends[:, -1:]).astype(np.uint8)
    np.put_along_axis(bits, ends, 0, 1)
    return np.packbits(bits, axis=1, bitorder="little")


def to_index(positions: np.ndarray, points: int = 6, checkers: int = 15) -> np.ndarray:
    """Returns the numbers of the sides of bear-offs in gnubg's databases on some points, of shape
    (n, 2): the player on roll, then the opponent. 0 is a side that is off.

    >>> to_index(from_index([[8, 17]]))
    array([[ 8, 17]])
    """
    array = check(positions, checkers)
    outside = array[:, :, points:OFF].any((1, 2))
    if outside.any():
        raise ValueError(f"row {outside.argmax()}: a checker is not on the first {points} points")
    above = np.cumsum(array[:, :, points - 1::-1], axis=2, dtype=np.int64)  # on the k + 1 highest points
    terms = _terms(points, checkers)
    return terms[np.arange(points), above].sum(2)


def from_index(index: np.ndarray, points: int = 6, checkers: int = 15) -> np.ndarray:
    """Returns the bear-offs whose sides have the numbers, of shape (n, 2, 26); the inverse of
    to_index."""
    rest = np.asarray(index, np.int64).reshape(-1, 2).copy()
    terms = _terms(points, checkers)
    most = math.comb(points + checkers, points) - 1
    wrong = ((rest < 0) | (rest > most)).any(1)
    if wrong.any():
        raise ValueError(f"row {wrong.argmax()}: numbers of sides on {points} points are 0 to {most}")
    out = np.zeros((len(rest), 2, 26), np.int64)
    before = np.zeros_like(rest)
    for k in range(points - 1, -1, -1):
        above = np.searchsorted(terms[k], rest, side="right") - 1
        rest -= terms[k][above]
        if k < points - 1:
            out[:, :, points - 2 - k] = before - above
        before = above
    out[:, :, points - 1] = before
    out[:, :, OFF] = checkers - out.sum(2)
    return check(out, checkers)


def _terms(points: int, checkers: int) -> np.ndarray:
    """Returns in row k the parts of numbers of sides for 0, 1, … checkers on the k + 1 highest points."""
    return np.array([[math.comb(k + n, k + 1) for n in range(checkers + 1)] for k in range(points)], np.int64)


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
