"""A game of OpenSpiel: backgammon with the cube, for money or as a match.

>>> game = pyspiel.load_game("gammonlab", {"length": 5})  # doctest: +SKIP
>>> state = game.new_initial_state()                      # doctest: +SKIP

Import this module to register the game. Plays have the actions, and rolls the outcomes, of
OpenSpiel's backgammon, which has no cube and no matches; `gammonlab.match` describes the others.
It has one action for each result of a play, OpenSpiel one for each way. The parameters
are length (0 for money), cube and jacoby. Player 0 is OpenSpiel's X.

This module imports pyspiel, which the package does not need otherwise. It was tested against a
stand-in of OpenSpiel's interface only.
"""
from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

import numpy as np
import pyspiel

from .match import ACTIONS, DICE, DOUBLE, MAX_CUBE, PASS, ROLL, TAKE, Match

_TYPE = pyspiel.GameType(
    short_name="gammonlab",
    long_name="Backgammon with the cube and matches",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"length": 0, "cube": True, "jacoby": False},
)


class Game(pyspiel.Game):
    """The game with its parameters."""

    def __init__(self, params: Optional[Dict[str, Any]] = None):
        self.settings = {**_TYPE.parameter_specification, **(params or {})}
        most = 1.0 if self.settings["length"] else 3.0 * MAX_CUBE
        super().__init__(_TYPE, pyspiel.GameInfo(
            num_distinct_actions=ACTIONS, max_chance_outcomes=30, num_players=2, min_utility=-most, max_utility=most,
            utility_sum=0.0, max_game_length=2000 * max(1, self.settings["length"])), params or {})

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer()


class State(pyspiel.State):
    """A state: its attribute match is the Match, whose actions have OpenSpiel's points."""

    def __init__(self, game: Game):
        super().__init__(game)
        self.match = Match(**game.settings)

    def current_player(self) -> int:
        if self.match.phase == "over":
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.match.phase in ("first roll", "roll") else self.match.turn

    def _legal_actions(self, player: int) -> List[int]:
        return self.match.actions(player)

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        if self.match.phase == "first roll":
            return [(outcome, 1 / 30) for outcome in range(30)]
        return [(outcome, 1 / 36 if low == high else 1 / 18) for outcome, (low, high) in enumerate(DICE)]

    def _apply_action(self, action: int) -> None:
        if self.match.phase in ("first roll", "roll"):
            self.match.roll(action)
        else:
            self.match.act(action, self.match.turn)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            low, high = DICE[action % 15 if self.match.phase == "first roll" else action]
            return f"roll {low}{high}"
        names = {ROLL: "no double", DOUBLE: "double", TAKE: "take", PASS: "pass"}
        second, first = divmod(action % 676, 26)
        return names.get(action) or f"checkers {first} {second}, {'low' if action >= 676 else 'high'} die first"

    def is_terminal(self) -> bool:
        return self.match.phase == "over"

    def returns(self) -> List[float]:
        return list(self.match.returns())

    def __str__(self) -> str:
        return str(self.match)


class Observer:
    """Observes the 62 integers of `Match.observation`, of the player who decides."""

    def __init__(self) -> None:
        self.tensor = np.zeros(62, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        self.tensor[:] = state.match.observation()

    def string_from(self, state: State, player: int) -> str:
        return str(state)


pyspiel.register_game(_TYPE, Game)
