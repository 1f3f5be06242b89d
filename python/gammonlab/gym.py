"""An environment of Gymnasium: backgammon with the cube, for money or as a match.

>>> env = Backgammon(length=5)                            # doctest: +SKIP
>>> observation, info = env.reset(seed=1)                 # doctest: +SKIP
>>> env.step(env.action_space.sample(info["action_mask"]))  # doctest: +SKIP

`gammonlab.match` describes actions and observations. This module imports gymnasium, which the
package does not need otherwise. It was tested against a stand-in of gymnasium's interface only.
"""
from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Tuple

import gymnasium
import numpy as np

from .match import ACTIONS, DICE, MAX_CUBE, Match


class Backgammon(gymnasium.Env):
    """A game for money (length 0) or a match.

    With an opponent, a function from a Match to an action, the learner is player 0. Without one
    the learner decides for both players: observations and rewards are those of the player who
    decides, info["player"]. The reward comes at the end: points, or 1 or -1 in a match. It is that
    of the player who acted last, and the other's with the opposite sign.

    The environment rolls the dice, and takes actions that have no alternative.

    To play against an engine: `opponent=lambda match: match.best(engine)`.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, length: int = 0, cube: bool = True, jacoby: bool = False,
                 opponent: Optional[Callable[[Match], int]] = None, render_mode: Optional[str] = None):
        self.settings, self.opponent, self.render_mode = (length, cube, jacoby), opponent, render_mode
        self.observation_space = gymnasium.spaces.Box(-1, MAX_CUBE, (62,), np.int32)
        self.action_space = gymnasium.spaces.Discrete(ACTIONS)
        self.match = Match(*self.settings)

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict] = None) -> Tuple[np.ndarray, Dict[str, Any]]:
        """Begins a match."""
        super().reset(seed=seed)
        self.match = Match(*self.settings)
        self._advance()
        return self.match.observation(), self._info()

    def step(self, action: int) -> Tuple[np.ndarray, float, bool, bool, Dict[str, Any]]:
        """Takes an action. An illegal one raises ValueError."""
        player = self.match.turn
        self.match.act(int(action))
        self._advance()
        over = self.match.phase == "over"
        return self.match.observation(), self.match.returns()[player], over, False, self._info()

    def render(self) -> Optional[str]:
        """Returns the position ID and the state as a text."""
        return str(self.match) if self.render_mode == "ansi" else None

    def _info(self) -> Dict[str, Any]:
        mask = np.zeros(ACTIONS, np.int8)
        mask[self.match.actions()] = 1
        return {"action_mask": mask, "player": self.match.turn}

    def _advance(self) -> None:
        """Rolls, and takes the actions of the opponent and those without an alternative."""
        m = self.match
        while m.phase != "over":
            if m.phase == "first roll":
                m.roll(int(self.np_random.integers(30)))
            elif m.phase == "roll":
                a, b = sorted(int(die) for die in self.np_random.integers(1, 7, 2))
                m.roll(DICE.index((a, b)))
            elif len(m.actions()) == 1:
                m.act(m.actions()[0])
            elif self.opponent and m.turn == 1:
                m.act(self.opponent(m))
            else:
                return
