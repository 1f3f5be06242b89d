package site_test

import (
	"encoding/json"
	"html"
	"math/rand/v2"
	"os"
	"regexp"
	"testing"

	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/board/svg"
	"gammonlab/internal/must"
	"gammonlab/internal/nodetest"
)

// turnScript plays every legal play of each turn in all orders, and with drags over several
// dice, and prints the boards to which they lead, by turn.
const turnScript = `const jobs = JSON.parse(require("fs").readFileSync(process.argv[2]));
import("data:text/javascript," + encodeURIComponent(jobs.Script)).then(({ Turn, pips, words }) => {
	const check = (is, what) => { if (!is) throw new Error(what); };
	console.log(JSON.stringify(jobs.Turns.map((text, i) => {
		const data = JSON.parse(text), ends = new Set(), seen = new Set();
		const walk = (made) => {
			const turn = new Turn({ ...data, made }), men = JSON.stringify(turn.men);
			if (seen.has(men + turn.left)) return;
			seen.add(men + turn.left);
			check(turn.made.length >= made.length, "steps are lost");
			if (turn.complete) return ends.add(men);
			for (const { from, to, die } of turn.steps()) {
				const dice = turn.left.length;
				walk([...turn.made.map(({ from, to }) => [from, to]), [from, to]]);
				check(turn.targets(from).get(to)?.length === 1, "no target for a step");
				for (const [goal, way] of turn.targets(from)) {
					const far = new Turn({ ...data, made: turn.made.map(({ from, to }) => [from, to]) });
					check(far.step(from, goal).length === way.length && far.left.length === dice - way.length, "a drag is not its steps");
					for (const _ of way) far.back();
					check(JSON.stringify(far.men) === men, "taken back it is another board");
				}
			}
		};
		walk([]);
		const turn = new Turn({ ...data, made: [] });
		turn.swap();
		check(turn.dice[0] === data.dice[1] && !turn.complete && turn.spent.every((spent) => !spent), "swapped dice");
		for (const play of jobs.Plays[i]) {
			const read = new Turn({ ...data, made: [] }).read(play.Text);
			check(JSON.stringify(new Turn({ ...data, made: read.map(({ from, to }) => [from, to]) }).men) === play.Men, play.Text + " is read as " + words(read));
			check(pips(new Turn({ ...data, made: [] }).men[0]) - pips(JSON.parse(play.Men)[0]) > 0, "pips");
		}
		check(turn.read("1/7").length === 0 && turn.read("x").length === 0 && turn.read("").length === 0, "an illegal play is read");
		return [...ends];
	})));
});`

// The script leads to the boards of the legal plays and to no others, from random positions.
func TestTurnScript(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var turns []string
	var plays []map[string]bool
	type notated struct{ Text, Men string }
	var notations [][]notated
	attribute := regexp.MustCompile(`data-turn="([^"]*)"`)
	for i := range 60 {
		pos := board.Backgammon.Start()
		for range rng.IntN(70) {
			if next := board.Plays(pos, board.Rolls[rng.IntN(len(board.Rolls))]); len(next) > 0 {
				if pos = next[rng.IntN(len(next))].Result; pos.Result() != 0 {
					pos = board.Backgammon.Start()
				}
			}
		}
		roll := board.Rolls[i%len(board.Rolls)]
		legal := board.Plays(pos, roll)
		if len(legal) == 0 || len(legal[0].Steps()) == 0 {
			continue
		}
		b := svg.Board{Board: picture.Board{Position: pos, Match: board.NewMatch(0)}, Parts: &svg.Parts{ID: "p"}, Turn: &svg.Turn{Start: pos, Roll: roll}}
		turns = append(turns, html.UnescapeString(attribute.FindStringSubmatch(b.String())[1]))
		ends := map[string]bool{}
		var texts []notated
		for _, p := range legal {
			after := p.Result.Swap()
			var men [2][26]int
			for place := range men[0] {
				men[0][place], men[1][place] = int(after.Own[place]), int(after.Opp[place])
			}
			end := string(must.Get(json.Marshal(men))(t))
			ends[end] = true
			texts = append(texts, notated{board.FormatPlay(pos, p), end})
		}
		notations = append(notations, texts)
		plays = append(plays, ends)
	}
	var found [][]string
	jobs := struct {
		Script string
		Turns  []string
		Plays  [][]notated
	}{string(must.Get(os.ReadFile("shared/turn.js"))(t)), turns, notations}
	nodetest.Library{Name: "fs"}.Run(t, turnScript, jobs, &found) // of node itself
	if len(found) != len(plays) || len(plays) < 40 {
		t.Fatalf("%d of %d turns", len(found), len(plays))
	}
	for i := range found {
		if len(found[i]) != len(plays[i]) {
			t.Errorf("turn %d: %d boards, want %d: %s", i, len(found[i]), len(plays[i]), turns[i])
		}
		for _, men := range found[i] {
			if !plays[i][men] {
				t.Fatalf("turn %d leads to %s: %s", i, men, turns[i])
			}
		}
	}
}
