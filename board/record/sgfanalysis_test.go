package record

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
)

// gnubg saved the file: evaluations of plays and cube decisions, and in the second turn
// rollouts of both.
func TestReadSGFAnalysis(t *testing.T) {
	actions := load(t, "rolledout.sgf").Games[0].Actions
	first := actions[0].Analysis
	if first.Source != "GNU Backgammon" || first.Cube != nil || *first.Luck != 0.2433 || len(first.Plays) != 16 {
		t.Errorf("analysis of the first roll: %+v, luck %v, %d plays", first, *first.Luck, len(first.Plays))
	}
	sameAnalysis(t, &Analysis{Plays: first.Plays[:1]}, &Analysis{Plays: []Candidate{{
		[]board.Step{{From: 8, To: 5}, {From: 6, To: 5}},
		Estimate{"0-ply", 0.243305, 0.550952, 0.173708, 0.012809, 0.124388, 0.005021},
	}}})
	second := actions[1].Analysis
	sameAnalysis(t, &Analysis{Plays: second.Plays[2:3], Cube: second.Cube}, &Analysis{
		Plays: []Candidate{{
			[]board.Step{{From: 13, To: 8}, {From: 6, To: 4}},
			Estimate{"0-ply", -0.473045, 0.399601, 0.102558, 0.005841, 0.199137, 0.014747},
		}},
		Cube: &CubeEstimate{
			Estimate{"rollout of 36 games", 0.4737725854, 0.447567, 0.116866, 0.005028, 0.169903, 0.007546},
			0.4171547294, 1, true,
		},
	})
	if second.Plays[0].Level != "rollout of 36 games" || second.Plays[0].Equity != -0.3639217317 {
		t.Errorf("rolled out play %+v", second.Plays[0])
	}
	double, take := actions[2], actions[3]
	if double.Kind != Double || double.Analysis.Cube.DoubleTake != 0.539106 || double.Analysis.Luck != nil || take.Analysis != nil {
		t.Errorf("double with %+v, answer with %+v", double.Analysis, take.Analysis)
	}
}

// A money session has equities, and evaluations may be without the cube.
func TestReadSGFMoneyAnalysis(t *testing.T) {
	m, err := ReadSGF("test", strings.NewReader("(;GM[6];W[31hefe]A[0][hefe E ver 3 .55 .17 .01 .12 .01 .2 1 0 1 0.0 1]"+
		";B[double]DA[E ver 3 2C 1 0.0 1 .9 .1 0 0 0 .95 .96 .9 .1 0 0 0 .95 1.8])"))
	if err != nil {
		t.Fatal(err)
	}
	actions := m.Games[0].Actions
	if got := actions[0].Analysis.Plays[0].Level; got != "1-ply cubeless" {
		t.Errorf("level %q", got)
	}
	sameAnalysis(t, actions[1].Analysis, &Analysis{Source: gnubgSource, Cube: &CubeEstimate{
		Estimate{"2-ply", 0.96, 0.9, 0.1, 0, 0, 0}, 1.8, 1, false,
	}})
}

