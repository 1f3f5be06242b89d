"""Asks gammonlab about the opening position: ask.py gammonlab evaluator --model default"""
import json, struct, subprocess, sys

program = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
hello = json.loads(program.stdout.readline())

points = {6: 5, 8: 3, 13: 5, 24: 2}  # of each side, counted from its own home
side = bytes(points.get(p, 0) for p in range(1, 25)) + bytes([0, 0])  # on the bar, borne off
positions = [side + side]

program.stdin.write(struct.pack("<I", len(positions)) + b"".join(positions))
program.stdin.close()
for row in struct.iter_unpack("<5f", program.stdout.read()[4:]):
    for name, value in zip(hello["outputs"], row):
        print(f"{name:16} {value:.4f}")
