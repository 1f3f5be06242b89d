"""An agent for the backgammon of Kaggle's game arena, the environment open_spiel_backgammon of
kaggle-environments:

    from kaggle_environments import make
    make("open_spiel_backgammon").run(["agent.py", "random"])

It needs the package gammonlab. The arena plays OpenSpiel's backgammon without a cube. Its observations
are JSON: board has OpenSpiel's points 0 to 23, on which player 0 (x) moves up and player 1 (o) down.
Kaggle's package was not at hand: the test uses observations in its form.
"""
import json
import re

import numpy as np

from gammonlab import Engine
from gammonlab.match import Match

PLIES = 0  # a play takes a few milliseconds; at 2, seconds
_engine = None


def agent(observation, configuration=None):
    """Returns the action of the best play; -1 if it is not the agent's turn, as the arena wants it."""
    global _engine
    player = observation.get("playerId", 0)
    if observation.get("isTerminal") or observation.get("currentPlayer") != player:
        return {"submission": -1}
    _engine = _engine or Engine("default", plies=PLIES)
    return {"submission": match_of(observation, configuration).best(_engine, player)}


def match_of(observation, configuration=None):
    """Returns the match of an observation, in front of a play."""
    state, player = json.loads(observation["observationString"]), observation["playerId"]
    sides = np.zeros((2, 26), np.uint8)
    for side, name in zip(sides, "xo" if player == 0 else "ox"):
        for point, checkers in enumerate(state["board"]):
            if checkers and checkers["player"] == name:
                side[23 - point if name == "x" else point] = checkers["count"]
        side[24:] = state["bar"][name], state["off"][name]
    rules = dict(configuration or {}).get("openSpielGameParameters") or {}
    wins_count = rules.get("scoring_type", "winloss_scoring") == "winloss_scoring"
    match = Match(length=1 if wins_count else 0, cube=False)  # to 1 point, gammons do not count
    match.set_up(sides, player, [die["value"] for die in state["dice"]], _halfway(observation))
    return match


def _halfway(observation):
    """Reports whether half of a double was played: the last action is the player's, not a roll's."""
    history = re.search(r"^history=(\S*)", observation.get("serializedGameAndState", ""), re.MULTILINE)
    return bool(history) and history[1].split(",")[-1].startswith(f"{observation['playerId']}:")
