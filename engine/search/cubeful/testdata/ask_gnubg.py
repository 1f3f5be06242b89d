# Runs inside GNU Backgammon (gnubg -t -q -p ask_gnubg.py). Reads requests from
# the file in GAMMONLAB_REQUESTS, a line each, and writes an answer for each to
# the file in GAMMONLAB_ANSWERS. Player 0 is on roll.
#
#   PLIES PRUNE ID CUBE OWNER LENGTH SCORE0 SCORE1 CRAWFORD JACOBY BEAVERS
#       five probabilities; equities, normalised: optimal, no double, double
#       and take, double and pass; the number of the decision
#
# PRUNE is 1 to prune with its pruning nets, else 0.
import os

import gnubg

for setting in ["player 0 human", "player 1 human", "automatic roll off",
                "automatic game off", "display off", "threads 1"]:
    gnubg.command("set " + setting)
gnubg.command("new session")

with open(os.environ["GAMMONLAB_REQUESTS"]) as requests, open(os.environ["GAMMONLAB_ANSWERS"], "w") as answers:
    for line in requests:
        words = line.split()
        context = gnubg.evalcontext(1, int(words[0]), 1, int(words[1]), 0.0)
        position = gnubg.positionfromid(words[2])
        n = [int(w) for w in words[3:]]
        cube = gnubg.cubeinfo(n[0], n[1], 0, n[2], (n[3], n[4]), n[5], 0)
        cube["jacoby"], cube["beavers"] = n[6], n[7]
        decision = gnubg.cfevaluate(position, cube, context)
        chances = gnubg.evaluate(position, cube, context)
        answers.write(" ".join("%.9g" % x for x in list(chances[:5]) + list(decision[:5])) + "\n")
