# Runs inside GNU Backgammon (gnubg -t -q -p ask_gnubg.py). Reads requests from
# the file in GAMMONLAB_REQUESTS, a line each, and writes an answer for each to
# the file in GAMMONLAB_ANSWERS:
#
#   eval ID           five probabilities of the player on roll, 0-ply, cubeless
#   play ID DIE DIE   the best play at 0-ply: pairs of from and to
import os

import gnubg

for setting in ["player 0 human", "player 1 human", "automatic roll off",
                "automatic game off", "display off", "jacoby off", "cube use off"]:
    gnubg.command("set " + setting)
gnubg.command("new session")
context = gnubg.evalcontext(0, 0, 1, 0, 0.0)
money = gnubg.cubeinfo()

with open(os.environ["GAMMONLAB_REQUESTS"]) as requests, open(os.environ["GAMMONLAB_ANSWERS"], "w") as answers:
    for line in requests:
        words = line.split()
        position = gnubg.positionfromid(words[1])
        if words[0] == "eval":
            answer = ["%.9g" % p for p in gnubg.evaluate(position, money, context)[:5]]
        else:
            dice = (int(words[2]), int(words[3]))
            answer = [str(p) for p in gnubg.findbestmove(position, money, context, dice)]
        answers.write(" ".join(answer) + "\n")
