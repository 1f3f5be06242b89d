package positions_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/named"
	"gammonlab/evalbench/positions"
	"gammonlab/internal/must"
)

// copied is the path of a position with its analysis as XG copies it, with lines such as
// "1. 4-ply 8/5 6/5 eq:+0.100".
func copied(t *testing.T, xgid string, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "copied.txt")
	text := xgid + "\n\n" + strings.Join(lines, "\n") + "\n\neXtreme Gammon Version: 2.10\n"
	must.OK(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

const chances = "      Player:   55.00% (G:16.00% B:0.60%)\n      Opponent: 45.00% (G:11.00% B:0.40%)\n"

// rolls is 31 at the start, in a match to 5, with three plays: the second was evaluated at a
// lower level and has a higher equity.
func rolls(t *testing.T) string {
	return copied(t, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10",
		"    1. XG Roller+  8/5 6/5                      eq:+0.160\n"+chances,
		"    2. 3-ply       24/23 13/10                  eq:+0.200\n"+chances,
		"    3. 2-ply       24/20                        eq:-0.090\n"+chances)
}

// doubles is a cube decision with the equities of no double and double/take.
func doubles(t *testing.T, noDouble, take float64) string {
	return copied(t, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10", "Analyzed in XG Roller++",
		"Player Winning Chances:   70.20% (G:20.10% B:1.00%)", "Opponent Winning Chances: 29.80% (G:9.00% B:0.30%)", "",
		"Cubeful Equities:", fmt.Sprintf("       No double:     %+.3f", noDouble), fmt.Sprintf("       Double/Take:   %+.3f", take),
		"       Double/Pass:   +1.000")
}

func ofRecords(t *testing.T, files ...string) *positions.Recorded {
	t.Helper()
	return must.Get(positions.OfRecords(files, named.MET{}, nil))(t)
}

// playing returns a player with fixed actions whose play is in the usual notation.
func playing(t *testing.T, d *positions.Decision, play string, double, take bool) named.Player {
	t.Helper()
	f := fixed{double: double, take: take, play: -1}
	for i, p := range board.Plays(d.Position, d.Roll) {
		if board.FormatPlay(d.Position, p) == play {
			f.play = i
		}
	}
	if f.play < 0 && play != "" {
		t.Fatalf("%s is not legal", play)
	}
	return named.Of("fixed", f)
}

// The costs of plays by a list of XG: the first is the best, whatever the equities at lower
// levels; others count as left out or as the worst one.
func TestRecordedPlays(t *testing.T) {
	for _, tt := range []struct {
		play      string
		worst     bool
		questions int
		loss      float64
	}{
		{"8/5 6/5", false, 1, 0}, {"24/23 13/10", false, 1, 0}, {"24/20", false, 1, 0.25},
		{"13/9", false, 0, 0}, {"13/9", true, 1, 0.25},
	} {
		recorded := ofRecords(t, rolls(t))
		exam := positions.Exam{
			Players: named.Players{playing(t, &recorded.Decisions[0], tt.play, false, false)}, Records: recorded, LeaveOut: !tt.worst, Seed: 1,
		}
		a := must.Get(exam.Run(t.Context()))(t).Players[0]
		if len(a.Judged) != tt.questions || a.LeftOut != 1-tt.questions {
			t.Errorf("%s: %d questions and %d left out, want %d questions", tt.play, len(a.Judged), a.LeftOut, tt.questions)
			continue
		}
		if pr := positions.PR(a.Judged); pr.N != tt.questions || pr.N > 0 && (math.Abs(a.Judged[0].Loss-tt.loss) > 1e-9 || math.Abs(pr.Center-500*tt.loss) > 1e-6) {
			t.Errorf("%s: loss %v and PR %v, want %v", tt.play, a.Judged[0].Loss, pr.Center, tt.loss)
		}
	}
}

// Which cube decisions count for the PR, and with which cost: 500 times the mean.
func TestRecordedDoubles(t *testing.T) {
	for _, tt := range []struct {
		name           string
		noDouble, take float64
		double         bool
		counted        int
		pr             float64
	}{
		{"a missed double", 0.5, 0.75, false, 1, 125},
		{"a right double", 0.5, 0.75, true, 1, 0},
		{"an obvious no double", 0.5, 0.25, false, 0, 0},
		{"a blunder", 0.5, 0.25, true, 1, 125},
		{"a negative position", -0.25, -0.3, false, 0, 0},
	} {
		recorded := ofRecords(t, doubles(t, tt.noDouble, tt.take))
		exam := positions.Exam{Players: named.Players{playing(t, &recorded.Decisions[0], "", tt.double, true)}, Records: recorded, Seed: 1}
		a := must.Get(exam.Run(t.Context()))(t).Players[0]
		if pr := positions.PR(a.Judged); pr.N != tt.counted || pr.N > 0 && math.Abs(pr.Center-tt.pr) > 1e-6 {
			t.Errorf("%s: PR %v of %d, want %v of %d", tt.name, pr.Center, pr.N, tt.pr, tt.counted)
		}
	}
}

// An .xg file with a double that was passed: the double costs 0.5 and the pass 1.75, and both
// count, although they are obvious, because the record has them.
func TestRecordedAnswers(t *testing.T) {
	recorded := ofRecords(t, filepath.Join("..", "..", "board", "record", "testdata", "short.xg"))
	if recorded.Plays != 1 || recorded.Doubles != 1 || len(recorded.Levels) != 2 || recorded.Levels[1] != (positions.Level{Level: "eXtreme Gammon, XG Roller+", Decisions: 1}) {
		t.Fatalf("%+v", recorded)
	}
	exam := positions.Exam{Players: named.Players{playing(t, &recorded.Decisions[0], "24/23 13/10", true, false)}, Records: recorded, Seed: 1}
	r := must.Get(exam.Run(t.Context()))(t)
	want := map[positions.Kind]float64{positions.Play: 0.25, positions.Double: 0.5, positions.Take: 1.75}
	for _, j := range r.Players[0].Judged {
		if math.Abs(j.Loss-want[j.Kind]) > 1e-9 || !j.CountsForXG() {
			t.Errorf("%s costs %v and counts: %v; want %v and true", j.Kind, j.Loss, j.CountsForXG(), want[j.Kind])
		}
		delete(want, j.Kind)
	}
	if pr := positions.PR(r.Players[0].Judged); len(want) > 0 || math.Abs(pr.Center-500*2.5/3) > 1e-6 {
		t.Errorf("PR %v, want 500 times 2.5/3; not asked: %v", pr.Center, want)
	}
}

// Two players are compared at the questions that both have answered.
func TestRecordedDifference(t *testing.T) {
	recorded := ofRecords(t, rolls(t), doubles(t, 0.5, 0.75))
	d := &recorded.Decisions[0]
	exam := positions.Exam{
		Players: named.Players{playing(t, d, "8/5 6/5", true, true), playing(t, d, "24/20", false, true), playing(t, d, "13/9", true, true)},
		Records: recorded, LeaveOut: true, Seed: 1,
	}
	r := must.Get(exam.Run(t.Context()))(t)
	a, b, c := r.Players[0].Judged, r.Players[1].Judged, r.Players[2].Judged
	if d := positions.PRDifference(a, b); d.N != 2 || math.Abs(d.Center-500*0.25) > 1e-6 {
		t.Errorf("the second player's PR is higher by %v over %d decisions, want 125 over 2", d.Center, d.N)
	}
	if d := positions.PRDifference(a, c); d.N != 1 || d.Center != 0 {
		t.Errorf("the third player's PR is higher by %v over %d decisions, want 0 over 1", d.Center, d.N)
	}
	text := r.Text()
	for _, want := range []string{
		"1 play and 1 double of 2 files, judged by eXtreme Gammon, XG Roller+ (1), eXtreme Gammon, XG Roller++ (1)",
		"125.00 ± 0.00", "1 play is left out, which the analyses do not list (100.0 %); that flatters", "1 decision counts for the rating",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the text does not contain %q:\n%s", want, text)
		}
	}
	var out struct {
		Records struct{ Plays, Doubles int }
		Players []struct {
			PR      float64
			Decided int `json:"pr_decisions"`
			LeftOut int `json:"left_out"`
		}
		Differences []struct {
			Kind string
			PR   struct{ Value float64 }
			Loss struct{ Value float64 } `json:"loss_meq"`
		}
	}
	must.OK(t, json.Unmarshal(must.Get(json.Marshal(r))(t), &out))
	if out.Records.Plays != 1 || out.Players[1].PR != 125 || out.Players[1].Decided != 2 || out.Players[2].LeftOut != 1 ||
		len(out.Differences) < 3 || out.Differences[0].PR.Value != 125 || out.Differences[1].Kind != "play" || math.Abs(out.Differences[1].Loss.Value-250) > 1e-6 {
		t.Errorf("JSON: %+v", out)
	}
}

