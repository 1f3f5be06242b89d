# Runs inside GNU Backgammon (gnubg -t -q -p label.py): says what the
# positions of the file GAMMONLAB_IDS are worth, by rollouts or a ply ahead, and
# writes to GAMMONLAB_ANSWERS the seconds of processor and of wall time that took.
# Equities are printed, a line for each position a ply ahead; those of rollouts
# stand in gnubg's own output, if that is a terminal, behind a line with the ID.
import os
import time

import gnubg

for setting in ["player 0 human", "player 1 human", "automatic roll off", "automatic game off", "automatic bearoff off",
                "display off", "jacoby off", "cube use off", "threads 1",
                "rollout trials 144", "rollout truncation enable on", "rollout truncation plies 11",
                "rollout bearofftruncation exact on", "rollout bearofftruncation onesided on",
                "rollout varredn on", "rollout quasirandom on", "rollout initial off", "rollout cubeful off",
                "rollout late enable off", "rollout limit enable off", "rollout jsd stop off", "rollout seed 1",
                "rollout chequerplay plies 0", "rollout chequerplay cubeful off",
                "rollout cubedecision plies 0", "rollout cubedecision cubeful off"]:
    gnubg.command("set " + setting)
gnubg.command("new session")
gnubg.command("set turn 1")
gnubg.command("clear cache")

by = os.environ["GAMMONLAB_BY"]  # ply1, ply1-pruned or rollout
context, money = gnubg.evalcontext(0, 1, 1, int(by == "ply1-pruned"), 0.0), gnubg.cubeinfo()
with open(os.environ["GAMMONLAB_IDS"]) as file:
    ids = file.read().split()

equities = []
processor, wall = time.process_time(), time.time()
for position in ids:
    if by == "rollout":
        print("equity", position)
        gnubg.command("set board " + position)
        gnubg.command("rollout")
    else:
        p = gnubg.evaluate(gnubg.positionfromid(position), money, context)
        equities.append((position, 2 * p[0] - 1 + p[1] + p[2] - p[3] - p[4]))
processor, wall = time.process_time() - processor, time.time() - wall
for position, equity in equities:
    print("equity", position, equity)

with open(os.environ["GAMMONLAB_ANSWERS"], "w") as answers:
    answers.write("%.3f %.3f\n" % (processor, wall))
