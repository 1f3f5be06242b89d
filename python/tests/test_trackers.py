"""The scripts of docs/howto/trackers.md, against modules with the interfaces of pyarrow, W&B and Aim."""
import json
import os
import re
import subprocess
import sys
import textwrap

import pytest

from conftest import REPOSITORY

RECIPE = """
recipe: tracked
steps:
  td: {train td: {hidden: 4, games: 200, bench-games: 20, bearoff: none}}
  games: {dataset generate: {player: "net:${td}", games: 20, trace: 0.8, bearoff: none}}
  net: {train supervised: {data: "${games}", hidden: 4, epochs: 2, bearoff: none}}
  strength: {bench match: {a: "net:${td}", b: random, games: 20, bearoff: none}}
sweep: {td.rate: [0.1, exp:0.1:0.01], seed: [1, 2]}
keep: {best: strength.ppg}
"""

# A table of pyarrow from the CSV file beside a Parquet file, whose columns have one type each.
PYARROW = """
import csv
class Table:
    def __init__(self, rows): self.rows = rows
    def to_pylist(self): return self.rows
def typed(column):
    for read in (int, float, str):
        try: return [None if text == "" else read(text) for text in column]
        except ValueError: pass
def read_table(path):
    head, *rows = csv.reader(open(path.replace(".parquet", ".csv"), newline=""))
    columns = [typed(column) for column in zip(*rows)]
    return Table([dict(zip(head, row)) for row in zip(*columns)])
"""

# Both trackers print what they are told, one call a line.
TOLD = """
import json
def tell(*what): print(json.dumps(what))
"""
WANDB = TOLD + """
class Summary(dict):
    def update(self, values): tell("summary", values)
class Run:
    summary = Summary()
    def __enter__(self): return self
    def __exit__(self, *_): tell("finish")
    def define_metric(self, name, step_metric=None): tell("define", name, step_metric)
    def log(self, data, step=None, commit=None): tell("log", data)
def init(project=None, name=None, group=None, job_type=None, config=None):
    tell("init", dict(project=project, name=name, group=group, job_type=job_type, config=config))
    return Run()
"""
AIM = TOLD + """
class Run:
    def __init__(self, run_hash=None, *, repo=None, experiment=None): tell("init", experiment)
    def __setitem__(self, key, value): tell("set", key, value)
    def __setattr__(self, name, value): tell(name, value)
    def track(self, value, name=None, step=None, epoch=None, *, context=None):
        assert isinstance(step, int) and isinstance(value, (int, float))
        tell("track", name, step, value)
    def close(self): tell("close")
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """Returns what the script of a tracker tells it, and the table in the folder."""
    folder = tmp_path_factory.mktemp("trackers")
    (folder / "tracked.yaml").write_text(RECIPE)
    for args in (["run"], ["report", "--metrics", "sweep.parquet"], ["report", "--metrics", "sweep.csv"]):
        subprocess.run([os.environ["GAMMONLAB"], "recipe", *args, "--out", "runs", "tracked.yaml"], cwd=folder, check=True, capture_output=True)
    (folder / "pyarrow").mkdir()
    (folder / "pyarrow" / "__init__.py").touch()
    for name, text in (("pyarrow/parquet.py", PYARROW), ("wandb.py", WANDB), ("aim.py", AIM)):
        (folder / name).write_text(textwrap.dedent(text))
    scripts = re.findall(r"```python\n# python (\w+)_import.py sweep.parquet\n(.*?)```", (REPOSITORY / "docs/howto/trackers.md").read_text(), re.DOTALL)

    def run(tracker):
        (folder / "script.py").write_text(dict(scripts)[tracker])
        out = subprocess.run([sys.executable, "script.py", "sweep.parquet"], cwd=folder, capture_output=True, text=True)
        assert out.returncode == 0, out.stderr
        return [json.loads(line) for line in out.stdout.splitlines()]
    return run


def test_wandb(told):
    calls = told("wandb")
    begun = [call[1] for call in calls if call[0] == "init"]
    assert len(begun) == 4 * 4 and all(run["project"] == "tracked" for run in begun)
    assert len({run["name"] for run in begun}) == len(begun)
    trained = [run for run in begun if run["group"] == "td"]
    assert {(run["config"]["td.rate"], run["config"]["td.seed"]) for run in trained} == {(rate, seed) for rate in ("0.1", "exp:0.1:0.01") for seed in (1, 2)}
    assert all(run["config"]["td.hidden"] == 4 for run in begun)  # also of work that needs the net
    assert ["define", "metrics/*", "epoch"] in calls and ["define", "metrics/*", "games"] in calls
    logs = [call[1] for call in calls if call[0] == "log"]
    assert any(log.get("epoch") == 2 and "metrics/validation_loss" in log for log in logs)
    assert any(log.get("games") == 200 and "metrics/strength" in log and log["cpu_seconds"] > 0 for log in logs)
    summaries = [call[1] for call in calls if call[0] == "summary"]
    assert len(summaries) == len(begun) and sum("ppg" in s for s in summaries) == 4


def test_aim(told):
    calls = told("aim")
    hparams = [call[2] for call in calls if call[:2] == ["set", "hparams"]]
    assert len(hparams) == 4 * 4 == sum(call == ["close"] for call in calls)
    assert all(h["td.games"] == 200 for h in hparams)
    tracked = [call for call in calls if call[0] == "track"]
    assert any(call[1] == "strength" and call[2] == 200 for call in tracked)
    assert any(call[1] == "validation_loss" and call[2] == 2 for call in tracked)
    assert sum("ppg" in call[2] for call in calls if call[:2] == ["set", "results"]) == 4
