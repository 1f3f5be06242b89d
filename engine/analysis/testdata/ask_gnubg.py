# Runs inside GNU Backgammon (gnubg -t -q -p ask_gnubg.py). Reads a line from the
# file in GAMMONLAB_REQUESTS, the path of a .mat file, and writes a line to the
# file in GAMMONLAB_ANSWERS: gnubg's analysis at 0 plies of the rolls in their
# order, as a JSON array of {"luck", "imove", "moves"}.
import json
import os

import gnubg

for kind in ["chequerplay", "cubedecision"]:
    for setting in ["plies 0", "cubeful on", "prune on", "noise 0"]:
        gnubg.command("set analysis %s evaluation %s" % (kind, setting))
for setting in ["display off", "jacoby on", "analysis luckanalysis plies 0"]:
    gnubg.command("set " + setting)
with open(os.environ["GAMMONLAB_REQUESTS"]) as requests:
    gnubg.command('import mat "%s"' % requests.readline().strip())
gnubg.command("analyse match")

rolls = []
for game in gnubg.match(1, 1, 0, 1)["games"]:
    for action in game["game"]:
        if action["action"] == "move":
            found = action["analysis"]
            rolls.append({"luck": found["luck-value"], "imove": found.get("imove"), "moves": found.get("moves")})
with open(os.environ["GAMMONLAB_ANSWERS"], "w") as answers:
    answers.write(json.dumps(rolls, separators=(",", ":")) + "\n")
