# Runs inside GNU Backgammon (gnubg -t -q -p ask_gnubg.py). Reads requests from
# the file in GAMMONLAB_REQUESTS, a line each, and writes an answer for each to
# the file in GAMMONLAB_ANSWERS:
#
#   eval PLIES PRUNE ID           five probabilities of the player on roll, cubeless
#   play PLIES PRUNE ID DIE DIE   the best play with the filter "normal": pairs of from and to
#
# PRUNE is 1 to prune with its pruning nets, else 0. The last line of the answers
# is the processor time that they took, in seconds.
import os
import time

import gnubg

for setting in ["player 0 human", "player 1 human", "automatic roll off",
                "automatic game off", "display off", "jacoby off", "cube use off", "threads 1"]:
    gnubg.command("set " + setting)
gnubg.command("new session")
for line in ["1 0 0 8 0.16", "2 0 0 8 0.16", "2 1 -1 0 0", "3 0 0 8 0.16", "3 1 -1 0 0", "3 2 0 2 0.04"]:
    gnubg.command("set evaluation chequerplay movefilter " + line)
money = gnubg.cubeinfo()

with open(os.environ["GAMMONLAB_REQUESTS"]) as requests, open(os.environ["GAMMONLAB_ANSWERS"], "w") as answers:
    begin = time.process_time()
    for line in requests:
        words = line.split()
        context = gnubg.evalcontext(0, int(words[1]), 1, int(words[2]), 0.0)
        position = gnubg.positionfromid(words[3])
        if words[0] == "eval":
            answer = ["%.9g" % p for p in gnubg.evaluate(position, money, context)[:5]]
        else:
            dice = (int(words[4]), int(words[5]))
            answer = [str(p) for p in gnubg.findbestmove(position, money, context, dice)]
        answers.write(" ".join(answer) + "\n")
    answers.write("%.6f\n" % (time.process_time() - begin))
