import concurrent.futures
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conftest import POSITIONS, REPOSITORY, START

import gammonlab
from gammonlab import Engine, ProgramError, to_array
from gammonlab.child import Tools

RECORDS = REPOSITORY / "board" / "record" / "testdata"


def chances(answers):
    return np.array([[answer[name] for name in gammonlab.OUTPUTS] for answer in answers], np.float32)


@pytest.mark.parametrize("plies, model", [(0, "default"), (1, "default"), (0, "fast")])
def test_evaluations_are_those_of_the_program(program, plies, model):
    want = chances(program("eval", "--json", "--plies", plies, "--model", model, *POSITIONS))
    with Engine(model, plies, workers=2) as engine:
        for positions in (POSITIONS, to_array(POSITIONS), to_array(POSITIONS).reshape(-1, 52).tolist()):
            assert (engine.evaluate(positions) == want).all()
        with_match = [position + ":cAkAAAAAAAAA" for position in POSITIONS]
        assert np.abs(engine.evaluate(with_match) - want).max() < 1e-7
        assert engine.evaluate([]).shape == (0, 5)


def test_equities(engine, program):
    want = program("eval", "--json", *POSITIONS)
    assert np.allclose(engine.equity(POSITIONS), [answer["equity"] for answer in want], atol=1e-6)
    want = program("eval", "--json", "--match", 7, "--score", "5-2", "--cube", 2, "--owner", "opponent", *POSITIONS)
    got = engine.equity(to_array(POSITIONS), match=7, score="5-2", cube=2, owner="opponent")
    assert got.tolist() == [answer["cubeful_equity"] for answer in want]


def test_plays_and_cube_are_those_of_the_program(engine, program):
    want = program("hint", "--json", "--dice", 31, *POSITIONS[:3])
    assert engine.hint(POSITIONS[:3], dice=31) == want
    assert engine.hint(to_array(POSITIONS[:3]), dice="31") == want
    assert engine.best_plays(START, dice=(3, 1), limit=2) == want[0]["moves"][:2]
    assert engine.best_plays(gammonlab.START, dice=31)[0]["move"] == "8/5 6/5"
    want = program("moves", "--json", "--dice", 64, *POSITIONS)
    assert engine.legal_plays(POSITIONS, dice=64) == [answer["moves"] for answer in want]
    assert engine.cube(START) == program("hint", "--json", START)
    score = ["--match", 3, "--score", "1-2", "--crawford"]
    assert engine.cube(START, match=3, score="1-2", crawford=True) == program("hint", "--json", *score, START)
    assert engine.cube_theory(match=7, score="3-2") == program("cube", "show", "--json", "--match", 7, "--score", "3-2")
    settings = ["--trials", 36, "--truncate", 3, "--seed", 5]
    assert engine.rollout(START, trials=36, truncate=3, seed=5) == program("rollout", "--json", *settings, START)


@pytest.mark.parametrize("name", ["match5.mat", "short.xg", "short.sgg"])
def test_analyses_are_those_of_the_program(engine, program, name):
    want = program("analyze", "--json", "--plies", 0, RECORDS / name)
    assert engine.analyze(RECORDS / name) == want
    if name.endswith(".mat"):
        assert engine.analyze((RECORDS / name).read_text()) == want


def test_rollers_and_a_time_stand_in_place_of_plies():
    with Engine(plies=2) as deep:
        rolled = deep.hint("4HPwATDgc/ABMA", "31", rollers=1)
        assert rolled["roller"]["level"] == "roller 1"
        assert deep.hint("4HPwATDgc/ABMA", "31", time="1us")["time"]["level"] == "0-ply"


def test_inputs_are_those_of_the_program(engine, program):
    shown = program("features", "show", "--all", "--json", "--features", "perspective196", *POSITIONS)
    want = np.array([[i["value"] for i in answer["inputs"]] for answer in shown], np.float32)
    assert (engine.features(POSITIONS, "perspective196") == want).all()
    assert engine.features(to_array(POSITIONS), "perspective196+gnubg-race214").shape == (len(POSITIONS), 410)
    with pytest.raises(ProgramError, match="nonsense"):
        engine.features(POSITIONS, "nonsense")


def test_models_in_files(tmp_path, program):
    program("weights", "convert", "--json", "fast", tmp_path / "net.safetensors")
    with Engine(tmp_path / "net.safetensors") as net, Engine("fast") as fast:
        assert (net.evaluate(POSITIONS) == fast.evaluate(POSITIONS)).all()
        assert net.best_plays(START, 31) == fast.best_plays(START, 31)
    with Engine("nonsense") as engine:
        for ask in (engine.evaluate, engine.cube):
            with pytest.raises(ProgramError, match="nonsense"):
                ask(START)
    with pytest.raises(OSError):
        Engine(program=str(tmp_path / "none")).evaluate(START)


