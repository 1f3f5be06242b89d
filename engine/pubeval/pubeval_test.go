package pubeval_test

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/pubeval"
	"gammonlab/features"
	"gammonlab/internal/must"
)

// naiveBoard is a position as pubeval's original has it: [1] to [24] the points
// by the mover's numbering, the mover's checkers positive; [25] the mover's bar,
// [0] the opponent's, negative; [26] and [27] the checkers off.
func naiveBoard(moved *board.Position) (pos [28]int) {
	for p := 1; p <= 24; p++ {
		pos[p] = int(moved.Own[p]) - int(moved.Opp[25-p])
	}
	pos[25], pos[0] = int(moved.Own[25]), -int(moved.Opp[25])
	pos[26], pos[27] = int(moved.Own[0]), -int(moved.Opp[0])
	return pos
}

// naiveScore follows the original's setx and pubeval line by line.
func naiveScore(w []float64, pos [28]int) float64 {
	if pos[26] == 15 {
		return 99999999
	}
	var x [122]float64
	for j := 1; j <= 24; j++ {
		b := 5 * (j - 1)
		n := pos[25-j]
		if n == -1 {
			x[b] = 1
		}
		if n == 1 {
			x[b+1] = 1
		}
		if n >= 2 {
			x[b+2] = 1
		}
		if n == 3 {
			x[b+3] = 1
		}
		if n >= 4 {
			x[b+4] = float64(n-3) / 2
		}
	}
	x[120] = -float64(pos[0]) / 2
	x[121] = float64(pos[26]) / 15
	score := 0.0
	for i := range x {
		score += w[i] * x[i]
	}
	return score
}

func readWeights(t *testing.T, path string) []float64 {
	t.Helper()
	text := must.Get(os.ReadFile(path))(t)
	var w []float64
	for _, line := range strings.Fields(string(text)) {
		v := must.Get(strconv.ParseFloat(line, 64))(t)
		w = append(w, v)
	}
	if len(w) != 122 {
		t.Fatalf("%s: %d weights, want 122", path, len(w))
	}
	return w
}

// raceByDefinition reports whether all checkers of the sides have passed each
// other, point by point.
func raceByDefinition(pos *board.Position) bool {
	for p := 1; p <= 25; p++ {
		for q := 1; q <= 25; q++ {
			// The opponent's checker on its q stands on the player's 25-q; one
			// in front of the player's p is still to be passed.
			if pos.Own[p] > 0 && pos.Opp[q] > 0 && 25-q < p {
				return false
			}
		}
	}
	return true
}

// TestAgainstNaive compares choices with those of the naive score, whose
// maximum must be reached by the chosen play. The sums of the naive one are
// rounded, those of the player exact.
func TestAgainstNaive(t *testing.T) {
	contact, race := readWeights(t, "WT.cntc"), readWeights(t, "WT.race")
	decisions, races := 0, 0
	for i, pos := range enginetest.Positions(5000, 3) {
		w := contact
		if raceByDefinition(&pos) {
			w = race
			races++
		}
		plays := board.Plays(pos, board.Rolls[i%21])
		if len(plays) == 0 {
			continue
		}
		decisions++
		chosen := must.Get(pubeval.Player{}.Choose(t.Context(), &pos, board.Roll{}, plays))(t)
		score := func(i int) float64 {
			moved := plays[i].Result.Swap()
			return naiveScore(w, naiveBoard(&moved))
		}
		for j := range plays {
			if score(j) > score(chosen)+1e-9 || j < chosen && score(j) > score(chosen)-1e-9 {
				t.Fatalf("%s, %v: chose play %d with %.6f, but play %d has %.6f",
					pos.ID(), board.Rolls[i%21], chosen, score(chosen), j, score(j))
			}
		}
	}
	if decisions < 4000 || races < 500 {
		t.Errorf("only %d decisions and %d races: the sample shows too little", decisions, races)
	}
}

// TestFeatures holds the feature set to the same naive inputs.
func TestFeatures(t *testing.T) {
	w := readWeights(t, "WT.cntc")
	var x [122]float32
	for _, pos := range enginetest.Positions(1000, 4) {
		features.Pubeval122{}.Extract(x[:], &pos)
		got := 0.0
		for i := range x {
			got += w[i] * float64(x[i])
		}
		if want := naiveScore(w, naiveBoard(&pos)); math.Abs(got-want) > 1e-6 {
			t.Fatalf("%s: score by features %.7f, want %.7f", pos.ID(), got, want)
		}
	}
}

