# Runs inside GNU Backgammon (gnubg -t -q -p ask_gnubg.py). Reads requests from
# the file in GAMMONLAB_REQUESTS, a line each, and writes an answer for each to
# the file in GAMMONLAB_ANSWERS. Player 0 is on roll.
#
#   cube ID CUBE OWNER LENGTH SCORE0 SCORE1 CRAWFORD JACOBY BEAVERS
#       five probabilities at 0-ply; equities, normalised: optimal, no double,
#       double and take, double and pass; the number of the decision
#   score EQUITY CUBE LENGTH SCORE0 SCORE1 CRAWFORD
#       the chance to win the match that the equity stands for; then the
#       prices of a gammon and a backgammon for player 0 and for player 1
#   met FILE      use the match equity table from now on
#   table         the table: 64 x 64 entries, then twice 64
import os

import gnubg

for setting in ["player 0 human", "player 1 human", "automatic roll off",
                "automatic game off", "display off"]:
    gnubg.command("set " + setting)
gnubg.command("new session")
context = gnubg.evalcontext(1, 0, 1, 0, 0.0)


def info(cube, owner, length, score0, score1, crawford):
    return gnubg.cubeinfo(int(cube), int(owner), 0, int(length), (int(score0), int(score1)), int(crawford), 0)


def answer(words):
    if words[0] == "cube":
        position = gnubg.positionfromid(words[1])
        cube = info(*words[2:8])
        cube["jacoby"], cube["beavers"] = int(words[8]), int(words[9])
        decision = gnubg.cfevaluate(position, cube, context)
        return list(gnubg.evaluate(position, cube, context)[:5]) + list(decision[:5])
    if words[0] == "score":
        cube = info(words[2], -1, *words[3:])
        own, opp = cube["gammonprice"]
        return [gnubg.eq2mwc(float(words[1]), cube)] + list(own) + list(opp)
    if words[0] == "met":
        gnubg.command("set met " + words[1])
        return []
    pre, post0, post1 = gnubg.met(64)
    return [entry for row in pre for entry in row] + list(post0) + list(post1)


with open(os.environ["GAMMONLAB_REQUESTS"]) as requests, open(os.environ["GAMMONLAB_ANSWERS"], "w") as answers:
    for line in requests:
        answers.write(" ".join("%.9g" % x for x in answer(line.split())) + "\n")
