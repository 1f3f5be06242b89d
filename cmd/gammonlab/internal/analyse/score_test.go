package analyse

import (
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/clitest"
)

// crawford is the start of the Crawford game of a match to 5 at 1-4, with the dice.
const crawford = "XGID=-b----E-C---eE---c-e----B-:0:0:1:21:1:4:1:5:10"

// Each command answers an ID with the score of a match as it answers the flags for the score, in
// every form of the ID.
func TestScoreOfAnIDCounts(t *testing.T) {
	x, _, err := board.ParsePosition(crawford, board.Backgammon)
	if err != nil {
		t.Fatal(err)
	}
	ids := clitest.Start + ":" + x.Match.ID()
	forms := []string{
		crawford, strings.ToLower(crawford[:5]) + crawford[5:], ids, x.OGID(), "What about " + crawford + "?",
		"Position ID: " + clitest.Start + " Match ID: " + x.Match.ID(),
	}
	score := []string{"--match", "5", "--score", "1-4", "--crawford"}
	for _, command := range [][]string{
		{"hint", "--dice", "21"}, {"hint", "--rolls"}, {"eval"}, {"eval", "--plies", "1"},
		{"rollout", "--dice", "21", "--candidates", "2", "--truncate", "3", "--trials", "36"},
	} {
		command = append(command, "--model", clitest.Tiny, "--json")
		want := program.OK(t, append(append(command, score...), clitest.Start)...)
		if !strings.Contains(want, "match to 5 at 1-4 (Crawford)") {
			t.Fatalf("%v does not name the score:\n%s", command, want)
		}
		for _, form := range forms {
			if got := program.OK(t, append(command, form)...); got != want {
				t.Errorf("%v %s: \n%s\nwant, as with flags,\n%s", command, form, got, want)
			}
		}
	}
	want := program.OK(t, append([]string{"cube", "show", "--position", clitest.Start, "--model", clitest.Tiny}, score...)...)
	if got := program.OK(t, "cube", "show", "--model", clitest.Tiny, "--position", strings.Replace(crawford, ":21:", ":00:", 1)); got != want {
		t.Errorf("cube show:\n%s\nwant\n%s", got, want)
	}
}

// At this score 13/11 6/5 is the best play with 21; in a money game it is 24/23 13/11.
func TestScoreChangesTheBestPlay(t *testing.T) {
	for id, want := range map[string]string{crawford: "13/11 6/5", strings.Replace(crawford, ":1:4:1:5:", ":0:0:3:0:", 1): "24/23 13/11"} {
		var d struct{ Moves []struct{ Move string } }
		program.JSON(t, &d, "hint", "--json", "--limit", "1", id)
		if len(d.Moves) != 1 || d.Moves[0].Move != want {
			t.Errorf("%s: %+v, want %s", id, d.Moves, want)
		}
	}
}

// What is not used of an ID is said, once; money games are quiet.
func TestUnusedScoreIsSaid(t *testing.T) {
	other := strings.Replace(crawford, ":21:", ":31:", 1)
	for _, c := range []struct {
		args []string
		want string // "" for no note
	}{
		{[]string{"hint", "--match", "7", "--score", "0-0"}, "cube and score are those of the flags"},
		{[]string{"hint", "--match", "5", "--score", "1-4", "--crawford"}, ""},
		{[]string{"eval", "--cube", "2"}, "cube and score are those of the flags"},
		{[]string{"hint", "--cubeful=false"}, "--cubeful=false"},
		{[]string{"eval", "--cubeful=false"}, "--cubeful=false"},
		{[]string{"rollout", "--cubeful=false", "--truncate", "2", "--trials", "36", "--candidates", "1"}, "--cubeful=false"},
		{[]string{"eval", "--format", "csv"}, "the columns are cubeless"},
		{[]string{"eval", "--format", "csv", "--cubeful"}, ""},
		{[]string{"eval"}, ""},
		{[]string{"hint"}, ""},
	} {
		args := append(append([]string{}, c.args...), "--model", clitest.Tiny, crawford, other)
		_, notes, code := program.Run(t, "", args...)
		if code != 0 || strings.Count(notes, c.want) != 1 && c.want != "" || c.want == "" && notes != "" {
			t.Errorf("%v: code %d, notes %q, want one with %q", args, code, notes, c.want)
		}
		args = append(append([]string{}, c.args...), "--model", clitest.Tiny, clitest.Started, clitest.Start, "--dice", "21")
		if args[0] == "eval" {
			args = args[:len(args)-2]
		}
		if _, notes, code := program.Run(t, "", args...); code != 0 || strings.Contains(notes, "score") {
			t.Errorf("%v: code %d, notes %q, want none about the score", args, code, notes)
		}
	}
}

