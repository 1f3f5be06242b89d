"""Games and matches with the cube, as decisions with numbered actions: for `gammonlab.gym` and
`gammonlab.openspiel`.

Actions 0 to 1351 are those of OpenSpiel's backgammon: action = second * 26 + first, plus 676 if
the first of the two checkers moves by the lower die. first and second are the checkers' points,
24 for the bar and 25 for none. A double is played as two actions. There is an action for each
distinct result of a play. Further actions are those of the cube.
"""
from __future__ import annotations

import copy
from typing import Dict, List, Optional, Tuple

import numpy as np

from .engine import Engine
from .positions import BAR, OFF, START, check, to_ids

ROLL, DOUBLE, TAKE, PASS = range(1352, 1356)
"""Actions of the cube: not to double, to double, to take, to pass."""
ACTIONS = 1356
DICE = [(a, b) for a in range(1, 7) for b in range(a + 1, 7)] + [(a, a) for a in range(1, 7)]
"""Outcomes of a roll. The first 15 are half as many of those of the first roll: see `Match.roll`."""
MAX_CUBE = 1 << 15
_NONE = 25


def _moved(position: bytes, source: int, die: int) -> Optional[bytes]:
    """Returns the position after a checker of a point has moved, None if it cannot."""
    p = bytearray(position)
    target = source - die
    if p[BAR] and source != BAR:
        return None
    if target < 0:
        if any(p[6:OFF]) or target < -1 and any(p[source + 1:6]):
            return None
        target = OFF
    elif p[26 + 23 - target] > 1:
        return None
    elif p[26 + 23 - target]:
        p[26 + 23 - target] = 0
        p[26 + BAR] += 1
    p[source] -= 1
    p[target] += 1
    return bytes(p)