// Faults of records: damaged files are judged up to the fault and named, other variants and
// files without analyses are left out and named.
func TestRecordedFaults(t *testing.T) {
	data := filepath.Join("..", "..", "board", "record", "testdata")
	sgf := must.Get(os.ReadFile(filepath.Join(data, "rolledout.sgf")))(t)
	cut := filepath.Join(t.TempDir(), "cut.sgf")
	must.OK(t, os.WriteFile(cut, sgf[:bytes.LastIndexByte(sgf, ';')-3], 0o666))
	whole := ofRecords(t, filepath.Join(data, "rolledout.sgf"))

	recorded := ofRecords(t, cut, filepath.Join(data, "analysed.sgf"), filepath.Join(data, "match5.sgf"))
	if n := len(recorded.Decisions); n == 0 || n >= len(whole.Decisions) || recorded.Files != 1 {
		t.Errorf("%d decisions of %d files, want some of %d", n, recorded.Files, len(whole.Decisions))
	}
	if p := recorded.Problems; len(p) != 2 || !strings.Contains(p[0], cut) || !strings.Contains(p[1], "analysed.sgf is left out: its game is nackgammon") {
		t.Errorf("problems: %q", p)
	}
	if w := recorded.Without; len(w) != 1 || filepath.Base(w[0]) != "match5.sgf" || recorded.Missing == 0 {
		t.Errorf("without analysis: %q, %d missing", w, recorded.Missing)
	}
	if r := (&positions.Report{Records: recorded}); r.Failure() == nil || !strings.Contains(r.Failure().Error(), cut) {
		t.Errorf("the failure is %v", r.Failure())
	}
	_, err := positions.OfRecords([]string{filepath.Join(data, "match5.sgf")}, named.MET{}, nil)
	must.Fail(t, err, "match5.sgf: no decision there has an analysis")
	missing := filepath.Join(t.TempDir(), "none.xg")
	_, err = positions.OfRecords([]string{missing}, named.MET{}, nil)
	must.Fail(t, err, missing)
}

