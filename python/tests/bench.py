"""Compares evaluations from arrays in batches of 4,096 with `gammonlab eval -`: bench.py [POSITIONS]

Both evaluate the same positions, in turns; the figures are medians of five turns.
"""
import os
import statistics
import subprocess
import sys
import time

import numpy as np
from conftest import START

from gammonlab import Engine, to_array

n = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
with Engine() as engine:
    ids, at = {START: None}, 0
    for dice in (31, 42, 53, 61, 66, 21) * 50:  # the plays of the last positions, and of those after them
        if len(ids) >= n:
            break
        for plays in engine.legal_plays(list(ids)[-500:], dice):
            ids.update((play["result_id"], None) for play in plays)
    text, rows = "\n".join(list(ids)[:n]), to_array(list(ids)[:n])
    engine.evaluate(rows[:1])  # starts the process
    arrays, lines = [], []
    for _ in range(5):
        began = time.perf_counter()
        values = np.concatenate([engine.evaluate(rows[at:at + 4096]) for at in range(0, len(rows), 4096)])
        arrays.append(len(rows) / (time.perf_counter() - began))
        began = time.perf_counter()
        out = subprocess.run([os.environ["GAMMONLAB"], "eval", "--format", "csv", "-"], input=text, text=True,
                             capture_output=True, check=True).stdout
        lines.append(len(rows) / (time.perf_counter() - began))
    printed = np.array([line.split(",")[2:7] for line in out.splitlines()[1:]], float)
    assert np.abs(printed - values).max() < 1e-5
a, b = statistics.median(arrays), statistics.median(lines)
print(f"{len(rows)} positions: {a:,.0f}/s from arrays, {b:,.0f}/s from lines, ratio {a / b:.2f} "
      f"({min(arrays):,.0f} to {max(arrays):,.0f}, {min(lines):,.0f} to {max(lines):,.0f})")
