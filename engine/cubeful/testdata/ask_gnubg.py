# Runs inside GNU Backgammon (gnubg -t -q -p ask_gnubg.py). Reads requests from
# the file in GAMMONLAB_REQUESTS, a line each, and writes an answer for each to
# the file in GAMMONLAB_ANSWERS. Player 0 is on roll.
#
#   cube PLIES ID CUBE OWNER LENGTH SCORE0 SCORE1 CRAWFORD JACOBY BEAVERS
#       five probabilities; equities, normalised: optimal, no double, double and
#       take, double and pass; the number of the decision
#   play PLIES ID CUBE OWNER LENGTH SCORE0 SCORE1 CRAWFORD JACOBY BEAVERS DIE DIE
#       the best play with the filter "normal": pairs of from and to
#
# All with the cube, and with the pruning nets. The last line of the answers is
# the processor time that they took, in seconds.
import os
import time

import gnubg

for setting in ["player 0 human", "player 1 human", "automatic roll off",
                "automatic game off", "display off", "threads 1"]:
    gnubg.command("set " + setting)
gnubg.command("new session")
for line in ["1 0 0 8 0.16", "2 0 0 8 0.16", "2 1 -1 0 0", "3 0 0 8 0.16", "3 1 -1 0 0", "3 2 0 2 0.04"]:
    gnubg.command("set evaluation chequerplay movefilter " + line)


def answer(words):
    context = gnubg.evalcontext(1, int(words[1]), 1, 1, 0.0)
    position = gnubg.positionfromid(words[2])
    n = [int(w) for w in words[3:]]
    cube = gnubg.cubeinfo(n[0], n[1], 0, n[2], (n[3], n[4]), n[5], 0)
    cube["jacoby"], cube["beavers"] = n[6], n[7]
    if n[2] == 0:
        gammons = 0.0 if n[6] and n[1] < 0 else 1.0
        cube["gammonprice"] = ((gammons, gammons), (gammons, gammons))
    if words[0] == "play":
        return gnubg.findbestmove(position, cube, context, (n[8], n[9]))
    return list(gnubg.evaluate(position, cube, context)[:5]) + list(gnubg.cfevaluate(position, cube, context)[:5])


with open(os.environ["GAMMONLAB_REQUESTS"]) as requests, open(os.environ["GAMMONLAB_ANSWERS"], "w") as answers:
    begin = time.process_time()
    for line in requests:
        answers.write(" ".join("%.9g" % x for x in answer(line.split())) + "\n")
    answers.write("%.6f\n" % (time.process_time() - begin))