def test_many_positions(engine):
    assert [answer["class"] for answer in engine._many("evaluate", [START] * 1001, {})] == ["contact"] * 1001
    many = to_array(POSITIONS * 2000)
    want = engine.evaluate(POSITIONS)
    assert (engine.evaluate(many).reshape(2000, -1, 5) == want).all()


def test_mistakes_are_exceptions(engine):
    for ask, message in [
        (lambda: engine.evaluate("nonsense"), "8 characters"),
        (lambda: engine.cube(START, match=7, nonsense=1), "nonsense: unknown"),
        (lambda: engine.hint(START, dice=77), "77"),
        (lambda: engine.analyze("no\nrecord"), "not a .mat file"),
    ]:
        with pytest.raises(ProgramError, match=message):
            ask()
    with pytest.raises(ValueError, match="row 0"):
        engine.cube(np.zeros((2, 26), int))
    with pytest.raises(ValueError, match="dice: missing"):
        engine.best_plays(START)
    with pytest.raises(FileNotFoundError):
        engine.analyze(REPOSITORY / "none.mat")
    assert engine.evaluate(START).shape == (1, 5)


@pytest.mark.skipif(os.name == "nt", reason="the test kills processes by signals")
def test_children_that_die():
    engine = Engine("fast")
    want = engine.evaluate(START), engine.cube(START)
    frames, tools = engine._children.values()
    failures = []

    def roll_out():
        try:
            engine.rollout(START, trials=10**6)
        except ProgramError as error:
            failures.append(str(error))

    waiting = threading.Thread(target=roll_out)
    waiting.start()
    while not tools.waiting:
        time.sleep(0.01)
    os.kill(frames.process.pid, signal.SIGKILL)
    os.kill(tools.process.pid, signal.SIGKILL)
    waiting.join()
    assert failures == ["gammonlab has ended with exit code -9"]
    with pytest.raises(ProgramError, match="exit code -9"):
        frames.ask(to_array(START).reshape(-1, 52))
    assert (engine.evaluate(START) == want[0]).all() and engine.cube(START) == want[1]  # by other processes
    children = list(engine._children.values())
    engine.close()
    engine.close()
    assert all(child.process.returncode == 0 for child in children)
    with pytest.raises(ValueError, match="closed"):
        engine.evaluate(START)
    with pytest.raises(ChildProcessError):
        os.waitpid(frames.process.pid, 0)  # no zombie


@pytest.mark.skipif(os.name == "nt", reason="needs timers that send signals")
def test_interrupted_calls():
    with Engine("fast", plies=3) as engine:
        rolls = [(a, b) for a in range(1, 7) for b in range(1, a)]
        positions = to_array([play["result_id"] for dice in rolls for play in engine.legal_plays(START, dice)])
        want = engine.evaluate(START), engine.cube(START)
        for ask in (lambda: engine.evaluate(positions), lambda: engine.rollout(START, trials=10**7)):
            previous = signal.signal(signal.SIGALRM, signal.default_int_handler)
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            with pytest.raises(KeyboardInterrupt):
                ask()
            signal.signal(signal.SIGALRM, previous)
            assert (engine.evaluate(START) == want[0]).all() and engine.cube(START) == want[1]
        tools = next(child for child in engine._children.values() if isinstance(child, Tools))
    assert tools.process.returncode == 0  # the rollout was stopped: the process had not to be killed


def test_threads(engine):
    positions = to_array(POSITIONS)
    want = [(engine.evaluate(positions[i]), engine.cube(positions[i])) for i in range(len(positions))]

    def ask(i):
        return engine.evaluate(positions[i]), engine.cube(positions[i])

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for i, (values, cube) in enumerate(pool.map(ask, list(range(len(positions))) * 8)):
            assert (values == want[i % len(want)][0]).all() and cube == want[i % len(want)][1]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_forks(engine):
    want = engine.evaluate(START), engine.cube(START)
    child = os.fork()
    if not child:
        equal = (engine.evaluate(START) == want[0]).all() and engine.cube(START) == want[1]
        engine.close()
        os._exit(0 if equal else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert (engine.evaluate(START) == want[0]).all() and engine.cube(START) == want[1]


def test_programs_end_without_close():
    code = f"import gammonlab; e = gammonlab.Engine(); print(e.cube('{START}')['action'], e.evaluate('{START}').shape)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr, done.returncode) == ("no double, beaver (1, 5)\n", "", 0)


def test_the_module_is_the_program():
    done = subprocess.run([sys.executable, "-m", "gammonlab", "eval", "nonsense"], capture_output=True, text=True)
    assert done.returncode == 2 and "8 characters" in done.stderr
