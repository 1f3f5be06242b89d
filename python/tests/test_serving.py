"""Round trips: a Python function evaluates for the program."""
import json
import os
import subprocess
import sys

import numpy as np
import pytest
from conftest import POSITIONS

from gammonlab import OUTPUTS, Engine, to_array

FUNCTION = """
import numpy as np
from gammonlab import serve

def chances(rows):
    print("a line for standard error")
    rows = rows.reshape(len(rows), -1).astype(np.float32)
    win = (1 + rows[:, :24] @ np.arange(1, 25)) / 1000
    return np.stack([win / 4, win, win / 2, win / 8, win * 0], 1)%s

serve(chances, %r, name="test", digest="1", batch=4, outputs=["win_gammon", "win", "lose_gammon", "win_backgammon", "lose_backgammon"])
"""


def evaluate(tmp_path, inputs, end=""):
    script = tmp_path / "chances.py"
    script.write_text(FUNCTION % (end, inputs))
    model = f'evaluator:"{sys.executable}" "{script}"'
    words = [os.environ["GAMMONLAB"], "eval", "--json", "--bearoff", "none", "--model", model, *POSITIONS]
    return subprocess.run(words, capture_output=True, text=True)


@pytest.mark.parametrize("inputs", ["position", "perspective196"])
def test_a_function_evaluates(tmp_path, engine, inputs):
    done = evaluate(tmp_path, inputs)
    assert done.returncode == 0, done.stderr
    rows = to_array(POSITIONS).reshape(-1, 52) if inputs == "position" else engine.features(POSITIONS, inputs)
    win = (1 + rows[:, :24].astype(np.float32) @ np.arange(1, 25)) / 1000
    got = [json.loads(line) for line in done.stdout.splitlines()]
    assert np.allclose([answer["win"] for answer in got], win, atol=1e-6)
    contact = [0, 1]  # where all outcomes are possible
    for name, part in zip(OUTPUTS[1:], (1 / 4, 1 / 8, 1 / 2, 0)):
        assert np.allclose([got[i][name] for i in contact], win[contact] * part, atol=1e-6)


def test_a_function_of_the_wrong_shape(tmp_path):
    done = evaluate(tmp_path, "position", "[:, :4]")
    assert done.returncode == 1
    assert "the function returns an array of shape" in done.stderr


def test_an_engine_asks_a_function(tmp_path):
    assert evaluate(tmp_path, "position").returncode == 0  # which writes the script
    with Engine(f'evaluator:"{sys.executable}" "{tmp_path / "chances.py"}"') as engine:
        assert engine.evaluate(POSITIONS).shape == (len(POSITIONS), 5)
