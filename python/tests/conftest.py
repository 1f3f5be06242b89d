"""The tests need the program, which `make build` makes: bin/gammonlab, or $GAMMONLAB."""
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
sys.path.insert(0, str(REPOSITORY / "python"))
os.environ.setdefault("GAMMONLAB", str(REPOSITORY / "bin" / "gammonlab"))
os.environ["PYTHONPATH"] = str(REPOSITORY / "python")  # of processes that tests start

import gammonlab  # noqa: E402

START = "4HPwATDgc/ABMA"
POSITIONS = [START, "sGfwATDgc/ABMA", "jA9jADx2txMBAA", "zM6GMQCUzwcHAA", "4PPEAAdzdgYDIA", "d+cRCAD71iwAAA"]
"""The start and one play later, others, and a bear-off."""


@pytest.fixture(scope="session")
def engine():
    with gammonlab.Engine() as engine:
        yield engine


@pytest.fixture(scope="session")
def program():
    """Runs the program and returns what it prints, as JSON."""
    def run(*args):
        done = subprocess.run([os.environ["GAMMONLAB"], *map(str, args)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        lines = done.stdout.strip()
        if "\n" in lines and "\n " not in lines:
            return [json.loads(line) for line in lines.split("\n")]
        return json.loads(lines)
    return run