// Levels are chosen by a part of their names.
func TestKeepLevels(t *testing.T) {
	files := []string{rolls(t), doubles(t, 0.5, 0.75)}
	recorded := ofRecords(t, files...)
	must.OK(t, recorded.Keep([]string{"roller++"}))
	if recorded.Plays != 0 || recorded.Doubles != 1 || len(recorded.Levels) != 1 {
		t.Errorf("%+v, want the double", recorded)
	}
	must.Fail(t, ofRecords(t, files...).Keep([]string{"rollout"}), `no decision has a level with "rollout"; the files have eXtreme Gammon, XG Roller+ (1)`)
}

// The answers are the same by class, by rules and by level: the groups of each kind share the
// questions out.
func TestGroupings(t *testing.T) {
	recorded := ofRecords(t, rolls(t), rolls(t), doubles(t, 0.5, 0.75))
	exam := positions.Exam{Players: named.Players{playing(t, &recorded.Decisions[0], "24/20", true, true)}, Records: recorded, Seed: 1}
	judged := must.Get(exam.Run(context.Background()))(t).Players[0].Judged
	questions := map[positions.Kind]map[positions.By]int{}
	for _, rate := range positions.Rates(judged) {
		if questions[rate.Kind] == nil {
			questions[rate.Kind] = map[positions.By]int{}
		}
		questions[rate.Kind][rate.By] += rate.Loss.N
	}
	for kind, by := range questions {
		for _, name := range []positions.By{positions.ByClass, positions.ByRules, positions.ByLevel} {
			if by[name] != by[""] {
				t.Errorf("%s: %d questions by %s, %d in all", kind, by[name], name, by[""])
			}
		}
	}
	// 31 at the start and the cube decision there are of the opening.
	if by := questions[positions.Play]; by[positions.ByKind] != 2 || questions[positions.Double][positions.ByKind] != 1 {
		t.Errorf("by kind: %v", questions)
	}
	var g positions.Groupings
	must.OK(t, g.UnmarshalText([]byte("level,class\nrules")))
	if text := must.Get(g.MarshalText())(t); string(text) != "level,class,rules" {
		t.Errorf("the groupings are %q", text)
	}
	must.Fail(t, g.UnmarshalText([]byte("class,size")), `"size" is no way to group decisions, want some of class, kind, rules, level`)
}
