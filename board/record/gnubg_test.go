package record

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/gnubgtest"
)

// gnubg runs the commands with GNU Backgammon in the folder, without questions
// to the user.
func gnubg(t *testing.T, dir, commands string) string {
	t.Helper()
	return gnubgtest.Run(t, dir, "set automatic game off\nset automatic roll off\nset confirm new off\n"+commands)
}

// gnubgMatches are matches of every kind.
func gnubgMatches(t *testing.T) map[string]*Match {
	all := map[string]*Match{"match5": load(t, "match5.sgf"), "nackgammon": load(t, "nackgammon.mat")}
	for i, tt := range allRules {
		m := randomMatch(rand.New(rand.NewPCG(uint64(i), 3)), tt.length, tt.games, tt.rules)
		m.Names[1] = "Zoë"
		all[fmt.Sprintf("random%d", i)] = m
	}
	return all
}

// asGnubgsMat returns the match as gnubg's .mat files contain it: with sorted
// steps, no rules except the variant, and no points of money games, which gnubg
// counts without the Jacoby rule and by its own settings.
func asGnubgsMat(m *Match) *Match {
	match := *m
	match.Rules = Rules{Variant: m.Rules.Variant}
	match.Games = slices.Clone(m.Games)
	for i := range match.Games {
		g := &match.Games[i]
		if m.Length == 0 {
			g.Result.Points = 0
			g.Score = [2]int{}
		}
		g.Actions = slices.Clone(g.Actions)
		for k := range g.Actions {
			a := &g.Actions[k]
			a.Steps = slices.Clone(a.Steps)
			slices.SortFunc(a.Steps, func(a, b board.Step) int {
				return int(b.From)*32 + int(b.To) - int(a.From)*32 - int(a.To)
			})
		}
	}
	return &match
}

func TestGnubgReadsWhatWeWrite(t *testing.T) {
	dir := t.TempDir()
	all := gnubgMatches(t)
	var commands strings.Builder
	for name, m := range all {
		for format, f := range formats {
			text := mustWrite(t, f.write, m)
			if err := os.WriteFile(filepath.Join(dir, name+"."+format), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		fmt.Fprintf(&commands, "load match %[1]s.sgf\nsave match %[1]s-sgf.sgf\nexport match mat %[1]s-sgf.mat\n"+
			"import mat %[1]s.mat\nsave match %[1]s-mat.sgf\nexport match mat %[1]s-mat.mat\n", name)
	}
	out := gnubg(t, dir, commands.String()+"quit\ny\n")
	for name, want := range all {
		for _, from := range []string{"sgf", "mat"} {
			for format, f := range formats {
				file := fmt.Sprintf("%s-%s.%s", name, from, format)
				text, err := os.ReadFile(filepath.Join(dir, file))
				if err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				got, err := f.read(file, bytes.NewReader(text))
				if err != nil {
					t.Error(err)
					continue
				}
				t.Run(file, func(t *testing.T) {
					if from == "mat" || format == "mat" {
						sameMatch(t, asGnubgsMat(got), asGnubgsMat(want))
						return
					}
					sameMatch(t, got, want)
				})
			}
		}
	}
}

// Boards, cubes and dice that were set have no place in .mat files.
func TestGnubgReadsSetBoards(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"setup.sgf", "resigned.sgf", "beavers.sgf", "analysed.sgf"} {
		want := load(t, name)
		withoutAnalysis(want)
		want.Names[0] = "Ann [a]" // gnubg does not resolve the escape of \
		text := mustWrite(t, WriteSGF, want)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out := gnubg(t, dir, "load match "+name+"\nsave match back-"+name+"\nquit\ny\n")
		back, err := os.ReadFile(filepath.Join(dir, "back-"+name))
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		got, err := ReadSGF(name, bytes.NewReader(back))
		if err != nil {
			t.Fatal(err)
		}
		sameMatch(t, withoutRolled(got), withoutRolled(want))
	}
}

// gnubg and this package read the same match from a file in XG's text form.
func TestGnubgReadsXG(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "xg.mat"), content(t, "xg.mat"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := gnubg(t, dir, "import mat xg.mat\nexport match mat back.mat\nquit\ny\n")
	back, err := os.ReadFile(filepath.Join(dir, "back.mat"))
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	theirs, err := ReadMat("back.mat", bytes.NewReader(back))
	if err != nil {
		t.Fatal(err)
	}
	ours := load(t, "xg.mat")
	for i := range ours.Games {
		got, want := asGnubgsMat(theirs).Games[i], asGnubgsMat(ours).Games[i]
		if short(got.Actions) != short(want.Actions) || got.Result != want.Result || got.Score != want.Score {
			t.Errorf("game %d: gnubg has %s, %v, we have %s, %v", i+1, short(got.Actions), got.Result, short(want.Actions), want.Result)
		}
	}
}

// withoutRolled drops dice without a play, of which gnubg makes one or two as
// it likes.
func withoutRolled(m *Match) *Match {
	for i := range m.Games {
		g := &m.Games[i]
		g.Actions = slices.DeleteFunc(g.Actions, func(a Action) bool { return a.Kind == Rolled })
	}
	return m
}
