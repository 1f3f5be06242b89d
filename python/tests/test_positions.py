import numpy as np
import pytest
from conftest import POSITIONS, START

from gammonlab import check, from_index, swapped, to_array, to_ids, to_index, to_keys
from gammonlab import START as BEGIN


def test_position_ids_and_arrays(engine):
    plays = [play["result_id"] for plays in engine.legal_plays(POSITIONS, dice=66) for play in plays]
    assert len(plays) > 20
    for ids in (POSITIONS, plays, []):
        array = to_array(ids)
        assert array.shape == (len(ids), 2, 26) and array.dtype == np.uint8
        assert to_ids(array) == ids
        assert to_ids(array.reshape(-1, 52).astype(np.int64)) == ids
    assert (to_array(START)[0] == BEGIN).all()
    assert (swapped(to_array(POSITIONS))[2] == to_array(POSITIONS)[2][::-1]).all()
    hyper = np.zeros((2, 26), int)
    hyper[:, 21:24] = 1
    assert (to_array(to_ids(hyper, 3), 3)[0] == hyper).all()


def test_position_keys():
    assert to_keys(BEGIN) == ["e073f00130e073f00130"]
    assert (to_array(to_keys(to_array(POSITIONS))) == to_array(POSITIONS)).all()


def test_numbers_of_bear_offs():
    # 15 checkers on the sixth point are the last of 54,264 sides; a checker on the ace point is 1.
    sides = np.zeros((2, 2, 26), int)
    sides[0, 0, 5], sides[0, 1, 0], sides[0, 1, 25] = 15, 1, 14
    sides[1, 0, 0], sides[1, 1, 5] = 15, 15
    assert to_index(sides).tolist() == [[54263, 1], [38760, 54263]]
    index = np.stack([np.arange(1, 54264, 97), np.arange(54263, 0, -97)], 1)
    assert (to_index(from_index(index)) == index).all()
    assert (to_index(from_index([[70000, 3]], points=8), points=8) == [[70000, 3]]).all()
    with pytest.raises(ValueError, match="row 1: numbers of sides on 6 points are 0 to 54263"):
        from_index([[1, 2], [54264, 2]])
    with pytest.raises(ValueError, match="row 0: a checker is not on the first 6 points"):
        to_index(BEGIN)


@pytest.mark.parametrize("text", [
    "", "4HPwATDgc/ABM", "4HPwATDgc/AB*A", "//////////////", "4HPwATDgc/ABcA", "ÄHPwATDgc/ABMA", "4HPwATDgc/D///"])
def test_no_position_ids(text):
    with pytest.raises(ValueError, match="row 1: "):
        to_array([START, text])


def _with(*changes):
    rows = np.stack([BEGIN] * 3).astype(int)
    for place, value in changes:
        rows[(1, *place)] = value
    return rows


@pytest.mark.parametrize("array, message", [
    (BEGIN.astype(float), "float64, want integers"),
    (BEGIN > 0, "bool, want integers"),
    (np.zeros((3, 51), int), r"shape \(3, 51\)"),
    (np.array(1), r"shape \(\)"),
    (np.zeros((1, 1, 2, 26), int), r"shape \(1, 1, 2, 26\)"),
    (_with(((0, 0), -1)), "row 1: a number of checkers is not 0 to 15"),
    (_with(((0, 0), 256)), "row 1: a number of checkers is not 0 to 15"),
    (_with(((0, 0), 1)), "row 1: a side does not have 15 checkers"),
    (_with(((0, 5), 4), ((0, 0), 1)), "row 1: both sides hold a point"),
    (_with(((), 0), ((slice(None), slice(0, 6)), 2), ((slice(None), 24), 3))[[0, 1]], "row 1: both sides are on the bar"),
])
def test_no_positions(array, message):
    with pytest.raises(ValueError, match=message):
        check(array)