// Lines of standard input with and without a score have their answers in order.
func TestEvalLinesWithScores(t *testing.T) {
	in := clitest.Start + "\n" + crawford + "\n" + clitest.Started + "\n" + strings.Replace(crawford, ":1:4:1:5:", ":5:4:0:5:", 1) + "\n" + clitest.Start
	out, notes, code := program.Run(t, in, "eval", "--model", clitest.Tiny, "--json", "-")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != 1 || len(lines) != 4 || !strings.Contains(notes, "line 4") || !strings.Contains(notes, "5 of 5 points") {
		t.Fatalf("code %d, notes %q, output\n%s\nwant 4 lines, and the match of line 4 over", code, notes, out)
	}
	for i, line := range lines {
		if got := strings.Contains(line, "mwc"); got != (i == 1) {
			t.Errorf("line %d: %s, with a score %v", i+1, line, i == 1)
		}
	}
}

// The lines "Position ID" and "Match ID" of gnubg are one position, also with a line between them
// or alone.
func TestLinesOfGnubg(t *testing.T) {
	const position, match = " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n", "                 Match ID   : 8AmlAEAACAAE\n"
	for _, command := range []string{"eval", "hint"} {
		in := position + match + position + "# nothing\n\n" + match + clitest.Start + "\n" + position + position
		out, _ := program.Reads(t, in, command, "--model", clitest.Tiny, "--json", "-")
		var scored []bool
		for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
			scored = append(scored, strings.Contains(line, "match to 5 at 1-4"))
		}
		if want := []bool{true, true, false, false, false}; !slices.Equal(scored, want) {
			t.Errorf("%s: at the score %v, want %v", command, scored, want)
		}
	}
}

// offer is the part of a hint about a double on offer.
type offer struct {
	Action string
	Offer  *struct {
		Kind, To, Best string
		Cube           int
		Answers        []struct {
			Move    string
			Cubeful float64 `json:"cubeful_equity"`
		}
	}
	Take float64 `json:"double_take"`
}

// A double, a beaver or a raccoon on offer is answered by the side to which it is offered.
func TestHintAnswersOffers(t *testing.T) {
	for _, c := range []struct {
		dice, kind, to, answers string
		cube                    int
		sign                    float64 // of the take, to that of the player on roll
	}{
		{"D", "double", "opponent", "take pass beaver", 2, -1},
		{"B", "beaver", "player", "take pass raccoon", 4, 1},
		{"R", "raccoon", "opponent", "take pass", 8, -1},
	} {
		id := "xgid=-a-B--E-B-a-dDB--b-bcb----:0:0:1:" + c.dice + ":0:0:3:0:10"
		var d offer
		program.JSON(t, &d, "hint", "--json", "--model", clitest.Tiny, id)
		o := d.Offer
		if o == nil || o.Kind != c.kind || o.To != c.to || o.Cube != c.cube || len(o.Answers) != len(strings.Fields(c.answers)) {
			t.Fatalf("%s: %+v, want a %s to the %s with the answers %s", c.dice, o, c.kind, c.to, c.answers)
		}
		best := 0
		for i, name := range strings.Fields(c.answers) {
			if o.Answers[i].Move != name {
				t.Errorf("%s: answer %d is %s, want %s", c.dice, i, o.Answers[i].Move, name)
			}
			if o.Answers[i].Cubeful > o.Answers[best].Cubeful {
				best = i
			}
		}
		if off := o.Answers[0].Cubeful - c.sign*d.Take; off > 1e-6 || off < -1e-6 || o.Answers[1].Cubeful != -1 {
			t.Errorf("%s: take %v, pass %v, want %v and -1", c.dice, o.Answers[0].Cubeful, o.Answers[1].Cubeful, c.sign*d.Take)
		}
		if o.Best != o.Answers[best].Move || c.dice != "D" && d.Action != o.Best {
			t.Errorf("%s: %s is best, action %s, want %s", c.dice, o.Best, d.Action, o.Answers[best].Move)
		}
		clitest.Wants(t, program.OK(t, "hint", "--model", clitest.Tiny, id), "A "+c.kind+" to ", "Proper answer: ")
	}
}

// At the largest cube of an XGID no redouble exists.
func TestHintAtTheLargestCube(t *testing.T) {
	id := "XGID=-b----E-C---eE---c-e----B-:4:1:1:00:0:0:3:0:4"
	out := program.OK(t, "hint", "--model", clitest.Tiny, id)
	clitest.Wants(t, out, "cube at 16 player, at most 16", "Redouble not available")
	if strings.Contains(out, "Redouble, take") {
		t.Errorf("a redouble is weighed:\n%s", out)
	}
	clitest.Wants(t, program.OK(t, "cube", "show", "--model", clitest.Tiny, "--position", id), "at most 16", "Nobody may double.")
	out = program.OK(t, "cube", "show", "--model", clitest.Tiny, "--position", strings.Replace(id, ":4:1:", ":3:1:", 1))
	if strings.Contains(out, "live") || !strings.Contains(out, "dead") {
		t.Errorf("the last double has points for a live cube, or none:\n%s", out)
	}
}