class Match:
    """A match to some points, or one game for money with length 0. Copies share nothing that changes.

    phase is "first roll", "roll", "cube" (turn may double), "answer", "play" or "over". turn is the
    player, 0 or 1, who decides; position is as that player sees it.
    """

    def __init__(self, length: int = 0, cube: bool = True, jacoby: bool = False):
        self.length, self.with_cube, self.jacoby = length, cube, jacoby
        self.score = (0, 0)
        self.crawford = False
        self._begin()

    def _begin(self) -> None:
        self.phase, self.turn, self.cube, self.owner = "first roll", 0, 1, None  # type: ignore
        self.position, self.dice = START.tobytes(), ()
        self.paths: Dict[Tuple, bytes] = {}
        self.halfway = False  # of a double

    def __deepcopy__(self, memo: object) -> Match:
        return copy.copy(self)  # methods replace attributes and never change them

    def __str__(self) -> str:
        position = to_ids(np.frombuffer(self.position, np.uint8))[0]
        dice = "".join(map(str, self.dice))
        return (f"{position} player {self.turn} {self.phase} {dice} cube {self.cube} owner {self.owner} "
                f"score {self.score[0]}-{self.score[1]}")

    def roll(self, outcome: int) -> None:
        """Rolls the dice of an outcome: an index of DICE or, for the first roll, 0 to 29: player 1
        begins with those from 15."""
        if self.phase == "first roll":
            self.turn, outcome = divmod(outcome, 15)
        self.dice, self.phase, self.halfway = DICE[outcome], "play", False
        self._find()

    def set_up(self, position: np.ndarray, turn: int, dice: Tuple[int, ...], halfway: bool = False) -> None:
        """Puts the match in front of a play of a player, who has played half of a double already if
        halfway is set. The position is as that player sees it."""
        self.position, self.turn, self.dice = check(position)[0].tobytes(), turn, tuple(sorted(dice))
        self.phase, self.halfway = "play", halfway
        if self.dice not in DICE:
            raise ValueError(f"dice {dice}, want two from 1 to 6")
        self._find()

    def _find(self) -> None:
        """Finds the ways of the checkers to the results of the legal plays, by result."""
        low, high = self.dice
        ends: List[Tuple[Tuple, bytes]] = []

        def go(position: bytes, path: Tuple, dice: Tuple[int, ...]) -> None:
            top = path[-1][0] if path and low == high else BAR  # checkers of a double move in order
            before = len(ends)
            for source in range(top, -1, -1) if dice else ():
                after = _moved(position, source, dice[0]) if position[source] else None
                if after is not None:
                    go(after, path + ((source, dice[0]),), dice[1:])
            if len(ends) == before:
                ends.append((path, position))

        for order in [(high, low), (low, high)] if low != high else [(low,) * (2 if self.halfway else 4)]:
            go(self.position, (), order)
        # As many dice are played as possible, and the higher one if only one can be.
        used = [(len(path), path[0][1] if len(path) == 1 else 0) for path, _ in ends]
        results: Dict[bytes, Tuple] = {}
        most = max(used)
        for (path, position), dice in zip(ends, used):
            if dice == most:
                results.setdefault(position, path)
        self.paths = {path: position for position, path in results.items()}

    def actions(self, player: Optional[int] = None) -> List[int]:
        """Returns the legal actions. Points are those of OpenSpiel for the player, else those of
        the player who decides, counted from the home: 0 to 23."""
        if self.phase == "play":
            return sorted({self._code(path[:2], player) for path in self.paths})
        return {"cube": [ROLL, DOUBLE], "answer": [TAKE, PASS]}.get(self.phase, [])

    def _code(self, path: Tuple, player: Optional[int]) -> int:
        places = [23 - source if player == 0 and source < BAR else source for source, _ in path]
        first, second = (places + [_NONE, _NONE])[:2]
        return second * 26 + first + (0 if path and path[0][1] == max(self.dice) else 676)

    def act(self, action: int, player: Optional[int] = None) -> None:
        """Takes an action of `actions`."""
        if action not in self.actions(player):
            raise ValueError(f"action {action} is not legal now")
        if self.phase == "play":
            self._play(action, player)
        elif action == ROLL:
            self.phase = "roll"
        elif action == PASS:
            self._turn_over()
            self._end(self.cube)
        else:
            if action == TAKE:
                self.cube, self.owner = 2 * self.cube, self.turn
            self._turn_over()
            self.phase = "answer" if action == DOUBLE else "roll"

    def _play(self, action: int, player: Optional[int]) -> None:
        rest = {path: after for path, after in self.paths.items() if self._code(path[:2], player) == action}
        first = next(iter(rest))[:2]
        for source, die in first:
            self.position = _moved(self.position, source, die)
        if self.position[OFF] == 15:
            other = self.position[26:]
            points = 1 if other[OFF] else 3 if other[BAR] or any(other[18:BAR]) else 2
            self._end(self.cube * (1 if self.jacoby and not self.length and self.owner is None else points))
        elif len(first) == 2 and self.dice[0] == self.dice[1] and not self.halfway:
            self.paths, self.halfway = {path[2:]: after for path, after in rest.items()}, True
        else:
            self._turn_over()
            self.dice, self.phase, self.halfway = (), "cube" if self._may_double() else "roll", False

    def _turn_over(self) -> None:
        self.turn, self.position = 1 - self.turn, self.position[26:] + self.position[:26]

    def _may_double(self) -> bool:
        dead = self.length and self.length - self.score[self.turn] <= self.cube
        return (self.with_cube and not self.crawford and self.owner in (None, self.turn)
                and not dead and 2 * self.cube <= MAX_CUBE)

    def _end(self, points: int) -> None:
        """Ends the game, which the player whose turn it is has won."""
        before, score = self.score, list(self.score)
        score[self.turn] += points
        self.score = tuple(score)
        if not self.length or score[self.turn] >= self.length:
            self.phase = "over"
            return
        self.crawford = self.length - 1 in score and self.length - 1 not in before
        self._begin()

    def returns(self) -> Tuple[float, float]:
        """Returns what the players have won: points for money, 1 or -1 in a match; 0 before the end."""
        if self.phase != "over":
            return 0.0, 0.0
        won = float(self.score[0] - self.score[1])
        if self.length:
            won = 1.0 if won > 0 else -1.0
        return won, -won

    def state(self, player: Optional[int] = None) -> Dict[str, object]:
        """Returns the arguments of `Engine.hint` and others for a player, else the one who decides.
        A game for money without a cube has none."""
        if not self.length and not self.with_cube:
            return {}
        player = self.turn if player is None else player
        owner = "centred" if self.owner is None else "player" if self.owner == player else "opponent"
        state = {"cube": self.cube, "owner": owner}
        if not self.length:
            return {**state, "jacoby": self.jacoby}
        return {**state, "match": self.length, "score": f"{self.score[player]}-{self.score[1 - player]}",
                "crawford": self.crawford}

    def best(self, engine: Engine, player: Optional[int] = None) -> int:
        """Returns the action that an engine prefers, in the numbers of `actions`."""
        board, other = np.frombuffer(self.position, np.uint8).reshape(2, 26), 1 - self.turn
        if self.phase == "cube":
            return DOUBLE if engine.cube(board, **self.state())["double"] else ROLL
        if self.phase == "answer":
            return TAKE if engine.cube(board[::-1], **self.state(other))["take"] else PASS
        after = np.frombuffer(b"".join(self.paths.values()), np.uint8).reshape(-1, 2, 26)[:, ::-1]
        worst = engine.equity(after, **self.state(other)).argmin()
        return self._code(list(self.paths)[worst][:2], player)

    def observation(self) -> np.ndarray:
        """Returns 62 integers for the player who decides: the position (52), the dice (2), the cube,
        its owner (1 for this player, -1 for the opponent), the length, both scores, the Crawford
        game, an answer to a double, the second half of a double."""
        owner = 0 if self.owner is None else 1 if self.owner == self.turn else -1
        return np.array([*self.position, *(self.dice or (0, 0)), self.cube, owner, self.length, self.score[self.turn],
                         self.score[1 - self.turn], self.crawford, self.phase == "answer", self.halfway], np.int32)
