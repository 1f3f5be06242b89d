package engine_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// closeToGnubg is how far a probability may be from gnubg's with true division.
const closeToGnubg = 1e-4

func TestStaticIsGnubgs(t *testing.T) {
	static := enginetest.GnubgStatic(t)
	enginetest.TestEvaluator(t, "gnubg", func() engine.Evaluator { return static.Clone() })
	for _, file := range []string{"0ply-selfplay.csv", "0ply-synthetic.csv"} {
		t.Run(file, func(t *testing.T) { compareVectors(t, static, filepath.Join("testdata", file)) })
	}
}

// compareVectors compares the evaluator with the rows of a file: position ID,
// class and five probabilities.
func compareVectors(t *testing.T, static *engine.Static, path string) {
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	rows := must.Get(csv.NewReader(file).ReadAll())(t)
	most := map[string]float64{}
	for _, row := range rows[1:] {
		pos := must.Get(board.ParseID(row[0], board.Backgammon))(t)
		if class := static.ClassOf(&pos).String(); class != row[1] {
			t.Errorf("%s is %s, want %s", row[0], class, row[1])
		}
		got := evaluateOne(static, pos)
		off := distance(got, parseProbabilities(t, row[2:]))
		if off > closeToGnubg {
			t.Errorf("%s (%s): %v, want %v", row[0], row[1], got, row[2:])
		}
		most[row[1]] = max(most[row[1]], off)
	}
	t.Logf("%d positions; greatest differences by class: %v", len(rows)-1, most)
}

func evaluateOne(e engine.Evaluator, pos board.Position) engine.Probabilities {
	var p [1]engine.Probabilities
	e.Evaluate(p[:], []board.Position{pos})
	return p[0]
}

func parseProbabilities(t *testing.T, fields []string) (p engine.Probabilities) {
	t.Helper()
	if len(fields) != len(p) {
		t.Fatalf("%d probabilities: %q", len(fields), fields)
	}
	for k := range p {
		v := must.Get(strconv.ParseFloat(fields[k], 32))(t)
		p[k] = float32(v)
	}
	return p
}

// distance returns the greatest difference of any outcome.
func distance(a, b engine.Probabilities) float64 {
	most := 0.0
	for k := range a {
		most = max(most, math.Abs(float64(a[k]-b[k])))
	}
	return most
}

// TestStaticIsRunningGnubgs asks the installed gnubg for positions that are new
// to it. As Debian builds it, it takes approximate reciprocals, which differ
// from one processor to another: typically its answers are 2e-5 from those with
// true division, and 1 in 100 is more than 1e-4 away.
func TestStaticIsRunningGnubgs(t *testing.T) {
	static := enginetest.GnubgStatic(t)
	positions := enginetest.Positions(enginetest.GnubgSample(500), 7)
	requests := make([]string, len(positions))
	for i := range positions {
		requests[i] = "eval " + positions[i].ID()
	}
	far := 0
	var all []float64
	for i, words := range enginetest.QueryGnubg(t, requests, 0) {
		ours, theirs := evaluateOne(static, positions[i]), parseProbabilities(t, words)
		off := distance(ours, theirs)
		if all = append(all, off); off > closeToGnubg {
			far++
		}
		for k, p := range ours {
			if math.Abs(float64(p-theirs[k])) > enginetest.GnubgAllows(p) {
				t.Errorf("%s (%v): outcome %d is %v, gnubg's %v", positions[i].ID(), static.ClassOf(&positions[i]), k, p, theirs[k])
			}
		}
	}
	slices.Sort(all)
	median := all[len(all)/2]
	t.Logf("%d positions: median difference %.1e, largest %.1e, %d over %v", len(all), median, all[len(all)-1], far, closeToGnubg)
	if median > closeToGnubg/2 || far > len(all)/20 {
		t.Errorf("median difference %v, %d of %d over %v", median, far, len(all), closeToGnubg)
	}
}

// TestConvertedIsRunningGnubgs lets the installed gnubg evaluate positions of each class with
// weights that were made for it here.
func TestConvertedIsRunningGnubgs(t *testing.T) {
	for _, name := range []string{"gnubg-128.wd", "gnubg-512.wd"} {
		weights := must.Get(os.ReadFile(filepath.Join("..", "nets", "gnubg", name)))(t)
		static := engine.NewStatic(must.Get(nets.Decode(weights))(t), enginetest.GnubgDatabases(t))
		data := "--pkgdatadir=" + enginetest.GnubgData(t, weights)
		sample := enginetest.GnubgSample(100)
		for _, class := range []engine.Class{engine.Race, engine.Crashed, engine.Contact} {
			var positions []board.Position
			var requests []string
			for s := uint64(1); len(requests) < sample; s++ {
				for _, pos := range enginetest.Positions(1000, s) {
					if static.ClassOf(&pos) == class && len(requests) < sample {
						positions = append(positions, pos)
						requests = append(requests, "eval "+pos.ID())
					}
				}
			}
			most, far := 0.0, 0
			for i, words := range enginetest.QueryGnubg(t, requests, 0, data) {
				ours, theirs := evaluateOne(static, positions[i]), parseProbabilities(t, words)
				off := distance(ours, theirs)
				if most = max(most, off); off > closeToGnubg {
					far++
				}
				for k, p := range ours {
					if math.Abs(float64(p-theirs[k])) > enginetest.GnubgAllows(p) {
						t.Errorf("%s: %s (%v): outcome %d is %v, gnubg's %v", name, positions[i].ID(), class, k, p, theirs[k])
					}
				}
			}
			t.Logf("%s: %v: %d positions, greatest difference %.1e, %d over %v", name, class, sample, most, far, closeToGnubg)
			if far > sample/50 {
				t.Errorf("%s: %v: %d of %d positions differ by more than %v", name, class, far, sample, closeToGnubg)
			}
		}
	}
}

