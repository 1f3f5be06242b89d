"""The agent of examples/kaggle, in games with observations in the form of Kaggle's arena."""
import importlib.util
import json
import random

import numpy as np
import pytest
from conftest import REPOSITORY

from gammonlab.match import DICE, Match


@pytest.fixture(scope="module")
def kaggle():
    spec = importlib.util.spec_from_file_location("agent", REPOSITORY / "examples" / "kaggle" / "agent.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def observation(board, dice, player, history="", bar=(0, 0), off=(0, 0)):
    """Returns what the arena tells a player; the board has a number for each point, negative for o."""
    points = [{"player": "x" if n > 0 else "o", "count": abs(n)} if n else None for n in board]
    state = {"board": points, "bar": dict(zip("xo", bar)), "off": dict(zip("xo", off)),
             "dice": [{"value": die, "used": False} for die in dice], "current_player": "xo"[player]}
    return {"observationString": json.dumps(state), "currentPlayer": player, "playerId": player, "isTerminal": False,
            "serializedGameAndState": f"[Meta]\nVersion: 1\n[State]\nhistory={history}\nmove_number=1\n"}


START = [2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2]


# Actions that a replay of the arena lists for these positions; of those with the same result one is enough.
@pytest.mark.parametrize("board, dice, player, history, bar, legal", [
    (START, (3, 4), 0, "-1:18", (0, 0),
     "0 11 16 18 286 297 302 304 401 416 427 432 434 468 479 484 486 676 687 692 694 962 973 978 980 1051 1092 1103 1108 1110 1144 1155 1160 1162"),
    ([1, 0, 0, 1, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 4, 0, 0, 0, 1, -2], (3, 3), 1, "-1:18,0:18,-1:32", (0, 0),
     "111 135 137 142 153 187 189 194 205 246 317 319 324 335 543 603 605 610 621"),
    ([1, 0, 0, 1, -1, -5, 0, -2, 0, -1, 0, 5, -4, 0, 0, 0, 3, 0, 4, 0, 0, 0, 1, -2], (3, 3), 1, "-1:18,0:18,-1:32,1:194", (0, 0),
     "109 111 113 116 127 134 135 137 139 142 153 165 186 187 189 191 194 205 238 239 241 246 257 316 317 319 321 324 335 543 602 603 605 607 610 621"),
    ([1, -1, 0, -1, -1, -4, 0, -2, 0, -1, 0, 4, -3, 0, 0, 0, 3, 1, 3, 0, 0, 0, 2, -2], (2, 3), 0, "-1:8,1:912,-1:10", (1, 0),
     "24 76 310 440 466 492 700 726 986 1116 1142 1168"),
])
def test_actions_are_those_of_the_arena(kaggle, board, dice, player, history, bar, legal):
    seen = observation(board, dice, player, history, bar)
    actions = set(kaggle.match_of(seen).actions(player))
    assert actions and actions <= set(map(int, legal.split()))
    assert kaggle.agent(seen)["submission"] in actions
    assert kaggle.agent({**seen, "playerId": 1 - player}) == {"submission": -1}
    assert kaggle.agent({**seen, "isTerminal": True}) == {"submission": -1}


def test_scoring(kaggle):
    seen = observation(START, (3, 1), 0)
    assert kaggle.match_of(seen).length == 1
    full = {"openSpielGameParameters": {"scoring_type": "full_scoring"}}
    assert kaggle.match_of(seen, full).length == 0 and kaggle.match_of(seen, full).state() == {}


def test_agent_beats_random_play(kaggle):
    rng, won = random.Random(3), 0
    for game in range(4):
        match, history = Match(length=1, cube=False), []
        while match.phase != "over":
            if match.phase in ("first roll", "roll"):
                outcome = rng.randrange(30 if match.phase == "first roll" else len(DICE))
                match.roll(outcome)
                history.append(f"-1:{outcome}")
                continue
            action = rng.choice(match.actions(match.turn))
            if match.turn == game % 2:
                sides = np.frombuffer(match.position, np.uint8).astype(int).reshape(2, 26)
                x, o = sides if match.turn == 0 else sides[::-1]
                board, bar, off = (x[23::-1] - o[:24]).tolist(), (int(x[24]), int(o[24])), (int(x[25]), int(o[25]))
                action = kaggle.agent(observation(board, match.dice, match.turn, ",".join(history), bar, off))["submission"]
            history.append(f"{match.turn}:{action}")
            match.act(action, match.turn)
        won += match.returns()[game % 2] > 0
    assert won == 4