// TestOpenings holds the choices of opening rolls that every list of
// openings agrees on, and two that are pubeval's own: 2-1 and 5-1 run with one
// back checker where people slot or split.
func TestOpenings(t *testing.T) {
	start := board.Backgammon.Start()
	for _, c := range []struct {
		roll  board.Roll
		moves [][2]int // from a point to another
	}{
		{board.Roll{3, 1}, [][2]int{{8, 5}, {6, 5}}},
		{board.Roll{4, 2}, [][2]int{{8, 4}, {6, 4}}},
		{board.Roll{5, 3}, [][2]int{{8, 3}, {6, 3}}},
		{board.Roll{6, 1}, [][2]int{{13, 7}, {8, 7}}},
		{board.Roll{6, 5}, [][2]int{{24, 13}}},
		{board.Roll{6, 6}, [][2]int{{24, 18}, {24, 18}, {13, 7}, {13, 7}}},
		{board.Roll{2, 1}, [][2]int{{24, 21}}},
		{board.Roll{5, 1}, [][2]int{{24, 18}}},
	} {
		want := start
		for _, m := range c.moves {
			want.Own[m[0]]--
			want.Own[m[1]]++
		}
		plays := board.Plays(start, c.roll)
		chosen := must.Get(pubeval.Player{}.Choose(t.Context(), &start, c.roll, plays))(t)
		if got := plays[chosen].Result.Swap(); got != want {
			t.Errorf("%v: played %v, want %v", c.roll, plays[chosen].Steps(), c.moves)
		}
	}
}

// TestWins checks that the last checker is borne off even where the
// weights would prefer something else: in contact, with a hit to be had.
func TestWins(t *testing.T) {
	pos := board.Position{
		Own: board.Side{board.Off: 14, 5: 1},
		Opp: board.Side{board.Bar - 3: 1, board.Bar: 1, 6: 13},
	}
	plays := board.Plays(pos, board.Roll{3, 2})
	chosen := must.Get(pubeval.Player{}.Choose(t.Context(), &pos, board.Roll{}, plays))(t)
	if len(plays) < 2 || plays[chosen].Result.Result() == 0 {
		t.Errorf("chose %v of %d plays, want the one that bears off", plays[chosen].Steps(), len(plays))
	}
}

func TestAllocatesNothing(t *testing.T) {
	pos := board.Backgammon.Start()
	plays := board.Plays(pos, board.Roll{6, 6})
	if n := testing.AllocsPerRun(100, func() {
		must.Get((pubeval.Player{}).Choose(t.Context(), &pos, board.Roll{}, plays))(t)
	}); n != 0 {
		t.Errorf("%v allocations a choice, want 0", n)
	}
}

// BenchmarkPubeval counts evaluations: positions scored.
func BenchmarkPubeval(b *testing.B) {
	type decision struct {
		pos   board.Position
		plays []board.Play
	}
	var decisions []decision
	total := 0
	for i, pos := range enginetest.Positions(500, 1) {
		if plays := board.Plays(pos, board.Rolls[i%21]); len(plays) > 0 {
			decisions = append(decisions, decision{pos, plays})
			total += len(plays)
		}
	}
	b.ReportAllocs()
	i, evals := 0, 0
	for b.Loop() {
		d := &decisions[i%len(decisions)]
		must.Get((pubeval.Player{}).Choose(b.Context(), &d.pos, board.Roll{}, d.plays))(b)
		evals += len(d.plays)
		i++
	}
	b.ReportMetric(float64(evals)/b.Elapsed().Seconds(), "evals/s")
}

// The first of the prefilter is pubeval's choice, unless that ends the game, and more
// are the same and others.
func TestPrefilter(t *testing.T) {
	for i, pos := range enginetest.Positions(2000, 3) {
		plays := board.Plays(pos, board.Rolls[i%len(board.Rolls)])
		if len(plays) == 0 {
			continue
		}
		choice := must.Get(pubeval.Player{}.Choose(t.Context(), &pos, board.Roll{}, plays))(t)
		one := pubeval.Prefilter(nil, &pos, plays, 1)
		if plays[choice].Result.Result() == 0 && (len(one) != 1 || one[0].Result != plays[choice].Result) {
			t.Errorf("%s: the first of one is %v, want the choice", pos.ID(), one)
		}
		six := pubeval.Prefilter(one, &pos, plays, 6)[1:]
		if len(six) != min(6, len(plays)) || len(plays) > 6 && six[0] != one[0] {
			t.Errorf("%s: %d of %d plays pass, the first %v", pos.ID(), len(six), len(plays), six[0])
		}
		seen := map[board.Position]bool{}
		for k := range six {
			seen[six[k].Result] = true
		}
		if len(seen) != len(six) {
			t.Errorf("%s: %d plays pass, %d different", pos.ID(), len(six), len(seen))
		}
	}
}