// A value that cannot be read is missing, and the match has a notice of it. The other
// values and the game are read.
func TestUnreadableSGFAnalysis(t *testing.T) {
	const good, other = "[hefe E ver 3 .5 .1 0 .1 0 0.2 1C 0 1 0.0 1]", "[xupn E ver 3 .4 .1 0 .1 0 -0.1 1C 0 1 0.0 1]"
	for _, tt := range []struct {
		properties, want string
		plays            int
	}{
		{"A[0]" + good + other, "", 2},
		{"A[0]" + good + "[]" + other, `figures that cannot be read: "A[]" (line 3)`, 2},
		{"A[0]" + good + "[hef E ver 3 1 1 1 1 1 1 1C]", `figures that cannot be read: "A[hef E ver 3 1 1 1 1 1 1 1C]" (line 3)`, 1},
		{"A[0]" + good + "[hexu E ver 3 1 1 1 1 1]", `figures that cannot be read: "A[hexu E ver 3 1 1 1 1 1]" (line 3)`, 1},
		{"A[0]" + good + "[hexu E ver 3 1 1 1 x 1 1][hexu X ver 3 Trials 1 Output 1 1 1 1 1 1 1]",
			`figures that cannot be read: "A[hexu E ver 3 1 1 1 x 1 1]" (line 3), "A[hexu X ver 3 Trials 1 Output 1 1 1 1 1 1 1]" (line 3)`, 1},
		{"A[0]" + good + "[hexu E ver 3 1 1 1 1 1 nan 1C]", `figures that cannot be read: "A[hexu E ver 3 1 1 1 1 1 nan 1C]" (line 3)`, 1},
		{"A[0]" + good + "[hexu E ver 9 1 2]" + other, `figures that cannot be read: "A[hexu E ver 9 1 2]" (line 3)`, 2},
		{"A[0][hexu E ver 3 1 1 1 1 1 nan 1C]" + good, `figures that cannot be read: "A[hexu E ver 3 1 1 1 1 1 nan 1C]" (line 3)`, 0},
		{"A[0]" + good + "DA[E ver 3 0C]", `figures that cannot be read: "DA[E ver 3 0C]" (line 3)`, 1},
		{"A[0]" + good + "DA[?]", `figures that cannot be read: "DA[?]" (line 3)`, 1},
		{"A[0]" + good + "DA[X ver 3 Eq Trials 9 NoDouble Output 1 1 1 1 1 1 1]",
			`figures that cannot be read: "DA[X ver 3 Eq Trials 9 NoDouble Output 1 1 1 1 1 1 1]" (line 3)`, 1},
		{"A[0]" + good + "LU[-inf]", `figures that cannot be read: "LU[-inf]" (line 3)`, 1},
		{"A[0]" + good + "LU[1e999]", `figures that cannot be read: "LU[1e999]" (line 3)`, 1},
		{"A[0]" + good + "LU[?]", `figures that cannot be read: "LU[?]" (line 3)`, 1},
		{"A[]DA[]LU[]", "", 0},
		{"A[0][hefe]", "", 0},
		{"A[0][hefe X ver 3 Score 1 1 Trials 0]DA[X ver 3 Eq Trials 0 NoDouble Output]", "", 0},
	} {
		m, err := ReadSGF("test", strings.NewReader("(;GM[6]\n\n;W[31hefe]"+tt.properties+"\n\n;B[42qumu])"))
		if err != nil || short(m.Games[0].Actions) != "O 31 8/5 6/5, X 42 8/4 12/4" {
			t.Errorf("%s: read %+v, %v", tt.properties, m, err)
			continue
		}
		notices := ""
		for _, n := range m.Notices {
			notices += n.String()
		}
		if notices != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.properties, notices, tt.want)
		}
		switch a := m.Games[0].Actions[0].Analysis; {
		case a == nil && tt.plays > 0, a != nil && len(a.Plays) != tt.plays:
			t.Errorf("%s: got %+v, want %d plays", tt.properties, a, tt.plays)
		case a != nil && (a.Luck != nil || a.Cube != nil):
			t.Errorf("%s: got the luck %v and the cube %+v", tt.properties, a.Luck, a.Cube)
		}
	}
}

