"""Prints a position, and with a match ID behind it also the cube decision: print_board.py 4HPwATDgc/ABMA"""
import sys

from gammonlab import Engine, to_array

position = sys.argv[1]
for side, checkers in zip(("on roll", "opponent"), to_array(position.split(":")[0])[0]):
    print(f"{side}:", *(f"{point}({n})" for point, n in zip([*range(1, 25), "bar", "off"], checkers) if n))
with Engine() as engine:
    print(engine.cube(position)["action"])
