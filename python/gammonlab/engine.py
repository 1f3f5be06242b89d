"""The engine: evaluations, plays, cube decisions, rollouts and analyses."""
from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import threading
import weakref
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Union

import numpy as np

from .child import Child, Frames, Tools, find_program
from .positions import Positions, check, to_array, to_ids

OUTPUTS = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")
"""The columns of an evaluation. A gammon also counts as a win, a backgammon as a gammon."""

_WEIGHTS = np.array([2, 1, 1, -1, -1], np.float32)
_open: weakref.WeakSet = weakref.WeakSet()
atexit.register(lambda: [engine.close() for engine in list(_open)])  # while threads still run

_CHUNK = 1000  # positions of a call of a tool


def _plays(answer: Dict[str, Any]) -> List[Dict[str, Any]]:
    if "moves" not in answer:
        raise ValueError("dice: missing, in the call and in the position")
    return answer["moves"]


def _given(positions: Positions) -> Union[List[str], np.ndarray]:
    """Returns a list of texts, or a checked array."""
    if isinstance(positions, np.ndarray):
        return check(positions)
    texts = [positions] if isinstance(positions, str) else list(positions)
    return texts if all(isinstance(text, str) for text in texts) else check(np.asarray(texts))


class Engine:
    """Asks the program about positions, plays, the cube and records of matches.

    Args:
        model: a shipped net (default, fast, large, td512), or the path of a model.
        plies: depth of the search of all answers but rollouts.
        workers: cores of a call; None for all.
        program: path of the program; None for that of the wheel, $GAMMONLAB or the PATH.

    Positions are texts (position IDs, XGIDs, OGIDs) or arrays; see `gammonlab.positions`. Answers
    about one text or one array of shape (2, 26) or (52,) are dicts, those about several are lists
    of dicts: the JSON of the program, which docs/schemas describes. Errors of the program raise
    ProgramError. All methods may be called from several threads. If a process of the program
    ends, the call raises; the next call starts another process.

    >>> with Engine() as engine:
    ...     best = engine.best_plays("4HPwATDgc/ABMA", dice=31)[0]
    >>> best["move"]
    '8/5 6/5'
    """

    def __init__(self, model: Union[str, os.PathLike] = "default", plies: int = 0,
                 workers: Optional[int] = None, program: Optional[str] = None):
        self.model, self.plies, self.program = os.fspath(model), plies, find_program(program)
        self._workers = [] if workers is None else [f"--workers={workers}"]
        self._children: Dict[str, Any] = {}
        self._folder: Optional[tempfile.TemporaryDirectory] = None
        self._lock = threading.Lock()
        self._closed = False
        _open.add(self)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_closed"):
            self.close()

    def close(self) -> None:
        """Ends the processes of the program. Calls raise afterwards."""
        with self._lock:
            self._closed = True
            for child in self._children.values():
                child.close()
            self._children.clear()
            if self._folder:
                self._folder.cleanup()

    def evaluate(self, positions: Positions) -> np.ndarray:
        """Returns the chances of the player on roll before the dice, of shape (n, 5); see OUTPUTS.

        The fastest form of many positions is an array.

        >>> with Engine() as engine:
        ...     engine.evaluate("4HPwATDgc/ABMA").shape
        (1, 5)
        """
        words = ["evaluator", f"--model={self.model}", f"--plies={self.plies}", "--bearoff=default", *self._workers]
        given = _given(positions)
        if isinstance(given, list):
            if not all(len(text) == 14 for text in given):  # the program reads all other forms
                answers = self._positions("evaluate", given, {})
                return np.array([[a[name] for name in OUTPUTS] for a in answers], np.float32)
            given = to_array(given)
        return self._frames("evaluator", words, given)

    def equity(self, positions: Positions, **state: Any) -> np.ndarray:
        """Returns equities of shape (n,): cubeless ones of a money game, or with the cube at a
        state, such as `match=7, score="3-2"` or `cubeful=True`, or at the score of a match that a
        text contains. 1 is a game won at the present cube."""
        given = _given(positions)
        if not state and isinstance(given, list) and not all(len(text) == 14 for text in given):
            answers = self._positions("evaluate", given, {})
            return np.array([a.get("cubeful_equity", a["equity"]) for a in answers])
        if not state:
            return self.evaluate(positions) @ _WEIGHTS - 1
        return np.array([a["cubeful_equity"] for a in self._many("evaluate", positions, {"cubeful": True, **state})])

    def features(self, positions: Positions, set: str) -> np.ndarray:
        """Returns the inputs of a feature set, such as "gnubg-contact250", of shape (n, inputs).
        Texts are position IDs here."""
        given = _given(positions)
        words = ["features", "serve", f"--features={set}", *self._workers]
        return self._frames("features " + set, words, to_array(given) if isinstance(given, list) else given)

    def legal_plays(self, positions: Positions, dice: Any = None) -> Any:
        """Returns the legal plays of a roll (31, "31" or (3, 1)), each with the position ID after
        it, which is that of the opponent. Without a legal play the list is empty."""
        return self._ask("legal_plays", positions, {"dice": dice}, _plays)

    def best_plays(self, positions: Positions, dice: Any = None, **settings: Any) -> Any:
        """Returns the legal plays of a roll, best first; settings as of `hint`."""
        return self._ask("hint", positions, {"dice": dice, **settings}, _plays)

    def hint(self, positions: Positions, dice: Any = None, **settings: Any) -> Any:
        """Returns ranked plays of a roll or, without dice, the decision about the cube.

        Settings are flags of `gammonlab hint`, with _ for -: limit, match, score, crawford, cube,
        owner, jacoby, met, rollers=1 or time="500ms" in place of plies, and others."""
        return self._ask("hint", positions, {"dice": dice, **settings})

    def cube(self, positions: Positions, **state: Any) -> Any:
        """Returns the decision about the cube, of a money game or at a state such as
        `match=7, score="3-2"`.

        >>> with Engine() as engine:
        ...     engine.cube("4HPwATDgc/ABMA", match=7, score="3-2")["action"]
        'no double, take'
        """
        return self.hint(positions, **state)

    def rollout(self, positions: Positions, **settings: Any) -> Any:
        """Returns equities with standard errors from rollouts. Settings are flags of `gammonlab
        rollout`: trials, truncate, seed, dice, double, plies (of the players) and others."""
        return self._ask("rollout", positions, {"plies": None, **settings})

    def cube_theory(self, **state: Any) -> Dict[str, Any]:
        """Returns take points, doubling windows and prices of gammons at a state."""
        return self._call("cube_theory", state)

    def analyze(self, record: Union[str, os.PathLike], **settings: Any) -> Dict[str, Any]:
        """Returns the errors and the luck of a recorded match. The record is a path, or a text of
        several lines. Settings are flags of `gammonlab analyze`: plies or rollers, candidates, game and others."""
        if isinstance(record, str) and "\n" in record:
            return self._call("analyze", {"record": record, **settings})
        with tempfile.TemporaryDirectory(dir=self._files()) as folder:
            copy = shutil.copy(record, folder)
            return self._call("analyze", {"file": Path(copy).relative_to(self._files()).as_posix(), **settings})

    def _ask(self, tool: str, positions: Positions, arguments: Dict[str, Any],
             part: Callable[[Dict[str, Any]], Any] = lambda answer: answer) -> Any:
        answers = [part(answer) for answer in self._many(tool, positions, arguments)]
        one = isinstance(positions, str) or isinstance(positions, np.ndarray) and positions.shape in ((52,), (2, 26))
        return answers[0] if one else answers

    def _many(self, tool: str, positions: Positions, arguments: Dict[str, Any]) -> List[Dict[str, Any]]:
        given = _given(positions)
        return self._positions(tool, given if isinstance(given, list) else to_ids(given), arguments)

    def _positions(self, tool: str, texts: List[str], arguments: Dict[str, Any]) -> List[Dict[str, Any]]:
        answers: List[Dict[str, Any]] = []
        for at in range(0, len(texts), _CHUNK):
            answers += self._call(tool, {"positions": texts[at:at + _CHUNK], **arguments})["results"]
        return answers

    def _call(self, tool: str, arguments: Dict[str, Any]) -> Any:
        if tool != "legal_plays":
            model = os.path.basename(self.model) if os.path.isfile(self.model) else self.model
            arguments = {"model": model, **arguments}
            if tool != "cube_theory":
                instead = arguments.get("rollers") or arguments.get("time")
                arguments = {"plies": None if instead else self.plies, **arguments}
        if not isinstance(arguments.get("dice", ""), (str, type(None))):
            arguments["dice"] = "".join(str(n) for n in np.ravel(arguments["dice"]))
        words = ["mcp", "--folder", self._files(), "--timeout", "100000h", *self._workers]
        tools = self._child("mcp", Tools, words)
        return tools.call(tool, {key: value for key, value in arguments.items() if value is not None})

    def _files(self) -> str:
        """Returns the folder whose files the tools read, with a copy of the model."""
        with self._lock:
            if self._folder is None:
                self._folder = tempfile.TemporaryDirectory(prefix="gammonlab")
                if os.path.isfile(self.model):
                    shutil.copy(self.model, self._folder.name)
            return self._folder.name

    def _frames(self, key: str, words: List[str], positions: np.ndarray) -> np.ndarray:
        return self._child(key, Frames, words).ask(positions.reshape(-1, 52))

    def _child(self, key: str, kind: type, words: List[str]) -> Any:
        """Returns a child that lives. A fork of this process has children of its own."""
        key = f"{key} of {os.getpid()}"
        with self._lock:
            if self._closed:
                raise ValueError("the engine is closed")
            child: Optional[Child] = self._children.get(key)
            if child is None or child.dead or child.process.poll() is not None:
                if child:
                    child.close()
                child = self._children[key] = kind([self.program, *words])
            return child