// Analyses in a file of gnubg are written back unchanged, also the parts that the
// reader ignores, such as the settings of rollouts.
func TestSGFHoldsGnubgsAnalysis(t *testing.T) {
	for _, name := range []string{"rolledout.sgf", "analysed.sgf"} {
		want := load(t, name)
		text := mustWrite(t, WriteSGF, want)
		got, err := ReadSGF(name, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		sameMatch(t, got, want)
		for _, word := range []string{"StdDev", "cheqtrunc ver", " 0C 0 1 0.000000 1]"} {
			if found, there := strings.Count(text, word), strings.Count(string(content(t, name)), word); found != there {
				t.Errorf("%s: %q comes %d times, in the file %d", name, word, found, there)
			}
		}
	}
}

// withoutSGF removes the SGF text of the analyses, so that they are written
// from their fields.
func withoutSGF(m *Match) *Match {
	for g := range m.Games {
		for i := range m.Games[g].Actions {
			if a := m.Games[g].Actions[i].Analysis; a != nil {
				a.sgf = nil
			}
		}
	}
	return m
}

// withGnubgs gives a match analyses as gnubg's, at all levels.
func withGnubgs(m *Match, rng *rand.Rand) {
	levels := []string{"0-ply", "2-ply", "1-ply cubeless", "rollout of 1296 games", "rollout"}
	for g := range m.Games {
		for i := range m.Games[g].Actions {
			a := &m.Games[g].Actions[i]
			if a.Kind != Move && a.Kind != Double && a.Kind != Beaver || a.Kind == Move && !a.Roll.Valid() {
				continue
			}
			level := levels[rng.IntN(len(levels))]
			a.Analysis = &Analysis{Source: gnubgSource, Cube: &CubeEstimate{estimateFrom(rng, level), chanceFrom(rng), 1, m.Length > 0}}
			if a.Kind == Move {
				luck := chanceFrom(rng) - 0.5
				a.Analysis.Luck = &luck
				if len(a.Steps) > 0 {
					a.Analysis.Plays = []Candidate{{a.Steps, estimateFrom(rng, level)}, {a.Steps[:1], estimateFrom(rng, "0-ply")}}
				}
			}
		}
	}
}

func TestSGFHoldsAnalyses(t *testing.T) {
	for i, tt := range allRules {
		rng := rand.New(rand.NewPCG(uint64(i), 8))
		want := randomMatch(rng, tt.length, tt.games, tt.rules)
		withGnubgs(want, rng)
		got, err := ReadSGF("test", strings.NewReader(mustWrite(t, WriteSGF, want)))
		if err != nil {
			t.Fatal(err)
		}
		sameMatch(t, withoutSGF(got), want)
	}
}

// A changed analysis is written in its new form, without the parts that SGF cannot
// contain.
func TestWriteSGFChangedAnalysis(t *testing.T) {
	m := load(t, "rolledout.sgf")
	plays := func(changed *Analysis) int { return len(changed.Plays) }
	for name, tt := range map[string]struct {
		change func(*Analysis)
		want   func(*Analysis) int
		n      int
	}{
		"equity":       {func(a *Analysis) { a.Plays[1].Equity = 0.5 }, func(a *Analysis) int { return int(10 * a.Plays[1].Equity) }, 5},
		"level":        {func(a *Analysis) { a.Plays[1].Level = "4-ply red" }, plays, 7},
		"trials":       {func(a *Analysis) { a.Plays[1].Level = "rollout of no games" }, plays, 7},
		"number":       {func(a *Analysis) { a.Plays[1].Win = math.NaN() }, plays, 7},
		"illegal play": {func(a *Analysis) { a.Plays[1].Steps = []board.Step{{From: 2, To: 1}} }, plays, 7},
		"played":       {func(a *Analysis) { a.Plays = a.Plays[:2] }, plays, 0},
	} {
		a := &m.Games[0].Actions[1]
		kept := a.Analysis
		changed := *kept
		changed.Plays = append([]Candidate(nil), kept.Plays...)
		tt.change(&changed)
		a.Analysis = &changed
		back, err := ReadSGF(name, strings.NewReader(mustWrite(t, WriteSGF, m)))
		a.Analysis = kept
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := tt.want(back.Games[0].Actions[1].Analysis); got != tt.n {
			t.Errorf("%s: got %d, want %d", name, got, tt.n)
		}
	}
	m.Games[0].Actions[1].Analysis.Source = xgSource
	if text := mustWrite(t, WriteSGF, m); !strings.Contains(text, ";B[52lqsu]\n") {
		t.Errorf("an analysis of XG is written as gnubg's:\n%s", text)
	}
}

// gnubg reads analyses that are written from their fields, and saves the same
// ones.
func TestGnubgReadsAnalysis(t *testing.T) {
	dir := t.TempDir()
	var commands strings.Builder
	for _, name := range []string{"rolledout.sgf", "analysed.sgf"} {
		text := mustWrite(t, WriteSGF, withoutSGF(load(t, name)))
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&commands, "load match %[1]s\nsave match back-%[1]s\n", name)
	}
	out := gnubg(t, dir, commands.String()+"quit\ny\n")
	for _, name := range []string{"rolledout.sgf", "analysed.sgf"} {
		back, err := os.ReadFile(filepath.Join(dir, "back-"+name))
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		got, err := ReadSGF(name, bytes.NewReader(back))
		if err != nil {
			t.Fatal(err)
		}
		theirs, ours := withoutRolled(got).Games[0].Actions, withoutRolled(load(t, name)).Games[0].Actions
		for i := range ours {
			if want := ours[i].Analysis; want != nil {
				sameAnalysis(t, theirs[i].Analysis, want)
			}
		}
	}
}
