package tournament

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"gammonlab/evalbench"
	"gammonlab/internal/must"
)

// readLedger reads a ledger that may be open elsewhere.
func readLedger(t *testing.T, path string) *Ledger {
	t.Helper()
	text := must.Get(os.ReadFile(path))(t)
	return must.Get(Read(bytes.NewReader(text), int64(len(text)), path))(t)
}

// A ledger can be read while a test has it open; its plan and its games give
// the verdict.
func TestReadTest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test")
	l := open(t, path)
	test := &Test{A: good, B: bad, Criterion: undecidable(40), Conditions: settings.Conditions, Workers: 2}
	want := must.Get(test.Run(t.Context(), l))(t)
	must.OK(t, l.log.Flush())
	read := readLedger(t, path)
	plan := must.Get(ReadPlan(must.Get(os.ReadFile(path + PlanSuffix))(t)))(t)
	if plan.Command != "sprt" || plan.Games != 40 || read.Settings().Rules != settings.Rules || read.Settings().Seed != settings.Seed {
		t.Errorf("the plan is %+v, the settings %+v", plan, read.Settings())
	}
	if got := read.Verdict(plan.SPRT()); !reflect.DeepEqual(got, want) {
		t.Errorf("the verdict is %+v, want %+v", got, want)
	}
	pairings := must.Get(read.Pairings())(t)
	if len(pairings) != 1 || pairings[0].Games != 40 || pairings[0].Match != nil {
		t.Errorf("the pairings are %+v", pairings)
	}
	pairs := 0
	for _, n := range pairings[0].Pairs {
		pairs += n
	}
	course := read.Course(&test.A, &test.B, plan.SPRT(), 7)
	last := course[len(course)-1]
	if pairs != 20 || len(course) != 7 || last.Games != 40 || last.LLR != want.LLR || last.Points.Center != want.Points.Center {
		t.Errorf("pairs %v, course %+v, want the verdict %+v at last", pairings[0].Pairs, course, want)
	}
	if back := read.Course(&test.B, &test.A, nil, 100); len(back) != 20 || back[19].Points.Center != -want.Points.Center || back[0].LLR != 0 {
		t.Errorf("the course of the other side is %+v", back)
	}
	if read.Course(&test.A, &Player{Name: "none"}, nil, 9) != nil {
		t.Error("a player who is not there has a course")
	}
	must.OK(t, l.Close())
}

// A match that is read has all known results of its games, for any truncation
// of the file.
func TestReadMatch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match")
	result := playMatch(t, path, good, bad, 12)
	p := must.Get(readLedger(t, path).Pairings())(t)[0]
	if p.A.Name != good.Name || !reflect.DeepEqual(figures(p.Match), figures(result)) || p.Points.Center != result.PPG().Center {
		t.Errorf("%s scored %v: %+v, want %v", p.A.Name, p.Points, p.Match, figures(result))
	}
	text := must.Get(os.ReadFile(path))(t)
	for n := range len(text) {
		l, err := Read(bytes.NewReader(text), int64(n), path)
		if err != nil {
			if n > 24 {
				t.Fatalf("cut at %d: %v", n, err)
			}
			continue
		}
		if _, err := l.Pairings(); err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
	}
	bad := bytes.Clone(text)
	bad[len(bad)/2] ^= 1
	must.Fail(t, must.Err(Read(bytes.NewReader(bad), int64(len(bad)), "bad")), "bad: damaged at byte")
	must.Fail(t, must.Err(Read(bytes.NewReader([]byte("x")), 1, "x")), "not a gammonlab file")
}

// A pair belongs to one of five classes.
func TestPairClasses(t *testing.T) {
	var c PairClasses
	for _, points := range [][]int{{-1, -2}, {-2, 1}, {1, -1}, {2, -1}, {4, -1}, {1, 3}, {2, -2}} {
		c.add(points)
	}
	if want := (PairClasses{1, 1, 2, 2, 1}); c != want {
		t.Errorf("%v, want %v", c, want)
	}
}

func TestReadPlan(t *testing.T) {
	for text, want := range map[string]string{
		`{}`: `format is ""`, `{"x": 1}`: "x", `{"format": "gammonlab-plan 1", "players": [], "games": 2}`: "0 players",
		`{"format": "gammonlab-plan 1", "players": [{"name": "a"}, {"name": "b"}], "games": 2, "test": {"unit": "ppg", "e0": 1, "e1": 0}}`: "",
	} {
		must.Fail(t, must.Err(ReadPlan([]byte(text))), want)
	}
}

// A file contains the rules of its games.
func TestReadRules(t *testing.T) {
	for _, r := range []evalbench.Rules{{}, {Cube: true}, {Cube: true, Jacoby: true}, {Cube: true, Jacoby: true, Beavers: 2}, {Length: 1}, {Length: 7}} {
		path := filepath.Join(t.TempDir(), "ledger")
		l, _, err := Open(path, Settings{Conditions: evalbench.Conditions{Rules: r, Seed: 3}})
		must.OK(t, err)
		must.OK(t, l.Close())
		data := must.Get(os.ReadFile(path))(t)
		if got := must.Get(Read(bytes.NewReader(data), int64(len(data)), path))(t).Settings(); got.Rules != r || got.Seed != 3 {
			t.Errorf("%v is read as %+v", r, got)
		}
	}
}
