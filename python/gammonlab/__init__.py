"""gammonlab from Python: nets of backgammon that evaluate, play, roll out and analyse.

>>> with Engine() as engine:
...     print(engine.evaluate(START).round(2))
[[0.53 0.15 0.01 0.13 0.01]]
"""
from .child import ProgramError, find_program
from .engine import OUTPUTS, Engine
from .positions import START, Positions, check, from_index, swapped, to_array, to_ids, to_index, to_keys
from .serving import serve

__all__ = ["OUTPUTS", "START", "Engine", "Positions", "ProgramError", "check", "find_program", "from_index",
           "serve", "swapped", "to_array", "to_ids", "to_index", "to_keys"]