// TestBestIsRunningGnubgs compares decisions: the play must be gnubg's, or its equity must
// differ by at most 0.001.
func TestBestIsRunningGnubgs(t *testing.T) {
	static := enginetest.GnubgStatic(t)
	var positions []board.Position
	var requests []string
	for i, pos := range enginetest.Positions(2*enginetest.GnubgSample(500), 8) {
		roll := board.Rolls[i%len(board.Rolls)]
		if len(board.Plays(pos, roll)) > 1 && len(requests) < enginetest.GnubgSample(500) {
			positions = append(positions, pos)
			requests = append(requests, fmt.Sprintf("play %s %d %d", pos.ID(), roll[0], roll[1]))
		}
	}
	same, level := 0, 0
	for i, words := range enginetest.QueryGnubg(t, requests, 0) {
		pos := positions[i]
		roll := board.Roll{requests[i][len(requests[i])-3] - '0', requests[i][len(requests[i])-1] - '0'}
		ranked := static.Rank(&pos, board.Plays(pos, roll))
		theirs := enginetest.GnubgPlayed(t, pos, words)
		chosen := slices.IndexFunc(ranked, func(c engine.Candidate) bool { return c.Play.Result == theirs })
		switch {
		case chosen < 0:
			t.Errorf("%s: gnubg's play %v is not legal here", requests[i], words)
		case chosen == 0:
			same++
		case ranked[0].Equity-ranked[chosen].Equity < 0.001:
			level++
		default:
			t.Errorf("%s: gnubg plays %v, worth %v, our best is worth %v", requests[i], words,
				ranked[chosen].Equity, ranked[0].Equity)
		}
	}
	t.Logf("%d decisions: %d the same, %d others within 0.001", len(requests), same, level)
}

// BenchmarkGnubg measures gnubg's nets: a decision among the plays of a roll,
// and positions by themselves.
func BenchmarkGnubg(b *testing.B) {
	static := enginetest.GnubgStatic(b)
	positions := enginetest.Positions(500, 1)
	b.Run("call=best", func(b *testing.B) { benchmarkBest(b, static, positions) })
	b.Run("call=evaluate", func(b *testing.B) { benchmarkEvaluate(b, static, positions) })
}

// TestRollMapIsRunningGnubgs compares the play of each roll and the equity after it with those
// of the installed gnubg, whose temperature map has the same contents but only a window to show
// them.
func TestRollMapIsRunningGnubgs(t *testing.T) {
	static := enginetest.GnubgStatic(t)
	a := advice.OfStatic(static, advice.Options{})
	positions := enginetest.Positions(enginetest.GnubgSample(8), 41)
	var maps []*advice.RollMap
	var requests []string
	for i := range positions {
		maps = append(maps, must.Get(a.RollMap(t.Context(), &positions[i], nil))(t))
		for _, roll := range board.Rolls {
			requests = append(requests, fmt.Sprintf("play %s %d %d", positions[i].ID(), roll[0], roll[1]))
		}
	}
	plays := enginetest.QueryGnubg(t, requests, 0)
	for i, play := range plays {
		result := enginetest.GnubgPlayed(t, positions[i/len(board.Rolls)], play)
		requests[i] = "eval " + result.ID()
	}
	same, far := 0, 0
	for i, answer := range enginetest.QueryGnubg(t, requests, 0) {
		c := &maps[i/len(board.Rolls)].Rolls[i%len(board.Rolls)]
		p := parseProbabilities(t, answer)
		if want := -p.Equity(); math.Abs(float64(c.Equity-want)) > 2e-3 {
			far++
			t.Logf("%s, %v: %s %v, gnubg %v %v", maps[i/len(board.Rolls)].ID, c.Roll, c.Move, c.Equity, plays[i], want)
		} else {
			same++
		}
	}
	t.Logf("%d of %d equities are gnubg's", same, same+far)
	if far > len(requests)/100 {
		t.Error("these are too few")
	}
}
